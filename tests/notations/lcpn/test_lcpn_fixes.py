"""Fixes that are made without being looked at mend what they are offered for, in every text (L2)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lcpn_texts import STYLES, texts

from harness import NOTATIONS
from wazir.document import Document
from wazir.features import actions
from wazir.features.edits import apply
from wazir.notations.base import Context
from wazir.notations.lcpn.definition import diagnose

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


@settings(max_examples=150, deadline=None)
@given(style=st.sampled_from(STYLES), text=texts)
def test_a_safe_fix_mends_its_finding(style: str, text: str) -> None:
    """L2: behind a safe fix there is one finding of its kind less."""
    context = Context(dialect=style, fixed=frozenset({"dialect"}))
    before = [one.code for one in diagnose(text, context)]
    for one in diagnose(text, context):
        for fix in (fix for fix in one.fixes if fix.safe):
            after = [other.code for other in diagnose(apply(text, sorted(fix.edits)), context)]
            assert after.count(one.code) < before.count(one.code)


@settings(max_examples=150, deadline=None)
@given(style=st.sampled_from(STYLES), text=texts)
def test_all_safe_fixes_settle(style: str, text: str) -> None:
    """L2: when all safe fixes were made there is none left."""
    settle(style, text)


def settle(style: str, text: str) -> None:
    context = Context(dialect=style, fixed=frozenset({"dialect"}))
    document = Document.open(NOTATIONS["lcpn"], text, context)
    after = Document.open(NOTATIONS["lcpn"], apply(text, actions.fix_all(document)), context)
    assert actions.fix_all(after) == ()
    assert not any(fix.safe for one in after.diagnostics() for fix in one.fixes)
