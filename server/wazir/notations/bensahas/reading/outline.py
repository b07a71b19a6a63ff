"""Where pieces start, what they are called, and which names a chunk uses, by its text alone: cheap enough for all of a
large file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from wazir.notations.base import OutlineEntry
from wazir.notations.bensahas.reading.build import header_of
from wazir.notations.bensahas.statements import Header
from wazir.syntax import Token
from wazir.text import Span

LONGEST_DETAIL = 80

_FIRST = r"[^\s\ufeff:{}!@=;,<>~\[\]()#/+]"
_INNER = r"(?:[^\s\ufeff:{}!@=;,<>~\[\]()#/]|/(?!/)|\([^(){}:!@=;,<>~\[\]#/\r\n]*+\))"
_TITLE = rf"{_FIRST}{_INNER}{{0,80}}(?:[ \t]++{_INNER}{{1,80}}){{0,15}}"
_NAMED = rf"(?:{_TITLE})?[ \t]*+:[ \t]*+(?:{_TITLE})?|{_TITLE}"
_HEADER = re.compile(_NAMED)
_START = re.compile(
    rf"[\s\ufeff]*(?:(?:{_NAMED})\s*\{{|(?:{_TITLE})?[ \t]*+:[ \t]*+{_TITLE}[ \t]*+(?:\#|//|$))", re.DOTALL
)
_BEFORE_BRACE = re.compile(r"[^\r\n{}!@=;,<>~\[\]]*+\Z")
_WORD = re.compile(r"(?:(?<=[\s)\ufeff])|\A)[^\s\ufeff]")
LONGEST_HEADER = 400
"""No header is looked for farther before its brace."""
_COMMENT = re.compile(r"(?:#|//)[^\r\n]*+")
_USED = re.compile(
    r"(?:promotes_to\s*+=|[<(,~=])\s*+"
    r"(?P<name>[^\W\d][^\s\ufeff:{}!@=;,<>~\[\]()#/]*+(?:[ \t]++[^\s\ufeff:{}!@=;,<>~\[\]()#/]++)*)"
)
_BEFORE_NAMES = ("promotes_to", "@T", "exist", "pos_", "<")
"""Without any of these in it a text names no other piece."""
_WORDS = frozenset({"n", "moved", "relative", "self", "screen", "landing", "F", "E", "FE", "and", "or", "not", "exist"})


def starts_chunk(line: str) -> bool:
    """Whether a line is a header: with its brace, or with its colon and no more."""
    return ("{" in line or ":" in line) and _START.match(line) is not None


def outline(text: str) -> tuple[OutlineEntry, ...]:
    """The pieces of a chunk; spans count from its start."""
    blank = _blanked(text)
    headers = list(_headers(text, blank))
    if not headers:
        start, end = len(blank) - len(blank.lstrip()), len(blank.rstrip())
        return (OutlineEntry(_short(blank), "", Span(start, end), Span(start, end)),) if start < end else ()
    found = []
    for number, header in enumerate(headers):
        stop = headers[number + 1].span.start if number + 1 < len(headers) else len(text)
        close = blank.find("}", header.span.end, stop)
        end = close + 1 if close >= 0 else len(blank[:stop].rstrip())
        name = header.piece.text if header.piece else header.key
        selection = header.piece.span if header.piece else header.span
        inside = blank[blank.find("{", header.span.end) + 1 : end].rstrip("}")
        game = f"{header.game.text}: " if header.game else ""
        found.append(OutlineEntry(name, _short(f"{game}{inside}"), Span(header.span.start, end), selection))
    return tuple(found)


def names(text: str) -> tuple[tuple[str, Span], ...]:
    """The keys of the pieces that a chunk defines, each with the place of the name of the piece."""
    if "{" not in text:
        return ()
    return tuple((header.key, header.piece.span) for header in _headers(text, _blanked(text)) if header.piece)


def has_header(text: str) -> int:
    """1 if there is a header in a chunk, 0 if not."""
    return int("{" in text and next(_headers(text, _blanked(text)), None) is not None)


def references(text: str) -> tuple[tuple[str, Span], ...]:
    """The keys of the pieces that a chunk may speak of; other words are among them."""
    if not any(word in text for word in _BEFORE_NAMES):
        return ()
    blank = _blanked(text)
    headers = list(_headers(text, blank))
    found = []
    for used in _USED.finditer(blank):
        name = " ".join(used["name"].split())
        if name in _WORDS:
            continue
        before = [header for header in headers if header.span.start <= used.start()]
        game = before[-1].game.text if before and before[-1].game else ""
        found += [(key, Span(*used.span("name"))) for key in keys(game, name)]
    return tuple(found)


def keys(game: str, name: str) -> tuple[str, ...]:
    """Under which keys a piece is looked for that is named in a piece of some game, its own game first."""
    return tuple(dict.fromkeys((f"{game}:{name}", f":{name}")))


def _headers(text: str, blank: str) -> Iterator[Header]:
    """The headers of a text, given with and without its comments: each begins as early before its brace as it can."""
    brace = blank.find("{")
    while brace >= 0:
        start = max(brace - LONGEST_HEADER, 0)
        line = _BEFORE_BRACE.search(blank[start:brace].rstrip())
        words = _WORD.finditer(line[0]) if line else ()
        for word in words:
            if line and (found := _HEADER.fullmatch(line[0], word.start())):
                first, end = (start + line.start() + offset for offset in found.span())
                yield header_of(Token("HEADER", text[first:end], first))
                break
        brace = blank.find("{", brace + 1)


def _blanked(text: str) -> str:
    """A text with blanks for its comments."""
    return _COMMENT.sub(_spaces, text) if "#" in text or "//" in text else text


def _spaces(match: re.Match[str]) -> str:
    return " " * len(match.group())


def _short(moves: str) -> str:
    said = " ".join(moves[: 4 * LONGEST_DETAIL].split())
    return said if len(said) <= LONGEST_DETAIL else said[: LONGEST_DETAIL - 1] + "…"
