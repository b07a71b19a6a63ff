"""Offsets, lines and columns. The only module that knows line ends and UTF-8, UTF-16 and UTF-32 columns.

Lines end with `\\r\\n`, `\\n` or `\\r`, and with nothing else. Offsets and columns count characters (code points)
unless an encoding is named. Any text will do: a lone surrogate is one unit in UTF-16, and three bytes in UTF-8.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from enum import Enum
from itertools import chain, pairwise
from typing import NamedTuple

BLANKS = " \t"
"""The blanks that formatting adds and removes."""
SEPARATORS = re.compile(r"[^\S \t\r\n]")
"""Other Unicode white space, from form feeds to no-break spaces. Never a line end; formatting keeps it."""
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
        """The number of characters in the first *units* code units of a text. A character that is cut in two does not
        count.
        """
        text = text[: max(units, 0)]
        if self is Encoding.UTF32 or text.isascii():
            return len(text)
        return bisect_right(range(len(text) + 1), units, key=lambda count: self.units(text[:count])) - 1


def line_bounds(text: str) -> Iterator[tuple[int, int]]:
    """The start and the end of each line, with its line end, found one by one. The last line has none."""
    return pairwise(chain((0,), map(re.Match[str].end, LINE_END.finditer(text)), (len(text),)))


def line_starts(text: str) -> tuple[int, ...]:
    """The offsets at which the lines of a text start."""
    return tuple([start for start, _ in line_bounds(text)])


def lines(text: str) -> tuple[str, ...]:
    """The lines of a text with their line ends. The last line has none."""
    return tuple([text[start:end] for start, end in line_bounds(text)])


def line_breaks(text: str, end: int | None = None) -> int:
    """The number of line ends in a text, or in the part before an offset."""
    breaks = text.count("\n", 0, end)
    return breaks + text.count("\r", 0, end) - text.count("\r\n", 0, end) if "\r" in text else breaks


def line_at(text: str, offset: int) -> tuple[int, int]:
    """The number of the line at an offset, and the offset of its start."""
    if text[max(offset - 1, 0) : offset + 1] == "\r\n":
        offset -= 1
    return line_breaks(text, offset), line_start(text, offset)


def line_span(text: str, line: int) -> Span:
    """The span of a line, with its line end."""
    start = bisect_left(range(len(text) + 1), line, key=lambda offset: line_at(text, offset)[0]) if line else 0
    return Span(start, line_end(text, start))


def line_start(text: str, offset: int) -> int:
    """The start of the line at an offset. An offset between `\r` and `\
    ` is at the start of an empty line.
    """
    return max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1


def line_end(text: str, offset: int) -> int:
    """The end of the line at an offset, after its line end."""
    end = LINE_END.search(text, offset)
    return end.end() if end else len(text)


def newline(text: str) -> str:
    """The first line end of a text; `\\n` if it has none."""
    found = LINE_END.search(text)
    return found[0] if found else "\n"


def without_end(line: str) -> str:
    """A line without its line end."""
    return line.rstrip("\r\n")


def whole(text: str) -> str:
    """The text with U+FFFD for each lone surrogate, for strict JSON parsers."""
    return _SURROGATE.sub("\ufffd", text)
