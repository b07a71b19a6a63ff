"""The squares that a single step passes, and whether they let it pass (B18, B22)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice
from typing import TypeVar

from wazir.piece.model import JUMPS, Lattice, Over, Square, Vector

MOST_WAYS = 64
"""No more ways to grant one step are followed; a step across the largest diagram has fewer paths."""
MOST_TRIED = 4096
"""No more squares of them are looked at; on a board fewer are enough."""

HALFWAY = (Over.CLEAR_HALFWAY, Over.ONE_HALFWAY)
"""What asks of one square alone."""

State = TypeVar("State")
"""What is known of the squares so far."""

Ask = Callable[[State, Square, bool], State | None]
"""Asks a square to be occupied or empty: what is known then, or None if it cannot be."""


@lru_cache(maxsize=4096)
def _parts(step: Vector, lattice: Lattice) -> tuple[Vector, int, Vector, int]:
    """A step as so many diagonal steps and so many straight ones; on hexagons in the two directions beside it."""
    x, y = step
    right, up = (x > 0) - (x < 0), (y > 0) - (y < 0)
    if lattice is Lattice.HEX and right == up:
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
    """What is known once a step over the squares between is granted, for each way to grant it; none if it is blocked.

    Every order of the diagonal and straight parts of an oblique step is a path, straight parts first. Where squares
    hold what is needed, paths that differ in what they ask are different ways (M8); at most MOST_WAYS are followed.
    """
    if over in HALFWAY:
        return iter(_passes_halfway(over in JUMPS, step, origin, ask, state))
    diagonal, diagonals, straight, straights = _parts(step, lattice)
    pieces = int(over in JUMPS)
    one_path = over in (Over.CLEAR_STRAIGHT_FIRST, Over.ONE_STRAIGHT_FIRST)
    tried: set[tuple[int, int, int, int]] = set()
    kept: list[State] = []  # so that no two states have one identity

    def onward(i: int, j: int, left: int, known: State) -> Iterator[State]:
        """From behind *i* diagonal and *j* straight parts, with *left* pieces still to be met."""
        kept.append(known)
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
