"""Pieces written in a notation, each text proved by reading it again (Q14)."""

from __future__ import annotations

from wazir.document import Document
from wazir.notations.base import Context, Notation
from wazir.piece.board import PlayingBoard
from wazir.piece.equivalence.normal import are_made_alike
from wazir.piece.equivalence.same import compared, twice
from wazir.piece.model import Piece


class CannotWrite(Exception):  # noqa: N818
    """A notation cannot say a piece; the message says why."""


def written(piece: Piece, notation: Notation, dialect: str, board: PlayingBoard) -> str:
    """The text of a piece in a dialect: read again it is the same on the board, and on one twice as large.

    Raises:
        CannotWrite: The notation cannot say all that the piece does.
    """
    if notation.editor.write is None:
        raise CannotWrite(f"{notation.title} has no pieces.")
    try:
        text = notation.editor.write(piece, dialect)
    except ValueError as wrong:
        raise CannotWrite(str(wrong)) from None
    context = Context(dialect or None, fixed=frozenset({"dialect"} if dialect else ()))
    document = Document.open(notation, text, context)
    definitions = [one for placed in document.chunks() for one in document.analysis(placed).definitions]
    read = definitions[-1].piece if definitions and not definitions[-1].broken else None
    if len(definitions) != 1 or read is None:
        raise CannotWrite(f"{notation.title} has no text for this piece.")
    for each in () if are_made_alike(piece, read) else (board, twice(board)):
        if not compared(piece, read, each).same:
            raise CannotWrite(f"{notation.title} cannot say exactly this piece: `{text}` is the nearest.")
    return text
