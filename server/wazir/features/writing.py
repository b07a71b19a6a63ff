"""Pieces written in another notation, each text proved by reading it again (Q14 to Q16)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from wazir.document import Document, Placed
from wazir.features import conversion
from wazir.features.definitions import board_of
from wazir.notations import REGISTRY
from wazir.notations.base import Context, Definition, Notation, TokenType, Writer
from wazir.piece.board import PlayingBoard
from wazir.piece.equivalence.normal import are_made_alike
from wazir.piece.equivalence.same import compared, twice
from wazir.piece.model import Piece
from wazir.steps import Steps, stepwise
from wazir.text import Span

_MARKS = re.compile(r"\A(?:[#;]+|//|--|/\*)[ \t]?|[ \t]*\*/\Z")
"""What begins or ends a comment in some notation."""
_SETTING = re.compile(r"style:\s*\w+", re.IGNORECASE)
"""A comment that sets the style of its file."""


class CannotWrite(Exception):  # noqa: N818
    """A notation cannot say a piece; the message says why."""


def written(
    piece: Piece, notation: Notation, dialect: str, board: PlayingBoard, avoid: frozenset[str] = frozenset()
) -> str:
    """The moves of a piece in a dialect: read again they are the same on the board, and on one twice as large.

    Args:
        piece: The piece.
        notation: The notation to write.
        dialect: One of its dialects.
        board: The board on which the piece plays.
        avoid: Names of pieces, fitted to the notation, that may not be used.

    Raises:
        CannotWrite: The notation cannot say all that the piece does.
    """
    writer = notation.editor.writer
    if writer is None:
        raise CannotWrite(f"{notation.title} has no pieces.")
    try:
        text = writer.moves(piece, dialect, avoid)
    except ValueError as wrong:
        raise CannotWrite(str(wrong)) from None
    read = _read(notation, text, dialect)
    if read is None:
        raise CannotWrite(f"{notation.title} has no text for this piece.")
    for each in () if are_made_alike(piece, read) else (board, twice(board)):
        if not compared(piece, read, each).same:
            raise CannotWrite(f"{notation.title} has no way to say exactly this piece.")
    return text


def _read(notation: Notation, text: str, dialect: str) -> Piece | None:
    """The one piece that a text defines; None if it is none, or has an error."""
    context = Context(dialect or None, fixed=frozenset({"dialect"} if dialect else ()))
    document = Document.open(notation, text, context)
    found = [one for placed in document.chunks() for one in document.analysis(placed).definitions]
    return found[0].piece if len(found) == 1 and not found[0].broken else None


# Files


class Target(NamedTuple):
    """What a file can be converted to."""

    notation: Notation
    dialect: str
    title: str


@cache
def every_target() -> Mapping[str, Target]:
    """What files can be converted to, by name: the dialects of each notation, else the notation itself."""
    found: dict[str, Target] = {}
    for notation in REGISTRY:
        if notation.editor.writer and not notation.dialects:
            found[notation.name] = Target(notation, notation.editor.writer.default_dialect, notation.title)
        if notation.editor.writer or notation.editor.convert:
            for dialect in notation.dialects:
                title = notation.dialect_titles.get(dialect, dialect)
                found[dialect] = Target(notation, dialect, f"{notation.title} ({title})")
    return found


def targets(document: Document) -> Mapping[str, Target]:
    """What a document can be converted to, by name, its own notation first."""
    own = document.notation
    possible = {
        name: target
        for name, target in every_target().items()
        if target.notation is own or not (own.has_games or target.notation.has_games)
    }
    return dict(sorted(possible.items(), key=lambda each: each[1].notation is not own))


@stepwise
def converted(document: Document, target: Target) -> Steps[Translation]:
    """A whole document in another form of its notation, or in another notation.

    Raises:
        CannotConvert: That cannot be.
        CannotWrite: The notation has no pieces.
    """
    if document.notation is target.notation and target.notation.editor.convert:
        return Translation((yield from conversion.converted.steps(document, target.dialect)))
    return (yield from translated.steps(document, target.notation, target.dialect))


class Left(NamedTuple):
    """A definition that is left out."""

    name: str
    line: int
    """The number of its line, from 0."""
    reason: str


@dataclass(frozen=True, slots=True)
class Translation:
    """A whole file in another notation."""

    text: str
    left: tuple[Left, ...] = ()


class _Item(NamedTuple):
    """A definition or a comment of a document."""

    place: int
    """Where it goes: a comment inside of a definition goes before it."""
    span: Span
    definition: Definition | None
    function: str = ""
    """The name that is defined, if it is not that of a piece."""


@stepwise
def translated(document: Document, notation: Notation, dialect: str) -> Steps[Translation]:
    """A whole document in another notation: its definitions in order, comments and blank lines kept (Q16).

    A definition that cannot be said stays as a comment with the reason.

    Raises:
        CannotWrite: The notation has no pieces.
    """
    writer = notation.editor.writer
    if writer is None or document.notation.has_games:
        raise CannotWrite(f"{document.notation.title} cannot be converted to {notation.title}.")
    found = [(placed, one) for placed in document.chunks() for one in document.analysis(placed).definitions]
    if document.notation is notation and all(one.dialect == dialect for _, one in found):
        return Translation(document.text)
    names = [one.name or (f"Piece {number}" if found[1:] else None) for number, (_, one) in enumerate(found, 1)]
    fitted = _fitted(names, writer)
    avoid, left, lines = frozenset(filter(None, fitted)), list[Left](), list[str]()
    board, behind, number = None, 0, 0
    mark = writer.comment(dialect)

    def leave_out(shown: str, span: Span, reason: str) -> None:
        left.append(Left(shown, document.position(span.start)[0], reason))
        original = document.text[span.start : span.end].splitlines()
        lines.extend(f"{mark}{line}".rstrip() for line in (f"{shown} is left out: {reason}", *original))

    for placed in document.chunks():
        for item in _items(document, placed):
            gap = document.text[behind : item.place].count("\n") if lines else 1
            lines += [""] * (gap > 1)
            behind = item.span.end
            if item.function:
                leave_out(item.function, item.span, "It is a function, not a piece. Its uses are written out.")
                continue
            if item.definition is None:
                comment = _comment_lines(document.text[item.span.start : item.span.end])
                if gap == 0 and len(comment) == 1 and not _ends_in_comment(lines, mark):
                    lines[-1] += f"  {mark}{comment[0]}".rstrip()
                else:
                    lines += [f"{mark}{line}".rstrip() for line in comment]
                continue
            definition, name = item.definition, fitted[number]
            number += 1
            board = board or definition.board
            try:
                text = _defined(definition, notation, dialect, avoid)
            except CannotWrite as refusal:
                leave_out(definition.name or f"Piece {number}", item.span, str(refusal))
            else:
                lines += (writer.definition(name, text, dialect) if name else text).split("\n")
        yield
    body = "\n".join(lines)
    return Translation(f"{writer.heading(dialect, board)}{body}\n" if body else "", tuple(left))


def _ends_in_comment(lines: list[str], mark: str) -> bool:
    """Whether the last line is a comment already."""
    return not lines or lines[-1].startswith(mark)


def _fitted(names: list[str | None], writer: Writer) -> list[str | None]:
    """The names as another notation has them, no two alike."""
    taken: set[str] = set()
    fitted: list[str | None] = []
    for name in names:
        one = None if name is None else writer.name(name)
        number = 2
        while one in taken and name is not None:
            one = writer.name(f"{name} {number}")
            number += 1
        if one is not None:
            taken.add(one)
        fitted.append(one)
    return fitted


def _items(document: Document, placed: Placed) -> Iterator[_Item]:
    """The definitions and the comments of a chunk in order; comments inside of a definition stand before it."""
    analysis, analyser = document.analysis(placed), document.notation.analyser
    items = [_Item(one.span.start, one.span, one) for one in analysis.definitions]
    pieces = {one.name_span for one in analysis.definitions}
    functions = {span for _, span in analyser.names(placed.chunk.text)} - pieces
    for entry in analyser.outline(placed.chunk.text):
        if entry.selection in functions:
            items.append(_Item(entry.span.start, entry.span, None, entry.name))
    spans = [item.span for item in items]
    for token in analysis.tree.tokens:
        if analyser.token_type(token) is not TokenType.COMMENT:
            continue
        span = Span(token.start, token.end)
        words = "".join(_comment_lines(placed.chunk.text[span.start : span.end]))
        if not _SETTING.fullmatch(words.strip()):
            around = (one.start for one in spans if one.start < span.start < one.end)
            items.append(_Item(next(around, span.start), span, None))
    for item in sorted(items, key=lambda each: (each.place, each.span in spans, each.span.start)):
        yield item._replace(place=item.place + placed.start, span=item.span.moved(placed.start))


def _comment_lines(text: str) -> list[str]:
    """The lines of a comment without its marks."""
    return [_MARKS.sub("", line.strip()) for line in _MARKS.sub("", text.strip()).splitlines()] or [""]


def written_alone(definition: Definition, notation: Notation) -> str:
    """The moves of a definition in the usual dialect of another notation.

    Raises:
        CannotWrite: The notation cannot say them, or they have an error.
    """
    writer = notation.editor.writer
    return _defined(definition, notation, writer.default_dialect if writer else "", frozenset())


def _defined(definition: Definition, notation: Notation, dialect: str, avoid: frozenset[str]) -> str:
    if definition.broken or definition.piece is None:
        raise CannotWrite("It has an error.")
    return written(definition.piece, notation, dialect, board_of(definition), avoid)
