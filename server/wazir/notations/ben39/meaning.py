"""The position and the game of a record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from wazir.ben39 import fen
from wazir.ben39.actions import Action, Game, after
from wazir.ben39.board import FIXED, INTERSECTIONS, SQUARE_OF, crossings, mask, places
from wazir.ben39.position import ARMY, HAND, OPENING, PIECE_OF, RESERVE, Piece, Position, Side, State, pack, unpack
from wazir.ben39.reading import Reading
from wazir.ben39.reading import read as read_action
from wazir.notations.ben39.drawing import drawing as drawing_of
from wazir.notations.ben39.drawing import movable
from wazir.notations.ben39.records import Castle, Drawing, Entry, Held, Record, castles, form_span, held, turn_of
from wazir.syntax import Token
from wazir.text import Span

MOST_ACTIONS = 2_000
"""The maximum number of actions of a record that are checked."""
MOST_OF_A_LETTER: Mapping[str, int] = {"K": 1, "P": 6, "Q": 6, **dict.fromkeys("RBNGS", 2), **ARMY}
"""The number of pieces of a letter: for each side of `K` and of intersection pieces, else for both sides together."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A piece of the position with its span."""

    side: Side
    letter: str
    place: str | None
    """Its place; None in a hand or a reserve."""
    span: Span | None
    """None for an initial piece that is not written."""
    is_unknown: bool = False
    """A castle with an unknown next step."""


@dataclass(frozen=True, slots=True)
class Setup:
    """The initial position of a record."""

    position: Position
    """The position, as far as it is valid."""
    pieces: tuple[Shown, ...]
    """The pieces on the board, then in the hands, then in the reserves, as far as they are written."""
    drawing: Drawing | None = None
    form: fen.Result | None = None
    form_start: int = 0
    """The start of the one-line form."""
    castles: tuple[Castle, ...] = ()


@dataclass(frozen=True, slots=True)
class Played:
    """An action of the moves."""

    span: Span
    text: str
    before: State
    """The position before it."""
    reading: Reading


@dataclass(frozen=True, slots=True)
class Meaning:
    """The meaning of a record."""

    record: Record
    setup: Setup
    start: State
    plays: tuple[Played, ...]
    """The actions up to and including the first illegal one."""
    unplayed: tuple[Token, ...]
    """The actions after it."""

    @property
    def actions(self) -> tuple[Action, ...]:
        """The legal actions."""
        return tuple(play.reading.action for play in self.plays if play.reading.action is not None)

    @property
    def game(self) -> Game:
        """The position with the legal actions."""
        return Game(self.start, self.actions)

    @property
    def is_legal(self) -> bool:
        """Whether all actions are legal."""
        return not self.unplayed and all(play.reading.action is not None for play in self.plays)


@lru_cache(maxsize=32)
def meaning(record: Record, text: str) -> Meaning:
    """The meaning of a record. Invalid parts are skipped."""
    setup = _setup(record, text)
    start = pack(setup.position)
    moves = record.entry("moves")
    words = [word for word in moves.words if word.kind == "ACTION"] if moves else []
    plays: list[Played] = []
    state = start
    for word in words[:MOST_ACTIONS]:
        reading = _read(state, word.text)
        plays.append(Played(word.span, word.text, state, reading))
        if reading.action is None:
            break
        state = after(state, reading.action)
    return Meaning(record, setup, start, tuple(plays), tuple(words[len(plays) :]))


_read = lru_cache(maxsize=2 * MOST_ACTIONS)(read_action)
"""Cached, because after an edit most actions of a record are read in the same positions."""


def _setup(record: Record, text: str) -> Setup:
    form, board = record.entry("fen"), record.entry("board")
    if form:
        return _by_form(form, text)
    stores = _stores(record)
    named = castles(record.entry("castles"))[0]
    who = turn_of(record.entry("turn"))[0]
    if board is None:
        return _by_opening(who, stores, named)
    return _by_drawing(drawing_of(board, text)[0], who, stores, named)


# The one-line form


