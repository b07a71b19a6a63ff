"""What comments belong to, and how they are written in the layout of that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from wazir.notations.lcpn.expressions import Chain, Clause, Cond, Defined, Either, Expression, Logic, Together
from wazir.notations.lcpn.writing.algebra import FRESH, HARD, SETTLED, Cat, Doc, Remark, cat, text

Part = Expression | Clause | Defined
"""What comments can belong to."""


@dataclass(slots=True)
class Notes:
    """The comments of one part, in the syntax in which they are written."""

    before: list[str] = field(default_factory=list)
    """On lines of their own before it."""
    within: list[str] = field(default_factory=list)
    """On its line before it."""
    head: list[str] = field(default_factory=list)
    """Behind the sign that it begins with."""
    behind: list[tuple[str, bool]] = field(default_factory=list)
    """Behind it, or if so marked below it."""


HAS_HEAD = (Either, Chain, Together, Logic, Cond)
"""What begins with a sign in the Lisp styles."""
NONE = Notes()
Noted = Mapping[int, Notes]
"""Notes by the identity of what they belong to: equal expressions stand at several places."""


def noted(notes: Notes, doc: Doc, *, has_head: bool = False) -> Doc:
    """A document with the comments that belong to it."""
    if notes is NONE:
        return doc
    before, within = (notes.before, notes.within) if has_head else lines_before(notes)
    parts: list[Doc] = []
    for comment in before:
        parts += (FRESH, text(comment), HARD)
    for comment in within:
        parts += (SETTLED, text(f"{comment} "))
    measure = cat(*parts, doc).measure
    return Cat((*parts, doc, *remarks(notes)), measure._replace(forced=measure.forced or bool(notes.behind)))


def lines_before(notes: Notes) -> tuple[list[str], list[str]]:
    """The comments on lines of their own before something that begins with no sign, and those on its line."""
    return ([*notes.before, *notes.within, *notes.head], []) if notes.head else (notes.before, notes.within)


def remarks(notes: Notes) -> tuple[Doc, ...]:
    """The comments behind something."""
    return tuple(Remark(comment, alone) for comment, alone in notes.behind)


def begins_on_new_line(notes: Notes, *, has_head: bool = False) -> bool:
    """Whether comments must have a line of their own before something."""
    return bool(notes.before) or (bool(notes.head) and not has_head)
