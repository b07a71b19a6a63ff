"""Directions, distances and turns on squares, from the point of view of the mover."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from wazir.piece.squares import Vector, place, unit
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

_MANY_PARTS = 3
"""The minimum number of missing directions for listing the present ones."""


def size(vector: Vector) -> tuple[int, int]:
    """The two components of a step, the smaller first; 0 if it is straight or diagonal."""
    near, far = sorted((abs(vector[0]), abs(vector[1])))
    return (0 if near == far else near), far


def line_directions(units: frozenset[Vector]) -> tuple[str, ...]:
    """The directions of straight and diagonal steps: "forward or sideways", "diagonally backward".

    Two phrases if one would be ambiguous.
    """
    if units in _EIGHT:
        return (_EIGHT[units],)
    if len(units) == 7:
        (missing,) = set(_SINGLE) - units
        return (f"in any direction but {'' if 0 in missing else 'diagonally '}{_SINGLE[missing]}",)
    straight = frozenset(v for v in units if 0 in v)
    diagonal = units - straight
    names = []
    if straight:
        names.append(_ORTHOGONAL.get(straight) or listed(_SINGLE[v] for v in _clockwise(straight)))
    if diagonal:
        names.append(_DIAGONAL.get(diagonal) or f"diagonally {listed(_SINGLE[v] for v in _clockwise(diagonal))}")
    return tuple(names)


def oblique_directions(vectors: frozenset[Vector]) -> str:
    """The directions of oblique leaps of one size; empty if all eight are present."""
    everything = family(next(iter(vectors)))
    if vectors == everything:
        return ""
    named, missing = _named(vectors, everything), _named(everything - vectors, everything)
    if len(missing) < len(named) and len(named) > _MANY_PARTS:
        return f"in any direction but {listed(missing)}"
    return listed(named)


def _named(vectors: frozenset[Vector], everything: frozenset[Vector]) -> list[str]:
    """The directions of some oblique leaps, half circles and pairs first."""
    near, far = size(next(iter(everything)))
    left, names = set(vectors), []
    for words, test in _OBLIQUE:
        part = {v for v in everything if test(*v)}
        if part <= left:
            left -= part
            names.append(words.format(near=counted(near), far=counted(far)))
    for x, y in _clockwise(left):
        ahead, aside = _AHEAD[unit((x, y))[1]], _ASIDE[unit((x, y))[0]]
        names.append(f"{counted(abs(y))} {ahead} and {counted(abs(x))} {aside}")
    return names


def family(vector: Vector) -> frozenset[Vector]:
    """All steps of the same size; straight and diagonal ones of one length together."""
    near, far = size(vector)
    if not near:
        return frozenset((x * far, y * far) for x, y in _SINGLE)
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
    """Steps in clockwise order from straight forward."""
    return sorted(vectors, key=lambda v: (place(v), v))