def _by_form(entry: Entry, text: str) -> Setup:
    span = form_span(entry)
    form = fen.read(text[span.start : span.end])
    pieces = tuple(
        Shown(
            one.side,
            one.piece.letter,
            one.place,
            Span(one.start, one.end).moved(span.start),
            one.place is not None and text[span.start + one.end - 1] == "?",
        )
        for one in form.pieces
    )
    position = form.position
    hands, reserves = ((_few(both[0]), _few(both[1])) for both in (position.hands, position.reserves))
    position = Position(
        position.squares, position.intersections, position.movable, position.turn, hands, reserves, position.ended
    )
    return Setup(position, pieces, form=form, form_start=span.start)


# Keys and diagrams


def _stores(record: Record) -> Mapping[str, tuple[Held, ...] | None]:
    """The hands and reserves; None where there is no key."""
    entries = {key: record.entry(key) for key in ("white hand", "black hand", "white reserve", "black reserve")}
    return {
        key: held(entry, HAND if key.endswith("hand") else RESERVE)[0] if entry else None
        for key, entry in entries.items()
    }


def _by_opening(who: Side, stores: Mapping[str, tuple[Held, ...] | None], named: tuple[Castle, ...]) -> Setup:
    """The initial position, with the given hands and reserves."""
    start = unpack(OPENING)
    pieces = tuple(Shown(side, piece.letter, place, None) for place, (side, piece) in start.squares.items())
    position = _with_stores(start.squares, {}, start.movable, who, stores)
    return Setup(position, (*pieces, *_shown_stores(stores)), castles=named)


def _by_drawing(
    drawing: Drawing, who: Side, stores: Mapping[str, tuple[Held, ...] | None], named: tuple[Castle, ...]
) -> Setup:
    """The position of a diagram."""
    squares: dict[str, tuple[Side, Piece]] = {}
    intersections: dict[str, tuple[Side, Piece]] = {}
    pieces: list[Shown] = []
    where, _ = movable(drawing)
    steps = {castle.place: castle.step for castle in reversed(named)}
    there = existing(where)
    for sign in drawing.signs:
        letters = SQUARE_LETTERS if sign.place in SQUARE_OF else RESERVE
        if sign.side is None or sign.letter not in letters or sign.place not in there:
            continue
        step = steps.get(sign.place, "?") if sign.letter == "C" else ""
        pieces.append(Shown(sign.side, sign.letter, sign.place, sign.piece, step == "?"))
        target = squares if sign.place in SQUARE_OF else intersections
        target[sign.place] = (sign.side, PIECE_OF[sign.letter + step])
    position = _with_stores(squares, intersections, where, who, stores)
    return Setup(position, (*pieces, *_shown_stores(stores)), drawing, castles=named)


SQUARE_LETTERS = "KRBNGSPQ"
"""The letters of square pieces."""


@lru_cache(maxsize=64)
def existing(where: tuple[str, ...]) -> frozenset[str]:
    """The names of the places that exist with given movable squares."""
    squares = FIXED | mask(SQUARE_OF[name] for name in where)
    lines = (INTERSECTIONS[place] for place in places(crossings(squares)))
    return frozenset((*(name for name, place in SQUARE_OF.items() if squares >> place & 1), *lines))


def _shown_stores(stores: Mapping[str, tuple[Held, ...] | None]) -> Iterable[Shown]:
    for key, pieces in stores.items():
        side = Side.WHITE if key.startswith("white") else Side.BLACK
        yield from (Shown(side, piece.letter, None, piece.span) for piece in pieces or ())


def _with_stores(
    squares: Mapping[str, tuple[Side, Piece]],
    intersections: Mapping[str, tuple[Side, Piece]],
    where: tuple[str, ...],
    who: Side,
    stores: Mapping[str, tuple[Held, ...] | None],
) -> Position:
    def kept(side: Side) -> str:
        given = stores[f"{side} reserve"]
        if given is not None:
            return _few("".join(piece.letter for piece in given))
        drawn = "".join(piece.letter for owner, piece in intersections.values() if owner is side)
        return "".join(letter * max(ARMY[letter] - drawn.count(letter), 0) for letter in RESERVE)

    hands = [_few("".join(piece.letter for piece in stores[f"{side} hand"] or ())) for side in Side]
    return Position(squares, intersections, where, who, (hands[0], hands[1]), (kept(Side.WHITE), kept(Side.BLACK)))


def _few(letters: str) -> str:
    """Letters in their order, limited to the number of pieces."""
    return "".join(letter * min(letters.count(letter), MOST_OF_A_LETTER[letter]) for letter in HAND + RESERVE)
