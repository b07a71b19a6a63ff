"""Conversion to another dialect, and to another notation, proved by reading the text again (Q14 to Q16)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import count
from typing import NamedTuple

from wazir.document import Document, Placed
from wazir.features.actions import Action, ActionKind
from wazir.features.definitions import board_of, every, moves_of, piece_in
from wazir.features.edits import by_lines, difference
from wazir.notations import REGISTRY, by_name, engine_files
from wazir.notations.base import Definition, Notation, TokenType, Writer
from wazir.notations.readers import LETTERS, EngineFile, ListedPiece
from wazir.piece.board import PlayingBoard, SquareBoard
from wazir.piece.equivalence.normal import are_made_alike
from wazir.piece.equivalence.same import CHESSBOARD, compared, twice
from wazir.piece.model import Piece
from wazir.steps import Steps, collected, stepwise
from wazir.text import Edit, Span


class CannotConvert(Exception):  # noqa: N818
    """A piece or a text cannot be converted; the message is a sentence with the reason."""


# Dialects

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
    for one in (placed,) if placed else document.chunks():
        if one.context.dialect:
            return one.context.dialect if one.context.dialect != but else None
        for definition in document.analysis(one).definitions:
            if definition.dialect and definition.dialect != but:
                return definition.dialect
        yield
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
        entries = document.notation.analyser.outline(placed.chunk.text)
        local = span.moved(-placed.start)
        if any(entry.span.start <= local.end and local.start <= entry.span.end for entry in entries):
            yield placed
        else:
            yield None


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


_MARKS = re.compile(r"\A(?:[#;]+|//|--|/\*)[ \t]?|[ \t]*\*/\Z")
"""What begins or ends a comment in some notation."""
_SETTING = re.compile(r"style:\s*\w+", re.IGNORECASE)
"""A comment that sets the style of its file."""


# Notations


def written(
    piece: Piece, notation: Notation, dialect: str, board: PlayingBoard, avoid: frozenset[str] = frozenset()
) -> str:
    """The moves of a piece in a dialect. They are read again, and compared on the board and on one twice as large.

    Args:
        piece: The piece.
        notation: The notation to write.
        dialect: One of its dialects.
        board: The board on which the piece plays.
        avoid: Names of pieces, fitted to the notation, that may not be used.

    Raises:
        CannotConvert: The notation cannot express the piece.
    """
    text, reason = _written(piece, notation.name, dialect, board, avoid)
    if reason:
        raise CannotConvert(reason)
    return text


@lru_cache(maxsize=4096)
def _written(piece: Piece, name: str, dialect: str, board: PlayingBoard, avoid: frozenset[str]) -> tuple[str, str]:
    """The moves of a piece as text, or the reason for a refusal; cached, because files repeat their pieces."""
    notation = by_name(name)
    writer = notation.editor.writer
    if writer is None:
        return "", f"{notation.title} has no pieces."
    try:
        text = writer.moves(piece, dialect, avoid)
    except ValueError as wrong:
        return "", str(wrong)
    read = piece_in(notation, text, dialect)
    if read is None:
        return "", f"{notation.title} cannot express this piece."
    if not _is_same(piece, read, board):
        return "", f"{notation.title} cannot express exactly this piece."
    return text, ""


def _is_same(piece: Piece, other: Piece, board: PlayingBoard) -> bool:
    """Whether two pieces are the same on a board, and on one twice as large (Q14)."""
    return are_made_alike(piece, other) or all(compared(piece, other, one).same for one in (board, twice(board)))


def _written_actions(document: Document, span: Span) -> Steps[list[Action]]:
    """The definitions that a span touches in the other dialects of their notation, where they mean the same there."""
    notation, found = document.notation, list[tuple[Placed, Definition]]()
    if notation.editor.writer is None or notation.editor.convert or len(notation.dialects) < 2:
        return []
    for placed in document.chunks(span):
        local = span.moved(-placed.start)
        definitions = document.analysis(placed).definitions
        found += [(placed, one) for one in definitions if one.span.start <= local.end and local.start <= one.span.end]
        yield
        if len(found) > MOST_AT_ONCE:
            return []
    what, offered = "these definitions" if len(found) > 1 else "this definition", list[Action]()
    for dialect in notation.dialects:
        edits = list[Edit]()
        for placed, one in found:
            edits += _rewritten(document, placed, one, dialect)
            yield
        if edits:
            title = notation.dialect_titles.get(dialect, dialect)
            offered.append(Action(f"Convert {what} to {title}", tuple(edits), ActionKind.REWRITE))
    return offered


def _rewritten(document: Document, placed: Placed, definition: Definition, dialect: str) -> tuple[Edit, ...]:
    """The edit that writes a definition in another dialect; none if the file would not read it so, with its meaning."""
    if definition.dialect == dialect:
        return ()
    try:
        text = _defined(definition, document.notation, dialect, frozenset())
    except CannotConvert:
        return ()
    edit = Edit(definition.moves.moved(placed.start), text)
    after = document.apply(edit)
    definitions = after.analysis(after.chunk_at(placed.start)).definitions
    again = [one for one in definitions if (one.name, one.dialect) == (definition.name, dialect)]
    piece, read = definition.piece, again[0].piece if len(again) == 1 and not again[0].broken else None
    is_same = piece is not None and read is not None and _is_same(piece, read, board_of(definition))
    return (edit,) if is_same and document.slice(edit.span) != text else ()


# Files


class Target(NamedTuple):
    """What a file can be converted to."""

    notation: Notation
    dialect: str
    title: str
    file: EngineFile | None = None
    """The form of an engine, in which the pieces are written in the notation."""

    @property
    def language(self) -> str:
        """The language of the file in editors."""
        return self.file.language if self.file else self.notation.name


@cache
def every_target() -> Mapping[str, Target]:
    """The targets of conversions by name: the dialects of each notation, or the notation itself."""
    found: dict[str, Target] = {}
    for notation in REGISTRY:
        if notation.editor.writer and not notation.dialects:
            found[notation.name] = Target(notation, notation.editor.writer.default_dialect, notation.title)
        if notation.editor.writer or notation.editor.convert:
            for dialect in notation.dialects:
                title = notation.dialect_titles.get(dialect, dialect)
                found[dialect] = Target(notation, dialect, f"{notation.title} ({title})")
    return found | {name: Target(REGISTRY[0], name, file.title, file) for name, file in engine_files().items()}


def targets(document: Document) -> Mapping[str, Target]:
    """The targets that a document can be converted to by name, those of its own notation first."""
    own = document.notation
    possible = {
        name: target
        for name, target in every_target().items()
        if target.notation is own or not (own.has_games or target.notation.has_games)
    }
    return dict(sorted(possible.items(), key=lambda each: each[1].notation is not own))


def new_files(document: Document) -> Mapping[str, Target]:
    """The targets by name that a document is written as in another file: those that are not converted in place."""
    own = document.notation
    return {
        name: target
        for name, target in targets(document).items()
        if target.notation is not own or (own.editor.convert is None and own.dialects)
    }


@stepwise
def converted(document: Document, target: Target) -> Steps[Translation]:
    """A whole document in another dialect of its notation, or in another notation.

    Raises:
        CannotConvert: It cannot be converted.
    """
    if target.file:
        return (yield from exported.steps(document, target))
    if document.notation is target.notation and target.notation.editor.convert:
        return Translation((yield from in_dialect.steps(document, target.dialect)))
    return (yield from translated.steps(document, target.notation, target.dialect))


class Left(NamedTuple):
    """A definition that could not be converted."""

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
    """Its place in the order: a comment inside a definition precedes the definition."""
    span: Span
    definition: Definition | None
    function: str = ""
    """The name of a definition that defines no piece."""


@stepwise
def translated(document: Document, notation: Notation, dialect: str) -> Steps[Translation]:
    """A whole document in another notation, with its definitions, comments and blank lines in order (Q16).

    A definition that cannot be expressed becomes a comment with the reason.

    Raises:
        CannotConvert: The notation has no pieces.
    """
    writer = notation.editor.writer
    if writer is None or document.notation.has_games:
        raise CannotConvert(f"{document.notation.title} cannot be converted to {notation.title}.")
    found = list(every(document))
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
                if gap == 0 and len(comment) == 1 and lines and not lines[-1].startswith(mark):
                    lines[-1] += f"  {mark}{comment[0]}".rstrip()
                else:
                    lines += [f"{mark}{line}".rstrip() for line in comment]
                continue
            definition, name = item.definition, fitted[number]
            number += 1
            board = board or definition.board
            try:
                text = _defined(definition, notation, dialect, avoid)
            except CannotConvert as refusal:
                leave_out(definition.name or f"Piece {number}", item.span, str(refusal))
            else:
                lines += (writer.definition(name, text, dialect) if name else text).split("\n")
        yield
    body = "\n".join(lines)
    return Translation(f"{writer.heading(dialect, board)}{body}\n" if body else "", tuple(left))


@stepwise
def exported(document: Document, target: Target) -> Steps[Translation]:
    """The pieces of a document in the file of an engine, which plays each as it is meant.

    Raises:
        CannotConvert: The document has no pieces, or the engine does not have its board.
    """
    if target.file is None or document.notation.has_games:
        raise CannotConvert(f"{document.notation.title} cannot be converted to {target.title}.")
    found = list(every(document))
    board = next((board_of(one) for _, one in found if one.board), CHESSBOARD)
    if not isinstance(board, SquareBoard) or board.cylinder or min(board.files, board.ranks) < 2:
        raise CannotConvert(f"{target.title}: there is no board {board}.")
    pieces, left, free = list[ListedPiece](), list[Left](), list(LETTERS)
    for number, (placed, definition) in enumerate(found, 1):
        yield
        name = definition.name or f"Piece {number}"
        try:
            if not free:
                raise CannotConvert(f"There are letters for {len(LETTERS)} pieces.")
            moves = _for_engine(document, placed, definition, target, board)
        except CannotConvert as refusal:
            line = document.position(placed.start + definition.span.start)[0]
            left.append(Left(name, line, str(refusal)))
        else:
            letter = next((sign for sign in name.lower() if sign in free), free[0])
            free.remove(letter)
            pieces.append(ListedPiece(name, letter, moves))
    return Translation(target.file.write(pieces, board) if pieces else "", tuple(left))


def for_engine(document: Document, placed: Placed, definition: Definition, target: Target) -> str:
    """A single piece in the file of an engine.

    Raises:
        CannotConvert: The engine cannot play it, or it has an error.
    """
    board = board_of(definition)
    if target.file is None or not isinstance(board, SquareBoard):
        raise CannotConvert(f"{target.title}: there is no board {board}.")
    name = definition.name or "Piece 1"
    letter = next((sign for sign in name.lower() if sign in LETTERS), LETTERS[0])
    moves = _for_engine(document, placed, definition, target, board)
    return target.file.write([ListedPiece(name, letter, moves)], board)


def _for_engine(document: Document, placed: Placed, definition: Definition, target: Target, board: SquareBoard) -> str:
    """The moves of a definition as text that an engine plays as meant."""
    if definition.broken or definition.piece is None or target.file is None:
        raise CannotConvert("It has an error.")
    own = moves_of(placed, definition).replace(" ", "") if document.notation is target.notation else ""
    try:
        return target.file.moves(definition.piece, own, board)
    except ValueError as wrong:
        raise CannotConvert(str(wrong)) from None


def _fitted(names: list[str | None], writer: Writer) -> list[str | None]:
    """The names as another notation spells them, all different."""
    fitted, taken = list[str | None](), set[str | None]()
    for name in names:
        candidates = (writer.name(f"{name} {number}" if number > 1 else name or "") for number in count(1))
        fitted.append(None if name is None else next(one for one in candidates if one not in taken))
        taken.add(fitted[-1])
    return fitted


def _items(document: Document, placed: Placed) -> Iterator[_Item]:
    """The definitions and the comments of a chunk in order."""
    analysis, analyser = document.analysis(placed), document.notation.analyser
    items = [_Item(one.span.start, one.span, one) for one in analysis.definitions]
    pieces = {one.name_span for one in analysis.definitions}
    functions = {span for _, span in analyser.names(placed.chunk.text)} - pieces
    has_functions = document.notation.editor.writer is not None
    for entry in analyser.outline(placed.chunk.text) if has_functions else ():
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
        CannotConvert: The notation cannot express them, or they have an error.
    """
    writer = notation.editor.writer
    return _defined(definition, notation, writer.default_dialect if writer else "", frozenset())


def _defined(definition: Definition, notation: Notation, dialect: str, avoid: frozenset[str]) -> str:
    """The moves of a definition in a dialect of another notation."""
    if definition.broken or definition.piece is None:
        raise CannotConvert("It has an error.")
    return written(definition.piece, notation, dialect, board_of(definition), avoid)
