"""Directions on squares and hexagons from the point of view of the mover."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from wazir.piece.board import CIRCLE, Lattice, Vector, length, place, unit
from wazir.piece.words import join_phrases, number_word

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
_EIGHT: Mapping[frozenset[Vector], str] = {
    frozenset({(0, 1), (1, 1), (-1, 1)}): "straight or diagonally forward",
    frozenset({(0, -1), (1, -1), (-1, -1)}): "straight or diagonally backward",
    frozenset(_SINGLE): "in any direction",
    **{
        frozenset(_SINGLE)
        - {step}: f"in any direction but {'straight' if 0 in step else 'diagonally'} {words}"
        for step, words in _SINGLE.items()
    },
}
_ASIDE = {1: "to the right", -1: "to the left"}
_AHEAD = {1: "forward", -1: "backward"}

_MANY_PARTS = 3
"""The minimum number of missing directions for listing the present ones."""


def square_size(vector: Vector) -> tuple[int, int]:
    """The two components of a step, the smaller first; 0 if it is straight or diagonal."""
    near, far = sorted((abs(vector[0]), abs(vector[1])))
    return (0 if near == far else near), far


def square_lines(units: frozenset[Vector]) -> tuple[str, ...]:
    """The directions of straight and diagonal steps: "forward or sideways", "diagonally backward".

    Two phrases if one would be ambiguous.
    """
    if units in _EIGHT:
        return (_EIGHT[units],)
    straight = frozenset(v for v in units if 0 in v)
    diagonal = units - straight
    names = []
    if straight:
        names.append(
            _ORTHOGONAL.get(straight) or join_phrases(_SINGLE[v] for v in _clockwise(straight))
        )
    if diagonal:
        names.append(
            _DIAGONAL.get(diagonal)
            or f"diagonally {join_phrases(_SINGLE[v] for v in _clockwise(diagonal))}"
        )
    return tuple(names)


def square_obliques(vectors: frozenset[Vector]) -> str:
    """The directions of oblique leaps of one size; empty if all eight are present."""
    everything = square_family(next(iter(vectors)))
    if vectors == everything:
        return ""
    named = _named(vectors, everything)
    missing = _named(everything - vectors, everything)
    if len(missing) < len(named) and len(named) > _MANY_PARTS:
        return f"in any direction but {join_phrases(missing)}"
    return join_phrases(named)


_Parts = tuple[tuple[str, Callable[[int, int], bool]], ...]
"""Sets of directions, each with its name; the largest first."""


def _whole_parts(
    vectors: frozenset[Vector], everything: frozenset[Vector], parts: _Parts
) -> tuple[list[str], set[Vector]]:
    """The names of the sets that some leaps of one size fill, and the leaps that are left."""
    left, names = set(vectors), []
    for words, test in parts:
        part = {v for v in everything if test(*v)}
        if part and part <= left:
            left -= part
            names.append(words)
    return names, left


def _named(vectors: frozenset[Vector], everything: frozenset[Vector]) -> list[str]:
    """The directions of some oblique leaps, half circles and pairs first."""
    near, far = square_size(next(iter(everything)))
    parts, left = _whole_parts(vectors, everything, _OBLIQUE)
    names = [words.format(near=number_word(near), far=number_word(far)) for words in parts]
    for x, y in _clockwise(left):
        ahead, aside = _AHEAD[unit((x, y))[1]], _ASIDE[unit((x, y))[0]]
        names.append(f"{number_word(abs(y))} {ahead} and {number_word(abs(x))} {aside}")
    return names


_QUADRANTS = ((1, 1), (1, -1), (-1, 1), (-1, -1))
"""The signs of the two parts of a step."""


def square_family(vector: Vector) -> frozenset[Vector]:
    """All steps of the same size; straight and diagonal ones of one length together."""
    near, far = square_size(vector)
    if not near:
        return frozenset((x * far, y * far) for x, y in _SINGLE)
    return frozenset((x * a, y * b) for a, b in ((near, far), (far, near)) for x, y in _QUADRANTS)


_OBLIQUE: _Parts = (
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


# Hexagons


_HEX_SINGLE: Mapping[Vector, str] = {
    (0, 1): "forward right",
    (1, 0): "to the right",
    (1, -1): "backward right",
    (0, -1): "backward left",
    (-1, 0): "to the left",
    (-1, 1): "forward left",
}
"""The six neighbours, clockwise."""
_NEIGHBOURS = tuple(_HEX_SINGLE)
_PAIRS = tuple(zip(_NEIGHBOURS, (*_NEIGHBOURS[1:], _NEIGHBOURS[0]), strict=True))
_IN_WORDS = ((-1, 1), (0, 1), (-1, 0), (1, 0), (0, -1), (1, -1))
"""The order in which they are listed."""
_HEX_SETS: Mapping[frozenset[Vector], str] = {
    frozenset(_HEX_SINGLE): "in any direction",
    frozenset({(1, 0), (-1, 0)}): "sideways",
    frozenset(_HEX_SINGLE) - {(1, 0), (-1, 0)}: "in any direction but sideways",
    frozenset(_HEX_SINGLE) - {(0, -1), (1, -1)}: "in any direction but backward",
    frozenset(_HEX_SINGLE) - {(0, 1), (-1, 1)}: "in any direction but forward",
    **{
        frozenset(_HEX_SINGLE) - {step}: f"in any direction but {words}"
        for step, words in _HEX_SINGLE.items()
    },
}
HEX_CIRCLE = 24
"""The number of parts of the circle for `hex_place`."""


def hex_parts(vector: Vector) -> tuple[tuple[int, Vector], ...]:
    """A step as single steps in one direction and in the next one clockwise."""
    for (ax, ay), (bx, by) in _PAIRS:
        turned = ax * by - ay * bx
        a = (vector[0] * by - vector[1] * bx) // turned
        b = (ax * vector[1] - ay * vector[0]) // turned
        if a > 0 and b >= 0:
            return ((a, (ax, ay)), (b, (bx, by))) if b else ((a, (ax, ay)),)
    return ()


def hex_size(vector: Vector) -> tuple[int, int]:
    """The components in two neighbouring directions, the smaller first; 0 if it is straight."""
    numbers = sorted(number for number, _ in hex_parts(vector))
    return (0, length(Lattice.HEX, vector)) if len(numbers) < 2 else (numbers[0], numbers[1])


def hex_lines(units: frozenset[Vector]) -> tuple[str, ...]:
    """The directions of straight steps: "forward left or to the left"."""
    return (
        _HEX_SETS.get(units)
        or join_phrases(_HEX_SINGLE[unit] for unit in _IN_WORDS if unit in units),
    )


def hex_obliques(vectors: frozenset[Vector]) -> str:
    """The directions of leaps of one size that are not straight; empty if all are present."""
    everything = hex_family(next(iter(vectors)))
    if vectors == everything:
        return ""
    names, left = _whole_parts(vectors, everything, _HEX_OBLIQUE)
    for vector in sorted(left, key=lambda vector: (hex_place(vector), vector)):
        longer_first = sorted(hex_parts(vector), key=lambda part: -part[0])
        names.append(
            " and ".join(
                f"{number_word(number)} {_HEX_SINGLE[unit]}" for number, unit in longer_first
            )
        )
    return join_phrases(names)


def hex_family(vector: Vector) -> frozenset[Vector]:
    """All steps of the same size."""
    near, far = hex_size(vector)
    sizes = ((near, far), (far, near))
    return frozenset(
        (ax * a + bx * b, ay * a + by * b) for (ax, ay), (bx, by) in _PAIRS for a, b in sizes
    )


_HEX_OBLIQUE: _Parts = (
    ("forward", lambda _, y: y > 0),
    ("backward", lambda _, y: y < 0),
    ("to the right", lambda x, y: 2 * x + y > 0),
    ("to the left", lambda x, y: 2 * x + y < 0),
    ("straight forward", lambda x, y: y > 0 and 2 * x + y == 0),
    ("straight backward", lambda x, y: y < 0 and 2 * x + y == 0),
)


def hex_place(vector: Vector) -> int:
    """The direction of a step in parts of the circle, clockwise from straight forward. Some
    directions share a part.
    """
    components = hex_parts(vector)
    if not components:
        return 0
    number = 4 * _NEIGHBOURS.index(components[0][1]) + 2
    if len(components) == 2:
        first, second = components[0][0], components[1][0]
        if first == second:
            number += 2
        elif first > second:
            number += 1
        else:
            number += 3
    return number % HEX_CIRCLE


# Both


@dataclass(frozen=True, slots=True)
class Compass:
    """The directions of a lattice."""

    size: Callable[[Vector], tuple[int, int]]
    """The two components of a step, the smaller first; 0 if it has a named direction."""
    family: Callable[[Vector], frozenset[Vector]]
    """All steps of the same size."""
    lines: Callable[[frozenset[Vector]], tuple[str, ...]]
    """The directions of steps with a named direction; two phrases if one would be ambiguous."""
    obliques: Callable[[frozenset[Vector]], str]
    """The directions of other leaps of one size; empty if all are present."""
    neighbours: int
    """The number of named directions."""
    place: Callable[[Vector], int]
    """The direction of a step in parts of the circle, clockwise from straight forward."""
    circle: int
    """The number of parts."""


COMPASSES: Mapping[Lattice, Compass] = {
    Lattice.SQUARE: Compass(
        size=square_size,
        family=square_family,
        lines=square_lines,
        obliques=square_obliques,
        neighbours=8,
        place=place,
        circle=CIRCLE,
    ),
    Lattice.HEX: Compass(
        size=hex_size,
        family=hex_family,
        lines=hex_lines,
        obliques=hex_obliques,
        neighbours=6,
        place=hex_place,
        circle=HEX_CIRCLE,
    ),
}
