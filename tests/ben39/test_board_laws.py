"""The board and how pieces go on it (G1 to G8, G12), each as the specification says it.

Both the engine and the second player are asked where there are actions.
"""

from __future__ import annotations

import pytest

from ben39.by_names import standing
from ben39.oracle import BLACK, WHITE
from ben39.test_seed_facts import legal, setup
from wazir.ben39.board import (
    CORNERS,
    FIXED,
    INTERSECTION_OF,
    INTERSECTIONS,
    RING_NAMES,
    SQUARE_OF,
    SQUARES,
    places,
)
from wazir.ben39.carrying import sent
from wazir.ben39.position import OPENING, unpack

FIXED_NAMES = {
    *(f"{file}{rank}" for rank in (2, 14) for file in "fhj"),
    *(f"{file}{rank}" for rank in (4, 12) for file in "dfhjl"),
    *(f"{file}{rank}" for rank in (6, 8, 10) for file in "bdfhjln"),
}


def test_g1_names_tell_squares_from_intersections() -> None:
    """G1: even files and ranks, or odd ones."""
    assert set(INTERSECTION_OF) == {
        f"{file}{rank}" for file in "acegikmo" for rank in range(1, 16, 2)
    }
    assert set(SQUARE_OF) == FIXED_NAMES | set(RING_NAMES)


def test_g2_37_squares_are_fixed() -> None:
    """G2: three, five and seven to a rank."""
    assert {SQUARES[square] for square in places(FIXED)} == FIXED_NAMES
    assert len(FIXED_NAMES) == 37


def test_g3_the_movable_squares_go_round_a_ring() -> None:
    """G3: eight places, none of them fixed; two of them at the start."""
    assert RING_NAMES == ("d14", "l14", "n12", "n4", "l2", "d2", "b4", "b12")
    assert set(unpack(OPENING).movable) == {"d14", "l2"}


def test_g4_intersections_are_the_corners_of_squares_that_are_there() -> None:
    """G4: c15 is one while d14 is there, a3 is none without b4."""
    assert {INTERSECTIONS[corner] for corner in CORNERS[SQUARE_OF["d14"]]} == {
        "c13",
        "e13",
        "c15",
        "e15",
    }
    with_d14, with_b4 = setup("", "d14"), setup("", "b4")
    for position, there, gone in ((with_d14, "c15", "a3"), (with_b4, "a3", "c15")):
        position.reserves[WHITE] = "X"
        drops = legal(position, "X@")
        assert f"X@{there}" in drops
        assert f"X@{gone}" not in drops


@pytest.mark.parametrize(
    ("pieces", "reason"),
    [
        ("Rz9", "no place z9"),
        ("Rg3", "No R can stand on g3"),
        ("Ih4", "No I can stand on h4"),
        ("Rb4", "No R can stand on b4"),
        ("Ia3", "No I can stand on a3"),
        (" ".join(["R@"] * 32), "too many R"),
    ],
)
def test_g4_what_is_not_on_the_board_holds_no_piece(pieces: str, reason: str) -> None:
    """G3, G4: a state has no bits for it, nor for more than 31 pieces of a letter beside the
    board.
    """
    with pytest.raises(ValueError, match=reason):
        standing(pieces)


def test_g8_a_state_counts_up_to_31_pieces_of_a_letter() -> None:
    hands = unpack(standing(" ".join(["R@", "P@"] * 31))).hands

    assert hands == ("R" * 31 + "P" * 31, "")


def test_g4_neighbours_are_told_by_coordinates() -> None:
    """G4: from a5 to c3, though b4 is not on the board."""
    moves = legal(setup("Ia5 Wa7", "d14", "l2"))

    assert "Ia5-c3" in moves
    assert "Wa7-c5" in moves
    assert "Ca5-c3" in legal(setup("C?a5", "d14", "l2"))


def test_g4_what_is_not_there_blocks_and_the_two_kinds_of_pieces_do_not() -> None:
    """G4: a rook stops before b4, and goes past pieces on intersections."""
    assert "Rb6-b4" not in legal(setup("Rb6", "d14", "l2"))
    assert "Rb6-b4" in legal(setup("Rb6", "l2", "b4"))
    assert "Rb6-n6" in legal(setup("Rb6 Xc7 Xc5 xe7 xe5", "d14", "l2"))
    assert "Xa7-o7" in legal(setup("Xa7 Rb6 Rb8 pd6 pd8", "d14", "l2"))


