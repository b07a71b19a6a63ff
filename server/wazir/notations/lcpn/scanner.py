"""Scans a text without parsing: names, references, outline, style and board (L1, L2).

The words are those of the grammars; only where nothing tells the style are comments of all styles left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from enum import IntFlag
from functools import lru_cache, reduce
from itertools import pairwise
from operator import or_

from wazir.notations.kit import shortened
from wazir.notations.lcpn.spelling import candidates, canonical
from wazir.notations.lcpn.styles import STYLES
from wazir.notations.lcpn.syntax import OPENING, first_family, scan, sections, starts, tokens
from wazir.notations.lcpn.vocabulary import DIRECTIONS, FUNCTIONS, LOGIC, RADIALS, RANGES
from wazir.notations.notation import LONGEST_READ, Context
from wazir.notations.results import OutlineEntry
from wazir.syntax import Token
from wazir.tables import COMMENT, END, terminals
from wazir.text import Span

# Names


@lru_cache(maxsize=2)
def _words(text: str) -> Sequence[Token]:
    """The tokens of a chunk without comments, in the style of its first definition or the inferred one."""
    style = first_family(text) or style_of(text, 0)
    return [token for token in tokens(text, style) if token.kind != COMMENT]


def _definitions(words: Sequence[Token]) -> Iterator[tuple[int, Token]]:
    """The names that tokens define, each with the index of the first token of its definition."""
    for place, token in enumerate(words):
        if token.kind == "DEFNAME":
            yield place, token
        elif token.kind == "NAME" and place > 1 and words[place - 1].kind == "DEF":
            yield place - 2, token


def names(text: str) -> tuple[tuple[str, Span], ...]:
    """The names that a chunk defines in any style, with their spans."""
    return tuple((canonical(name.text), name.span) for _, name in _definitions(_words(text)))


def references(text: str) -> tuple[tuple[str, Span], ...]:
    """The names that a chunk uses, of pieces and of functions, as keys."""
    used, before = [], ""
    for token in _words(text):
        if token.kind in ("NAME", "GERUND") and before != "DEF":
            used.append((canonical(token.text), token.span))
        before = token.kind
    return tuple(used)


def possible_references(text: str) -> tuple[tuple[str, Span], ...]:
    """The names that a chunk uses; for a gerund also all functions that it may mean."""
    return tuple((key, span) for used, span in references(text) for key in (used, *candidates(used)))


# The outline


def outline(text: str) -> tuple[OutlineEntry, ...]:
    """The definitions and bare expressions of a chunk, in order."""
    words = _words(text)
    cuts = [*_definitions(words), (len(words), Token(END, "", len(text)))]
    entries = list(_nameless(text, words[: cuts[0][0]]))
    for (start, name), (limit, _) in pairwise(cuts):
        inside = words[start:limit]
        if name.kind == "NAME":  # in a list
            count = _list_end(inside)
            last = inside[count - 1]
            body = text[name.end : last.start if last.kind == "CLOSE" else last.end]
        else:
            count, last = len(inside), inside[-1]
            body = text[inside[1].end : last.end]
        entries.append(OutlineEntry(name.text, shortened(body), Span(inside[0].start, last.end), name.span))
        entries += _nameless(text, inside[count:])
    return tuple(entries)


def _nameless(text: str, words: Sequence[Token]) -> Iterator[OutlineEntry]:
    """The bare expressions between definitions."""
    if words:
        span = Span(words[0].start, words[-1].end)
        yield OutlineEntry(shortened(text[span.start : span.end]), "", span, span)


def _list_end(words: Sequence[Token]) -> int:
    """The number of tokens of the list that the first one begins."""
    depth = 0
    for count, token in enumerate(words, 1):
        depth += (token.kind in OPENING) - (token.kind == "CLOSE")
        if depth == 0:
            return count
    return len(words)


# Styles and boards

_LEADING = re.compile(r"(?:[\s\ufeff]*+(?:;|\#|//|--|/\*)[^\r\n]*+)*")
_SETTING = re.compile(
    r"(?:;+|\#+|//+|--+|/\*+)[ \t]*(style|board)[ \t]*:[ \t]*([^\r\n]*?)[ \t]*(?:\*/[ \t]*)?(?=[\r\n]|\Z)"
)
_HIDDEN = re.compile(
    rf"(?P<string>{terminals('lcpn_c')['STRING']})"
    r"|[;#][^\r\n]*+|//[^\r\n]*+|/\*[\s\S]*?(?:\*/|\Z)|(?<![\w-])--[^\r\n]*+"
)
"""Strings, and the comments of all styles."""
_SQL = frozenset({"DEFINE", "OR", "AND", "AND_THEN", "THEN", "IF", "ELSE", "ELIF", "AGAIN", "END", "NOT"})
_LIKE_SQL = re.compile("|".join(["(?i:ing)", *(terminals("lcpn_sql")[kind] for kind in sorted(_SQL - {"ELIF"}))]))
"""Characters that every text with a word of SQL or a gerund contains."""
_SMALL_IS = re.compile(rf"(?im)^{terminals('lcpn_sql')['_NAME']}[ \t]++is(?=[ \t])")
"""A definition of SQL in lower case, which is an error."""
_SIGNS = re.compile(r"\w:\w|\w:\*|\[\s*-?\d+\s*,")
_FIRST = re.compile(r"[\s\ufeff]*+[(\[{]")


class StyleSign(IntFlag):
    """The evidence in a chunk for the style of its file."""

    LISP = 1
    C = 2
    SQL = 4
    SQUARE = 8
    SQL_WORDS = 16
    C_SIGNS = 32
    BRACKET = 64
    SEMICOLON = 128


def plain(text: str) -> str:
    """A text of any style with blanks for comments and strings; strings keep their quotes."""

    def blank(part: re.Match[str]) -> str:
        length = len(part[0])
        return f'"{" " * (length - 2)}"' if part["string"] and length > 1 else " " * length

    return _HIDDEN.sub(blank, text)


@lru_cache(maxsize=4)
def summarize(text: str) -> int:
    """The evidence in a chunk for the style of its file."""
    if of := first_family(text):
        is_square = "[" in text and any(token.text == "[" for token in tokens(text, of))
        return StyleSign[of.upper()] + is_square * StyleSign.SQUARE
    bare = plain(text)
    signs = {
        StyleSign.SQL_WORDS: _has_sql_words(bare) or _SMALL_IS.search(bare),
        StyleSign.C_SIGNS: _SIGNS.search(bare),
        StyleSign.BRACKET: _FIRST.match(bare),
        StyleSign.SEMICOLON: ";" in text and not bare.strip(),
        StyleSign.SQUARE: "[" in bare,
    }
    return int(sum(one for one, holds in signs.items() if holds))


def _has_sql_words(bare: str) -> bool:
    """Whether a text has a word of SQL, or a gerund with its operand; `king` is a well-known piece (L14)."""
    if not _LIKE_SQL.search(bare):
        return False
    found = [*scan(bare, "sql"), Token("ERROR", "", len(bare))]
    return any(
        one.kind in _SQL
        or (one.kind == "GERUND" and one.text.lower() != "king" and not bare[one.end : after.start].strip(" \t"))
        for one, after in pairwise(found)
    )


def file_context(context: Context, text: str) -> Context:
    """The style and the board of a file, unless they are fixed (L1, L5)."""
    first, *others = [text[start:end][:LONGEST_READ] for start, end in sections(text)] or [""]
    signs = reduce(or_, map(summarize, others), 0)
    if "dialect" not in context.fixed:
        context = replace(context, dialect=style_of(first, signs))
    if "board" not in context.fixed and (board := setting(first, "board")):
        context = replace(context, board=board)
    return context


def style_of(first_text: str, signs: int) -> str:
    """The style of a file, from its first chunk and the evidence of all."""
    pinned = setting(first_text, "style")
    if pinned in STYLES:
        return pinned
    of = first_family(first_text)
    found = StyleSign(signs | summarize(first_text))
    lisp = "elisp" if found & StyleSign.SQUARE else "lisp"
    if of:
        return lisp if of == "lisp" else of
    for flag, style in (
        (StyleSign.LISP, lisp),
        (StyleSign.C, "c"),
        (StyleSign.SQL, "sql"),
        (StyleSign.SQL_WORDS, "sql"),
        (StyleSign.C_SIGNS, "c"),
        (StyleSign.BRACKET | StyleSign.SEMICOLON, lisp),
    ):
        if found & flag:
            return style
    return "c"


def setting(first_text: str, key: str) -> str:
    """The value of `style` or `board` in the comments at the top of a file; empty if absent."""
    leading = _LEADING.match(first_text, 0, LONGEST_READ)
    found = _SETTING.findall(leading[0] if leading else "")
    return next((value for name, value in found if name == key), "")


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
