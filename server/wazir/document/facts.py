"""What is known of the definitions of a file by name: found out when it is asked for, and kept over edits that do not
touch it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Protocol, TypeAlias

Fact: TypeAlias = Hashable


class Graph(Protocol):
    """How the definitions of a file depend on each other."""

    def needs(self, name: str) -> tuple[str, ...]:
        """The names that the first definition of a name needs; nothing for a name that is not defined."""

    def users(self, name: str) -> Iterable[str]:
        """The names whose definitions may use a name."""

    def found(self, name: str, circular: bool) -> Fact | None:
        """The facts of a name, those of what it needs being known; None if it is not defined."""


Known: TypeAlias = dict[str, Fact | None]


def find(name: str, graph: Graph, known: Known) -> None:
    """Finds out the facts of a name, and of all that it needs, without recursion; what is known already is not asked.

    Names that need each other are a circle (Tarjan's strongly connected components).
    """
    numbers: dict[str, int] = {}
    lowest: dict[str, int] = {}
    open_names: list[str] = []
    work: list[tuple[str, Iterator[str]]] = []

    def enter(entered: str) -> None:
        numbers[entered] = lowest[entered] = len(numbers)
        open_names.append(entered)
        work.append((entered, iter(graph.needs(entered))))

    enter(name)
    while work:
        here, needs = work[-1]
        onward = next((need for need in needs if need not in known), None)
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
            at = open_names.index(here)
            circle, open_names[at:] = open_names[at:], []
            circular = len(circle) > 1 or here in graph.needs(here)
            for one in circle:
                known[one] = graph.found(one, circular)


def circle(name: str, graph: Graph) -> set[str]:
    """The name, and all that it needs and that need it."""
    needed = {name}
    needed_by: dict[str, list[str]] = {}
    waiting = [name]
    while waiting:
        here = waiting.pop()
        for need in graph.needs(here):
            needed_by.setdefault(need, []).append(here)
            if need not in needed:
                needed.add(need)
                waiting.append(need)
    found, waiting = {name}, [name]
    while waiting:
        for other in needed_by.get(waiting.pop(), ()):
            if other not in found:
                found.add(other)
                waiting.append(other)
    return found


def after(touched: Iterable[str], before: Graph, graph: Graph, known: Known) -> tuple[Known, frozenset[str]]:
    """What is known after an edit, and the names of which something else is known than before.

    Args:
        touched: The names of the definitions that were changed, came or went.
        before: The definitions before the edit.
        graph: The definitions after it.
        known: What was known before it.
    """
    kept = dict(known)
    waiting = {other for name in touched for other in circle(name, before)}
    changed: set[str] = set()
    while waiting:
        together = {other for name in waiting for other in circle(name, graph)} | waiting
        old = {name: kept.pop(name) for name in together if name in kept}
        waiting = set()
        for name in old:
            if name not in kept:
                find(name, graph, kept)
            if kept[name] != old[name] and name not in changed:
                changed.add(name)
                waiting.update(user for user in graph.users(name) if user in kept and user not in old)
    return kept, frozenset(changed)
