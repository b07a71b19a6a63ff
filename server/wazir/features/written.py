"""Pieces as text in a notation, proved by reading the text again (Q14, Q15), and texts in another
dialect.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import NamedTuple

from wazir.budget import check, spend
from wazir.document import Document, Placed
from wazir.features.definitions import board_of, piece_in
from wazir.notations.notation import Context, Notation
from wazir.notations.results import Definition
from wazir.notations.wording import shortened
from wazir.piece.board import PlayingBoard, flat, square_name
from wazir.piece.equivalence import Verdict, compared, is_proved, twice
from wazir.piece.equivalence.differences import Difference
from wazir.piece.equivalence.normal import equal_normal_forms
from wazir.piece.model import Piece
from wazir.piece.patterns import CannotExpress
from wazir.text import Edit, Span, by_lines, difference


class CannotConvert(ValueError):  # noqa: N818
    """A piece or a text cannot be converted; the message is a sentence with the reason."""


class Left(NamedTuple):
    """A definition or a rule that could not be converted."""

    name: str
    line: int
    """The number of its line, from 0."""
    reason: str


@dataclass(frozen=True, slots=True)
class Translation:
    """A whole file in another notation."""

    text: str
    left: tuple[Left, ...] = ()


def joined(translations: Iterable[Translation], what: str) -> Translation:
    """Translations below each other.

    Raises:
        CannotConvert: There are no translations of *what*.
    """
    every = list(translations)
    if not every:
        raise CannotConvert(f"There is no {what} to convert.")
    texts = [each.text for each in every if each.text]
    return Translation("\n".join(texts), tuple(chain.from_iterable(each.left for each in every)))


class WriterDefect(CannotConvert):
    """A writer made a text that does not read back as the piece. It is a defect of Wazir."""


class WriterWarning(UserWarning):
    """A writer has a defect. Tests fail at it, and the server logs it. It quotes no text."""


_REPORT = "This is a defect of Wazir: please report it."


def _defect(notation: Notation, message: str) -> WriterDefect:
    """The exception of a defect, after a warning about it."""
    text = f"A text of the writer of {notation.title} does not read back as the piece."
    warnings.warn(text, WriterWarning, stacklevel=3)
    return WriterDefect(f"{message} {_REPORT}")


def written(
    piece: Piece,
    notation: Notation,
    dialect: str,
    board: PlayingBoard,
    avoid: frozenset[str] = frozenset(),
) -> str:
    """The moves of a piece in a dialect. They are read again, and compared on the board and on one
    twice as large.

    Args:
        piece: The piece.
        notation: The notation to write.
        dialect: One of its dialects.
        board: The board on which the piece plays.
        avoid: Names of pieces, fitted to the notation, that may not be used.

    Raises:
        CannotConvert: The notation cannot express the piece.
        WriterDefect: The text of its writer is not this piece.
    """
    if (writer := notation.writer) is None:
        raise CannotConvert(f"{notation.title} has no pieces.")
    try:
        text = writer.moves(piece, dialect, avoid)
    except CannotExpress as refusal:
        raise CannotConvert(str(refusal)) from None
    shown = shortened(text)
    if (read := piece_in(notation, text, dialect)) is None:
        if _is_too_long(notation, text, dialect):
            raise CannotConvert(
                f"{notation.title} takes more text for this piece than Wazir reads."
            )
        raise _defect(notation, f"Wazir wrote `{shown}`, which it cannot read.")
    if (verdict := _compared(piece, read, board)).same:
        return text
    if verdict.difference is None:
        raise CannotConvert(f"`{shown}` may be this piece, but has too many paths to prove it.")
    if _compared(piece, read, flat(board)).same:
        raise CannotConvert(
            f"{notation.title} cannot express this piece on a cylinder. "
            f"{_in_words(verdict.difference)}"
        )
    raise _defect(notation, f"Wazir wrote another piece, `{shown}`.")


def _is_too_long(notation: Notation, text: str, dialect: str) -> bool:
    """Whether a text is not read, because it is too long or too deeply nested."""
    document = Document.open(notation, text, Context(dialect or None))
    return any(diagnostic.code.id == "too-long" for diagnostic in document.diagnostics())


def _compared(piece: Piece, other: Piece, board: PlayingBoard) -> Verdict:
    """Whether two pieces are the same on a board and on one twice as large (Q14)."""
    if equal_normal_forms(piece, other, board):
        return Verdict(same=True)
    verdicts = (compared(piece, other, size, is_fewest=False) for size in (board, twice(board)))
    return next((verdict for verdict in verdicts if not verdict.same), Verdict(same=True))


def _in_words(difference: Difference) -> str:
    """The first move that the text has and the piece lacks, or the reverse."""
    result = (difference.only_b or difference.only_a)[0]
    position = difference.position
    does, target = (
        ("captures on", result.takes[0])
        if result.takes
        else ("goes to", result.to or difference.square)
    )
    squares = (difference.square, target, *sorted(position.friends | position.foes))
    start, end, *others = (square_name(at, position.board) for at in squares)
    beside = ""
    if others:
        pieces = "pieces" if others[1:] else "a piece"
        beside = f" with {pieces} on {', '.join(others)}"
    return (
        f"The nearest text {'also' if difference.only_b else 'never'} {does} {end} from "
        f"{start}{beside}."
    )


def keeps_meaning(definition: Definition, other: Definition) -> bool:
    """Whether a definition has the piece of another one, by a quick proof, which guards every edit
    that claims so.
    """
    if definition.piece is None or other.piece is None:
        return (definition.piece, definition.game, definition.broken) == (
            other.piece,
            other.game,
            other.broken,
        )
    return not other.broken and is_proved(definition.piece, other.piece, board_of(definition))


def in_file(document: Document, definition: Definition) -> Definition:
    """A definition with the piece that its file means: in the file of an engine what that engine
    plays.
    """
    played = definition.played if document.notation.embedded else None
    return replace(definition, piece=played.piece) if played else definition


def written_alone(definition: Definition, notation: Notation) -> str:
    """The moves of a definition in the usual dialect of another notation.

    Raises:
        CannotConvert: The notation cannot express them, or they have an error.
    """
    writer = notation.writer
    return defined(
        definition, notation, dialect=writer.default_dialect if writer else "", avoid=frozenset()
    )


def defined(
    definition: Definition, notation: Notation, dialect: str, avoid: frozenset[str], own: str = ""
) -> str:
    """The moves of a definition in a dialect of a notation: its own text if it means the same
    there.
    """
    if definition.broken or definition.piece is None:
        raise CannotConvert("It has an error.")
    read = piece_in(notation, own, dialect) if own else None
    if read and equal_normal_forms(definition.piece, read, board_of(definition)):
        return own
    return written(definition.piece, notation, dialect, board=board_of(definition), avoid=avoid)


# Texts in another dialect of their notation


def dialects(document: Document) -> Mapping[str, str]:
    """The dialects that a document can be converted to, each with its title."""
    notation = document.notation
    titles = {name: notation.dialect_titles.get(name, name) for name in notation.dialects}
    return titles if notation.converter else {}


def dialect_of(document: Document, but: str | None = None) -> str | None:
    """The first dialect of a document other than *but*; None if it has no other."""
    for chunk in document.chunks() if document.notation.dialects else ():
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
    if (own := dialect_of(document)) == dialect:
        own = dialect_of(document, but=dialect) or own
    return _in_dialect(document, document.text, own, other=dialect)


STEPS_OF_CONVERTED_CHARACTER = 3
"""The steps that converting a character to another dialect takes."""


def convert(document: Document, dialect: str, span: Span | None = None) -> tuple[Edit, ...]:
    """The edits that convert a document, or the definitions that a span touches, to another
    dialect.

    Raises:
        CannotConvert: A definition cannot be converted.
        OverBudget: The span has too many definitions.
    """
    if span is None:
        return by_lines(document.text, in_dialect(document, dialect))
    edits: list[Edit] = []
    chunks = touched(document, span)
    spend(STEPS_OF_CONVERTED_CHARACTER * sum(len(placed.chunk.text) for placed in chunks))
    for placed in chunks:
        text = placed.chunk.text.rstrip()
        # A dialect depends on no other chunk, whose pieces take long to be found.
        own = next((definition.dialect for definition in placed.chunk.analysis.definitions), None)
        after = _in_dialect(document, text, own, other=dialect)
        edits += [edit.moved(placed.start) for edit in difference(text, after.rstrip())]
    return tuple(edits)


def file_titles(document: Document) -> Mapping[str, str]:
    """The dialects that the whole file can be converted to, each with the title of that action."""
    own = dialect_of(document)
    return {
        name: f"Convert the file to {title}"
        for name, title in dialects(document).items()
        if name != own
    }


def touched(document: Document, span: Span) -> list[Placed]:
    """The chunks with definitions that a span touches, in a notation that converts between
    dialects.
    """
    touching = list[Placed]()
    for placed in document.chunks(span) if document.notation.converter else ():
        local = span.moved(-placed.start)
        entries = placed.chunk.analysis.outline
        if any(
            entry.span.start <= local.end and local.start <= entry.span.end for entry in entries
        ):
            touching.append(placed)
    return touching


def _in_dialect(document: Document, text: str, dialect: str | None, other: str) -> str:
    if (converter := document.notation.converter) is None:
        raise CannotConvert(f"{document.notation.title} has no dialects to convert to.")
    if not text.strip() or dialect == other:
        return text
    if dialect is None:
        raise CannotConvert(f"The {document.notation.dialect_word} of the text is unknown.")
    try:
        return converter.convert(text, dialect, other)
    except ValueError as wrong:
        raise CannotConvert(str(wrong)) from None
