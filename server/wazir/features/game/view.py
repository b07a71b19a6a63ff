"""A position to play with: the board, the pieces on it, and all legal actions, for clicks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wazir.ben39 import fen
from wazir.ben39.actions import Action, Game, Kind, after, spell
from wazir.ben39.board import FIXED, INTERSECTIONS, RING, ROWS, SQUARES, crossings, mask, places
from wazir.ben39.evaluation import Facts, facts
from wazir.ben39.position import HAND, LETTERS, PIECE_OF, RESERVE, Side, State, turn, unpack
from wazir.ben39.reading import read
from wazir.ben39.rules import actions, in_check
from wazir.ben39.scene import Scene, scene
from wazir.ben39.travel import rotated
from wazir.ben39.words import controlled, describe, name
from wazir.document import Document, Placed
from wazir.features.game.position import UNNAMED, PositionSubject, game_of, record_at, state_at
from wazir.notations.base import Definition
from wazir.piece.drawing.svg import Theme
from wazir.text import Span

MOST_TOLD = 400
"""Of a longer record only so many actions around the one that is shown are told."""
MOST_PLAYED = 1_000
"""No more actions may be played from a place."""
HEIGHT = 420
"""Of a picture, in pixels."""

Said = Mapping[str, Any]


class NotSoMany(Exception):  # noqa: N818
    """More is played than may be; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class Line:
    """What is done from a place of a record."""

    at: int | None = None
    """After so many actions of the record; None is where the place says."""
    played: tuple[str, ...] = ()
    """What is played from there, as it is written."""


@dataclass(frozen=True, slots=True)
class PlaceView:
    """A square or an intersection."""

    name: str
    x: float
    """Counted from the left edge of the board in widths of a square."""
    y: float
    """The same from the top."""


@dataclass(frozen=True, slots=True)
class SquareView:
    """A place for a square."""

    name: str
    x: float
    """The middle, counted from the left edge of the board in widths of a square."""
    y: float
    """The same from the top."""
    shade: int
    """0 or 1; squares beside each other have different ones."""
    movable: bool
    """It is a square that moves, or a place where one may stand."""
    exists: bool
    """A square is there now."""


@dataclass(frozen=True, slots=True)
class BoardView:
    """The board as it is now."""

    width: float
    """In widths of a square."""
    height: float
    squares: tuple[SquareView, ...]
    """The fixed ones and the places of the movable ones."""
    intersections: tuple[PlaceView, ...]
    """Those that exist."""


@dataclass(frozen=True, slots=True)
class PieceOnBoard:
    """A piece on the board."""

    place: str
    side: str
    letter: str
    """As the file has it: a castle with its next step, `C+`, `Cx` or `C?`."""
    name: str
    immobilized: bool


@dataclass(frozen=True, slots=True)
class Held:
    """Pieces of a kind in a hand or a reserve."""

    letter: str
    name: str
    count: int


@dataclass(frozen=True, slots=True)
class Stores:
    """What the sides hold."""

    white: tuple[Held, ...]
    black: tuple[Held, ...]


@dataclass(frozen=True, slots=True)
class ControlView:
    """Who controls a movable square."""

    square: str
    side: str | None
    white: int
    black: int
    words: str


@dataclass(frozen=True, slots=True)
class ActionView:
    """A legal action, and the places to click for it."""

    kind: str
    """`move`, `drop`, `line`, `enter`, `teleport`, `rotate` or `square`."""
    spelled: str
    """As it is written; what is sent back in `played`."""
    words: str
    piece: str
    """The letter of what moves, is dropped, or acts."""
    by: str | None
    """Where the wizard or the spider stands that does it."""
    origin: str | None
    """Where what moves stands; null for what is dropped, and for rotations."""
    target: str | None
    """Where it ends; null for the hand, and for rotations."""
    turns: str | None
    """Of rotations: `clockwise` or `counterclockwise`."""
    takes: tuple[str, ...]
    """The places of what is captured."""
    carries: tuple[str, ...]
    """Of movable squares: the shared corners from which something travels along."""


@dataclass(frozen=True, slots=True)
class Played:
    """An action that led to the position."""

    spelled: str
    words: str
    side: str
    number: int
    """How many actions were done before it."""
    span: Span | None
    """Where it is written; null for what was played from there."""


