"""The names of a document as its chunks see them, and the facts of its definitions."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import count, repeat
from types import MappingProxyType
from typing import NamedTuple, Protocol, TypeAlias

from wazir.document.blocks import Block, NameIndex, NameTable, Repetitions
from wazir.document.chunks import Chunk
from wazir.document.rope import Rope
from wazir.notations.base import Context, Notation, Source
from wazir.steps import Steps, done

Fact: TypeAlias = Hashable


class NameFacts(NamedTuple):
    """The facts of a name."""

    fact: Fact | None
    """None if it is not defined."""
    cycle: frozenset[str] | None
    """The names of its cycle."""
    needs: tuple[str, ...] = ()
    """The names that its definition requires."""


BUCKETS = 256
_EMPTY: Mapping[str, NameFacts] = MappingProxyType({})
_MANY = 1_000
"""The number of users of a name examined in a step."""


class FactTable:
    """A table of facts, in buckets that copies share until they change."""

    __slots__ = ("_buckets", "_own")

    def __init__(self) -> None:
        self._buckets: dict[int, dict[str, NameFacts]] = {}
        self._own = set[int]()
        """The buckets that are not shared."""

    def copy(self) -> FactTable:
        """An independent copy."""
        other = FactTable.__new__(FactTable)
        other._buckets, other._own = dict(self._buckets), set()
        self._own = set()
        return other

    def get(self, name: str) -> NameFacts | None:
        """The facts of a name, if known."""
        return self._buckets.get(hash(name) % BUCKETS, _EMPTY).get(name)

    def __contains__(self, name: str) -> bool:
        return name in self._buckets.get(hash(name) % BUCKETS, _EMPTY)

    def __getitem__(self, name: str) -> NameFacts:
        return self._buckets[hash(name) % BUCKETS][name]

    def __setitem__(self, name: str, entry: NameFacts) -> None:
        self._bucket(name)[name] = entry

    def update(self, other: FactTable) -> None:
        """Add all facts of another table."""
        for number, bucket in other._buckets.items():
            self._buckets[number] = {**self._buckets.get(number, _EMPTY), **bucket}
            self._own.add(number)

    def pop(self, name: str) -> NameFacts:
        """Remove a known name."""
        return self._bucket(name).pop(name)

    def _bucket(self, name: str) -> dict[str, NameFacts]:
        number = hash(name) % BUCKETS
        if number not in self._own:
            self._buckets[number] = dict(self._buckets.get(number, _EMPTY))
            self._own.add(number)
        return self._buckets[number]


class Graph(Protocol):
    """The dependencies between the definitions of a file."""

    def needs(self, name: str) -> tuple[str, ...]:
        """The names that the first definition of a name requires; empty for an undefined name."""

    def users(self, name: str) -> Iterable[str]:
        """The names whose definitions may use a name."""

    def found(self, name: str, needs: tuple[str, ...], is_cyclic: bool, known: FactTable) -> Fact | None:
        """The facts of a name, given those that it needs outside of its cycle; None if it is not defined."""


def finding(name: str, graph: Graph, known: FactTable) -> Steps[None]:
    """Compute the facts of a name and of all its requirements that are not known yet.

    Those of a cycle become known at once, so that other work never sees a part of it.
    """
    needs = graph.needs(name)
    if name not in needs and all(map(known.__contains__, needs)):  # as in most files
        known[name] = NameFacts(graph.found(name, needs, False, known), None, needs)
        yield
        return
    for together in components([name], graph, known):
        if together is None or together[0] in known:  # other work found the cycle meanwhile
            yield
            continue
        required = dict[str, tuple[str, ...]]()
        for one in together:
            required[one] = graph.needs(one)
            yield
        is_cyclic = len(together) > 1 or together[0] in required[together[0]]
        cycle = frozenset(together) if is_cyclic else None
        found = FactTable()
        for one in together:  # names of a cycle do not see each other, whichever was asked for first
            found[one] = NameFacts(graph.found(one, required[one], is_cyclic, known), cycle, required[one])
            yield
        known.update(found)


def components(names: Iterable[str], graph: Graph, known: FactTable) -> Iterator[list[str] | None]:
    """The strongly connected components of the unknown requirements of some names, requirements first. None is a pause.

    Tarjan's algorithm without recursion.
    """
    numbers: dict[str, int] = {}
    lowest: dict[str, int] = {}
    settled: set[str] = set()
    unsettled: list[str] = []
    work: list[tuple[str, Iterator[str]]] = []

    def enter(entered: str) -> None:
        numbers[entered] = lowest[entered] = len(numbers)
        unsettled.append(entered)
        work.append((entered, iter(graph.needs(entered))))

    for name in names:
        if name not in numbers and name not in known:
            enter(name)
        while work:
            here, needs = work[-1]
            onward = next((need for need in needs if need not in settled and need not in known), None)
            if onward is not None:
                if onward not in numbers:
                    enter(onward)
                    yield None
                else:
                    lowest[here] = min(lowest[here], numbers[onward])
                continue
            work.pop()
            if work:
                below = work[-1][0]
                lowest[below] = min(lowest[below], lowest[here])
            if lowest[here] == numbers[here]:
                together: list[str] = []
                while not together or together[-1] != here:
                    together.append(unsettled.pop())
                    settled.add(together[-1])
                    yield None
                yield together
            yield None


def _cycle(name: str, touched: frozenset[str], graph: Graph, known: FactTable) -> Steps[set[str]]:
    """All names that a name requires and that require it."""

    def needs(of: str) -> tuple[str, ...]:
        return known[of].needs if of in known and of not in touched else graph.needs(of)

    needed_by: dict[str, list[str]] = {}
    waiting = [name]
    while waiting:
        here = waiting.pop()
        for need in needs(here):
            if need not in needed_by and need != name:
                waiting.append(need)
            needed_by.setdefault(need, []).append(here)
        yield
    found, waiting = set[str](), [name]
    while waiting:
        for user in needed_by.get(waiting.pop(), ()):
            if user not in found:
                found.add(user)
                waiting.append(user)
        yield
    return found


def _removed(names: set[str], known: FactTable) -> Steps[dict[str, NameFacts]]:
    """Remove the facts of some names and of their cycles. Returns what was known."""
    cycles, removed = set[frozenset[str]](), dict[str, NameFacts]()
    for name in names:
        if name in known:
            cycles.add(known[name].cycle or frozenset())
        yield
    for name in names.union(*cycles):
        if name in known:
            removed[name] = known.pop(name)
        yield
    return removed


def updating(touched: frozenset[str], graph: Graph, kept: FactTable) -> Steps[set[str]]:
    """Update facts after an edit. Returns the names whose facts changed.

    Args:
        touched: The names of changed, added and removed definitions.
        graph: The definitions after the edit.
        kept: The facts before the edit, which are updated.
    """
    waiting = set(touched)
    for name in touched:
        if name in kept and set(graph.needs(name)) - set(kept[name].needs):
            waiting.update((yield from _cycle(name, touched, graph, kept)))
    changed: set[str] = set()
    while waiting:
        old = yield from _removed(waiting, kept)
        waiting = set()
        for name, entry in old.items():
            if name not in kept:
                yield from finding(name, graph, kept)
            if kept[name].fact != entry.fact:
                changed.add(name)
                for count, user in enumerate(graph.users(name), 1):
                    if user in kept and user not in old:
                        waiting.add(user)
                    if not count % _MANY:
                        yield
            yield
    return changed


versions = count()


class Found(NamedTuple):
    """A chunk with its context."""

    chunk: Chunk
    context: Context


class PendingEdits(NamedTuple):
    """The facts before one or more edits, and what the edits invalidate."""

    known: FactTable
    revisions: Mapping[int, int]
    """The changed revisions of the definitions that blocks use, by key."""
    touched: frozenset[str] = frozenset()
    """The names of changed, added and removed definitions."""
    stale: frozenset[int] = frozenset()
    """The keys of the blocks with invalid diagnostics, whatever the facts."""

    @staticmethod
    def of(keys: Iterable[int]) -> PendingEdits:
        """Nothing is valid."""
        return PendingEdits(FactTable(), {}, stale=frozenset(keys))


class DependencyScope:
    """A scope for computing facts. It knows only those of the required names, so that computation ends."""

    def __init__(self, scope: FileScope, needs: tuple[str, ...], known: FactTable) -> None:
        self._needs = needs
        self._known = known
        self.source, self.is_used = scope.source, scope.is_used
        self.defined_names, self.precedes = scope.defined_names, scope.precedes

    def facts(self, name: str) -> Hashable | None:
        """The facts of a required name that is not in the same cycle."""
        known = self._known.get(name) if name in self._needs else None
        return known.fact if known else None


class FileScope:
    """The names of a document with their first definitions and facts."""

    __slots__ = (
        *("_contexts", "_known", "_pending", "_rope", "_revisions", "is_superseded"),
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
        """A new number for each new set of names."""
        self._known = FactTable()
        self._revisions: Mapping[int, int] = {}
        self._pending: PendingEdits | None = None
        """The edits that the facts do not reflect yet."""
        self.is_superseded = False
        """An edit made a newer document, which shares blocks but not what is computed from now on."""

    @property
    def blocks(self) -> Sequence[Block]:
        """The blocks of its document."""
        return self._rope.blocks

    # Scope

    def facts(self, name: str) -> Hashable | None:
        """The facts of a definition; None if the file does not define the name."""
        if self._pending:
            done(self.updating())
        known = self._known.get(name)
        if known is None:
            done(finding(name, self, self._known))
            known = self._known[name]
        return known.fact

    def source(self, name: str) -> Source | None:
        """The first definition of a name."""
        found = self._first(name)
        return Source(found.chunk.text, found.context) if found else None

    def is_used(self, name: str) -> bool:
        """Whether the file may use a name."""
        return bool(self.uses.blocks(name))

    def defined_names(self) -> Iterator[str]:
        """All names that the file defines, in no order."""
        return (name for name, _ in self.names.index.names())

    def precedes(self, name: str, other: str) -> bool:
        """Whether the first definition of a name is above that of another."""
        here, there = self._place(name), self._place(other)
        return here is not None and there is not None and here < there

    def order(self, uses: Sequence[str], names: Sequence[str]) -> tuple[bool, ...]:
        """Whether each of some names is defined above the first of others, if the order matters to the notation."""
        resolver = self.notation.resolver
        if not (names and uses and resolver and resolver.ordered):
            return ()
        there = self._place(names[0])
        places = [self._place(one) for one in uses]
        return tuple([here is not None and there is not None and here < there for here in places])

    def is_defined(self, name: str) -> bool:
        """Whether the file or the library defines a name."""
        resolver = self.notation.resolver
        return bool(self.names.index.blocks(name)) or (resolver is not None and resolver.library(name) is not None)

    # Dependencies

    def needs(self, name: str) -> tuple[str, ...]:
        """The names that the first definition of a name requires; empty for an undefined name."""
        found = self._first(name)
        return found.chunk.needs(self.notation, found.context, name) if found else ()

    def users(self, name: str) -> Iterator[str]:
        """The names whose definitions may use a name."""
        return (user for chunk in self.chunks_using(name) for user in chunk.names)

    def chunks_using(self, name: str) -> Iterator[Chunk]:
        """The chunks that may use a name."""
        for key in self.uses.blocks(name):
            yield from [chunk for chunk in self._rope.blocks[self.repetitions.number(key)].chunks if name in chunk.uses]

    def found(self, name: str, needs: tuple[str, ...], is_cyclic: bool, known: FactTable) -> Hashable | None:
        """The facts of a name, given those that it needs outside of its cycle; None if it is not defined."""
        found, resolver = self._first(name), self.notation.resolver
        if found is None or resolver is None:
            return None
        scope = DependencyScope(self, needs, known)
        return resolver.facts(found.chunk.text, found.context, name, scope, is_cyclic)

    def _place(self, name: str) -> tuple[int, int] | None:
        """The number of the block that defines a name first, and of the chunk in that."""
        blocks = self.names.index.blocks(name)
        if not blocks:
            return None
        number = min(map(self.repetitions.number, blocks))
        return number, self._rope.blocks[number].places(name)[0][0]

    def _first(self, name: str) -> Found | None:
        place = self._place(name)
        if place is None:
            return None
        number, chunk = place
        block = self._rope.blocks[number]
        return Found(block.chunks[chunk], block.context_at(self.notation, self._contexts[number], chunk))

    def finding(self, names: Iterable[str]) -> Steps[None]:
        """Compute the facts of some names."""
        for name in names:
            if name not in self._known:
                yield from finding(name, self, self._known)

    # Edits

    def pending(self, touched: set[str], stale: set[int]) -> PendingEdits:
        """The pending edits for the scope of the document after an edit."""
        left = self._pending or PendingEdits(self._known, self._revisions)
        return left._replace(touched=left.touched | touched, stale=left.stale | stale)

    def inherit(self, pending: PendingEdits) -> None:
        """Take over the facts before an edit, which *updating* updates."""
        self._pending = pending

    def updating(self) -> Steps[None]:
        """Update the facts after edits, if needed."""
        if pending := self._pending:
            known = pending.known.copy()
            changed = yield from updating(pending.touched, self, known)
            using = set[int]()
            for name in changed:
                using.update(self.uses.blocks(name))
                yield
            using -= pending.stale
            if stale := using | pending.stale:
                revision = next(versions)
                self._revisions = {**pending.revisions, **dict.fromkeys(stale, revision)}
                for key in using:
                    self._validate_others(key, changed, pending.revisions.get(key, 0), revision)
                    yield
            else:
                self._revisions = pending.revisions
            self._known, self._pending = known, None

    def _validate_others(self, key: int, changed: set[str], before: int, revision: int) -> None:
        """Validate the chunks of a block that do not depend on changed facts for a new revision."""
        for chunk in self._rope.blocks[self.repetitions.number(key)].chunks:
            if chunk.revision == before and changed.isdisjoint(chunk.required):
                chunk.revision = revision

    def revision(self, key: int) -> int:
        """The revision of the definitions that a block uses. It changes whenever they may have changed."""
        return next(versions) if self.is_superseded else self._current_revisions.get(key, 0)

    def revisions(self) -> Iterable[int]:
        """The same for each block."""
        current = self._current_revisions
        if self.is_superseded:
            return repeat(next(versions))
        return [current.get(block.key, 0) for block in self.blocks] if current else repeat(0)

    @property
    def _current_revisions(self) -> Mapping[int, int]:
        if self._pending and not self.is_superseded:
            done(self.updating())
        return self._revisions
