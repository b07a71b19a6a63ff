"""Conversion: definitions and whole files in another dialect of their notation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from wazir.document import Document, Placed
from wazir.features.actions import Action, ActionKind
from wazir.features.edits import by_lines, difference
from wazir.text import Edit, Span


class CannotConvert(Exception):  # noqa: N818
    """A text cannot be converted; the message says why."""


def targets(document: Document) -> Mapping[str, str]:
    """The dialects that a document can be converted to, each with its title."""
    notation = document.notation
    titles = {name: notation.dialect_titles.get(name, name) for name in notation.dialects}
    return titles if notation.convert else {}


def dialect_of(document: Document, placed: Placed | None = None) -> str | None:
    """The dialect of a document, or of a chunk of it; None if it has none yet."""
    return next(_dialects(document, (placed,) if placed else document.chunks()), None)


def _dialects(document: Document, places: Iterable[Placed]) -> Iterator[str]:
    """The dialects of chunks, one after the other, or the one of the file."""
    for placed in places:
        if placed.context.dialect:
            yield placed.context.dialect
            return
        yield from (one.dialect for one in document.analysis(placed).definitions if one.dialect)


def converted(document: Document, dialect: str) -> str:
    """The whole text in another dialect.

    Raises:
        CannotConvert: That cannot be.
    """
    own = dialect_of(document)
    if own == dialect:
        own = next((one for one in _dialects(document, document.chunks()) if one != dialect), own)
    return _converted(document, document.text, own, dialect)


def convert(document: Document, dialect: str, span: Span | None = None) -> tuple[Edit, ...]:
    """The edits that put a document, or the definitions that a span touches, into another dialect.

    Raises:
        CannotConvert: That cannot be.
    """
    if span is None:
        return by_lines(document.text, converted(document, dialect))
    edits: list[Edit] = []
    for placed in _definitions(document, span):
        text = placed.chunk.text.rstrip()
        own = next((one.dialect for one in document.analysis(placed).definitions), None)
        after = _converted(document, text, own or dialect_of(document, placed), dialect).rstrip()
        edits += [edit.moved(placed.start) for edit in difference(text, after)]
    return tuple(edits)


def actions(document: Document, span: Span) -> Iterator[Action]:
    """The definitions that a span touches in each other dialect, where they can be said in that."""
    found = list(_definitions(document, span))
    if not found:
        return
    noun = "position" if document.notation.has_games else "definition"
    what = f"these {noun}s" if len(found) > 1 else f"this {noun}"
    for dialect, title in targets(document).items():
        try:
            edits = convert(document, dialect, span)
        except CannotConvert:
            continue
        if edits:
            yield Action(f"Convert {what} to {title}", edits, ActionKind.REWRITE)


def file_titles(document: Document) -> Mapping[str, str]:
    """The dialects that the whole file can be put into, each with a title for that."""
    own = dialect_of(document)
    return {name: f"Convert the file to {title}" for name, title in targets(document).items() if name != own}


def _definitions(document: Document, span: Span) -> Iterator[Placed]:
    """The chunks that a span touches, without those where there is nothing to convert."""
    for placed in document.chunks(span) if document.notation.convert else ():
        entries = document.notation.outline(placed.chunk.text)
        local = span.moved(-placed.start)
        if any(entry.span.start <= local.end and local.start <= entry.span.end for entry in entries):
            yield placed


def _converted(document: Document, text: str, dialect: str | None, other: str) -> str:
    convert = document.notation.convert
    if convert is None:
        raise CannotConvert(f"{document.notation.title} has nothing to convert to.")
    if not text.strip() or dialect == other:
        return text
    if dialect is None:
        raise CannotConvert(f"Nothing tells the {document.notation.dialect_word} of the text.")
    try:
        return convert(text, dialect, other)
    except ValueError as wrong:
        raise CannotConvert(str(wrong)) from None
