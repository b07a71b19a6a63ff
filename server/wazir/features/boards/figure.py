"""A game as a figure: the position after all its actions."""

from __future__ import annotations

from wazir.ben39 import fen
from wazir.ben39.actions import Game
from wazir.features.boards.picture import picture
from wazir.features.boards.text import sentence
from wazir.features.sheet import Figure
from wazir.piece.drawing.shapes import Theme


def figure(name: str, game: Game, theme: Theme = Theme.AUTO) -> Figure:
    """The last position of a game, with the action that led to it, and its one-line form."""
    played = game.actions[-1] if game.actions else None
    drawn = picture(game.state, title=name, description=sentence(game.state), played=played, theme=theme)
    return Figure(name, fen.write(game.state), drawn)
