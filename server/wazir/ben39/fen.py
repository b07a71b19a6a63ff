"""Positions as text: the line of FEN (G24), `SQUARES INTERSECTIONS MOVABLE TURN HANDS RESERVES`,
and diagrams (G23).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple

from wazir.ben39.board import (
    INTERSECTIONS,
    LINE_FILES,
    RING_MASK,
    RING_NAMES,
    ROWS,
    SQUARES,
    crossings,
    squares_with,
)
from wazir.ben39.position import (
    HAND,
    LETTERS,
    PIECE_OF,
    RESERVE,
    Owned,
    Piece,
    Position,
    Side,
    State,
    countable,
    pack,
    unpack,
)

PARTS = (
    "the squares",
    "the intersections",
    "the movable squares",
    "the turn",
    "the hands",
    "the reserves",
)
"""The names of the parts, in order."""
TURNS = {"w": Side.WHITE, "b": Side.BLACK}

_PIECE = re.compile(
    r"(?P<castle>[Cc])(?P<step>[+x?])?|(?P<letter>[^\W\d_])|(?P<number>[0-9]+)|(?P<other>.)",
    re.DOTALL,
)
_STEPS = "+?"
"""Characters that mark the next step of a castle."""
MAX_EMPTY = 99
"""The largest number of empty places."""


class Kind(StrEnum):
    """The kinds of errors. The values are the codes of diagnostics."""

    FORM = "bad-fen"
    """The number of parts, of ranks or of places is wrong, or the movable squares are not in the
    order of the ring.
    """
    LETTER = "unknown-letter"
    """A character that is not a piece."""
    ON_SQUARE = "line-piece-on-square"
    """An intersection piece on a square."""
    ON_LINE = "square-piece-on-line"
    """A square piece on an intersection."""
    MOVABLE = "wrong-movable-squares"
    """There are too many movable squares."""
    TURN = "bad-turn"
    KING_IN_HAND = "king-in-hand"


@dataclass(frozen=True, slots=True)
class Fault:
    """An error in a one-line form."""

    start: int
    end: int
    kind: Kind
    message: str
    instead: str = ""
    """The replacement, if there is one."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A piece of a one-line form with its span."""

    start: int
    end: int
    side: Side
    piece: Piece
    place: str | None
    """Its place; None in a hand or a reserve."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of parsing a one-line form."""

    position: Position
    """The position, as far as it is valid."""
    pieces: tuple[Standing, ...]
    faults: tuple[Fault, ...]
    words: tuple[tuple[int, int], ...]
    """The spans of its parts."""

    @property
    def state(self) -> State | None:
        """The state; None if there are errors."""
        return None if self.faults else pack(self.position)


def write(state: State) -> str:
    """The one-line form of a state."""
    position = unpack(state)
    squares = squares_with(position.movable)
    parts = (
        _ranks(SQUARES, ROWS, squares, pieces=position.pieces),
        _ranks(INTERSECTIONS, len(LINE_FILES), crossings(squares), pieces=position.pieces),
        ",".join(position.movable),
        "wb"[position.turn],
        *(white + black.lower() for white, black in (position.hands, position.reserves)),
    )
    return " ".join(part or "-" for part in parts)


