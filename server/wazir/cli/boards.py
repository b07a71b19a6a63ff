"""Output of `show` for games: text, pictures, pages."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from wazir.ben39.actions import Game, spell
from wazir.ben39.evaluation import facts
from wazir.ben39.words import sentences
from wazir.cli.console import Paint, safe
from wazir.features.game.page import page
from wazir.features.game.position import drawing, figure, named_games
from wazir.features.sheet import Figure
from wazir.notations.base import Definition
from wazir.piece.drawing.shapes import Theme

_UNNAMED = "Unnamed record"


def drawn(definition: Definition, game: Game, paint: Paint, room: int) -> Iterator[str]:
    """The lines of a record: its last position as a text diagram, and the facts of that position."""
    yield paint("heading", safe(definition.name or _UNNAMED)) + paint("code", _after(game))
    if definition.broken:
        yield paint("error", "The definition has an error (see `wazir check`); this is the part that could be read.")
    yield ""
    yield from drawing(game.state).splitlines()
    yield ""
    for sentence in sentences(facts(game.state)):
        yield from textwrap.wrap(sentence, room, break_on_hyphens=False)


def _after(game: Game) -> str:
    if not game.actions:
        return ""
    return f"  (after {len(game.actions)} action{'s' * (len(game.actions) != 1)}, the last {spell(game.actions[-1])})"


def figures(definitions: Sequence[Definition], theme: Theme) -> Iterator[Figure]:
    """The last positions of some records."""
    return (figure(name, game, theme) for name, game in named_games(definitions, _UNNAMED))


def pages(definitions: Sequence[Definition], title: str) -> str:
    """The page that steps through the games of some records."""
    return page(named_games(definitions, _UNNAMED), title)
