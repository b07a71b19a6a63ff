"""Positions, by names and as a single integer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from itertools import product
from struct import Struct
from typing import Final, NamedTuple, NewType

from wazir.ben39.board import (
    FIXED,
    INTERSECTIONS,
    NUMBER_OF,
    RING,
    ROWS,
    SQUARES,
    crossings,
    places,
    squares_with,
)


class Side(IntEnum):
    """A side."""

    WHITE = 0
    BLACK = 1

    @property
    def other(self) -> Side:
        """The opponent."""
        return SIDES[1 - self]

    def __str__(self) -> str:
        return self.name.lower()


SIDES: Final = (Side.WHITE, Side.BLACK)


class Piece(IntEnum):
    """The kinds of pieces. A castle counts as three, one for each next step (G14)."""

    KING = 0
    ROOK = 1
    BISHOP = 2
    NIGHTRIDER = 3
    GOLD = 4
    SILVER = 5
    PAWN = 6
    QUEEN = 7
    CHAD_ROOK = 8
    IMMOBILIZER = 9
    WIZARD = 10
    SPIDER = 11
    CASTLE_STRAIGHT = 12
    CASTLE_DIAGONAL = 13
    CASTLE_EITHER = 14

    @property
    def letter(self) -> str:
        """Its letter, without the sign of a castle."""
        return LETTERS[self][0]

    @property
    def on_squares(self) -> bool:
        """Whether it belongs on squares, not on intersections."""
        return self <= Piece.QUEEN

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the squares or of the intersections."""
        return SQUARES if self.on_squares else INTERSECTIONS

    @property
    def width(self) -> int:
        """The number of squares or of intersections in a row."""
        return ROWS if self.on_squares else ROWS + 1


KING: Final = int(Piece.KING)
ROOK: Final = int(Piece.ROOK)
BISHOP: Final = int(Piece.BISHOP)
NIGHTRIDER: Final = int(Piece.NIGHTRIDER)
GOLD: Final = int(Piece.GOLD)
SILVER: Final = int(Piece.SILVER)
PAWN: Final = int(Piece.PAWN)
QUEEN: Final = int(Piece.QUEEN)
IMMOBILIZER: Final = int(Piece.IMMOBILIZER)
WIZARD: Final = int(Piece.WIZARD)
SPIDER: Final = int(Piece.SPIDER)
CASTLE: Final = int(Piece.CASTLE_STRAIGHT)
"""The first of three kinds of castles. A plain integer indexes the words of a side four times
faster than a member.
"""

LETTERS = ("K", "R", "B", "N", "G", "S", "P", "Q", "X", "I", "W", "Z", "C+", "Cx", "C?")
"""The letters of the pieces by number; castles with their next step."""
PIECE_OF = {letter: Piece(number) for number, letter in enumerate(LETTERS)} | {
    "C": Piece.CASTLE_EITHER
}
"""The pieces by letter; a castle without its next step may go either way."""
SQUARE_PIECES: Final = tuple(piece for piece in Piece if piece.on_squares)
LINE_PIECES: Final = tuple(piece for piece in Piece if not piece.on_squares)
CASTLES = (Piece.CASTLE_STRAIGHT, Piece.CASTLE_DIAGONAL, Piece.CASTLE_EITHER)

HAND, RESERVE = "RBNGSP", "XIWZC"
"""The letters of a hand and of a reserve, in the order of G24."""
ARMY: Mapping[str, int] = {"X": 5, "I": 1, "W": 2, "Z": 2, "C": 2}
"""The number of intersection pieces of a side."""


class Rule(StrEnum):
    """A rule of the game where the inventor's text is silent, other than the usual one. The values
    are its names.
    """

    OWN_PROMOTION = "own-promotion"
    """A pawn becomes a queen only by its own move (G7)."""
    ANSWER_CHECK = "answer-check"
    """No action may leave the own king where it can be taken (G11)."""
    FIRM_HOLD = "firm-hold"
    """Wizards and spiders cannot move immobilized pieces (G13)."""
    PASS_OVER = "pass-over"
    """A movable square passes over the other one (G18)."""
    MUST_CHANGE = "must-change"
    """A swap or rotation that changes nothing is illegal (G20)."""


ALL_RULES = tuple(Rule)
USUAL: frozenset[Rule] = frozenset()
"""The usual rules."""

