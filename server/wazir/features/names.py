"""Names of pieces: definitions, uses, links to the library, and occurrences to highlight."""

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
    """An occurrence of a name."""

    name: str
    """The key of the name."""
    written: str
    """The name as it is spelled here."""
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
    return bool(document.scope.names.index.blocks(name))


def is_of_library(document: Document, name: str) -> bool:
    """Whether the library of the notation defines a name."""
    resolver = document.notation.resolver
    return resolver is not None and resolver.library(name) is not None


def in_chunk(document: Document, placed: Placed) -> list[NameAt]:
    """The defined names in a chunk: first its own definitions, then its uses of names, each in order."""
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
    """The name at an offset, or one that ends there."""
    touching = [
        one for one in in_chunk(document, document.chunk_at(offset)) if one.span.start <= offset <= one.span.end
    ]
    return min(touching, key=lambda one: one.span.end == offset, default=None)


def definition(document: Document, offset: int) -> Target | None:
    """The first definition of the name at an offset."""
    found = name_at(document, offset)
    if found is None:
        return None
    return Target(found.name, found.span, next(document.definitions_named(found.name), None))


@stepwise
def occurrences(document: Document, name: str) -> Steps[tuple[NameAt, ...]]:
    """The definitions and uses of a name, in order."""
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
    """The occurrences of the name at an offset, in order; definitions only with *include_definition*."""
    found = name_at(document, offset)
    places = (yield from occurrences.steps(document, found.name)) if found else ()
    return tuple([one.span for one in places if include_definition or not one.is_defined])


@stepwise
def highlights(document: Document, offset: int) -> Steps[tuple[Highlight, ...]]:
    """The occurrences of the name at an offset, or the same words in the definition, or both brackets of a pair."""
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
    """The token at an offset, or the one that ends there."""
    before = None
    for token in tokens:
        if token.start <= offset < token.end:
            return token
        if token.end == offset:
            before = token
    return before


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


@stepwise
def links(document: Document) -> Steps[tuple[Link, ...]]:
    """The uses of names of the library in a document, in order."""
    found = list[Link]()
    if document.notation.resolver is None or document.notation.resolver.library_file is None:
        return ()
    for placed in document.chunks():
        used = in_chunk(document, placed) if placed.chunk.uses else ()
        found += [Link(one.span, one.name) for one in used if not one.is_defined and not is_defined(document, one.name)]
        yield
    return tuple(found)
