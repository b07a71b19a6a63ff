"""A variant as the board of a static page needs it: its text for the engine, and all that the
script draws. The engine beside the page knows the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from wazir.document import Document, Placed
from wazir.features.game.variant import (
    LEVELS,
    MAX_SECONDS,
    PROGRAM,
    PlayedVariant,
    board_squares,
    variant_at,
)
from wazir.features.game.view import BoardSquareView
from wazir.piece.board import SquareBoard
from wazir.piece.drawing.shapes import CELL, MARGIN, Frame, layout_of
from wazir.piece.drawing.svg import board_with_shapes, shape_of_man

HEIGHT = 300
"""The height of the picture in pixels. The page scales it."""


@dataclass(frozen=True, slots=True)
class PlayablePiece:
    """A piece of a side."""

    name: str
    side: str
    letter: str
    """In upper case; a promoted piece has a `+` before it."""
    shape: str
    """The name of its shape in the picture."""


@dataclass(frozen=True, slots=True)
class PlayableBoard:
    """The board of a variant, with the pieces that may come to it."""

    name: str
    start: str
    """The position at the start in FEN."""
    squares: tuple[BoardSquareView, ...]
    frame: Frame
    pieces: dict[str, PlayablePiece]
    """By their letters in FEN."""
    picture: str
    """The empty board as SVG, with the shapes of the pieces."""

    def as_json(self, config: str) -> dict[str, Any]:
        """The board as plain data, with the text for the engine that defines the variant, and the
        strengths of the engine as an opponent.
        """
        return {
            **asdict(self),
            "config": config,
            "program": PROGRAM,
            "levels": [level._asdict() for level in LEVELS],
            "seconds": MAX_SECONDS,
        }


def playable_board(document: Document, placed: Placed) -> PlayableBoard | None:
    """The board of the variant that a chunk defines, or None if it cannot be drawn."""
    played = variant_at(document, placed.start)
    if played is None:
        return None
    start = played.position(played.variant.start_fen)
    if start is None or not isinstance(start.board, SquareBoard):
        return None
    name, board = played.variant.name, start.board
    letters = dict.fromkeys(_letters(played))
    known = ((letter, played.man(letter)) for letter in letters)
    men = {letter: man for letter, man in known if man}
    return PlayableBoard(
        name=name,
        start=played.variant.start_fen,
        squares=tuple(board_squares(board)),
        frame=Frame(layout_of(board.window, [], HEIGHT).left, MARGIN, CELL),
        pieces={
            letter: PlayablePiece(
                name=played.name_of(man.letter),
                side="white" if man.white else "black",
                letter=man.letter,
                shape=shape_of_man(man),
            )
            for letter, man in men.items()
        },
        picture=board_with_shapes(start, men.values(), title=name, height=HEIGHT),
    )


def _letters(played: PlayedVariant) -> Iterator[str]:
    """The letters of the pieces in FEN."""
    for piece in played.variant.pieces:
        for letter in (*piece.letters, piece.letter.upper(), piece.letter.lower()):
            yield letter
            if piece.promoted:
                yield f"+{letter}"
