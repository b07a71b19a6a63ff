"""The eight directions, their numbers and their steps (S4 to S6). A direction is counted clockwise from north."""

from __future__ import annotations

from collections.abc import Iterable

from wazir.piece.model import Vector

NUMBERS = (1, 16, 2, 32, 4, 64, 8, 128)
"""What each direction counts in a sum, clockwise from north."""
ABBREVIATIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
WORDS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
HALVES = ("NNE", "ENE", "ESE", "SSE", "SSW", "WSW", "WNW", "NNW")
"""The same, turned clockwise by half an eighth: those of oblique steps."""

_ORDER = (0, 2, 4, 6, 1, 3, 5, 7)
"""The directions by their numbers."""
_STRAIGHT: tuple[Vector, ...] = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))

Oblique = tuple[int, int]
"""The two parts of an oblique step, the short one first."""


def directions(total: int) -> tuple[int, ...]:
    """The directions of a sum, by their numbers."""
    return tuple(direction for direction in _ORDER if total & NUMBERS[direction])


def total(chosen: Iterable[int]) -> int:
    """The sum of some directions."""
    return sum(NUMBERS[direction] for direction in chosen)


def step(direction: int, oblique: Oblique | None = None) -> Vector:
    """The step in a direction; an oblique one goes half an eighth further clockwise."""
    if oblique is None:
        return _STRAIGHT[direction % 8]
    short, long = oblique
    eastward = ((short, long), (long, short), (long, -short), (short, -long))[direction % 4]
    return eastward if direction % 8 < 4 else (-eastward[0], -eastward[1])


def mirrored(direction: int) -> int:
    """The direction on the other side, with east and west exchanged."""
    return -direction % 8
