"""Lines and columns, against counting one character after the other."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from wazir.text import (
    Edit,
    Encoding,
    Span,
    Text,
    difference,
    line_breaks,
    line_end,
    line_start,
    line_starts,
    without_end,
)

TEXTS = st.text(
    st.sampled_from("ab\r\n\u2028\x0b\x0c\x85\0é\ud800\udfff\U0001f600") | st.characters(),
    max_size=30,
)
BYTES = {Encoding.UTF8: 1, Encoding.UTF16: 2, Encoding.UTF32: 4}


def units(text: str, encoding: Encoding) -> int:
    """The definition: the length of each character on its own, so that lone surrogates never make a
    pair.
    """
    codec = encoding.value + ("" if encoding is Encoding.UTF8 else "-le")
    return sum(len(letter.encode(codec, "surrogatepass")) // BYTES[encoding] for letter in text)


@given(TEXTS)
def test_lines_end_as_the_protocol_says(text: str) -> None:
    """Lines end with CR LF, LF or CR, and not with U+2028, form feed or any other."""
    starts = [0]
    for at, letter in enumerate(text, 1):
        if letter == "\n" or (letter == "\r" and text[at : at + 1] != "\n"):
            starts.append(at)

    assert line_starts(text) == tuple(starts)
    assert line_breaks(text) == len(starts) - 1


def test_a_line_out_of_range_is_empty() -> None:
    """It is at the start of the text or at its end."""
    text = Text("ab\nc")

    assert [text.line_span(line) for line in (-2, -1, 0, 1, 2, 5)] == [
        (0, 0),
        (0, 0),
        (0, 3),
        (3, 4),
        (4, 4),
        (4, 4),
    ]


@given(TEXTS, st.integers(0, 30))
@example("\ra", 1)
@example("\na", 1)
def test_the_line_around_an_offset(text: str, offset: int) -> None:
    """A line starts behind the last line end before an offset, and ends with the next; a CR LF may
    be cut in two.
    """
    offset = min(offset, len(text))
    start, end = line_start(text, offset), line_end(text, offset)

    assert start == line_starts(text[:offset])[-1]
    assert end == offset + (*line_starts(text[offset:]), len(text) - offset)[1]
    assert without_end(text[offset:end]) == text[offset:end].strip("\r\n")


@given(TEXTS, st.sampled_from(Encoding), st.integers(-1, 80))
def test_columns_in_every_encoding(text: str, encoding: Encoding, column: int) -> None:
    """Columns count units; one inside a character is that character's, one beyond the end is the
    end.
    """
    within = [count for count in range(len(text) + 1) if units(text[:count], encoding) <= column]

    assert encoding.units(text) == units(text, encoding)
    assert encoding.index(text, column) == (within[-1] if within else 0)


def test_a_long_line_of_emoji_is_no_trouble() -> None:
    """Columns of a line of a million characters are found without going through them one by one."""
    line = "\U0001f600" * 1_000_000

    assert Encoding.UTF16.index(line, 1_000_001) == 500_000
    assert Encoding.UTF8.units(line) == 4_000_000


def test_edits_and_spans_move() -> None:
    """A place in a part of a text is a place in the whole, so much farther on."""
    assert Edit(Span(1, 2), "x").moved(3) == Edit(Span(4, 5), "x")


@pytest.mark.parametrize(
    ("before", "after", "edit"),
    [
        ("x\n", "x\r\n", Edit(Span(1, 2), "\r\n")),
        ("x\r\n", "x\n", Edit(Span(1, 3), "\n")),
        ("x\r\n", "x\r", Edit(Span(1, 3), "\r")),
        ("x\r", "x\r\n", Edit(Span(1, 2), "\r\n")),
        ("a\r\nb", "a\r\n\r\nb", Edit(Span(3, 3), "\r\n")),
        ("a\rb", "a\rc", Edit(Span(2, 3), "c")),
        ("a\nb", "a\nc", Edit(Span(2, 3), "c")),
    ],
)
def test_a_difference_parts_no_line_end(before: str, after: str, edit: Edit) -> None:
    """Neither of the text before nor of the one after: editors have no position there."""
    assert difference(before, after) == (edit,)
