"""What the positions of a text are called, by its lines alone: cheap enough for all of a large file."""

from __future__ import annotations

import re

from wazir.notations.base import OutlineEntry
from wazir.text import Span

_HEADER = re.compile(r"(?<![^\r\n])[ \t\ufeff]*(?P<key>position)[ \t]+(?P<name>[^\s;:](?:[^;\r\n]*[^\s;])?)")
_KEY = re.compile(r"(?<![^\r\n])[ \t\ufeff]*[^\W\d_](?:[^\W\d_]|[ \t])*:")


def name_key(name: str) -> str:
    """What a position is known by: blanks are all alike."""
    return " ".join(name.split())


def names(text: str) -> tuple[tuple[str, Span], ...]:
    """The names of the positions of a chunk, with their places."""
    if "position" not in text:
        return ()
    return tuple((name_key(match["name"]), Span(*match.span("name"))) for match in _HEADER.finditer(text))


def positions(text: str) -> tuple[OutlineEntry, ...]:
    """The positions of a chunk for the outline of a file, without a line about each."""
    headers = list(_HEADER.finditer(text))
    first = headers[0].start("key") if headers else len(text)
    found: list[OutlineEntry] = []
    if key := _KEY.search(text, 0, first):
        start = key.end() - len(key[0].lstrip())
        found.append(_entry("", text, Span(start, first), Span(start, key.end())))
    ends = (*(match.start("key") for match in headers[1:]), len(text))
    for match, end in zip(headers, ends, strict=False):
        found.append(_entry(name_key(match["name"]), text, Span(match.start("key"), end), Span(*match.span("name"))))
    return tuple(found)


def _entry(name: str, text: str, span: Span, selection: Span) -> OutlineEntry:
    inside = text[span.start : span.end].rstrip()
    return OutlineEntry(name or "position", "", Span(span.start, span.start + len(inside)), selection)
