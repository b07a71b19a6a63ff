"""Directions, distances and turns on hexagons, from the point of view of the mover."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from wazir.piece.model import Lattice, Vector
from wazir.piece.squares import length
from wazir.piece.words import counted, listed

SINGLE: Mapping[Vector, str] = {
    (0, 1): "forward right",
    (1, 0): "to the right",
    (1, -1): "backward right",
    (0, -1): "backward left",
    (-1, 0): "to the left",
    (-1, 1): "forward left",
}
"""The six neighbours, clockwise."""
_NEIGHBOURS = tuple(SINGLE)
_IN_WORDS = ((-1, 1), (0, 1), (-1, 0), (1, 0), (0, -1), (1, -1))
"""The order in which they are listed."""
_SETS: Mapping[frozenset[Vector], str] = {
    frozenset(SINGLE): "in any direction",
    frozenset({(1, 0), (-1, 0)}): "sideways",
    frozenset(SINGLE) - {(1, 0), (-1, 0)}: "in any direction but sideways",
    frozenset(SINGLE) - {(0, -1), (1, -1)}: "in any direction but backward",
    frozenset(SINGLE) - {(0, 1), (-1, 1)}: "in any direction but forward",
}
CIRCLE = 24
"""The number of parts of the circle for `place`."""


def parts(vector: Vector) -> tuple[tuple[int, Vector], ...]:
    """A step as single steps in one direction and in the next one clockwise."""
    for number, (ax, ay) in enumerate(_NEIGHBOURS):
        bx, by = _NEIGHBOURS[(number + 1) % 6]
        turned = ax * by - ay * bx
        a, b = (vector[0] * by - vector[1] * bx) // turned, (ax * vector[1] - ay * vector[0]) // turned
        if a > 0 and b >= 0:
            return ((a, (ax, ay)), (b, (bx, by))) if b else ((a, (ax, ay)),)
    return ()


def size(vector: Vector) -> tuple[int, int]:
    """The components in two neighbouring directions, the smaller first; 0 if it is straight."""
    numbers = sorted(number for number, _ in parts(vector))
    return (0, length(Lattice.HEX, vector)) if len(numbers) < 2 else (numbers[0], numbers[1])


def line_directions(units: frozenset[Vector]) -> tuple[str, ...]:
    """The directions of straight steps: "forward left or to the left"."""
    if units in _SETS:
        return (_SETS[units],)
    if len(units) == 5:
        (missing,) = set(SINGLE) - units
        return (f"in any direction but {SINGLE[missing]}",)
    return (listed(SINGLE[unit] for unit in _IN_WORDS if unit in units),)


def oblique_directions(vectors: frozenset[Vector]) -> str:
    """The directions of leaps of one size that are not straight; empty if all are present."""
    everything = family(next(iter(vectors)))
    if vectors == everything:
        return ""
    left, names = set(vectors), []
    for words, test in _OBLIQUE:
        those = {v for v in everything if test(*v)}
        if those and those <= left:
            left -= those
            names.append(words)
    for vector in clockwise(left):
        names.append(" and ".join(f"{counted(number)} {SINGLE[unit]}" for number, unit in _longer_first(vector)))
    return listed(names)


def _longer_first(vector: Vector) -> list[tuple[int, Vector]]:
    return sorted(parts(vector), key=lambda part: -part[0])


def family(vector: Vector) -> frozenset[Vector]:
    """All steps of the same size."""
    near, far = size(vector)
    steps = set()
    for number, (ax, ay) in enumerate(_NEIGHBOURS):
        bx, by = _NEIGHBOURS[(number + 1) % 6]
        steps |= {(ax * a + bx * b, ay * a + by * b) for a, b in ((near, far), (far, near))}
    return frozenset(steps)


_OBLIQUE: tuple[tuple[str, Callable[[int, int], bool]], ...] = (
    ("forward", lambda _, y: y > 0),
    ("backward", lambda _, y: y < 0),
    ("to the right", lambda x, y: 2 * x + y > 0),
    ("to the left", lambda x, y: 2 * x + y < 0),
    ("straight forward", lambda x, y: y > 0 and 2 * x + y == 0),
    ("straight backward", lambda x, y: y < 0 and 2 * x + y == 0),
)


def clockwise(vectors: Iterable[Vector]) -> list[Vector]:
    """Steps in clockwise order from straight forward."""
    return sorted(vectors, key=lambda v: (place(v), v))


def place(vector: Vector) -> int:
    """The direction of a step in parts of the circle, clockwise from straight forward. Some directions share a part."""
    components = parts(vector)
    if not components:
        return 0
    number = 4 * _NEIGHBOURS.index(components[0][1]) + 2
    if len(components) == 2:
        first, second = components[0][0], components[1][0]
        number += 2 if first == second else 1 if first > second else 3
    return number % CIRCLE
