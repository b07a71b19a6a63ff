"""Directions and turns as English means them, worked out from geometry alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import atan2, degrees

from wazir.piece.model import Towards, Vector

Size = tuple[int, int]
"""The two numbers of a step, the smaller first; 0 is straight or diagonal."""
Choose = Callable[[Vector | None, Size], set[Vector]]
"""The steps of a size that directions mean after a heading."""


def family(size: Size) -> set[Vector]:
    """All steps of a size; those of (0, n) lead straight or diagonally."""
    near, far = size
    shapes = {(near, far), (far, near)} | ({(far, far)} if near == 0 else set())
    return {(sx * a, sy * b) for a, b in shapes for sx in (1, -1) for sy in (1, -1)}


def dot(a: Vector, b: Vector) -> int:
    return a[0] * b[0] + a[1] * b[1]


def cross(a: Vector, b: Vector) -> int:
    """Negative where *b* is to the right of *a*."""
    return a[0] * b[1] - a[1] * b[0]


def clockwise(vector: Vector) -> float:
    """The direction in degrees from forward."""
    return degrees(atan2(vector[0], vector[1])) % 360


def apart(a: Vector, b: Vector) -> float:
    """The angle between two directions, in degrees."""
    angle = abs(clockwise(a) - clockwise(b))
    return min(angle, 360 - angle)


def on_side(heading: Vector, vectors: Iterable[Vector], side: str) -> set[Vector]:
    """Those on a side of the heading."""
    return {v for v in vectors if side == "either" or (cross(heading, v) < 0) == (side == "right")}


def octants(size: Size) -> list[Vector]:
    """The eight oblique leaps of a size, clockwise."""
    return sorted(family(size), key=clockwise)


def octant(heading: Vector) -> int:
    return octants(size_of(heading)).index(heading)


def size_of(vector: Vector) -> Size:
    near, far = sorted(map(abs, vector))
    return (0 if near == far else near), far


def always(choose: Callable[[Size], set[Vector]]) -> Choose:
    """A direction of the board."""
    return lambda _, size: choose(size)


def along(axis: int, sign: int) -> Choose:
    """Straight that way; of oblique leaps all that have a part that way."""

    def choose(size: Size) -> set[Vector]:
        every = {v for v in family(size) if v[axis] * sign > 0}
        return every if size[0] else {v for v in every if 0 in v}

    return always(choose)


HALVES = {
    "forward": along(1, 1),
    "backward": along(1, -1),
    "to the right": along(0, 1),
    "to the left": along(0, -1),
}


def both(*choices: Choose) -> Choose:
    """Either of several directions."""
    return lambda heading, size: set().union(*(choose(heading, size) for choose in choices))


@dataclass(frozen=True)
class Directions:
    """Where a leg leads."""

    choose: Choose
    relative: bool = False
    towards: Towards | None = None
    long_side: bool = False

    def steps(self, heading: Vector | None, size: Size) -> set[Vector]:
        if self.long_side and heading and size_of(heading)[0]:
            x, y = heading
            heading = ((x > 0) - (x < 0), 0) if abs(x) > abs(y) else (0, (y > 0) - (y < 0))
        return self.choose(heading, size)


EVERYWHERE = Directions(always(family))
