"""Positions, by names and as a single integer, and as one side sees them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from functools import lru_cache
from struct import Struct
from typing import Final, NamedTuple, NewType

from wazir.ben39.board import (
    FIXED,
    INTERSECTION_OF,
    INTERSECTIONS,
    RING,
    SQUARE_OF,
    SQUARES,
    around,
    crossings,
    mask,
    places,
)
from wazir.ben39.board import ROWS as _ROWS


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
"""The first of three kinds of castles. A plain integer indexes the words of a side four times faster than a member."""

LETTERS = ("K", "R", "B", "N", "G", "S", "P", "Q", "X", "I", "W", "Z", "C+", "Cx", "C?")
"""The letters of the pieces by number; castles with their next step."""
PIECE_OF = {letter: Piece(number) for number, letter in enumerate(LETTERS)}
SQUARE_PIECES: Final = tuple(piece for piece in Piece if piece.on_squares)
LINE_PIECES: Final = tuple(piece for piece in Piece if not piece.on_squares)
CASTLES = (Piece.CASTLE_STRAIGHT, Piece.CASTLE_DIAGONAL, Piece.CASTLE_EITHER)

HAND, RESERVE = "RBNGSP", "XIWZC"
"""The letters of a hand and of a reserve, in the order of G24."""
ARMY: Mapping[str, int] = {"X": 5, "I": 1, "W": 2, "Z": 2, "C": 2}
"""The number of intersection pieces of a side."""


class Rule(StrEnum):
    """A rule of the game where the inventor's text is silent, other than the usual one. The values are its names."""

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
"""A position as an integer: a 64-bit word for the places of each kind of piece of each side, and more; see *fields*.

Equal positions have equal integers, and an action is the difference of two states.
"""

WORD: Final = 64
SIDE_WORDS: Final = 16
"""Words of each side: one for each kind of piece, and one for its hand and reserve."""
STORE: Final = 15
COUNT: Final = 5
"""Bits of the count of a letter in hand or reserve."""
MOST_IN_STORE: Final = (1 << COUNT) - 1
BOARD: Final = 2 * SIDE_WORDS
"""The word of the movable squares, with the rules and two flags above them."""
RULES: Final = 50
"""The bit of the first rule in the word of the board."""
_TURN: Final = 60
TURN: Final = BOARD * WORD + _TURN
"""Set if Black is to move."""
ENDED: Final = TURN + 1
"""Set if a king was taken."""
_ON_BOARD: Final = (1 << 60) - 1
_BYTES: Final = (BOARD + 1) * WORD // 8
_unpacked = Struct(f"<{BOARD + 1}Q").unpack
_SQUARES: Final = (1 << 49) - 1
_SLOTS = {letter: number for number, letter in enumerate(HAND + RESERVE)}


@dataclass(frozen=True)
class Position:
    """A position by names."""

    squares: Mapping[str, tuple[Side, Piece]] = field(default_factory=dict)
    """The pieces on squares, such as `h2`."""
    intersections: Mapping[str, tuple[Side, Piece]] = field(default_factory=dict)
    """The pieces on intersections, such as `g3`."""
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


def fields(state: State) -> tuple[int, ...]:
    """The words of a state: 16 of White, 16 of Black, and the one of the board."""
    words: tuple[int, ...] = _unpacked(state.to_bytes(_BYTES, "little"))
    return words


def bit(side: int, piece: int, place: int) -> int:
    """The bit of a piece at a place."""
    return 1 << ((side * SIDE_WORDS + piece) * WORD + place)


def stored(side: int, letter: str) -> int:
    """The difference of one piece in hand or reserve."""
    return 1 << ((side * SIDE_WORDS + STORE) * WORD + _SLOTS[letter] * COUNT)


def count(store: int, letter: str) -> int:
    """The count of a letter in the word of a hand and reserve."""
    return store >> slot(letter) & MOST_IN_STORE


def slot(letter: str) -> int:
    """The first bit of the count of a letter in that word."""
    return _SLOTS[letter] * COUNT


