"""What a position is worth without looking ahead (G26): fair to both sides, and each term counts
for what it says.
"""

from __future__ import annotations

from itertools import islice

import pytest

from ben39 import line_form, sampling
from ben39.agree import numbered
from ben39.by_names import standing
from ben39.test_laws import Mirror
from wazir.ben39.evaluation import (
    CARRIED,
    CASTLED,
    CHECK,
    CONTROL,
    DROP_CHECK,
    FREEDOM,
    FROZEN,
    GRIP,
    GUARD,
    HELD,
    LANDING,
    NEAR,
    PLACED,
    REFUGE,
    SIEGE,
    WORKING,
    evaluate,
)
from wazir.ben39.position import OPENING, PIECE_OF, TURN, Piece, State

CHAD, ICE, WIZARD, SPIDER, CASTLE = (
    WORKING[PIECE_OF[letter]] for letter in ("X", "I", "W", "Z", "C+")
)
ROOK, PAWN = PLACED[Piece.ROOK], PLACED[Piece.PAWN]
BY_SPIDER, BY_WIZARD = CARRIED[Piece.SPIDER], CARRIED[Piece.WIZARD]

TERMS = {
    "a rook in the middle, where it takes, and two checks": (
        "Rh8",
        "",
        ROOK + 12 * FREEDOM + 2 * CHECK,
    ),
    "one in hand, and where it gives check": ("R@", "", HELD[Piece.ROOK] + 9 * DROP_CHECK),
    "in reserve it does nothing": ("X@", "", 0),
    "beside its king": ("Rh6", "Rh8", 3 * GUARD),
    "beside the enemy king, and held up by it": ("Rd8", "Rh8", 2 * SIEGE - 2 * FREEDOM - CHECK),
    "immobilized": ("Rd8 *Ic7", "Rd8", -FROZEN - 10 * FREEDOM - 2 * SIEGE - CHECK - ICE),
    "a pawn takes to both sides": ("Ph6", "", PAWN + 2 * FREEDOM),
    "one of the squares is beside the enemy king": ("Ph8", "Ph6", SIEGE),
    "a castle at its king, with two empty squares": ("C+m5", "", CASTLE + CASTLED + 2 * REFUGE),
    "a castle elsewhere": ("C+g7", "", CASTLE),
    "one of the empty squares is not": ("C+m5 Pn6", "Pn6", CASTLE + CASTLED + REFUGE),
    "a chad-rook beside a movable square": ("Xc15", "", CHAD + CONTROL),
    "nobody has more": ("Xc15 *Xe15", "", 0),
    "a spider beside a piece": ("Zg7 Ph6", "Ph6", SPIDER + BY_SPIDER),
    "a spider beside none": ("Zg7", "", SPIDER),
    "beside the enemy king": ("Zc11", "", SPIDER + GRIP),
    "one wizard cannot move a piece": ("Wg7 Ph6", "Ph6", WIZARD),
    "near the enemy king": ("Wg9", "", WIZARD + NEAR),
    "two can": ("Wg7 Wi5 Ph6", "Ph6", 2 * WIZARD + BY_WIZARD),
    "a piece beside both counts once": ("Wg7 Wi7 Ph6", "Ph6", 2 * WIZARD + BY_WIZARD),
    "to a square beside the enemy king": (
        "Wg7 We9 Rf8",
        "Rf8",
        2 * WIZARD + BY_WIZARD + NEAR + LANDING,
    ),
    "to another": ("Wg7 We9 Ph6", "Ph6", 2 * WIZARD + BY_WIZARD + NEAR),
}
"""What one set of pieces is worth more than another, both beside two kings."""


@pytest.mark.parametrize("term", TERMS)
def test_g26_a_term(term: str) -> None:
    better, other, difference = TERMS[term]

    two_kings = "Kl4 *Kd12 "

    assert (
        evaluate(standing(two_kings + better)) - evaluate(standing(two_kings + other)) == difference
    )


def test_the_opening_is_fair() -> None:
    assert evaluate(OPENING) == 0


@pytest.mark.parametrize("name", ["left for right", "side for side", "both"])
def test_the_mirror_is_worth_the_same(name: str) -> None:
    """The board and all pieces are symmetric, and the score is from the side to move."""
    mirror = Mirror(name)
    for position in islice(sampling.positions(seed=21), 300):
        there = numbered(mirror.position(position))

        assert evaluate(numbered(position)) == evaluate(there), line_form.write(position)


def test_what_is_good_for_one_side_is_bad_for_the_other() -> None:
    for position in islice(sampling.positions(seed=22), 300):
        state = numbered(position)

        assert evaluate(state) == -evaluate(State(state ^ 1 << TURN)), line_form.write(position)
