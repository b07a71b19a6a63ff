"""Offsets, lines and columns: the only code that knows line ends and UTF-8, UTF-16 and UTF-32 columns."""

from __future__ import annotations

from typing import NamedTuple


class Span(NamedTuple):
    """A half-open range of offsets, in characters (code points)."""

    start: int
    end: int

    def moved(self, by: int) -> Span:
        """The same range in a text that has *by* more characters before it."""
        return Span(self.start + by, self.end + by)


class Edit(NamedTuple):
    """The replacement of a span by a text."""

    span: Span
    text: str

    def moved(self, by: int) -> Edit:
        """The same edit in a text that has *by* more characters before it."""
        return Edit(self.span.moved(by), self.text)
