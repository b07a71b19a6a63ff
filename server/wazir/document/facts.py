"""What is known of the definitions of a file by name: found out when it is asked for, and kept over edits that do not
touch it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple, Protocol, TypeAlias

from wazir.steps import Steps

Fact: TypeAlias = Hashable


class Entry(NamedTuple):
    """What is known of a name."""

    fact: Fact | None
    """None if it is not defined."""
    circle: frozenset[str] | None
    """All names of the circle that it is part of."""
    needs: tuple[str, ...] = ()
    """The names that its definition needs."""


BUCKETS = 256
_EMPTY: Mapping[str, Entry] = MappingProxyType({})
_MANY = 1_000
"""As many users of a name are looked at in a step."""


class Known:
    """What is known of names: entries in buckets, so that a copy shares those that do not change."""

    __slots__ = ("_buckets", "_own")

    def __init__(self) -> None:
        self._buckets: dict[int, dict[str, Entry]] = {}
        self._own = set[int]()
        """The buckets that no copy shares."""

    def copy(self) -> Known:
        """Another one that knows as much, and changes by itself."""
        other = Known.__new__(Known)
        other._buckets, other._own = dict(self._buckets), set()
        self._own = set()
        return other

    def get(self, name: str) -> Entry | None:
        """What is known of a name, if anything."""
        return self._buckets.get(hash(name) % BUCKETS, _EMPTY).get(name)

    def __contains__(self, name: str) -> bool:
        return name in self._buckets.get(hash(name) % BUCKETS, _EMPTY)

    def __getitem__(self, name: str) -> Entry:
        return self._buckets[hash(name) % BUCKETS][name]

    def __setitem__(self, name: str, entry: Entry) -> None:
        self._bucket(name)[name] = entry

    def pop(self, name: str) -> Entry:
        """Forgets a name that is known."""
        return self._bucket(name).pop(name)

    def _bucket(self, name: str) -> dict[str, Entry]:
        number = hash(name) % BUCKETS
        if number not in self._own:
            self._buckets[number] = dict(self._buckets.get(number, _EMPTY))
            self._own.add(number)
        return self._buckets[number]


class Graph(Protocol):
    """How the definitions of a file depend on each other."""

    def needs(self, name: str) -> tuple[str, ...]:
        """The names that the first definition of a name needs; nothing for a name that is not defined."""

    def users(self, name: str) -> Iterable[str]:
        """The names whose definitions may use a name."""

    def found(self, name: str, circular: bool, known: Known) -> Fact | None:
        """The facts of a name, those of what it needs being known, but for a circle; None if it is not defined."""


def finding(name: str, graph: Graph, known: Known) -> Steps[None]:
    """Finds out the facts of a name, and of all that it needs; what is known already is not asked."""
    for together in circles([name], graph, known):
        if together is None:
            yield
            continue
        circular = len(together) > 1 or together[0] in graph.needs(together[0])
        circle = frozenset(together) if circular else None
        found = []
        for one in together:  # none of a circle sees another, whichever of them was asked for first
            found.append((one, Entry(graph.found(one, circular, known), circle, graph.needs(one))))
            yield
        for one, entry in found:
            known[one] = entry


def circles(names: Iterable[str], graph: Graph, known: Known) -> Iterator[list[str] | None]:
    """The names that need each other, of those that some names need and that are not known; what is needed comes first.
    None comes between as a pause.

    These are the strongly connected components, by Tarjan's way, without recursion.
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


def _circle(name: str, touched: frozenset[str], graph: Graph, known: Known) -> Steps[set[str]]:
    """All names that a name needs and that need it."""

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


def revising(touched: frozenset[str], graph: Graph, kept: Known) -> Steps[set[str]]:
    """Brings what was known before an edit up to date, and returns the names of which something else is known now.

    Args:
        touched: The names of the definitions that were changed, came or went.
        graph: The definitions after the edit.
        kept: What was known before it.
    """
    waiting = set(touched)
    for name in touched:
        if name in kept and set(graph.needs(name)) - set(kept[name].needs):
            waiting.update((yield from _circle(name, touched, graph, kept)))
    changed: set[str] = set()
    while waiting:
        for name in list(waiting):
            waiting.update((name in kept and kept[name].circle) or ())
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
