"""The grammar (G22), keys and their entries, token types, and the detection of the notation."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from wazir.notations.notation import Context
from wazir.notations.results import TokenType
from wazir.notations.suggestions import similar
from wazir.parsing import Grammar, terminals
from wazir.syntax import Node, Problem, ProblemKind, Token, Tree
from wazir.text import Span

KEYS = MappingProxyType(
    {
        "turn": "TURN",
        "white hand": "WHITE_HAND",
        "black hand": "BLACK_HAND",
        "white reserve": "WHITE_RESERVE",
        "black reserve": "BLACK_RESERVE",
        "castles": "CASTLES",
        "rules": "RULES",
        "board": "BOARD",
        "fen": "FEN",
        "moves": "MOVES",
        "expect": "EXPECT",
    }
)
"""The keys of a record, each with its terminal in the grammar."""
_SYNONYMS = dict.fromkeys(("player", "side", "to move", "side to move"), "turn") | {"diagram": "board", "game": "moves"}
"""Synonyms of keys."""
KEY_KINDS = frozenset(KEYS.values())
NEAR = 0.7
"""The minimum similarity of a misspelled key."""
LONGEST_KEY = 40
LONGEST = 200_000
"""The maximum length of a record, including blanks and comments."""

MANY_LINES = frozenset({"board", "moves", "expect"})
"""The keys whose values have several lines."""

_T = terminals("ben39")
_GRAMMAR = Grammar("ben39", asked=("KEY",), length=16_000)
_NAMED = re.compile(_T["POSITION"])
_START = re.compile(f"{_T['POSITION']}|{_T['NAMELESS']}")


def starts_chunk(line: str) -> bool:
    """Whether a line starts a record."""
    return "position" in line and _START.match(line) is not None


def file_context(context: Context, text: str) -> Context:
    """The context of a file. If positions have names, each needs one (G22)."""
    return replace(context, has_headers="position" in text and _NAMED.search(text) is not None)


def name_key(name: str) -> str:
    """The key of a name; all blanks are equal."""
    return " ".join(name.split())


def parse(text: str) -> Tree:
    """The tree of any text. Each line of a diagram is a token."""
    return _GRAMMAR.parse(text, _kind) if len(text) <= LONGEST else _unread(text)


def _unread(text: str) -> Tree:
    """The tree of a text that is too long to scan for comments."""
    span = Span(len(text) - len(text.lstrip()), len(text.rstrip()))
    problem = Problem(ProblemKind.TOO_LONG, span, None, None, frozenset(), None)
    return Tree(text, Node("start", (), 0, 0), (Token("ERROR", text, 0),), (problem,))


def _kind(token: Token) -> str:
    """The kind of a key. A misspelled key gets the kind of the correct one, so that its value can be parsed."""
    nearest = nearest_key(key_of(token.text))
    return KEYS[nearest] if nearest else token.kind


def key_of(written: str) -> str:
    """A key without its colon and extra blanks."""
    return " ".join(written.rstrip(":").replace("\ufeff", " ").split())


def nearest_key(key: str) -> str | None:
    """The key that is written or meant; None if none is similar."""
    if key in KEYS:
        return key
    written = key.lower()[:LONGEST_KEY]
    turned = " ".join(reversed(written.split()))
    if written in _SYNONYMS or turned in KEYS:
        return _SYNONYMS.get(written, turned)
    return "".join(similar(written, KEYS, 1, NEAR)) or None


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """A key of a record with its value."""

    key: str
    """The canonical key: `white hand`; as written if none is similar."""
    written: str
    """The key as written, without its colon and extra blanks."""
    key_span: Span
    """The span of the key without its colon."""
    value_start: int
    """The offset after the colon."""
    span: Span
    """From the key to the last token."""
    words: tuple[Token, ...]
    """The tokens of the value: those of its line, or up to the next key."""
    stray: tuple[Span, ...] = ()
    """Further lines after a one-line value."""

    @property
    def value_span(self) -> Span:
        """The span of its value; empty after the key without one."""
        return Span(self.words[0].start, self.words[-1].end) if self.words else Span(self.span.end, self.span.end)


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
    "RESULT": TokenType.RANGE,
    "WORD": TokenType.ARGUMENT,
    "EXPECTED": TokenType.ARGUMENT,
}


def token_type(token: Token) -> TokenType | None:
    """The token type of a token; None for plain text."""
    return _KINDS.get(token.kind)


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
