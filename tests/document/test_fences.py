"""Where the fenced blocks of a Markdown text stand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wazir.document.markdown import fences
from wazir.text import Text, lines

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
    for language, region, numbers in fences(Text(text)):
        for number, row in zip(numbers, lines(region.text.text), strict=False):
            if language is not None:
                column = region.starts[number - numbers.start] - region.host.line_starts[number]
                yield f"{number + 1}:{column + 1} {language or '-'} |{row.rstrip(chr(10))}|"


@pytest.mark.parametrize(
    ("text", "expected"), [case[1:] for case in CASES], ids=[title for title, *_ in CASES]
)
def test_the_cases(text: str, expected: str) -> None:
    """Each of the cases."""
    text, expected = (
        written.replace("→", "\t").replace("·", " ").rstrip("\n") for written in (text, expected)
    )

    assert list(fenced(text)) == expected.splitlines()


def test_there_are_cases() -> None:
    """The pattern that finds them still does."""
    assert len(CASES) >= 20


@given(text=MARKDOWN)
def test_regions_are_parts_of_lines(text: str) -> None:
    """Each line of a region is a line of the text without its margin; regions do not overlap."""
    host, end = Text(text), 0
    for _, region, numbers in fences(host):
        assert numbers.start >= end
        end = numbers.stop
        content = [
            text[start : host.line_span(number).end]
            for start, number in zip(region.starts, numbers, strict=False)
        ]
        assert "".join(content) == region.text.text
        assert len(region.starts) == region.text.line_count
        assert region.text.line_count - len(numbers) in (0, 1)
