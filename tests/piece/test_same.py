"""Whether two pieces are the same, and how that is known (M14, B19)."""

from __future__ import annotations

import pytest
from test_results import read_piece

from wazir.piece.motion.results import results
from wazir.piece.same import Ground, same

PROVED = [("K", "WF"), ("Q", "RB"), ("mQcQ", "Q"), ("W3W", "W3"), ("mW2W4", "W4"), ("fNbN", "fbN")]
IDENTITIES = [
    ("W3", "(W)(W-fW)(W-fW-fW)"),
    ("N3", "(N)(N-N)(N-N-N)"),
    ("gQ", "pQ-K"),
    ("pR", "pR-cR"),
    ("W-W-W", "W-(W-W)"),
]
DIFFERENT = [
    ("fW", "fmW", Ground.EXHAUSTIVE, 1),
    ("N", "nN", Ground.SAMPLED, 2),
    ("R", "W7", Ground.SAMPLED, 0),
    ("W-F", "F-W", Ground.SAMPLED, 1),
    ("iW", "W", Ground.EXHAUSTIVE, 0),
]


@pytest.mark.parametrize(("a", "b"), PROVED)
def test_m14_equal_moves_are_a_proof(a: str, b: str) -> None:
    """Pieces made of the same ways, acts and ranges are the same, however these are grouped."""
    assert same(read_piece(a, "extended"), read_piece(b, "extended")).ground is Ground.PROOF


@pytest.mark.parametrize(("a", "b"), IDENTITIES)
def test_b19_identities(a: str, b: str) -> None:
    """The identities of the spec hold on every position that is tried."""
    verdict = same(read_piece(a, "extended"), read_piece(b, "extended"))

    assert verdict.same


@pytest.mark.parametrize(("a", "b", "ground", "pieces"), DIFFERENT)
def test_m14_a_smallest_position_shows_the_difference(a: str, b: str, ground: Ground, pieces: int) -> None:
    """Where pieces differ the verdict holds a position that shows it, and without any of its pieces it would not."""
    first, second = read_piece(a, "extended"), read_piece(b, "extended")

    verdict = same(first, second)

    assert (verdict.same, verdict.ground) == (False, ground)
    assert verdict.position is not None
    assert verdict.square is not None
    assert results(first, verdict.position, verdict.square) != results(second, verdict.position, verdict.square)
    assert len(verdict.position.friends | verdict.position.foes) == pieces
