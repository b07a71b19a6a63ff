"""Answers to questions about pieces against those of a second implementation
(docs/notations/moves.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from harness import none_wrong, rows
from long import some
from wazir.features.questions import ask
from wazir.features.requests import answer

HALF_A_DIGIT = 0.500_001e-5
"""The expected mobilities have five digits."""


def asked(row: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to a request; what a vector expects is not part of it."""
    return answer({key: value for key, value in row.items() if key != "expect"}, ask)


@pytest.mark.parametrize("board", ["8x8", "10x8", "10x10", "5x5", "cylinder 8x8"])
def test_figures_are_those_of_another_program(board: str) -> None:
    """Q8 to Q11: exact ones to the last digit, sampled ones within three standard errors.

    The other program lets a piece return from a square where it has no move, which Q10 does not
    count: where there are such squares (`vacuous`), only that is not compared.
    """
    wrong = []
    for row in some([row for row in rows("questions_figures_dev") if row["board"] == board], 3):
        answered, expected = asked(row), row["expect"]
        exact = expected["depends"] <= 12
        error = answered["mobility"]["error"]
        room = HALF_A_DIGIT if exact else 3 * error
        alike = (
            abs(answered["mobility"]["mean"] - expected["mobility"]["mean"]) <= room
            and exact == (error == 0)
            and all(
                answered[key] == expected[key]
                for key in ("moves", "attacks", "reach", "squares", "corners")
            )
            and (expected["vacuous"] or answered["returns"] == expected["returns"])
            and set(expected.get("has", [])) <= set(answered["classes"])
            and not set(expected.get("lacks", [])) & set(answered["classes"])
        )
        if not alike:
            wrong.append(f"{expected['betza']}: {answered} for {expected}")

    none_wrong(wrong)


def test_texts_for_squares_are_as_short_as_those_of_another_program() -> None:
    """Q18: each has been read again, and reaches just the squares."""
    wrong = []
    for row in rows("questions_find_dev"):
        lengths = [
            len(text["source"]) for text in asked(row)["found"] if text["notation"] == "betza"
        ]
        if not lengths or min(lengths) > row["expect"]["length"]:
            wrong.append((row, lengths))

    none_wrong(wrong)


@pytest.mark.parametrize("part", range(4))
def test_mates_are_those_of_another_program(part: int) -> None:
    """Q12: the shares of won and lost positions, and the longest win."""
    answers = [
        (row, asked(row)["mate"], row["expect"]["mate"])
        for row in some(rows("questions_mate_dev")[part::4], 3)
    ]

    assert len(answers) >= 3
    none_wrong(
        f"{row['source']}: {answered} for {wanted}"
        for row, answered, wanted in answers
        if answered != wanted
    )
