"""What is played or set up on a board, written into its record."""

from __future__ import annotations

from dataclasses import dataclass

from wazir.ben39.actions import spell
from wazir.document import Document
from wazir.features.edits import difference
from wazir.features.game.view import Line, Reached, reached
from wazir.features.requests import RequestError
from wazir.text import Edit


@dataclass(frozen=True, slots=True)
class Written:
    """Edits of a document."""

    edits: tuple[Edit, ...]
    lost: int
    """The number of actions of the record that the edits remove."""


def write(document: Document, offset: int, line: Line) -> Written | None:
    """Write the actions of a line of play, or the position that it sets up, into the record at an offset.

    Raises:
        RequestError: There is nothing to write, or it is not legal.
    """
    found = reached(document, offset, line)
    if found is None:
        return None
    if found.refused:
        raise RequestError(found.refused.reason)
    edits = _position(document, found) if line.fen is not None else _moves(document, found)
    return Written(edits, found.length - found.at)


def _number(document: Document, found: Reached) -> int:
    """The number of the record in its chunk."""
    return document.analysis(found.placed).definitions.index(found.definition)


def _moves(document: Document, found: Reached) -> tuple[Edit, ...]:
    writes = document.notation.editor.write_moves
    actions = [spell(action) for action in found.game.actions[found.at :]]
    if not actions or not writes:
        raise RequestError("No moves were played.")
    edit = writes(document.analysis(found.placed), _number(document, found), found.at, actions)
    return (edit.moved(found.placed.start),)


def _position(document: Document, found: Reached) -> tuple[Edit, ...]:
    writes = document.notation.editor.write_position
    if not writes:
        return ()
    chunk = document.analysis(found.placed)
    after = writes(chunk, _number(document, found), found.game.state)
    return tuple(edit.moved(found.placed.start) for edit in difference(chunk.text, after))
