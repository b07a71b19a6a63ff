"""The fences and blocks of HTML that are found are those of markdown-it-py, which follows CommonMark."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from test_fences import CASES, CRUMBS

from wazir.document.fences import stretches

COMMONMARK = MarkdownIt("commonmark", {"maxNesting": 1_000})
TEXTS = st.lists(st.sampled_from(CRUMBS), max_size=40).map("".join)


def contents(text: str) -> list[str]:
    """The lines of a fence without blanks around them, since markdown-it-py keeps a part of a tab that is divided; and
    without blank lines at the end, since it leaves out the last one of a fence that is not closed.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join(line.strip(" \t") for line in lines).rstrip("\n").split("\n")


def found(text: str) -> list[tuple[bool, str, list[str]]]:
    """The fences and blocks of HTML, each with what is behind its opening line and with its lines."""
    blocks = (fence for one in stretches(text) for fence in one.fences)
    return [(block.is_html, block.info.strip(" \t"), contents(block.text)) for block in blocks]


def expected(text: str) -> list[tuple[bool, str, list[str]]]:
    tokens = (token for token in COMMONMARK.parse(text) if token.type in ("fence", "html_block"))
    return [(token.type == "html_block", token.info.strip(" \t"), contents(token.content)) for token in tokens]


@settings(max_examples=500, deadline=None)
@given(TEXTS)
@example("".join(text for _, text, _ in CASES))
@example("text\n1. ```\n   A\n")
@example("text\n10. ```\n    A\n")
@example("text\n-\n  ```\n  A\n")
def test_fences_are_those_of_commonmark(text: str) -> None:
    """Wherever a text is cut into stretches."""
    assert found(text) == expected(text)
