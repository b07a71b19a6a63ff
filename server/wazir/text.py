"""Offsets, lines, columns and edits. The only module that knows line ends and UTF-8, UTF-16 and
UTF-32 columns.

Lines end with `\\r\\n`, `\\n` or `\\r`, and with nothing else. Offsets and columns count characters
(code points) unless an encoding is named. Any text will do: a lone surrogate is one unit in UTF-16,
and three bytes in UTF-8.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import Enum
from io import StringIO
from itertools import accumulate, pairwise
from typing import NamedTuple

from wazir.lazy import lazy

BLANKS = " \t"
"""The blanks that formatting adds and removes."""
SEPARATORS = re.compile(r"[^\S \t\r\n]")
"""Other Unicode white space, from form feeds to no-break spaces. Never a line end; formatting keeps
it.
"""
_SURROGATE = re.compile("[\ud800-\udfff]")
LINE_END = re.compile(r"\r\n?|\n")


class Span(NamedTuple):
    """A half-open range of offsets, in characters (code points)."""

    start: int
    end: int

    def moved(self, by: int) -> Span:
        """The same range in a text with *by* more characters before it."""
        return Span(self.start + by, self.end + by)

    def contains(self, offset: int) -> bool:
        """Whether the span includes the character at an offset."""
        return self.start <= offset < self.end

    def contains_inclusive(self, offset: int) -> bool:
        """Whether an offset is in the span or at its end."""
        return self.start <= offset <= self.end

    def contains_range(self, other: Span) -> bool:
        """Whether another span is within the span."""
        return self.start <= other.start and other.end <= self.end

    def overlaps(self, other: Span) -> bool:
        """Whether the spans have a character in common."""
        return self.start < other.end and other.start < self.end

    def touches(self, other: Span) -> bool:
        """Whether the spans overlap or are adjacent."""
        return self.start <= other.end and other.start <= self.end


class Edit(NamedTuple):
    """The replacement of a span by a text."""

    span: Span
    text: str

    def moved(self, by: int) -> Edit:
        """The same edit in a text with *by* more characters before it."""
        return Edit(self.span.moved(by), self.text)


class Position(NamedTuple):
    """A zero-based line and column, in characters."""

    line: int
    column: int


class Encoding(Enum):
    """The unit of columns. The values are those of the Language Server Protocol."""

    UTF8 = "utf-8"
    UTF16 = "utf-16"
    UTF32 = "utf-32"

    def units(self, text: str) -> int:
        """The length of a text in code units."""
        if self is Encoding.UTF32 or text.isascii():
            return len(text)
        if self is Encoding.UTF16:
            return len(text.encode("utf-16-le", "surrogatepass")) // 2
        return len(text.encode("utf-8", "surrogatepass"))

    def index(self, text: str, units: int) -> int:
        """The number of characters in the first *units* code units of a text. A character that is
        cut in two does not count.
        """
        text = text[: max(units, 0)]
        if self is Encoding.UTF32 or text.isascii():
            return len(text)
        return (
            bisect_right(range(len(text) + 1), units, key=lambda count: self.units(text[:count]))
            - 1
        )


def lines(text: str) -> tuple[str, ...]:
    """The lines of a text with their line ends. The last line has none."""
    parts = tuple(StringIO(text, newline=""))
    return parts if parts and not parts[-1].endswith(("\n", "\r")) else (*parts, "")


def line_starts(text: str) -> tuple[int, ...]:
    """The offsets at which the lines of a text start."""
    return tuple(accumulate(map(len, lines(text)[:-1]), initial=0))


def line_bounds(text: str) -> Iterator[tuple[int, int]]:
    """The start and the end of each line, with its line end. The last line has none."""
    return pairwise((*line_starts(text), len(text)))


def line_breaks(text: str, end: int | None = None) -> int:
    """The number of line ends in a text, or in the part before an offset."""
    breaks = text.count("\n", 0, end)
    return (
        breaks + text.count("\r", 0, end) - text.count("\r\n", 0, end) if "\r" in text else breaks
    )


def line_at(text: str, offset: int) -> tuple[int, int]:
    """The number of the line at an offset, and the offset of its start."""
    offset -= _parts_line_end(text, offset)
    return line_breaks(text, offset), line_start(text, offset)


def line_start(text: str, offset: int) -> int:
    """The start of the line at an offset. An offset between CR and LF is at the start of an empty
    line.
    """
    return max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1


def line_end(text: str, offset: int) -> int:
    """The end of the line at an offset, after its line end."""
    end = LINE_END.search(text, offset)
    return end.end() if end else len(text)


def newline(text: str) -> str:
    """The first line end of a text; `\\n` if it has none."""
    end = LINE_END.search(text)
    return end[0] if end else "\n"


def without_end(line: str) -> str:
    """A line without its line end."""
    return line.rstrip("\r\n")


class Text:
    """An immutable text in lines. Offsets and columns that are out of range are moved into it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.length = len(text)

    @lazy
    def line_starts(self) -> tuple[int, ...]:
        """The offset of each line."""
        return line_starts(self.text)

    @lazy
    def blank_lines(self) -> tuple[int, ...]:
        """The numbers of the lines with nothing but blanks."""
        return tuple(
            [
                line
                for line in range(self.line_count)
                if not self.line_text(line).strip(BLANKS + "\r\n")
            ]
        )

    @property
    def line_count(self) -> int:
        """The number of lines: one more than line ends."""
        return len(self.line_starts)

    def line_span(self, line: int) -> Span:
        """The span of a line with its line end; empty before and after the text."""
        starts = self.line_starts
        if not 0 <= line < len(starts):
            offset = 0 if line < 0 else self.length
            return Span(offset, offset)
        return Span(starts[line], starts[line + 1] if line + 1 < len(starts) else self.length)

    def line_text(self, line: int) -> str:
        """A line with its line end; empty before and after the text."""
        return self.text[slice(*self.line_span(line))]

    def line_of(self, offset: int) -> int:
        """The number of the line at an offset."""
        return bisect_right(self.line_starts, offset, 1) - 1

    def position(self, offset: int) -> Position:
        """The line and column of an offset."""
        line = self.line_of(offset)
        return Position(line, self.clamped(offset) - self.line_starts[line])

    def offset(self, position: Position) -> int:
        """The offset of a position."""
        return self.offset_in(position.line, position.column, Encoding.UTF32)

    def offset_in(self, line: int, units: int, encoding: Encoding) -> int:
        """The offset of a number of code units in a line."""
        start, end = self.line_span(line)
        return start + encoding.index(self.text[start:end].rstrip("\r\n"), units)

    def slice(self, span: Span) -> str:
        """The text of a span."""
        return self.text[self.clamped(span.start) : self.clamped(span.end)]

    def clamped(self, offset: int) -> int:
        """An offset, or the nearest one in the text."""
        return min(max(offset, 0), self.length)