def counts(letters: str) -> int:
    """The bits of the counts of some letters in that word."""
    return sum(MOST_IN_STORE << slot(letter) for letter in letters)


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
            state = State(state | 1 << BOARD * WORD + RULES + number)
    return state


def turn(state: State) -> Side:
    """The side to move."""
    return SIDES[state >> TURN & 1]


def is_ended(state: State) -> bool:
    """Whether a king was taken."""
    return bool(state >> ENDED)


def countable(letters: str) -> str:
    """The letters of a hand or a reserve in their order, no more of each than a state can count."""
    return "".join(letter * min(letters.count(letter), MOST_IN_STORE) for letter in HAND + RESERVE)


def pack(position: Position) -> State:
    """The state of a position.

    Raises:
        ValueError: A place does not exist, a piece is on the wrong kind of place, or a hand or reserve has more
        than 31 of a letter.
    """
    movable = mask(_place(SQUARE_OF, name) for name in position.movable)
    if movable & FIXED:
        raise ValueError("A movable square is outside of the ring.")
    state = movable << (BOARD * WORD)
    for where, known, rooms in (
        (position.squares, SQUARE_OF, FIXED | movable),
        (position.intersections, INTERSECTION_OF, crossings(FIXED | movable)),
    ):
        for name, (side, piece) in where.items():
            place = _place(known, name)
            if not rooms >> place & 1 or piece.on_squares is (known is INTERSECTION_OF):
                raise ValueError(f"No {piece.name.lower()} can stand on {name}.")
            state |= bit(side, piece, place)
    for side in Side:
        for letter in position.hands[side] + position.reserves[side]:
            state += _one_more(state, side, letter)
    return under(State(state | position.turn << TURN | position.ended << ENDED), position.rules)


def _place(known: Mapping[str, int], name: str) -> int:
    if name not in known:
        raise ValueError(f"There is no place {name}.")
    return known[name]


def _one_more(state: int, side: Side, letter: str) -> int:
    if letter not in _SLOTS:
        raise ValueError(f"There is no {letter} in a hand or a reserve.")
    if count(state >> (side * SIDE_WORDS + STORE) * WORD, letter) == MOST_IN_STORE:
        raise ValueError(f"There are too many {letter}.")
    return stored(side, letter)


def unpack(state: State) -> Position:
    """The position of a state."""
    words = fields(state)
    movable = movable_squares(words[BOARD])
    return Position(
        {SQUARES[place]: owner for owner, place in _standing(words, SQUARE_PIECES)},
        {INTERSECTIONS[place]: owner for owner, place in _standing(words, LINE_PIECES)},
        tuple(SQUARES[place] for place in RING if movable >> place & 1),
        turn(state),
        (_letters(words, Side.WHITE, HAND), _letters(words, Side.BLACK, HAND)),
        (_letters(words, Side.WHITE, RESERVE), _letters(words, Side.BLACK, RESERVE)),
        is_ended(state),
        rules_of(words[BOARD]),
    )


def _standing(words: tuple[int, ...], pieces: tuple[Piece, ...]) -> list[tuple[tuple[Side, Piece], int]]:
    found = [
        ((side, piece), place)
        for side in Side
        for piece in pieces
        for place in places(words[side * SIDE_WORDS + piece])
    ]
    return sorted(found, key=lambda one: one[1])


def _letters(words: tuple[int, ...], side: Side, letters: str) -> str:
    store = words[side * SIDE_WORDS + STORE]
    return "".join(letter * count(store, letter) for letter in letters)


def _opening() -> Position:
    squares: dict[str, tuple[Side, Piece]] = {}
    for rank, letters in ((2, "GKS"), (4, "BNR"), (6, "PPP")):
        for white, black, letter in zip("fhj", "jhf", letters, strict=True):
            squares[f"{white}{rank}"] = (Side.WHITE, PIECE_OF[letter])
            squares[f"{black}{16 - rank}"] = (Side.BLACK, PIECE_OF[letter])
    reserve = "".join(letter * ARMY[letter] for letter in RESERVE)
    return Position(squares, {}, ("d14", "l2"), reserves=(reserve, reserve))


