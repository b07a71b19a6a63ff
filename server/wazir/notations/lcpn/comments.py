"""The comments of a text in another style, and the part of the tree that each belongs to (L1, L18, L19).

A comment belongs to what follows it if it stands alone, and to what precedes it otherwise.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from itertools import pairwise
from textwrap import dedent
from typing import NamedTuple, TypeAlias

from wazir.notations.lcpn import tree
from wazir.notations.lcpn.styles import STYLES
from wazir.parsing import COMMENT
from wazir.syntax import Token, Tree
from wazir.text import LINE_END, Span

_CLOSED = re.compile(r"[\s)\]]*")
_STAR = re.compile(r"^[ \t]*\*(?!\*)", re.MULTILINE)
_SIGNS = {"lisp": re.compile(r";{1,3}"), "c": re.compile(r"#|//"), "sql": re.compile(r"#|--")}

# How they are written


class Manner(Enum):
    """The place of a comment on its lines."""

    ALONE = auto()
    """Alone on its lines."""
    AFTER = auto()
    """At the end of a line with other words."""
    WITHIN = auto()
    """Before other words on its line."""


class Comment(NamedTuple):
    """A comment in the syntax of its new style."""

    text: str
    span: Span
    """Its span in the original text."""
    manner: Manner


def comments(parsed: Tree, source: str, target: str) -> Iterator[Comment]:
    """The comments of a text in order, converted to another style."""
    old, new = STYLES[source].family, STYLES[target].family
    for token, begins, ends in _with_sides(parsed):
        if token.kind != COMMENT:
            continue
        manner = Manner.WITHIN if new == "c" and not ends else Manner.ALONE if begins else Manner.AFTER
        if old == new:
            yield Comment(token.text, token.span, manner)
            continue
        for line in _plain(token.text, old):
            sign = "#" if new != "lisp" and token.text[0] == "#" else STYLES[target].comment
            sign = ";" if new == "lisp" and manner is Manner.AFTER else sign
            yield Comment(sign + line, token.span, manner)
            manner = Manner.ALONE


def content(parsed: Tree, style: str) -> list[str]:
    """The words of all comments without comment signs, for comparison."""
    texts = (token.text for token in parsed.tokens if token.kind == COMMENT)
    return [word for text in texts for line in _plain(text, STYLES[style].family) for word in line.split()]


def _with_sides(parsed: Tree) -> Iterator[tuple[Token, bool, bool]]:
    """All tokens, each with whether it is the first and the last on its line, ignoring other comments."""
    tokens = parsed.tokens
    breaks = [bool(LINE_END.search(parsed.text, a.end, b.start)) for a, b in pairwise(tokens)]
    begins, ends = [True], [True]
    for before, is_broken in zip(tokens, breaks, strict=False):
        begins.append(is_broken or (before.kind == COMMENT and begins[-1]))
    for after, is_broken in zip(reversed(tokens), reversed(breaks), strict=False):
        ends.append(is_broken or (after.kind == COMMENT and ends[-1]))
    yield from zip(tokens, begins, reversed(ends), strict=False)


def _plain(text: str, family: str) -> list[str]:
    """The lines of a comment without comment signs."""
    if family != "c" or not text.startswith("/*"):
        return [_SIGNS[family].sub("", text, count=1).rstrip()]
    first, *rest = LINE_END.split(text.removeprefix("/*").removesuffix("*/"))
    body = "\n".join(rest)
    if rest and all(_STAR.match(line) or not line.strip() for line in rest):
        body = _STAR.sub("", body)
    lines = [first.lstrip("*").rstrip(), *(f" {line}".rstrip() for line in dedent(body).split("\n"))]
    while len(lines) > 1 and not lines[-1]:
        lines.pop()
    while len(lines) > 1 and not lines[0]:
        lines.pop(0)
    return lines


# What they belong to

Commented: TypeAlias = tree.Expression | tree.Clause | tree.Defined
"""The parts that can have comments."""
HAS_HEAD = (tree.Either, tree.Chain, tree.Together, tree.Logic, tree.Cond)
"""The parts that begin with a sign in the Lisp styles."""


@dataclass(slots=True)
class Notes:
    """The comments of a part, in their new syntax."""

    before: list[str] = field(default_factory=list)
    """On lines of their own before it."""
    within: list[str] = field(default_factory=list)
    """On its line before it."""
    head: list[str] = field(default_factory=list)
    """After the sign that it begins with."""
    after: list[tuple[str, bool]] = field(default_factory=list)
    """After it; with True on a line below it."""


NONE = Notes()
NotesByPart: TypeAlias = Mapping[int, Notes]
"""Notes by the identity of their parts, because equal parts have different comments."""


class Attached:
    """The comments of a text by the parts that they belong to."""

    def __init__(self, text: str, defined: Sequence[tree.Defined], comments: Iterable[Comment]) -> None:
        self.text = text
        self.defined = defined
        self.starts = [each.span.start for each in defined]
        self.notes: dict[int, Notes] = {}
        self.apart: list[Comment] = []
        """The comments between definitions."""
        self.fronts: dict[int, int] = {}
        """The start of the line of each definition with comments before it on its line."""
        for comment in comments:
            self._attach(comment)

    def _of(self, part: Commented) -> Notes:
        return self.notes.setdefault(id(part), Notes())

    def _attach(self, comment: Comment) -> None:
        place = bisect_right(self.starts, comment.span.start) - 1
        item = self.defined[place] if place >= 0 else None
        if item is not None and comment.span.start < item.span.end:
            self._inside(item, comment)
        elif comment.manner is Manner.AFTER and item is not None:
            self._append(item, comment)
        elif comment.manner is Manner.WITHIN:
            following = self.defined[place + 1]
            self._of(following).within.append(comment.text)
            self.fronts.setdefault(id(following), comment.span.start)
        else:
            self.apart.append(comment)

    def _inside(self, part: Commented, comment: Comment) -> None:
        """Attach a comment to a part or to one of its children."""
        start = comment.span.start
        while True:
            inside = _below(part)
            inner = next((child for child in inside if child.span.contains(start)), None)
            if inner is None:
                break
            part = inner
        before = next((child for child in reversed(inside) if child.span.end <= start), None)
        after = next((child for child in inside if child.span.start >= start), None)
        is_in_front = after is not None and id(after) in self.notes
        if after is None or (comment.manner is Manner.AFTER and not is_in_front):
            self._after(part, before, comment)
        else:
            self._before(part if before is None and _is_lead(part, after) else after, comment)

    def _before(self, part: Commented, comment: Comment) -> None:
        notes = self._of(part)
        if comment.manner is Manner.WITHIN:
            notes.within.append(comment.text)
        else:
            notes.before += (*notes.within, comment.text)
            notes.within.clear()

    def _after(self, part: Commented, before: Commented | None, comment: Comment) -> None:
        closed = _CLOSED.match(self.text, comment.span.end)
        is_last = closed is not None and closed.end() >= part.span.end
        if is_last or (before is None and not _below(part)):
            self._append(part, comment)
        elif before is not None:
            self._append(before, comment)
        elif isinstance(part, HAS_HEAD):
            self._of(part).head.append(comment.text)
        else:
            self._before(part, comment)

    def _append(self, part: Commented, comment: Comment) -> None:
        self._of(part).after.append((comment.text, comment.manner is Manner.ALONE))


def _below(part: Commented) -> list[Commented]:
    """The child parts that can have comments, in the order of the text."""
    if isinstance(part, tree.Restricted):
        return _below(part.inner)
    if isinstance(part, tree.Compare):
        return [*_below(part.left), *_below(part.right)]
    return [child for child in tree.parts(part) if not isinstance(child, tree.Property)]  # type: ignore[misc]


def _is_lead(part: Commented, first: Commented) -> bool:
    """Whether comments before the first child of a part belong to the part."""
    lead = {tree.Defined: "name", tree.Call: "function", tree.Clause: "test"}.get(type(part), "")
    return isinstance(part, tree.Restricted | tree.Compare) or (bool(lead) and getattr(part, lead) is first)
