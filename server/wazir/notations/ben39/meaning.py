"""The diagram, the position and the game of a record."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from wazir.ben39 import fen
from wazir.ben39.actions import Action, Game, after
from wazir.ben39.board import FIXED, INTERSECTIONS, RING_NAMES, SQUARE_OF, crossings, mask, places
from wazir.ben39.position import (
    ARMY,
    HAND,
    OPENING,
    PIECE_OF,
    RESERVE,
    Piece,
    Position,
    Side,
    State,
    countable,
    pack,
    unpack,
)
from wazir.ben39.reading import Reading
from wazir.ben39.reading import read as read_action
from wazir.diagnostics import Diagnostic, Fix
from wazir.notations.ben39 import rules
from wazir.notations.ben39.rows import FILES, WIDTH, column_of_a, lines, marks
from wazir.notations.ben39.syntax import (
    Castle,
    Drawing,
    Entry,
    Held,
    Record,
    Row,
    Sign,
    castles,
    form_span,
    held,
    rules_in,
    turn_of,
)
from wazir.notations.kit import fix, write
from wazir.syntax import Token
from wazir.text import BLANKS, Edit, Span

STARTS = (("d14", 14), ("l2", 2))
"""The initial locations of the movable squares, with their ranks."""
UNCERTAIN = (rules.UNKNOWN_FILES, rules.UNKNOWN_RANKS)
BROKEN = (*UNCERTAIN, rules.RANK_OUT_OF_ORDER, rules.MISALIGNED_COLUMNS, rules.UNEXPECTED_CHARACTER)
"""The errors after which parts of the diagram may be missing."""
MOST_FAULTS = 8
"""The maximum number of diagnostics of a line."""

_SIGN = re.compile(r"(?P<sign>\+|\*?[^\W\d_])|(?P<other>\*|[^\s*+-]+?(?=[^\W\d_]|[\s*+-]|\Z))")
"""The tokens of a line of intersections, without blanks and dashes."""
_EMPTY = (":::", "###", "   ")


@lru_cache(maxsize=64)
def drawing_of(entry: Entry, text: str) -> tuple[Drawing, tuple[Diagnostic, ...]]:
    """The diagram of a `board:` key, and its errors."""
    found = lines(entry.words, text, entry.key_span)
    column, faults = column_of_a(found.rows, found.files, entry.key_span)
    diagnostics = [*found.found, *faults]
    rows: list[Row] = []
    for row in found.rows:
        read, more = _read_row(row, column)
        rows.append(read)
        diagnostics += more
    movable = tuple(sign for row in rows for sign in row.signs if sign.place in RING_NAMES)
    files = found.files.span if found.files else None
    codes = {one.code for one in diagnostics}
    is_certain = codes.isdisjoint(UNCERTAIN)
    return Drawing(tuple(rows), files, column, is_certain, codes.isdisjoint(BROKEN), movable), tuple(diagnostics)


def _read_row(row: Row, column: int) -> tuple[Row, list[Diagnostic]]:
    """The pieces of a line, as far as they can be parsed. A wrong rank number was already reported."""
    if row.rank is None:
        return row, []
    shift, faults = _shift(row, column)
    read = _crossings if row.rank % 2 else _squares
    signs, more = read(row, column + shift)
    return replace(row, shift=shift, signs=tuple(signs)), [] if row.is_renumbered else (faults or more)[:MOST_FAULTS]


def _shift(row: Row, column: int) -> tuple[int, list[Diagnostic]]:
    """The offset of a line from its columns, or the place where they become wrong."""
    wrong = [mark for mark in marks(row) if (mark - column) % 4]
    if not wrong:
        return 0, []
    ways = {(mark - column + 1) % 4 - 1 for mark in marks(row)}
    if len(ways) > 1:
        place = Span(row.start + wrong[0], row.start + wrong[0] + 1)
        message = f"`{row.text[wrong[0]]}` is not in the column of an intersection."
        return 0, [Diagnostic(rules.MISALIGNED_COLUMNS, place, message)]
    shift = ways.pop()
    side = "right" if shift > 0 else "left"
    message = f"Rank {row.rank} is {abs(shift)} {'columns' if abs(shift) > 1 else 'column'} too far to the {side}."
    if "\t" in row.text:
        message += " A tab counts as one column: use spaces."
    return shift, [Diagnostic(rules.MISALIGNED_COLUMNS, row.board, message, _back(row, shift))]


def _back(row: Row, shift: int) -> tuple[Fix, ...]:
    """The fix that moves a line to its columns; none if there is no room."""
    start = row.board.start
    if shift < 0:
        edit = Edit(Span(start, start), " " * -shift)
    elif row.first > shift and not row.text[row.first - shift : row.first].strip(BLANKS):
        edit = Edit(Span(start - shift, start), "")
    else:
        return ()
    return (fix("Align the line with its columns", edit, safe=abs(shift) == 1 and "\t" not in row.text),)


# Lines of squares


def _squares(row: Row, column: int) -> tuple[list[Sign], list[Diagnostic]]:
    """The pieces in a line of squares."""
    signs: list[Sign] = []
    found: list[Diagnostic] = []
    text = row.text.ljust(column + WIDTH + 2)
    for number in range(1, len(FILES), 2):
        middle = column + 2 * number
        if middle < 2:
            continue
        cell, bars = text[middle - 1 : middle + 2], text[middle - 2] + text[middle + 2]
        if cell.isspace() and bars != "||":
            continue
        span = Span(row.start + middle - 1, row.start + min(middle + 2, len(row.text)))
        sign, fault = _square(f"{FILES[number]}{row.rank}", span, cell, bars)
        found += [fault] if fault else []
        signs += [sign] if sign else []
    return signs, [*found, *_outside(row, column), *_bars(row, column)]


def _square(place: str, span: Span, cell: str, bars: str) -> tuple[Sign | None, Diagnostic | None]:
    """The piece in a square, and its errors."""
    if place not in SQUARE_OF:
        whole = Span(span.start - (bars[0] == "|"), span.end + (bars[1] == "|"))
        return None, Diagnostic(rules.UNKNOWN_PLACE, whole, f"The board has no square {place}.")
    sign = Sign(place, span)
    if cell not in _EMPTY:
        side = _owner(cell)
        if side is None:
            return sign, _unreadable(cell, span)
        sign = Sign(place, span, side, cell[1], Span(span.start + 1, span.start + 2))
    if "#" in cell and place not in RING_NAMES:
        message = f"{place} is not a movable square, which `#` marks. Write `:::` or spaces."
        plain = cell.replace("#", ":")
        change = write(span, plain, safe=True)
        return sign, Diagnostic(rules.HASH_OUTSIDE_RING, span, message, (change,))
    return sign, None


def _owner(cell: str) -> Side | None:
    """The owner of the piece in a square; None if it is empty."""
    left, middle, right = tuple(cell)
    if left != right or not middle.isalpha() or left not in "*:# ":
        return None
    return Side.BLACK if left == "*" else Side.WHITE


def _unreadable(cell: str, span: Span) -> Diagnostic:
    message = "Invalid square. Write `:::`, `###` or spaces (empty), `:P:` (a white piece) or `*P*` (a black piece)."
    letters = [sign for sign in cell if sign.isalpha()]
    fixes: tuple[Fix, ...] = ()
    if len(letters) == 1 and "*" in cell:
        title = f"*{letters[0]}*"
        fixes = (write(span, title),)
    return Diagnostic(rules.UNEXPECTED_CHARACTER, span, message, fixes)


def _bars(row: Row, column: int) -> Iterator[Diagnostic]:
    """Invalid characters in the columns of the bars."""
    for place in range(column, min(column + WIDTH + 1, len(row.text)), 4):
        if place >= row.first and row.text[place] not in "| ":
            span = Span(row.start + place, row.start + place + 1)
            message = f"Unexpected `{row.text[place]}`: this column has `|` or a space."
            yield Diagnostic(rules.MISALIGNED_COLUMNS, span, message)


def _outside(row: Row, column: int) -> Iterator[Diagnostic]:
    """Characters left of file `a` or right of file `o`."""
    left = row.text[row.first : max(column, row.first)].rstrip()
    right = row.text[max(column + WIDTH + 1, 0) :].lstrip()
    if left:
        yield _beyond(Span(row.start + row.first, row.start + row.first + len(left)))
    if right:
        yield _beyond(Span(row.start + len(row.text) - len(right), row.start + len(row.text)))


def _beyond(span: Span) -> Diagnostic:
    return Diagnostic(rules.UNKNOWN_PLACE, span, "The board ends at file `o`.")


# Lines of intersections


def _crossings(row: Row, column: int) -> tuple[list[Sign], list[Diagnostic]]:
    """The pieces in a line of intersections."""
    signs: list[Sign] = []
    found: list[Diagnostic] = []
    for match in _SIGN.finditer(row.text, row.first):
        sign, start = match[0], match.start()
        span = Span(row.start + start, row.start + start + len(sign))
        if match.lastgroup == "other":
            found.append(_no_sign(sign, span))
            continue
        place = _crossing(start, len(sign), column, row)
        if place is None:
            is_inside = column <= start <= column + WIDTH
            found.append(_between(sign, span) if is_inside else _beyond(span))
        elif sign == "+":
            signs.append(Sign(place, span))
        else:
            signs.append(Sign(place, span, Side.BLACK if len(sign) == 2 else Side.WHITE, sign[-1], span))
    return signs, [*found, *_dashes(row, column)]


def _crossing(start: int, length: int, column: int, row: Row) -> str | None:
    """The intersection of a character, with its asterisk or letter; None if it is not on one."""
    for place in range(start - column, start - column + length):
        if place % 4 == 0 and 0 <= place <= WIDTH:
            return f"{FILES[place // 2]}{row.rank}"
    return None


def _no_sign(sign: str, span: Span) -> Diagnostic:
    shown = f"`{sign}`" if sign.isprintable() and sign != "`" else "This"
    message = (
        f"Invalid intersection {shown}. Write `+`, the letter of a white piece, or `*` and the letter of a black one."
    )
    return Diagnostic(rules.UNEXPECTED_CHARACTER, span, message)


def _between(sign: str, span: Span) -> Diagnostic:
    return Diagnostic(rules.MISALIGNED_COLUMNS, span, f"`{sign}` is not in the column of an intersection.")


def _dashes(row: Row, column: int) -> Iterator[Diagnostic]:
    """Dashes on intersections."""
    for place in range(max(column, column % 4), min(column + WIDTH + 1, len(row.text)), 4):
        if row.text[place] == "-":
            span = Span(row.start + place, row.start + place + 1)
            message = f"Missing intersection on rank {row.rank}. Write `+` for an empty one."
            change = fix("Write `+`", Edit(span, "+"))
            yield Diagnostic(rules.UNEXPECTED_CHARACTER, span, message, (change,))


def movable(drawing: Drawing) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The movable squares of a diagram (G23): the drawn ones, then the initial ones on ranks that are not drawn.

    The second result is the initial locations that are unknown, one for each missing square.
    """
    names = [sign.place for sign in drawing.movable]
    ranks = drawing.ranks
    for name, rank in STARTS:
        if len(names) < 2 and name not in names and rank not in ranks:
            names.append(name)
    gone = [name for name, _ in STARTS if name not in names]
    return tuple(names), tuple(gone[: max(2 - len(names), 0)])