State = NewType("State", int)
"""A position as an integer of 64-bit words, least significant first.

1. Five bitboards of the pieces on squares: White's, Black's, and one for each bit of the number of
a kind.
2. Five bitboards of the pieces on intersections, whose kinds are numbered from 0 for this.
3. White's and Black's hand and reserve.
4. The movable squares, with the rules and two flags above them.

Equal positions have equal integers, and an action is the difference of two states.
"""

WORD: Final = 64
WORD_BITS: Final = (1 << WORD) - 1
BOARDS: Final = 5 * WORD
"""Bits of the boards of squares, and of those of intersections."""
BOARDS_BITS: Final = (1 << BOARDS) - 1
_EACH_BOARD: Final = sum(1 << board * WORD for board in range(5))
STORES: Final = 2 * BOARDS
"""The first bit of the hands and reserves."""
COUNT: Final = 5
"""Bits of the count of a letter in hand or reserve."""
MAX_IN_STORE: Final = (1 << COUNT) - 1
BOARD: Final = STORES + 2 * WORD
"""The first bit of the movable squares."""
RULES: Final = 50
"""The bit of the first rule in the word of the board."""
TURN_IN_BOARD: Final = 60
"""The bit of the side to move in the word of the board."""
TURN: Final = BOARD + TURN_IN_BOARD
"""Set if Black is to move."""
ENDED: Final = TURN + 1
"""Set if a king was taken."""
ON_BOARD: Final = (1 << TURN_IN_BOARD) - 1
"""The movable squares and rules in the word of the board."""
_unpacked = Struct("<5Q").unpack
_SQUARES: Final = (1 << 49) - 1
STORE: Final = 16
"""The index of the hand and reserve among the words of a side, after those of two times eight kinds
of pieces.
"""
_SLOTS = {letter: number for number, letter in enumerate(HAND + RESERVE)}


class Owned(NamedTuple):
    """A piece and its side."""

    side: Side
    piece: Piece


@dataclass(frozen=True)
class Position:
    """A position by names."""

    pieces: Mapping[str, Owned] = field(default_factory=dict)
    """The pieces on squares, such as `h2`, and on intersections, such as `g3`."""
    movable: tuple[str, ...] = ()
    """The movable squares, in the order of the ring."""
    turn: Side = Side.WHITE
    hands: tuple[str, str] = ("", "")
    """The letters in White's and Black's hand, in the order `RBNGSP`."""
    reserves: tuple[str, str] = ("", "")
    """The letters in White's and Black's reserve, in the order `XIWZC`."""
    ended: bool = False
    """The previous action took a king."""
    rules: frozenset[Rule] = USUAL


def bits(side: int, piece: int, place: int) -> int:
    """The bits of a piece at a place."""
    return _BITS[side][piece] << place


def _bits(side: Side, piece: Piece) -> int:
    first, number = (0, piece) if piece.on_squares else (BOARDS, piece - Piece.CHAD_ROOK)
    boards = [side, *(2 + place for place in places(number))]
    return sum(1 << first + board * WORD for board in boards)


_BITS: Final = tuple(tuple(_bits(side, piece) for piece in Piece) for side in SIDES)
"""For each side and piece, its bits at place 0."""


def stored(side: int, letter: str) -> int:
    """The difference of one piece in hand or reserve."""
    return 1 << STORES + side * WORD + _SLOTS[letter] * COUNT


def count(store: int, letter: str) -> int:
    """The count of a letter in the word of a hand and reserve."""
    return store >> slot(letter) & MAX_IN_STORE


def slot(letter: str) -> int:
    """The first bit of the count of a letter in that word."""
    return _SLOTS[letter] * COUNT


def counts(letters: str) -> int:
    """The bits of the counts of some letters in that word."""
    return sum(MAX_IN_STORE << slot(letter) for letter in letters)


IN_HAND: Final = counts(HAND)


def movable_squares(board: int) -> int:
    """The movable squares in the word of the board."""
    return board & _SQUARES


def rules_of(board: int) -> frozenset[Rule]:
    """The rules in the word of the board."""
    return frozenset(rule for number, rule in enumerate(ALL_RULES) if board >> RULES + number & 1)


def under(state: State, rules: frozenset[Rule]) -> State:
    """The same position with some rules added."""
    for number, rule in enumerate(ALL_RULES):
        if rule in rules:
            state = State(state | 1 << BOARD + RULES + number)
    return state


def turn(state: State) -> Side:
    """The side to move."""
    return SIDES[state >> TURN & 1]


def is_ended(state: State) -> bool:
    """Whether a king was taken."""
    return bool(state >> ENDED)


