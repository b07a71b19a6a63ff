"""How the lines of a text are read (G22)."""

from __future__ import annotations

import re
from difflib import get_close_matches
from types import MappingProxyType

from wazir.parsing import Grammar
from wazir.syntax import Node, Problem, Token, Tree, Trouble
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
"""The keys of a record, each with the kind of its word in the grammar."""
_MEANT = dict.fromkeys(("player", "side", "to move", "side to move"), "turn") | {"diagram": "board", "game": "moves"}
"""Keys that mean another one."""
KEY_KINDS = frozenset(KEYS.values())
NEAR = 0.7
"""How alike a key must be to one that there is, to be read as that."""
LONGEST_KEY = 40
LONGEST = 200_000
"""A record of more characters, blanks and comments among them, is not read."""

_GRAMMAR = Grammar("ben39", asked=("KEY",))
_START = re.compile(r"[ \t\ufeff]*position(?:[ \t]+[^\s;:]|[ \t]*(?:;|$))")


def starts_chunk(line: str) -> bool:
    """Whether a line starts a record."""
    return "position" in line and _START.match(line) is not None


def parse(text: str) -> Tree:
    """The tree of any text whatever; each line of a drawing is a word of it."""
    return _GRAMMAR.parse(text, _kind) if len(text) <= LONGEST else _unread(text)


def _unread(text: str) -> Tree:
    """The tree of a text that is too long even for its comments to be looked at."""
    span = Span(len(text) - len(text.lstrip()), len(text.rstrip()))
    problem = Problem(Trouble.TOO_LONG, span, None, None, frozenset(), None)
    return Tree(text, Node("start", (), 0, 0), (Token("ERROR", text, 0),), (problem,))


def expected(text: str, offset: int) -> frozenset[str]:
    """The kinds of words that may come next after the part of a text before an offset; none within a comment."""
    return _GRAMMAR.expected(text, offset, _kind) if offset <= LONGEST else frozenset()


def key_of(written: str) -> str:
    """A key without its colon and without needless blanks."""
    return " ".join(written.rstrip(":").replace("\ufeff", " ").split())


def nearest_key(key: str) -> str | None:
    """The key that is, or may be, meant."""
    if key in KEYS:
        return key
    written = key.lower()[:LONGEST_KEY]
    turned = " ".join(reversed(written.split()))
    if written in _MEANT or turned in KEYS:
        return _MEANT.get(written, turned)
    found = get_close_matches(written, KEYS, n=1, cutoff=NEAR)
    return found[0] if found else None


def _kind(token: Token) -> str:
    """A key that is nearly one of those that there are is read as that, so that what stands behind it can be read."""
    nearest = nearest_key(key_of(token.text))
    return KEYS[nearest] if nearest else token.kind
