"""The engine and the second player say the same of random positions (G1 to G21)."""

from __future__ import annotations

from ben39.agree import compare
from harness import none_wrong
from long import LONG

POSITIONS = 10_000 if LONG else 320

MUST_BE_MET = {
    "none",
    "check",
    "mate",
    "ended",
    "stalemate",
    "1 kings",
    "castle of unknown state",
    "immobilized on a movable square",
    "move promotes",
    "move takes a king",
    "rotate moves a king",
    "rotate promotes",
    "rotate takes a king",
    "square moves a king",
    "square promotes",
    "square with (",
    "teleport moves a king",
    "teleport promotes",
    "teleport takes a king",
    "teleport with *",
    "teleport with /",
}


def test_engine_and_oracle_agree_on_random_positions() -> None:
    """Actions, the positions after them, checks, mates, control and all else; and nothing that
    matters goes unmet.
    """
    met, wrong = compare(POSITIONS, seed=6)

    none_wrong(wrong)
    assert set(met) >= MUST_BE_MET
