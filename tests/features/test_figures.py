"""How many moves a piece has on an empty board, on average too (M16)."""

from __future__ import annotations

import pytest

from piece.test_results import read_piece
from wazir.features.hover import estimate
from wazir.piece.board import PlayingBoard, SquareBoard, parse_board
from wazir.piece.figures.mobility import figures
from wazir.piece.model import Lattice, Leg, Move, Piece
from wazir.piece.motion.results import Position, results

SIX = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def counted(piece: Piece, board: PlayingBoard) -> float:
    """The mean, square by square."""
    moves = [len(results(piece, Position(board), square).found) for square in board.squares()]
    return sum(moves) / len(moves)


@pytest.mark.parametrize("board", ["hex1", "hex2", "hex6", "8x8", "3x12"])
@pytest.mark.parametrize("most", [1, 3, None])
def test_m16_the_mean_is_that_over_all_squares(board: str, most: int | None) -> None:
    on = parse_board(board)
    piece = Piece((Move((Leg(((None, tuple((step,) for step in SIX)),), most=most),)),), lattice=Lattice.HEX)

    assert figures(piece, on).mean == pytest.approx(counted(piece, on))


def test_q13_estimates_are_made_in_steps_and_kept() -> None:
    """A hover that shows them holds nothing up, and they are at once there the next time."""
    piece = read_piece("AaR", "original")

    first, again = (sum(1 for _ in estimate.steps(piece, SquareBoard())) for _ in range(2))
    assert first > 200
    assert again == 0


def test_m16_the_middle_of_a_hexagon() -> None:
    """Along rows of 5 to 9, in three directions, from 61 squares: 3 * (2 * (20 + 30 + 42 + 56) + 72) / 61."""
    piece = Piece((Move((Leg(((None, tuple((step,) for step in SIX)),), most=None),)),), lattice=Lattice.HEX)

    assert str(figures(piece, parse_board("hex5"))).startswith("24 moves from e5 on the empty hex5 board, 18.1 on")
