"""Subjects of definitions to be shown: pieces, and positions of games."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias

from wazir.budget import MAX_SQUARES_OF_WALK
from wazir.features.definitions import board_of
from wazir.features.game.position import PositionSubject, game_of
from wazir.notations.results import Definition, HoverText, Played
from wazir.piece.board import PlayingBoard
from wazir.piece.drawing import diagram, figurines, svg, text_diagram
from wazir.piece.drawing.diagram import Diagram
from wazir.piece.drawing.svg import Theme
from wazir.piece.equivalence import CHESSBOARD, deviations_around
from wazir.piece.model import Piece, Reach
from wazir.piece.motion import reach
from wazir.piece.words.sentence import sentence

HEIGHT_OF_PIECE, HEIGHT_OF_PART = 200, 150
"""Of pictures, in pixels: a hover of VS Code shows 250 without scrolling."""
LONG_PATH = 8
"""For pieces with more legs to a path the search is limited, so that a request is answered in
time.
"""


@dataclass(frozen=True, slots=True)
class PieceSubject:
    """A piece by itself."""

    piece: Piece
    letter: str = ""
    """The letter that marks its square."""
    height: int = HEIGHT_OF_PIECE
    """The height of its picture, in pixels."""
    played: Played | None = None
    """The piece that an engine plays instead, drawn in the same diagram."""
    board: PlayingBoard = CHESSBOARD
    """The board on which they are compared."""
    has_legend: bool = True
    """The picture explains its marks."""
    name: str = ""
    """The name that its author gives it, for its figurine."""
    figurine: str | None = None
    """The figurine in the place of the letter; None for that of the moves."""
    letters: bool = False
    """Its picture has the letter even if the piece has a figurine."""

    @property
    def sentence(self) -> str:
        """The moves of the piece in words."""
        return " ".join(filter(None, (sentence_of(self.piece), played_instead(self.played))))

    def diagram(self) -> str:
        """The moves as a text diagram."""
        return str(text_diagram.drawing(self._drawn))

    @property
    def _drawn(self) -> Diagram:
        return diagram_of(self.piece, self.played, self.board)

    @property
    def _shown_figurine(self) -> str:
        if self.letters or self.figurine is None:
            return figurine_of(self.piece, self.name, letters=self.letters)
        return self.figurine

    def picture(self, title: str, theme: Theme) -> str:
        """The moves as SVG."""
        return svg.of_diagram(
            self._drawn,
            title=title,
            description=self.sentence,
            letter=self.letter,
            figurine=self._shown_figurine,
            theme=theme,
            height=self.height,
            legend=self.has_legend,
        )


Subject: TypeAlias = PieceSubject | PositionSubject
"""A piece or a position to be shown."""


def subject_of(
    shown: Definition | HoverText,
    letter: str = "",
    height: int = HEIGHT_OF_PIECE,
    *,
    letters: bool = False,
) -> Subject | None:
    """The subject of a definition or of a hover text; None if it has nothing to draw.

    Args:
        shown: The definition or hover text.
        letter: The letter for the square of a piece, unless its definition has one; empty for no
            letter.
        height: The height of the picture of a piece, in pixels.
        letters: Draw the letter even if the piece has a figurine.
    """
    if game := game_of(shown):
        return PositionSubject(game)
    if not shown.piece or not shown.piece.moves:
        return None
    subject = PieceSubject(shown.piece, letter, height, letters=letters)
    if isinstance(shown, HoverText):
        return subject
    own_letter = (shown.letter or letter) if letter else ""
    subject = replace(subject, letter=own_letter, name=shown.name or "")
    if shown.played is None:
        return subject
    return replace(subject, played=shown.played, board=board_of(shown))


def figurine_of(piece: Piece | None, name: str = "", *, letters: bool = False) -> str:
    """The figurine of a piece, as in `figurines.toml`; empty without one, or if letters are
    drawn.
    """
    return "" if piece is None or letters else figurines.of_piece(piece, name)


def played_instead(played: Played | None) -> str:
    """The piece that an engine plays, as a sentence; empty if it plays the piece as meant."""
    if played is None:
        return ""
    if not played.piece.moves:
        return f"{played.engine} plays a piece that cannot move."
    words = sentence_of(played.piece)
    return f"{played.engine} plays another piece: it {words[:1].lower()}{words[1:]}"


def diagram_of(
    piece: Piece, played: Played | None, board: PlayingBoard, *, white: bool = True
) -> Diagram:
    """The diagram of a piece, with what an engine plays instead on a board."""
    if played is None:
        return diagram.of_reach(reach_of(piece), white=white)
    both = [reach_of(piece), reach_of(played.piece)]
    window = max((diagram.of_reach(reach).window for reach in both), key=lambda window: window.size)
    meant, other = (diagram.of_reach(reach, window, white=white) for reach in both)
    sign = 1 if white else -1
    by_square = deviations_around(played.meant, played.piece, board)
    turned = {(sign * x, sign * y): how for (x, y), how in by_square.items()}
    return diagram.with_deviations(meant, other, turned, engine=played.engine)


@lru_cache(256)
def sentence_of(piece: Piece, name: str = "") -> str:
    """The moves of a piece of a name in words, cached."""
    return sentence(piece, name)


@lru_cache(256)
def reach_of(piece: Piece) -> Reach:
    """The squares that a piece reaches, cached; the search is limited for long paths."""
    longest = max((len(move.legs) for move in piece.moves), default=0)
    return reach.reach(
        piece, limit=min(MAX_SQUARES_OF_WALK, MAX_SQUARES_OF_WALK * LONG_PATH // max(longest, 1))
    )
