"""Formatting of notations whose definitions take several lines: a definition at a time."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from wazir.document import Document, Placed
from wazir.features.edits import by_lines
from wazir.notations.base import LONGEST_SCANNED, Context
from wazir.steps import Steps
from wazir.text import BLANKS, SEPARATORS, Edit, Position, Span, without_end

BYTE_ORDER_MARK = "\ufeff"
_ENDS = re.compile(r"\r\n|\r|\n")
_BRACKETS = ")]}"


def format_chunks(document: Document, span: Span | None) -> Steps[list[Edit]]:
    """The edits that format the chunks that a span touches, or all, each by itself; all end with one line end."""
    end, edits = _first_end(document), list[Edit]()
    for placed in document.chunks(span):
        edits += _edits(document, placed, end, whole=span is None)
        yield
    return edits


def format_on_type(document: Document, offset: int, typed: str) -> tuple[Edit, ...]:
    """The edits for a sign that was typed right before an offset, or a line end with the indentation behind it."""
    if typed == "\n":
        return _on_new_line(document, offset)
    if typed in _BRACKETS:
        return _finished(document, document.chunk_at(max(offset - 1, 0)), Span(offset, offset))
    return ()


def _on_new_line(document: Document, offset: int) -> tuple[Edit, ...]:
    line = document.position(offset).line
    if line == 0:
        return ()
    start = document.offset(Position(line, 0))
    text = without_end(document.line_text(line))
    placed = document.chunk_at(start - 1)
    indent_after = document.notation.editor.indent_after
    goes_on = start < placed.start + len(placed.chunk.text) or start == document.length
    indent = None
    if indent_after and goes_on and start - placed.start <= LONGEST_SCANNED:
        indent = indent_after(placed.chunk.text, placed.context, start - placed.start)
    if indent is None:
        return _finished(document, placed, Span(start, start + len(text)))
    blanks = Span(start, start + len(text) - len(text.lstrip(BLANKS)))
    return (Edit(blanks, indent),) if document.slice(blanks) != indent else ()


def _finished(document: Document, placed: Placed, cursor: Span) -> tuple[Edit, ...]:
    """The edits that format a chunk, if all its brackets are closed; what touches the cursor is left alone."""
    if document.analysis(placed).tree.problems:
        return ()
    edits = _edits(document, placed, _first_end(document), whole=False)
    return tuple(edit for edit in edits if edit.span.end < cursor.start or edit.span.start > cursor.end)


def _edits(document: Document, placed: Placed, end: str, *, whole: bool) -> list[Edit]:
    """The edits that lay out a chunk; none for one that is too long to be read."""
    if len(placed.chunk.text) > LONGEST_SCANNED:
        return []
    after = _formatted(document, placed, end, whole=whole)
    return [edit.moved(placed.start) for edit in by_lines(placed.chunk.text, after)]


def _formatted(document: Document, placed: Placed, end: str, *, whole: bool) -> str:
    """The text of a chunk laid out, with the blank lines behind it; the last of a whole document ends with one end."""
    before = placed.chunk.text
    mark = BYTE_ORDER_MARK if placed.start == 0 and before.startswith(BYTE_ORDER_MARK) else ""
    text = before.removeprefix(mark)
    body = text.rstrip()
    is_last = placed.start + len(before) == document.length
    after = _laid_out(document, placed, body, end) if body else ""
    rest = text[len(body) :]
    if SEPARATORS.search(rest):
        return mark + after + rest
    behind: list[str] = _ENDS.findall(rest)
    if whole and is_last:
        return mark + after + (behind or [end])[0] * bool(after)
    return mark + after + "".join(behind)


def _laid_out(document: Document, placed: Placed, text: str, end: str) -> str:
    """What the notation makes of a chunk, without blanks behind it, with the line ends of the file.

    A chunk with separators that the layout would drop stays as it is.
    """
    format_chunk = document.notation.editor.format_chunk
    if format_chunk is None:
        return text
    after = _by_notation(format_chunk, text, placed.context).rstrip()
    if SEPARATORS.findall(text) != SEPARATORS.findall(after):
        return text
    kinds = set(_ENDS.findall(text)) or {end}
    return _ENDS.sub(kinds.pop(), after) if len(kinds) == 1 else after


@lru_cache(maxsize=8192)
def _by_notation(format_chunk: Callable[[str, Context], str], text: str, context: Context) -> str:
    return format_chunk(text, context)


def _first_end(document: Document) -> str:
    """The first line end of a document, which new ones are like."""
    for placed in document.chunks():
        if found := _ENDS.search(placed.chunk.text):
            return found[0]
    return "\n"
