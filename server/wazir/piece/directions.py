"""Directions, distances and turns on squares in plain words, as the mover sees them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from wazir.piece.model import Vector
from wazir.piece.words import counted, listed

_ORTHOGONAL: Mapping[frozenset[Vector], str] = {
    frozenset({(0, 1), (0, -1), (1, 0), (-1, 0)}): "orthogonally",
    frozenset({(1, 0), (-1, 0)}): "sideways",
    frozenset({(0, 1), (0, -1)}): "forward or backward",
    frozenset({(0, 1), (1, 0), (-1, 0)}): "forward or sideways",
    frozenset({(0, -1), (1, 0), (-1, 0)}): "backward or sideways",
}
_DIAGONAL: Mapping[frozenset[Vector], str] = {
    frozenset({(1, 1), (-1, 1), (1, -1), (-1, -1)}): "diagonally",
    frozenset({(1, 1), (-1, 1)}): "diagonally forward",
    frozenset({(1, -1), (-1, -1)}): "diagonally backward",
    frozenset({(1, 1), (1, -1)}): "diagonally to the right",
    frozenset({(-1, 1), (-1, -1)}): "diagonally to the left",
}
_EIGHT: Mapping[frozenset[Vector], str] = {
    frozenset({(0, 1), (1, 1), (-1, 1)}): "straight or diagonally forward",
    frozenset({(0, -1), (1, -1), (-1, -1)}): "straight or diagonally backward",
    frozenset((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)) - {(0, 0)}: "in any direction",
}
_SINGLE: Mapping[Vector, str] = {
    (0, 1): "forward",
    (0, -1): "backward",
    (1, 0): "to the right",
    (-1, 0): "to the left",
    (1, 1): "forward right",
    (-1, 1): "forward left",
    (1, -1): "backward right",
    (-1, -1): "backward left",
}
_ASIDE = {1: "to the right", -1: "to the left"}
_AHEAD = {1: "forward", -1: "backward"}

_MOST_PARTS = 3
"""Directions of a leap that would take more words are only counted."""

TURNS: Mapping[frozenset[int], str] = {
    frozenset({0}): "straight on",
    frozenset({8}): "straight back",
    frozenset({4}): "at a right angle to the right",
    frozenset({12}): "at a right angle to the left",
    frozenset({4, 12}): "at a right angle",
    frozenset({0, 8}): "straight on or straight back",
    frozenset({0, 4, 12}): "straight on or at a right angle",
    frozenset({4, 8, 12}): "straight back or at a right angle",
    frozenset({2}): "outward, half to the right",
    frozenset({14}): "outward, half to the left",
    frozenset({2, 14}): "outward",
    frozenset({1, 15}): "outward",
    frozenset({0, 2, 14}): "outward or straight on",
    frozenset({6, 10}): "half back",
    frozenset({6, 8, 10}): "back or half back",
    frozenset({0, 4, 8, 12}): "on in any of four directions",
    frozenset(range(0, 16, 2)) - {8}: "in any direction but straight back",
    frozenset(range(0, 16, 2)): "in any direction",
}
"""The ways of a later leg by the turns from the heading before it, in sixteenths of a circle, clockwise."""


CIRCLE = 16
"""Into how many parts `place` divides the circle."""
_QUARTER: tuple[Vector, ...] = ((0, 1), (1, 2), (1, 1), (2, 1))
HEADINGS: tuple[Vector, ...] = (
    *_QUARTER,
    *((y, -x) for x, y in _QUARTER),
    *((-x, -y) for x, y in _QUARTER),
    *((-y, x) for x, y in _QUARTER),
)
"""A step for each of those parts: the heading of a leap to any square."""
ABOUT = (
    ("outward", frozenset({13, 14, 15, 0, 1, 2, 3})),
    ("to the right", frozenset({3, 4, 5})),
    ("to the left", frozenset({11, 12, 13})),
    ("to either side", frozenset({3, 4, 5, 11, 12, 13})),
    ("back", frozenset({5, 6, 7, 8, 9, 10, 11})),
)
"""Turns that differ with the heading, more or less."""


def unit(vector: Vector) -> Vector:
    """The king's step in the direction of a straight or diagonal step."""
    return (vector[0] > 0) - (vector[0] < 0), (vector[1] > 0) - (vector[1] < 0)


