"""Formatting: as few and as small edits as they can be, of blanks alone where a line is the unit of the layout."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from wazir.document import Document
from wazir.features import layout
from wazir.notations.base import Notation
from wazir.steps import Steps, collected, stepwise
from wazir.text import BLANKS, Edit, Position, Span, line_starts, without_end

_GAP, _WORD = re.compile(r"[ \t]*"), re.compile(r"[^ \t]*")
LINE_ENDS = ("\r\n", "\n", "\r")
BYTE_ORDER_MARK = "\ufeff"


class _Line(NamedTuple):
    start: int
    text: str
    """Without its end."""


@stepwise
def format(document: Document, span: Span | None = None) -> Steps[tuple[Edit, ...]]:  # noqa: A001
    """The edits that format a document, or just the definitions or blocks of lines that a span touches.

    A block reaches from one blank line to the next. The whole document also gets one line end at its end.
    """
    if document.notation.editor.format_lines is None:
        return tuple((yield from layout.format_chunks(document, span)))
    text = document.text
    lines = yield from collected(_lines(text))
    if span is None:
        while lines and _is_blank(lines[-1]):
            lines.pop()
        return (*(yield from collected(_blocks_formatted(document, lines))), *_end(text, lines))
    first, last = document.position(span.start).line, document.position(span.end).line
    return tuple((yield from collected(_blocks_formatted(document, _around(lines, first, last)))))


@stepwise
def format_on_type(document: Document, offset: int, typed: str = "\n") -> Steps[tuple[Edit, ...]]:
    """The edits that format what was just finished by a sign that was typed before *offset*.

    That is the block of the line that a line end finished; the line of the cursor is left alone. In notations whose
    definitions are the unit of layout it is the definition that a line end or a bracket finished; a line in the midst
    of one is indented.
    """
    if document.notation.editor.format_lines is None:
        return layout.format_on_type(document, offset, typed)
    if typed != "\n":
        return ()
    here = document.position(offset).line
    if here == 0:
        return ()
    start, end = (document.offset(Position(line, 0)) for line in (here, here + 1))
    lines = yield from collected(_lines(document.text))
    edits = yield from collected(_blocks_formatted(document, _around(lines, here - 1, here - 1)))
    is_last = here + 1 == document.line_count
    return tuple(edit for edit in edits if edit.span.start < start or (edit.span.start >= end and not is_last))


def _lines(text: str) -> Iterator[_Line | None]:
    """The lines of a text, and None as a pause."""
    for start, end in pairwise((*line_starts(text), len(text))):
        line = _Line(start, without_end(text[start:end]))
        is_marked = start == 0 and line.text.startswith(BYTE_ORDER_MARK)
        yield _Line(1, line.text[1:]) if is_marked else line
        yield None


def _is_blank(line: _Line) -> bool:
    return not line.text.strip(BLANKS)


def _around(lines: list[_Line], first: int, last: int) -> list[_Line]:
    """The lines of the blocks that some lines belong to."""
    while first > 0 and not _is_blank(lines[first]) and not _is_blank(lines[first - 1]):
        first -= 1
    while last + 1 < len(lines) and not _is_blank(lines[last]) and not _is_blank(lines[last + 1]):
        last += 1
    return lines[first : last + 1]


def _blocks_formatted(document: Document, lines: list[_Line]) -> Iterator[Edit | None]:
    """The edits of the blocks of some lines, and None as a pause."""
    block: list[_Line] = []
    for line in (*lines, None):
        yield None
        if line is not None and not _is_blank(line):
            block.append(line)
            continue
        if block:
            formatted = _format_lines(document.notation, tuple(old.text for old in block))
            for old, new in zip(block, formatted, strict=True):
                if old.text != new:
                    yield from _respaced(old, new)
            block.clear()
        if line is not None and line.text and not _parts_line_ends(document, line):
            yield Edit(Span(line.start, line.start + len(line.text)), "")


def _format_lines(notation: Notation, lines: tuple[str, ...]) -> tuple[str, ...]:
    return notation.editor.format_lines(lines) if notation.editor.format_lines else lines


def _parts_line_ends(document: Document, line: _Line) -> bool:
    """Whether nothing but blanks stands between a CR and an LF, which would be one line end without them."""
    end = line.start + len(line.text)
    return document.slice(Span(line.start - 1, line.start)) == "\r" and document.slice(Span(end, end + 1)) == "\n"


def _respaced(line: _Line, new: str) -> list[Edit]:
    """The edits of blanks that make a line into a new one; one edit of all of it, if it differs in more than blanks."""
    old, edits, i, j = line.text, [], 0, 0
    while True:
        i, before = _behind(_GAP, old, i)
        j, after = _behind(_GAP, new, j)
        if before != after:
            edits.append(Edit(Span(line.start + i - len(before), line.start + i), after))
        word, other = _behind(_WORD, old, i)[1], _behind(_WORD, new, j)[1]
        length = min(len(word), len(other))
        if word[:length] != other[:length] or (length == 0 and word != other):
            return [Edit(Span(line.start, line.start + len(old)), new)]
        if length == 0:
            return edits
        i, j = i + length, j + length


def _behind(pattern: re.Pattern[str], text: str, start: int) -> tuple[int, str]:
    """The end of what stands at an offset, and that itself."""
    found = pattern.match(text, start)
    return (found.end(), found.group()) if found else (start, "")


def _end(text: str, lines: list[_Line]) -> tuple[Edit, ...]:
    """The edit that leaves one line end behind the last of the lines, and nothing more."""
    end = lines[-1].start + len(lines[-1].text) if lines else int(text.startswith(BYTE_ORDER_MARK))
    kept = "" if not lines else next((sign for sign in LINE_ENDS if text.startswith(sign, end)), "")
    if lines and not kept:
        return (Edit(Span(end, end), next((sign for sign in LINE_ENDS if sign in text), "\n")),)
    rest = Span(end + len(kept), len(text))
    return (Edit(rest, ""),) if rest.start < rest.end else ()
