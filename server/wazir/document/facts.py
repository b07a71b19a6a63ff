"""Facts about the definitions of a file, computed on demand and updated after edits."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple, Protocol, TypeAlias

from wazir.steps import Steps

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

    def found(self, name: str, is_cyclic: bool, known: FactTable) -> Fact | None:
        """The facts of a name, given those of its requirements outside of its cycle; None if it is not defined."""


def finding(name: str, graph: Graph, known: FactTable) -> Steps[None]:
    """Compute the facts of a name and of all its requirements that are not known yet."""
    for together in components([name], graph, known):
        if together is None:
            yield
            continue
        is_cyclic = len(together) > 1 or together[0] in graph.needs(together[0])
        cycle = frozenset(together) if is_cyclic else None
        found = []
        for one in together:  # names of a cycle do not see each other, whichever was asked for first
            found.append((one, NameFacts(graph.found(one, is_cyclic, known), cycle, graph.needs(one))))
            yield
        for one, entry in found:
            known[one] = entry


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
                settled.update(together)
                yield together


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
    return found


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
        for name in list(waiting):
            waiting.update((name in kept and kept[name].cycle) or ())
        old = {name: kept.pop(name) for name in waiting if name in kept}
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
