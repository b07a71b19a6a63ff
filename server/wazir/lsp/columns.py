"""Lines and columns of many offsets in the file, one after the other."""

from __future__ import annotations

from wazir.document import Document
from wazir.text import Encoding


class Columns:
    """Where offsets are, in the client's units: at little cost for those in the line of the one before."""

    def __init__(self, document: Document, encoding: Encoding) -> None:
        self._document, self._encoding = document, encoding
        self._line, self._text, self._start, self._end = 0, "", 0, -1
        self._plain = True

    def at(self, offset: int) -> tuple[int, int]:
        """The line and the column of an offset."""
        if not self._start <= offset < self._end:
            self._go_to(offset)
        column = offset - self._start
        return self._line, column if self._plain else self._encoding.units(self._text[:column])

    def range_json(self, start: int, end: int) -> str:
        """The range between two offsets, as JSON."""
        (line, column), (last, behind) = self.at(start), self.at(end)
        return f'{{"start":{{"line":{line},"character":{column}}},"end":{{"line":{last},"character":{behind}}}}}'

    def _go_to(self, offset: int) -> None:
        self._line, column = self._document.place(offset)
        self._text = self._document.file_line(self._line)
        self._start = offset - column
        self._end = self._start + len(self._text)
        self._plain = self._text.isascii()
