"""A piece in hand in a position of a variant: the squares where it may enter the board."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from wazir.features.views.scene import SquareView
from wazir.piece.board import PlayingBoard, square_name
from wazir.piece.drawing.diagram import Diagram, Mark
from wazir.piece.model import Square

HELD = re.compile(r"[A-Za-z]@")
"""The place of a piece in hand: its letter, White's in capitals."""
_DROPPED = "It may be dropped here."
_AT_GATE = "It may enter here behind the piece that leaves the square."
_NO_DROP = "It cannot be dropped here."
_OCCUPIED = "A piece enters on an empty square."


def squares_of_held(
    position: Diagram, board: PlayingBoard, men: Mapping[str, str], *, white: bool
) -> Iterator[SquareView]:
    """The squares of the board, row by row from the top, for a piece in hand.

    Args:
        position: The position, with marks where the piece may enter.
        board: Its board.
        men: The names of the pieces by their squares.
        white: Whether the piece is White's.
    """
    for row in board.window.rows():
        for at in row:
            name = square_name(at, board)
            holds = _holds(position, at, white=white)
            yield _square(position, board, at, holds=holds, there=men.get(name, holds))


def _holds(position: Diagram, at: Square, *, white: bool) -> str:
    """What is on a square, in the words of the protocol."""
    if at in position.walls:
        return "wall"
    if at not in position.men:
        return ""
    return "friend" if position.men[at].white == white else "foe"


def _square(
    position: Diagram, board: PlayingBoard, at: Square, *, holds: str, there: str
) -> SquareView:
    name, (x, y) = square_name(at, board), board.window.middle(at)
    is_open = position.marks.get(at) is Mark.ENTER
    what = "may enter there" if is_open else "cannot enter there"
    return SquareView(
        name=name,
        x=round(x, 4),
        y=round(y, 4),
        label=", ".join(filter(None, (name, there, what))),
        holds=holds,
        mark=Mark.ENTER.sign if is_open else "",
        deviation="",
        reached=is_open,
        does=("enters",) if is_open else (),
        why=_why(is_open=is_open, is_empty=not holds),
        blockers=(),
        spans=(),
        ways=(),
        more_ways=0,
    )


def _why(*, is_open: bool, is_empty: bool) -> str:
    """Why the piece may enter on a square or not, as a sentence."""
    if is_open:
        return _DROPPED if is_empty else _AT_GATE
    return _NO_DROP if is_empty else _OCCUPIED
