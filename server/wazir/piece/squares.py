"""Squares, steps and their lengths, and the contents of squares (M1, M3)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, Flag, auto
from functools import lru_cache
from itertools import pairwise

Vector = tuple[int, int]
"""A step from the point of view of the mover: (right, forward); on hexagons (right, forward-right) (M1)."""

Square = tuple[int, int]
"""(file, rank) from 0, from White's point of view; may be off the board."""


class Content(Flag):
    """The contents of a square in a position."""

    EMPTY = auto()
    FRIEND = auto()
    FOE = auto()


class Lattice(Enum):
    """The unit of steps."""

    __hash__ = object.__hash__  # faster than by name, and each member exists once

    SQUARE = auto()
    """Squares to the right and forward."""
    HEX = auto()
    """Hexagons to the right and forward right."""


_SQUARE, _HEX = Lattice
"""Bound, because Python 3.11 takes long to find members of enumerations."""


def length(lattice: Lattice, step: Vector) -> int:
    """The length of a step in single steps."""
    x, y = step
    if lattice is _HEX and (x < 0) == (y < 0):
        return abs(x + y)
    return max(abs(x), abs(y))


def inner(lattice: Lattice, a: Vector, b: Vector) -> int:
    """The inner product of two steps, or twice that on hexagons; only its sign is meaningful."""
    straight = a[0] * b[0] + a[1] * b[1]
    return straight if lattice is _SQUARE else 2 * straight + a[0] * b[1] + a[1] * b[0]


def steps_of(path: Sequence[Square]) -> list[Vector]:
    """The steps from square to square."""
    return [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path)]


CIRCLE = 16
"""The number of parts of the circle for `place`."""
_QUARTER: tuple[Vector, ...] = ((0, 1), (1, 2), (1, 1), (2, 1))
HEADINGS: tuple[Vector, ...] = (
    *_QUARTER,
    *((y, -x) for x, y in _QUARTER),
    *((-x, -y) for x, y in _QUARTER),
    *((-y, x) for x, y in _QUARTER),
)
"""A step in each of these directions."""


def unit(vector: Vector) -> Vector:
    """The king's step in the direction of a straight or diagonal step."""
    return (vector[0] > 0) - (vector[0] < 0), (vector[1] > 0) - (vector[1] < 0)


_PLACES = {step: number for number, step in enumerate(HEADINGS)}


@lru_cache(maxsize=4096)
def place(vector: Vector) -> int:
    """The direction of a step in sixteenths of a circle, clockwise from straight forward; oblique ones are odd."""
    x, y = map(abs, vector)
    right, forward = unit(vector)
    return _PLACES.get((right * (1 + (x > y > 0)), forward * (1 + (y > x > 0))), 0)
