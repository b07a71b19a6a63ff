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
        self.known: Known = {}
        """The facts that were asked for."""
        self.version = version
        """Another one whenever another set of names is defined."""

    # What a notation asks.

    def facts(self, name: str) -> Hashable | None:
        """What the notation finds worth knowing of a definition; None if the file does not define the name."""
        if name not in self.known:
            find(name, self, self.known)
        return self.known[name]

    def source(self, name: str) -> Source | None:
        """The chunk that defines a name first."""
        found = self._first(name)
        return Source(found.chunk.text, found.context) if found else None

    def defined_names(self) -> Iterator[str]:
        """All names that the file defines, in no order."""
        return (name for name, _ in self.names.index.names())

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

    def found(self, name: str, circular: bool) -> Hashable | None:
        """The facts of a name, those of what it needs being known; None if it is not defined."""
        found = self._first(name)
        linked = self.notation.linked
        return linked.facts(found.chunk.text, found.context, name, self, circular) if found and linked else None

    def _first(self, name: str) -> Found | None:
        numbers = map(self.repetitions.number, self.names.index.blocks(name))
        number = min(numbers, default=None)
        if number is None:
            return None
        block = self._rope.blocks[number]
        chunk, _ = block.places(name)[0]
        return Found(block.chunks[chunk], block.context_at(self.notation, self._contexts[number], chunk))

    # Edits

    def learn(self, before: FileScope, touched: set[str]) -> frozenset[str]:
        """Takes over what was known before an edit; the names of which something else is known now."""
        self.known, changed = after(touched, before, self, before.known)
        return changed
