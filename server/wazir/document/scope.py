"""What the chunks of a document know of each other by names."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import NamedTuple

from wazir.document.blocks import Block
from wazir.document.chunks import Chunk
from wazir.document.facts import Known, finding, revising
from wazir.document.names import NameIndex, NameTable, Repetitions
from wazir.document.rope import Rope
from wazir.notations.base import Context, Notation, Source
from wazir.steps import Steps, done

versions = count()


class Found(NamedTuple):
    """A chunk, and what holds for it."""

    chunk: Chunk
    context: Context


class Revision(NamedTuple):
    """What was known before an edit, or before several, and what may not hold behind it."""

    known: Known
    stamps: Mapping[int, int]
    """The state of the definitions that blocks use, for the keys of those where it has changed."""
    touched: frozenset[str] = frozenset()
    """The names of the definitions that were changed, came or went."""
    stale: frozenset[int] = frozenset()
    """The keys of the blocks whose diagnostics may be others, whatever is known of names."""

    @staticmethod
    def of(keys: Iterable[int]) -> Revision:
        """Nothing is known that still holds."""
        return Revision(Known(), {}, stale=frozenset(keys))


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

    def precedes(self, name: str, other: str) -> bool:
        """Whether the first definition of a name stands above that of another."""
        return self._scope.precedes(name, other)


class FileScope:
    """The names of a document: which chunk defines each first, and what is known of that."""

    __slots__ = (
        *("_contexts", "_known", "_revision", "_rope", "_stamps", "is_past"),
        *("names", "notation", "repetitions", "uses", "version"),
    )

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
        self.version = version
        """Another one whenever another set of names is defined."""
        self._known = Known()
        self._stamps: Mapping[int, int] = {}
        self._revision: Revision | None = None
        """What is left to be found out about the edit that led to it."""
        self.is_past = False
        """An edit led to another document, which shares blocks but does not know what is found out from then on."""

    @property
    def blocks(self) -> Sequence[Block]:
        """The blocks of its document."""
        return self._rope.blocks

    # What a notation asks.

    def facts(self, name: str) -> Hashable | None:
        """What the notation finds worth knowing of a definition; None if the file does not define the name."""
        if self._revision:
            done(self.revising())
        if name not in self._known:
            done(finding(name, self, self._known))
        return self._known[name].fact

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

    def precedes(self, name: str, other: str) -> bool:
        """Whether the first definition of a name stands above that of another."""
        here, there = self._place(name), self._place(other)
        return here is not None and there is not None and here < there

    def order(self, uses: Sequence[str], names: Sequence[str]) -> tuple[bool, ...]:
        """Whether each of some names stands above the first of others, if that matters to the notation."""
        resolver = self.notation.resolver
        return tuple([self.precedes(one, names[0]) for one in uses]) if resolver and resolver.ordered and names else ()

    def is_defined(self, name: str) -> bool:
        """Whether a name is defined, by the file or by the library."""
        resolver = self.notation.resolver
        return bool(self.names.index.blocks(name)) or (resolver is not None and resolver.library(name) is not None)

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
        found, resolver = self._first(name), self.notation.resolver
        if found is None or resolver is None:
            return None
        scope = Needed(self, found.chunk.needs(self.notation, found.context, name), known)
        return resolver.facts(found.chunk.text, found.context, name, scope, circular)

    def _place(self, name: str) -> tuple[int, int] | None:
        """The number of the block that defines a name first, and of the chunk in that."""
        number = min(map(self.repetitions.number, self.names.index.blocks(name)), default=None)
        return None if number is None else (number, self._rope.blocks[number].places(name)[0][0])

    def _first(self, name: str) -> Found | None:
        place = self._place(name)
        if place is None:
            return None
        number, chunk = place
        block = self._rope.blocks[number]
        return Found(block.chunks[chunk], block.context_at(self.notation, self._contexts[number], chunk))

    def finding(self, names: Iterable[str]) -> Steps[None]:
        """Finds out the facts of some names."""
        for name in names:
            if name not in self._known:
                yield from finding(name, self, self._known)

    # Edits

    def revision(self, touched: set[str], stale: set[int]) -> Revision:
        """What is left for the scope of the document after an edit."""
        left = self._revision or Revision(self._known, self._stamps)
        return left._replace(touched=left.touched | touched, stale=left.stale | stale)

    def follow(self, revision: Revision) -> None:
        """Takes over what was known before an edit, which *revising* brings up to date."""
        self._revision = revision

    def revising(self) -> Steps[None]:
        """Brings what was known before an edit up to date, if that is not done."""
        if revision := self._revision:
            known = revision.known.copy()
            changed = yield from revising(revision.touched, self, known)
            stale = {*revision.stale, *(key for name in changed for key in self.uses.blocks(name))}
            self._stamps = {**revision.stamps, **dict.fromkeys(stale, next(versions))} if stale else revision.stamps
            self._known, self._revision = known, None

    def stamp(self, key: int) -> int:
        """The state of the definitions that the block with a key uses: another number whenever it may have changed."""
        if self.is_past:
            return next(versions)
        if self._revision:
            done(self.revising())
        return self._stamps.get(key, 0)
