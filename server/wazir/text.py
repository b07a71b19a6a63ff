"""Offsets, lines and columns: the only code that knows line ends and UTF-8, UTF-16 and UTF-32 columns.

Lines end with `\\r\\n`, `\\n` or `\\r`, and with nothing else. Offsets and columns count characters (code points)
unless an encoding is named. Any text will do: a lone surrogate is one unit in UTF-16, and three bytes in UTF-8.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from enum import Enum
from itertools import pairwise
from typing import NamedTuple

BLANKS = " \t"
"""Blanks: what layout puts between words, or takes away."""
SEPARATORS = re.compile(r"[^\S \t\r\n]")
"""Other white space of Unicode, from form feeds to no-break spaces: never a line end, and kept by layout."""
_SURROGATE = re.compile("[\ud800-\udfff]")
_LINE_END = re.compile(r"\r\n?|\n")


class Span(NamedTuple):
    """A half-open range of offsets, in characters (code points)."""

    start: int
    end: int

    def moved(self, by: int) -> Span:
        """The same range in a text that has *by* more characters before it."""
        return Span(self.start + by, self.end + by)

    def contains(self, offset: int) -> bool:
        """Whether the character at an offset is part of it."""
        return self.start <= offset < self.end

    def overlaps(self, other: Span) -> bool:
        """Whether both have a character in common."""
        return self.start < other.end and other.start < self.end

    def touches(self, other: Span) -> bool:
        """Whether both overlap, or one starts where the other ends."""
        return self.start <= other.end and other.start <= self.end


class Edit(NamedTuple):
    """The replacement of a span by a text."""

    span: Span
    text: str

    def moved(self, by: int) -> Edit:
        """The same edit in a text that has *by* more characters before it."""
        return Edit(self.span.moved(by), self.text)


class Position(NamedTuple):
    """A place by its line and its column, both from zero, in characters."""

    line: int
    column: int


class Encoding(Enum):
    """How the other side counts columns; the values are those of the Language Server Protocol."""

    UTF8 = "utf-8"
    UTF16 = "utf-16"
    UTF32 = "utf-32"

    def units(self, text: str) -> int:
        """The length of a text in units of the encoding."""
        if self is Encoding.UTF32 or text.isascii():
            return len(text)
        if self is Encoding.UTF16:
            return len(text.encode("utf-16-le", "surrogatepass")) // 2
        return len(text.encode("utf-8", "surrogatepass"))

    def index(self, text: str, units: int) -> int:
        """How many characters of a text lie within its first *units* units; a character cut in two does not."""
        text = text[: max(units, 0)]
        if self is Encoding.UTF32 or text.isascii():
            return len(text)
        return bisect_right(range(len(text) + 1), units, key=lambda count: self.units(text[:count])) - 1


def line_starts(text: str) -> tuple[int, ...]:
    """The offsets at which the lines of a text start."""
    return (0, *(end.end() for end in _LINE_END.finditer(text)))


def lines(text: str) -> tuple[str, ...]:
    """The lines of a text with their ends; the last has none."""
    return tuple([text[start:end] for start, end in pairwise((*line_starts(text), len(text)))])


def line_breaks(text: str, end: int | None = None) -> int:
    """How many line ends a text has, or the part of it before an offset."""
    breaks = text.count("\n", 0, end)
    return breaks + text.count("\r", 0, end) - text.count("\r\n", 0, end) if "\r" in text else breaks


def line_at(text: str, offset: int) -> tuple[int, int]:
    """The number of the line in which an offset lies, and the offset of its start."""
    if text[max(offset - 1, 0) : offset + 1] == "\r\n":
        offset -= 1
    return line_breaks(text, offset), line_start(text, offset)


def line_span(text: str, line: int) -> Span:
    """The line with a number, with its line end."""
    start = bisect_left(range(len(text) + 1), line, key=lambda offset: line_at(text, offset)[0]) if line else 0
    return Span(start, line_end(text, start))


def line_start(text: str, offset: int) -> int:
    """Where the line starts in which an offset lies; between `\\r` and `\\n` it lies at the start of an empty line."""
    return max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1


def line_end(text: str, offset: int) -> int:
    """Where the line ends that goes on at an offset, behind its line end."""
    end = _LINE_END.search(text, offset)
    return end.end() if end else len(text)


def without_end(line: str) -> str:
    """A line without its line end."""
    return line.rstrip("\r\n")


def whole(text: str) -> str:
    """The text with a replacement character for each lone surrogate, as strict readers of JSON want it."""
    return _SURROGATE.sub("\ufffd", text)
