"""The tree of a text, by the grammar (S2)."""

from __future__ import annotations

import re

from wazir.parsing import END, Grammar, Repair, terminals
from wazir.syntax import Token, Tree
from wazir.text import Span

_NEVER_IN_BRACKETS = frozenset({"BANG", "RBRACE", "HEADER", "START", "FIRST", "PLUS", "FLIP", END})

_GRAMMAR = Grammar(
    "bensahas",
    repairs=(
        Repair("RPAR", _NEVER_IN_BRACKETS),
        Repair("RSQB", _NEVER_IN_BRACKETS | {"RPAR", "COLON", "PARAMETER"}),
    ),
    brackets={"LPAR": "RPAR", "START": "RPAR", "PLUS": "RPAR", "LSQB": "RSQB", "LBRACE": "RBRACE"},
    asked=("NAME", "LPAR", "PLUS"),
    length=1_500,
)


# Lines: a term or a `+` that starts a line ends what is not closed before it (S2), except within
# `flip( )`

_LINE_START = re.compile(r"(?:\A|[\r\n])[\s\ufeff]*\Z")
_FAR = 200
_FLIP = re.compile(r"\bflip\s*+\(")
_IN_FLIP = re.compile(r"\bflip\s*+\(|promotes_to\s*+=|[\r\n]|\S")
_TERM_START = re.compile(r"[\s\ufeff]*+(?:\+|[^\s,:;=~<>\[\]{}!@()#+-]*+\()")
_KEY = re.compile(r"\w++\s*+=")


def parse(text: str) -> Tree:
    """The tree of any text, with its problems."""
    flips: list[Span] | None = None  # not for a text that is too long to be parsed

    def kind(token: Token) -> str:
        """The kind of a token, which differs where the token starts a statement at the start of a
        line.
        """
        nonlocal flips
        if flips is None:
            flips = _flips(text)
        is_first = _LINE_START.search(text, token.start - _FAR, token.start)
        if not is_first or any(flip.contains(token.start) for flip in flips):
            return "ERROR" if token.kind == "PLUS" else token.kind
        if _KEY.match(text, token.start):
            return "NAME"
        return {"NAME": "FIRST", "LPAR": "START"}.get(token.kind, token.kind)

    return _GRAMMAR.parse(text, kind)


def _flips(text: str) -> list[Span]:
    """The spans in which the words of each `flip` may take several lines, in order."""
    code = re.sub(terminals("bensahas")["COMMENT"], lambda comment: " " * len(comment[0]), text)
    flips: list[Span] = []
    flip = _FLIP.search(code)
    while flip:
        flips.append(Span(flip.end(), _flip_end(code, flip.end())))
        flip = _FLIP.search(code, flips[-1].end)
    return flips


def _flip_end(code: str, start: int) -> int:
    """The end of the words of a `flip`: its closing bracket, or else the end of the line before the
    next statement.
    """
    depth = 1
    is_ended = False
    promotes = False
    before = ""
    line_end = start
    for match in _IN_FLIP.finditer(code, start):
        sign = match[0]
        if sign in "\r\n":
            ends = is_ended or (before not in ",~=()" and _TERM_START.match(code, match.end()))
            line_end = match.start() if line_end == start and ends else line_end
            continue
        if sign == "}" or sign.startswith("flip") or (sign == "!" and not promotes):
            break
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return match.start()
        if sign == "!":  # closes what is open in the statement
            depth, is_ended = 1, True
        promotes = promotes or sign.startswith("promotes_to")
        before = sign[-1]
    return line_end
