"""The definitions of a document by their names, and what every view tells of one."""

from __future__ import annotations

from collections.abc import Iterator

from wazir.document import Document, Placed
from wazir.notations.base import Definition
from wazir.piece.board import DEFAULT, PlayingBoard, parse_board


def named(document: Document, name: str) -> Iterator[tuple[Placed, Definition]]:
    """The definitions of a name, however the notation lets it be written; the first comes first.

    Where a name is known by more than itself, such as its game, it is enough if nothing else fits better.
    """
    resolver = document.notation.resolver
    key = resolver.key(name) if resolver else name
    chunks = [document.chunk_at(span.start) for span in document.definitions_named(key)]
    if not chunks:
        yield from ((placed, found) for placed, found in every(document) if found.name == name and found.key != key)
    for placed in {placed.start: placed for placed in chunks}.values():
        for definition in document.analysis(placed).definitions:
            if (definition.key or definition.name) == key:
                yield placed, definition


def every(document: Document) -> Iterator[tuple[Placed, Definition]]:
    """All definitions, in order."""
    for placed in document.chunks():
        for definition in document.analysis(placed).definitions:
            yield placed, definition


def last(document: Document) -> Definition | None:
    """The last definition; None if there is none."""
    found = placed_last(document)
    return found and found[1]


def placed_last(document: Document) -> tuple[Placed, Definition] | None:
    """The last definition with its chunk, or None."""
    for placed in reversed(list(document.chunks())):
        if definitions := document.analysis(placed).definitions:
            return placed, definitions[-1]
    return None


def moves_of(placed: Placed, definition: Definition) -> str:
    """The text of the moves, on one line."""
    return " ".join(placed.chunk.text[definition.moves.start : definition.moves.end].split())


def board_of(definition: Definition) -> PlayingBoard:
    """The board of a definition; the default board if it names none, or one that does not exist."""
    try:
        return parse_board(definition.board or DEFAULT)
    except ValueError:
        return parse_board(DEFAULT)
