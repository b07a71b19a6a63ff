"""Positions of games, as text, as pictures and in sentences; and lines of play that lead to
others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from wazir.ben39 import fen
from wazir.ben39.actions import Game, spell
from wazir.ben39.board import INTERSECTION_OF, RING_NAMES, SQUARE_OF
from wazir.ben39.clocks import TimeControl
from wazir.ben39.evaluation import facts
from wazir.ben39.fen import draw
from wazir.ben39.position import (
    CASTLES,
    HAND,
    LETTERS,
    PIECE_OF,
    RESERVE,
    Owned,
    Piece,
    Position,
    Side,
    State,
    pack,
    turn,
    unpack,
)
from wazir.ben39.reading import play
from wazir.ben39.words import a, balance, begun, join_words, occurred, sentences, standing, title
from wazir.diagnostics import Severity
from wazir.document import Document, Placed
from wazir.features.game.picture import picture
from wazir.features.requests import RequestError
from wazir.features.sheet import Figure
from wazir.notations.notation import Notation
from wazir.notations.results import Definition, HoverText
from wazir.piece.drawing.shapes import Theme
from wazir.text import Edit, difference

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
        return (
            *sentences(facts(self.game.state)),
            *filter(None, [occurred(self.game.repetitions)]),
        )

    def diagram(self) -> str:
        """The position as text."""
        return drawing(self.game.state)

    def picture(self, title: str, theme: Theme, *, whole: bool = False) -> str:
        """The position as SVG, with the last move. A *whole* picture is the board alone, with all
        shapes.
        """
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


def named_games(
    definitions: Iterable[Definition], unnamed: str = UNNAMED
) -> Iterator[tuple[str, Game]]:
    """The games among some definitions, each with its name."""
    for definition in definitions:
        if game := game_of(definition):
            yield definition.name or unnamed, game


def record_at(document: Document, offset: int) -> tuple[Placed, Definition, Game] | None:
    """The record of the chunk at an offset."""
    placed = document.chunk_at(offset)
    definitions = document.analysis(placed).definitions
    for definition in definitions:
        if game := game_of(definition):
            return placed, definition, game
    return None


def state_at(document: Document, offset: int) -> State | None:
    """The position after the move at an offset, or after the last move of the record; None without
    a record.
    """
    placed = document.chunk_at(offset)
    hover_text = document.analysis(placed).hover(offset - placed.start)
    game = hover_text and game_of(hover_text)
    if game is None and (record := record_at(document, offset)):
        game = record[2]
    return game.state if game else None


def drawing(state: State) -> str:
    """The position as a text diagram (G23), and below it what the diagram lacks."""
    return "\n".join((*draw(state), "", f"turn: {turn(state)}", *beside(state)))


def beside(state: State) -> Iterator[str]:
    """What a diagram lacks, as lines of a record: hands, reserves, the next steps of the castles,
    and rules.
    """
    position = unpack(state)
    for key, held in (("hand", position.hands), ("reserve", position.reserves)):
        yield from (f"{side} {key}: {' '.join(held[side])}" for side in Side if held[side])
    steps = [
        f"{place}{LETTERS[piece][1:]}"
        for place, (_, piece) in position.pieces.items()
        if piece in CASTLES
    ]
    if steps:
        yield f"castles: {' '.join(steps)}"
    if position.rules:
        yield f"rules: {' '.join(sorted(position.rules))}"


def sentence(state: State) -> str:
    """A sentence or two for people who do not see the board: the side to move, check, and
    material.
    """
    known = facts(state)
    frozen = f" Immobilized: {join_words(known.immobilized)}." if known.immobilized else ""
    return f"{standing(known)} Material: {balance(known.material)}.{frozen}"


def figure(name: str, game: Game, theme: Theme = Theme.AUTO) -> Figure:
    """The last position of a game on a sheet, with its one-line form."""
    return Figure(
        name, fen.write(game.state), PositionSubject(game, HEIGHT_ON_SHEET).picture(name, theme)
    )


# Lines of play: positions that are reached in a record, played or set up, and what of them is
# written into it


MAX_PLAYED = 1_000
"""The maximum number of actions that may be played from a position."""
_SQUARE = "#"
"""It begins the name of a movable square: `#l2`; alone it is one that is not on the board."""
_HELD = "@"
"""It begins the name of a piece beside the board: `@white P`; `@white` is a hand and reserve."""
_NEW = "+"
"""It begins the name of a piece in the box: `+black R`."""


@dataclass(frozen=True, slots=True)
class LineOfPlay:
    """A position of a record, and actions played from there."""

    at: int | None = None
    """The number of actions of the record; None for the position at the offset."""
    played: tuple[str, ...] = ()
    """The actions played from there, as written."""
    fen: str | None = None
    """A position that is set up instead, on one line; empty for the one reached, to begin with."""
    change: tuple[str, ...] = ()
    """What is put elsewhere in it: see *set_up*."""
    control: TimeControl | None = None
    """The clocks of a game between two people."""
    spent: tuple[float, ...] = ()
    """The seconds of each action of *played*."""
    thinking: float = 0.0
    """The seconds since the last one."""
    undone: tuple[str, ...] = ()
    """The actions after *played* that were taken back. An analysis covers them."""


@dataclass(frozen=True, slots=True)
class NotPlayed:
    """An action of `played` that is not legal; it and those after it are left out."""

    number: int
    """Its number in `played`, from 0."""
    text: str
    reason: str
    nearest: tuple[str, ...]
    """Similar legal actions."""


@dataclass(frozen=True, slots=True)
class Reached:
    """A position of a record, and the actions played from there."""

    placed: Placed
    definition: Definition
    game: Game
    """The game from the start of the record to the position."""
    at: int
    """The number of its actions that are in the record."""
    record: Game
    """The game of the record."""
    refused: NotPlayed | None
    undone: tuple[str, ...] = ()

    @property
    def length(self) -> int:
        """The number of actions of the record."""
        return len(self.record.actions)

    @property
    def whole(self) -> Game:
        """The game with the actions that follow: those taken back, or else those of the record."""
        if len(self.game.actions) == self.at and not self.undone:
            return self.record
        return play(self.game, self.undone)[0]


def reached(document: Document, offset: int, line: LineOfPlay | None = None) -> Reached | None:
    """The position at an offset, after the actions played from there; None if there is no record.

    Raises:
        RequestError: Too many moves are played, or a position that is set up is not valid.
    """
    line = line or LineOfPlay()
    if len(line.played) + len(line.undone) > MAX_PLAYED:
        raise RequestError(f"No more than {MAX_PLAYED:,} actions may be played.")
    if (record := record_at(document, offset)) is None:
        return None
    placed, definition, game = record
    if line.at is None:
        at = _at(document, offset, *record)
    else:
        at = min(max(line.at, 0), len(game.actions))
    done, refused = play(Game(game.states[at]), line.played)
    if line.fen is not None:
        state = set_up(line.fen or fen.write(done.state), line.change)
        return Reached(
            placed=placed, definition=definition, game=Game(state), at=0, record=game, refused=None
        )
    shown = Game(game.start, (*game.actions[:at], *done.actions))
    not_played = None
    if refused:
        number, nearest = len(done.actions), tuple(map(spell, refused.nearest))
        not_played = NotPlayed(number, line.played[number], str(refused.reason), nearest=nearest)
    return Reached(
        placed=placed,
        definition=definition,
        game=shown,
        at=at,
        record=game,
        refused=not_played,
        undone=line.undone,
    )


def _at(document: Document, offset: int, placed: Placed, definition: Definition, game: Game) -> int:
    """The number of actions of a record that lead to the position at an offset."""
    for number, span in enumerate(definition.plays, 1):
        if span.contains(offset - placed.start):
            return number
    return 0 if state_at(document, offset) == game.start else len(game.actions)


# Positions that are set up piece by piece


def set_up(text: str, moved: tuple[str, ...]) -> State:
    """A position in which one thing is put elsewhere.

    Args:
        text: The position on one line.
        moved: Empty, or an origin and a target: a place (`h2`), a piece beside the board (`@white
            P`), a new piece (`+black R`), a movable square (`#l2`; `#` is a new one), or nowhere
            (empty). A castle that is put where it stands changes its next step. `turn` alone
            changes the side to move.

    Raises:
        RequestError: The position is not valid, or the thing cannot be put there.
    """
    if (state := fen.read(text).state) is None:
        raise RequestError("This is not a position on one line.")
    if not moved:
        return state
    position = unpack(state)
    if moved == ("turn",):
        return pack(replace(position, turn=position.turn.other))
    if len(moved) != 2:
        raise RequestError("A change has an origin and a target.")
    origin, target = moved
    if origin.startswith(_SQUARE):
        place = target.removeprefix(_SQUARE)
        if place and place not in RING_NAMES:
            raise RequestError(
                f"A movable square cannot be on {place[:9]}. Its places are "
                f"{', '.join(RING_NAMES)}."
            )
        movable = ({*position.movable} - {origin[1:]}) | {place}
        return _packed(
            replace(position, movable=tuple(name for name in RING_NAMES if name in movable))
        )
    owned, without = _lifted(position, origin)
    if origin == target and owned.piece in CASTLES:
        owned = Owned(owned.side, CASTLES[(CASTLES.index(owned.piece) + 1) % len(CASTLES)])
    return _packed(_put(without, owned, target))


def _packed(position: Position) -> State:
    try:
        return pack(position)
    except (ValueError, KeyError) as wrong:
        raise RequestError(f"This cannot be set up. {begun(str(wrong))}") from None


def _lifted(position: Position, origin: str) -> tuple[Owned, Position]:
    """The piece at an origin, and the position without it."""
    if origin in position.pieces:
        left = {name: owned for name, owned in position.pieces.items() if name != origin}
        return position.pieces[origin], replace(position, pieces=left)
    name, _, letter = origin[1:].partition(" ")
    side = next((side for side in Side if str(side) == name), None)
    if origin[:1] not in (_HELD, _NEW) or side is None or letter not in PIECE_OF:
        raise RequestError(f"Nothing stands on {origin[:9]}.")
    owned = Owned(side, PIECE_OF[letter])
    if origin.startswith(_NEW):
        return owned, position
    if letter not in (held := position.hands[side] + position.reserves[side]):
        raise RequestError(f"{title(side)} has no {letter} beside the board.")
    return owned, _with_held(position, side, held.replace(letter, "", 1))


def _put(position: Position, owned: Owned, target: str) -> Position:
    """The position with a piece at a target, in place of any other piece there."""
    side, piece = owned
    if not target:
        return position
    if target.startswith(_HELD):
        letter = "P" if piece is Piece.QUEEN else piece.letter
        if letter not in HAND + RESERVE:
            raise RequestError("A king is never in a hand.")
        side = next((holder for holder in Side if target == f"{_HELD}{holder}"), side)
        return _with_held(position, side, position.hands[side] + position.reserves[side] + letter)
    known, where = (
        (SQUARE_OF, "squares") if piece.on_squares else (INTERSECTION_OF, "intersections")
    )
    if target not in known:
        raise RequestError(f"{begun(a(piece))} belongs on {where}.")
    return replace(position, pieces={**position.pieces, target: owned})


def _with_held(position: Position, side: Side, held: str) -> Position:
    """The position with other pieces in the hand and the reserve of a side."""
    hands, reserves = list(position.hands), list(position.reserves)
    hands[side], reserves[side] = (
        "".join(x * held.count(x) for x in order) for order in (HAND, RESERVE)
    )
    return replace(position, hands=(hands[0], hands[1]), reserves=(reserves[0], reserves[1]))


@dataclass(frozen=True, slots=True)
class PositionProblem:
    """A diagnostic of a position."""

    severity: Severity
    code: str
    message: str


def problems(notation: Notation, state: State) -> tuple[PositionProblem, ...]:
    """The diagnostics of a record with a position, drawn in full."""
    games = notation.games
    if games is None:
        return ()
    alone = Document.open(notation, "position position\n")
    drawn = Document.open(
        notation, games.write_position(alone.analysis(alone.chunk_at(0)), 0, state)
    )
    diagnostics = [(diagnostic.code, diagnostic.message) for diagnostic in drawn.diagnostics()]
    return tuple(
        PositionProblem(code.severity, code.id, message)
        for code, message in dict.fromkeys(diagnostics)
    )


# What is written into the record


@dataclass(frozen=True, slots=True)
class Written:
    """Edits of a document."""

    edits: tuple[Edit, ...]
    lost: int
    """The number of actions of the record that the edits remove."""


def write(document: Document, offset: int, line: LineOfPlay) -> Written | None:
    """Write the actions of a line of play, or the position that it sets up, into the record at an
    offset.

    Raises:
        RequestError: There is nothing to write, or it is not legal.
    """
    if (place := reached(document, offset, line)) is None:
        return None
    if place.refused:
        raise RequestError(place.refused.reason)
    notation, chunk = document.notation, document.analysis(place.placed)
    number = chunk.definitions.index(place.definition)
    actions = place.game.actions[place.at :]
    games = notation.games
    if games is None:
        raise RequestError("This is not a record of a game.")
    if line.fen is not None:
        edits = difference(chunk.text, games.write_position(chunk, number, place.game.state))
    elif actions:
        edits = (games.write_moves(chunk, number, place.at, [spell(action) for action in actions]),)
    else:
        raise RequestError("No moves were played.")
    return Written(tuple(edit.moved(place.placed.start) for edit in edits), place.length - place.at)
