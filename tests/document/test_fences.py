"""Where the fenced blocks of a Markdown text stand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wazir.document import fences
from wazir.document.fences import parts, stretches
from wazir.document.markdown import language
from wazir.notations.base import LONGEST_SCANNED
from wazir.text import line_breaks, line_starts

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


def lines(text: str) -> Iterator[str]:
    """The lines in fenced blocks, as the cases say them."""
    first = 0
    for stretch in stretches(text):
        for fence in (one for one in stretch.fences if not one.is_html):
            content = [fence.text[start:] for start in line_starts(fence.text)]
            for number, one in enumerate(content[: line_breaks(fence.text) + (not fence.text.endswith("\n"))]):
                column = len(fence.margins[number]) if fence.margins else 0
                place = f"{first + fence.line + number + 1}:{column + 1}"
                yield f"{place} {language(fence.info) or '-'} |{one.partition(chr(10))[0]}|" if fence.text else ""
        first += line_breaks(stretch.text)


@pytest.mark.parametrize("smallest", [1, fences.SMALLEST])
@pytest.mark.parametrize(("text", "expected"), [case[1:] for case in CASES], ids=[title for title, *_ in CASES])
def test_the_cases(text: str, expected: str, smallest: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of the cases, in one stretch and in as many as can be."""
    monkeypatch.setattr(fences, "SMALLEST", smallest)
    text, expected = (written.replace("→", "\t").replace("·", " ").rstrip("\n") for written in (text, expected))

    assert [line for line in lines(text) if line] == expected.splitlines()


def test_there_are_cases() -> None:
    """The pattern that finds them still does."""
    assert len(CASES) >= 20


@given(text=MARKDOWN)
def test_stretches_are_the_text(text: str) -> None:
    """One behind the other they are the text, whatever that is; each is cut from it at the start of a line."""
    found = list(stretches(text))

    assert "".join(stretch.text for stretch in found) == text
    assert all(stretch.text.endswith(("\n", "\r")) for stretch in found[:-1])
    assert all(stretch.text for stretch in found)


@given(text=MARKDOWN)
def test_each_stretch_can_be_read_by_itself(text: str) -> None:
    """What stands before a stretch says nothing about it, nor does where it was cut."""
    kept, fences.SMALLEST = fences.SMALLEST, 1
    try:
        found = list(stretches(text))
        assert all(parts(one, after.text) for one, after in pairwise(found))
        assert [fence for stretch in found for part in stretches(stretch.text) for fence in part.fences] == [
            fence for stretch in found for fence in stretch.fences
        ]
        fine = list(lines(text))
    finally:
        fences.SMALLEST = kept
    assert fine == list(lines(text))


@pytest.mark.parametrize(("length", "is_found"), [(1, False), (LONGEST_SCANNED, True)])
def test_a_long_line_begins_no_block_of_html(length: int, is_found: bool) -> None:
    """A tag alone on its line hides the fence below it, unless it would take long to read the tag to its end."""
    text = f"<a {'a=b ' * length}>\n```betza\nK\n```\n"

    assert any(fence.info == "betza" for stretch in stretches(text) for fence in stretch.fences) == is_found
