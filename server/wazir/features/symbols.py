"""Symbols: the pieces of a document, and those of many documents that a query finds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from operator import itemgetter
from typing import TypeAlias

from wazir.document import Document
from wazir.steps import Steps, stepwise
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


_Ranked: TypeAlias = tuple[int, int, Document, Symbol]
"""How close a name is to a query, its number in its document, the document, and its piece."""


@stepwise
def symbols(document: Document) -> Steps[tuple[Symbol, ...]]:
    """The pieces of a document, in order."""
    outline, found = document.notation.analyser.outline, []
    for placed in document.chunks():
        for entry in outline(placed.chunk.text):
            span, selection = entry.span.moved(placed.start), entry.selection.moved(placed.start)
            found.append(Symbol(entry.name, entry.detail, span, selection))
        yield
    return tuple(found)


@stepwise
def matching(documents: Iterable[Document], query: str) -> Steps[tuple[tuple[Document, Symbol], ...]]:
    """The pieces of some documents whose names have the letters of a query in order; the closest come first."""
    wanted, closest = query.casefold().strip(), list[_Ranked]()
    for document in documents:
        found = yield from symbols.steps(document)
        ranked = ((_rank(symbol.name.casefold(), wanted), symbol) for symbol in found)
        closest += [
            (rank, number, document, symbol) for number, (rank, symbol) in enumerate(ranked) if rank is not None
        ]
        closest = sorted(closest, key=itemgetter(0, 1))[:MOST_MATCHES]
        yield
    return tuple((document, symbol) for _, _, document, symbol in closest)


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