# Positions and actions


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

    @property
    def action(self) -> Action | None:
        """The action that is played; None for a text that means none, after which nothing is."""
        return self.reading.action or self.reading.meant


@dataclass(frozen=True, slots=True)
class Meaning:
    """The meaning of a record."""

    record: Record
    setup: Setup
    start: State
    plays: tuple[Played, ...]
    """The actions up to and including the first that means no legal one."""
    unplayed: tuple[Token, ...]
    """The actions after it."""

    @property
    def actions(self) -> tuple[Action, ...]:
        """The legal actions."""
        return tuple(play.action for play in self.plays if play.action is not None)

    @property
    def game(self) -> Game:
        """The position with the legal actions."""
        return Game(self.start, self.actions)

    @property
    def is_legal(self) -> bool:
        """Whether all actions are legal."""
        return not self.unplayed and all(play.action is not None for play in self.plays)


@lru_cache(maxsize=32)
def meaning(record: Record, text: str) -> Meaning:
    """The meaning of a record. Invalid parts are skipped."""
    setup = _setup(record, text)
    if set_rules := rules_in(record.entry("rules"))[0]:
        setup = replace(setup, position=replace(setup.position, rules=set_rules))
    start = pack(setup.position)
    moves = record.entry("moves")
    words = [word for word in moves.words if word.kind == "ACTION"] if moves else []
    plays: list[Played] = []
    state = start
    for word in words[:MOST_ACTIONS]:
        play = Played(word.span, word.text, state, _read(state, word.text))
        plays.append(play)
        if play.action is None:
            break
        state = after(state, play.action)
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
    return Setup(form.position, pieces, form=form, form_start=span.start)


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
    """The names of all squares, and of the intersections that exist with given movable squares.

    Every square that is drawn exists.
    """
    squares = FIXED | mask(SQUARE_OF[name] for name in where)
    return frozenset((*SQUARE_OF, *(INTERSECTIONS[place] for place in places(crossings(squares)))))


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
            return countable("".join(piece.letter for piece in given))
        drawn = [piece.letter for owner, piece in intersections.values() if owner is side]
        return left_of_army(drawn)

    hands = [countable("".join(piece.letter for piece in stores[f"{side} hand"] or ())) for side in Side]
    return Position(squares, intersections, where, who, (hands[0], hands[1]), (kept(Side.WHITE), kept(Side.BLACK)))


def left_of_army(drawn: Sequence[str]) -> str:
    """The letters of an army in the order of a reserve, without those on the board."""
    return "".join(letter * max(ARMY[letter] - drawn.count(letter), 0) for letter in RESERVE)
