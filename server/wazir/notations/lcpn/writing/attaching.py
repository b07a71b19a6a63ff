"""What each comment of a text belongs to: what follows it if it stands alone, what it stands behind if not (L19)."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence

from wazir.notations.lcpn.expressions import (
    Call,
    Chain,
    Clause,
    Compare,
    Cond,
    Defined,
    Either,
    Logic,
    Property,
    Restricted,
    Together,
)
from wazir.notations.lcpn.writing.comments import Comment, Manner
from wazir.notations.lcpn.writing.notes import HAS_HEAD, Notes, Part

_CLOSED = re.compile(r"[\s)\]]*")


class Attached:
    """The comments of a text by what they belong to."""

    def __init__(self, text: str, defined: Sequence[Defined], comments: Iterable[Comment]) -> None:
        self.text = text
        self.defined = defined
        self.starts = [one.span.start for one in defined]
        self.notes: dict[int, Notes] = {}
        self.apart: list[Comment] = []
        """Those that stand between definitions."""
        self.fronts: dict[int, int] = {}
        """Where the line of a definition begins that has comments before it on that line."""
        for comment in comments:
            self._attach(comment)

    def _of(self, part: Part) -> Notes:
        return self.notes.setdefault(id(part), Notes())

    def _attach(self, comment: Comment) -> None:
        place = bisect_right(self.starts, comment.span.start) - 1
        item = self.defined[place] if place >= 0 else None
        if item is not None and comment.span.start < item.span.end:
            self._inside(item, comment)
        elif comment.manner is Manner.BEHIND and item is not None:
            self._behind(item, comment)
        elif comment.manner is Manner.WITHIN and place + 1 < len(self.defined):
            following = self.defined[place + 1]
            self._of(following).within.append(comment.text)
            self.fronts.setdefault(id(following), comment.span.start)
        else:
            self.apart.append(comment)

    def _inside(self, part: Part, comment: Comment) -> None:
        """Gives a comment to what it belongs to within a part."""
        start = comment.span.start
        while True:
            parts = below(part)
            inner = next((one for one in parts if one.span.start <= start < one.span.end), None)
            if inner is None:
                break
            part = inner
        before = next((one for one in reversed(parts) if one.span.end <= start), None)
        after = next((one for one in parts if one.span.start >= start), None)
        is_in_front = after is not None and id(after) in self.notes
        if after is None or (comment.manner is Manner.BEHIND and not is_in_front):
            self._after(part, before, comment)
        elif before is None and _is_lead(part, after):
            self._before(part, comment)
        else:
            self._before(after, comment)

    def _before(self, part: Part, comment: Comment) -> None:
        notes = self._of(part)
        if comment.manner is Manner.WITHIN:
            notes.within.append(comment.text)
        else:
            notes.before += (*notes.within, comment.text)
            notes.within.clear()

    def _after(self, part: Part, before: Part | None, comment: Comment) -> None:
        if self._is_last(part, comment) or (before is None and not below(part)):
            self._behind(part, comment)
        elif before is not None:
            self._behind(before, comment)
        elif isinstance(part, HAS_HEAD):
            self._of(part).head.append(comment.text)
        else:
            self._before(part, comment)

    def _is_last(self, part: Part, comment: Comment) -> bool:
        """Whether nothing follows in a part but brackets that close it."""
        found = _CLOSED.match(self.text, comment.span.end)
        return found is not None and found.end() >= part.span.end

    def _behind(self, part: Part, comment: Comment) -> None:
        self._of(part).behind.append((comment.text, comment.manner is Manner.ALONE))


def below(part: Part) -> Sequence[Part]:
    """The next smaller parts that comments can belong to, in the order of the text."""
    if isinstance(part, Defined):
        return (part.body,) if part.name is None else (part.name, part.body)
    if isinstance(part, Clause):
        return (part.then,) if part.test is None else (part.test, part.then)
    if isinstance(part, Cond):
        return part.clauses
    if isinstance(part, Either | Chain | Together | Logic):
        return [one for one in part.parts if not isinstance(one, Property)]
    if isinstance(part, Call):
        return (part.function, *part.arguments)
    if isinstance(part, Restricted):
        return below(part.inner)
    return (*below(part.left), *below(part.right)) if isinstance(part, Compare) else ()


def _is_lead(part: Part, first: Part) -> bool:
    """Whether what a part begins with cannot have comments before it, so that the part has them."""
    if isinstance(part, Defined):
        return part.name is first
    if isinstance(part, Call):
        return part.function is first
    return isinstance(part, Restricted | Compare) or (isinstance(part, Clause) and part.test is first)
