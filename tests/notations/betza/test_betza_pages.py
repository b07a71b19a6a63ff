"""Pages of codes: what a page advises is what the fix writes."""

from __future__ import annotations

import re

import pytest

from harness import annotated, opened
from wazir.features.trials import with_working_fixes
from wazir.notations import by_name
from wazir.text import apply

PAGES = (
    *(
        "implied-step",
        "misplaced-first-move",
        "missing-equals",
        "missing-moves",
        "obsolete-spelling",
    ),
    "range-on-nothing",
    "repeated-modifier",
    "unknown-letter",
)
"""Codes whose mistakes have one remedy. The other pages tell what an author may have meant
besides.
"""
_EXAMPLE = re.compile(r"```betza\n(.*?)```", re.DOTALL)


@pytest.mark.parametrize("code", PAGES)
def test_b7_the_page_of_a_code_advises_what_its_fix_writes(code: str) -> None:
    """The first fixes of the first example together make the second example."""
    wrong, right = _EXAMPLE.findall(by_name("betza").page(code) or "")[:2]
    text, _ = annotated(wrong)
    document = opened("betza", text)
    fixes = [
        diagnostic.fixes[0]
        for diagnostic in with_working_fixes(document, document.diagnostics())
        if diagnostic.code.id == code
    ]

    assert apply(text, [edit for fix in fixes for edit in fix.edits]) == right
