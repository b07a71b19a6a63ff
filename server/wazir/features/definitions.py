"""The definitions of a document, by name or in order, and properties that all features share."""

from __future__ import annotations

from collections.abc import Iterator

from wazir.document import Document, Placed
from wazir.notations.base import Context, Definition, Notation
from wazir.piece.board import DEFAULT, PlayingBoard, parse_board
from wazir.piece.model import Piece


def named(document: Document, name: str) -> Iterator[tuple[Placed, Definition]]:
    """The definitions of a name in any spelling, in order.

    A name that is qualified by its game matches without the game too, unless another one matches exactly.
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


def piece_in(notation: Notation, text: str, dialect: str | None) -> Piece | None:
    """The piece that a text defines; None if it has an error, or does not define exactly one piece."""
    context = Context(dialect or None, fixed=frozenset({"dialect"} if dialect else ()))
    found = [definition for _, definition in every(Document.open(notation, text, context))]
    return found[0].piece if len(found) == 1 and not found[0].broken else None