def countable(letters: str) -> str:
    """The letters of a hand or a reserve in their order, no more of each than a state can count."""
    return "".join(letter * min(letters.count(letter), MAX_IN_STORE) for letter in HAND + RESERVE)


def pack(position: Position) -> State:
    """The state of a position.

    Raises:
        ValueError: A place does not exist, a piece is on the wrong kind of place, or a hand or
            reserve has more than 31 of a letter.
    """
    if not set(position.movable) <= {SQUARES[square] for square in RING}:
        raise ValueError("A movable square is outside of the ring.")
    squares = squares_with(position.movable)
    state = (squares & ~FIXED) << BOARD
    for name, (side, piece) in position.pieces.items():
        if name not in NUMBER_OF:
            raise ValueError(f"There is no place {name}.")
        there = squares if piece.on_squares else crossings(squares)
        if name not in piece.names or not there >> NUMBER_OF[name] & 1:
            raise ValueError(f"No {piece.letter} can stand on {name}.")
        state |= bits(side, piece, NUMBER_OF[name])
    for side in Side:
        for letter in position.hands[side] + position.reserves[side]:
            if letter not in _SLOTS:
                raise ValueError(f"There is no {letter} in a hand or a reserve.")
            if count(state >> STORES + side * WORD, letter) == MAX_IN_STORE:
                raise ValueError(f"There are too many {letter}.")
            state += stored(side, letter)
    return under(State(state | position.turn << TURN | position.ended << ENDED), position.rules)


def on_boards(members: int) -> int:
    """The bits of a set of places on all five bitboards."""
    return members * _EACH_BOARD


class Pieces:
    """The pieces of both sides on squares, or on intersections."""

    __slots__ = ("boards", "first", "held", "kinds", "occupied", "second", "third")

    def __init__(self, boards: int) -> None:
        self.boards = boards
        words: tuple[int, int, int, int, int] = _unpacked(boards.to_bytes(BOARDS // 8, "little"))
        white, black, self.first, self.second, self.third = words
        self.occupied = white | black
        self.held = white, black
        """The places of each side."""
        self.kinds = self._by_kind(white), self._by_kind(black)
        """The places of each side's pieces by number."""

    def _by_kind(self, held: int) -> tuple[int, ...]:
        third = held & self.third
        rest = held ^ third
        both, second = third & self.second, rest & self.second
        third ^= both
        rest ^= second
        first = self.first
        return (
            rest & ~first,
            rest & first,
            second & ~first,
            second & first,
            third & ~first,
            third & first,
            both & ~first,
            both & first,
        )


def unpack(state: State) -> Position:
    """The position of a state."""
    board = state >> BOARD
    movable = movable_squares(board)
    squares = Pieces(state & BOARDS_BITS)
    lines = Pieces(state >> BOARDS & BOARDS_BITS)
    stores = state >> STORES
    words = [
        (*squares.kinds[side], *lines.kinds[side], stores >> side * WORD & WORD_BITS)
        for side in Side
    ]
    standing = []
    for side, piece in product(Side, Piece):
        for place in places(words[side][piece]):
            standing.append((not piece.on_squares, place, Owned(side, piece)))
    return Position(
        pieces={owned.piece.names[place]: owned for _, place, owned in sorted(standing)},
        movable=tuple(SQUARES[place] for place in RING if movable >> place & 1),
        turn=turn(state),
        hands=(_letters(words[Side.WHITE], HAND), _letters(words[Side.BLACK], HAND)),
        reserves=(_letters(words[Side.WHITE], RESERVE), _letters(words[Side.BLACK], RESERVE)),
        ended=is_ended(state),
        rules=rules_of(board),
    )


def _letters(words: tuple[int, ...], letters: str) -> str:
    return "".join(letter * count(words[STORE], letter) for letter in letters)


def _opening() -> Position:
    pieces: dict[str, Owned] = {}
    for rank, letters in ((2, "GKS"), (4, "BNR"), (6, "PPP")):
        for white, black, letter in zip("fhj", "jhf", letters, strict=True):
            pieces[f"{white}{rank}"] = Owned(Side.WHITE, PIECE_OF[letter])
            pieces[f"{black}{16 - rank}"] = Owned(Side.BLACK, PIECE_OF[letter])
    reserve = "".join(letter * ARMY[letter] for letter in RESERVE)
    return Position(pieces, ("d14", "l2"), reserves=(reserve, reserve))


OPENING = pack(_opening())
"""The initial position."""