OPENING = pack(_opening())
"""The initial position."""


# The view of one side


class Layout(NamedTuple):
    """The board with given movable squares, and the rules."""

    squares: int
    no_squares: int
    """The square locations that are not on the board; they block like the edge."""
    crossings: int
    no_crossings: int
    rules: frozenset[Rule]


@lru_cache(maxsize=64)
def layout(board: int) -> Layout:
    """The board with the movable squares of its word, and the rules there."""
    squares = FIXED | movable_squares(board)
    corners = crossings(squares)
    return Layout(
        squares,
        mask(range(_ROWS**2)) & ~squares,
        corners,
        mask(range((_ROWS + 1) ** 2)) & ~corners,
        rules_of(board),
    )


class Scene:
    """The derived sets of a state for the acting side. Words are as in *position*, sets as in *board*.

    Not a tuple, because a search makes two for each node: compiled, this takes an eighth of the time.
    """

    __slots__ = (
        "blocked",
        "castled",
        "enemy",
        "enemy_lines",
        "frozen",
        "layout",
        "line_blocked",
        "mine",
        "movable",
        "own",
        "own_lines",
        "side",
        "theirs",
    )

    def __init__(
        self,
        side: Side,
        mine: tuple[int, ...],
        theirs: tuple[int, ...],
        movable: int,
        layout: Layout,
        own: int,
        enemy: int,
        own_lines: int,
        enemy_lines: int,
    ) -> None:
        self.side = side
        self.mine = mine
        self.theirs = theirs
        self.movable = movable
        self.layout = layout
        self.own = own
        """Squares with own pieces."""
        self.enemy = enemy
        self.own_lines = own_lines
        """Intersections with own pieces."""
        self.enemy_lines = enemy_lines
        self.blocked = layout.no_squares | own | enemy
        """Squares that are occupied or not on the board."""
        self.line_blocked = layout.no_crossings | own_lines | enemy_lines
        """Intersections that are occupied or not on the board."""
        self.frozen = around(theirs[IMMOBILIZER])
        """Squares around the enemy's immobilizer."""
        self.castled = around(castles(mine))
        """Squares that an own castle touches."""


def scene(state: State, side: Side | None = None) -> Scene:
    """A state from the point of view of the side to move, or of *side* as if it were to move."""
    words = fields(state)
    board = words[BOARD]
    if side is None:
        side = SIDES[board >> _TURN & 1]
    white, black = words[:SIDE_WORDS], words[SIDE_WORDS:BOARD]
    mine, theirs = (black, white) if side else (white, black)
    (own, own_lines), (enemy, enemy_lines) = _occupied(mine), _occupied(theirs)
    rooms = layout(board & _ON_BOARD)
    return Scene(side, mine, theirs, board & _SQUARES, rooms, own, enemy, own_lines, enemy_lines)


def opposite(seen: Scene) -> Scene:
    """The same state from the opponent's point of view."""
    return Scene(
        seen.side.other,
        seen.theirs,
        seen.mine,
        seen.movable,
        seen.layout,
        seen.enemy,
        seen.own,
        seen.enemy_lines,
        seen.own_lines,
    )


def _occupied(words: tuple[int, ...]) -> tuple[int, int]:
    """The squares and the intersections with pieces of a side."""
    (king, rook, bishop, rider, gold, silver, pawn, queen,
     chad, immobilizer, wizard, spider, straight, diagonal, either, _) = words  # fmt: skip
    return (
        king | rook | bishop | rider | gold | silver | pawn | queen,
        chad | immobilizer | wizard | spider | straight | diagonal | either,
    )


def castles(words: tuple[int, ...]) -> int:
    """The intersections with castles of a side."""
    return words[CASTLE] | words[CASTLE + 1] | words[CASTLE + 2]


def piece_on(words: tuple[int, ...], square: int) -> Piece:
    """The piece of a side on a square."""
    here = 1 << square
    for piece in SQUARE_PIECES:
        if words[piece] & here:
            return piece
    raise ValueError(f"Nothing stands on square {square}.")