def whole(text: str) -> str:
    """The text with U+FFFD for each lone surrogate, for strict JSON parsers."""
    return _SURROGATE.sub("\ufffd", text)


# Edits

MAX_LINES = 1000
"""The maximum number of lines of a text that is compared line by line."""


def apply(text: str, edits: Iterable[Edit]) -> str:
    """The text after some edits, which must not overlap."""
    parts, at = [], 0
    for edit in sorted(edits):
        parts += [text[at : edit.span.start], edit.text]
        at = edit.span.end
    return "".join((*parts, text[at:]))


def common_start(items: Sequence[object], others: Sequence[object]) -> int:
    """The number of equal items at the start of two sequences."""
    pairs = enumerate(zip(items, others, strict=False))
    return next((number for number, (a, b) in pairs if a != b), min(len(items), len(others)))


def difference(before: str, after: str) -> tuple[Edit, ...]:
    """The smallest single edit from one text to another; none if they are equal."""
    if before == after:
        return ()
    longest = min(len(before), len(after))
    start = bisect_left(range(longest), True, key=lambda n: before[: n + 1] != after[: n + 1])
    end = bisect_left(
        range(longest - start), True, key=lambda n: before[-1 - n :] != after[-1 - n :]
    )
    start -= _parts_line_end(before, start) or _parts_line_end(after, start)
    end -= _parts_line_end(before, len(before) - end) or _parts_line_end(after, len(after) - end)
    return (Edit(Span(start, len(before) - end), after[start : len(after) - end]),)


def _parts_line_end(text: str, offset: int) -> bool:
    """Whether an offset is between a CR and its LF, where editors have no position."""
    return text[max(offset - 1, 0) : offset + 1] == "\r\n"


def by_lines(before: str, after: str) -> tuple[Edit, ...]:
    """Edits from one text to another: none in equal lines, and small ones in changed lines."""
    old, new = lines(before), lines(after)
    if before == after or len(old) > MAX_LINES or len(new) > MAX_LINES:
        return difference(before, after)
    edits, offsets = list[Edit](), [*accumulate(map(len, old), initial=0)]
    for word, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        parts = [(i, j, k, m)] if word != "equal" else []
        if parts and j - i == m - k:  # line by line if their numbers are equal; else all at once
            parts = [(i + n, i + n + 1, k + n, k + n + 1) for n in range(j - i)]
        for a, b, c, d in parts:
            edits += [
                edit.moved(offsets[a]) for edit in difference("".join(old[a:b]), "".join(new[c:d]))
            ]
    return tuple(edits)


# Texts inside texts


@dataclass(frozen=True, slots=True)
class Region:
    """A text in a host. Each of its lines is a part of a line of the host; these lines are
    consecutive.
    """

    text: Text
    host: Text
    starts: tuple[int, ...]
    """The offset in the host of each of its lines."""

    @property
    def first_line(self) -> int:
        """The line of the host with its first line."""
        return self.host.line_of(self.starts[0])

    # Offsets

    def to_host(self, offset: int) -> int:
        """The offset in the host of an offset in the text."""
        line, column = self.text.position(offset)
        return self.starts[line] + column

    # Lines and columns of the host

    def position(self, offset: int) -> Position:
        """The line and column in the host."""
        return self.host.position(self.to_host(offset))

    def offset_in(self, line: int, units: int, encoding: Encoding) -> int:
        """The offset in the text of a number of code units in a line of the host, moved to its
        nearest line.
        """
        offset = self.host.offset_in(line, units, encoding)
        number = bisect_right(self.starts, offset, 1) - 1
        start, end = self.text.line_span(number)
        return start + min(max(offset - self.starts[number], 0), end - start)

    # Edits

    def written(self, text: str) -> str:
        """A new part of the text as written in the host: after line ends with the longest margin,
        such as `> `.
        """
        if not LINE_END.search(text):
            return text
        below = enumerate(self.starts, self.first_line)
        margin = max(
            (self.host.text[self.host.line_starts[line] : start] for line, start in below), key=len
        )
        return LINE_END.sub(lambda end: end[0] + margin, text)

    def edit(self, edit: Edit) -> Edit:
        """An edit of the text as an edit of the host."""
        return Edit(Span(*map(self.to_host, edit.span)), self.written(edit.text))
