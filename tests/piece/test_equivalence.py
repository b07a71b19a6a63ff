"""Whether two pieces are the same, how that is known, and where they differ (M14, Q1 to Q4)."""

from __future__ import annotations

import pytest
from corpora import Exhibit, exhibits
from hypothesis import given
from hypothesis import strategies as st
from test_results import read_piece

from wazir.notations.base import NO_NAMES, Context
from wazir.notations.betza import BETZA
from wazir.piece.board import SquareBoard, parse_board
from wazir.piece.equivalence.differences import by_nearness
from wazir.piece.equivalence.normal import are_made_alike
from wazir.piece.equivalence.same import Verdict, same
from wazir.piece.model import Piece
from wazir.piece.motion.results import results

ALIKE = [("K", "WF"), ("Q", "RB"), ("mQcQ", "Q"), ("W3W", "W3"), ("mW2W4", "W4"), ("fNbN", "fbN")]
IDENTITIES = [
    ("W3", "(W)(W-fW)(W-fW-fW)"),
    ("N3", "(N)(N-N)(N-N-N)"),
    ("gQ", "pQ-K"),
    ("pR", "pR-cR"),
    ("W-W-W", "W-(W-W)"),
]
DIFFERENT = [
    ("fW", "fmW", 1),
    ("N", "nN", 2),
    ("R", "W3", 0),
    ("W-F", "F-W", 1),
    ("iW", "W", 0),
    ("pW-pW-cW", "pW-pW-cF", 3),
    ("xcW", "xcK", 1),
]


def compare(a: str, b: str, board: str = "8x8") -> Verdict:
    return same(read_piece(a, "extended"), read_piece(b, "extended"), parse_board(board))


@pytest.mark.parametrize(("a", "b"), ALIKE)
def test_q2_equal_normal_forms_are_a_proof(a: str, b: str) -> None:
    """Pieces made of the same ways, acts and ranges are the same, however these are grouped."""
    assert are_made_alike(read_piece(a, "extended"), read_piece(b, "extended"))
    assert compare(a, b).proved


@pytest.mark.parametrize(("a", "b"), IDENTITIES)
def test_b19_identities_are_proved(a: str, b: str) -> None:
    """The identities of the spec hold for all occupations of the squares that matter."""
    verdict = compare(a, b)

    assert (verdict.same, verdict.proved) == (True, True)


@pytest.mark.parametrize(("a", "b", "pieces"), DIFFERENT)
def test_q3_a_smallest_position_shows_the_difference(a: str, b: str, pieces: int) -> None:
    """The position has as few pieces as can be, and lists what only one of both can do."""
    found = compare(a, b).difference

    assert found is not None
    assert found.pieces == pieces
    _confirmed(compare(a, b), read_piece(a, "extended"), read_piece(b, "extended"))


def _confirmed(verdict: Verdict, a: Piece, b: Piece) -> None:
    """The model finds in the position of a difference what the verdict says."""
    found = verdict.difference
    assert found is not None
    first, second = (set(results(piece, found.position, found.square).found) for piece in (a, b))
    assert (set(found.only_a), set(found.only_b)) == (first - second, second - first)
    assert first != second


def test_q3_the_mover_is_as_near_to_the_middle_as_can_be() -> None:
    """The larger distance from the middle counts first, then Euclid's, then the order of the board."""
    assert by_nearness(SquareBoard(3, 2))[:3] == [(1, 0), (1, 1), (0, 0)]
    assert by_nearness(SquareBoard(8, 8))[:4] == [(3, 3), (3, 4), (4, 3), (4, 4)]
    assert by_nearness(SquareBoard(8, 8))[4:6] == [(2, 3), (2, 4)]


def test_q3_a_difference_that_needs_room_is_found_at_the_edge() -> None:
    """Nothing but a long leap differs, which goes from the edges alone."""
    found = compare("(1,5)", "(1,5)(1,6)").difference

    assert found is not None
    assert found.pieces == 0
    assert found.square in [(x, y) for x in range(8) for y in range(8) if max(abs(2 * x - 7), abs(2 * y - 7)) >= 5]


def test_q4_what_is_the_same_may_differ_on_a_larger_board() -> None:
    """`R` and `R7` are the same on 8x8, but not on 16x16; R and WW are the same everywhere."""
    verdict = compare("R", "W7")

    assert verdict.same
    assert verdict.larger is not None
    assert str(verdict.larger.position.board) == "16x16"
    assert compare("R", "W0").larger is None
    assert compare("R", "W25", "26x26").larger is None


def test_q2_a_search_is_no_proof() -> None:
    """What burns is tried on positions only."""
    verdict = compare("xK", "xcK")

    assert (verdict.same, verdict.proved) == (True, False)
    assert verdict.positions > 100


@pytest.mark.parametrize("board", ["8x8", "26x26"])
def test_m10_what_cannot_be_followed_is_never_the_same(board: str) -> None:
    """Not even as itself."""
    endless = "mK" + "-amK" * 30

    assert compare(endless, endless, board).same is None


EXHIBITS = [one for one in exhibits() if not one.broken]


@given(st.sampled_from(EXHIBITS))
def test_every_piece_is_the_same_as_itself(exhibit: Exhibit) -> None:
    """It is proved by its normal form, if it can be followed to the end."""
    verdict = same(exhibit.piece, exhibit.piece)

    assert verdict.same in (True, None)
    assert verdict.proved == bool(verdict.same)


@given(st.sampled_from(EXHIBITS), st.sampled_from(EXHIBITS))
def test_the_order_of_two_pieces_does_not_matter(one: Exhibit, other: Exhibit) -> None:
    """The answer and the position are the same; what only one can do is exchanged."""
    verdict, turned = same(one.piece, other.piece), same(other.piece, one.piece)

    assert (verdict.same, verdict.proved) == (turned.same, turned.proved)
    if verdict.difference:
        assert turned.difference is not None
        assert verdict.difference.pieces == turned.difference.pieces
        assert verdict.difference.square == turned.difference.square
        _confirmed(verdict, one.piece, other.piece)


LETTERS = "WFDNAHLCJZGRBQKmcifblrsvpgnjo"


@given(st.sampled_from([one for one in EXHIBITS if one.notation == "betza" and one.text.isalnum()]), st.data())
def test_a_letter_that_makes_a_difference_comes_with_a_position(exhibit: Exhibit, data: st.DataObject) -> None:
    """Where one letter of a text is another, either the pieces are the same or the model confirms the position."""
    at = data.draw(st.integers(0, len(exhibit.text) - 1))
    text = exhibit.text[:at] + data.draw(st.sampled_from(LETTERS)) + exhibit.text[at + 1 :]
    context = Context(dialect=exhibit.style or None)
    definition = next(iter(BETZA.analyser.analyse(text, context, NO_NAMES).definitions), None)
    if definition is None or definition.broken or definition.piece is None:
        return
    verdict = same(exhibit.piece, definition.piece)

    if verdict.same is False:
        _confirmed(verdict, exhibit.piece, definition.piece)
