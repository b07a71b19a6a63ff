"""What the chunks of a document know of each other by names."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import count
from typing import NamedTuple

from wazir.document.chunks import Chunk
from wazir.document.facts import Known, after, find
from wazir.document.names import NameIndex, NameTable, Repetitions
from wazir.document.rope import Rope
from wazir.notations.base import Context, Notation, Source

versions = count()


class Found(NamedTuple):
    """A chunk, and what holds for it."""

    chunk: Chunk
    context: Context


class Needed:
    """What facts may be found from: those of the names that are needed, without which they would not end."""

    __slots__ = ("_known", "_needs", "_scope")

    def __init__(self, scope: FileScope, needs: tuple[str, ...], known: Known) -> None:
        self._scope = scope
        self._needs = needs
        self._known = known

    def facts(self, name: str) -> Hashable | None:
        """What is known of a name that is needed, and is not of the same circle."""
        known = self._known.get(name) if name in self._needs else None
        return known.fact if known else None

    def source(self, name: str) -> Source | None:
        """The chunk that defines a name first."""
        return self._scope.source(name)

    def is_used(self, name: str) -> bool:
        """Whether a name may be used somewhere."""
        return self._scope.is_used(name)

    def defined_names(self) -> Iterator[str]:
        """All names that the file defines, in no order."""
        return self._scope.defined_names()


class FileScope:
    """The names of a document: which chunk defines each first, and what is known of that."""

    __slots__ = ("_contexts", "_rope", "known", "names", "notation", "repetitions", "uses", "version")

    def __init__(
        self,
        notation: Notation,
        rope: Rope,
        contexts: Sequence[Context],
        names: NameTable,
        uses: NameIndex,
        repetitions: Repetitions,
        version: int,
    ) -> None:
        self.notation = notation
        self._rope = rope
        self._contexts = contexts
        self.names = names
        self.uses = uses
        self.repetitions = repetitions
        self.known = Known()
        """The facts that were asked for."""
        self.version = version
        """Another one whenever another set of names is defined."""

    # What a notation asks.

    def facts(self, name: str) -> Hashable | None:
        """What the notation finds worth knowing of a definition; None if the file does not define the name."""
        if name not in self.known:
            find(name, self, self.known)
        return self.known[name].fact

    def source(self, name: str) -> Source | None:
        """The chunk that defines a name first."""
        found = self._first(name)
        return Source(found.chunk.text, found.context) if found else None

    def is_used(self, name: str) -> bool:
        """Whether a name may be used somewhere in the file."""
        return bool(self.uses.blocks(name))

    def defined_names(self) -> Iterator[str]:
        """All names that the file defines, in no order."""
        return (name for name, _ in self.names.index.names())

    def is_defined(self, name: str) -> bool:
        """Whether a name is defined, by the file or by the library."""
        linked = self.notation.linked
        return bool(self.names.index.blocks(name)) or (linked is not None and linked.library(name) is not None)

    # How definitions depend on each other.

    def needs(self, name: str) -> tuple[str, ...]:
        """The names that the first definition of a name needs; nothing for a name that is not defined."""
        found = self._first(name)
        return found.chunk.needs(self.notation, found.context, name) if found else ()

    def users(self, name: str) -> Iterator[str]:
        """The names whose definitions may use a name."""
        return (user for chunk in self.chunks_using(name) for user in chunk.names)

    def chunks_using(self, name: str) -> Iterator[Chunk]:
        """The chunks where a name may be used."""
        for key in self.uses.blocks(name):
            yield from [chunk for chunk in self._rope.blocks[self.repetitions.number(key)].chunks if name in chunk.uses]

    def found(self, name: str, circular: bool, known: Known) -> Hashable | None:
        """The facts of a name, those of what it needs being known, but for a circle; None if it is not defined."""
        found, linked = self._first(name), self.notation.linked
        if found is None or linked is None:
            return None
        scope = Needed(self, found.chunk.needs(self.notation, found.context, name), known)
        return linked.facts(found.chunk.text, found.context, name, scope, circular)

    def _first(self, name: str) -> Found | None:
        numbers = map(self.repetitions.number, self.names.index.blocks(name))
        number = min(numbers, default=None)
        if number is None:
            return None
        block = self._rope.blocks[number]
        chunk, _ = block.places(name)[0]
        return Found(block.chunks[chunk], block.context_at(self.notation, self._contexts[number], chunk))

    # Edits

    def learn(self, before: FileScope, touched: set[str]) -> set[str]:
        """Takes over what was known before an edit; the names of which something else is known now."""
        self.known, changed = after(touched, self, before.known)
        return changed
