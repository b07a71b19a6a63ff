"""The position of a variant to play with: the moves of each of its pieces among the others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from wazir.document import Document, Placed
from wazir.features.requests import RequestError, read_square
from wazir.notations.results import Definition
from wazir.piece.board import PlayingBoard, square_name
from wazir.piece.drawing.diagram import Diagram, Man
from wazir.piece.model import Square


def placed_at(document: Document, offset: int) -> tuple[Placed, Diagram] | None:
    """The position of a variant that the text at an offset describes."""
    placed = document.chunk_at(offset)
    text = document.notation.hover(document.analysis(placed), offset - placed.start)
    return (placed, text.position) if text and text.position and text.position.men else None


def after(position: Diagram, board: PlayingBoard, moves: tuple[str, ...]) -> Diagram:
    """A position after some of its pieces were put elsewhere, as `e2-e4`.

    Raises:
        RequestError: A square does not exist.
    """
    men, lit = dict(position.men), position.lit
    for move in moves:
        start, end = (read_square(name, board) for name in (move.split("-") if move.count("-") == 1 else (move, move)))
        if start in men and start != end:
            men[end] = men.pop(start)
            lit = end
    return replace(position, men=men, lit=lit)


def chosen(position: Diagram, square: Square | None) -> Square:
    """The square of the piece whose moves are shown: the chosen one, the one pointed at, or else White's first."""
    for at in (square, position.lit):
        if at is not None and at in position.men:
            return at
    return min(position.men, key=lambda at: (not position.men[at].white, -at[1], at[0]))


def definition_at(document: Document, placed: Placed, offset: int, man: Man, board: PlayingBoard) -> Definition:
    """The definition of a piece in a position of a chunk. Its span is that of the described text.

    Raises:
        RequestError: It has no moves.
    """
    analysis = document.analysis(placed)
    text = document.notation.hover(analysis, offset - placed.start)
    found = document.notation.piece_of_letter(analysis, man.letter[-1])
    if found is None or text is None:
        raise RequestError(f"The moves of `{man.letter}` are not known.")
    return replace(found, name_span=None, span=text.span, moves=text.span, board=str(board))


def names(position: Diagram, board: PlayingBoard) -> Mapping[str, str]:
    """The pieces by the names of their squares."""
    return {
        square_name(at, board): f"{'White' if man.white else 'Black'} {man.letter}" for at, man in position.men.items()
    }
