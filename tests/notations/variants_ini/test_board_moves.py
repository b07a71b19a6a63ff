"""The squares that are shown for the pieces of a section, beside the legal moves of
Fairy-Stockfish.

`board_oracle.py` compares all sections; here are some with rules of their own.
"""

from __future__ import annotations

import pytest
from children import VARIANTS as NOTATION

from long import LONG
from wazir.document import Document
from wazir.piece.board import square_name

pytest.importorskip("pyffish", reason="pyffish is not installed")

from board_oracle import Section, differences, shown_in

POSITIONS, PLIES = (20, 100) if LONG else (1, 30)
# what each has: castling, gates, palaces, soldiers, first moves, promotion in place, promoted
# pieces, long steps, regions, cannons that spare cannons
VARIANTS = [
    "berolina",
    "cambodian",
    "capablanca",
    "chess",
    "grand",
    "janggi",
    "knightmate",
    "kyotoshogi",
    "makruk",
    "pawnback",
    "petrified",
    "seirawan",
    "shako",
    "shogi",
    "sittuyin",
    "torpedo",
    "wolf",
    "xiangqi",
    "atomic",
    "manchu",
]


@pytest.mark.parametrize("variant", VARIANTS)
def test_v18_the_shown_squares_are_those_of_the_engine(variant: str) -> None:
    """V18: all legal moves are shown, and other squares only where a rule that is told forbids the
    move.
    """
    assert list(differences(Section(variant), POSITIONS, PLIES)) == []


@pytest.mark.parametrize(
    ("variant", "fen", "square", "ends"),
    [
        ("chess", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a2", {"a3", "a4"}),
        ("chess", "4k3/p7/8/8/8/8/8/4K3 b - - 0 1", "a7", {"a6", "a5"}),
        ("chess", "4k3/8/8/8/8/P7/8/4K3 w - - 0 1", "a3", {"a4"}),
        ("torpedo", "4k3/7p/8/8/8/P7/8/4K3 w - - 0 1", "a3", {"a4", "a5", "b4"}),
        # the pawn may capture en passant on the rank that a foe passes, and on no other
        ("chess", "4k3/7p/8/3P4/8/8/8/4K3 w - - 0 1", "d5", {"d6", "c6", "e6"}),
        ("chess", "4k3/7p/3P4/8/8/8/8/4K3 w - - 0 1", "d6", {"d7"}),
        # castling follows the rights of the position
        (
            "chess",
            "4k3/8/8/8/8/8/8/R3K2R w K - 0 1",
            "e1",
            {"d1", "d2", "e2", "f2", "f1", "g1"},
        ),
        ("chess", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "e1", {"d1", "d2", "e2", "f2", "f1"}),
        ("chess", "r3k2r/8/8/8/8/8/8/4K3 b - - 0 1", "e8", {"d8", "d7", "e7", "f7", "f8"}),
        ("chess", "r3k2r/8/8/8/8/8/8/4K3 b q - 0 1", "e8", {"c8", "d8", "d7", "e7", "f7", "f8"}),
        ("xiangqi", "4k4/9/9/9/9/4P4/9/9/9/4K4 w - - 0 1", "e5", {"e6"}),
        # the palace, and the river that an elephant does not cross
        ("xiangqi", "4k4/9/9/9/9/9/9/9/9/3AK4 w - - 0 1", "d1", {"e2"}),
        ("xiangqi", "3ak4/9/9/9/9/9/9/9/9/4K4 b - - 0 1", "d10", {"e9"}),
        ("xiangqi", "4k4/9/9/9/9/2B6/9/9/9/4K4 w - - 0 1", "c5", {"a3", "e3"}),
        # the second cannon is neither jumped over nor captured
        ("janggi", "4k4/9/9/9/9/4p4/9/C1c1P3r/9/4K4 w - - 0 1", "a3", set()),
        ("janggi", "4k4/9/9/9/9/4p4/9/C1P1c4/9/4K4 w - - 0 1", "a3", {"d3"}),
        # no foe has pawns that could be captured en passant
        ("chess", "4k3/8/8/3P4/8/8/8/4K3 w - - 0 1", "d5", {"d6"}),
        # a gate of cambodian chess is open on the file that the position names
        (
            "cambodian",
            "4k3/8/8/8/8/8/8/3K4 w D - 0 1",
            "d1",
            {"b2", "c1", "c2", "d2", "e1", "e2", "f2"},
        ),
        ("cambodian", "4k3/8/8/8/8/8/8/3K4 w - - 0 1", "d1", {"c1", "c2", "d2", "e1", "e2"}),
        ("xiangqi", "4k4/9/9/4P4/9/9/9/9/9/4K4 w - - 0 1", "e7", {"e8", "d7", "f7"}),
    ],
)
def test_rules_add_what_is_shown(variant: str, fen: str, square: str, ends: set[str]) -> None:
    """The squares are those of the rules of chess, torpedo chess and xiangqi, for both sides."""
    assert set(shown_in(Section(variant), fen).results[square]) == ends


@pytest.mark.parametrize(
    ("fen", "rank", "squares"),
    [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "PPPPPPPP", {"a3", "a4"}),
        # with the rook, which moves too
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "K2R", {"d1", "d2", "e2", "f2", "f1", "g1", "h1"}),
    ],
)
def test_v18_a_letter_of_a_position_shows_the_moves_of_the_rules(
    fen: str, rank: str, squares: set[str]
) -> None:
    """V18: the picture of a hover has the double step and castling of the piece there."""
    document = Document.open(NOTATION, f"[a:chess]\nstartFen = {fen}\n")
    text = document.analysis(document.chunk_at(0)).hover(document.text.index(rank))

    assert {square_name(at, text.position.board) for at in text.position.marks} == squares
