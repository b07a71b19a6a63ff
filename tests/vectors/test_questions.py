"""Answers to questions about pieces against those of a second implementation (spec/questions.md)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from wazir.features.json_lines import answer
from wazir.features.questions import ask

DATA = Path(__file__).parents[1] / "data"
HALF_A_DIGIT = 0.500_001e-5
"""The expected mobilities have five digits."""


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / f"questions_{name}_dev.jsonl").read_text("utf-8").splitlines()]


def asked(row: dict[str, Any]) -> dict[str, Any]:
    return answer({key: value for key, value in row.items() if key != "expect"}, ask)


@pytest.mark.parametrize("board", ["8x8", "10x8", "10x10", "5x5", "cylinder 8x8"])
def test_figures_are_those_of_another_program(board: str) -> None:
    """Q8 to Q11: exact ones to the last digit, sampled ones within three standard errors.

    The other program lets a piece return from a square where it has no move, which Q10 does not count: where there are
    such squares (`vacuous`), only that is not compared.
    """
    wrong = []
    for row in rows("figures"):
        if row["board"] == board:
            given, expected = asked(row), row["expect"]
            exact = expected["depends"] <= 12
            error = given["mobility"]["error"]
            room = HALF_A_DIGIT if exact else 3 * error
            alike = (
                abs(given["mobility"]["mean"] - expected["mobility"]["mean"]) <= room
                and exact == (error == 0)
                and all(given[key] == expected[key] for key in ("moves", "attacks", "reach", "squares", "corners"))
                and (expected["vacuous"] or given["returns"] == expected["returns"])
                and set(expected.get("has", [])) <= set(given["classes"])
                and not set(expected.get("lacks", [])) & set(given["classes"])
            )
            if not alike:
                wrong.append((expected["betza"], given, expected))

    assert wrong == []


def test_texts_for_squares_are_as_short_as_those_of_another_program() -> None:
    """Q18: each has been read again, and reaches just the squares."""
    wrong = []
    for row in rows("find"):
        lengths = [len(one["source"]) for one in asked(row)["found"] if one["notation"] == "betza"]
        if not lengths or min(lengths) > row["expect"]["length"]:
            wrong.append((row, lengths))

    assert wrong == []


@pytest.mark.parametrize("part", range(4))
def test_mates_are_those_of_another_program(part: int) -> None:
    """Q12: the shares of won and lost positions, and the longest win."""
    some = rows("mate")[part::4]
    wrong = [(row["source"], row["expect"]["mate"]) for row in some if asked(row)["mate"] != row["expect"]["mate"]]

    assert len(some) > 10
    assert wrong == []
