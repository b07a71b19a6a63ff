"""Pictures of the positions of a game that is worth seeing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol

from wazir.features.game.playtest.game import Game
from wazir.features.variants import DefinedVariant
from wazir.piece.drawing.diagram import Diagram
from wazir.piece.drawing.svg import Theme, of_diagram
from wazir.placement import BLACK

MAX_POSITIONS = 4
"""Positions of a game that are drawn."""
HEIGHT = 220
"""Pixels of a picture."""


class GamePosition(Protocol):
    """A position of a game that can be drawn."""

    @property
    def caption(self) -> str:
        """The move after which it is."""

    def picture(self, title: str, theme: Theme) -> str:
        """The picture in a theme, as SVG."""


class VariantPosition(NamedTuple):
    """A position of a variant after a move."""

    caption: str
    diagram: Diagram
    letters: bool
    """It is drawn with letters in the place of figurines."""

    def picture(self, title: str, theme: Theme) -> str:
        """The picture in a theme, as SVG."""
        return of_diagram(
            self.diagram,
            title=title,
            description="",
            letters=self.letters,
            theme=theme,
            height=HEIGHT,
            legend=False,
        )


def positions(game: Game, defined: DefinedVariant) -> Iterator[VariantPosition]:
    """Known positions of a game, evenly spread, the last of which is its end; none where the
    board is not drawn.
    """
    document, placed, _ = defined
    capability = document.notation.variants
    if capability is None:
        return
    count = min(MAX_POSITIONS, len(game.fens))
    for number in range(1, count + 1):
        ply, fen = game.fens[number * len(game.fens) // count - 1]
        shown = capability.fen_hover(document.analysis(placed), fen)
        if shown is None or shown.position is None or shown.position.board is None:
            return
        yield VariantPosition(_caption(game, ply), shown.position, document.context.letters)


def _caption(game: Game, ply: int) -> str:
    """The move after which a position is."""
    if not ply:
        return "at the start"
    move = game.moves[ply - 1]
    is_black_first = game.moves[0].side == BLACK
    number = (ply - 1 + is_black_first) // 2 + 1
    return f"after {number}{'...' if move.side == BLACK else '.'} {move.san}"
