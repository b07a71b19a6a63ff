"""Conversion to another dialect of the same notation, in place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from wazir.document import Document, Placed
from wazir.features.actions import Action, ActionKind
from wazir.features.definitions import each
from wazir.features.edits import by_lines, difference
from wazir.features.written import CannotConvert, keeps_meaning
from wazir.notations.results import Definition
from wazir.steps import Steps, collected, stepwise
from wazir.text import Edit, Span

MOST_AT_ONCE = 20
"""The number of definitions of a selection that are offered in other dialects."""


def dialects(document: Document) -> Mapping[str, str]:
    """The dialects that a document can be converted to, each with its title."""
    notation = document.notation
    titles = {name: notation.dialect_titles.get(name, name) for name in notation.dialects}
    return titles if notation.editor.convert else {}


@stepwise
def dialect_of(document: Document, placed: Placed | None = None, but: str | None = None) -> Steps[str | None]:
    """The first dialect of a document, or of a chunk, other than *but*; None if it has no other."""
    if not document.notation.dialects:
        return None
    for one in (placed,) if placed else document.chunks():
        if one.context.dialect:
            return one.context.dialect if one.context.dialect != but else None
        yield from document.preparing_chunk(one)
        for definition in document.analysis(one).definitions:
            if definition.dialect and definition.dialect != but:
                return definition.dialect
    return None


@stepwise
def in_dialect(document: Document, dialect: str) -> Steps[str]:
    """The whole text in another dialect.

    Raises:
        CannotConvert: It cannot be converted.
    """
    own = yield from dialect_of.steps(document)
    if own == dialect:
        own = (yield from dialect_of.steps(document, but=dialect)) or own
    return (yield from _in_dialect(document, document.text, own, dialect))


@stepwise
def convert(document: Document, dialect: str, span: Span | None = None) -> Steps[tuple[Edit, ...]]:
    """The edits that convert a document, or the definitions that a span touches, to another dialect.

    Raises:
        CannotConvert: A definition cannot be converted.
    """
    if span is None:
        after = yield from in_dialect.steps(document, dialect)
        return (yield from by_lines.steps(document.text, after))
    edits: list[Edit] = []
    for placed in _definitions(document, span):
        yield
        if placed is None:
            continue
        text = placed.chunk.text.rstrip()
        own = next((one.dialect for one in document.analysis(placed).definitions), None)
        own = own or (yield from dialect_of.steps(document, placed))
        after = yield from _in_dialect(document, text, own, dialect)
        edits += [edit.moved(placed.start) for edit in difference(text, after.rstrip())]
    return tuple(edits)


@stepwise
def actions(document: Document, span: Span) -> Steps[list[Action]]:
    """The actions that convert the definitions that a span touches to each other dialect that can express them."""
    found, offered = (yield from collected(_definitions(document, span))), list[Action]()
    if not found:
        return (yield from _written_actions(document, span))
    noun = "position" if document.notation.has_games else "definition"
    what = f"these {noun}s" if len(found) > 1 else f"this {noun}"
    for dialect, title in dialects(document).items():
        try:
            edits = yield from convert.steps(document, dialect, span)
        except CannotConvert:
            continue
        if edits:
            offered.append(Action(f"Convert {what} to {title}", edits, ActionKind.REWRITE))
    return offered


@stepwise
def file_titles(document: Document) -> Steps[Mapping[str, str]]:
    """The dialects that the whole file can be converted to, each with the title of that action."""
    own = yield from dialect_of.steps(document)
    return {name: f"Convert the file to {title}" for name, title in dialects(document).items() if name != own}


def _definitions(document: Document, span: Span) -> Iterator[Placed | None]:
    """The chunks with definitions that a span touches; None is a pause."""
    for placed in document.chunks(span) if document.notation.editor.convert else ():
        yield None
        entries = document.notation.analyser.outline(placed.chunk.text)
        local = span.moved(-placed.start)
        if any(entry.span.start <= local.end and local.start <= entry.span.end for entry in entries):
            yield placed


def _in_dialect(document: Document, text: str, dialect: str | None, other: str) -> Steps[str]:
    convert = document.notation.editor.convert
    if convert is None:
        raise CannotConvert(f"{document.notation.title} has no dialects to convert to.")
    if not text.strip() or dialect == other:
        return text
    if dialect is None:
        raise CannotConvert(f"The {document.notation.dialect_word} of the text is unknown.")
    try:
        return (yield from convert(text, dialect, other))
    except ValueError as wrong:
        raise CannotConvert(str(wrong)) from None


def _written_actions(document: Document, span: Span) -> Steps[list[Action]]:
    """The definitions that a span touches in the other dialects of their notation, where they mean the same there."""
    notation, found = document.notation, list[tuple[Placed, Definition]]()
    if notation.editor.convert or len(notation.dialects) < 2:
        return []
    for touched in each(document, span):
        if touched is None:
            yield
            continue
        found.append(touched)
        if len(found) > MOST_AT_ONCE:
            return []
    what, offered = "these definitions" if len(found) > 1 else "this definition", list[Action]()
    for dialect in notation.dialects:
        edits = list[Edit]()
        for placed, one in found:
            edits += yield from _rewritten(document, placed, one, dialect)
            yield
        if edits:
            title = notation.dialect_titles.get(dialect, dialect)
            offered.append(Action(f"Convert {what} to {title}", tuple(edits), ActionKind.REWRITE))
    return offered


def _rewritten(document: Document, placed: Placed, definition: Definition, dialect: str) -> Steps[tuple[Edit, ...]]:
    """The edit that writes a definition in another dialect; none if the file would not read it so, with its meaning."""
    if definition.dialect == dialect:
        return ()
    writer, piece = document.notation.editor.writer, None if definition.broken else definition.piece
    try:
        text = (yield from writer.moves.steps(piece, dialect, frozenset())) if writer and piece else ""
    except ValueError:
        return ()
    edit = Edit(definition.moves.moved(placed.start), text)
    after = yield from document.applying(edit)
    there = after.chunk_at(placed.start)
    yield from after.preparing_chunk(there)
    definitions = after.analysis(there).definitions
    again = [one for one in definitions if (one.name, one.dialect) == (definition.name, dialect)]
    is_kept = len(again) == 1 and keeps_meaning(definition, again[0])
    return (edit,) if piece and is_kept and document.slice(edit.span) != text else ()
