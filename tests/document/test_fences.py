"""Where the fenced blocks of a Markdown text stand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wazir.document.markdown import language, regions
from wazir.text import line_starts, lines

CASES = re.findall(
    r"^=== (.*)\n((?:.*\n)*?)---\n((?:\d.*\n)*)",
    (Path(__file__).parent / "fences.txt").read_text("utf-8"),
    re.MULTILINE,
)

CRUMBS = [
    "```",
    "~~~",
    "````",
    "```betza",
    " ",
    "   ",
    "    ",
    "\t",
    "> ",
    ">",
    "- ",
    "* ",
    "1. ",
    "10. ",
    "-",
    "text",
    "#",
]
CRUMBS += [
    "<!-- ",
    "-->",
    "<div>",
    '<div class="idiagram">',
    "rook:R:R:rook:a1",
    "<pre>",
    "</pre>",
    "<b>",
    "===",
    "---",
    "`",
    "{.betza}",
    "A = W",
    "%board 8x8",
    "é",
    "😀",
]
CRUMBS += [
    "\n",
    "\n",
    "\n",
    "\n",
    "\n\n",
    "\n```\n",
    "\n```betza\n",
    "\n    ",
    "\n> ",
    "\n- ",
    "\r\n",
    "\r",
    "\x0c",
    "\u2028",
]
MARKDOWN = st.lists(st.sampled_from(CRUMBS) | st.characters(), max_size=40).map("".join)
"""Texts with much of what matters to fences."""


def fenced(text: str) -> Iterator[str]:
    """The lines in fenced blocks, as in the cases."""
    for region in regions(text):
        for number, row in enumerate(lines(region.text)[: len(region.margins)] if not region.is_html else ()):
            place = f"{region.line + number + 1}:{len(region.margins[number]) + 1}"
            yield f"{place} {language(region.info) or '-'} |{row.rstrip(chr(10))}|"


@pytest.mark.parametrize(("text", "expected"), [case[1:] for case in CASES], ids=[title for title, *_ in CASES])
def test_the_cases(text: str, expected: str) -> None:
    """Each of the cases."""
    text, expected = (written.replace("→", "\t").replace("·", " ").rstrip("\n") for written in (text, expected))

    assert list(fenced(text)) == expected.splitlines()


def test_there_are_cases() -> None:
    """The pattern that finds them still does."""
    assert len(CASES) >= 20


@given(text=MARKDOWN)
def test_regions_are_parts_of_lines(text: str) -> None:
    """Each line of a region is a line of the text without its margin; regions do not overlap."""
    rows, end = lines(text), 0
    for region in regions(text):
        count = len(region.margins)
        assert region.line >= end
        end = region.line + count
        content = [rows[region.line + number][len(region.margins[number]) :] for number in range(count)]
        assert "".join(content) == region.text
        assert len(line_starts(region.text)) - count in (0, 1)
