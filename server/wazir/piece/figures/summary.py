"""Statistics of a piece on a board: moves, attacks, mobility, reach (Q8 to Q11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from wazir.piece.board import PlayingBoard
from wazir.piece.figures.classes import classes
from wazir.piece.figures.mobility import Mobility, mobility
from wazir.piece.model import Piece
from wazir.piece.motion.options import Option, Options, options
from wazir.piece.motion.walk import EMPTY, FOE


@dataclass(frozen=True, slots=True)
class Spread:
    """A number for each square of a board."""

    each: tuple[int, ...]
    """In the order of the board."""

    @property
    def mean(self) -> float:
        """The mean over all squares."""
        return sum(self.each) / len(self.each)

    @property
    def least(self) -> int:
        """The smallest."""
        return min(self.each)

    @property
    def most(self) -> int:
        """The largest."""
        return max(self.each)


class Returns(Enum):
    """The number of squares from which a piece can return from everywhere it can go."""

    ALL = "all"
    SOME = "some"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Figures:
    """The statistics of a White piece that has moved."""

    board: PlayingBoard
    moves: Spread
    """The number of non-capturing moves from each square of an empty board (Q8)."""
    attacks: Spread
    """The number of squares attacked from each square (Q8)."""
    mobility: Mobility
    """The mean number of squares that it can go to among other pieces (Q9)."""
    reach: int
    """The largest number of squares reachable from a square, including itself (Q10)."""
    squares: int
    """The number of squares of the board."""
    returns: Returns
    """Whether it can come back (Q10)."""
    corners: int | None
    """The minimum number of moves from `a1` to the opposite corner; None if unreachable (Q10)."""
    distances: tuple[int | None, ...]
    """The minimum number of moves from the middle to each square; None if unreachable."""
    classes: tuple[str, ...]
    """The classes of the piece (Q11)."""
    incomplete: bool
    """The options are incomplete (M10)."""


def figures(piece: Piece, board: PlayingBoard) -> Figures:
    """The statistics of *piece* on *board*."""
    found = options(piece, board, friends=0)
    moves = [_moves(start, each) for start, each in enumerate(found.each)]
    attacks = [_attacks(each) for each in found.each]
    graph = Graph(moves)
    returns = graph.returns()
    middle = found.squares.index(board.middle)
    return Figures(
        board=board,
        moves=Spread(tuple(squares.bit_count() for squares in moves)),
        attacks=Spread(tuple(squares.bit_count() for squares in attacks)),
        mobility=mobility(piece, found),
        reach=max(squares.bit_count() for squares in graph.reached),
        squares=len(found.squares),
        returns=returns,
        corners=graph.distances(0)[_last_corner(found)],
        distances=tuple(graph.distances(middle)),
        classes=classes(piece, found, diverges=moves != attacks, is_one_way=returns is Returns.NONE),
        incomplete=found.incomplete,
    )


def _last_corner(found: Options) -> int:
    """The right end of the last rank."""
    return max(range(len(found.squares)), key=lambda number: found.board.place(found.squares[number])[::-1])


def _moves(start: int, found: Sequence[Option]) -> int:
    """The targets of non-capturing moves on an empty board, as a bit set."""
    squares = 0
    for option in found:
        if option.takes or option.labels or option.to is None or option.to == start:
            continue
        if all(content & EMPTY for _, content in option.needs):
            squares |= 1 << option.to
    return squares


def _attacks(found: Sequence[Option]) -> int:
    """The attacked squares, as a bit set."""
    squares = 0
    for option in found:
        if len(option.takes) == 1 and not option.labels:
            [victim] = option.takes
            if all(content & (FOE if at == victim else EMPTY) for at, content in option.needs):
                squares |= 1 << victim
    return squares


@dataclass(frozen=True)
class Graph:
    """The graph of moves: the targets of each square as a bit set."""

    moves: Sequence[int]

    def distances(self, start: int) -> list[int | None]:
        """The minimum number of moves to each square."""
        found: list[int | None] = [None] * len(self.moves)
        for number, squares in enumerate(self._rings(start)):
            for at in bits(squares):
                found[at] = number
        return found

    @cached_property
    def reached(self) -> tuple[int, ...]:
        """The squares reachable from each square, including itself."""
        return tuple(sum(self._rings(start)) for start in range(len(self.moves)))

    def returns(self) -> Returns:
        """Whether the piece can return. Squares without moves do not count."""
        counted = [
            all(self.reached[at] >> start & 1 for at in bits(self.reached[start]))
            for start, squares in enumerate(self.moves)
            if squares
        ]
        return Returns.ALL if all(counted) else Returns.SOME if any(counted) else Returns.NONE

    def _rings(self, start: int) -> Iterator[int]:
        """The squares at distance 0, 1, 2, and so on."""
        known = ring = 1 << start
        while ring:
            yield ring
            further = 0
            for at in bits(ring):
                further |= self.moves[at]
            ring = further & ~known
            known |= ring


def bits(number: int) -> Iterator[int]:
    """The set bits of an integer, from the lowest."""
    while number:
        lowest = number & -number
        yield lowest.bit_length() - 1
        number ^= lowest
