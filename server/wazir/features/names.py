"""Names: definition, references, highlights, links and renaming."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import accumulate
from typing import TypeAlias

from wazir.cancelling import check
from wazir.document import Document, Placed
from wazir.features.edits import apply
from wazir.notations.notation import Analysis
from wazir.notations.results import TokenType
from wazir.syntax import Token, token_at
from wazir.text import Edit, Span, lines

_PARTNERS = {"(": ")", "[": "]", "{": "}"}


@dataclass(frozen=True, slots=True)
class NameAt:
    """An occurrence of a name."""

    name: str
    """The key of the name."""
    written: str
    """Its spelling here."""
    span: Span
    is_defined: bool
    """True for a definition, False for a use."""


@dataclass(frozen=True, slots=True)
class Target:
    """The definition of a name."""

    name: str
    origin: Span
    """The occurrence from which the definition was asked for."""
    span: Span | None
    """The name in its first definition; None if that is in the library of the notation."""


class HighlightKind(Enum):
    """The reason for a highlight."""

    SAME = "the same word"
    DEFINED = "where a name is defined"
    USED = "where a name is used"


@dataclass(frozen=True, slots=True)
class Highlight:
    """An occurrence of the word at the cursor."""

    span: Span
    kind: HighlightKind


def is_known(document: Document, name: str) -> bool:
    """Whether the file or the library defines a name."""
    return is_defined(document, name) or is_of_library(document, name)


def is_defined(document: Document, name: str) -> bool:
    """Whether the file defines a name."""
    return document.scope.defines(name)


def is_of_library(document: Document, name: str) -> bool:
    """Whether the library of the notation defines a name."""
    return document.notation.library(name) is not None


def in_chunk(document: Document, placed: Placed) -> list[NameAt]:
    """The defined names in a chunk: first its own definitions, then its uses of names, each in order."""
    text, reading = placed.chunk.text, placed.chunk.reading
    found = [NameAt(name, text[span.start : span.end], span.moved(placed.start), True) for name, span in reading.names]
    taken = {one.span for one in found}
    for name, span in reading.uses:
        there, name = span.moved(placed.start), origin(document, name)
        if there not in taken and is_known(document, name):
            taken.add(there)
            found.append(NameAt(name, text[span.start : span.end], there, False))
    return found


def origin(document: Document, name: str) -> str:
    """The key of the definition that a name is inherited from; that name if the file defines it."""
    return name if is_defined(document, name) else document.notation.origin(name, document.scope)


def _heirs(document: Document, name: str) -> set[str]:
    """The names that are inherited from a definition, and its own."""
    return {name} | {heir for heir in document.scope.used if origin(document, heir) == name}


def name_at(document: Document, offset: int) -> NameAt | None:
    """The name at an offset, or one that ends there."""
    found = in_chunk(document, document.chunk_at(offset))
    touching = [one for one in found if one.span.contains_inclusive(offset)]
    return min(touching, key=lambda one: one.span.end == offset, default=None)


def definition(document: Document, offset: int) -> Target | None:
    """The first definition of the name at an offset."""
    found = name_at(document, offset)
    if found is None:
        return None
    return Target(found.name, found.span, next(document.definitions_named(found.name), None))


def occurrences(document: Document, name: str) -> tuple[NameAt, ...]:
    """The definitions and uses of a name, in order."""
    found = dict[Span, NameAt]()
    for span in document.definitions_named(name):
        found[span] = NameAt(name, document.slice(span), span, True)
    for heir in _heirs(document, name):
        for placed in document.chunks_using(heir):
            check()
            for other, span in placed.chunk.reading.uses:
                if other == heir:
                    place = span.moved(placed.start)
                    found[place] = NameAt(heir, placed.chunk.text[span.start : span.end], place, False)
    return tuple([found[span] for span in sorted(found)])


def references(document: Document, offset: int, include_definition: bool = True) -> tuple[Span, ...]:
    """The occurrences of the name at an offset, in order; definitions only with *include_definition*."""
    found = name_at(document, offset)
    places = occurrences(document, found.name) if found else ()
    return tuple([one.span for one in places if include_definition or not one.is_defined])


def highlights(document: Document, offset: int) -> tuple[Highlight, ...]:
    """The occurrences of the name at an offset, or the same words in the definition, or both brackets of a pair."""
    if found := name_at(document, offset):
        kinds = {True: HighlightKind.DEFINED, False: HighlightKind.USED}
        places = occurrences(document, found.name)
        return tuple([Highlight(one.span, kinds[one.is_defined]) for one in places])
    placed = document.chunk_at(offset)
    tokens = document.analysis(placed).tree.tokens
    token = token_at(tokens, offset - placed.start)
    if token is None or document.notation.token_type(token) in (None, TokenType.COMMENT):
        return ()
    like = _pair(tokens, token) or [other for other in tokens if (other.kind, other.text) == (token.kind, token.text)]
    return tuple(Highlight(other.span.moved(placed.start), HighlightKind.SAME) for other in like)


def _pair(tokens: Sequence[Token], token: Token) -> list[Token]:
    """A bracket and its partner, or the bracket alone; nothing if the token is not a bracket."""
    open_brackets: list[Token] = []
    for other in tokens:
        if other.text in _PARTNERS:
            open_brackets.append(other)
        elif open_brackets and other.text == _PARTNERS[open_brackets[-1].text]:
            pair = [open_brackets.pop(), other]
            if token in pair:
                return pair
    return [token] if token.text in _PARTNERS or token.text in _PARTNERS.values() else []


@dataclass(frozen=True, slots=True)
class Link:
    """A use of a name of the library."""

    span: Span
    name: str
    """The key of the name."""


def links(document: Document) -> tuple[Link, ...]:
    """The uses of names of the library in a document, in order."""
    found = list[Link]()
    if document.notation.library_file is None:
        return ()
    for placed in document.chunks():
        check()
        used = in_chunk(document, placed) if placed.chunk.uses else ()
        found += [Link(one.span, one.name) for one in used if not one.is_defined and not is_defined(document, one.name)]
    return tuple(found)


# Renaming


Change: TypeAlias = tuple[NameAt, Edit]
MOST_ALIKE = 50
"""The maximum number of places with equal neighbours that are checked."""


class CannotRename(Exception):  # noqa: N818
    """A new name is refused; the message says why, and how to change it."""


def rename(document: Document, offset: int, new: str) -> tuple[Edit, ...]:
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
    key = document.notation.renamed(found.name, found.name, new)
    if key != found.name:
        _check_free(document, key, new)
    changes = []
    for one in occurrences(document, found.name):
        written = document.notation.respelled(new, one.written, found.name)
        if written != one.written:
            changes.append((one, Edit(one.span, written)))
    if not _is_read(document, changes, new):
        others = sorted({one for one in new if not one.isalnum() and not one.isspace()})
        advice = f" Try it without `{'` or `'.join(others)}`." if others else ""
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


def _check_free(document: Document, key: str, new: str) -> None:
    if is_defined(document, key):
        what = "position" if document.notation.has_games else "piece"
        raise CannotRename(f"There is already a {what} named `{new}`.")
    if document.scope.is_used(key):
        what = "is predefined and" if is_of_library(document, key) else "is undefined, but"
        raise CannotRename(f"`{new}` {what} used here. Choose another name, so that no use changes its meaning.")


def _is_read(document: Document, changes: Sequence[Change], new: str) -> bool:
    """Whether the notation reads the new name in each chunk in place of the old one, with no other change.

    Of similar places only some are checked.
    """
    judged: Counter[tuple[object, ...]] = Counter()
    for placed, inside in _by_chunk(document, changes):
        check()
        kinds = {_kind(placed, one, edit) for one, edit in inside}
        judged.update(kinds)
        if min(judged[kind] for kind in kinds) > MOST_ALIKE:
            continue
        edits = tuple(edit.moved(-placed.start) for _, edit in inside)
        if not _reads(document, placed, edits, inside[0][0].name, new):
            return False
    return True


def _kind(placed: Placed, one: NameAt, edit: Edit) -> tuple[object, ...]:
    """The context of a name that determines its meaning: its neighbours, and the kind of its chunk."""
    text, start, end = placed.chunk.text, one.span.start - placed.start, one.span.end - placed.start
    around = text[max(start - 1, 0) : start], text[end : end + 1]
    return placed.context, bool(placed.chunk.names), one.is_defined, one.written, edit.text, around


def _by_chunk(document: Document, changes: Iterable[Change]) -> list[tuple[Placed, list[Change]]]:
    """The changes grouped by chunk; they are in order."""
    together: list[tuple[Placed, list[Change]]] = []
    end = 0
    for one, edit in changes:
        if edit.span.start >= end:
            placed = document.chunk_at(edit.span.start)
            end = placed.start + len(placed.chunk.text)
            together.append((placed, []))
        together[-1][1].append((one, edit))
    return together


def _reads(document: Document, placed: Placed, edits: tuple[Edit, ...], old: str, new: str) -> bool:
    """Whether the names of a chunk stay the same after the edits, except for the renamed one."""
    notation, before = document.notation, placed.chunk.text
    after = apply(before, edits)
    key = notation.renamed(old, old, new)
    moved = _Moves(edits)
    changed = {moved(edit.span) for edit in edits}
    then = {
        moved(span): {(notation.renamed(name, old, new), is_defined) for name, is_defined in names}
        for span, names in _names(placed.chunk.reading).items()
    }
    now = _names(notation.read(after, placed.context))
    if then.keys() != now.keys() or any(then[span] != now[span] for span in then.keys() - changed):
        return False
    if any(key not in {name for name, _ in now[span]} for span in changed):
        return False
    starts = [notation.starts_chunk(line) for line in lines(before)]
    if starts != [notation.starts_chunk(line) for line in lines(after)]:
        return False
    if old not in placed.chunk.names or not notation.is_linked:
        return True
    now_broken = [one.broken for one in notation.read(after, placed.context, document.scope).definitions]
    return now_broken == [one.broken for one in document.analysis(placed).definitions]


def _names(chunk: Analysis) -> dict[Span, set[tuple[str, bool]]]:
    """The possible names at each span: their keys, and whether they are defined there."""
    found: dict[Span, set[tuple[str, bool]]] = {}
    for name, span in chunk.names:
        found.setdefault(span, set()).add((name, True))
    for name, span in chunk.uses:
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
