"""The squares that a single step passes (B18, B22)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice
from typing import TypeVar

from wazir.piece.model import JUMPS, Lattice, Over, Square, Vector

MOST_WAYS = 64
"""The maximum number of ways to pass. A step across the largest diagram has fewer paths."""
MOST_TRIED = 4096
"""The maximum number of squares tried for that."""

_HEX = Lattice.HEX
_ONE_PATH = (Over.CLEAR_STRAIGHT_FIRST, Over.ONE_STRAIGHT_FIRST)
HALFWAY = (Over.CLEAR_HALFWAY, Over.ONE_HALFWAY)
"""The values that depend on one square."""

State = TypeVar("State")
"""The known contents of squares."""

Ask = Callable[[State, Square, bool], State | None]
"""Require a square to be occupied or empty. Returns the new state, or None if it is impossible."""


@lru_cache(maxsize=4096)
def _parts(step: Vector, lattice: Lattice) -> tuple[Vector, int, Vector, int]:
    """A step as diagonal and straight steps; on hexagons as steps in the two adjacent directions."""
    x, y = step
    right, up = (x > 0) - (x < 0), (y > 0) - (y < 0)
    if lattice is _HEX and right == up:
        return (right, 0), abs(x), (0, up), abs(y)
    diagonals, longest = min(abs(x), abs(y)), max(abs(x), abs(y))
    straight = (right, 0) if abs(x) > abs(y) else (0, up)
    return (right, up), diagonals, straight, longest - diagonals


def _passes_halfway(occupied: bool, step: Vector, origin: Square, ask: Ask[State], state: State) -> tuple[State, ...]:
    right, up = (int(part / 2) for part in step)
    if (right, up) == (0, 0):
        return () if occupied else (state,)
    then = ask(state, (origin[0] + right, origin[1] + up), occupied)
    return () if then is None else (then,)


def passes(
    over: Over, step: Vector, origin: Square, ask: Ask[State], state: State, lattice: Lattice = Lattice.SQUARE
) -> Iterator[State]:
    """The states after a step over the squares between, one for each way to pass.

    Every order of the diagonal and straight parts of an oblique step is a path, straight parts first. Where squares
    hold what is needed, paths with different requirements are different ways (M8), up to MOST_WAYS.
    """
    if over in HALFWAY:
        return iter(_passes_halfway(over in JUMPS, step, origin, ask, state))
    diagonal, diagonals, straight, straights = _parts(step, lattice)
    pieces = int(over in JUMPS)
    one_path = over in _ONE_PATH
    tried: set[tuple[int, int, int, int]] = set()
    visited: list[State] = []  # keeps the states alive, so that identities are unique

    def onward(i: int, j: int, left: int, known: State) -> Iterator[State]:
        """Continue after *i* diagonal and *j* straight parts, with *left* more pieces required."""
        visited.append(known)
        for di, dj in ((i, j + 1), (i + 1, j)):
            if one_path and di > i and j < straights:
                continue
            if di > diagonals or dj > straights or (di, dj, left, id(known)) in tried or len(tried) > MOST_TRIED:
                continue
            tried.add((di, dj, left, id(known)))
            if di + dj == diagonals + straights:
                if left == 0:
                    yield known
                continue
            square = (origin[0] + di * diagonal[0] + dj * straight[0], origin[1] + di * diagonal[1] + dj * straight[1])
            for occupied in (False, True)[: left + 1]:
                then = ask(known, square, occupied)
                if then is not None:
                    yield from onward(di, dj, left - occupied, then)

    return islice(onward(0, 0, pieces, state), MOST_WAYS)
