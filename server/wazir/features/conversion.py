"""Conversion: definitions and whole files in another dialect of their notation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from wazir.document import Document, Placed
from wazir.features.actions import Action, ActionKind
from wazir.features.edits import by_lines, difference
from wazir.steps import Steps, collected, stepwise
from wazir.text import Edit, Span


class CannotConvert(Exception):  # noqa: N818
    """A text cannot be converted; the message says why."""


def targets(document: Document) -> Mapping[str, str]:
    """The dialects that a document can be converted to, each with its title."""
    notation = document.notation
    titles = {name: notation.dialect_titles.get(name, name) for name in notation.dialects}
    return titles if notation.editor.convert else {}


@stepwise
def dialect_of(document: Document, placed: Placed | None = None, but: str | None = None) -> Steps[str | None]:
    """The first dialect of a document, or of a chunk, other than *but*; None if it has no other."""
    for one in (placed,) if placed else document.chunks():
        if one.context.dialect:
            return one.context.dialect if one.context.dialect != but else None
        for definition in document.analysis(one).definitions:
            if definition.dialect and definition.dialect != but:
                return definition.dialect
        yield
    return None


@stepwise
def converted(document: Document, dialect: str) -> Steps[str]:
    """The whole text in another dialect.

    Raises:
        CannotConvert: That cannot be.
    """
    own = yield from dialect_of.steps(document)
    if own == dialect:
        own = (yield from dialect_of.steps(document, but=dialect)) or own
    return (yield from _converted(document, document.text, own, dialect))


@stepwise
def convert(document: Document, dialect: str, span: Span | None = None) -> Steps[tuple[Edit, ...]]:
    """The edits that put a document, or the definitions that a span touches, into another dialect.

    Raises:
        CannotConvert: That cannot be.
    """
    if span is None:
        after = yield from converted.steps(document, dialect)
        return (yield from by_lines.steps(document.text, after))
    edits: list[Edit] = []
    for placed in _definitions(document, span):
        yield
        if placed is None:
            continue
        text = placed.chunk.text.rstrip()
        own = next((one.dialect for one in document.analysis(placed).definitions), None)
        own = own or (yield from dialect_of.steps(document, placed))
        after = yield from _converted(document, text, own, dialect)
        edits += [edit.moved(placed.start) for edit in difference(text, after.rstrip())]
    return tuple(edits)


@stepwise
def actions(document: Document, span: Span) -> Steps[list[Action]]:
    """The definitions that a span touches in each other dialect, where they can be said in that."""
    found, offered = (yield from collected(_definitions(document, span))), list[Action]()
    if not found:
        return []
    noun = "position" if document.notation.has_games else "definition"
    what = f"these {noun}s" if len(found) > 1 else f"this {noun}"
    for dialect, title in targets(document).items():
        try:
            edits = yield from convert.steps(document, dialect, span)
        except CannotConvert:
            continue
        if edits:
            offered.append(Action(f"Convert {what} to {title}", edits, ActionKind.REWRITE))
    return offered


@stepwise
def file_titles(document: Document) -> Steps[Mapping[str, str]]:
    """The dialects that the whole file can be put into, each with a title for that."""
    own = yield from dialect_of.steps(document)
    return {name: f"Convert the file to {title}" for name, title in targets(document).items() if name != own}


def _definitions(document: Document, span: Span) -> Iterator[Placed | None]:
    """The chunks that a span touches, without those where there is nothing to convert; None is a pause."""
    for placed in document.chunks(span) if document.notation.editor.convert else ():
        entries = document.notation.analyser.outline(placed.chunk.text)
        local = span.moved(-placed.start)
        if any(entry.span.start <= local.end and local.start <= entry.span.end for entry in entries):
            yield placed
        else:
            yield None


def _converted(document: Document, text: str, dialect: str | None, other: str) -> Steps[str]:
    convert = document.notation.editor.convert
    if convert is None:
        raise CannotConvert(f"{document.notation.title} has nothing to convert to.")
    if not text.strip() or dialect == other:
        return text
    if dialect is None:
        raise CannotConvert(f"Nothing tells the {document.notation.dialect_word} of the text.")
    try:
        return (yield from convert(text, dialect, other))
    except ValueError as wrong:
        raise CannotConvert(str(wrong)) from None
