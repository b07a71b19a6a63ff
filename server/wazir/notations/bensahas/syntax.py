"""The grammar, the tokens that start a statement, headers and names, and the detection of the notation."""

from __future__ import annotations

import re

from wazir.notations.bensahas.statements import Header, Name
from wazir.parsing import END, Choice, Grammar, Repair, terminals
from wazir.syntax import Token, Tree
from wazir.text import Span

_T = terminals("bensahas")
_NEVER_IN_BRACKETS = frozenset({"BANG", "RBRACE", "HEADER", "START", "FIRST", "PLUS", "FLIP", END})

_GRAMMAR = Grammar(
    "bensahas",
    repairs=(Repair("RPAR", _NEVER_IN_BRACKETS), Repair("RSQB", _NEVER_IN_BRACKETS | {"RPAR", "COLON", "PARAMETER"})),
    brackets={"LPAR": "RPAR", "START": "RPAR", "PLUS": "RPAR", "LSQB": "RSQB", "LBRACE": "RBRACE"},
    asked=("NAME", "LPAR", "PLUS"),
    length=1_500,
)


def parse(text: str) -> Tree:
    """The tree of any text, with its problems."""
    return _GRAMMAR.parse(text, _choice(text))


# Lines: a term or a `+` that starts a line ends what is not closed before it (S2), except within `flip( )`

_LINE_START = re.compile(r"(?:\A|[\r\n])[\s\ufeff]*\Z")
_FAR = 200
_COMMENT = re.compile(_T["COMMENT"])
_FLIP = re.compile(r"\bflip\s*+\(")
_IN_FLIP = re.compile(r"\bflip\s*+\(|promotes_to\s*+=|[\r\n]|\S")
_TERM_START = re.compile(r"[\s\ufeff]*+(?:\+|[^\s,:;=~<>\[\]{}!@()#+-]*+\()")
_KEY = re.compile(r"\w++\s*+=")


def _choice(text: str) -> Choice:
    """Distinguishes tokens that start a statement at the start of a line from others."""
    flips: list[Span] | None = None  # not for a text that is too long to be parsed

    def kind(token: Token) -> str:
        nonlocal flips
        if flips is None:
            flips = _flips(text)
        is_first = _LINE_START.search(text, max(0, token.start - _FAR), token.start)
        if not is_first or any(flip.contains(token.start) for flip in flips):
            return "ERROR" if token.kind == "PLUS" else token.kind
        if token.kind == "NAME" and _KEY.match(text, token.start):
            return "NAME"
        return {"NAME": "FIRST", "LPAR": "START"}.get(token.kind, token.kind)

    return kind


def _flips(text: str) -> list[Span]:
    """The spans in which the words of each `flip` may take several lines, in order."""
    code = _COMMENT.sub(lambda comment: " " * len(comment[0]), text)
    flips: list[Span] = []
    flip = _FLIP.search(code)
    while flip:
        flips.append(Span(flip.end(), _flip_end(code, flip.end())))
        flip = _FLIP.search(code, flips[-1].end)
    return flips


def _flip_end(code: str, start: int) -> int:
    """The end of the words of a `flip`: its closing bracket, or else the end of the line before the next statement."""
    depth, is_ended, promotes, before, line_end = 1, False, False, "", start
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


# Headers and names (S1)

_TITLE = _T["_TITLE"]
_INDENT = r"(?>(?:[^\S\r\n]|\ufeff)*)"
_HEADER_LINE = re.compile(rf"(?<![^\r\n]){_INDENT}(?:{_T['HEADER']})")
_START = re.compile(rf"{_INDENT}(?:{_T['HEADER']}|(?:{_TITLE})?[ \t]*+:[ \t]*+{_TITLE}[ \t]*+(?:\#|//|\Z))")


def starts_chunk(line: str) -> bool:
    """Whether a line is a header: with its brace, or with its colon and nothing after the name."""
    return ("{" in line or ":" in line) and _START.match(line) is not None


def has_header(text: str) -> bool:
    """Whether a line of a text starts with a header and its brace."""
    return "{" in text and _HEADER_LINE.search(text) is not None


def header_of(token: Token) -> Header:
    """The names in a header."""
    game, colon, piece = token.text.rpartition(":")
    return Header(token.span, _name(game, token.start), bool(colon), _name(piece, token.end - len(piece)))


def _name(text: str, start: int) -> Name | None:
    """The name in a text at an offset, with single blanks; None if there is none."""
    bare = text.strip()
    start += len(text) - len(text.lstrip())
    return Name(Span(start, start + len(bare)), " ".join(bare.split())) if bare else None


def key(name: str) -> str:
    """The key of a piece: of no game, unless its game is named."""
    game, colon, piece = name.rpartition(":")
    return f"{' '.join(game.split())}:{' '.join(piece.split())}" if colon else f":{' '.join(name.split())}"


def respelled(new: str, _old: str, _key: str) -> str:
    """The name of a piece without that of its game."""
    return " ".join(new.rpartition(":")[2].split())


def keys(game: str, name: str) -> tuple[str, ...]:
    """The keys of a name in a piece of some game, its own game first."""
    return tuple(dict.fromkeys((f"{game}:{name}", f":{name}")))


# Detection

_TYPICAL = re.compile(
    r"(?<![^\r\n])[ \t\ufeff]*+[^\s{}()=][^\r\n{}()=]*+\{"
    r"|\)[ \t]*+!"
    r"|\([ \t]*+(?:n|\d++)[ \t]*+,[ \t]*+(?:n|\d++)[ \t]*+[;:]"
    r"|\([ \t]*+n[ \t]*+,"
    r"|@[A-Z][ \t]*+[=:]"
)
"""A header with its brace, the end of a statement, the first values of a leg, and a parameter."""


def evidence(text: str) -> int:
    """The number of typical constructs in a text."""
    return sum(1 for _ in _TYPICAL.finditer(text))
