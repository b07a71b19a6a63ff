"""How words are written in each style: names, restrictions, strings, numbers in arrays (L3, L5, L6, L17)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from wazir.notations.lcpn.expressions import Array, Name, Property, Text, Word

LISPY = frozenset({"lisp", "elisp"})
"""The styles that consist of lists."""

WORDS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "lisp": frozenset({"def", "cond", "t", "else", "and", "or", "not"}),
        "elisp": frozenset({"def", "cond", "t", "else", "and", "or", "not"}),
        "c": frozenset({"if", "else", "and", "or", "not"}),
        "sql": frozenset({"is", "or", "and", "and-then", "then", "if", "else", "end", "not"}),
    }
)
"""The words of each style that a name would clash with, in the form of names; those of SQL would only in capitals."""

_LEADING = re.compile(r"\A-+")
_RANGE = re.compile(r"-?\d+|\*")
_ESCAPED = re.compile(r'[\\"]')


def hyphens(key: str, style: str) -> str:
    """A key with the sign that stands between its words in the style. A name begins with `_` in any."""
    if style not in LISPY:
        return key.replace("-", "_")
    return _LEADING.sub(lambda found: "_" * len(found[0]), key)


def name(of: Name, style: str, guarded: bool = False) -> str:
    """A name, with a `$` where it would clash with a word of the style, or if it must not be taken for a gerund."""
    sign = "$" if guarded or of.key in WORDS[style] else ""
    return sign + hyphens(of.key, style)


def is_like_gerund(key: str) -> bool:
    """Whether a name may be taken for a gerund where something follows it (L14)."""
    return key.endswith("ing")


def word(of: Word, style: str) -> str:
    """A restriction with its colon."""
    return f":{of.key if _RANGE.fullmatch(of.key) else hyphens(of.key, style)}"


def label(of: Property, style: str) -> str:
    """A property with its colons."""
    return f"::{hyphens(of.key, style)}"


def string(of: Text) -> str:
    """A string in its quotes."""
    return '"' + _ESCAPED.sub(lambda sign: "\\" + sign[0], of.words) + '"'


def array(of: Array, style: str) -> str:
    """A step in its brackets."""
    between = " " if style in LISPY else ", "
    opening, closing = "()" if style == "lisp" else "[]"
    return opening + between.join(map(str, of.numbers)) + closing
