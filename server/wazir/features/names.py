"""Names of pieces: where they are defined and used, and what else is like the word at a place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from wazir.document import Document, Placed
from wazir.notations.base import TokenType
from wazir.steps import Steps, stepwise
from wazir.syntax import Token
from wazir.text import Span

_PARTNERS = {"(": ")", "[": "]", "{": "}"}


@dataclass(frozen=True, slots=True)
class NameAt:
    """A name, where it stands."""

    name: str
    """What it is known by, however it is written there."""
    written: str
    """What stands there."""
    span: Span
    is_defined: bool
    """Whether it is defined there; else it is used."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where a name is defined."""

    name: str
    origin: Span
    """The place that leads there."""
    span: Span | None
    """The name where it is defined first; None if that is in the library of the notation."""


class HighlightKind(Enum):
    """Why a place is shown as like the one at the cursor."""

    SAME = "the same word"
    DEFINED = "where a name is defined"
    USED = "where a name is used"


@dataclass(frozen=True, slots=True)
class Highlight:
    """A place that is like the one at the cursor."""

    span: Span
    kind: HighlightKind


def is_known(document: Document, name: str) -> bool:
    """Whether the file defines a name, or every file knows it."""
    return is_defined(document, name) or is_of_library(document, name)


def is_defined(document: Document, name: str) -> bool:
    """Whether the file defines a name."""
    return bool(document.scope.names.index.blocks(name))


def is_of_library(document: Document, name: str) -> bool:
    """Whether every file knows a name, be it that this one gives it another meaning."""
    resolver = document.notation.resolver
    return resolver is not None and resolver.library(name) is not None


def in_chunk(document: Document, placed: Placed) -> list[NameAt]:
    """The names in a chunk that are known, in order; first those that it defines."""
    notation, text = document.notation, placed.chunk.text
    found = [
        NameAt(name, text[span.start : span.end], span.moved(placed.start), True)
        for name, span in notation.analyser.names(text)
    ]
    taken = {one.span for one in found}
    for name, span in notation.resolver.references(text) if notation.resolver else ():
        there = span.moved(placed.start)
        if there not in taken and is_known(document, name):
            taken.add(there)
            found.append(NameAt(name, text[span.start : span.end], there, False))
    return found


def name_at(document: Document, offset: int) -> NameAt | None:
    """The name at an offset, or right before it."""
    touching = [
        one for one in in_chunk(document, document.chunk_at(offset)) if one.span.start <= offset <= one.span.end
    ]
    return min(touching, key=lambda one: one.span.end == offset, default=None)


def definition(document: Document, offset: int) -> Target | None:
    """Where the name at an offset is defined first."""
    found = name_at(document, offset)
    if found is None:
        return None
    return Target(found.name, found.span, next(document.definitions_named(found.name), None))


@stepwise
def occurrences(document: Document, name: str) -> Steps[tuple[NameAt, ...]]:
    """Every place where a name stands, in order: where it is defined, and where it is used."""
    found = dict[Span, NameAt]()
    for span in document.definitions_named(name):
        found[span] = NameAt(name, document.slice(span), span, True)
        yield
    resolver = document.notation.resolver
    for placed in document.chunks_using(name) if resolver else ():
        for other, span in resolver.references(placed.chunk.text) if resolver else ():
            there = span.moved(placed.start)
            if other == name and there not in found:
                found[there] = NameAt(name, placed.chunk.text[span.start : span.end], there, False)
        yield
    return tuple([found[span] for span in sorted(found)])


@stepwise
def references(document: Document, offset: int, include_definition: bool = True) -> Steps[tuple[Span, ...]]:
    """Where the name at an offset stands, where it is defined only if that is wanted; in order."""
    found = name_at(document, offset)
    places = (yield from occurrences.steps(document, found.name)) if found else ()
    return tuple([one.span for one in places if include_definition or not one.is_defined])


@stepwise
def highlights(document: Document, offset: int) -> Steps[tuple[Highlight, ...]]:
    """The places of the name at an offset; else the same words in its definition, or both brackets of a pair."""
    if found := name_at(document, offset):
        kinds = {True: HighlightKind.DEFINED, False: HighlightKind.USED}
        places = yield from occurrences.steps(document, found.name)
        return tuple([Highlight(one.span, kinds[one.is_defined]) for one in places])
    placed = document.chunk_at(offset)
    tokens = document.analysis(placed).tree.tokens
    token = token_at(tokens, offset - placed.start)
    if token is None or document.notation.analyser.token_type(token) in (None, TokenType.COMMENT):
        return ()
    like = _pair(tokens, token) or [other for other in tokens if (other.kind, other.text) == (token.kind, token.text)]
    return tuple(Highlight(other.span.moved(placed.start), HighlightKind.SAME) for other in like)


def token_at(tokens: Sequence[Token], offset: int) -> Token | None:
    """The token at an offset, or else the one that ends there."""
    before = None
    for token in tokens:
        if token.start <= offset < token.end:
            return token
        if token.end == offset:
            before = token
    return before


def _pair(tokens: Sequence[Token], token: Token) -> list[Token]:
    """A bracket and its partner; nothing if the token is no bracket, or has no partner."""
    open_brackets: list[Token] = []
    for other in tokens:
        if other.text in _PARTNERS:
            open_brackets.append(other)
        elif open_brackets and other.text == _PARTNERS[open_brackets[-1].text]:
            pair = [open_brackets.pop(), other]
            if token in pair:
                return pair
    return [token] if token.text in _PARTNERS or token.text in _PARTNERS.values() else []
