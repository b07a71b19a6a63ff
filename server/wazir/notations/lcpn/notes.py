"""The comments of a tree, each with the part that it belongs to (L18, L19)."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import NamedTuple, TypeAlias

from wazir.notations.lcpn import tree
from wazir.notations.lcpn.printer import Remark
from wazir.text import Span


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


Commented: TypeAlias = tree.Part
"""The parts that can have comments."""
HAS_HEAD = (tree.Either, tree.Chain, tree.Together, tree.Logic, tree.Cond)
"""The parts that begin with a sign in the Lisp styles."""
_LEADS: Mapping[type, str] = {tree.Defined: "name", tree.Call: "function", tree.Clause: "test"}
"""The first fields of parts, before which a comment belongs to the part."""


@dataclass(slots=True)
class Notes:
    """The comments of a part, in their new syntax."""

    before: list[str] = field(default_factory=list)
    """On lines of their own before it."""
    within: list[str] = field(default_factory=list)
    """On its line before it."""
    head: list[str] = field(default_factory=list)
    """After the sign that it begins with."""
    after: list[Remark] = field(default_factory=list)
    """After it."""


NONE = Notes()
NotesByPart: TypeAlias = Mapping[int, Notes]
"""Notes by the identity of their parts, because equal parts have different comments."""


class Attached:
    """The comments of a text by the parts that they belong to."""

    def __init__(
        self, text: str, defined: Sequence[tree.Defined], comments: Iterable[Comment]
    ) -> None:
        self.text = text
        self.notes = defaultdict[int, Notes](Notes)
        self.apart: list[Comment] = []
        """The comments between definitions."""
        self.fronts: dict[int, int] = {}
        """The start of the line of each definition with comments before it on its line."""
        starts = [each.span.start for each in defined]
        for comment in comments:
            place = bisect_right(starts, comment.span.start) - 1
            item = defined[place] if place >= 0 else None
            if item is not None and comment.span.start < item.span.end:
                self._inside(item, comment)
            elif comment.manner is Manner.AFTER and item is not None:
                self._append(item, comment)
            elif comment.manner is Manner.WITHIN:
                self._before(defined[place + 1], comment)
                self.fronts.setdefault(id(defined[place + 1]), comment.span.start)
            else:
                self.apart.append(comment)

    def _inside(self, part: Commented, comment: Comment) -> None:
        """Attach a comment to a part or to one of its children."""
        start = comment.span.start
        inside = _below(part)
        while inner := next((child for child in inside if child.span.contains(start)), None):
            part, inside = inner, _below(inner)
        before = next((child for child in reversed(inside) if child.span.end <= start), None)
        after = next((child for child in inside if child.span.start >= start), None)
        is_in_front = after is not None and id(after) in self.notes
        if after is not None and (comment.manner is not Manner.AFTER or is_in_front):
            # Comments before the first child of some parts belong to the part.
            lead = getattr(part, _LEADS.get(type(part), ""), None)
            is_lead = isinstance(part, tree.Restricted | tree.Compare) or lead is after
            self._before(part if before is None and is_lead else after, comment)
            return
        is_last = next(_CLOSED.finditer(self.text, comment.span.end)).end() >= part.span.end
        if before is not None and not is_last:
            self._append(before, comment)
        elif is_last or not inside:
            self._append(part, comment)
        elif isinstance(part, HAS_HEAD):
            self.notes[id(part)].head.append(comment.text)
        else:
            self._before(part, comment)

    def _before(self, part: Commented, comment: Comment) -> None:
        notes = self.notes[id(part)]
        if comment.manner is Manner.WITHIN:
            notes.within.append(comment.text)
        else:
            notes.before += (*notes.within, comment.text)
            notes.within.clear()

    def _append(self, part: Commented, comment: Comment) -> None:
        self.notes[id(part)].after.append(Remark(comment.text, comment.manner is Manner.ALONE))


def _below(part: Commented) -> list[Commented]:
    """The child parts that can have comments, in the order of the text."""
    if isinstance(part, tree.Restricted):
        return _below(part.inner)
    if isinstance(part, tree.Compare):
        return [*_below(part.left), *_below(part.right)]
    children = tree.parts(part)
    return [child for child in children if not isinstance(child, tree.Property)]


# Expressions

_CLOSED = re.compile(r"[\s)\]]*")
