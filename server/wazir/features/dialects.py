"""Conversion to another dialect of the same notation, in place."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from wazir.cancelling import check
from wazir.document import Document, Placed
from wazir.features.actions import Action, ActionKind
from wazir.features.definitions import every
from wazir.features.written import CannotConvert, keeps_meaning
from wazir.notations.results import Definition
from wazir.text import Edit, Span, by_lines, difference

MOST_AT_ONCE = 20
"""The number of definitions of a selection that are offered in other dialects."""


def dialects(document: Document) -> Mapping[str, str]:
    """The dialects that a document can be converted to, each with its title."""
    notation = document.notation
    titles = {name: notation.dialect_titles.get(name, name) for name in notation.dialects}
    return titles if notation.convert else {}


def dialect_of(document: Document, placed: Placed | None = None, but: str | None = None) -> str | None:
    """The first dialect of a document, or of a chunk, other than *but*; None if it has no other."""
    if not document.notation.dialects:
        return None
    for chunk in (placed,) if placed else document.chunks():
        check()
        if chunk.context.dialect:
            return chunk.context.dialect if chunk.context.dialect != but else None
        for definition in document.analysis(chunk).definitions:
            if definition.dialect and definition.dialect != but:
                return definition.dialect
    return None


def in_dialect(document: Document, dialect: str) -> str:
    """The whole text in another dialect.

    Raises:
        CannotConvert: It cannot be converted.
    """
    own = dialect_of(document)
    if own == dialect:
        own = dialect_of(document, but=dialect) or own
    return _in_dialect(document, document.text, own, dialect)


def convert(document: Document, dialect: str, span: Span | None = None) -> tuple[Edit, ...]:
    """The edits that convert a document, or the definitions that a span touches, to another dialect.

    Raises:
        CannotConvert: A definition cannot be converted.
    """
    if span is None:
        return by_lines(document.text, in_dialect(document, dialect))
    edits: list[Edit] = []
    for placed in _definitions(document, span):
        check()
        text = placed.chunk.text.rstrip()
        own = next((definition.dialect for definition in document.analysis(placed).definitions), None)
        own = own or dialect_of(document, placed)
        after = _in_dialect(document, text, own, dialect)
        edits += [edit.moved(placed.start) for edit in difference(text, after.rstrip())]
    return tuple(edits)


def actions(document: Document, span: Span) -> list[Action]:
    """The actions that convert the definitions that a span touches to each other dialect that can express them."""
    chunks, offered = _definitions(document, span), list[Action]()
    if not chunks:
        return _written_actions(document, span)
    noun = "position" if document.notation.has_games else "definition"
    what = f"these {noun}s" if len(chunks) > 1 else f"this {noun}"
    for dialect, title in dialects(document).items():
        try:
            edits = convert(document, dialect, span)
        except CannotConvert:
            continue
        if edits:
            offered.append(Action(f"Convert {what} to {title}", edits, ActionKind.CONVERT))
    return offered


def file_titles(document: Document) -> Mapping[str, str]:
    """The dialects that the whole file can be converted to, each with the title of that action."""
    own = dialect_of(document)
    return {name: f"Convert the file to {title}" for name, title in dialects(document).items() if name != own}


def _definitions(document: Document, span: Span) -> list[Placed]:
    """The chunks with definitions that a span touches, in a notation that converts between dialects."""

    def is_touched(placed: Placed) -> bool:
        local, entries = span.moved(-placed.start), placed.chunk.reading.outline
        return any(entry.span.start <= local.end and local.start <= entry.span.end for entry in entries)

    return list(filter(is_touched, document.chunks(span))) if document.notation.convert else []


def _in_dialect(document: Document, text: str, dialect: str | None, other: str) -> str:
    convert = document.notation.convert
    if convert is None:
        raise CannotConvert(f"{document.notation.title} has no dialects to convert to.")
    if not text.strip() or dialect == other:
        return text
    if dialect is None:
        raise CannotConvert(f"The {document.notation.dialect_word} of the text is unknown.")
    try:
        return convert(text, dialect, other)
    except ValueError as wrong:
        raise CannotConvert(str(wrong)) from None


def _written_actions(document: Document, span: Span) -> list[Action]:
    """The actions that write the definitions that a span touches in another dialect that expresses them."""
    notation = document.notation
    if notation.convert or len(notation.dialects) < 2:
        return []
    touched = list(islice(every(document, span), MOST_AT_ONCE + 1))
    if len(touched) > MOST_AT_ONCE:
        return []
    what, offered = "these definitions" if len(touched) > 1 else "this definition", list[Action]()
    for dialect in notation.dialects:
        edits = list[Edit]()
        for placed, definition in touched:
            edits += _rewritten(document, placed, definition, dialect)
        if edits:
            title = notation.dialect_titles.get(dialect, dialect)
            offered.append(Action(f"Convert {what} to {title}", tuple(edits), ActionKind.CONVERT))
    return offered


def _rewritten(document: Document, placed: Placed, definition: Definition, dialect: str) -> tuple[Edit, ...]:
    """The edit that writes a definition in another dialect; none if the file would not read it so, with its meaning."""
    if definition.dialect == dialect:
        return ()
    writer, piece = document.notation.writer, None if definition.broken else definition.piece
    try:
        text = writer.moves(piece, dialect, frozenset()) if writer and piece else ""
    except ValueError:
        return ()
    edit = Edit(definition.moves.moved(placed.start), text)
    after = document.apply(edit)
    definitions = after.analysis(after.chunk_at(placed.start)).definitions
    again = [other for other in definitions if (other.name, other.dialect) == (definition.name, dialect)]
    is_kept = len(again) == 1 and keeps_meaning(definition, again[0])
    return (edit,) if piece and is_kept and document.slice(edit.span) != text else ()
