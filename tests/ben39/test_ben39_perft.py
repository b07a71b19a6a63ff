"""The engine counts lines of play as the vectors do, and says the same of their positions (G27)."""

from __future__ import annotations

from typing import Any

import pytest

from ben39.agree import spelled
from ben39.by_names import state_of
from harness import rows
from wazir.ben39 import fen
from wazir.ben39.evaluation import facts
from wazir.ben39.position import OPENING, Side
from wazir.ben39.rules import actions, divide, escapes, king_takers, parts, perft

VECTORS = rows("ben39_perft_dev")
MOST = 250_000
"""Lines of play that are counted; the opening is counted further by `python -m
tests.ben39.plays`.
"""
EACH = pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])


def test_the_opening() -> None:
    """G27: 324 and 103184, and each first action has its share."""
    assert fen.write(OPENING) == VECTORS[0]["fen"]
    assert [perft(OPENING, depth) for depth in range(3)] == [1, 324, 103_184]
    assert sum(sum(counts) for _, counts in divide(OPENING, 2)) == 103_184


@EACH
def test_lines_are_counted_as_in_the_vectors(vector: dict[str, Any]) -> None:
    """G27, at every depth at which there are not too many."""
    state = state_of(vector["fen"])
    counts = {depth: count for depth, count in vector["perft"].items() if count <= MOST}

    assert {depth: perft(state, int(depth)) for depth in counts} == counts
    assert {depth: sum(parts(state, int(depth), bulk=True)) for depth in counts} == counts


@EACH
def test_the_engine_says_of_a_position_what_its_vector_says(vector: dict[str, Any]) -> None:
    """G9 to G21: the actions, check and mate, who takes the kings, control, and what is
    immobilized.
    """
    state = state_of(vector["fen"])
    known = facts(state)

    assert spelled(actions(state)) == vector["actions"]
    assert {str(kind): count for kind, count in known.kinds.items()} == vector["by_kind"]
    assert (str(known.status), str(known.turn)) == (vector["status"], vector["turn"])
    assert spelled(king_takers(state, Side.BLACK)) == vector["white_king_taken_by"]
    assert spelled(king_takers(state, Side.WHITE)) == vector["black_king_taken_by"]
    assert {
        place: [None if by.side is None else str(by.side), *by.counts]
        for place, by in known.control.items()
    } == vector["control"]
    assert sorted(known.immobilized) == vector["immobilized"]
    if vector["status"] in {"check", "mate"}:
        assert spelled(escapes(state)) == vector.get("escapes", [])
