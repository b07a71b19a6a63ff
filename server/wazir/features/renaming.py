"""Renaming a piece wherever its name stands."""

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
"""So many places with the same neighbours are looked at."""


class CannotRename(Exception):  # noqa: N818
    """A new name will not do; the message says why and what would."""


@stepwise
def rename(document: Document, offset: int, new: str) -> Steps[tuple[Edit, ...]]:
    """The edits that give the piece at an offset a new name wherever it stands, written as the old one was there.

    Raises:
        CannotRename: There is no name at that offset, or the notation would not read the new name as it is, or another
            piece has it.
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
    """The name at an offset, if it is one of the file.

    Raises:
        CannotRename: It is not.
    """
    found = name_at(document, offset)
    if found is None:
        raise CannotRename("There is no name here to change.")
    if not is_defined(document, found.name):
        raise CannotRename(f"`{found.written}` is a name that every file knows; it is not defined here.")
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
        what = "is a name that every file knows, and" if is_of_library(document, key) else "is not defined, but"
        raise CannotRename(f"`{new}` {what} is used here. Choose another name, so that nothing gets another meaning.")


def _is_read(document: Document, changes: Sequence[Change], new: str) -> Steps[bool]:
    """Lets the notation itself judge a name: chunks must have it in place of the old one, and be otherwise the same.

    Of places that are alike a few are judged.
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
    """What decides how a name is read: its neighbours, and what chunk it stands in."""
    text, start, end = placed.chunk.text, one.span.start - placed.start, one.span.end - placed.start
    around = text[max(start - 1, 0) : start], text[end : end + 1]
    return placed.context, bool(placed.chunk.names), one.is_defined, one.written, edit.text, around


def _by_chunk(document: Document, changes: Iterable[Change]) -> Steps[list[tuple[Placed, list[Change]]]]:
    """The chunks that some changes in order lie in, each with its own."""
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
    """Whether the names of a chunk are the same after edits of its names, except for the one that is changed."""
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
    """What stands where may be a name: as what it may be known, and whether that is defined there."""
    found: dict[Span, set[tuple[str, bool]]] = {}
    for name, span in notation.analyser.names(text):
        found.setdefault(span, set()).add((name, True))
    for name, span in notation.resolver.references(text) if notation.resolver else ():
        found.setdefault(span, set()).add((name, False))
    return found


class _Moves:
    """Where spans are after edits in order, of which one may replace a span."""

    def __init__(self, edits: tuple[Edit, ...]) -> None:
        growth = [len(edit.text) - (edit.span.end - edit.span.start) for edit in edits]
        self._ends = [edit.span.end for edit in edits]
        self._before = list(accumulate(growth, initial=0))
        self._within = {edit.span: more for edit, more in zip(edits, growth, strict=True)}

    def __call__(self, span: Span) -> Span:
        """Where a span is after the edits."""
        before = self._before[bisect_right(self._ends, span.start)]
        return Span(span.start + before, span.end + before + self._within.get(span, 0))


def _defines(document: Document, placed: Placed, after: str) -> bool:
    """Whether the definitions of a chunk are as whole with another name as they were."""
    now = document.notation.analyser.analyse(after, placed.context, document.scope).definitions
    then = document.analysis(placed).definitions
    return [one.broken for one in now] == [one.broken for one in then]
