"""How a text is read, and how it is mended where it breaks off (S2)."""

from __future__ import annotations

from wazir.notations.bensahas.reading.lines import choice
from wazir.parsing import END, Grammar, Repair
from wazir.syntax import Tree

_BEHIND = frozenset({"BANG", "RBRACE", "HEADER", "START", "FIRST", "PLUS", "FLIP", END})

_GRAMMAR = Grammar(
    "bensahas",
    repairs=(
        Repair("RPAR", _BEHIND),
        Repair("RSQB", _BEHIND | {"RPAR", "COLON", "PARAMETER"}),
    ),
    brackets={"LPAR": "RPAR", "START": "RPAR", "PLUS": "RPAR", "LSQB": "RSQB", "LBRACE": "RBRACE"},
    asked=("NAME", "LPAR", "PLUS"),
)


def parse(text: str) -> Tree:
    """The tree of any text whatever; what is wrong with it is in its problems."""
    return _GRAMMAR.parse(text, choice(text))


def expected(text: str, offset: int) -> frozenset[str]:
    """The kinds of words that may come next after the part of a text before an offset; none within a comment."""
    return _GRAMMAR.expected(text, offset, choice(text))
