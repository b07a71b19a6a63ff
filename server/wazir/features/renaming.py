"""Renaming a piece wherever its name stands."""

from __future__ import annotations

from collections.abc import Iterable

from wazir.document import Document, Placed
from wazir.features.edits import apply
from wazir.features.names import NameAt, is_defined, is_of_library, name_at, occurrences
from wazir.notations.base import Notation
from wazir.text import Edit, Span


class CannotRename(Exception):  # noqa: N818
    """A new name will not do; the message says why and what would."""


def rename(document: Document, offset: int, new: str) -> tuple[Edit, ...]:
    """The edits that give the piece at an offset a new name wherever it stands, written as the old one was there.

    Raises:
        CannotRename: There is no name at that offset, or the notation would not read the new name as it is, or another
            piece has it.
    """
    found = renamable(document, offset)
    new = new.strip()
    if new == document.slice(found.span):
        return ()
    if not new:
        raise CannotRename("A name cannot be empty.")
    linked = document.notation.linked
    key = linked.key(new) if linked else new
    if key != found.name:
        _check_free(document, key, new)
    edits = []
    for one in occurrences(document, found.name):
        old = document.slice(one.span)
        written = linked.respelled(new, old, found.name) if linked else new
        if written != old:
            edits.append(Edit(one.span, written))
    _check_read(document, found, edits, new)
    return tuple(edits)


def renamable(document: Document, offset: int) -> NameAt:
    """The name at an offset, if it is one of the file.

    Raises:
        CannotRename: It is not.
    """
    found = name_at(document, offset)
    if found is None:
        raise CannotRename("There is no name here to change.")
    if not is_defined(document, found.name):
        raise CannotRename(f"`{document.slice(found.span)}` is a name that every file knows; it is not defined here.")
    return found


def _check_free(document: Document, key: str, new: str) -> None:
    if is_defined(document, key):
        raise CannotRename(f"There is already a piece named `{new}`.")
    if document.scope.is_used(key):
        what = "is a name that every file knows, and" if is_of_library(document, key) else "is not defined, but"
        raise CannotRename(f"`{new}` {what} is used here. Choose another name, so that nothing gets another meaning.")


def _check_read(document: Document, found: NameAt, edits: Iterable[Edit], new: str) -> None:
    """Lets the notation itself judge a name: chunks must have it in place of the old one, and be otherwise the same."""
    judged: dict[tuple[str, tuple[Edit, ...]], bool] = {}
    for placed, local in _by_chunk(document, edits):
        case = placed.chunk.text, local
        if case not in judged:
            judged[case] = _reads(document, placed, local, found.name, new)
        if not judged[case]:
            signs = sorted({sign for sign in new if not sign.isalnum() and not sign.isspace()})
            advice = f" Try it without `{'` or `'.join(signs)}`." if signs else ""
            raise CannotRename(f"`{new}` would not be read as a name.{advice}")


def _by_chunk(document: Document, edits: Iterable[Edit]) -> list[tuple[Placed, tuple[Edit, ...]]]:
    """The chunks that some edits in order lie in, each with its edits, which count from its start."""
    together: dict[int, tuple[Placed, list[Edit]]] = {}
    placed = None
    for edit in edits:
        if placed is None or edit.span.start >= placed.start + len(placed.chunk.text):
            placed = document.chunk_at(edit.span.start)
            together[placed.start] = placed, []
        together[placed.start][1].append(edit.moved(-placed.start))
    return [(placed, tuple(local)) for placed, local in together.values()]


def _reads(document: Document, placed: Placed, edits: tuple[Edit, ...], old: str, new: str) -> bool:
    """Whether the names of a chunk are the same after edits of its names, except for the one that is changed."""
    notation, before = document.notation, placed.chunk.text
    after = apply(before, edits)
    key = notation.linked.key(new) if notation.linked else new
    changed = {_moved(edit.span, edits) for edit in edits}
    then = {_moved(span, edits): names for span, names in _names(notation, before).items()}
    now = _names(notation, after)
    if then.keys() != now.keys() or any(then[span] != now[span] for span in then.keys() - changed):
        return False
    if any(key not in {name for name, _ in now[span]} for span in changed):
        return False
    starts = [notation.starts_chunk(line) for line in before.splitlines()]
    if starts != [notation.starts_chunk(line) for line in after.splitlines()]:
        return False
    return old not in placed.chunk.names or notation.linked is None or _defines(document, placed, after)


def _names(notation: Notation, text: str) -> dict[Span, set[tuple[str, bool]]]:
    """What stands where may be a name: as what it may be known, and whether that is defined there."""
    found: dict[Span, set[tuple[str, bool]]] = {}
    for name, span in notation.names(text):
        found.setdefault(span, set()).add((name, True))
    for name, span in notation.linked.references(text) if notation.linked else ():
        found.setdefault(span, set()).add((name, False))
    return found


def _moved(span: Span, edits: tuple[Edit, ...]) -> Span:
    """A span after edits, of which one may replace it."""
    before = sum(len(edit.text) - (edit.span.end - edit.span.start) for edit in edits if edit.span.end <= span.start)
    within = sum(len(edit.text) - (edit.span.end - edit.span.start) for edit in edits if edit.span == span)
    return Span(span.start + before, span.end + before + within)


def _defines(document: Document, placed: Placed, after: str) -> bool:
    """Whether the definitions of a chunk are as whole with another name as they were."""
    now = document.notation.analyse(after, placed.context, document.scope).definitions
    then = document.analysis(placed).definitions
    return [one.broken for one in now] == [one.broken for one in then]
