"""What newcomers write, single mistakes, what is said of them, and what each fix makes of it (`findings.py`)."""

from __future__ import annotations

from collections import Counter

import pytest

from findings import FILES, Told, cases, findings, offered
from harness import annotated, opened

ALL = [case for path in FILES for case in cases(path)]
LEAST = 60
"""Texts of each notation of pieces or games."""


@pytest.mark.parametrize("notation", ["ben39", "bensahas", "betza", "lcpn"])
def test_there_are_enough_texts(notation: str) -> None:
    """Of each notation at least sixty."""
    assert Counter(case.notation for case in ALL)[notation] >= LEAST


@pytest.mark.parametrize("case", ALL, ids=str)
def test_what_is_said_of_a_text(case: Told) -> None:
    """Exactly the findings under the carets, with their severities and words, and exactly the fixes."""
    _, expected = annotated(case.text)
    document = opened(case.notation, case.plain, case.dialect)

    assert sorted((one.span, one.code.id, one.code.severity, one.message) for one in findings(document)) == sorted(
        (one.span, one.code, one.severity or 0, one.message) for one in expected
    )
    assert offered(document) == case.fixes
