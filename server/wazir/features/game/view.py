"""A position to play with: the board, the pieces on it, and all legal actions, for clicks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wazir.ben39 import fen
from wazir.ben39.actions import Action, Game, Kind, spell
from wazir.ben39.board import FIXED, INTERSECTIONS, RING, ROWS, SQUARES, crossings, mask, places
from wazir.ben39.carrying import captured
from wazir.ben39.clocks import clocks
from wazir.ben39.evaluation import facts
from wazir.ben39.position import (
    HAND,
    LETTERS,
    PIECE_OF,
    RESERVE,
    Position,
    Side,
    State,
    turn,
    unpack,
)
from wazir.ben39.rules import actions, in_check
from wazir.ben39.side_view import SideView, side_view
from wazir.ben39.words import controlled, describe, name
from wazir.document import Document
from wazir.features.game.analysis import ActionVerdict, agreement, analysis_as_json, curve
from wazir.features.game.evaluation import LEVELS, JsonReport
from wazir.features.game.position import (
    UNNAMED,
    LineOfPlay,
    NotPlayed,
    PositionProblem,
    PositionSubject,
    Reached,
    problems,
    reached,
)
from wazir.features.game.shapes import FRAME
from wazir.piece.drawing.shapes import Frame
from wazir.piece.drawing.svg import Theme
from wazir.text import Span

MAX_LISTED = 400
"""The maximum number of actions of a record that are listed, around the shown one."""
HEIGHT = 420
"""The height of the picture, in pixels."""

JsonObject = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PlaceView:
    """A square or an intersection."""

    name: str
    x: float
    """The distance of its middle from the left edge of the board, in widths of a square."""
    y: float
    """The distance from the top."""


@dataclass(frozen=True, slots=True)
class BoardSquareView(PlaceView):
    """A square, or a place where one may be."""

    movable: bool
    """It is a movable square, or a place for one."""
    exists: bool
    """There is a square now."""


@dataclass(frozen=True, slots=True)
class BoardView:
    """The board as it is now."""

    squares: tuple[BoardSquareView, ...]
    """The fixed ones and the places of the movable ones."""
    intersections: tuple[PlaceView, ...]
    """The existing intersections."""


@dataclass(frozen=True, slots=True)
class PieceOnBoard:
    """A piece on the board."""

    place: str
    side: str
    letter: str
    """The letter as in files: a castle with its next step, `C+`, `Cx` or `C?`."""
    name: str
    immobilized: bool


@dataclass(frozen=True, slots=True)
class Held:
    """Pieces of a kind in a hand or a reserve."""

    letter: str
    name: str
    count: int
    shape: str = ""
    """The name of its shape in the picture of a variant; empty without one."""


@dataclass(frozen=True, slots=True)
class Stores:
    """The hands or the reserves of the sides."""

    white: tuple[Held, ...] = ()
    black: tuple[Held, ...] = ()


@dataclass(frozen=True, slots=True)
class ControlView:
    """The control of a movable square."""

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
    """The action as written, for `played`."""
    words: str
    piece: str = ""
    """The letter of the piece that moves, is dropped, or acts."""
    by: str | None = None
    """The place of the wizard or the spider that acts."""
    origin: str | None = None
    """The place of what moves; null for drops and rotations."""
    target: str | None = None
    """The place where it ends; null for the hand, and for rotations."""
    turns: str | None = None
    """The direction of a rotation: `clockwise` or `counterclockwise`."""
    takes: tuple[str, ...] = ()
    """The places of the captured pieces."""
    carries: tuple[str, ...] = ()
    """The shared corners of a movable square from which a piece travels with it."""


@dataclass(frozen=True, slots=True)
class PlayedAction:
    """An action that led to the position."""

    spelled: str
    words: str
    side: str
    number: int
    """The number of actions before it."""
    span: Span | None
    """Its place in the text; null for an action of `played`."""


@dataclass(frozen=True, slots=True)
class ClockView:
    """The clocks of a game between two people."""

    white: float
    """The time that is left, in seconds."""
    black: float
    fallen: str | None
    """The side whose flag has fallen."""
    result: str
    """The end of the game on time as a sentence, or empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionView:
    """A position."""

    name: str | None
    span: Span
    """The whole record."""
    broken: bool
    """It has an error; this may not be the intended position."""
    at: int = 0
    """The number of actions of the record that lead to the position."""
    length: int = 0
    """The number of actions of the record."""
    record: tuple[PlayedAction, ...] = ()
    """The actions of the record; of a long one those around `at`."""
    played: tuple[PlayedAction, ...]
    """The actions played from there."""
    refused: NotPlayed | None
    turn: str
    status: str
    """`none`, `check`, `mate`, `stalemate` or `ended`."""
    winner: str | None
    checked: tuple[str, ...]
    """The sides in check."""
    board: BoardView
    pieces: tuple[PieceOnBoard, ...]
    movable: tuple[str, ...] = ()
    """The places of the movable squares."""
    hands: Stores
    reserves: Stores = Stores()
    immobilized: tuple[str, ...] = ()
    control: tuple[ControlView, ...] = ()
    actions: tuple[ActionView, ...]
    """The legal actions."""
    clock: ClockView | None = None
    problems: tuple[PositionProblem, ...] = ()
    """The diagnostics of a position that is set up."""
    facts: tuple[str, ...]
    """The facts of the position, a sentence each."""
    sentence: str
    """The description for screen readers."""
    program: str
    levels: tuple[str, ...]
    """The strengths of *program* as an opponent, the weakest first."""
    evaluation: JsonObject | None = None
    """The evaluation in the form of `wazir/evaluate`, or null."""
    analysis: JsonObject
    """What is known of the whole line of play, in the form of `wazir/analyse`."""
    fen: str
    """The position on one line."""
    text: str
    """The text diagram."""
    svg: str
    frame: Frame
    """Where the board is in its picture."""
    pgn: str = ""
    """What was played of a variant, in PGN; empty of Ben39, whose moves are written into the
    record.
    """


