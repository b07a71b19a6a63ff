"""The layout and the shapes of pictures of Ben39.

Lengths are in units of the picture, about a pixel each.
"""

from __future__ import annotations

from typing import TypeAlias

from wazir.ben39.board import (
    INTERSECTIONS,
    ROWS,
    SQUARES,
)
from wazir.ben39.position import (
    CASTLES,
    LETTERS,
    LINE_PIECES,
    SQUARE_PIECES,
    Piece,
    Side,
)
from wazir.piece.drawing.shapes import Colours, Frame, number

CELL = 40
"""The side of a square."""
LEFT, TOP, BOTTOM = 34, 12, 24
"""The margins of the board, for the names of ranks and files."""
SIDE = ROWS * CELL
ASIDE = LEFT + SIDE + 24
"""The left edge of the hands and reserves, beside the board."""
SLOT = 29
"""The width of a piece there."""
WIDTH, HEIGHT = ASIDE + 6 * SLOT + 6, TOP + SIDE + BOTTOM
BOARD_WIDTH = LEFT + SIDE + 12
"""The width of a picture of the board alone."""
FRAME = Frame(LEFT, TOP, CELL)
SQUARE_ROOM, LINE_ROOM = 15.0, 9.5
"""The room between arrows and the middle of a piece on a square, and of one on an intersection."""

Point: TypeAlias = tuple[float, float]


TITLES = {Side.BLACK: TOP + 13, Side.WHITE: TOP + SIDE - 86}
"""The heights of the titles of the sides beside the board."""
HAND_ROW, RESERVE_ROW = 34, 75
"""The distances of the hand and the reserve from the title."""
MIDDLE = TOP + SIDE / 2
"""The height of the text between them."""


def named(name: str) -> Point:
    """The middle of a square or an intersection."""
    return LEFT + CELL / 2 * (ord(name[0]) - ord("a")), TOP + CELL / 2 * (15 - int(name[1:]))


def square(number: int) -> Point:
    """The middle of a square."""
    return named(SQUARES[number])


def crossing(number: int) -> Point:
    """An intersection."""
    return named(INTERSECTIONS[number])


ACTION = 'fill="none" stroke="{quiet}" stroke-width="2.6"'
"""The pen of the last action. Colours are roles of a palette."""
CAPTURE = 'fill="none" stroke="{capture}" stroke-width="2.6"'
GRID = 'fill="none" stroke="{grid}" stroke-width="1.1"'
DASHED = ' stroke-dasharray="4.5 3"'

SMALL = 'font-size="12" font-weight="700" text-anchor="middle"'
_LARGE = 'font-size="16" font-weight="700" text-anchor="middle"'

_MARKS = {Piece.CASTLE_STRAIGHT: "s", Piece.CASTLE_DIAGONAL: "d", Piece.CASTLE_EITHER: "e"}
_SIGNS = {
    Piece.CASTLE_STRAIGHT: "M2 0H9M5.5-3.5V3.5",
    Piece.CASTLE_DIAGONAL: "M2.7-2.8L8.3 2.8M8.3-2.8L2.7 2.8",
}
"""The sign of the next step of a castle after its letter (G14); a question mark if either is
legal.
"""
_TILES = {
    Side.WHITE: "M0-14.5L9.8-8.5 12 12H-12L-9.8-8.5z",
    Side.BLACK: "M0 14.5L9.8 8.5 12-12H-12L-9.8 8.5z",
}
"""Pieces on squares point in the direction of their pawns, so that the sides differ in shape
too.
"""


def shape_id(side: Side, piece: Piece) -> str:
    """The name of the shape of a piece on the board."""
    return stored_id(side, piece.letter) + _MARKS.get(piece, "")


def stored_id(side: Side, letter: str) -> str:
    """The name of the shape of a piece in hand or in reserve."""
    return f"{'k' if side else 'w'}{letter}"


def letter_id(side: Side, piece: Piece) -> str:
    """The name of the letter of a piece on squares, without its shape."""
    return f"{stored_id(side, piece.letter)}t"


def pen(side: Side) -> str:
    """The pen of a side. The roles of its colours are `white`, `white edge` and `on white`."""
    return f'fill="{{{side}}}" stroke="{{{side} edge}}" stroke-width="1.4" stroke-linejoin="round"'


def _text(side: Side, text: str, x: float, y: float, type_: str) -> str:
    across = f'x="{number(x)}" ' if x else ""
    return f'<text {across}y="{number(y)}" fill="{{on {side}}}" {type_}>{text}</text>'


def _on_square(side: Side, letter: str) -> str:
    return f'<path d="{_TILES[side]}" {pen(side)}/>{_letter(side, letter)}'


def _letter(side: Side, letter: str) -> str:
    return _text(side, letter, x=0, y=4.8 if side else 7, type_=_LARGE)


def _on_line(side: Side, letter: str) -> str:
    return f'<circle r="9" {pen(side)}/>{_text(side, letter, 0, 4.3, SMALL)}'


def _castle(side: Side, piece: Piece) -> str:
    body = f'<rect x="-13" y="-9" width="26" height="18" rx="9" {pen(side)}/>'
    lines = f'<path d="{_SIGNS.get(piece, "")}" stroke="{{on {side}}}" stroke-width="1.7"/>'
    sign = lines if piece in _SIGNS else _text(side, "?", x=5.5, y=4.3, type_=SMALL)
    return body + _text(side, piece.letter, x=-4.5, y=4.3, type_=SMALL) + sign


SHAPES: dict[str, str] = {
    **{
        shape_id(side, piece): _on_square(side, LETTERS[piece])
        for side in Side
        for piece in SQUARE_PIECES
    },
    **{
        letter_id(side, piece): _letter(side, LETTERS[piece])
        for side in Side
        for piece in SQUARE_PIECES
    },
    **{
        shape_id(side, piece): _castle(side, piece)
        if piece in CASTLES
        else _on_line(side, piece.letter)
        for side in Side
        for piece in LINE_PIECES
    },
    **{stored_id(side, "C"): _on_line(side, "C") for side in Side},
    "bar": '<path d="M-15 12.9L15-12.9" stroke="{bar}" stroke-width="2.8"/>',
    "check": f'<circle r="17" {CAPTURE}{DASHED}/>',
    "taken": (
        '<path d="M-17.5-8.5V-17.5H-8.5M8.5-17.5H17.5V-8.5M17.5 8.5V17.5H8.5M-8.5 17.5H-17.5V8.5" '
        f"{CAPTURE}/>"
    ),
    "left": f'<circle r="9" {ACTION}{DASHED}/>',
    "gone": f'<circle r="5.5" {ACTION}{DASHED}/>',
    "new": f'<circle r="17.5" {ACTION}/>',
    "actor": f'<circle r="12" {ACTION}/>',
    "tile": '<path d="M-20-20H20V20H-20z" fill="{square}" stroke="{grid}" stroke-width="2.6"/>'
    '<path d="M-16-16H16V16H-16z" fill="none" stroke="{grid}" stroke-width="1"/>',
}
"""The shapes around the origin, by name. The tile is a movable square; the others are marks."""


def definitions(colours: Colours, used: set[str] | None = None) -> str:
    """The SVG of the shapes with some names, or of all."""
    shapes = (
        SHAPES.items()
        if used is None
        else ((key, shape) for key, shape in SHAPES.items() if key in used)
    )
    return "".join(f'<g id="{key}">{shape.format_map(colours)}</g>' for key, shape in shapes)
