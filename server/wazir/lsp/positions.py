"""Offsets to and from the client's lines and columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from wazir.document import Document
from wazir.steps import Steps
from wazir.text import Edit, Encoding, Span

if TYPE_CHECKING:
    from lsprotocol import types

    from wazir.document.markdown import Markdown


def uri_of(params: Any) -> str | None:
    """The URI of the document that a request is about, if any."""
    data = getattr(params, "data", None)  # of a code action, to resolve it
    if isinstance(params, Mapping):  # of a custom request
        about = params.get("textDocument")
        uri = about.get("uri") if isinstance(about, Mapping) else None
    elif isinstance(data, Mapping):
        uri = data.get("uri")
    else:
        about = getattr(params, "text_document", None) or getattr(params, "item", None)
        uri = params if isinstance(params, str) else getattr(about, "uri", None)
    return uri if isinstance(uri, str) else None


def offset_of(document: Document, position: types.Position, encoding: Encoding) -> int:
    """The offset of a position. Positions beyond a line or the text are moved to its end."""
    return document.offset_in(position.line, position.character, encoding)


def span_of(document: Document, where: types.Range, encoding: Encoding) -> Span:
    """The span of a range."""
    start = offset_of(document, where.start, encoding)
    return Span(start, max(start, offset_of(document, where.end, encoding)))


def changing(
    document: Document | Markdown, changes: Iterable[Mapping[str, Any]], encoding: Encoding
) -> Steps[Document | Markdown]:
    """
    The document after raw content changes.

    Raises:
        KeyError, TypeError: Something is missing or has the wrong type.
    """
    for change in changes:
        text, where = change["text"], change.get("range")
        if not isinstance(text, str):
            raise TypeError("The text of a change is not a string.")
        if where is None:
            document = yield from document.opened(text)
            continue
        start, end = where["start"], where["end"]
        first = document.offset_in(start["line"], start["character"], encoding)
        last = first if start == end else document.offset_in(end["line"], end["character"], encoding)
        document = yield from document.applying(Edit(Span(first, max(first, last)), text))
    return document


class Columns:
    """The lines and columns of offsets in the file; fast for offsets on the line of the previous one."""

    def __init__(self, document: Document, encoding: Encoding) -> None:
        self._document, self._encoding = document, encoding
        self._line, self._text, self._start, self._end = 0, "", 0, -1
        self._is_ascii = True

    def at(self, offset: int) -> tuple[int, int]:
        """The line and the column of an offset."""
        if not self._start <= offset < self._end:
            self._go_to(offset)
        column = offset - self._start
        return self._line, column if self._is_ascii else self._encoding.units(self._text[:column])

    def range_json(self, start: int, end: int) -> str:
        """The range between two offsets, as JSON."""
        (line, column), (last, last_column) = self.at(start), self.at(end)
        return f'{{"start":{{"line":{line},"character":{column}}},"end":{{"line":{last},"character":{last_column}}}}}'

    def _go_to(self, offset: int) -> None:
        self._line, self._start, self._text = self._document.line_at(offset)
        self._end = self._start + len(self._text)
        self._is_ascii = self._text.isascii()
