"""The second player proves itself against the vectors before the engine is compared with it."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from ben39 import line_form, oracle
from harness import rows

VECTORS = rows("ben39_perft_dev")
SIDES = {"white": oracle.WHITE, "black": oracle.BLACK, None: None}


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_the_oracle_agrees_with_the_vectors(vector: dict[str, Any]) -> None:
    """All that a vector says of its position (G9 to G21, G24, G27), of what is left after one
    action.
    """
    position = line_form.read(vector["fen"])
    actions = oracle.actions(position)

    assert line_form.write(position) == vector["fen"]
    assert sorted(action.text for action in actions) == vector["actions"]
    assert (
        dict.fromkeys(oracle.KINDS, 0) | Counter(action.kind for action in actions)
        == vector["by_kind"]
    )
    assert oracle.status(position) == vector["status"]
    for side, key in ((oracle.BLACK, "white_king_taken_by"), (oracle.WHITE, "black_king_taken_by")):
        assert sorted(action.text for action in oracle.king_takers(position, side)) == vector[key]
    assert oracle.control(position) == {
        place: (SIDES[side], *counts) for place, (side, *counts) in vector["control"].items()
    }
    assert sorted(oracle.immobilized(position)) == vector["immobilized"]
    assert (
        len({json.dumps(vars(action.after), sort_keys=True) for action in actions})
        == (vector["different_positions_after_1"])
    )
    assert sum(action.after.ended for action in actions) == vector["ended"]["2"]
    if vector["status"] in {"check", "mate"}:
        assert sorted(oracle.escapes(position)) == vector.get("escapes", [])


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_the_oracle_counts_lines_as_the_vectors_do(vector: dict[str, Any]) -> None:
    """G27: lines of two actions; one that takes a king has no second."""
    position = line_form.read(vector["fen"])

    assert oracle.perft(position, 2) == vector["perft"]["2"]
