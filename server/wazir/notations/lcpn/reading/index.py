"""The names and the outline of a chunk, by its text alone: cheap enough for all of a large file."""

from __future__ import annotations

import re
from collections.abc import Iterator

from wazir.notations.base import OutlineEntry
from wazir.notations.lcpn.reading.names import candidates, canonical
from wazir.notations.lcpn.reading.styles import NAME, SQL_WORDS, first_family, plain
from wazir.text import Span

LONGEST_DETAIL = 80

_NOT_INSIDE = r"(?<![\w$:-])"
_DEFINED = {
    "lisp": re.compile(rf"[(\[{{]\s*+(?i:def)(?![\w-])\s*+(?P<name>{NAME})"),
    "c": re.compile(rf"{_NOT_INSIDE}(?P<name>{NAME})\s*+:="),
    "sql": re.compile(rf"{_NOT_INSIDE}(?!{SQL_WORDS})(?P<name>{NAME})\s++IS(?![\w-])"),
}
_WORD_OR_NAME = re.compile(rf"::?(?!=)[ \t]*+[\w*\u0300-\u036f\u0900-\u0dff-]++|(?P<name>{NAME})")
_RESERVED = {
    "lisp": frozenset({"def", "cond"}),
    "c": frozenset({"if", "else", "and", "or", "not"}),
    "sql": frozenset({"IS", "OR", "AND", "AND_THEN", "THEN", "IF", "ELSE", "END", "NOT"}),
    "": frozenset[str](),
}
_BRACKET = re.compile(r"[(\[{]|[)\]}]")


def names(text: str) -> tuple[tuple[str, Span], ...]:
    """The names that a chunk defines, whatever the style of its file, with their places."""
    return tuple((canonical(found["name"]), Span(*found.span("name"))) for found in _definitions(text))


def references(text: str) -> tuple[tuple[str, Span], ...]:
    """The names that a chunk uses, of pieces and of functions, as keys."""
    of = _family(text)
    bare = plain(text, of)
    defined = {found.start("name") for found in _definitions(text)}
    reserved = _RESERVED[of]
    found = []
    for match in _WORD_OR_NAME.finditer(bare):
        written = match["name"]
        if written is None or match.start() in defined:
            continue
        if written in reserved or (of != "sql" and written.lower() in reserved):
            continue
        found.append((canonical(written), Span(*match.span())))
    return tuple(found)


def possible_references(text: str) -> tuple[tuple[str, Span], ...]:
    """The names that a chunk uses; for a gerund every function that it may mean too."""
    return tuple((key, span) for written, span in references(text) for key in (written, *candidates(written)))


def outline(text: str) -> tuple[OutlineEntry, ...]:
    """The definitions of a chunk, and what it holds without a name, in order."""
    of = _family(text)
    bare = plain(text, of)
    entries: list[OutlineEntry] = []
    behind = 0
    defined = list(_definitions(text))
    for place, found in enumerate(defined):
        entries += _nameless(text, bare, behind, found.start())
        limit = defined[place + 1].start() if place + 1 < len(defined) else len(bare)
        behind = _list_end(bare, found.start(), limit) if of == "lisp" else limit
        end = found.start() + len(bare[found.start() : behind].rstrip())
        name = Span(*found.span("name"))
        body = text[found.end() : end - 1 if of == "lisp" and bare[end - 1 : end] in ")]}" else end]
        entries.append(OutlineEntry(found["name"], _short(body), Span(found.start(), max(end, name.end)), name))
    return (*entries, *_nameless(text, bare, behind, len(bare)))


def _family(text: str) -> str:
    """The family of a chunk: that of its first definition."""
    of = first_family(text)
    if of:
        return of
    bare = plain(text, "")
    firsts = {key: found.start() for key, pattern in _DEFINED.items() if (found := pattern.search(bare))}
    return min(firsts, key=lambda key: firsts[key]) if firsts else ""


def _definitions(text: str) -> Iterator[re.Match[str]]:
    of = _family(text)
    return _DEFINED[of].finditer(plain(text, of)) if of else iter(())


def _nameless(text: str, bare: str, start: int, end: int) -> Iterator[OutlineEntry]:
    """What stands between definitions."""
    part = bare[start:end]
    span = Span(start + len(part) - len(part.lstrip()), start + len(part.rstrip()))
    if span.start < span.end:
        yield OutlineEntry(_short(text[span.start : span.end]), "", span, span)


def _list_end(bare: str, start: int, limit: int) -> int:
    """Where the list ends that begins at an offset."""
    depth = 0
    for bracket in _BRACKET.finditer(bare, start, limit):
        depth += 1 if bracket[0] in "([{" else -1
        if depth == 0:
            return bracket.end()
    return limit


def _short(said: str) -> str:
    said = " ".join(said[: 4 * LONGEST_DETAIL].split())
    return said if len(said) <= LONGEST_DETAIL else said[: LONGEST_DETAIL - 1] + "…"
