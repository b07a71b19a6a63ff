"""Positions in which two pieces have different results (Q3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from wazir.piece.board import PlayingBoard, SquareBoard
from wazir.piece.model import Result, Results, Square
from wazir.piece.motion.results import Position


@dataclass(frozen=True, slots=True)
class Difference:
    """A position in which two pieces have different results."""

    position: Position
    square: Square
    """The square of the mover."""
    only_a: tuple[Result, ...]
    only_b: tuple[Result, ...]

    @property
    def pieces(self) -> int:
        """The number of other pieces."""
        return len(self.position.friends) + len(self.position.foes)


def difference_of(
    position: Position, square: Square, first: Results, second: Results
) -> Difference | None:
    """The difference of the results of two pieces, if there is one and both walks are complete."""
    if first.incomplete or second.incomplete or first.all == second.all:
        return None
    shared = {*first.all} & {*second.all}
    only_a, only_b = (
        tuple(result for result in some.all if result not in shared) for some in (first, second)
    )
    return Difference(position, square, only_a, only_b=only_b)


def by_nearness(board: PlayingBoard) -> list[Square]:
    """The squares of a board, sorted by distance from the middle, then in board order (Q3)."""

    def distance(square: Square) -> tuple[int, int, tuple[int, int]]:
        if isinstance(board, SquareBoard):
            x, y = 2 * square[0] + 1 - board.files, 2 * square[1] + 1 - board.ranks
            return max(abs(x), abs(y)), x * x + y * y, square
        return board.length(square), board.inner(square, square), board.place(square)

    return sorted(board.squares(), key=distance)


class Filling(NamedTuple):
    """The content of a square."""

    foe: bool
    moved: bool
    name: str | None = None


Occupied: TypeAlias = Mapping[Square, Filling]


def position_with(
    occupied: Occupied, board: PlayingBoard, *, virgin: bool, white: bool
) -> Position:
    """The position with these other pieces.

    Args:
        occupied: The other pieces.
        board: The board.
        virgin: Whether the mover has not moved.
        white: Whether it is White.
    """
    return Position(
        board,
        friends=frozenset(at for at, filling in occupied.items() if not filling.foe),
        foes=frozenset(at for at, filling in occupied.items() if filling.foe),
        moved=frozenset(at for at, filling in occupied.items() if filling.moved),
        white=white,
        virgin=virgin,
        names={at: filling.name for at, filling in occupied.items() if filling.name},
    )
