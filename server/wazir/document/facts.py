"""What is known of the definitions of a file by name: found out when it is asked for, and kept over edits that do not
touch it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import NamedTuple, Protocol, TypeAlias

Fact: TypeAlias = Hashable


class Entry(NamedTuple):
    """What is known of a name."""

    fact: Fact | None
    """None if it is not defined."""
    circle: frozenset[str] | None
    """All names of the circle that it is part of."""


Known: TypeAlias = dict[str, Entry]


class Graph(Protocol):
    """How the definitions of a file depend on each other."""

    def needs(self, name: str) -> tuple[str, ...]:
        """The names that the first definition of a name needs; nothing for a name that is not defined."""

    def users(self, name: str) -> Iterable[str]:
        """The names whose definitions may use a name."""

    def found(self, name: str, circular: bool, known: Known) -> Fact | None:
        """The facts of a name, those of what it needs being known, but for a circle; None if it is not defined."""


def find(name: str, graph: Graph, known: Known) -> None:
    """Finds out the facts of a name, and of all that it needs; what is known already is not asked."""
    for together in circles([name], graph, known):
        circular = len(together) > 1 or together[0] in graph.needs(together[0])
        circle = frozenset(together) if circular else None
        # None of a circle sees another, whichever of them was asked for first.
        known.update({one: Entry(graph.found(one, circular, known), circle) for one in together})


def circles(names: Iterable[str], graph: Graph, known: Known) -> Iterator[list[str]]:
    """The names that need each other, of those that some names need and that are not known; what is needed comes first.

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


def after(touched: set[str], graph: Graph, known: Known) -> tuple[Known, set[str]]:
    """What is known after an edit, and the names of which something else is known than before.

    Args:
        touched: The names of the definitions that were changed, came or went.
        graph: The definitions after the edit.
        known: What was known before it.
    """
    kept = dict(known)
    waiting = set(touched)
    for together in circles([name for name in touched if name in known], graph, {}):
        if len(together) > 1 and not touched.isdisjoint(together):
            waiting.update(together)
    changed: set[str] = set()
    while waiting:
        for name in list(waiting):
            waiting.update((name in kept and kept[name].circle) or ())
        old = {name: kept.pop(name) for name in waiting if name in kept}
        waiting = set()
        for name, entry in old.items():
            if name not in kept:
                find(name, graph, kept)
            if kept[name].fact != entry.fact:
                changed.add(name)
                waiting.update(user for user in graph.users(name) if user in kept and user not in old)
    return kept, changed
