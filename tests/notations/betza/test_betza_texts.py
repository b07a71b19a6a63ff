"""Large texts: what a definition of a megabyte costs."""

from __future__ import annotations

import time

import pytest

from harness import opened

BLANKS = " " * 500_000


@pytest.mark.parametrize(
    "text",
    [
        "W" + "/" * 700 + BLANKS + "q",
        "W (aaa) " * 90 + BLANKS + "q",
        "W " + "-" * 700 + BLANKS + "abc",
    ],
    ids=lambda text: text[:8],
)
def test_blanks_after_many_mistakes_are_read_quickly(text: str) -> None:
    """A name, which ends before its sign, is not looked for through half a megabyte after each
    mistake.
    """
    start = time.process_time()
    diagnostics = list(opened("betza", f"x = {text}").diagnostics())

    assert diagnostics
    assert time.process_time() - start < 4