def _ranks(names: tuple[str, ...], width: int, there: int, pieces: Mapping[str, Owned]) -> str:
    """The ranks of squares or intersections, from the top."""
    ranks = []
    for row in reversed(range(len(names) // width)):
        signs: list[str | int] = []
        for place in range(row * width, (row + 1) * width):
            if not there >> place & 1:
                continue
            if owned := pieces.get(names[place]):
                letters = LETTERS[owned.piece]
                signs.append(
                    (letters[0].lower() if owned.side is Side.BLACK else letters[0]) + letters[1:]
                )
            elif signs and isinstance(signs[-1], int):
                signs[-1] += 1
            else:
                signs.append(1)
        ranks.append("".join(map(str, signs)))
    return "/".join(ranks)


# Parsing


def read(text: str) -> Result:
    """The position of a one-line form with all its errors. Never raises."""
    words = [match.span() for match in re.finditer(r"\S+", text)]
    faults: list[Fault] = []
    spans = [*words[: len(PARTS)], *[(len(text), len(text))] * (len(PARTS) - len(words))]
    squares, lines, ring, turn, hands, reserves = spans
    movable, is_certain = _movable(text, ring, faults)
    board = squares_with(movable)
    on_squares = _Places(SQUARES, ROWS, board, is_certain=is_certain)
    on_lines = _Places(INTERSECTIONS, len(LINE_FILES), crossings(board), is_certain=is_certain)
    pieces = [
        *_standing(text, squares, on_squares, faults=faults),
        *_standing(text, lines, on_lines, faults=faults),
    ]
    held = list(_held(text, hands, HAND, faults=faults))
    in_reserve = list(_held(text, reserves, RESERVE, faults=faults))
    if (side := text[slice(*turn)]) not in TURNS:
        faults.append(Fault(*turn, Kind.TURN, "Expected the side to move: `w` or `b`."))
    position = Position(
        {
            standing.place: Owned(standing.side, standing.piece)
            for standing in pieces
            if standing.place
        },
        tuple(name for name in RING_NAMES if name in movable),
        TURNS.get(side, Side.WHITE),
        hands=_stores(held),
        reserves=_stores(in_reserve),
    )
    message = "Parts of a one-line form are separated by one space."
    between = (
        (before, after) for (_, before), (after, _) in pairwise(words) if text[before:after] != " "
    )
    faults += [Fault(start, end, Kind.FORM, message=message) for start, end in between]
    if len(words) != len(PARTS):  # the other errors are of parts that may be missing
        message = (
            f"Expected six parts, {', '.join(PARTS[:-1])} and {PARTS[-1]}, found {len(words)}."
        )
        start, end = (words[0][0], words[-1][1]) if words else (0, len(text))
        faults = [Fault(start, end, Kind.FORM, message=message)]
    faults.sort(key=lambda fault: (fault.start, fault.end))
    return Result(position, (*pieces, *held, *in_reserve), tuple(faults), words=tuple(words))


def _movable(text: str, span: tuple[int, int], faults: list[Fault]) -> tuple[list[str], bool]:
    """The movable squares, and whether they are certain."""
    word = text[span[0] : span[1]]
    if word == "-":
        return [], True
    names = word.split(",")
    known = list(dict.fromkeys(name for name in names if name in RING_NAMES))
    if word != ",".join(name for name in RING_NAMES if name in known):
        message = (
            "Write the movable squares in the order of the ring, with commas between: "
            f"{', '.join(RING_NAMES)}."
        )
        faults.append(Fault(*span, Kind.FORM, message))
        return known, len(known) == len(names)
    if len(known) > 2:
        message = f"Too many movable squares: {len(known)} instead of two."
        faults.append(Fault(*span, Kind.MOVABLE, message))
    return known, True


class _Places(NamedTuple):
    """Squares or intersections."""

    names: tuple[str, ...]
    width: int
    existing: int
    """Those that exist, a bit for each."""
    is_certain: bool
    """Whether they are certain, and so the length of each rank."""

    @property
    def noun(self) -> str:
        """What they are."""
        return "squares" if self.names is SQUARES else "intersections"


def _standing(
    text: str, span: tuple[int, int], places: _Places, faults: list[Fault]
) -> Iterator[Standing]:
    """The pieces on squares or intersections."""
    ranks = text[span[0] : span[1]].split("/")
    rows = len(places.names) // places.width
    if len(ranks) != rows:
        message = f"Expected {rows} ranks of {places.noun}, found {len(ranks)}."
        faults.append(Fault(*span, Kind.FORM, message))
        places = places._replace(is_certain=False)
    start = span[0]
    for number, rank in enumerate(ranks[:rows]):
        row = (rows - 1 - number) * places.width
        names = [
            places.names[index]
            for index in range(row, row + places.width)
            if places.existing >> index & 1
        ]
        yield from _rank(rank, start, names, places=places, faults=faults)
        start += len(rank) + 1


def _rank(
    rank: str, start: int, names: Sequence[str], places: _Places, faults: list[Fault]
) -> Iterator[Standing]:
    """The pieces of a rank that begins at an offset, on places with some names."""
    number = 0
    for match in _PIECE.finditer(rank):
        at, end = start + match.start(), start + match.end()
        if match["number"]:
            number += _empty(match[0])
            if match[0].startswith("0"):
                message = "A number of empty places does not begin with 0."
                faults.append(Fault(at, end, Kind.LETTER, message=message))
            continue
        piece = _piece(match, at, end, places=places, faults=faults)
        if piece is not None and number < len(names):
            side = Side.WHITE if match[0][0].isupper() else Side.BLACK
            yield Standing(at, end, side, piece=piece, place=names[number])
        number += match[0] not in _STEPS
    if number != len(names) and places.is_certain:
        faults.append(_wrong_length(rank, start, number, expected=len(names), noun=places.noun))


def _wrong_length(rank: str, start: int, number: int, *, expected: int, noun: str) -> Fault:
    """The fault of a rank that has a wrong number of places. Its replacement has as many empty
    places at the end as are missing.
    """
    if number <= MAX_EMPTY:
        length = f"{number} place{'s' * (number != 1)}"
    else:
        length = "more places than any rank"
    message = f"Expected {expected} {noun} on this rank with those movable squares, found {length}."
    kept = rank.rstrip("0123456789")
    empty = _empty(rank[len(kept) :] or "0") + expected - number
    instead = f"{kept}{empty or ''}" if empty >= 0 else ""
    return Fault(start, start + len(rank), Kind.FORM, message=message, instead=instead)


def _empty(digits: str) -> int:
    """The number of empty places, without converting long numbers."""
    return int(digits) if len(digits) <= len(str(MAX_EMPTY)) else MAX_EMPTY + 1


def _piece(
    match: re.Match[str], at: int, end: int, places: _Places, faults: list[Fault]
) -> Piece | None:
    """The piece of a letter; None if the letter is not valid here."""
    letter = match[0][0].upper()
    if letter not in PIECE_OF or not match[0].isascii():
        faults.append(
            Fault(
                at, end, Kind.LETTER, message=f"`{_shown(match[0])}` is not the letter of a piece."
            )
        )
        return None
    if match["castle"] and not match["step"] and places.names is INTERSECTIONS:
        message = "Missing next step of the castle. Write `+`, `x`, or `?` if it is unknown."
        faults.append(Fault(at, end, Kind.LETTER, message=message))
    piece = PIECE_OF[f"{letter}{match['step'] or ''}"]
    if piece.names is places.names:
        return piece
    home, kind = (
        ("squares", Kind.ON_LINE) if piece.on_squares else ("intersections", Kind.ON_SQUARE)
    )
    faults.append(
        Fault(at, end, kind, message=f"`{letter}` stands on {home}, not on {places.noun}.")
    )
    return None


def _shown(sign: str) -> str:
    return sign if sign.isprintable() and sign != "`" else f"U+{ord(sign):04X}"


def _held(
    text: str, span: tuple[int, int], letters: str, faults: list[Fault]
) -> Iterator[Standing]:
    """The pieces in hands or reserves."""
    if text[span[0] : span[1]] == "-":
        return
    for at in range(*span):
        letter = text[at].upper()
        if letter in letters and text[at].isascii():
            side = Side.WHITE if text[at].isupper() else Side.BLACK
            yield Standing(at, at + 1, side, piece=PIECE_OF[letter], place=None)
        elif letter in ("K", "Q") and letters == HAND:
            faults.append(Fault(at, at + 1, Kind.KING_IN_HAND, message=held_king(letter)))
        else:
            where = "a hand" if letters == HAND else "a reserve"
            message = (
                f"`{_shown(text[at])}` cannot be in {where}: the letters there are "
                f"{', '.join(letters)}."
            )
            faults.append(Fault(at, at + 1, Kind.LETTER, message=message))


def held_king(letter: str) -> str:
    """The error message for a king or a queen in a hand."""
    if letter == "K":
        return "A king is never in a hand: who takes it has won."
    return "A queen is never in a hand: it becomes a pawn there. Write `P`."


def _stores(held: list[Standing]) -> tuple[str, str]:
    """The hands or reserves."""
    white, black = (
        [standing.piece.letter for standing in held if standing.side is side] for side in Side
    )
    return countable("".join(white)), countable("".join(black))


# Diagrams (G23)


RANKS = range(2 * ROWS + 1, 0, -1)
"""All ranks in the order of the diagram."""
FILES = "    " + " ".join("abcdefghijklmno")
"""The line with the letters of the files."""

_MARGIN, _STEP = 4, 4


def draw(shown: Position | State, ranks: Iterable[int] = RANKS) -> tuple[str, ...]:
    """The lines of the canonical diagram of a position, or of some of its ranks, from the top."""
    position = shown if isinstance(shown, Position) else unpack(shown)
    squares = squares_with(position.movable)
    lines = crossings(squares)
    rows: list[str] = []
    for rank in sorted(set(ranks), reverse=True):
        drawn = [" "] * (_MARGIN + _STEP * len(LINE_FILES))
        if rank % 2:
            _draw_crossings(drawn, rank, lines, pieces=position.pieces)
        else:
            _draw_squares(drawn, rank, squares, pieces=position.pieces)
        rows.append(f"{rank:<{_MARGIN}}{''.join(drawn[_MARGIN:])}".rstrip())
    return (*rows, FILES)


def fill(square: int) -> str:
    """The fillings of an empty square."""
    if RING_MASK >> square & 1:
        return "#"
    row, column = divmod(square, ROWS)
    return ":" if (row + 1 + column) % 2 else " "


def _draw_crossings(drawn: list[str], rank: int, lines: int, pieces: Mapping[str, Owned]) -> None:
    """Draw a line of intersections."""
    row = (rank - 1) // 2 * len(LINE_FILES)
    for number in range(len(LINE_FILES)):
        if not lines >> row + number & 1:
            continue
        column = _MARGIN + _STEP * number
        side, piece = pieces.get(INTERSECTIONS[row + number], (None, None))
        if piece is None:
            sign = "+"
        elif side is Side.WHITE:
            sign = piece.letter
        else:
            sign = f"*{piece.letter}"
        goes_on = number + 1 < len(LINE_FILES) and lines >> row + number + 1 & 1
        drawn[column : column + _STEP] = sign.ljust(_STEP, "-" if goes_on else " ")


def _draw_squares(drawn: list[str], rank: int, squares: int, pieces: Mapping[str, Owned]) -> None:
    """Draw a line of squares."""
    row = (rank // 2 - 1) * ROWS
    for number, square in enumerate(range(row, row + ROWS)):
        if squares >> square & 1:
            side, piece = pieces.get(SQUARES[square], (None, None))
            around = "*" if side is Side.BLACK else fill(square)
            letter = fill(square) if piece is None else piece.letter
            column = _MARGIN + _STEP * number
            drawn[column : column + _STEP + 1] = f"|{around}{letter}{around}|"
