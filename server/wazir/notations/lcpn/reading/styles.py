"""Which style a file has, where its definitions start, and what is a comment (L1, L2)."""

from __future__ import annotations

import re
from dataclasses import replace
from enum import IntFlag

from wazir.notations.base import Context
from wazir.notations.lcpn.dialects import STYLES

_LETTER = r"[\w\u0300-\u036f\u0900-\u0dff]"
NAME = rf"\$?(?=[\d_]{{0,20}}[^\W\d_])\w{_LETTER}*+(?:-(?!>){_LETTER}*+)*"
"""A name, as a part of a regular expression."""
SQL_WORDS = r"(?:IS|OR|AND|AND_THEN|THEN|IF|ELSE|END|NOT)(?![\w-])"
_START = re.compile(
    rf"(?P<lisp>[(\[{{][ \t]*(?i:def)(?![\w-]))"
    rf"|(?!{SQL_WORDS}){NAME}[ \t]*+(?:(?P<c>:=)|(?<=[ \t])(?P<sql>IS)(?![\w-]))"
)
_STARTS = re.compile(rf"(?:^|(?<=[\r\n]))(?:{_START.pattern})")
_FAMILY = {"lisp": "lisp", "elisp": "lisp", "c": "c", "sql": "sql"}

_STRING = r'"[^"\\]*+(?:\\[\s\S][^"\\]*+)*(?:"|\\?\Z)'
_COMMENTS = {
    "lisp": r";[^\r\n]*+",
    "c": r"#[^\r\n]*+|//[^\r\n]*+|/\*[\s\S]*?(?:\*/|\Z)",
    "sql": r"#[^\r\n]*+|--[^\r\n]*+",
    "": r"[;#][^\r\n]*+|//[^\r\n]*+|/\*[\s\S]*?(?:\*/|\Z)|(?<![\w-])--[^\r\n]*+",
}
_HIDDEN = {family: re.compile(f"(?P<string>{_STRING})|(?:{comment})") for family, comment in _COMMENTS.items()}
_LEADING = re.compile(r"(?:[\s\ufeff]*+(?:;|\#|//|--|/\*)[^\r\n]*+)*")
_SETTING = re.compile(
    r"(?:;+|\#+|//+|--+|/\*+)[ \t]*(style|board)[ \t]*:[ \t]*([^\r\n]*?)[ \t]*(?:\*/[ \t]*)?(?=[\r\n]|\Z)"
)


class Clue(IntFlag):
    """What a chunk tells about the style of its file."""

    LISP = 1
    C = 2
    SQL = 4
    SQUARE = 8
    SQL_WORDS = 16
    C_SIGNS = 32
    BRACKET = 64
    SEMICOLON = 128


_KING = r"(?i:king)(?![\w-])"
"""The one well-known piece whose name is like a gerund (L14)."""
_WORDS = re.compile(rf"(?<![\w:$-])(?:{SQL_WORDS}|(?!{_KING})\w[\w-]*ing[ \t]+(?:[\[\"($]|(?!{SQL_WORDS})\w))")
_SIGNS = re.compile(r"\w:\w|\w:\*|\[\s*-?\d+\s*,")
_FIRST = re.compile(r"[\s\ufeff]*+[(\[{]")


def starts_chunk(line: str) -> bool:
    """Whether a line starts a definition, in any style, by that line alone."""
    return _START.match(line) is not None


def family(text: str, offset: int = 0) -> str:
    """The family of styles of the definition that starts at an offset: `lisp`, `c`, `sql`, or empty if none does."""
    found = _START.match(text, offset)
    return (found.lastgroup or "") if found else ""


def family_of_style(style: str) -> str:
    """The family of a style."""
    return _FAMILY[style]


def starts(text: str) -> list[int]:
    """The offsets of the lines that start definitions."""
    return [found.start() for found in _STARTS.finditer(text)]


def first_family(text: str) -> str:
    """The family of the first definition of a chunk; empty if no line starts one."""
    found = _STARTS.search(text)
    return (found.lastgroup or "") if found else ""


def plain(text: str, of: str) -> str:
    """A text of a family with its comments and strings blanked out; strings keep their quotes."""
    return _HIDDEN[of].sub(_blank, text)


def _blank(part: re.Match[str]) -> str:
    length = len(part[0])
    return f'"{" " * (length - 2)}"' if part["string"] and length > 1 else " " * length


def clue(text: str) -> int:
    """What a chunk tells about the style of its file."""
    of = first_family(text)
    bare = plain(text, of)
    found = Clue(0)
    if of:
        found |= Clue[of.upper()]
    else:
        found |= Clue.SQL_WORDS if _WORDS.search(bare) else Clue(0)
        found |= Clue.C_SIGNS if _SIGNS.search(bare) else Clue(0)
        found |= Clue.BRACKET if _FIRST.match(bare) else Clue(0)
        found |= Clue.SEMICOLON if ";" in text and not bare.strip() else Clue(0)
    found |= Clue.SQUARE if "[" in bare else Clue(0)
    return int(found)


def settled(context: Context, first: str, clues: int) -> Context:
    """The style and the board of a file, where they are not set from outside (L1, L5)."""
    if "dialect" not in context.fixed:
        context = replace(context, dialect=style_of(first, clues))
    if "board" not in context.fixed and (board := board_of(first)):
        context = replace(context, board=board)
    return context


def style_of(first_text: str, clues: int) -> str:
    """The style of a file, by the text of its first chunk and what all of them tell."""
    pinned = setting(first_text, "style")
    if pinned in STYLES:
        return pinned
    of = first_family(first_text)
    found = Clue(clues | clue(first_text))
    lisp = "elisp" if found & Clue.SQUARE else "lisp"
    if of:
        return lisp if of == "lisp" else of
    for flag, style in (
        (Clue.LISP, lisp),
        (Clue.C, "c"),
        (Clue.SQL, "sql"),
        (Clue.SQL_WORDS, "sql"),
        (Clue.C_SIGNS, "c"),
        (Clue.BRACKET, lisp),
        (Clue.SEMICOLON, lisp),
    ):
        if found & flag:
            return style
    return "c"


def setting(first_text: str, key: str) -> str:
    """What the comment lines at the top of a file set, `style` or `board`; empty if they do not."""
    leading = _LEADING.match(first_text)
    for found in _SETTING.finditer(leading[0] if leading else ""):
        if found[1] == key:
            return found[2]
    return ""


def board_of(first_text: str) -> str | None:
    """The board that the comment lines at the top of a file set, as it is written."""
    return setting(first_text, "board") or None