@dataclass(frozen=True, slots=True)
class NotPlayed:
    """An action of `played` that is not legal; it and what follows it is left out."""

    number: int
    """Its number in `played`, from 0."""
    text: str
    reason: str
    nearest: tuple[str, ...]
    """Legal actions that are like it."""


@dataclass(frozen=True, slots=True)
class PositionView:
    """A position."""

    name: str | None
    span: Span
    """The whole record."""
    broken: bool
    """It has an error, so that this may not be what is meant."""
    at: int
    """How many actions of the record lead to it."""
    length: int
    """How many actions the record has."""
    record: tuple[Played, ...]
    """The actions of the record; of a long one those around `at`."""
    played: tuple[Played, ...]
    """What was played from there."""
    refused: NotPlayed | None
    turn: str
    status: str
    """`none`, `check`, `mate`, `stalemate` or `ended`."""
    winner: str | None
    checked: tuple[str, ...]
    """The sides whose king could be taken if it were the turn of the other."""
    board: BoardView
    pieces: tuple[PieceOnBoard, ...]
    movable: tuple[str, ...]
    """Where the movable squares are."""
    hands: Stores
    reserves: Stores
    immobilized: tuple[str, ...]
    control: tuple[ControlView, ...]
    actions: tuple[ActionView, ...]
    """All that is legal."""
    facts: tuple[str, ...]
    """What there is to know of it, a sentence each."""
    sentence: str
    """What a screen reader says of it."""
    evaluation: Said | None
    """What looking ahead has found, as `wazir/evaluate` says it; null if nobody has looked."""
    fen: str
    """The position on one line."""
    text: str
    """The drawing in signs."""
    svg: str


@dataclass(frozen=True, slots=True)
class Reached:
    """A place of a record, and what was played from there."""

    placed: Placed
    definition: Definition
    game: Game
    """From the start of the record to the position."""
    at: int
    """How many of its actions are of the record."""
    length: int
    """How many actions the record has."""
    refused: NotPlayed | None


def reached(document: Document, offset: int, line: Line | None = None) -> Reached | None:
    """The position at an offset and after what is played from there; None where there is no record.

    Raises:
        NotSoMany: More is played than may be.
    """
    line = line or Line()
    if len(line.played) > MOST_PLAYED:
        raise NotSoMany(f"No more than {MOST_PLAYED:,} actions may be played.")
    if (record := record_at(document, offset)) is None:
        return None
    placed, definition, game = record
    if line.at is None:
        at = _at(document, offset, definition, game, offset - placed.start)
    else:
        at = min(max(line.at, 0), len(game.actions))
    done, refused = _played(game.states[at], line.played)
    return Reached(placed, definition, Game(game.start, (*game.actions[:at], *done)), at, len(game.actions), refused)


def _at(document: Document, offset: int, definition: Definition, game: Game, local: int) -> int:
    """How many actions of a record lead to the position that a place of it is about."""
    here = next((number for number, span in enumerate(definition.plays) if span.start <= local < span.end), None)
    if here is not None:
        return here + 1
    return 0 if state_at(document, offset) == game.start else len(game.actions)


def _played(state: State, texts: Sequence[str]) -> tuple[list[Action], NotPlayed | None]:
    done: list[Action] = []
    for number, spelled in enumerate(texts):
        reading = read(state, spelled)
        if reading.action is None:
            reason = f"{reading.reason.text} {reading.reason.way_out}".strip() if reading.reason else ""
            return done, NotPlayed(number, spelled, reason, tuple(map(spell, reading.nearest)))
        done.append(reading.action)
        state = after(state, reading.action)
    return done, None


