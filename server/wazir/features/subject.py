"""What a definition is about, to be shown: a piece, or a position of a game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from wazir.features.game.position import PositionSubject, game_of
from wazir.notations.base import Definition, HoverText
from wazir.piece.drawing import diagram, svg
from wazir.piece.drawing.svg import Theme
from wazir.piece.model import Piece, Reach
from wazir.piece.motion import reach
from wazir.piece.motion.walk import LIMIT
from wazir.piece.words.sentence import sentence

HEIGHT_OF_PIECE, HEIGHT_OF_PART = 200, 150
"""Of pictures, in pixels: a hover of VS Code shows 250 without scrolling."""
LONG_PATH = 8
"""For pieces with more legs to a path the search is limited, so that a request is answered in time."""


class Subject(Protocol):
    """What can be shown of a piece or of a position."""

    @property
    def sentence(self) -> str:
        """A description for people who do not see the picture."""

    def diagram(self) -> str:
        """The subject as text."""

    def picture(self, title: str, theme: Theme) -> str:
        """The subject as SVG."""


@dataclass(frozen=True, slots=True)
class PieceSubject:
    """A piece by itself."""

    piece: Piece
    letter: str = ""
    """The letter that marks its square."""
    height: int = HEIGHT_OF_PIECE
    """The height of its picture, in pixels."""

    @property
    def sentence(self) -> str:
        """The moves of the piece in words."""
        return sentence_of(self.piece)

    def diagram(self) -> str:
        """The moves as a text diagram."""
        return str(diagram.text(reach_of(self.piece)))

    def picture(self, title: str, theme: Theme) -> str:
        """The moves as SVG."""
        return svg.picture(
            reach_of(self.piece),
            title=title,
            description=self.sentence,
            letter=self.letter,
            theme=theme,
            height=self.height,
        )


def subject_of(shown: Definition | HoverText, letter: str = "", height: int = HEIGHT_OF_PIECE) -> Subject | None:
    """The subject of a definition or of a hover text; None if it has nothing to draw.

    Args:
        shown: The definition or hover text.
        letter: The letter for the square of a piece.
        height: The height of the picture of a piece, in pixels.
    """
    if game := game_of(shown):
        return PositionSubject(game)
    return PieceSubject(shown.piece, letter, height) if shown.piece and shown.piece.moves else None


@lru_cache(maxsize=256)
def sentence_of(piece: Piece) -> str:
    """The moves of a piece in words, cached."""
    return sentence(piece)


@lru_cache(maxsize=256)
def reach_of(piece: Piece) -> Reach:
    """The squares that a piece reaches, cached; the search is limited for long paths."""
    longest = max((len(move.legs) for move in piece.moves), default=0)
    return reach.reach(piece, limit=min(LIMIT, LIMIT * LONG_PATH // max(longest, 1)))
