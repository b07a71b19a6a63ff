"""From the client's lines and columns to offsets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from wazir.document import Document
from wazir.text import Edit, Encoding, Span

if TYPE_CHECKING:
    from lsprotocol import types

    from wazir.document.markdown import Markdown


_Text = TypeVar("_Text", Document, "Markdown")


def offset(document: Document, position: types.Position, encoding: Encoding) -> int:
    """The offset of a position; one beyond its line or the text is moved to the end of that."""
    return document.offset_in(position.line, position.character, encoding)


def span(document: Document, where: types.Range, encoding: Encoding) -> Span:
    """The span of a range."""
    start = offset(document, where.start, encoding)
    return Span(start, max(start, offset(document, where.end, encoding)))


def changed(document: _Text, changes: Iterable[Mapping[str, Any]], encoding: Encoding) -> tuple[_Text, int]:
    """
    The document, or the Markdown text, after changes that come as plain data, and where the last of them ended.

    Raises:
        KeyError, TypeError: If something is missing or is not what it should be.
    """
    near = 0
    for change in changes:
        text, where = change["text"], change.get("range")
        if not isinstance(text, str):
            raise TypeError("The text of a change is no text.")
        if where is None:
            document, near = document.opened(text), 0
            continue
        start, end = where["start"], where["end"]
        first = document.offset_in(start["line"], start["character"], encoding)
        last = document.offset_in(end["line"], end["character"], encoding)
        document, near = document.apply(Edit(Span(first, max(first, last)), text)), first + len(text)
    return document, near
