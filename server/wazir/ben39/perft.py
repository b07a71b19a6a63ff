"""Counts of all lines of play of a length, by which rules are compared (G27)."""

from __future__ import annotations

from wazir.ben39.actions import Action, after
from wazir.ben39.position import State
from wazir.ben39.rules import actions


def perft(state: State, depth: int) -> int:
    """How many lines of *depth* actions there are. A line that ends before with a king taken is none of them."""
    if depth == 0:
        return 1
    return sum(perft(after(state, action), depth - 1) for action in actions(state))


def divide(state: State, depth: int) -> list[tuple[Action, int]]:
    """How many of the lines begin with each action."""
    return [(action, perft(after(state, action), depth - 1)) for action in actions(state)]