def position(
    document: Document,
    offset: int,
    line: LineOfPlay | None = None,
    *,
    theme: str = "auto",
    has_picture: bool = True,
    whole: bool = False,
    known: Callable[[State], JsonReport | None] = lambda _: None,
    judged: Callable[[Game], Sequence[ActionVerdict]] = lambda _: (),
) -> PositionView | None:
    """The position at an offset with its legal actions; None if there is no record of a game.

    Args:
        document, offset: The place.
        line: The actions played from there.
        theme: The theme of the picture: `light`, `dark` or `auto`.
        has_picture: Include the picture.
        whole: It is a picture of the board alone, with all shapes.
        known: The evaluation of a position, if there is one.
        judged: The known verdicts about the actions of a game.

    Raises:
        RequestError: Too many moves are played.
    """
    if (shown := reached(document, offset, line)) is None:
        return None
    definition = shown.definition
    state = shown.game.state
    start = shown.placed.start
    line = line or LineOfPlay()
    subject = PositionSubject(shown.game, HEIGHT)
    is_set_up, clock = line.fen is not None, clock_view(line, shown)
    seen = side_view(state)
    facts_now = facts(state)
    unpacked = unpack(state)
    all_actions, title = shown.whole.actions, definition.name or UNNAMED
    verdicts, report = judged(shown.whole), known(state)
    is_over = clock is not None and bool(clock.fallen)
    analysis_curve = ""
    if whole and verdicts:
        analysis_curve = curve(verdicts, title=title, description="", theme=Theme(theme))
    return PositionView(
        name=definition.name,
        span=definition.span.moved(start),
        broken=definition.broken,
        at=shown.at,
        length=shown.length,
        record=() if is_set_up else _record_around(shown),
        played=tuple(
            _played(shown.game, number, None) for number in range(shown.at, len(shown.game.actions))
        ),
        refused=shown.refused,
        turn=str(turn(state)),
        status=facts_now.status.value,
        winner=_side(facts_now.winner),
        checked=tuple(str(side) for side in Side if in_check(state, side)),
        board=board(seen.layout.movable),
        pieces=tuple(_pieces_on_board(unpacked, facts_now.immobilized)),
        movable=unpacked.movable,
        hands=_stores(unpacked.hands, HAND),
        reserves=_stores(unpacked.reserves, RESERVE),
        immobilized=facts_now.immobilized,
        control=tuple(
            ControlView(square, _side(control.side), *control.counts, controlled(control, square))
            for square, control in facts_now.control.items()
        ),
        actions=() if is_set_up or is_over else _legal_actions(state, seen),
        clock=clock,
        problems=problems(document.notation, state) if is_set_up else (),
        facts=subject.notes,
        sentence=subject.sentence,
        program="Wazir",
        levels=tuple(level.words for level in LEVELS),
        evaluation=report
        and {**report, "record": definition.name, "note": agreement(shown.game, report, verdicts)},
        analysis=analysis_as_json(verdicts, len(all_actions)) | {"svg": analysis_curve},
        fen=fen.write(state),
        text=subject.diagram(),
        svg=subject.picture(title, Theme(theme), whole=whole) if has_picture else "",
        frame=FRAME,
    )


