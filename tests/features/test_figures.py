"""The number of moves of a piece on an empty board, and its mean (M16)."""

from __future__ import annotations

import pytest

from wazir.features.definitions import piece_in
from wazir.features.hover import estimate
from wazir.notations import by_name
from wazir.piece.board import parse_board, parse_square
from wazir.piece.figures import figures
from wazir.piece.mobility import move_count
from wazir.piece.model import Lattice, Leg, Move, Piece

SIX = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


@pytest.mark.parametrize("board", ["hex1", "hex2", "hex6", "8x8", "3x12"])
@pytest.mark.parametrize("most", [1, 3, None])
def test_m16_the_mean_is_that_over_all_squares(board: str, most: int | None) -> None:
    on = parse_board(board)
    piece = Piece(
        (Move((Leg(((None, tuple((step,) for step in SIX)),), most=most),)),), lattice=Lattice.HEX
    )

    assert move_count(piece, on).mean == pytest.approx(figures(piece, on).moves.mean)


def test_m16_the_middle_of_a_hexagon() -> None:
    """Along rows of 5 to 9, in three directions, from 61 squares: 3 * (2 * (20 + 30 + 42 + 56) +
    72) / 61.
    """
    piece = Piece(
        (Move((Leg(((None, tuple((step,) for step in SIX)),), most=None),)),), lattice=Lattice.HEX
    )

    assert str(move_count(piece, parse_board("hex5"))).startswith(
        "24 moves from e5 on the empty hex5 board, 18.10 on"
    )


@pytest.mark.parametrize(
    ("text", "square", "white", "words"),
    [
        # the chess pawn: 56 of 64 squares have a square in front of them
        (
            "fmWfceFifmnD",
            "d4",
            True,
            "1 move from d4 on the empty 8x8 board (2 as its first move), 0.88 on",
        ),
        ("fmWfceFifmnD", "d8", True, "0 moves from d8 on the empty 8x8 board, 0.88 on"),
        (
            "fmWfceFifmnD",
            "d8",
            False,
            "1 move from d8 on the empty 8x8 board (2 as its first move), 0.88 on",
        ),
        # castling is a condition, and a leap over pieces needs them
        ("KO2", "d4", True, "8 moves from d4 on the empty 8x8 board, 6.56 on"),
        ("cRmpR", "d4", True, "0 moves from d4 on the empty 8x8 board, 0.00 on"),
    ],
)
def test_m16_the_count_is_that_of_figures(
    text: str, square: str, words: str, *, white: bool
) -> None:
    """The number of moves in a hover is that of `wazir figures`, for the square and the side."""
    piece = piece_in(by_name("betza"), text, "xbetza")

    assert piece
    on = parse_board("8x8")
    counted = move_count(piece, on, parse_square(square, on), white=white)
    assert str(counted).startswith(words)
    assert counted.mean == pytest.approx(figures(piece, on).moves.mean)


@pytest.mark.parametrize(
    ("text", "board", "words"),
    [
        (
            "igui(man)",
            "8x8",
            "Value: It has no move that always counts, so that its value is not estimated. On a "
            "board of 8 files and 8 ranks: 0.00 moves on average, 6.56 attacks, mobility 0.00.",
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
