"""A position of a game to show: as text, as a picture and in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from wazir.ben39 import fen
from wazir.ben39.actions import Game
from wazir.ben39.evaluation import facts
from wazir.ben39.fen import draw
from wazir.ben39.position import CASTLES, LETTERS, Side, State, turn, unpack
from wazir.ben39.words import balance, listed, occurred, sentences, standing
from wazir.document import Document, Placed
from wazir.features.game.picture import picture
from wazir.features.sheet import Figure
from wazir.notations.results import Definition, HoverText
from wazir.piece.drawing.shapes import Theme

UNNAMED = "A position"
HEIGHT_IN_HOVER, HEIGHT_ON_SHEET = 230, 300
"""Of pictures, in pixels."""


@dataclass(frozen=True, slots=True)
class PositionSubject:
    """The position after the last move of a game."""

    game: Game
    height: int = HEIGHT_IN_HOVER
    """The height of its picture, in pixels."""
    result: str = ""
    """The end of the game as a sentence, if it did not end on the board."""

    @property
    def sentence(self) -> str:
        """The side to move, check, and material."""
        return sentence(self.game.state)

    @property
    def notes(self) -> tuple[str, ...]:
        """The facts of the position, a sentence each; the most important one comes first."""
        known = occurred(self.game.repetitions)
        return (*sentences(facts(self.game.state)), *filter(None, [known]))

    def diagram(self) -> str:
        """The position as text."""
        return drawing(self.game.state)

    def picture(self, title: str, theme: Theme, *, whole: bool = False) -> str:
        """The position as SVG, with the last move. A *whole* picture is the board alone, with all shapes."""
        return picture(
            self.game.state,
            title=title,
            description=self.sentence,
            played=self.game.last,
            theme=theme,
            height=self.height,
            whole=whole,
        )


def game_of(holder: Definition | HoverText) -> Game | None:
    """The game of a definition or of a hover text."""
    return holder.game if isinstance(holder.game, Game) else None


def named_games(definitions: Iterable[Definition], unnamed: str = UNNAMED) -> Iterator[tuple[str, Game]]:
    """The games among some definitions, each with its name."""
    return ((definition.name or unnamed, game) for definition in definitions if (game := game_of(definition)))


def record_at(document: Document, offset: int) -> tuple[Placed, Definition, Game] | None:
    """The record around an offset, or else the first record of its chunk."""
    placed = document.chunk_at(offset)
    local = offset - placed.start
    games = [
        (placed, definition, game)
        for definition in document.analysis(placed).definitions
        if (game := game_of(definition))
    ]
    return next((record for record in games if record[1].span.contains_inclusive(local)), games[0] if games else None)


def state_at(document: Document, offset: int) -> State | None:
    """The position that a place of a record is about: the one after the move there, or after the last move."""
    placed = document.chunk_at(offset)
    hover_text = document.notation.hover(document.analysis(placed), offset - placed.start)
    game = hover_text and game_of(hover_text)
    if game is None and (record := record_at(document, offset)):
        game = record[2]
    return game.state if game else None


def drawing(state: State) -> str:
    """The position as a text diagram (G23), and below it what the diagram lacks."""
    return "\n".join((*draw(state), "", f"turn: {turn(state)}", *beside(state)))


def beside(state: State) -> Iterator[str]:
    """What is beside the board, as lines of a record: hands, reserves, and the next steps of the castles."""
    position = unpack(state)
    for key, held in (("hand", position.hands), ("reserve", position.reserves)):
        yield from (f"{side} {key}: {' '.join(held[side])}" for side in Side if held[side])
    steps = [f"{place}{LETTERS[piece][1:]}" for place, (_, piece) in position.pieces.items() if piece in CASTLES]
    if steps:
        yield f"castles: {' '.join(steps)}"
    if position.rules:
        yield f"rules: {' '.join(sorted(position.rules))}"


def sentence(state: State) -> str:
    """A sentence or two for people who do not see the board: the side to move, check, and material."""
    known = facts(state)
    frozen = f" Immobilized: {listed(known.immobilized)}." if known.immobilized else ""
    return f"{standing(known)} Material: {balance(known.material)}.{frozen}"


def figure(name: str, game: Game, theme: Theme = Theme.AUTO) -> Figure:
    """The last position of a game on a sheet, with its one-line form."""
    return Figure(name, fen.write(game.state), PositionSubject(game, HEIGHT_ON_SHEET).picture(name, theme))
