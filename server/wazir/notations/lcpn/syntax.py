"""The grammars of the styles, and a scanner with their terminals (L1)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain, islice, pairwise
from sys import maxsize
from typing import TypeAlias

from wazir.notations.lcpn.spelling import NameKinds, canonical
from wazir.notations.lcpn.styles import STYLES
from wazir.parsing import COMMENT, END, MAX_LENGTH, Choice, Grammar, Repair, terminals
from wazir.syntax import Node, Token, Tree

Item: TypeAlias = Node | Token

OPENING: Mapping[str, str] = {"OPEN": "CLOSE", "LPAR": "CLOSE", "START": "CLOSE", "LSQB": "CLOSE", "LBRACE": "CLOSE"}
"""The kinds of opening brackets, each with the kind that closes it."""
OPERATORS = frozenset({"SLASH", "JUMP", "AFTER", "AMP", "OR", "AND", "AND_THEN", "THEN", "NOT", "COMPARE", "COMMA"})
"""The kinds of tokens that need an operand after them in C and SQL."""
_FOLLOWS_OPERAND = OPERATORS - {"NOT"} | {"CLOSE", "WORD", "DEFNAME", "ELSE", END}

MAX_DEPTH = 32
"""The maximum number of open brackets: each may contain operators of every precedence."""
_COMMA = Repair("COMMA", frozenset({"NUMBER"}))
_NUMBER = Repair("NUMBER", frozenset({"CLOSE", "COMMA", END}))

GRAMMARS = {
    "lisp": Grammar("lcpn_lisp", repairs=(Repair("CLOSE"),), brackets={"OPEN": "CLOSE"}, depth=MAX_DEPTH),
    "c": Grammar(
        "lcpn_c",
        repairs=(Repair("CLOSE"), _COMMA, Repair("NAME", _FOLLOWS_OPERAND | {"LBRACE"}), _NUMBER, Repair("LBRACE")),
        brackets={kind: "CLOSE" for kind in OPENING if kind != "OPEN"},
        asked=("LPAR",),
        depth=MAX_DEPTH,
    ),
    "sql": Grammar(
        "lcpn_sql",
        repairs=(
            *(Repair("CLOSE"), Repair("END"), _COMMA),
            *(Repair("NAME", _FOLLOWS_OPERAND | {"ELIF", "END"}), _NUMBER, Repair("THEN")),
        ),
        brackets={"LPAR": "CLOSE", "START": "CLOSE", "LSQB": "CLOSE", "IF": "END"},
        asked=("LPAR", "GERUND"),
        depth=MAX_DEPTH,
    ),
}
"""The grammar of each family of styles."""

# Where definitions start

_START = re.compile(
    rf"(?P<lisp>[(\[{{][ \t]*{terminals('lcpn_lisp')['DEF']})"
    rf"|(?P<c>{terminals('lcpn_c')['_NAME']}[ \t]*+:=)"
    rf"|(?P<sql>{terminals('lcpn_sql')['_NAME']}[ \t]++{terminals('lcpn_sql')['DEFINE']})"
)
_NEXT = re.compile(rf"[\r\n](?:{_START.pattern})")


def starts_chunk(line: str) -> bool:
    """Whether a line starts a definition in any style."""
    return bool(family(line))


def family(text: str, offset: int = 0) -> str:
    """The family of the definition that starts at an offset: `lisp`, `c`, `sql`, or empty if none does."""
    match = _START.match(text, offset)
    return (match.lastgroup or "") if match else ""


def starts(text: str, end: int = maxsize) -> Iterator[int]:
    """The offsets of the lines that start definitions, up to an offset."""
    if _START.match(text):
        yield 0
    for match in _NEXT.finditer(text, 0, end):
        yield match.start() + 1


def sections(text: str, end: int = maxsize) -> Iterator[tuple[int, int]]:
    """The sections of a text at the lines that start definitions, up to an offset."""
    return pairwise(chain([0] if text else [], filter(None, starts(text, end)), [len(text)]))


# Tokens

_FAR = 200
_HEADS = {"def": "DEF", "cond": "COND"}


@cache
def _scanner(of: str) -> re.Pattern[str]:
    """Matches the next token of a family of styles, after blanks."""
    patterns = {kind: pattern for kind, pattern in terminals(f"lcpn_{of}").items() if kind[0] != "_"}
    blank = patterns.pop("BLANK")
    words = (f"(?P<{kind}>{pattern})" for kind, pattern in patterns.items() if kind not in _HEADS.values())
    return re.compile(rf"(?:{blank})?(?:{'|'.join(words)}|\Z)")


def tokens(text: str, style: str) -> tuple[Token, ...]:
    """All tokens of a chunk in order, with comments; in texts with errors, kinds may differ from those of its tree."""
    in_sections = (scan(text, family(text, start) or STYLES[style].family, start, end) for start, end in sections(text))
    return tuple(chain.from_iterable(in_sections))


def scan(text: str, of: str, start: int = 0, end: int = maxsize) -> Iterator[Token]:
    """The tokens of a part of a text in a family of styles, with kinds by the preceding tokens.

    At most twice as many tokens as a text has that is read.
    """
    before = ""
    for match in islice(_scanner(of).finditer(text, start, end), 2 * MAX_LENGTH):
        kind = match.lastgroup
        if kind is None:
            return
        word, at = match[kind], match.start(kind)
        if before == "OPEN" and kind == "NAME":
            kind = _HEADS.get(word.lower(), kind)
        elif before == "ELIF" and kind == "IF":
            kind = "AGAIN"
        elif kind == "LPAR" and is_on_new_line(text, at):
            kind = "START"
        if kind != COMMENT:
            before = kind
        yield Token(kind, word, at)


def defined_names(words: Sequence[Token]) -> Iterator[tuple[int, Token]]:
    """The names that tokens without comments define, each with the index of the first token of its definition."""
    for index, token in enumerate(words):
        if token.kind == "DEFNAME":
            yield index, token
        elif token.kind == "NAME" and index > 1 and words[index - 1].kind == "DEF":
            yield index - 2, token


def used_names(tokens: Iterable[Token]) -> Iterator[Token]:
    """The names in tokens, of pieces and of functions, that are not defined there."""
    words = [token for token in tokens if token.kind != COMMENT]
    for before, token in pairwise((None, *words)):
        if token and token.kind in ("NAME", "GERUND") and not (before and before.kind == "DEF"):
            yield token


def is_on_new_line(text: str, offset: int) -> bool:
    """Whether only blanks precede an offset on its line."""
    before = text[max(offset - 1, 0) : offset]
    if not (before.isspace() or before == "\ufeff"):
        return False
    far = max(0, offset - _FAR)
    end = max(text.rfind("\n", far, offset), text.rfind("\r", far, offset))
    return end >= 0 and not text[end + 1 : offset].replace("\ufeff", "").strip()


@dataclass(slots=True)
class Bracket:
    """A bracket with its tokens and brackets, or the top of a text."""

    opening: Token | None
    items: list[Token | Bracket] = field(default_factory=list)
    before: tuple[Token | Bracket, ...] = ()
    """The items before it in the bracket around it."""
    end: int = 0
    """Its end; 0 while it is open."""

    @property
    def start(self) -> int:
        """Its start."""
        return self.opening.start if self.opening else 0

    @property
    def head(self) -> Token | None:
        """Its first item, if it is a token."""
        first = self.items[0] if self.items else None
        return first if isinstance(first, Token) else None

    @property
    def last(self) -> Token | None:
        """Its last item, if it is a token."""
        last = self.items[-1] if self.items else None
        return last if isinstance(last, Token) else None

    @property
    def is_cond(self) -> bool:
        """Whether it is a `cond`."""
        return self.head is not None and self.head.kind == "COND"


def open_brackets(text: str, style: str, offset: int) -> tuple[Bracket, ...]:
    """The open brackets before an offset, the top of the text first. Unfinished texts seldom have a tree."""
    opened = [Bracket(None)]
    for token in tokens(text[:offset], style):
        if token.kind in OPENING:
            opened.append(Bracket(token, before=tuple(opened[-1].items)))
        elif token.kind == "CLOSE" and len(opened) > 1:
            closed = opened.pop()
            closed.end = token.end
            opened[-1].items.append(closed)
        elif token.kind not in ("CLOSE", COMMENT):
            opened[-1].items.append(token)
    return tuple(opened)


def is_unclosed(token: Token | None) -> bool:
    """Whether a token is an unclosed string."""
    if token is None or token.kind != "STRING":
        return False
    body = token.text[1:]
    return not body.endswith('"') or (len(body) - len(body[:-1].rstrip("\\"))) % 2 == 0


# Parsing


def parse(text: str, of: str, kinds: NameKinds, start: int = 0, end: int = maxsize) -> Tree:
    """The tree of a part of a text in a family of styles."""
    return GRAMMARS[of].parse(text[:end], _choice(text, kinds), start)


def expected(text: str, style: str, offset: int, kinds: NameKinds) -> frozenset[str]:
    """The kinds of tokens that are valid at an offset."""
    start = max(starts(text[:offset]), default=0)
    return GRAMMARS[STYLES[style].family].expected(text, offset, _choice(text, kinds), start)


def _choice(text: str, kinds: NameKinds) -> Choice:
    """Distinguishes brackets that start a line, and names in `-ing` of pieces (L2, L14)."""

    def kind(token: Token) -> str:
        if token.kind == "LPAR":
            return "START" if is_on_new_line(text, token.start) else "LPAR"
        return "NAME" if kinds.is_piece(canonical(token.text)) else token.kind

    return kind
