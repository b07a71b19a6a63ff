"""Fixes that are made without being looked at fix what they are offered for, in every text (L2)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lcpn_texts import STYLES, texts

from harness import opened
from long import examples
from wazir.diagnostics import Diagnostic
from wazir.document import Document
from wazir.features import actions
from wazir.features.trials import with_working_fixes
from wazir.text import apply

MIXED_UP = [
    ("sql", "a IS IF rank() >= ' TH{!"),
    ("c", "a := if (rank() >= ' TH{!"),
    ("c", "[ [ ["),
    ("sql", "[ (t not if"),
    ("elisp", "(def a {b"),
    ("c", "a := [1 2 (]"),
    ("lisp", "(((\t"),
]


@pytest.mark.parametrize(("style", "text"), MIXED_UP)
def test_safe_fixes_of_mixed_up_texts_settle(style: str, text: str) -> None:
    settle(style, text)


@examples(150)
@given(style=st.sampled_from(STYLES), text=texts)
def test_a_safe_fix_mends_its_finding(style: str, text: str) -> None:
    """L2: behind a safe fix there is one finding of its kind less."""
    document = opened("lcpn", text, style)
    before = [diagnostic.code for diagnostic in found_in(document)]
    for diagnostic in with_working_fixes(document, document.diagnostics()):
        for fix in (fix for fix in diagnostic.fixes if fix.safe):
            after = [
                other.code
                for other in found_in(opened("lcpn", apply(text, sorted(fix.edits)), style))
            ]
            assert after.count(diagnostic.code) < before.count(diagnostic.code)


@examples(150)
@given(style=st.sampled_from(STYLES), text=texts)
def test_all_safe_fixes_settle(style: str, text: str) -> None:
    """L2: after all safe fixes, no safe fix remains."""
    settle(style, text)


def found_in(document: Document) -> list[Diagnostic]:
    """All findings, those that are not shown by themselves too."""
    return [
        diagnostic
        for placed in document.chunks()
        for diagnostic in document.analysis(placed).diagnostics
    ]


def settle(style: str, text: str) -> None:
    after = opened("lcpn", apply(text, actions.fix_all(opened("lcpn", text, style))), style)
    assert actions.fix_all(after) == ()
    assert not any(
        fix.safe
        for diagnostic in with_working_fixes(after, after.diagnostics())
        for fix in diagnostic.fixes
    )
