"""Texts inside texts: blocks in Markdown, the value of a key, or the whole of a file."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from wazir.text import LINE_END, Edit, Encoding, Position, Span, Text


@dataclass(frozen=True, slots=True)
class Region:
    """A text in a host. Each of its lines is a part of a line of the host, and they are the lines below each other."""

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
        """The offset in the text of a number of code units in a line of the host, moved to its nearest line."""
        offset = self.host.offset_in(line, units, encoding)
        number = bisect_right(self.starts, offset, 1) - 1
        start, end = self.text.line_span(number)
        return start + min(max(offset - self.starts[number], 0), end - start)

    # Edits

    def written(self, text: str) -> str:
        """A new part of the text as it must be written in the host: with a margin, such as `> `, after line ends."""
        return LINE_END.sub(lambda end: end[0] + self._margin(), text) if LINE_END.search(text) else text

    def edit(self, edit: Edit) -> Edit:
        """An edit of the text as an edit of the host."""
        return Edit(Span(*map(self.to_host, edit.span)), self.written(edit.text))

    def _margin(self) -> str:
        """The longest text before a line in the host."""
        below = enumerate(self.starts, self.first_line)
        return max((self.host.text[self.host.line_starts[line] : start] for line, start in below), key=len)
