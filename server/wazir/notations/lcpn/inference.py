"""Infers the style and the board of a file from its text (L1, L5)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

from wazir.notations.lcpn.styles import STYLES
from wazir.notations.lcpn.syntax import family, scan, sections, starts, tokens
from wazir.notations.lcpn.vocabulary import DIRECTIONS, FUNCTIONS, LOGIC, RADIALS, RANGES
from wazir.notations.notation import LONGEST_READ, Context
from wazir.parsing import END, terminals
from wazir.syntax import Token

_LEADING = re.compile(r"(?:[\s\ufeff]*+(?:;|\#|//|--|/\*)[^\r\n]*+)*")
"""The comments at the top of a text in any style."""
_SETTING = re.compile(
    r"(?:;+|\#+|//+|--+|/\*+)[ \t]*(style|board)[ \t]*:[ \t]*([^\r\n]*?)[ \t]*(?:\*/[ \t]*)?(?=[\r\n]|\Z)"
)


def setting(text: str, key: str) -> str:
    """The value of `style` or `board` in the comments at the top of a file; empty if absent."""
    leading = _LEADING.match(text, 0, LONGEST_READ)
    settings = _SETTING.findall(leading[0] if leading else "")
    return next((value for name, value in settings if name == key), "")


def with_style(text: str, style: str) -> str:
    """A text whose leading comments set another style, if they set one."""
    leading = _LEADING.match(text)
    for match in _SETTING.finditer(text, 0, leading.end() if leading else 0):
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
    """The style of a file: that of a comment, of its first line, of its other definitions, or of its words."""
    pinned = setting(text, "style")
    if pinned in STYLES:
        return pinned
    families = {family(text)} - {""} or {family(text, start) for start in starts(text)}
    inferred = next((style for style in STYLES if style in families), "") or _style_of_words(text[:LONGEST_READ])
    return "elisp" if inferred == "lisp" and _has_square_bracket(text) else inferred


def _style_of_words(text: str) -> str:
    """The style of a text without definitions."""
    bare = plain(text)
    if _has_sql_words(bare):
        return "sql"
    if _C_SIGNS.search(bare):
        return "c"
    has_only_comments = not bare.strip()
    return "lisp" if _OPENING.match(bare) or (has_only_comments and ";" in text) else "c"


def _has_square_bracket(text: str) -> bool:
    """Whether there is a `[` outside of comments and strings."""
    if "[" not in text:
        return False
    parts = (text[start:end][:LONGEST_READ] for start, end in sections(text))
    return any("[" in part and _has_square_bracket_in(part) for part in parts)


def _has_square_bracket_in(part: str) -> bool:
    """Whether a definition, or the text before the first, has a `[` outside of comments and strings."""
    if defined := family(part):
        return any(token.text == "[" for token in tokens(part, defined))
    return "[" in plain(part)


# Texts without definitions

_C_SIGNS = re.compile(r"\w:\w|\w:\*|\[\s*-?\d+\s*,")
_OPENING = re.compile(r"[\s\ufeff]*+[(\[{]")
_HIDDEN = re.compile(
    rf"(?P<string>{terminals('lcpn_c')['STRING']})"
    r"|[;#][^\r\n]*+|//[^\r\n]*+|/\*[\s\S]*?(?:\*/|\Z)|(?<![\w-])--[^\r\n]*+"
)
"""Strings, and the comments of all styles."""
_SQL = frozenset({"DEFINE", "OR", "AND", "AND_THEN", "THEN", "IF", "ELSE", "ELIF", "AGAIN", "END", "NOT"})
_MAYBE_SQL = re.compile("IS|OR|AND|THEN|IF|ELSE|END|NOT|(?i:ing)")
"""Letters that every text with a word of SQL or a gerund contains."""
_SMALL_IS = re.compile(rf"(?im)^{terminals('lcpn_sql')['_NAME']}[ \t]++is(?=[ \t])")
"""A definition of SQL in lower case, which is an error."""


def plain(text: str) -> str:
    """A text of any style with blanks for comments and strings; strings keep their quotes."""

    def blank(part: re.Match[str]) -> str:
        length = len(part[0])
        return f'"{" " * (length - 2)}"' if part["string"] and length > 1 else " " * length

    return _HIDDEN.sub(blank, text)


def _has_sql_words(bare: str) -> bool:
    """Whether a text has a word of SQL, or a gerund with its operand; `king` is a well-known piece (L14)."""
    if _SMALL_IS.search(bare):
        return True
    if not _MAYBE_SQL.search(bare):
        return False
    words = [*scan(bare, "sql"), Token(END, "", len(bare))]
    return any(
        token.kind in _SQL
        or (token.kind == "GERUND" and token.text.lower() != "king" and not bare[token.end : after.start].strip(" \t"))
        for token, after in pairwise(words)
    )


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
