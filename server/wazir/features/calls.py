"""What a piece is built from, and where it is used."""

from __future__ import annotations

from dataclasses import dataclass

from wazir.document import Document, Placed
from wazir.features.names import in_chunk, is_defined, name_at
from wazir.notations.base import OutlineEntry
from wazir.steps import Steps, stepwise
from wazir.text import Span


@dataclass(frozen=True, slots=True)
class Item:
    """A piece among others that are built from each other."""

    key: str | None
    """What it is known by; None for one without a name, which nothing can be built from."""
    name: str
    """Its name as it is written; its moves, if it has none."""
    detail: str
    span: Span
    selection: Span
    """The part of the span to go to."""


@dataclass(frozen=True, slots=True)
class Needed:
    """A name that a piece is built from."""

    key: str
    is_of_library: bool
    """It is not defined in the file, but known to every one."""
    places: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class User:
    """A piece that is built from another."""

    item: Item
    places: tuple[Span, ...]
    """Where it names the other."""


def prepare(document: Document, offset: int) -> str | None:
    """What the name at an offset is known by, in a notation where pieces are built from each other."""
    found = name_at(document, offset) if document.notation.resolver else None
    return found.name if found else None


def item(document: Document, key: str) -> Item | None:
    """The piece that a file defines first under a name."""
    span = next(document.definitions_named(key), None)
    if span is None:
        return None
    placed = document.chunk_at(span.start)
    entry = next((one for one in _entries(document, placed) if one.selection.moved(placed.start) == span), None)
    if entry is None:
        text = placed.chunk.text
        entry = OutlineEntry(document.slice(span), "", Span(0, len(text.rstrip())), span.moved(-placed.start))
    return _item(document, placed, entry)


def built_from(document: Document, key: str) -> tuple[Needed, ...]:
    """The names that the definition of a name uses, in the order in which they come."""
    found = item(document, key)
    if found is None:
        return ()
    places: dict[str, list[Span]] = {}
    for one in in_chunk(document, document.chunk_at(found.selection.start)):
        if not one.is_defined and found.span.start <= one.span.start < found.span.end:
            places.setdefault(one.name, []).append(one.span)
    return tuple(Needed(name, not is_defined(document, name), tuple(spans)) for name, spans in places.items())


@stepwise
def used_in(document: Document, key: str) -> Steps[tuple[User, ...]]:
    """The pieces whose definitions use a name, in order."""
    users = list[User]()
    for placed in document.chunks_using(key):
        entries = _entries(document, placed)
        together: dict[OutlineEntry, list[Span]] = {}
        for one in in_chunk(document, placed):
            if one.name != key or one.is_defined:
                continue
            at = one.span.start - placed.start
            holder = next((entry for entry in entries if entry.span.start <= at < entry.span.end), None)
            if holder:
                together.setdefault(holder, []).append(one.span)
        users += [User(_item(document, placed, entry), tuple(places)) for entry, places in together.items()]
        yield
    return tuple(users)


def _entries(document: Document, placed: Placed) -> tuple[OutlineEntry, ...]:
    return document.notation.analyser.outline(placed.chunk.text)


def _item(document: Document, placed: Placed, entry: OutlineEntry) -> Item:
    named = document.notation.analyser.names(placed.chunk.text)
    key = next((name for name, span in named if span == entry.selection), None)
    return Item(key, entry.name, entry.detail, entry.span.moved(placed.start), entry.selection.moved(placed.start))
