"""The readings of a text by dialects and engines; readings with the same moves are one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from wazir.budget import check
from wazir.document import Document
from wazir.features import definitions
from wazir.features.definitions import Json, board_of, moves_of
from wazir.features.requests import named_board
from wazir.features.subject import figurine_of, reach_of, sentence_of
from wazir.features.views.piece import piece_at
from wazir.notations.notation import Context, Notation
from wazir.piece.board import PlayingBoard
from wazir.piece.drawing import svg
from wazir.piece.drawing.diagram import of_reach
from wazir.piece.drawing.shapes import Theme
from wazir.piece.drawing.text_diagram import drawing
from wazir.piece.equivalence import compared
from wazir.piece.equivalence.normal import equal_normal_forms
from wazir.piece.model import Piece
from wazir.text import Span

HEIGHT = 160
"""Of a picture, in pixels."""


@dataclass(frozen=True, slots=True)
class TextReading:
    """A reading of a text by some dialects and engines."""

    names: tuple[str, ...]
    piece: Piece | None
    """The piece; None if the text cannot be read."""
    why: str = ""
    """The reason why it cannot be read, as a sentence."""


def readings(notation: Notation, text: str, board: PlayingBoard) -> list[TextReading]:
    """The readings of a text; those with the same moves on a board are one."""
    merged: list[TextReading] = []
    for reading in _each(notation, text, board):
        same = next(
            (number for number, other in enumerate(merged) if _alike(reading, other, board)), None
        )
        if same is None:
            merged.append(reading)
        else:
            merged[same] = replace(merged[same], names=merged[same].names + reading.names)
    return merged


def _alike(reading: TextReading, other: TextReading, board: PlayingBoard) -> bool:
    if reading.piece is None or other.piece is None:
        return (reading.piece, reading.why) == (other.piece, other.why)
    return equal_normal_forms(reading.piece, other.piece) or bool(
        compared(reading.piece, other.piece, board).same
    )


def _each(notation: Notation, text: str, board: PlayingBoard) -> Iterator[TextReading]:
    for dialect in notation.dialects:
        document = Document.open(
            notation, text, Context(dialect, str(board), fixed=frozenset({"dialect", "board"}))
        )
        if (last := definitions.last(document)) and not last[1].broken:
            yield TextReading((dialect,), last[1].piece)
        else:
            why = next(
                (diagnostic.message for diagnostic in document.diagnostics()),
                "This text defines no piece.",
            )
            yield TextReading((dialect,), None, why)
    for name, engine in notation.readers.items():
        try:
            engine.check_board(board)
            yield TextReading((name,), engine.read(text))
        except ValueError as wrong:
            yield TextReading((name,), None, str(wrong))


def as_json(reading: TextReading) -> Json:
    """A reading as plain data: `read_by`, and `sentence` and `diagram`, or `error`."""
    if reading.piece is None:
        return {"read_by": list(reading.names), "error": reading.why}
    rows = drawing(of_reach(reach_of(reading.piece))).rows
    return {
        "read_by": list(reading.names),
        "sentence": sentence_of(reading.piece),
        "diagram": list(rows),
    }


# For editors


@dataclass(frozen=True, slots=True)
class ReadingCard:
    """A reading as it is shown."""

    names: tuple[str, ...]
    """The titles of dialects and engines."""
    is_of_file: bool
    """It is the reading of the file."""
    sentence: str
    """The moves in words, or the reason why the text cannot be read."""
    svg: str
    """A small picture; empty if the text cannot be read, or the piece cannot move."""


@dataclass(frozen=True, slots=True)
class ReadingsView:
    """All readings of the moves of a piece."""

    title: str
    """The moves."""
    board: str
    span: Span
    """The whole definition."""
    readings: tuple[ReadingCard, ...]


def language_of(document: Document) -> Notation | None:
    """The notation with several readings in which the pieces of a document are written, or None."""
    notation = document.notation.embedded or document.notation
    return notation if notation.readers else None


def readings_at(
    document: Document, offset: int, board: str | None, theme: Theme
) -> ReadingsView | None:
    """All readings of the piece at an offset; None without a piece, or with a single reading.

    Raises:
        RequestError: *board* is not a board.
    """
    at, notation = piece_at(document, offset), language_of(document)
    if at is None or notation is None or at[1].moves.start == at[1].moves.end:
        return None
    placed, definition = at
    on = board_of(definition) if board is None else named_board(board)
    text = moves_of(document, placed, definition)
    titles = {name: notation.dialect_titles.get(name, name) for name in notation.dialects}
    titles |= {name: engine.title for name, engine in notation.readers.items()}
    cards = []
    for reading in readings(notation, text, on):
        check()
        piece = reading.piece
        names = tuple(titles[name] for name in reading.names)
        words = sentence_of(piece) if piece else reading.why
        if piece and piece.moves:
            picture = _picture(piece, text, theme=theme, letters=document.context.letters)
        else:
            picture = ""
        cards.append(ReadingCard(names, definition.dialect in reading.names, words, svg=picture))
    return ReadingsView(text, str(on), definition.span.moved(placed.start), readings=tuple(cards))


def _picture(piece: Piece, text: str, *, theme: Theme, letters: bool) -> str:
    words = sentence_of(piece)
    drawn = of_reach(reach_of(piece))
    return svg.of_diagram(
        drawn,
        title=text,
        description=words,
        figurine=figurine_of(piece, letters=letters),
        theme=theme,
        height=HEIGHT,
        legend=False,
    )
