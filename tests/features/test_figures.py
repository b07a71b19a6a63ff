"""How many moves a piece has on an empty board, on average too (M16)."""

from __future__ import annotations

import pytest

from wazir.features.definitions import piece_in
from wazir.features.hover import estimate
from wazir.notations import by_name
from wazir.piece.board import PlayingBoard, parse_board
from wazir.piece.mobility import move_count
from wazir.piece.model import Lattice, Leg, Move, Piece
from wazir.piece.motion.results import Position, results

SIX = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def counted(piece: Piece, board: PlayingBoard) -> float:
    """The mean, square by square."""
    moves = [len(results(piece, Position(board), square).all) for square in board.squares()]
    return sum(moves) / len(moves)


@pytest.mark.parametrize("board", ["hex1", "hex2", "hex6", "8x8", "3x12"])
@pytest.mark.parametrize("most", [1, 3, None])
def test_m16_the_mean_is_that_over_all_squares(board: str, most: int | None) -> None:
    on = parse_board(board)
    piece = Piece(
        (Move((Leg(((None, tuple((step,) for step in SIX)),), most=most),)),), lattice=Lattice.HEX
    )

    assert move_count(piece, on).mean == pytest.approx(counted(piece, on))


def test_m16_the_middle_of_a_hexagon() -> None:
    """Along rows of 5 to 9, in three directions, from 61 squares: 3 * (2 * (20 + 30 + 42 + 56) + 72) / 61."""
    piece = Piece(
        (Move((Leg(((None, tuple((step,) for step in SIX)),), most=None),)),), lattice=Lattice.HEX
    )

    assert str(move_count(piece, parse_board("hex5"))).startswith(
        "24 moves from e5 on the empty hex5 board, 18.1 on"
    )


@pytest.mark.parametrize(
    ("text", "board", "words"),
    [
        (
            "igui(man)",
            "8x8",
            "Value: It has no move that always counts, so that its value is not estimated. "
            "On a board of 8 files and 8 ranks: 0.00 moves on average, 6.56 attacks, mobility 0.00.",
        ),
        (
            "[2, 3]",
            "2x2",
            "Value: The board is too small for a rule about values. "
            "On a board of 2 files and 2 ranks: 0.00 moves on average, mobility 0.00.",
        ),
    ],
)
def test_q13_a_piece_without_a_value_has_its_figures(text: str, board: str, words: str) -> None:
    """The reason stands in place of the value; a man attacks 420 times from 64 squares."""
    piece = piece_in(by_name("lcpn"), text, "c")

    assert piece
    assert estimate(piece, parse_board(board)) == words
