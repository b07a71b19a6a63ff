"""The source line of a diagnostic, with carets under its span."""

from __future__ import annotations

from wazir.cli.console import Paint, safe, width
from wazir.document import Document
from wazir.text import Span

_TAB = "    "
_CUT = "…"


def frame(document: Document, span: Span, columns: int, paint: Paint, kind: str) -> list[str]:
    """Two lines: the line of the file in which *span* starts, and carets under the part of the span in that line."""
    start, end = document.place(span.start), document.place(span.end)
    line = document.file_line(start.line).rstrip("\r\n")
    last = min(end.column, len(line)) if end.line == start.line else len(line)
    number = f"{start.line + 1:5} |"
    shown, carets = underlined(line, start.column, last, max(columns - len(number) - 1, 20))
    margin = " " * (len(number) - 1) + "|"
    return [f"{paint('margin', number)} {shown}".rstrip(), f"{paint('margin', margin)} {paint(kind, carets)}"]


def underlined(line: str, start: int, end: int, room: int) -> tuple[str, str]:
    """A line, cut to *room* characters around a range of columns, and carets under that range."""
    if len(line) > room:
        room -= 2 * len(_CUT)
    begin = max(0, min(start - room // 3, len(line) - room))
    finish = min(len(line), begin + room)
    before = (_CUT if begin else "") + _shown(line[begin:start])
    marked = _shown(line[start : min(end, finish)])
    after = _shown(line[max(end, start) : finish]) + (_CUT if finish < len(line) else "")
    return before + marked + after, " " * width(before) + "^" * max(1, width(marked))


def _shown(text: str) -> str:
    return safe(text.replace("\t", _TAB))
