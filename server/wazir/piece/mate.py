"""The endgame table of king and piece against king (Q12).

A position is a square of White's king, one of the piece, and one of Black's king. For each pair of
the first two the table has a bit set of the third, so that a step of Black's king is a shift.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple, TypeGuard

from wazir.piece.board import PlayingBoard, SquareBoard
from wazir.piece.figures import bits
from wazir.piece.model import Piece
from wazir.piece.motion.context import EMPTY, FOE, FRIEND
from wazir.piece.motion.reach import Option, options

MAX_SIDE_OF_TABLE = 12
"""The maximum number of files and of ranks."""


@dataclass(frozen=True, slots=True)
class Mate:
    """The statistics of the table."""

    won: int
    """Legal positions with White to move that are won."""
    white: int
    """Legal positions with White to move."""
    lost: int
    """Legal positions with Black to move that are lost."""
    black: int
    """Legal positions with Black to move."""
    longest: int
    """The length of the longest win in White's moves; 0 without a win."""
    incomplete: bool
    """The options are incomplete (M10)."""

    @property
    def wins(self) -> float:
        """The share of won positions with White to move, from 0 to 1."""
        return self.won / self.white if self.white else 0.0

    @property
    def loses(self) -> float:
        """The share of lost positions with Black to move, from 0 to 1."""
        return self.lost / self.black if self.black else 0.0


def has_table(board: PlayingBoard) -> TypeGuard[SquareBoard]:
    """Whether the board is a rectangle of at most *MAX_SIDE_OF_TABLE* files and ranks."""
    is_rectangle = isinstance(board, SquareBoard) and not board.cylinder
    return is_rectangle and board.longest <= MAX_SIDE_OF_TABLE


def mate(
    piece: Piece, board: SquareBoard, progress: Callable[[int], object] = lambda _: None
) -> Mate:
    """The table of a piece that has moved.

    Args:
        piece: The piece.
        board: A board that has a table.
        progress: Called with the length of the wins found so far. Its exceptions end the search.
    """
    possible = options(piece, board)
    table = _Table(board, list(map(_rules, possible.each)))
    longest = 0
    fresh = table.mates()
    while fresh:
        progress(longest)
        before = table.before(fresh)
        longest += bool(before)
        fresh = table.after(before)
    won, white, lost, black = map(_count, (table.won, table.white, table.lost, table.black))
    return Mate(
        won=won,
        white=white,
        lost=lost,
        black=black,
        longest=longest,
        incomplete=possible.incomplete,
    )


class _Rule(NamedTuple):
    """A move or capture of the piece, and the squares of the kings that allow it."""

    to: int
    takes: bool
    """It takes Black's king."""
    white: int
    """The squares of White's king, as a bit set."""
    black: int
    """The squares of Black's king, as a bit set."""


def _rules(options_from: tuple[Option, ...]) -> list[_Rule]:
    """The rules of the options from a square that are possible with two kings."""
    usable = (option for option in options_from if not option.labels and not option.puts)
    return list(dict.fromkeys(rule for option in usable for rule in _rule(option)))


def _rule(option: Option) -> Iterator[_Rule]:
    """The rules of an option, one for each way in which the kings can be the pieces that it
    needs.
    """
    if option.to is None or len(option.takes) > 1:
        return
    needs = dict(option.needs)
    held = [at for at, content in needs.items() if not content & EMPTY]
    white = ~sum(1 << at for at, content in needs.items() if not content & FRIEND)
    black = ~sum(1 << at for at, content in needs.items() if not content & FOE)
    victim = option.takes[0] if option.takes else None
    for foe in (victim,) if victim is not None else (None, *held):
        others = [at for at in held if at != foe]
        if len(others) > 1:
            continue
        of_white = white & (1 << others[0]) if others else white
        of_black = black if foe is None else black & (1 << foe)
        yield _Rule(option.to, victim is not None, of_white, black=of_black)


Sets = list[list[int]]
"""For each square of White's king and of the piece, a bit set of squares of Black's king."""
Changes = dict[tuple[int, int], int]
"""The same for some pairs."""


def _count(sets: Sets) -> int:
    return sum(each.bit_count() for row in sets for each in row)


class _Table:
    """The positions known to be won with White to move, and lost with Black to move."""

    def __init__(self, board: SquareBoard, rules: list[list[_Rule]]) -> None:
        squares = range(board.files * board.ranks)
        self.ranks = board.ranks
        self.full = (1 << len(squares)) - 1
        self.bottom = sum(1 << file * board.ranks for file in range(board.files))
        self.top = self.bottom << board.ranks - 1
        near = [self.around(1 << at) for at in squares]
        apart = [self.full & ~(1 << at | near[at]) for at in squares]
        self.steps = [list(bits(steps)) for steps in near]
        self.attacked, self.won, self.lost = (
            [[0] * len(squares) for _ in squares] for _ in range(3)
        )
        self.into: list[list[tuple[int, int, int]]] = [[] for _ in squares]
        """For each target, the moves of the piece: its origin and the squares of the kings."""
        for start, each in enumerate(rules):
            for rule in each:
                if rule.takes:
                    for king in bits(rule.white & self.full):
                        self.attacked[king][start] |= rule.black
                else:
                    self.into[rule.to].append((start, rule.white, rule.black))
        self.black = [
            [0 if at == king else apart[king] & ~(1 << at) for at in squares] for king in squares
        ]
        self.white = [
            [self.black[king][at] & ~self.attacked[king][at] for at in squares] for king in squares
        ]
        self.prey = [[apart[king] & (1 << at) for at in squares] for king in squares]
        """The piece is where Black's king can take it."""

    def around(self, squares: int) -> int:
        """All squares next to some squares."""
        column = squares | (squares & ~self.top) << 1 | (squares & ~self.bottom) >> 1
        sides = (column << self.ranks | column >> self.ranks) & self.full
        return sides | (squares & ~self.top) << 1 | (squares & ~self.bottom) >> 1

    def mates(self) -> Changes:
        """The positions in which Black is mated."""
        squares = range(len(self.black))
        return self.after(product(squares, squares))

    def before(self, lost: Changes) -> Changes:
        """The new positions with White to move from which a move leads to one of these."""
        squares = range(len(self.won))
        leading = [[0] * len(squares) for _ in squares]
        for (king, at), sets in lost.items():
            row = leading[king]
            for origin, white, black in self.into[at]:
                if white >> king & 1:
                    row[origin] |= sets & black
            for origin in self.steps[king]:
                leading[origin][at] |= sets
        fresh: Changes = {}
        for king in squares:
            for at, sets in enumerate(leading[king]):
                new = sets & self.white[king][at] & ~self.won[king][at]
                if new:
                    fresh[king, at] = new
                    self.won[king][at] |= new
        return fresh

    def after(self, pairs: Iterable[tuple[int, int]]) -> Changes:
        """The new positions with Black to move that are lost because these pairs have new ones that
        are won.
        """
        fresh: Changes = {}
        for king, at in pairs:
            safe, prey = self.white[king][at], self.prey[king][at]
            escaping = self.around(safe & ~self.won[king][at] | prey)
            no_stalemate = self.attacked[king][at] | self.around(safe | prey)
            new = self.black[king][at] & ~escaping & no_stalemate & ~self.lost[king][at]
            if new:
                fresh[king, at] = new
                self.lost[king][at] |= new
        return fresh
