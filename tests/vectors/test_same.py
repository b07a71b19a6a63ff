"""Answers to `same` against those of a second implementation (Q1 to Q4)."""

from __future__ import annotations

from typing import Any

import pytest
from test_questions import asked

from harness import rows
from wazir.features.requests import answer


@pytest.mark.parametrize("row", rows("questions_same_dev"), ids=lambda row: str(row["id"]))
def test_q1_same(row: dict[str, Any]) -> None:
    """Whether they are the same on the board and on a larger one; the model confirms a smallest
    position (Q3, Q4).
    """
    expected = row["expect"]
    answered = asked(row)

    assert answered["same"] == expected["same"]
    if answered["same"]:
        assert ("larger" not in answered) == expected["larger_same"]
        return
    assert answered["proved"]
    position = answered["position"]
    assert len(position["friends"]) + len(position["foes"]) <= expected["least_pieces"]
    board = {"board": row["board"]} if "board" in row else {}
    answers: list[dict[str, Any]] = [
        answer({**row[key], **board, **position}) for key in ("a", "b")
    ]
    first, second = (answered["results"] for answered in answers)
    assert [result for result in first if result not in second] == answered["only_a"]
    assert [result for result in second if result not in first] == answered["only_b"]
    assert answered["only_a"] or answered["only_b"]
