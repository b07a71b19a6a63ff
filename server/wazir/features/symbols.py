"""Symbols: the outline of a document, a search through many documents, and the call hierarchy."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from operator import itemgetter
from typing import TypeAlias

from wazir.document import Document, Placed
from wazir.features.names import in_chunk, is_defined, name_at
from wazir.notations.base import OutlineEntry
from wazir.steps import Steps, stepwise
from wazir.text import Span

MOST_MATCHES = 500


@dataclass(frozen=True, slots=True)
class Symbol:
    """A piece in an outline or a call hierarchy."""

    name: str
    """Its name as it is written; its moves, if it has none."""
    detail: str
    span: Span
    selection: Span
    """The part of the span to go to."""


_Ranked: TypeAlias = tuple[int, int, Document, Symbol]
"""The distance of a name from a query, its number in its document, the document, and the piece."""


@stepwise
def symbols(document: Document) -> Steps[tuple[Symbol, ...]]:
    """The pieces of a document, in order."""
    found = list[Symbol]()
    for placed in document.chunks():
        found += [_symbol(placed, entry) for entry in _entries(document, placed)]
        yield
    return tuple(found)


def _entries(document: Document, placed: Placed) -> tuple[OutlineEntry, ...]:
    return document.notation.analyser.outline(placed.chunk.text)


def _symbol(placed: Placed, entry: OutlineEntry) -> Symbol:
    return Symbol(entry.name, entry.detail, entry.span.moved(placed.start), entry.selection.moved(placed.start))


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
    """The distance of a name from a query, 0 being the closest; None if it lacks letters of the query."""
    if name == query or not query:
        return 0
    if name.startswith(query):
        return 1
    if query in name:
        return 2
    letters = iter(name)
    return 3 if all(letter in letters for letter in query) else None


# The call hierarchy: the names that a definition uses, and the definitions that use a name


@dataclass(frozen=True, slots=True)
class Callee:
    """A name that a definition uses."""

    key: str
    is_of_library: bool
    """The file does not define it; every file knows it."""
    places: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Caller:
    """A definition that uses a name."""

    key: str | None
    """The key of its own name; None if it has no name."""
    symbol: Symbol
    places: tuple[Span, ...]
    """Where it uses the name."""


def prepare(document: Document, offset: int) -> str | None:
    """The key of the name at an offset, in a notation whose definitions use each other."""
    found = name_at(document, offset) if document.notation.resolver else None
    return found.name if found else None


def definition(document: Document, key: str) -> Symbol | None:
    """The first definition of a name."""
    span = next(document.definitions_named(key), None)
    if span is None:
        return None
    placed = document.chunk_at(span.start)
    entry = next((one for one in _entries(document, placed) if one.selection.moved(placed.start) == span), None)
    if entry is None:
        whole = Span(0, len(placed.chunk.text.rstrip()))
        entry = OutlineEntry(document.slice(span), "", whole, span.moved(-placed.start))
    return _symbol(placed, entry)


def callees(document: Document, key: str) -> tuple[Callee, ...]:
    """The names that the definition of a name uses, in order of first use."""
    found = definition(document, key)
    if found is None:
        return ()
    places: dict[str, list[Span]] = {}
    for one in in_chunk(document, document.chunk_at(found.selection.start)):
        if not one.is_defined and found.span.start <= one.span.start < found.span.end:
            places.setdefault(one.name, []).append(one.span)
    return tuple(Callee(name, not is_defined(document, name), tuple(spans)) for name, spans in places.items())


@stepwise
def callers(document: Document, key: str) -> Steps[tuple[Caller, ...]]:
    """The definitions that use a name, in order."""
    found = list[Caller]()
    for placed in document.chunks_using(key):
        used = [one.span for one in in_chunk(document, placed) if one.name == key and not one.is_defined]
        keys = {span: name for name, span in document.notation.analyser.names(placed.chunk.text)}
        for entry in _entries(document, placed) if used else ():
            symbol = _symbol(placed, entry)
            if places := tuple(span for span in used if symbol.span.start <= span.start < symbol.span.end):
                found.append(Caller(keys.get(entry.selection), symbol, places))
        yield
    return tuple(found)
