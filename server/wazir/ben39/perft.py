"""Counts of all lines of play of a length, by which rules are compared (G27)."""

from __future__ import annotations

from collections.abc import Iterator

from wazir.ben39.actions import Action, after
from wazir.ben39.position import State
from wazir.ben39.rules import actions

_AT_ONCE = 2
"""Lines of so many actions are soon counted."""


def perft(state: State, depth: int) -> int:
    """How many lines of *depth* actions there are. A line that ends before with a king taken is none of them."""
    if depth == 0:
        return 1
    return sum(perft(after(state, action), depth - 1) for action in actions(state))


def parts(state: State, depth: int) -> Iterator[int]:
    """Counts that add up to that of all lines, each of them soon there."""
    if depth <= _AT_ONCE:
        yield perft(state, depth)
        return
    for action in actions(state):
        yield from parts(after(state, action), depth - 1)


def divide(state: State, depth: int) -> Iterator[tuple[Action, Iterator[int]]]:
    """The first actions of the lines, with counts that add up to that of the lines that begin so."""
    return ((action, parts(after(state, action), depth - 1)) for action in actions(state))
