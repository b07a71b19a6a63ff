"""The shapes in the picture of a position: each is defined once, and used wherever it occurs."""

from __future__ import annotations

from wazir.ben39.position import CASTLES, LETTERS, LINE_PIECES, SQUARE_PIECES, Piece, Side
from wazir.piece.shapes import number

_MARKS = {Piece.CASTLE_STRAIGHT: "s", Piece.CASTLE_DIAGONAL: "d", Piece.CASTLE_EITHER: "e"}
_SIGNS = {
    Piece.CASTLE_STRAIGHT: '<path class="{0}s" d="M2 0H9M5.5-3.5V3.5"/>',
    Piece.CASTLE_DIAGONAL: '<path class="{0}s" d="M2.7-2.8L8.3 2.8M8.3-2.8L2.7 2.8"/>',
    Piece.CASTLE_EITHER: '<text class="ll {0}t" x="5.5" y="3.8">?</text>',
}
"""What stands behind the letter of a castle for its next step (G14)."""
_TILES = {Side.WHITE: "M0-14.5L9.8-8.5 12 12H-12L-9.8-8.5z", Side.BLACK: "M0 14.5L9.8 8.5 12-12H-12L-9.8 8.5z"}
"""Pieces on squares point to where their pawns go, so that sides are told by shape too."""


def shape_id(side: Side, piece: Piece) -> str:
    """The name of the shape of a piece on the board."""
    return stored_id(side, piece.letter) + _MARKS.get(piece, "")


def stored_id(side: Side, letter: str) -> str:
    """The name of the shape of a piece in hand or in reserve."""
    return f"{_ink(side)}{letter}"


def letter_id(side: Side, piece: Piece) -> str:
    """The name of the letter alone of a piece on squares."""
    return f"{stored_id(side, piece.letter)}t"


def _ink(side: Side) -> str:
    return "k" if side else "w"


def _on_square(side: Side, letter: str) -> str:
    return f'<path class="{_ink(side)}" d="{_TILES[side]}"/>{_letter(side, letter)}'


def _letter(side: Side, letter: str) -> str:
    return f'<text class="pl {_ink(side)}t" y="{number(4.2 if side else 6.4)}">{letter}</text>'


def _on_line(side: Side, letter: str) -> str:
    ink = _ink(side)
    return f'<circle class="{ink}" r="8"/><text class="ll {ink}t" y="3.8">{letter}</text>'


def _castle(side: Side, piece: Piece) -> str:
    ink = _ink(side)
    body = f'<rect class="{ink}" x="-12.5" y="-8" width="25" height="16" rx="8"/>'
    return f'{body}<text class="ll {ink}t" x="-4.5" y="3.8">{piece.letter}</text>{_SIGNS[piece].format(ink)}'


SHAPES: dict[str, str] = {
    **{shape_id(side, piece): _on_square(side, LETTERS[piece]) for side in Side for piece in SQUARE_PIECES},
    **{letter_id(side, piece): _letter(side, LETTERS[piece]) for side in Side for piece in SQUARE_PIECES},
    **{
        shape_id(side, piece): _castle(side, piece) if piece in CASTLES else _on_line(side, piece.letter)
        for side in Side
        for piece in LINE_PIECES
    },
    **{stored_id(side, "C"): _on_line(side, "C") for side in Side},
    "bar": '<path class="ba" d="M-15 12.9L15-12.9"/>',
    "check": '<circle class="ca dd" r="17"/>',
    "taken": '<path class="ca" d="M-17.5-8.5V-17.5H-8.5M8.5-17.5H17.5V-8.5M17.5 8.5V17.5H8.5M-8.5 17.5H-17.5V8.5"/>',
    "left": '<circle class="ac dd" r="9"/>',
    "gone": '<circle class="ac dd" r="5.5"/>',
    "new": '<circle class="ac" r="17.5"/>',
    "actor": '<circle class="ac" r="12"/>',
    "tile": '<path class="so" d="M-20-20H20V20H-20z"/><path class="ln" d="M-20-10L-10-20M-20 0L0-20M-20 10L10-20'
    'M-20 20L20-20M-10 20L20-10M0 20L20 0M10 20L20 10"/><path class="ln hv" d="M-20-20H20V20H-20z"/>',
}
"""What is drawn around the origin, by name. The tile is a movable square; the others are marks."""


def definitions(used: set[str] | None = None) -> str:
    """The shapes of these names, or all."""
    kept = SHAPES.items() if used is None else ((key, shape) for key, shape in SHAPES.items() if key in used)
    return "".join(f'<g id="{key}">{shape}</g>' for key, shape in kept)
