"""The names and the outline of a chunk, by its text alone: cheap enough for all of a large file."""

from __future__ import annotations

import re

from wazir.notations.base import OutlineEntry
from wazir.text import Span

LONGEST_DETAIL = 80

_COMMENT = re.compile(r"[#;][^\r\n]*")
_DIRECTIVE = re.compile(r"%[^\r\n]*")
_NAMED = re.compile(r"\s*(?P<name>[^\s=:#;%](?:[^=:#;\r\n]*[^\s=:#;])?)[^\S\r\n]*[=:]")


def outline(text: str) -> tuple[OutlineEntry, ...]:
    """The definition of a chunk, if there is one; spans count from the start of the chunk."""
    blank = _COMMENT.sub(_spaces, text)
    blank = _DIRECTIVE.sub(_spaces, blank, count=1) if blank.lstrip().startswith("%") else blank
    end = len(blank.rstrip())
    start = len(blank) - len(blank.lstrip())
    if start >= end:
        return ()
    if named := _NAMED.match(blank):
        name = Span(*named.span("name"))
        return (OutlineEntry(text[name.start : name.end], _short(blank[named.end() :]), Span(name.start, end), name),)
    return (OutlineEntry(_short(blank), "", Span(start, end), Span(start, end)),)


def _spaces(match: re.Match[str]) -> str:
    return " " * len(match.group())


def _short(moves: str) -> str:
    said = " ".join(moves[: 4 * LONGEST_DETAIL].split())
    return said if len(said) <= LONGEST_DETAIL else said[: LONGEST_DETAIL - 1] + "…"
