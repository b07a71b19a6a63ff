"""From the client's lines and columns to offsets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from wazir.document import Document
from wazir.steps import Steps
from wazir.text import Edit, Encoding, Span

if TYPE_CHECKING:
    from lsprotocol import types

    from wazir.document.markdown import Markdown


def address(params: Any) -> str | None:
    """The address of the document that a request is about, if it is about one."""
    names = ("text_document", "textDocument", "item")
    about = next((found for name in names if (found := getattr(params, name, None))), None)
    data = getattr(params, "data", None)  # what a code action says of where it is to be found again
    named = data.get("uri") if isinstance(data, Mapping) else getattr(about, "uri", None)
    uri = params if isinstance(params, str) else named
    return uri if isinstance(uri, str) else None


def offset(document: Document, position: types.Position, encoding: Encoding) -> int:
    """The offset of a position; one beyond its line or the text is moved to the end of that."""
    return document.offset_in(position.line, position.character, encoding)


def span(document: Document, where: types.Range, encoding: Encoding) -> Span:
    """The span of a range."""
    start = offset(document, where.start, encoding)
    return Span(start, max(start, offset(document, where.end, encoding)))


def changing(
    document: Document | Markdown, changes: Iterable[Mapping[str, Any]], encoding: Encoding
) -> Steps[Document | Markdown]:
    """
    The document, or the Markdown text, after changes that come as plain data; in small steps.

    Raises:
        KeyError, TypeError: If something is missing or is not what it should be.
    """
    for change in changes:
        text, where = change["text"], change.get("range")
        if not isinstance(text, str):
            raise TypeError("The text of a change is no text.")
        if where is None:
            document = yield from document.opened(text)
            continue
        start, end = where["start"], where["end"]
        first = document.offset_in(start["line"], start["character"], encoding)
        last = document.offset_in(end["line"], end["character"], encoding)
        document = yield from document.applying(Edit(Span(first, max(first, last)), text))
    return document
