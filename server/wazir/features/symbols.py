"""Symbols: the pieces of a document, and those of many documents that a query finds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from wazir.document import Document
from wazir.text import Span

MOST_MATCHES = 500


@dataclass(frozen=True, slots=True)
class Symbol:
    """A piece in an outline."""

    name: str
    """Its name; its moves, if it has none."""
    detail: str
    span: Span
    selection: Span
    """The part of the span to go to."""


def symbols(document: Document) -> tuple[Symbol, ...]:
    """The pieces of a document, in order."""
    return tuple(each(document))


def each(document: Document) -> Iterator[Symbol]:
    """The pieces of a document in order, one by one."""
    outline = document.notation.outline
    for placed in document.chunks():
        for entry in outline(placed.chunk.text):
            span, selection = entry.span.moved(placed.start), entry.selection.moved(placed.start)
            yield Symbol(entry.name, entry.detail, span, selection)


def matching(documents: Iterable[Document], query: str) -> tuple[tuple[Document, Symbol], ...]:
    """The pieces of some documents whose names have the letters of a query in order; the closest come first."""
    ranked = [
        (rank, number, document, symbol)
        for document in documents
        for number, symbol in enumerate(each(document))
        if (rank := _rank(symbol.name.casefold(), query.casefold().strip())) is not None
    ]
    ranked.sort(key=lambda found: found[:2])
    return tuple((document, symbol) for _, _, document, symbol in ranked[:MOST_MATCHES])


def _rank(name: str, query: str) -> int | None:
    """How close a name is to a query, 0 being the closest; None if it lacks its letters."""
    if name == query or not query:
        return 0
    if name.startswith(query):
        return 1
    if query in name:
        return 2
    letters = iter(name)
    return 3 if all(letter in letters for letter in query) else None
