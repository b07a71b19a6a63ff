"""Positions as one side sees them."""

from __future__ import annotations

from functools import lru_cache

from wazir.ben39.board import FIXED, ROWS, around, crossings, mask
from wazir.ben39.position import (
    BOARDS,
    BOARDS_BITS,
    CASTLE,
    IMMOBILIZER,
    ON_BOARD,
    SIDES,
    SQUARE_PIECES,
    STORES,
    TURN_IN_BOARD,
    WORD,
    WORD_BITS,
    Piece,
    Pieces,
    Rule,
    Side,
    State,
    movable_squares,
    on_boards,
    rules_of,
)


class Layout:
    """The board with given movable squares, and the rules. One is kept for each, and compared by
    identity.
    """

    def __init__(self, movable: int, rules: frozenset[Rule]) -> None:
        self.movable = movable
        self.movable_boards = on_boards(movable)
        """The bits of the movable squares on five bitboards."""
        self.corner_boards = on_boards(crossings(movable))
        """The bits of their corners."""
        self.rules = rules
        self.squares = FIXED | movable
        self.no_squares = mask(range(ROWS**2)) & ~self.squares
        """The square locations that are not on the board; they block like the edge."""
        self.crossings = crossings(self.squares)
        self.no_crossings = mask(range((ROWS + 1) ** 2)) & ~self.crossings


@lru_cache(maxsize=64)
def layout(board: int) -> Layout:
    """The layout of the word of a board: its movable squares and rules."""
    return Layout(movable_squares(board), rules_of(board))


class LinePieces(Pieces):
    """The pieces of both sides on intersections, and the squares where they change what others may
    do.
    """

    __slots__ = ("castled", "frozen")

    def __init__(self, boards: int) -> None:
        super().__init__(boards)
        white, black = self.kinds
        immobilizer = IMMOBILIZER - len(SQUARE_PIECES)
        self.frozen = around(black[immobilizer]), around(white[immobilizer])
        """For each side, the squares around the enemy's immobilizer."""
        self.castled = around(self.held[0] & self.third), around(self.held[1] & self.third)
        """The squares that the castles of each side touch."""


_on_squares = lru_cache(maxsize=8192)(Pieces)
_on_lines = lru_cache(maxsize=8192)(LinePieces)


class SideView:
    """The derived sets of a state for the acting side. Words are those of `position.py`, sets those
    of `board.py`.
    """

    __slots__ = (
        "blocked",
        "castled",
        "enemy",
        "enemy_lines",
        "frozen",
        "layout",
        "line_blocked",
        "lines",
        "mine",
        "own",
        "own_lines",
        "side",
        "squares",
        "theirs",
        "words",
    )

    def __init__(
        self,
        side: Side,
        squares: Pieces,
        lines: LinePieces,
        words: tuple[tuple[int, ...], tuple[int, ...]],
        layout: Layout,
    ) -> None:
        other = SIDES[1 - side]
        self.side = side
        self.squares = squares
        self.lines = lines
        self.words = words
        """For each side, a word for each kind of piece, and one for the hand and reserve."""
        self.layout = layout
        self.mine = words[side]
        self.theirs = words[other]
        self.own = squares.held[side]
        """Squares with own pieces."""
        self.enemy = squares.held[other]
        self.own_lines = lines.held[side]
        """Intersections with own pieces."""
        self.enemy_lines = lines.held[other]
        self.blocked = layout.no_squares | squares.occupied
        """Squares that are occupied or not on the board."""
        self.line_blocked = layout.no_crossings | lines.occupied
        """Intersections that are occupied or not on the board."""
        self.frozen = lines.frozen[side]
        """Squares around the enemy's immobilizer."""
        self.castled = lines.castled[side]
        """Squares that an own castle touches."""


def side_view(state: State, side: Side | None = None) -> SideView:
    """A state from the point of view of the side to move, or of *side* as if it were to move."""
    squares, lines = _on_squares(state & BOARDS_BITS), _on_lines(state >> BOARDS & BOARDS_BITS)
    stores = state >> STORES
    board = stores >> 2 * WORD
    white = squares.kinds[0] + lines.kinds[0] + (stores & WORD_BITS,)
    black = squares.kinds[1] + lines.kinds[1] + (stores >> WORD & WORD_BITS,)
    acting = SIDES[board >> TURN_IN_BOARD & 1] if side is None else side
    return SideView(acting, squares, lines, words=(white, black), layout=layout(board & ON_BOARD))


def opposite(seen: SideView) -> SideView:
    """The same state from the opponent's point of view."""
    return SideView(seen.side.other, seen.squares, seen.lines, words=seen.words, layout=seen.layout)


def partial_view(side: Side, squares: int, lines: int, layout: Layout) -> SideView:
    """A view of only some pieces, by the bitboards of squares and of intersections, with empty
    stores.
    """
    on_squares, on_lines = Pieces(squares), LinePieces(lines)
    white, black = (on_squares.kinds[owner] + on_lines.kinds[owner] + (0,) for owner in SIDES)
    return SideView(side, on_squares, on_lines, words=(white, black), layout=layout)


def castles(words: tuple[int, ...]) -> int:
    """The intersections with castles of a side."""
    return words[CASTLE] | words[CASTLE + 1] | words[CASTLE + 2]


def piece_on(seen: SideView, square: int) -> Piece:
    """The piece on an occupied square."""
    boards = seen.squares
    number = (
        boards.first >> square & 1
        | (boards.second >> square & 1) << 1
        | (boards.third >> square & 1) << 2
    )
    return SQUARE_PIECES[number]
