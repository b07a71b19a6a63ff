"""Where things are in the picture of a position; lengths are in units of the picture, of about a pixel each."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from wazir.ben39.board import INTERSECTIONS, ROWS, SQUARES
from wazir.ben39.position import Side

CELL = 40
"""The side of a square."""
LEFT, TOP, BOTTOM = 34, 12, 24
"""From the edges of the picture to the board: room for the names of ranks and files."""
SIDE = ROWS * CELL
ASIDE = LEFT + SIDE + 24
"""Where the hands and reserves begin, beside the board."""
SLOT = 29
"""The width of a letter there."""
WIDTH, HEIGHT = ASIDE + 6 * SLOT + 6, TOP + SIDE + BOTTOM
SQUARE_ROOM, LINE_ROOM = 15.0, 9.5
"""How far arrows keep away from the middle of a piece on a square, and of one on an intersection."""

Point: TypeAlias = tuple[float, float]


class Store(NamedTuple):
    """The heights of what is beside the board of one side: a title, and two rows with a label above each."""

    title: float
    hand_label: float
    hand: float
    reserve_label: float
    reserve: float


STORES = {
    Side.BLACK: Store(TOP + 13, TOP + 31, TOP + 47, TOP + 73, TOP + 88),
    Side.WHITE: Store(TOP + SIDE - 86, TOP + SIDE - 68, TOP + SIDE - 52, TOP + SIDE - 26, TOP + SIDE - 11),
}
"""Black's at the top, White's at the bottom, as they sit."""
MIDDLE = TOP + SIDE / 2
"""The height of what is said between them."""


def named(name: str) -> Point:
    """Where a square or an intersection is."""
    return LEFT + CELL / 2 * (ord(name[0]) - ord("a")), TOP + CELL / 2 * (15 - int(name[1:]))


def square(number: int) -> Point:
    """The middle of a square."""
    return named(SQUARES[number])


def crossing(number: int) -> Point:
    """An intersection."""
    return named(INTERSECTIONS[number])