@pytest.mark.parametrize(
    ("pieces", "turn", "wanted"), [("Ph6", WHITE, {"Ph6-h8"}), ("ph10", BLACK, {"Ph10-h8"})]
)
def test_g5_white_moves_up(pieces: str, turn: str, wanted: set[str]) -> None:
    """G5: and Black down."""
    assert set(legal(setup(pieces, "d14", "l2", turn=turn), "P")) == wanted


@pytest.mark.parametrize(
    ("piece", "goals"),
    [
        ("R", "b8 d8 f8 j8 l8 n8 h2 h4 h6 h10 h12 h14"),
        ("B", "f8 j8 h6 h10 f6 d4 j6 l4 f10 d12 j10 l12"),
        ("N", "f4 j4 f12 j12 d6 d10 l6 l10"),
        ("G", "f8 j8 h6 h10 f10 j10"),
        ("S", "h10 f10 j10 f6 j6"),
        ("P", "h10"),
        ("Q", "b8 d8 f8 j8 l8 n8 h2 h4 h6 h10 h12 h14 f6 d4 j6 l4 f10 d12 j10 l12"),
    ],
)
def test_g6_where_pieces_go_on_an_empty_board(piece: str, goals: str) -> None:
    """G6: from h8, on the 37 squares."""
    assert set(legal(setup(f"{piece}h8"))) == {f"{piece}h8-{goal}" for goal in goals.split()}


def test_g6_the_bishop_takes_diagonally_only_and_the_nightrider_goes_on() -> None:
    """G6."""
    bishop, rider = legal(setup("Bh8 ph10 pf10")), legal(setup("Nf2"))

    assert "Bh8xf10" in bishop
    assert not any("h10" in text for text in bishop)
    assert {"Nf2-h6", "Nf2-j10", "Nf2-l14"} & set(rider) == {"Nf2-h6", "Nf2-j10"}


def test_g8_what_is_captured_comes_to_the_hand_a_queen_as_a_pawn() -> None:
    """G8."""
    moves = legal(setup("Rh8 qh10 nj8"))

    assert moves["Rh8xh10"].after.hands[WHITE] == "P"
    assert moves["Rh8xj8"].after.hands[WHITE] == "N"


@pytest.mark.parametrize(
    ("pieces", "start", "wanted"),
    [
        ("Xg7 xg11 Xk7 xc7", "Xg7", "g9 g5 g3 g1 e7 i7"),
        ("Ig7 xg9 xg5 xe7 xi7 xe9 xi9 xe5", "Ig7", "i5 k3 m1"),
        ("Wg7 xg9", "Wg7", "g5 e7 i7 e9 i9 e5 i5"),
        ("Zg7 xg9 xi9 xe11", "Zg7", "i11 k9 k5 i3 e3 c5 c9"),
    ],
)
def test_g12_line_pieces_go_to_empty_intersections(pieces: str, start: str, wanted: str) -> None:
    """G12: sliders stop before others, a spider leaps over them, and nothing is taken."""
    moves = legal(setup(pieces, "d14", "l2"), f"{start}-")

    assert set(moves) == {f"{start}-{goal}" for goal in wanted.split()}


def test_g15_what_touches_a_wizard_comes_to_the_same_side_of_the_other() -> None:
    """G15: the square at the same offset from the other wizard, if it is on the grid; no other
    square goes anywhere.
    """
    grid = {
        (file, rank): (rank // 2 - 1) * 7 + "bdfhjln".index(file)
        for file in "bdfhjln"
        for rank in range(2, 15, 2)
    }

    def beside(wizard: str) -> dict[tuple[int, int], int]:
        """The squares around an intersection by their directions."""
        file, rank = ord(wizard[0]), int(wizard[1:])
        steps = ((file + right, rank + up, (right, up)) for right in (-1, 1) for up in (-1, 1))
        return {step: grid[chr(x), y] for x, y, step in steps if (chr(x), y) in grid}

    for near in INTERSECTION_OF:
        for far in INTERSECTION_OF:
            there = beside(far)
            arrivals = {
                square: there[step] for step, square in beside(near).items() if step in there
            }
            for square in range(49):
                expected = 1 << arrivals[square] if square in arrivals else 0
                assert sent(1 << square, INTERSECTION_OF[near], INTERSECTION_OF[far]) == expected
            all_of_them = sum(1 << square for square in arrivals.values())
            assert sent((1 << 49) - 1, INTERSECTION_OF[near], INTERSECTION_OF[far]) == all_of_them
