"""The comments of a text: where they stand, and how they are written in another style (L1, L18)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum, auto
from textwrap import dedent
from types import MappingProxyType
from typing import NamedTuple

from wazir.parsing import COMMENT
from wazir.syntax import Token, Tree
from wazir.text import Span

_LINE_END = re.compile(r"\r\n?|\n")
_STAR = re.compile(r"^[ \t]*\*(?!\*)", re.MULTILINE)
_FAMILY = {"lisp": "lisp", "elisp": "lisp", "c": "c", "sql": "sql"}
_SIGNS: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {"lisp": re.compile(r";{1,3}"), "c": re.compile(r"#|//"), "sql": re.compile(r"#|--")}
)
_NEW_SIGNS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {"lisp": {}, "c": {"#": "#"}, "sql": {"#": "#"}},
)
_USUAL: Mapping[str, str] = MappingProxyType({"c": "//", "sql": "--"})


class Manner(Enum):
    """How a comment stands among other words."""

    ALONE = auto()
    """It has its lines for itself."""
    BEHIND = auto()
    """Its line begins with something else, and ends with it."""
    WITHIN = auto()
    """Something else follows on its line."""


class Comment(NamedTuple):
    """A comment in the syntax in which it is to be written."""

    text: str
    span: Span
    """Where it stands in the text that was read."""
    manner: Manner


def comments(tree: Tree, source: str, target: str) -> tuple[Comment, ...]:
    """The comments of a text in order, in the syntax of another style."""
    found: list[Comment] = []
    in_c = _FAMILY[target] == "c"
    for token, begins, ends in _with_sides(tree):
        if token.kind == COMMENT:
            manner = Manner.WITHIN if in_c and not ends else Manner.ALONE if begins else Manner.BEHIND
            found += _converted(token, manner, _FAMILY[source], _FAMILY[target])
    return tuple(found)


def content(texts: Iterable[str], style: str) -> list[str]:
    """The words of comments without their signs, for comparison."""
    return [word for text in texts for line in _plain(text, _FAMILY[style]) for word in line.split()]


def _with_sides(tree: Tree) -> Iterator[tuple[Token, bool, bool]]:
    """All words, each with whether its line begins with it and ends with it, other comments not counted."""
    tokens = tree.tokens
    begins = [True] * len(tokens)
    ends = [True] * len(tokens)
    for place in range(1, len(tokens)):
        before, here = tokens[place - 1], tokens[place]
        if not _LINE_END.search(tree.text, before.end, here.start):
            begins[place] = before.kind == COMMENT and begins[place - 1]
    for place in range(len(tokens) - 2, -1, -1):
        here, after = tokens[place], tokens[place + 1]
        if not _LINE_END.search(tree.text, here.end, after.start):
            ends[place] = after.kind == COMMENT and ends[place + 1]
    yield from zip(tokens, begins, ends, strict=True)


def _converted(token: Token, manner: Manner, source: str, target: str) -> Iterator[Comment]:
    if source == target:
        yield Comment(token.text, token.span, manner)
        return
    is_first = True
    for line in _plain(token.text, source):
        here = manner if is_first else Manner.ALONE
        yield Comment(_sign(token, here, target) + line, token.span, here)
        is_first = False


def _sign(token: Token, manner: Manner, target: str) -> str:
    """What begins a comment that began otherwise."""
    if target == "lisp":
        return ";" if manner is Manner.BEHIND else ";;"
    return _NEW_SIGNS[target].get(token.text[:1], _USUAL[target])


def _plain(text: str, family: str) -> list[str]:
    """The lines of a comment without the signs that make it one."""
    if family == "c" and text.startswith("/*"):
        return _lines_of_block(text)
    return [_SIGNS[family].sub("", text, count=1).rstrip()]


def _lines_of_block(text: str) -> list[str]:
    first, *rest = _LINE_END.split(text.removeprefix("/*").removesuffix("*/"))
    body = "\n".join(rest)
    if rest and all(_STAR.match(line) or not line.strip() for line in rest):
        body = _STAR.sub("", body)
    lines = [first.lstrip("*").rstrip(), *(f" {line}".rstrip() for line in dedent(body).split("\n"))]
    while len(lines) > 1 and not lines[-1]:
        lines.pop()
    while len(lines) > 1 and not lines[0]:
        lines.pop(0)
    return lines
