"""The words for directions, by what the board is made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from wazir.piece import directions, hexagons
from wazir.piece.model import Lattice, Vector


@dataclass(frozen=True, slots=True)
class Compass:
    """How directions are said."""

    size: Callable[[Vector], tuple[int, int]]
    """The two numbers of a step, the smaller first; that is 0 if the step has a direction that words are made for."""
    family: Callable[[Vector], frozenset[Vector]]
    """All steps of the size of one."""
    lines: Callable[[frozenset[Vector]], tuple[str, ...]]
    """The directions of steps with a 0 in their size; two phrases where one would be ambiguous."""
    obliques: Callable[[frozenset[Vector]], str]
    """The directions of other leaps of one size; nothing if they are all."""
    neighbours: int
    """How many directions words are made for."""
    place: Callable[[Vector], int]
    """The direction of a step in parts of the circle, clockwise from straight forward."""
    circle: int
    """How many parts that are."""


COMPASSES: Mapping[Lattice, Compass] = {
    Lattice.SQUARE: Compass(
        directions.size, directions.family, directions.line_directions, directions.oblique_directions, 8,
        directions.place, directions.CIRCLE,
    ),
    Lattice.HEX: Compass(
        hexagons.size, hexagons.family, hexagons.line_directions, hexagons.oblique_directions, 6,
        hexagons.place, hexagons.CIRCLE,
    ),
}  # fmt: skip
