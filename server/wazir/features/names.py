"""Names: definition, references, highlights, links and renaming."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import groupby

from wazir.budget import check
from wazir.document import Document, Placed
from wazir.notations.notation import Analysis
from wazir.notations.results import TokenType
from wazir.syntax import Token, token_at
from wazir.text import Edit, Span, apply, lines

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
class DefinitionTarget:
    """The definition of a name."""

    name: str
    origin: Span
    """The occurrence from which the definition was asked for."""
    span: Span | None
    """The name in its first definition; None if that is in the library of the notation."""


class HighlightKind(IntEnum):
    """The reason for a highlight. The numbers are those of the Language Server Protocol."""

    SAME = 1
    """The same word."""
    USED = 2
    """A name is used."""
    DEFINED = 3
    """A name is defined."""


@dataclass(frozen=True, slots=True)
class Highlight:
    """An occurrence of the word at the cursor."""

    span: Span
    kind: HighlightKind


def in_chunk(document: Document, placed: Placed) -> list[NameAt]:
    """The defined names in a chunk: first its own definitions, then its uses of names, each in
    order.
    """
    text, analysis = placed.chunk.text, placed.chunk.analysis
    names = [
        NameAt(name, text[span.start : span.end], span.moved(placed.start), is_defined=True)
        for name, span in analysis.names
    ]
    taken = {name.span for name in names}
    for use, span in analysis.uses:
        span_in_file, name = span.moved(placed.start), origin(document, use)
        is_known = document.scope.defines(name) or document.notation.library(name)
        if span_in_file not in taken and is_known and _refers(document, placed, use, span=span):
            taken.add(span_in_file)
            names.append(NameAt(name, text[span.start : span.end], span_in_file, is_defined=False))
    return names


def _refers(document: Document, placed: Placed, name: str, span: Span) -> bool:
    """Whether a use in a chunk means the definition of its name; most do by themselves, without a
    look at others.
    """
    return placed.chunk.analysis.refers(name, span) or document.analysis(placed).refers(name, span)


def origin(document: Document, name: str) -> str:
    """The key of the definition that a name is inherited from; that name if the file defines it."""
    return name if document.scope.defines(name) else document.notation.origin(name, document.scope)


def name_at(document: Document, offset: int) -> NameAt | None:
    """The name at an offset, or one that ends there."""
    names = in_chunk(document, document.chunk_at(offset))
    touching = [occurrence for occurrence in names if occurrence.span.contains_inclusive(offset)]
    return min(touching, key=lambda occurrence: occurrence.span.end == offset, default=None)


def definition(document: Document, offset: int) -> DefinitionTarget | None:
    """The first definition of the name at an offset; None without a name."""
    if (occurrence := name_at(document, offset)) is None:
        return None
    return DefinitionTarget(
        occurrence.name, occurrence.span, next(document.definitions_named(occurrence.name), None)
    )


def occurrences(document: Document, name: str) -> tuple[NameAt, ...]:
    """The definitions and uses of a name, in order."""
    spans = document.definitions_named(name)
    places = {span: NameAt(name, document.slice(span), span, is_defined=True) for span in spans}
    for heir in {name} | {heir for heir in document.scope.used if origin(document, heir) == name}:
        for placed in document.chunks_using(heir):
            check()
            for other, span in placed.chunk.analysis.uses:
                if other == heir and _refers(document, placed, heir, span=span):
                    place = span.moved(placed.start)
                    places[place] = NameAt(
                        heir, placed.chunk.text[span.start : span.end], place, is_defined=False
                    )
    return tuple([places[span] for span in sorted(places)])


def references(
    document: Document, offset: int, include_definition: bool = True
) -> tuple[Span, ...]:
    """The occurrences of the name at an offset, in order; definitions only with
    *include_definition*.
    """
    occurrence = name_at(document, offset)
    places = occurrences(document, occurrence.name) if occurrence else ()
    return tuple([place.span for place in places if include_definition or not place.is_defined])


def highlights(document: Document, offset: int) -> tuple[Highlight, ...]:
    """The occurrences of the name at an offset, or the same words in the definition, or both
    brackets of a pair.
    """
    if occurrence := name_at(document, offset):
        kinds = {True: HighlightKind.DEFINED, False: HighlightKind.USED}
        places = occurrences(document, occurrence.name)
        return tuple([Highlight(place.span, kinds[place.is_defined]) for place in places])
    placed = document.chunk_at(offset)
    tokens = document.analysis(placed).tree.tokens
    token = token_at(tokens, offset - placed.start)
    if token is None or document.notation.token_type(token) in (None, TokenType.COMMENT):
        return ()
    like = _pair(tokens, token) or [
        other for other in tokens if (other.kind, other.text) == (token.kind, token.text)
    ]
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


def links(document: Document) -> tuple[NameAt, ...]:
    """The uses of names of the library in a document, in order."""
    uses = list[NameAt]()
    for placed in document.chunks():
        check()
        uses += [use for use in in_chunk(document, placed) if not document.scope.defines(use.name)]
    return tuple(uses)


# Renaming


class CannotRename(Exception):  # noqa: N818
    """A new name is refused; the message says why, and how to change it."""


def rename(document: Document, offset: int, new: str) -> tuple[Edit, ...]:
    """The edits that rename the piece at an offset everywhere, in the spelling of each place.

    Raises:
        CannotRename: There is no name at that offset, the notation would not read the new name as
            one, or it is taken.
    """
    target = renamable(document, offset)
    new = new.strip()
    if new == target.written:
        return ()
    _require_free(document, target.name, new)
    changes = list[tuple[NameAt, Edit]]()
    for place in occurrences(document, target.name):
        written = document.notation.respelled(new, place.written, target.name)
        if written != place.written:
            changes.append((place, Edit(place.span, written)))
    for placed, inside in groupby(changes, lambda change: document.chunk_at(change[0].span.start)):
        check()
        places, edits = zip(*inside, strict=True)
        if not _keeps_names(document, placed, edits, old=places[0].name, new=new):
            raise CannotRename(f"`{new}` would not be read as a name.{_advice(new)}")
    return tuple(edit for _, edit in changes)


def _require_free(document: Document, old: str, new: str) -> None:
    """Refuse to rename a name to one that is taken.

    Raises:
        CannotRename: The new name is empty, defined or used.
    """
    if not new:
        raise CannotRename("A name cannot be empty.")
    key = document.notation.renamed(old, old, new)
    if key == old:
        return
    if document.scope.defines(key):
        what = "position" if document.notation.games else "piece"
        raise CannotRename(f"There is already a {what} named `{new}`.")
    if document.scope.is_used(key):
        what = "is predefined and" if document.notation.library(key) else "is undefined, but"
        raise CannotRename(
            f"`{new}` {what} used here. Choose another name, so that no use changes its meaning."
        )


def _advice(new: str) -> str:
    """What to leave out of a name that would not be read as one; empty if all are letters."""
    others = {character for character in new if not (character.isalnum() or character.isspace())}
    return f" Try it without `{'` or `'.join(sorted(others))}`." if others else ""


def renamable(document: Document, offset: int) -> NameAt:
    """The name at an offset, if the file defines it.

    Raises:
        CannotRename: There is no name, or the file does not define it.
    """
    occurrence = name_at(document, offset)
    if occurrence is None:
        raise CannotRename("There is no name here to change.")
    if not document.scope.defines(occurrence.name):
        raise CannotRename(f"`{occurrence.written}` is predefined; this file does not define it.")
    return occurrence


def _keeps_names(
    document: Document, placed: Placed, changes: Sequence[Edit], old: str, new: str
) -> bool:
    """Whether the names of a chunk stay the same after the edits, except for the renamed one."""
    notation, before = document.notation, placed.chunk.text
    written = {edit.span.moved(-placed.start): edit.text for edit in changes}
    after = apply(before, map(Edit._make, written.items()))
    if [*map(notation.starts_chunk, lines(before))] != [*map(notation.starts_chunk, lines(after))]:
        return False
    other_words = {
        span
        for name, span in placed.chunk.analysis.uses
        if name == old and not _refers(document, placed, name, span=span)
    }
    names = _names(placed.chunk.analysis)
    names_after = _names(notation.read(after, placed.context))
    if len(names) != len(names_after):
        return False
    for (span, keys), (span_after, keys_after) in zip(names, names_after, strict=True):
        if after[slice(*span_after)] != written.get(span, before[slice(*span)]):
            return False
        if span in written:
            is_kept = notation.renamed(old, old, new) in dict(keys_after)
        elif span in other_words:
            is_kept = keys_after == keys
        else:
            renamed = {(notation.renamed(name, old, new), defined) for name, defined in keys}
            is_kept = keys_after == renamed
        if not is_kept:
            return False
    return old not in placed.chunk.names or _keeps_broken(document, placed, after)


def _keeps_broken(document: Document, placed: Placed, after: str) -> bool:
    """Whether the same definitions of a chunk are broken after its text is another one."""
    analysis = document.notation.read(after, placed.context, document.scope)
    return [definition.broken for definition in document.analysis(placed).definitions] == [
        definition.broken for definition in analysis.definitions
    ]


def _names(analysis: Analysis) -> list[tuple[Span, set[tuple[str, bool]]]]:
    """The possible names at each span, in order: their keys, and whether they are defined there."""
    names: dict[Span, set[tuple[str, bool]]] = {}
    for places, is_defined in ((analysis.names, True), (analysis.uses, False)):
        for name, span in places:
            names.setdefault(span, set()).add((name, is_defined))
    return sorted(names.items())