def _record_around(shown: Reached) -> tuple[PlayedAction, ...]:
    """The actions of the record, those around the position if it is long."""
    first = max(min(shown.at - MAX_LISTED // 2, shown.length - MAX_LISTED), 0)
    plays = shown.definition.plays
    return tuple(
        _played(shown.record, number, plays[number].moved(shown.placed.start))
        for number in range(first, min(first + MAX_LISTED, shown.length))
    )


def _pieces_on_board(position: Position, immobilized: Collection[str]) -> Iterator[PieceOnBoard]:
    for place, (side, piece) in position.pieces.items():
        yield PieceOnBoard(
            place,
            str(side),
            LETTERS[piece],
            name=name(piece),
            immobilized=place in immobilized,
        )


def _legal_actions(state: State, seen: SideView) -> tuple[ActionView, ...]:
    return tuple(_action(state, seen, action) for action in actions(state))


def clock_view(line: LineOfPlay, place: Reached) -> ClockView | None:
    """The clocks of a line of play; None without clocks."""
    if line.control is None:
        return None
    played = len(place.game.actions) - place.at
    thinking = line.thinking if actions(place.game.state) else 0.0
    now = clocks(
        line.control, turn(place.game.states[place.at]), line.spent[:played], thinking=thinking
    )
    return ClockView(*now.left, _side(now.fallen), now.result)


def _side(side: Side | None) -> str | None:
    return None if side is None else str(side)


def board(movable: int) -> BoardView:
    """The board with some movable squares."""
    exists, ring = FIXED | movable, mask(RING)
    squares = (
        BoardSquareView(
            SQUARES[at],
            at % ROWS + 0.5,
            ROWS - 0.5 - at // ROWS,
            movable=bool(ring >> at & 1),
            exists=bool(exists >> at & 1),
        )
        for at in places(FIXED | ring)
    )
    lines = (
        PlaceView(INTERSECTIONS[at], float(at % (ROWS + 1)), float(ROWS - at // (ROWS + 1)))
        for at in places(crossings(exists))
    )
    return BoardView(tuple(squares), tuple(lines))


def _stores(held: tuple[str, str], order: str) -> Stores:
    white, black = (
        tuple(
            Held(letter, name(PIECE_OF[letter]), letters.count(letter))
            for letter in order
            if letter in letters
        )
        for letters in held
    )
    return Stores(white, black)


# Actions


def _played(game: Game, number: int, span: Span | None) -> PlayedAction:
    state, action = game.states[number], game.actions[number]
    return PlayedAction(
        spell(action), describe(state, action), str(turn(state)), number=number, span=span
    )


def _action(state: State, seen: SideView, action: Action) -> ActionView:
    kind, names = action.kind, action.kind.names
    is_rotation = kind is Kind.ROTATE
    actor = action.origin if is_rotation else action.wizard
    turns = None
    if is_rotation:
        turns = "clockwise" if action.target == 1 else "counterclockwise"
    return ActionView(
        kind=kind.value,
        spelled=spell(action),
        words=describe(state, action),
        piece="" if kind is Kind.SQUARE else LETTERS[action.piece],
        by=INTERSECTIONS[actor] if actor >= 0 else None,
        origin=names[action.origin] if action.origin >= 0 and not is_rotation else None,
        target=names[action.target] if action.target >= 0 and not is_rotation else None,
        turns=turns,
        takes=tuple(SQUARES[square] for square in captured(seen, action)),
        carries=tuple(INTERSECTIONS[place] for place in places(action.travellers)),
    )
