"""The readings of a text by dialects and programs; readings with the same moves are one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from wazir.document import Document
from wazir.features import definitions
from wazir.features.definitions import Json
from wazir.notations.base import Context, Notation
from wazir.piece.board import PlayingBoard
from wazir.piece.drawing.diagram import drawing, of_reach
from wazir.piece.equivalence.same import compared
from wazir.piece.model import Piece
from wazir.piece.motion.reach import reach
from wazir.piece.words.sentence import sentence


@dataclass(frozen=True, slots=True)
class Reading:
    """A reading of a text by some dialects and programs."""

    names: tuple[str, ...]
    piece: Piece | None
    """The piece; None if the text cannot be read."""
    why: str = ""
    """The reason why it cannot be read, as a sentence."""


def readings(notation: Notation, text: str, board: PlayingBoard) -> list[Reading]:
    """The readings of a text; those with the same moves on a board are one."""
    found: list[Reading] = []
    for one in _each(notation, text, board):
        at = next((number for number, other in enumerate(found) if _alike(one, other, board)), None)
        if at is None:
            found.append(one)
        else:
            found[at] = replace(found[at], names=found[at].names + one.names)
    return found


def _alike(one: Reading, other: Reading, board: PlayingBoard) -> bool:
    if one.piece is None or other.piece is None:
        return (one.piece, one.why) == (other.piece, other.why)
    return bool(compared(one.piece, other.piece, board).same)


def _each(notation: Notation, text: str, board: PlayingBoard) -> Iterator[Reading]:
    for dialect in notation.dialects:
        document = Document.open(notation, text, Context(dialect, str(board), fixed=frozenset({"dialect", "board"})))
        definition = definitions.last(document)
        if definition and definition.piece and not definition.broken:
            yield Reading((dialect,), definition.piece)
        else:
            why = next((one.message for one in document.diagnostics()), "There is no piece in this text.")
            yield Reading((dialect,), None, why)
    for name, program in notation.readers.items():
        try:
            program.check_board(board)
            yield Reading((name,), program.read(text))
        except ValueError as wrong:
            yield Reading((name,), None, str(wrong))


def as_json(reading: Reading) -> Json:
    """A reading as plain data: `read_by`, and `sentence` and `diagram`, or `error`."""
    if reading.piece is None:
        return {"read_by": list(reading.names), "error": reading.why}
    rows = drawing(of_reach(reach(reading.piece))).rows
    return {"read_by": list(reading.names), "sentence": sentence(reading.piece), "diagram": list(rows)}
