"""Pieces written in other notations, as `written.txt` has them (Q14, Q15)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from test_questions import asked

WRITTEN = Path(__file__).with_name("written.txt")
CASES = re.findall(r"^(\S+)\n((?:    .+\n)+)", WRITTEN.read_text("utf-8"), re.M)


@pytest.mark.parametrize(("source", "texts"), CASES, ids=[source for source, _ in CASES])
def test_texts(source: str, texts: str) -> None:
    """The texts are the expected ones, and mean the piece."""
    first = {"notation": "betza", "source": source, "dialect": "xbetza"}
    for to, style, text in re.findall(r"^    (\w+) (\S+) (.+)$", texts, re.M):
        expected = text.replace(" ~ ", "\n")
        kind = {"lcpn": "style", "betza": "dialect"}
        known = {kind[to]: style} if to in kind else {}
        written = asked(
            {"ask": "write", **first, "to": to} | ({"to_style": style} if known else {})
        )

        assert written == {"source": expected}
        assert asked(
            {"ask": "same", "a": first, "b": {"notation": to, "source": expected, **known}}
        )["same"]
