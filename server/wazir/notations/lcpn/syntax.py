"""The grammars of the styles, the tokens of a text, and its style and board (L1, L5)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain, pairwise
from typing import TypeAlias

from wazir.notations.lcpn.tree import NO_KINDS, STYLES, NameKinds, canonical
from wazir.notations.lcpn.vocabulary import DIRECTIONS, FUNCTIONS, LOGIC, RADIALS, RANGES
from wazir.notations.notation import MAX_LETTERS_OF_CHUNK, Context
from wazir.parsing import COMMENT, END, Choice, Grammar, Repair, terminals
from wazir.syntax import Node, Token, Tree

Item: TypeAlias = Node | Token

OPENING: Mapping[str, str] = {
    "OPEN": "CLOSE",
    "LPAR": "CLOSE",
    "START": "CLOSE",
    "LSQB": "CLOSE",
    "LBRACE": "CLOSE",
}
"""The kinds of opening brackets, each with the kind that closes it."""
OPERATORS = frozenset(
    {"SLASH", "JUMP", "AFTER", "AMP", "OR", "AND", "AND_THEN", "THEN", "NOT", "COMPARE", "COMMA"}
)
"""The kinds of tokens that need an operand after them in C and SQL."""
_FOLLOWS_OPERAND = OPERATORS - {"NOT"} | {"CLOSE", "WORD", "DEFNAME", "ELSE", END}

MAX_DEPTH = 32
"""The maximum number of open brackets: each may contain operators of every precedence."""
_COMMA = Repair("COMMA", frozenset({"NUMBER"}))
_NUMBER = Repair("NUMBER", frozenset({"CLOSE", "COMMA", END}))

GRAMMARS = {
    "lisp": Grammar(
        "lcpn_lisp", repairs=(Repair("CLOSE"),), brackets={"OPEN": "CLOSE"}, depth=MAX_DEPTH
    ),
    "c": Grammar(
        "lcpn_c",
        repairs=(
            Repair("CLOSE"),
            _COMMA,
            Repair("NAME", _FOLLOWS_OPERAND | {"LBRACE"}),
            _NUMBER,
            Repair("LBRACE"),
        ),
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


@cache
def _definition() -> re.Pattern[str]:
    """The start of a definition on its line. Compiled on first use, as all that needs a grammar."""
    return re.compile(
        rf"(?<![^\r\n])(?:(?P<lisp>[(\[{{][ \t]*{terminals('lcpn_lisp')['DEF']})"
        rf"|(?P<c>{terminals('lcpn_c')['_NAME']}[ \t]*+:=)"
        rf"|(?P<sql>{terminals('lcpn_sql')['_NAME']}[ \t]++{terminals('lcpn_sql')['DEFINE']}))"
    )


def starts_chunk(line: str) -> bool:
    """Whether a line starts a definition in any style."""
    return bool(family(line))


def family(text: str, offset: int = 0) -> str:
    """The family of the definition that starts at an offset: `lisp`, `c`, `sql`, or empty if none
    does.
    """
    match = _definition().match(text, offset)
    return str(match.lastgroup) if match else ""


def starts(text: str) -> Iterator[int]:
    """The offsets of the lines that start definitions."""
    return (match.start() for match in _definition().finditer(text))


def sections(text: str) -> Iterator[tuple[int, int]]:
    """The sections of a text at the lines that start definitions."""
    return pairwise(chain([0], filter(None, starts(text)), [len(text)]))


# Tokens

_FAR = 200
_LINE_START = re.compile(r"[\r\n][\s\ufeff]*\Z")


def used_names(tokens: Iterable[Token]) -> Iterator[Token]:
    """The names in tokens, of pieces and of functions, that are not defined there."""
    words = [token for token in tokens if token.kind != COMMENT]
    for before, token in zip(("", *(word.kind for word in words)), words, strict=False):
        if token.kind in ("NAME", "GERUND") and before != "DEF":
            yield token


def is_on_new_line(text: str, offset: int) -> bool:
    """Whether only blanks precede an offset on its line, which is not the first."""
    return _LINE_START.search(text, max(0, offset - _FAR), offset) is not None


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
    def head(self) -> Token:
        """Its first item if it is a token, or else an empty one."""
        return self._token(0)

    @property
    def last(self) -> Token:
        """Its last item if it is a token, or else an empty one."""
        return self._token(-1)

    def _token(self, place: int) -> Token:
        item = self.items[place] if self.items else None
        return item if isinstance(item, Token) else Token("", "", 0)


def open_brackets(text: str, style: str, offset: int) -> tuple[Bracket, ...]:
    """The open brackets before an offset, the top of the text first."""
    opened = [Bracket(None)]
    for token in parse(text[:offset], STYLES[style].family, NO_KINDS).tokens:
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


def parse(text: str, of: str, kinds: NameKinds) -> Tree:
    """The tree of a text in a family of styles."""
    return GRAMMARS[of].parse(text, _choice(text, kinds))


def expected(text: str, style: str, offset: int, kinds: NameKinds) -> frozenset[str]:
    """The kinds of tokens that are valid at an offset."""
    return GRAMMARS[STYLES[style].family].expected(text, offset, _choice(text, kinds))


def _choice(text: str, kinds: NameKinds) -> Choice:
    """Distinguishes brackets that start a line, and names in `-ing` of pieces (L2, L14)."""

    def kind(token: Token) -> str:
        if token.kind == "LPAR":
            return "START" if is_on_new_line(text, token.start) else "LPAR"
        return "NAME" if kinds.is_piece(canonical(token.text)) else token.kind

    return kind


_LEADING = re.compile(r"(?:[\s\ufeff]*+(?:;|\#|//|--|/\*)[^\r\n]*+)*")
"""The comments at the top of a text in any style."""
_COMMENT_SIGN = r"(?:(?<!;);++|(?<!\#)\#++|(?<!/)//++|(?<!-)--++|/\*++)"
_LINE_ENDS = r"[ \t]*+(?=[\r\n]|\Z)"
_SETTING = re.compile(
    rf"{_COMMENT_SIGN}[ \t]*+(style|board)[ \t]*+:[ \t]*+"
    rf"((?>(?:[ \t]*+(?!(?:\*/)?{_LINE_ENDS})[^ \t\r\n])*))[ \t]*+(?:\*/)?{_LINE_ENDS}"
)


def setting(text: str, key: str) -> str:
    """The value of `style` or `board` in the comments at the top of a file; empty if absent."""
    leading = next(_LEADING.finditer(text, 0, MAX_LETTERS_OF_CHUNK))[0]
    return next((value for name, value in _SETTING.findall(leading) if name == key), "")


def with_style(text: str, style: str) -> str:
    """A text whose leading comments set another style, if they set one."""
    for match in _SETTING.finditer(text, 0, next(_LEADING.finditer(text)).end()):
        if match[1] == "style" and match[2]:
            return text[: match.start(2)] + style + text[match.end(2) :]
    return text


def file_context(context: Context, text: str) -> Context:
    """The style and the board of a file, unless they are fixed (L1, L5)."""
    if "dialect" not in context.fixed:
        context = replace(context, dialect=style_of(text))
    if "board" not in context.fixed and (board := setting(text, "board")):
        context = replace(context, board=board)
    return context


def style_in(context: Context, text: str) -> str:
    """The style of a chunk: that of its context, or else of its text."""
    return context.dialect if context.dialect and context.dialect in STYLES else style_of(text)


def style_of(text: str) -> str:
    """The style of a file: that of a comment, of its first line, of its other definitions, or of
    its words.
    """
    pinned = setting(text, "style")
    if pinned in STYLES:
        return pinned
    families = {family(text)} - {""} or {family(text, start) for start in starts(text)}
    inferred = next((style for style in STYLES if style in families), "") or _style_of_words(
        text[:MAX_LETTERS_OF_CHUNK]
    )
    has_square_bracket = inferred == "lisp" and "[" in text
    if has_square_bracket and any(
        "[" in plain(text[start:end][:MAX_LETTERS_OF_CHUNK]) for start, end in sections(text)
    ):
        return "elisp"  # it is outside of comments and strings
    return inferred


def _style_of_words(text: str) -> str:
    """The style of a text without definitions."""
    bare = plain(text)
    if _sql().search(bare):
        return "sql"
    if _C_SIGNS.search(bare):
        return "c"
    has_only_comments = not bare.strip()
    return "lisp" if _OPENING.match(bare) or (has_only_comments and ";" in text) else "c"


# Texts without definitions

_C_SIGNS = re.compile(r"\w:\w|\w:\*|\[\s*-?\d+\s*,")
_OPENING = re.compile(r"[\s\ufeff]*+[(\[{]")


@cache
def _hidden() -> re.Pattern[str]:
    """Strings, and the comments of all styles."""
    return re.compile(
        rf"(?P<string>{terminals('lcpn_c')['STRING']})"
        r"|[;#][^\r\n]*+|//[^\r\n]*+|/\*[\s\S]*?(?:\*/|\Z)|(?<![\w-])--[^\r\n]*+"
    )


@cache
def _sql() -> re.Pattern[str]:
    """What only SQL has.

    A word, a gerund with its operand on the same line (L14; `king` is a well-known piece), or a
    definition in lower case, which is an error.
    """
    return re.compile(
        rf"(?<![\w$-])(?:(?:IS|OR|AND|AND_THEN|THEN|IF|ELSE|END|NOT)(?![\w-])"
        rf"|(?!(?i:king)(?![\w-])){terminals('lcpn_sql')['GERUND']}(?=[ \t]*+\S))"
        rf"|(?im:^{terminals('lcpn_sql')['_NAME']}[ \t]++is(?=[ \t]))"
    )


def plain(text: str) -> str:
    """A text of any style with blanks for comments and strings; strings keep their quotes."""

    def blank(part: re.Match[str]) -> str:
        length = len(part[0])
        return f'"{" " * (length - 2)}"' if part["string"] and length > 1 else " " * length

    return _hidden().sub(blank, text)


# What only texts in this notation have


def _one_of(*tables: Iterable[str]) -> str:
    words = sorted((word for table in tables for word in table), key=len, reverse=True)
    return "|".join(re.escape(word).replace(r"\-", "[-_]") for word in words)


_TYPICAL = re.compile(
    rf"\((?:{_one_of(FUNCTIONS, LOGIC)}|/|=>|->)[ \t\r\n]"
    rf"|(?<![\w-])(?:{_one_of(FUNCTIONS)})\("
    rf"|(?<=[\w)\]\s]):(?:{_one_of(DIRECTIONS, RADIALS, RANGES)})(?![\w-])"
    r"|(?<![\w-])else[ \t]*+\{"
    r"|(?<=[a-z)\]])[ \t]*+(?:/|=>|->)[ \t]*+(?=[a-z(\[])"
)
"""Calls, restrictions, other cases, and operators between words."""


def evidence(text: str) -> int:
    """The number of typical constructs in a text."""
    is_set = setting(text, "style") in STYLES
    return is_set + sum(1 for _ in starts(text)) + sum(1 for _ in _TYPICAL.finditer(plain(text)))
