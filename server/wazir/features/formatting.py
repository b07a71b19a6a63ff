"""Formatting by small edits.

Where a line is the unit of layout, a block of lines is formatted at a time and only blanks change;
in notations whose definitions take several lines, a definition is.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from wazir.budget import check
from wazir.document import Document, Placed
from wazir.features.trials import Trial
from wazir.notations.notation import MAX_LETTERS_OF_CHUNK, Context, Notation
from wazir.text import (
    BLANKS,
    SEPARATORS,
    Edit,
    Position,
    Span,
    by_lines,
    line_bounds,
    newline,
    without_end,
)

_GAP = re.compile(r"([ \t]*)([^ \t]|\Z)")
"""Blanks before a character or the end."""
LINE_ENDS = ("\r\n", "\n", "\r")
BYTE_ORDER_MARK = "\ufeff"


class _TextLine(NamedTuple):
    start: int
    text: str
    """The line without its end."""


def format(document: Document, span: Span | None = None) -> tuple[Edit, ...]:  # noqa: A001
    """The edits that format a document, or the definitions or blocks of lines that a span touches.

    A block extends from one blank line to the next. A whole document also gets exactly one line end
    at its end.
    """
    if not document.notation.has_lines:
        return tuple(_format_chunks(document, span))
    text = document.text
    lines = _lines(text)
    if span is None:
        while lines and _is_blank(lines[-1]):
            lines.pop()
        return (*_formatted_blocks(document, lines), *_end(text, lines))
    first, last = document.position(span.start).line, document.position(span.end).line
    return tuple(_formatted_blocks(document, _around(lines, first, last)))


def format_on_type(document: Document, offset: int, typed: str = "\n") -> tuple[Edit, ...]:
    """The edits that format what the character typed before *offset* has completed.

    A line end completes a line, whose block is formatted without the line of the cursor. In
    notations whose definitions are the unit of layout, a line end or a bracket completes a
    definition; a line inside a definition is indented.
    """
    if not document.notation.has_lines:
        if typed in _BRACKETS:
            return _finished(document, document.chunk_at(max(offset - 1, 0)), Span(offset, offset))
        return _on_new_line(document, offset) if typed == "\n" else ()
    if typed != "\n":
        return ()
    if (line := document.position(offset).line) == 0:
        return ()
    cursor = document.line_span(line)
    edits = _formatted_blocks(document, _around(_lines(document.text), line - 1, line - 1))
    return tuple([edit for edit in edits if not cursor.contains(edit.span.start)])


def _lines(text: str) -> list[_TextLine]:
    lines = [_TextLine(start, without_end(text[start:end])) for start, end in line_bounds(text)]
    if text.startswith(BYTE_ORDER_MARK):
        lines[0] = _TextLine(1, lines[0].text[1:])
    return lines


def _is_blank(line: _TextLine) -> bool:
    return not line.text.strip(BLANKS)


def _around(lines: list[_TextLine], first: int, last: int) -> list[_TextLine]:
    """The lines of the blocks of the lines from *first* to *last*."""
    while first > 0 and not _is_blank(lines[first]) and not _is_blank(lines[first - 1]):
        first -= 1
    while last + 1 < len(lines) and not _is_blank(lines[last]) and not _is_blank(lines[last + 1]):
        last += 1
    return lines[first : last + 1]


def _formatted_blocks(document: Document, lines: list[_TextLine]) -> list[Edit]:
    """The edits of the blocks of some lines."""
    edits, block = list[Edit](), list[_TextLine]()
    for line in (*lines, None):
        if line is not None and not _is_blank(line):
            block.append(line)
            continue
        check()
        after = document.notation.format_lines([line.text for line in block])
        for old, new in zip(block, after, strict=True):
            edits += _respaced(old, new) if old.text != new else []
        block.clear()
        if line is not None and line.text:
            end = line.start + len(line.text)
            around = document.slice(Span(line.start - 1, line.start)) + document.slice(
                Span(end, end + 1)
            )
            if around != "\r\n":  # which would be one line end without the line
                edits.append(Edit(Span(line.start, end), ""))
    return edits


def _respaced(line: _TextLine, new: str) -> list[Edit]:
    """The edits of blanks that change a line; one edit of the whole line, if more than blanks
    differ.
    """
    if _GAP.sub(r"\2", line.text) != _GAP.sub(r"\2", new):
        return [Edit(Span(line.start, line.start + len(line.text)), new)]
    gaps = zip(_GAP.finditer(line.text), _GAP.finditer(new), strict=False)
    return [
        Edit(Span(*old.span(1)).moved(line.start), gap[1]) for old, gap in gaps if old[1] != gap[1]
    ]


def _end(text: str, lines: list[_TextLine]) -> tuple[Edit, ...]:
    """The edit after which exactly one line end follows the last line."""
    end = lines[-1].start + len(lines[-1].text) if lines else int(text.startswith(BYTE_ORDER_MARK))
    last_end = (
        "" if not lines else next((mark for mark in LINE_ENDS if text.startswith(mark, end)), "")
    )
    if lines and not last_end:
        return (Edit(Span(end, end), next((mark for mark in LINE_ENDS if mark in text), "\n")),)
    rest = Span(end + len(last_end), len(text))
    return (Edit(rest, ""),) if rest.start < rest.end else ()


MAX_LETTERS_CHECKED = 2_000
"""The number of characters of changed definitions up to which they are read again to see whether
pieces are kept.
"""
_ENDS = re.compile(r"\r\n|\r|\n")
_BRACKETS = ")]}"


def _format_chunks(document: Document, span: Span | None) -> list[Edit]:
    """The edits that format the chunks that a span touches, or all chunks with one line end at the
    end.
    """
    end = newline(document.text)
    edits = list[Edit]()
    left = MAX_LETTERS_CHECKED
    for placed in document.chunks(span):
        check()
        changed = _edits(document, placed, end, whole=span is None)
        if changed and left > 0:
            left -= len(placed.chunk.text)
            changed = changed if Trial(document, placed).keeps(changed) else []
        edits += [edit.moved(placed.start) for edit in changed]
    return edits


def _on_new_line(document: Document, offset: int) -> tuple[Edit, ...]:
    """The edits for a line end typed before an offset, with the indentation after it."""
    if (line := document.position(offset).line) == 0:
        return ()
    start = document.offset(Position(line, 0))
    text = without_end(document.line_text(line))
    placed = document.chunk_at(start - 1)
    goes_on = start < placed.start + len(placed.chunk.text) or start == document.length
    indent = None
    if goes_on and start - placed.start <= MAX_LETTERS_OF_CHUNK:
        indent = document.analysis(placed).indent_after(start - placed.start)
    if indent is None:
        return _finished(document, placed, Span(start, start + len(text)))
    blanks = Span(start, start + len(text) - len(text.lstrip(BLANKS)))
    return (Edit(blanks, indent),) if document.slice(blanks) != indent else ()


def _finished(document: Document, placed: Placed, cursor: Span) -> tuple[Edit, ...]:
    """The edits that format a chunk without unclosed brackets; none of them touches the cursor."""
    if document.analysis(placed).tree.problems:
        return ()
    changed = _edits(document, placed, newline(document.text), whole=False)
    edits = [edit.moved(placed.start) for edit in changed]
    return tuple(
        edit for edit in edits if edit.span.end < cursor.start or edit.span.start > cursor.end
    )


def _edits(document: Document, placed: Placed, end: str, *, whole: bool) -> list[Edit]:
    """The edits that format a chunk, in its own offsets; none if it is too long."""
    if len(placed.chunk.text) > MAX_LETTERS_OF_CHUNK:
        return []
    return list(by_lines(placed.chunk.text, _formatted(document, placed, end, whole=whole)))


def _formatted(document: Document, placed: Placed, end: str, *, whole: bool) -> str:
    """The formatted text of a chunk with the blank lines after it, with the line ends of the file.

    The last of a document ends with one line end.
    """
    before = placed.chunk.text
    mark = BYTE_ORDER_MARK if placed.start == 0 and before.startswith(BYTE_ORDER_MARK) else ""
    text = before.removeprefix(mark)
    body = text.rstrip()
    is_last = placed.start + len(before) == document.length
    after = _formatted_chunk(document.notation, body, placed.context).rstrip()
    kinds = set(_ENDS.findall(body)) or {end}
    if SEPARATORS.findall(body) != SEPARATORS.findall(after):
        after = body  # its layout would drop separators
    elif len(kinds) == 1:
        after = _ENDS.sub(kinds.pop(), after)
    rest = text[len(body) :]
    if not SEPARATORS.search(rest):
        ends = _ENDS.findall(rest)
        rest = (ends or [end])[0] * bool(after) if whole and is_last else "".join(ends)
    return mark + after + rest


@lru_cache(8192)  # laying out a definition takes milliseconds, and a file is formatted at each save
def _formatted_chunk(notation: Notation, text: str, context: Context) -> str:
    return notation.read(text, context).formatted()
