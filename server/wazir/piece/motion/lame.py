"""The squares that a lame leap passes, by each way of passing them (M5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice
from typing import TypeVar

from wazir.budget import MAX_SQUARES_TO_PASS, MAX_WAYS_TO_PASS
from wazir.piece.board import Square, Vector, length, steps_of
from wazir.piece.model import JUMPS, Lattice, Over

MAX_KING_STEPS = 60
"""The maximum length of a step on a board or over its edge, in king steps."""

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
    """A step as diagonal and straight steps; on hexagons as steps in the two adjacent
    directions.
    """
    x, y = step
    right, up = (x > 0) - (x < 0), (y > 0) - (y < 0)
    if lattice is _HEX and right == up:
        return (right, 0), abs(x), (0, up), abs(y)
    diagonals, longest = min(abs(x), abs(y)), max(abs(x), abs(y))
    straight = (right, 0) if abs(x) > abs(y) else (0, up)
    return (right, up), diagonals, straight, longest - diagonals


def passes(
    over: Over,
    *,
    step: Vector,
    origin: Square,
    ask: Ask[State],
    state: State,
    lattice: Lattice = Lattice.SQUARE,
) -> Iterator[State]:
    """The states after a step over the squares between, one for each way to pass.

    Every order of the diagonal and straight parts of an oblique step is a path, straight parts
    first. Where squares hold what is needed, paths with different requirements are different ways
    (M8), up to MAX_WAYS_TO_PASS.
    """
    if over in HALFWAY:
        right, up = (int(part / 2) for part in step)
        if (right, up) == (0, 0):
            return iter(() if over in JUMPS else (state,))
        then = ask(state, (origin[0] + right, origin[1] + up), over in JUMPS)
        return iter(() if then is None else (then,))
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
            if di > diagonals or dj > straights:
                continue
            place = (di, dj, left, id(known))
            if place in tried or len(tried) > MAX_SQUARES_TO_PASS:
                continue
            tried.add(place)
            if di + dj == diagonals + straights:
                if left == 0:
                    yield known
                continue
            square = (
                origin[0] + di * diagonal[0] + dj * straight[0],
                origin[1] + di * diagonal[1] + dj * straight[1],
            )
            for occupied in (False, True)[: left + 1]:
                then = ask(known, square, occupied)
                if then is not None:
                    yield from onward(di, dj, left - occupied, known=then)

    return islice(onward(i=0, j=0, left=pieces, known=state), MAX_WAYS_TO_PASS)


def shortest_paths(
    step: Vector, over: Over = Over.CLEAR, lattice: Lattice = Lattice.SQUARE
) -> Iterator[tuple[Vector, ...]]:
    """The first shortest paths of single steps over the squares that a step passes, straight steps
    first.

    There are at most `MAX_WAYS_TO_PASS`, and none if it does not step, or farther than on any
    board.
    """
    if length(lattice, step) > MAX_KING_STEPS:
        return
    start: tuple[Square, ...] = ((0, 0),)
    for squares in passes(
        over,
        step=step,
        origin=(0, 0),
        ask=lambda squares, square, _: (*squares, square),
        state=start,
        lattice=lattice,
    ):
        yield tuple(steps_of((*squares, step)))
