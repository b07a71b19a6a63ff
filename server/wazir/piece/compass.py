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
    lines: Callable[[frozenset[Vector]], tuple[str, ...]]
    """The directions of such steps; two phrases where one would be ambiguous."""
    obliques: Callable[[frozenset[Vector]], str]
    """The directions of other leaps of one size; nothing if they are all."""
    neighbours: int
    """How many directions words are made for."""
    place: Callable[[Vector], int]
    """The direction of a step in parts of the circle, clockwise from straight forward."""
    circle: int
    """How many parts that are."""
    turns: Mapping[frozenset[int], str]
    """The ways of a later leg by the turns from the heading before it."""
    about: tuple[tuple[str, frozenset[int]], ...]
    """Turns that differ with the heading, more or less."""


COMPASSES: Mapping[Lattice, Compass] = {
    Lattice.SQUARE: Compass(
        directions.size, directions.line_directions, directions.oblique_directions, 8,
        directions.place, directions.CIRCLE, directions.TURNS, directions.ABOUT,
    ),
    Lattice.HEX: Compass(
        hexagons.size, hexagons.line_directions, hexagons.oblique_directions, 6,
        hexagons.place, hexagons.CIRCLE, hexagons.TURNS, hexagons.ABOUT,
    ),
}  # fmt: skip
