"""A Markdown text after any edits is that of its text, and its blocks are documents at their
places.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_fences import MARKDOWN
from toy import TOY

from linked import LINKED
from long import examples
from wazir.document import Document
from wazir.document.markdown import Languages, Markdown
from wazir.lsp.convert import Columns
from wazir.notations import REGISTRY, by_name
from wazir.notations.notation import Context, Notation
from wazir.text import Edit, Encoding, Position, Span, line_starts, without_end

LANGUAGES: Languages = {
    "betza": (TOY, Context()),
    "linked": (LINKED, Context()),
    "interactive-diagram": (by_name("interactive-diagram"), Context()),
    "fairy-variants": (by_name("fairy-variants"), Context()),
}
EDITS = st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 30), MARKDOWN), max_size=8)
PAGE = (
    "# Pieces\n\n"
    + "```betza\nname = ?\na = b\n```\n\ntext\n\n- item\n\n  ```betza\n  c = ^\n  ```\n\n" * 30
)


def known(document: Document) -> tuple[object, ...]:
    """All that a block is."""
    return (
        document.notation.name,
        document.text,
        document.region.starts,
        list(document.diagnostics()),
    )


def listing(markdown: Markdown) -> list[tuple[Position, str]]:
    """The diagnostics with their places in the file."""
    each = (
        (document, diagnostic)
        for document in markdown.documents()
        for diagnostic in document.diagnostics()
    )
    return [
        (document.region.position(diagnostic.span.start), diagnostic.message)
        for document, diagnostic in each
    ]


def check(markdown: Markdown, text: str) -> None:
    """The same as the text opened afresh."""
    fresh = Markdown.open(LANGUAGES, text)

    assert markdown.text == text
    assert markdown.length == len(text)
    assert list(map(known, markdown.documents())) == list(map(known, fresh.documents()))
    lines = [
        text[start:end]
        for start, end in zip(line_starts(text), (*line_starts(text)[1:], len(text)), strict=True)
    ]
    for number, (line, start) in enumerate(zip(lines, line_starts(text), strict=True)):
        for units in (0, 1, 4, len(line) + 9):
            expected = start + Encoding.UTF16.index(without_end(line), units)
            assert markdown.offset_in(number, units, Encoding.UTF16) == expected
        block, there = markdown.document_at(number), fresh.document_at(number)
        assert (block and known(block)) == (there and known(there))
    assert markdown.offset_in(len(lines), 0, Encoding.UTF16) == len(text)
    assert listing(markdown) == listing(fresh)


@examples(150)
@given(text=MARKDOWN, edits=EDITS)
def test_edits_are_like_opening_afresh(text: str, edits: list[tuple[int, int, str]]) -> None:
    """After each of some edits it is what it would be if it were opened anew."""
    markdown = Markdown.open(LANGUAGES, text)
    check(markdown, text)
    for at, length, new in edits:
        start = at % (len(text) + 1)
        text = text[:start] + new + text[start + length :]
        markdown = markdown.apply(Edit(Span(start, start + length), new))
        check(markdown, text)


@examples(60)
@given(edits=EDITS)
def test_edits_of_a_page(edits: list[tuple[int, int, str]]) -> None:
    """The same in a text with many blocks, most of which no edit touches."""
    text, markdown = PAGE, Markdown.open(LANGUAGES, PAGE)
    for at, length, new in edits:
        start = at % (len(text) + 1)
        text = text[:start] + new + text[start + length :]
        markdown = markdown.apply(Edit(Span(start, start + length), new))
    check(markdown, text)


@examples(60)
@given(text=MARKDOWN)
def test_places_lead_back(text: str) -> None:
    """The line and the column of each offset in a block are those of the same sign in the text."""
    starts = line_starts(text)
    for document in Markdown.open(LANGUAGES, text).documents():
        for offset, sign in enumerate(document.text):
            line, column = document.region.position(offset)
            assert text[starts[line] + column] == sign
            assert Columns(document, Encoding.UTF32).at(offset) == (line, column)
            if sign not in "\r\n":
                assert document.region.offset_in(line, column, Encoding.UTF32) == offset
                assert document.region.host.line_text(line)[column] == sign


def test_an_edit_leaves_other_blocks_alone() -> None:
    """The chunks that are not touched are the very ones, in other blocks and in the same, wherever
    they stand.
    """
    before = Markdown.open(LANGUAGES, PAGE)
    after = before.apply(Edit(Span(0, 0), "more\n")).apply(
        Edit(Span(PAGE.index("a = b") + 6, PAGE.index("a = b") + 6), "c")
    )
    chunks = [
        [placed.chunk for document in markdown.documents() for placed in document.chunks()]
        for markdown in (before, after)
    ]
    other = [
        number for number, (old, two) in enumerate(zip(*chunks, strict=True)) if old is not two
    ]

    assert len(chunks[0]) == 90
    assert other == [1]


def test_a_fence_that_opens_takes_what_follows() -> None:
    """Three signs more make text of a block, and the same taken away make it a block again."""
    markdown = Markdown.open(LANGUAGES, "text\n```betza\n?\n```\n\nmore\n\n```betza\n^\n```\n")
    opened = markdown.apply(Edit(Span(0, 0), "```\n"))
    closed = opened.apply(Edit(Span(0, 4), ""))

    assert [document.text for document in opened.documents()] == ["^\n"]
    assert [document.text for document in closed.documents()] == ["?\n", "^\n"]


def test_names_are_those_of_a_block() -> None:
    """Two blocks may define the same name: each is a text of its own."""
    markdown = Markdown.open(
        LANGUAGES, "```betza\na = b\n```\n```betza\na = c\n```\n~~~betza\na =\na =\n~~~\n"
    )

    assert listing(markdown) == [(Position(8, 0), "a again")]


@pytest.mark.parametrize("notation", REGISTRY, ids=lambda notation: notation.name)
@examples(30)
@given(text=MARKDOWN)
def test_no_text_raises(notation: Notation, text: str) -> None:
    """Whatever stands in a block of whatever notation."""
    languages = {known_notation.name: (known_notation, Context()) for known_notation in REGISTRY}
    markdown = Markdown.open(languages, f"> ```{notation.name}\n> {text}")

    assert all(place.line > 0 for place, _ in listing(markdown))


@pytest.mark.parametrize(
    ("text", "places"),
    [
        (
            '# A game\n\n<div class="idiagram">\nfiels=8\nrook:R:R:rook:a1\n</div>\n',
            [Position(3, 0)],
        ),
        ('> <pre class="idiagram">\n>\n> fiels=8</pre>\n', [Position(2, 2)]),
        ('1. item\n\n   <p class="idiagram">fiels=8', [Position(2, 23)]),
        ('<div class="idiagram">\n\nfiels=8\n</div>\n', []),
        ("```ini\n[x:chess]\nmaxrank = 8\n```\n", [Position(2, 0)]),
        ("```ini\n[user]\nname = me\nfoo: bar\n```\n", []),
        ('<p>\n<span class="idiagram">fiels=8</span>\n</p>\n', [Position(1, 23)]),
        (
            (
                '<div class="other">\nfiels=8\n</div>\n\n```html\n<div '
                'class="idiagram">\nfiels=8\n</div>\n```\n'
            ),
            [],
        ),
    ],
)
def test_f24_a_block_whose_text_tells_its_notation_is_found(
    text: str, places: list[Position]
) -> None:
    """F24: HTML where CommonMark has such a block, which some elements end at a blank line; `ini`
    in a fence.
    """
    markdown = Markdown.open(LANGUAGES, text)

    assert [place for place, _ in listing(markdown)] == places


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("a\n```betza\nW\nF\n```\nb\n", [2, 3]),
        ("a\n```betza\n```\nb\n", []),
        ("> ```betza\n> W\n\nb\n", [1]),
        ("```betza\nW", [1]),
        ('a\n\n<div class="idiagram">\nfiles=8\n</div>\n\nb\n', [2, 3, 4]),
        ('> <div class="idiagram">\n> files=8\n\nb\n', [0, 1]),
        ('<div class="idiagram">\nfiles=8\n</div>', [0, 1, 2]),
    ],
)
def test_the_lines_of_a_block(text: str, lines: list[int]) -> None:
    """Those between the fences, and all those of a block of HTML; a range of one line finds the
    same.
    """
    markdown = Markdown.open(LANGUAGES, text)
    every = range(text.count("\n") + 1)

    assert [line for line in every if markdown.document_at(line)] == lines
    assert [line for line in every if list(markdown.documents(line, line))] == lines
