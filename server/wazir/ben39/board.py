"""The geometry of the board: squares, intersections and their neighbours (G1 to G5).

Squares are numbered row by row from `b2`, seven to a row, and intersections from `a1`, eight to a
row. A set of either is an integer with a bit for each member. The four corners of the grid of
squares are not part of the board.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, reduce
from operator import or_
from typing import Final, TypeAlias

ROWS: Final = 7
"""Rows of squares. There is one more row of intersections."""
SQUARE_FILES, LINE_FILES = "bdfhjln", "acegikmo"

SQUARES = tuple(f"{file}{2 * row + 2}" for row in range(ROWS) for file in SQUARE_FILES)
"""The names of all square locations, by number. `b2`, `n2`, `b14` and `n14` do not exist, but keep
their numbers.
"""
INTERSECTIONS = tuple(f"{file}{2 * row + 1}" for row in range(ROWS + 1) for file in LINE_FILES)
"""The names of all intersections, by number."""

SQUARE_OF = {
    name: number for number, name in enumerate(SQUARES) if name not in {"b2", "n2", "b14", "n14"}
}
INTERSECTION_OF = {name: number for number, name in enumerate(INTERSECTIONS)}
NUMBER_OF = SQUARE_OF | INTERSECTION_OF
"""The numbers of all places, by name."""

RING_NAMES = ("d14", "l14", "n12", "n4", "l2", "d2", "b4", "b12")
"""The locations of the movable squares, clockwise (G3)."""
RING = tuple(SQUARE_OF[name] for name in RING_NAMES)
"""The numbers of those locations."""

Step: TypeAlias = tuple[int, int]
"""Files to the right and ranks up."""

ORTHOGONAL: tuple[Step, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL: tuple[Step, ...] = ((1, 1), (1, -1), (-1, -1), (-1, 1))
KNIGHT: tuple[Step, ...] = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


def mask(places: Iterable[int]) -> int:
    """The set of some places."""
    members = 0
    for place in places:
        members |= 1 << place
    return members


def union(sets: Iterable[int]) -> int:
    """The union of some sets."""
    return reduce(or_, sets, 0)


@lru_cache(maxsize=16_384)
def places(members: int) -> tuple[int, ...]:
    """The members of a set, in order."""
    members_in_order: list[int] = []
    while members:
        lowest = members & -members
        members_in_order.append(lowest.bit_length() - 1)
        members ^= lowest
    return tuple(members_in_order)


def way(place: int, step: Step, width: int, most: int) -> tuple[int, ...]:
    """The places in a direction on a grid of a width, up to its edge or *most* steps."""
    row, column = divmod(place, width)
    reached: list[int] = []
    for _ in range(most):
        row, column = row + step[1], column + step[0]
        if not (0 <= row < width and 0 <= column < width):
            break
        reached.append(row * width + column)
    return tuple(reached)


RING_MASK = mask(RING)
FIXED = mask(SQUARE_OF.values()) & ~RING_MASK
"""The 37 squares that never move."""


def squares_with(movable: Iterable[str]) -> int:
    """The squares that are on the board with some movable squares, given by name."""
    return FIXED | mask(SQUARE_OF[name] for name in movable)


CORNERS: Final = tuple(
    tuple(
        (square // ROWS + up) * (ROWS + 1) + square % ROWS + right
        for up in (0, 1)
        for right in (0, 1)
    )
    for square in range(ROWS * ROWS)
)
"""The corners of each square: south-west, south-east, north-west, north-east."""

CORNER_MASKS: Final = tuple(mask(corners) for corners in CORNERS)

AROUND: Final = tuple(
    tuple(
        row * ROWS + column if 0 <= row < ROWS and 0 <= column < ROWS else None
        for row, column in ((up, right - 1), (up, right), (up - 1, right), (up - 1, right - 1))
    )
    for up in range(ROWS + 1)
    for right in range(ROWS + 1)
)
"""The squares around each intersection, clockwise from the north-west of White; None is off the
grid.
"""

AROUND_MASKS: Final = tuple(
    mask(square for square in squares if square is not None) for squares in AROUND
)


@lru_cache(maxsize=4096)
def crossings(squares: int) -> int:
    """The intersections that exist with a set of squares: all their corners."""
    return union(CORNER_MASKS[square] for square in places(squares))


@lru_cache(maxsize=4096)
def around(intersections: int) -> int:
    """The square locations that touch one of some intersections."""
    return union(AROUND_MASKS[crossing] for crossing in places(intersections))
