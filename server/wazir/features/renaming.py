"""Renaming a piece in all places."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import TypeAlias

from wazir.document import Document, Placed
from wazir.features.edits import apply
from wazir.features.names import NameAt, is_defined, is_of_library, name_at, occurrences
from wazir.notations.base import Notation
from wazir.steps import Steps, stepwise
from wazir.text import Edit, Span, lines

Change: TypeAlias = tuple[NameAt, Edit]
MOST_ALIKE = 50
"""The maximum number of places with equal neighbours that are checked."""


class CannotRename(Exception):  # noqa: N818
    """A new name is refused; the message says why, and how to change it."""


@stepwise
def rename(document: Document, offset: int, new: str) -> Steps[tuple[Edit, ...]]:
    """The edits that rename the piece at an offset everywhere, in the spelling of each place.

    Raises:
        CannotRename: There is no name at that offset, the notation would not read the new name as one, or it is taken.
    """
    found = renamable(document, offset)
    new = new.strip()
    if new == found.written:
        return ()
    if not new:
        raise CannotRename("A name cannot be empty.")
    resolver = document.notation.resolver
    key = _renamed(document.notation, found.name, found.name, new)
    if key != found.name:
        _check_free(document, key, new)
    changes = []
    for one in (yield from occurrences.steps(document, found.name)):
        written = resolver.respelled(new, one.written, found.name) if resolver else new
        if written != one.written:
            changes.append((one, Edit(one.span, written)))
        yield
    if not (yield from _is_read(document, changes, new)):
        signs = sorted({sign for sign in new if not sign.isalnum() and not sign.isspace()})
        advice = f" Try it without `{'` or `'.join(signs)}`." if signs else ""
        raise CannotRename(f"`{new}` would not be read as a name.{advice}")
    return tuple(edit for _, edit in changes)


def renamable(document: Document, offset: int) -> NameAt:
    """The name at an offset, if the file defines it.

    Raises:
        CannotRename: There is no name, or the file does not define it.
    """
    found = name_at(document, offset)
    if found is None:
        raise CannotRename("There is no name here to change.")
    if not is_defined(document, found.name):
        raise CannotRename(f"`{found.written}` is predefined; this file does not define it.")
    return found


def _renamed(notation: Notation, name: str, old: str, new: str) -> str:
    """What a name is known by after an old one, perhaps itself, is written in a new way."""
    resolver = notation.resolver
    if resolver and resolver.renamed:
        return resolver.renamed(name, old, new)
    if name != old:
        return name
    return resolver.key(new) if resolver else new


def _check_free(document: Document, key: str, new: str) -> None:
    if is_defined(document, key):
        what = "position" if document.notation.has_games else "piece"
        raise CannotRename(f"There is already a {what} named `{new}`.")
    if document.scope.is_used(key):
        what = "is predefined and" if is_of_library(document, key) else "is undefined, but"
        raise CannotRename(f"`{new}` {what} used here. Choose another name, so that no use changes its meaning.")


def _is_read(document: Document, changes: Sequence[Change], new: str) -> Steps[bool]:
    """Whether the notation reads the new name in each chunk in place of the old one, with no other change.

    Of similar places only some are checked.
    """
    judged: Counter[tuple[object, ...]] = Counter()
    for placed, inside in (yield from _by_chunk(document, changes)):
        yield
        kinds = {_kind(placed, one, edit) for one, edit in inside}
        judged.update(kinds)
        if min(judged[kind] for kind in kinds) > MOST_ALIKE:
            continue
        edits = tuple(edit.moved(-placed.start) for _, edit in inside)
        if not _reads(document, placed, edits, inside[0][0].name, new):
            return False
    return True


def _kind(placed: Placed, one: NameAt, edit: Edit) -> tuple[object, ...]:
    """What determines how a name is read: its neighbours, and the kind of its chunk."""
    text, start, end = placed.chunk.text, one.span.start - placed.start, one.span.end - placed.start
    around = text[max(start - 1, 0) : start], text[end : end + 1]
    return placed.context, bool(placed.chunk.names), one.is_defined, one.written, edit.text, around


def _by_chunk(document: Document, changes: Iterable[Change]) -> Steps[list[tuple[Placed, list[Change]]]]:
    """The changes grouped by chunk; they are in order."""
    together: list[tuple[Placed, list[Change]]] = []
    end = 0
    for one, edit in changes:
        if edit.span.start >= end:
            placed = document.chunk_at(edit.span.start)
            end = placed.start + len(placed.chunk.text)
            together.append((placed, []))
        together[-1][1].append((one, edit))
        yield
    return together


def _reads(document: Document, placed: Placed, edits: tuple[Edit, ...], old: str, new: str) -> bool:
    """Whether the names of a chunk stay the same after the edits, except for the renamed one."""
    notation, before = document.notation, placed.chunk.text
    after = apply(before, edits)
    key = _renamed(notation, old, old, new)
    moved = _Moves(edits)
    changed = {moved(edit.span) for edit in edits}
    then = {
        moved(span): {(_renamed(notation, name, old, new), is_defined) for name, is_defined in names}
        for span, names in _names(notation, before).items()
    }
    now = _names(notation, after)
    if then.keys() != now.keys() or any(then[span] != now[span] for span in then.keys() - changed):
        return False
    if any(key not in {name for name, _ in now[span]} for span in changed):
        return False
    starts = [notation.analyser.starts_chunk(line) for line in lines(before)]
    if starts != [notation.analyser.starts_chunk(line) for line in lines(after)]:
        return False
    return old not in placed.chunk.names or notation.resolver is None or _defines(document, placed, after)


def _names(notation: Notation, text: str) -> dict[Span, set[tuple[str, bool]]]:
    """The possible names at each span: their keys, and whether they are defined there."""
    found: dict[Span, set[tuple[str, bool]]] = {}
    for name, span in notation.analyser.names(text):
        found.setdefault(span, set()).add((name, True))
    for name, span in notation.resolver.references(text) if notation.resolver else ():
        found.setdefault(span, set()).add((name, False))
    return found


class _Moves:
    """Maps spans to their places after edits, which are in order. An edit may replace a mapped span."""

    def __init__(self, edits: tuple[Edit, ...]) -> None:
        growth = [len(edit.text) - (edit.span.end - edit.span.start) for edit in edits]
        self._ends = [edit.span.end for edit in edits]
        self._before = list(accumulate(growth, initial=0))
        self._within = {edit.span: more for edit, more in zip(edits, growth, strict=True)}

    def __call__(self, span: Span) -> Span:
        """The span after the edits."""
        before = self._before[bisect_right(self._ends, span.start)]
        return Span(span.start + before, span.end + before + self._within.get(span, 0))


def _defines(document: Document, placed: Placed, after: str) -> bool:
    """Whether the same definitions of a chunk have errors as before."""
    now = document.notation.analyser.analyse(after, placed.context, document.scope).definitions
    then = document.analysis(placed).definitions
    return [one.broken for one in now] == [one.broken for one in then]
