"""The grammar, and a scanner of lines (G22)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from functools import lru_cache
from types import MappingProxyType

from wazir.notations.base import OutlineEntry, TokenType
from wazir.parsing import Grammar
from wazir.syntax import Node, Problem, ProblemKind, Token, Tree
from wazir.terminals import terminals
from wazir.text import Span

KEYS = MappingProxyType(
    {
        "turn": "TURN",
        "white hand": "WHITE_HAND",
        "black hand": "BLACK_HAND",
        "white reserve": "WHITE_RESERVE",
        "black reserve": "BLACK_RESERVE",
        "castles": "CASTLES",
        "board": "BOARD",
        "fen": "FEN",
        "moves": "MOVES",
        "expect": "EXPECT",
    }
)
"""The keys of a record, each with its terminal in the grammar."""
_MEANT = dict.fromkeys(("player", "side", "to move", "side to move"), "turn") | {"diagram": "board", "game": "moves"}
"""Synonyms of keys."""
KEY_KINDS = frozenset(KEYS.values())
NEAR = 0.7
"""The minimum similarity of a misspelled key."""
LONGEST_KEY = 40
LONGEST = 200_000
"""The maximum length of a record, including blanks and comments."""

_GRAMMAR = Grammar("ben39", asked=("KEY",), length=16_000)
_START = re.compile(r"[ \t\ufeff]*position(?:[ \t]+[^\s;:]|[ \t]*(?:;|$))")


def starts_chunk(line: str) -> bool:
    """Whether a line starts a record."""
    return "position" in line and _START.match(line) is not None


def parse(text: str) -> Tree:
    """The tree of any text. Each line of a diagram is a token."""
    return _GRAMMAR.parse(text, _kind) if len(text) <= LONGEST else _unread(text)


def _unread(text: str) -> Tree:
    """The tree of a text that is too long to scan for comments."""
    span = Span(len(text) - len(text.lstrip()), len(text.rstrip()))
    problem = Problem(ProblemKind.TOO_LONG, span, None, None, frozenset(), None)
    return Tree(text, Node("start", (), 0, 0), (Token("ERROR", text, 0),), (problem,))


def expected(text: str, offset: int) -> frozenset[str]:
    """The kinds of tokens that are valid before an offset; empty within a comment."""
    return _GRAMMAR.expected(text, offset, _kind) if offset <= LONGEST else frozenset()


def key_of(written: str) -> str:
    """A key without its colon and extra blanks."""
    return " ".join(written.rstrip(":").replace("\ufeff", " ").split())


@lru_cache(maxsize=4_096)  # asked several times for each key, and dear for one that is misspelled
def nearest_key(key: str) -> str | None:
    """The key that is written or meant; None if none is similar."""
    if key in KEYS:
        return key
    written = key.lower()[:LONGEST_KEY]
    turned = " ".join(reversed(written.split()))
    if written in _MEANT or turned in KEYS:
        return _MEANT.get(written, turned)
    found = get_close_matches(written, KEYS, n=1, cutoff=NEAR)
    return found[0] if found else None


def _kind(token: Token) -> str:
    """The kind of a key. A misspelled key gets the kind of the correct one, so that its value can be parsed."""
    nearest = nearest_key(key_of(token.text))
    return KEYS[nearest] if nearest else token.kind


# Token types

_KINDS: Mapping[str, TokenType] = {
    **dict.fromkeys((*KEY_KINDS, "POSITION", "NAMELESS"), TokenType.MODE),
    "NAME": TokenType.NAME,
    "COMMENT": TokenType.COMMENT,
    "WHITE": TokenType.WHITE,
    "BLACK": TokenType.BLACK,
    "MOVABLE": TokenType.MOVABLE,
    "RANK": TokenType.RANGE,
    "FILES": TokenType.DIRECTION,
    "NUMBER": TokenType.RANGE,
    "ACTION": TokenType.ATOM,
    "WORD": TokenType.ARGUMENT,
    "EXPECTED": TokenType.ARGUMENT,
}


def token_type(token: Token) -> TokenType | None:
    """The token type of a token; None for plain text."""
    return _KINDS.get(token.kind)


# Names

_HEADER = re.compile(r"(?<![^\r\n])[ \t\ufeff]*(?P<key>position)[ \t]+(?P<name>[^\s;:](?:[^;\r\n]*[^\s;])?)")
_KEY = re.compile(terminals("ben39")["KEY"])


def name_key(name: str) -> str:
    """The key of a name; all blanks are equal."""
    return " ".join(name.split())


def names(text: str) -> tuple[tuple[str, Span], ...]:
    """The names of the positions of a chunk, with their spans."""
    if "position" not in text:
        return ()
    return tuple((name_key(match["name"]), Span(*match.span("name"))) for match in _HEADER.finditer(text))


def positions(text: str) -> tuple[OutlineEntry, ...]:
    """The outline of a chunk without details."""
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


# Detection

_TYPICAL = re.compile(
    r"(?<![^\r\n])[ \t\ufeff]*+(?i:position(?:[ \t]++[^\s;:=][^;:=\r\n]*+)?[ \t]*+(?=[;\r\n]|\Z)"
    rf"|(?:{'|'.join(KEYS)})[ \t]*+:)"
    r"|\+---[+A-Z*]|\|:::\||\|###\|"
    r"|\b[A-Z][+x?]?(?:@|[a-o]\d{1,2}[-x])[a-o]\d{1,2}\b|\b[A-Z][a-o]\d{1,2}[<>]"
)
"""A header, a key, a part of a diagram, or an action."""


def evidence(text: str) -> int:
    """The number of typical features."""
    return sum(1 for _ in _TYPICAL.finditer(text))