def size(vector: Vector) -> tuple[int, int]:
    """The two numbers of a step, the smaller first: 0 if it is straight or diagonal."""
    near, far = sorted((abs(vector[0]), abs(vector[1])))
    return (0 if near == far else near), far


def line_directions(units: frozenset[Vector]) -> tuple[str, ...]:
    """The directions of straight and diagonal steps: "forward or sideways", "diagonally backward".

    Two of them where one would be ambiguous.
    """
    if units in _EIGHT:
        return (_EIGHT[units],)
    if len(units) == 7:
        (missing,) = set(_SINGLE) - units
        return (f"in any direction but {'straight' if 0 in missing else 'diagonally'} {_SINGLE[missing]}",)
    straight = frozenset(v for v in units if 0 in v)
    diagonal = units - straight
    found = []
    if straight:
        found.append(_ORTHOGONAL.get(straight) or listed(_SINGLE[v] for v in _clockwise(straight)))
    if diagonal:
        found.append(_DIAGONAL.get(diagonal) or f"diagonally {listed(_SINGLE[v] for v in _clockwise(diagonal))}")
    return tuple(found)


def oblique_directions(vectors: frozenset[Vector]) -> str:
    """The directions of oblique leaps of one size; nothing if they are all eight."""
    near, far = sorted(map(abs, next(iter(vectors))))
    everything = _family(near, far)
    if vectors == everything:
        return ""
    left, found = set(vectors), []
    for words, test in _OBLIQUE:
        part = {v for v in everything if test(*v)}
        if part <= left:
            left -= part
            found.append(words.format(near=counted(near), far=counted(far)))
    for x, y in _clockwise(left):
        ahead, aside = _AHEAD[unit((x, y))[1]], _ASIDE[unit((x, y))[0]]
        found.append(f"{counted(abs(y))} {ahead} and {counted(abs(x))} {aside}")
    return listed(found) if len(found) <= _MOST_PARTS else f"in {counted(len(vectors))} of eight directions"


def _family(near: int, far: int) -> frozenset[Vector]:
    return frozenset((sx * a, sy * b) for a, b in ((near, far), (far, near)) for sx in (1, -1) for sy in (1, -1))


_OBLIQUE: tuple[tuple[str, Callable[[int, int], bool]], ...] = (
    ("forward", lambda x, y: y > 0),
    ("backward", lambda x, y: y < 0),
    ("to the right", lambda x, y: x > 0),
    ("to the left", lambda x, y: x < 0),
    ("{far} forward or backward and {near} aside", lambda x, y: abs(y) > abs(x)),
    ("{far} aside and {near} forward or backward", lambda x, y: abs(x) > abs(y)),
    ("{far} forward and {near} aside", lambda x, y: y > abs(x)),
    ("{far} backward and {near} aside", lambda x, y: -y > abs(x)),
    ("{near} forward and {far} aside", lambda x, y: 0 < y < abs(x)),
    ("{near} backward and {far} aside", lambda x, y: 0 < -y < abs(x)),
    ("{far} to the right and {near} forward or backward", lambda x, y: x > abs(y)),
    ("{far} to the left and {near} forward or backward", lambda x, y: -x > abs(y)),
)


def _clockwise(vectors: Iterable[Vector]) -> list[Vector]:
    """Steps in order round the compass, from straight forward."""
    return sorted(vectors, key=lambda v: (place(v), v))


def place(vector: Vector) -> int:
    """The direction of a step in sixteenths of a circle, clockwise from straight forward; oblique ones are odd."""
    x, y = vector
    inside = 0 if 0 in (x, y) else 2 if abs(x) == abs(y) else 1 if abs(x) < abs(y) else 3
    if inside == 0:
        return {(0, 1): 0, (1, 0): 4, (0, -1): 8, (-1, 0): 12}.get(unit(vector), 0)
    if x > 0:
        return inside if y > 0 else 8 - inside
    return 8 + inside if y < 0 else 16 - inside
