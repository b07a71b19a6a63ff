"""What newcomers write, single mistakes, what is said of them, and what each fix makes of it
(`findings.py`).
"""

from __future__ import annotations

import re
from collections import Counter

import pytest

from findings import FILES, Told, cases, findings, offered
from harness import annotated, opened
from wazir.features.actions import fixes
from wazir.features.trials import with_working_fixes
from wazir.text import Span

ALL = [case for path in FILES for case in cases(path)]
LEAST = 60
"""Texts of each notation of pieces or games."""


@pytest.mark.parametrize("notation", ["ben39", "bensahas", "betza", "lcpn"])
def test_there_are_enough_texts(notation: str) -> None:
    """Of each notation at least sixty."""
    assert Counter(case.notation for case in ALL)[notation] >= LEAST


@pytest.mark.parametrize("case", ALL, ids=str)
def test_what_is_said_of_a_text(case: Told) -> None:
    """Exactly the findings under the carets, with their severities and words, and exactly the
    fixes.
    """
    _, expected = annotated(case.text)
    document = opened(case.notation, case.plain, case.dialect)

    assert sorted(
        (diagnostic.span, diagnostic.code.id, diagnostic.code.severity, diagnostic.message)
        for diagnostic in findings(document)
    ) == sorted(
        (wanted.span, wanted.code, wanted.severity or 0, wanted.message) for wanted in expected
    )
    assert offered(document) == case.fixes


@pytest.mark.parametrize("case", ALL, ids=str)
def test_what_may_be_meant_can_be_written(case: Told) -> None:
    """A message with `Did you mean` has a fix that writes what it names."""
    document = opened(case.notation, case.plain, case.dialect)
    for finding in with_working_fixes(document, document.diagnostics()):
        if asked := re.search(
            r"Did you mean (?:[a-z]+ )*`(.+?)`\?(?: Write `(.+?)`)?", finding.message
        ):
            meant = asked[2] or asked[1]
            written = {edit.text for fix in finding.fixes for edit in fix.edits}
            assert any(text and (meant in text or text in meant) for text in written), (
                finding.message
            )


@pytest.mark.parametrize("case", ALL, ids=str)
def test_every_edit_changes_something(case: Told) -> None:
    """Of fixes, also of those that are not offered because they do not help, and of rewrites."""
    document = opened(case.notation, case.plain, case.dialect)
    made = [
        (fix.title, fix.edits) for diagnostic in document.diagnostics() for fix in diagnostic.fixes
    ]
    made += [(action.title, action.edits) for action in fixes(document, Span(0, document.length))]
    assert not [
        title for title, edits in made for edit in edits if document.slice(edit.span) == edit.text
    ]