def position(
    document: Document,
    offset: int,
    line: Line | None = None,
    *,
    theme: str = "auto",
    has_picture: bool = True,
    known: Callable[[State], Said | None] = lambda _: None,
) -> PositionView | None:
    """The position at an offset, and all that can be done in it; None where there is no record of a game.

    Args:
        document: The text.
        offset: A place in it.
        line: What is done from there.
        theme: For the picture: `light`, `dark` or `auto`.
        has_picture: Whether one is wanted.
        known: What looking ahead has found.

    Raises:
        NotSoMany: More is played than may be.
    """
    found = reached(document, offset, line)
    if found is None:
        return None
    definition, state, start = found.definition, found.game.state, found.placed.start
    subject = PositionSubject(found.game, HEIGHT)
    seen, stands = scene(state), facts(state)
    here = unpack(state)
    return PositionView(
        name=definition.name,
        span=definition.span.moved(start),
        broken=definition.broken,
        at=found.at,
        length=found.length,
        record=_record(definition, found.at, start),
        played=tuple(_told(found.game, number, None) for number in range(found.at, len(found.game.actions))),
        refused=found.refused,
        turn=str(turn(state)),
        status=stands.status.value,
        winner=None if stands.winner is None else str(stands.winner),
        checked=tuple(str(side) for side in Side if in_check(state, side)),
        board=board(seen.movable),
        pieces=tuple(
            PieceOnBoard(place, str(side), LETTERS[piece], name(piece), place in stands.immobilized)
            for where in (here.squares, here.intersections)
            for place, (side, piece) in where.items()
        ),
        movable=here.movable,
        hands=_stores(here.hands, HAND),
        reserves=_stores(here.reserves, RESERVE),
        immobilized=stands.immobilized,
        control=_control(stands),
        actions=tuple(_action(state, seen, action) for action in actions(state)),
        facts=subject.notes,
        sentence=subject.sentence,
        evaluation={**report, "record": definition.name} if (report := known(state)) else None,
        fen=fen.write(state),
        text=subject.diagram(),
        svg=subject.picture(definition.name or UNNAMED, Theme(theme)) if has_picture else "",
    )


def board(movable: int) -> BoardView:
    """The board with some movable squares."""
    exists = FIXED | movable
    ring = mask(RING)
    return BoardView(
        ROWS,
        ROWS,
        tuple(
            SquareView(
                SQUARES[number],
                number % ROWS + 0.5,
                ROWS - 0.5 - number // ROWS,
                (number % ROWS + number // ROWS) % 2,
                bool(ring >> number & 1),
                bool(exists >> number & 1),
            )
            for number in places(FIXED | ring)
        ),
        tuple(
            PlaceView(INTERSECTIONS[number], float(number % (ROWS + 1)), float(ROWS - number // (ROWS + 1)))
            for number in places(crossings(exists))
        ),
    )


def _stores(held: tuple[str, str], order: str) -> Stores:
    white, black = (
        tuple(
            Held(letter, name(PIECE_OF["C?" if letter == "C" else letter]), counted[letter])
            for letter in order
            if counted[letter]
        )
        for counted in map(Counter, held)
    )
    return Stores(white, black)


def _control(stands: Facts) -> tuple[ControlView, ...]:
    return tuple(
        ControlView(square, None if one.side is None else str(one.side), *one.counts, controlled(one))
        for square, one in stands.control.items()
    )


# Actions


def _record(definition: Definition, at: int, start: int) -> tuple[Played, ...]:
    if (game := game_of(definition)) is None:
        return ()
    first = max(min(at - MOST_TOLD // 2, len(game.actions) - MOST_TOLD), 0)
    numbers = range(first, min(first + MOST_TOLD, len(game.actions)))
    return tuple(_told(game, number, definition.plays[number].moved(start)) for number in numbers)


def _told(game: Game, number: int, span: Span | None) -> Played:
    state, action = game.states[number], game.actions[number]
    return Played(spell(action), describe(state, action), str(turn(state)), number, span)


def _action(state: State, seen: Scene, action: Action) -> ActionView:
    kind = action.kind
    names = SQUARES if kind in (Kind.MOVE, Kind.DROP, Kind.TELEPORT, Kind.SQUARE) else INTERSECTIONS
    turns = kind is Kind.ROTATE
    actor = action.origin if turns else action.wizard
    return ActionView(
        kind=kind.value,
        spelled=spell(action),
        words=describe(state, action),
        piece="" if kind is Kind.SQUARE else LETTERS[action.piece],
        by=INTERSECTIONS[actor] if actor >= 0 else None,
        origin=names[action.origin] if action.origin >= 0 and not turns else None,
        target=names[action.target] if action.target >= 0 and not turns else None,
        turns=("clockwise" if action.target > 0 else "counterclockwise") if turns else None,
        takes=tuple(SQUARES[square] for square in _taken(seen, action)),
        carries=tuple(INTERSECTIONS[place] for place in places(action.travellers)),
    )


def _taken(seen: Scene, action: Action) -> tuple[int, ...]:
    """The squares of what is captured."""
    if not action.taken:
        return ()
    if action.kind is Kind.ROTATE:
        ends = (target for _, target in rotated(seen, action.origin, action.target))
        return tuple(sorted(target for target in ends if target is not None and seen.enemy >> target & 1))
    return (action.target,)
