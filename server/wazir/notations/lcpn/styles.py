"""The styles of the notation, and how each spells operators and words (L1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Style:
    """The spelling of a style."""

    title: str
    summary: str
    family: str
    """The family; its styles share a grammar."""
    comment: str
    """The sign before a comment on its own line."""
    reserved: frozenset[str]
    """The reserved words, as names; those of SQL are reserved only in capitals."""
    signs: Mapping[str, str]
    """Operators and words, by their signs in the Lisp styles."""
    is_lispy: bool = False
    array: str = "[{}]"
    definition: str = "(def {} {})"
    """The definition of a name."""
    call: str = "({} {})"
    """A function with its argument."""
    test: str = "({})"
    """A function without arguments in a condition."""
    default: str = "a last clause `(else ...)`"
    """The default clause of a condition, for messages."""


_LISP_WORDS = frozenset({"def", "cond", "t", "else", "and", "or", "not"})
_SAME = {sign: sign for sign in ("/", "=>", "->", "&", "and", "or", "not", "def", "cond")}
_SQL = {"/": "OR", "=>": "AND_THEN", "->": "THEN", "&": "AND", "and": "AND", "or": "OR", "not": "NOT"}
_SQL |= {"def": "IS", "cond": "IF"}

STYLES: Mapping[str, Style] = MappingProxyType(
    {
        "lisp": Style(
            "Lisp",
            "Lists in round brackets: `(def rook (wazir :rider))`.",
            "lisp",
            ";;",
            _LISP_WORDS,
            _SAME,
            is_lispy=True,
            array="({})",
        ),
        "elisp": Style(
            "Emacs Lisp",
            "Lists in round brackets, arrays in square ones: `(def ferz [1 1])`.",
            "lisp",
            ";;",
            _LISP_WORDS,
            _SAME,
            is_lispy=True,
        ),
        "c": Style(
            "C",
            "Operators and braces: `queen := rook / bishop`.",
            "c",
            "//",
            frozenset({"if", "else", "and", "or", "not"}),
            {**_SAME, "def": ":=", "cond": "if"},
            definition="{} := {}",
            call="{}({})",
            test="{}()",
            default="`else { ... }`",
        ),
        "sql": Style(
            "SQL",
            "Operators in words: `queen IS rook OR bishop`.",
            "sql",
            "--",
            frozenset({"is", "or", "and", "and-then", "then", "if", "else", "end", "not"}),
            _SQL,
            definition="{} IS {}",
            call="{}({})",
            test="{}()",
            default="`ELSE ...` before `END`",
        ),
    }
)
