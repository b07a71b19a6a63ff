"""Offsets to and from the client's lines and columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from lsprotocol import types

from wazir.document import Document
from wazir.document.markdown import Markdown
from wazir.text import Edit, Encoding, Span

_Text = TypeVar("_Text", Document, Markdown)


def offset_of(document: Document, position: types.Position, encoding: Encoding) -> int:
    """The offset of a position. Positions beyond a line or the text are moved to its end."""
    return document.region.offset_in(position.line, position.character, encoding)


def span_of(document: Document, where: types.Range, encoding: Encoding) -> Span:
    """The span of a range."""
    start = offset_of(document, where.start, encoding)
    return Span(start, max(start, offset_of(document, where.end, encoding)))


def changed(document: _Text, changes: Iterable[Mapping[str, Any]], encoding: Encoding) -> _Text:
    """
    The document after content changes as they came.

    Raises:
        KeyError, TypeError: Something is missing or has the wrong type.
    """
    for change in changes:
        text, where = change["text"], change.get("range")
        if not isinstance(text, str):
            raise TypeError("The text of a change is not a string.")
        if where is None:
            document = with_text(document, text)
            continue
        start, end = where["start"], where["end"]
        first = document.offset_in(start["line"], start["character"], encoding)
        last = first if start == end else document.offset_in(end["line"], end["character"], encoding)
        document = document.apply(Edit(Span(first, max(first, last)), text))
    return document


def with_text(document: _Text, text: str) -> _Text:
    """The document of another text with the same settings."""
    if isinstance(document, Markdown):
        return Markdown.open(document.languages, text)
    return Document.open(document.notation, text, document.context)


class Columns:
    """The lines and columns of offsets in the file; fast for offsets on the line of the previous one."""

    def __init__(self, document: Document, encoding: Encoding) -> None:
        self._document, self._region, self._encoding = document, document.region, encoding
        self._line, self._text, self._start, self._end = 0, "", 0, -1
        self._is_ascii = True

    def at(self, offset: int) -> tuple[int, int]:
        """The line and the column of an offset."""
        if not self._start <= offset < self._end:
            self._go_to(offset)
        column = offset - self._start
        return self._line, column if self._is_ascii else self._encoding.units(self._text[:column])

    def range(self, span: Span) -> types.Range:
        """The range of a span."""
        start, end = self.at(span.start), self.at(span.end)
        return types.Range(types.Position(*start), types.Position(*end))

    def _go_to(self, offset: int) -> None:
        line = self._document.line_of(offset)
        start, self._end = self._document.line_span(line)
        at = self._region.to_host(start)
        self._line = self._region.host.line_of(at)
        margin = at - self._region.host.line_starts[self._line]
        self._start, self._text = start - margin, self._region.host.text[at - margin : at + self._end - start]
        self._is_ascii = self._text.isascii()
