"""The board on which squares are ticked to find the pieces that reach them, and what is found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from wazir.features.definitions import Json
from wazir.features.known import Relation, namings
from wazir.features.questions import FoundText, find, found_as_json, read_wanted
from wazir.features.requests import Request, named_board, read_square
from wazir.features.subject import sentence_of
from wazir.piece.board import square_name
from wazir.piece.drawing.diagram import Diagram, Mark
from wazir.piece.drawing.shapes import CELL, MARGIN, Frame, layout_of
from wazir.piece.drawing.svg import Theme, of_diagram

HEIGHT = 300
"""Of the picture, in pixels."""
_MARKS = {"quiet": Mark.MOVE, "capture": Mark.CAPTURE, "both": Mark.BOTH}
"""The marks of squares by the ways in which they are reached."""


@dataclass(frozen=True, slots=True)
class LookupSquare:
    """A square that can be ticked."""

    name: str
    x: float
    """The middle, counted from the left in widths of a square."""
    y: float
    """The same from the top."""


@dataclass(frozen=True, slots=True)
class LookupBoard:
    """The board with the ticked squares."""

    squares: tuple[LookupSquare, ...]
    svg: str
    frame: Frame
    """Where the board is in its picture."""


def ticked(board_name: str, square: str, ticks: Mapping[str, str], theme: Theme) -> LookupBoard:
    """A board with its ticked squares, by the ways in which they are reached.

    Raises:
        RequestError: The board or a square does not exist.
    """
    board = named_board(board_name)
    window, marks = board.window, {read_square(name, board): _MARKS[kind] for name, kind in ticks.items()}
    diagram = Diagram(window, marks, (), start=read_square(square, board), board=board)
    picture = of_diagram(diagram, title="", description="", theme=theme, height=HEIGHT, legend=False)
    squares = (LookupSquare(square_name(at, board), *window.middle(at)) for row in window.rows() for at in row)
    return LookupBoard(tuple(squares), picture, Frame(layout_of(window, [], HEIGHT).left, MARGIN, CELL))


def found(request: Request) -> Iterator[Json]:
    """The texts that reach just the squares of a request, with names and sentences; those of one piece together."""
    pieces: dict[str, list[FoundText]] = {}
    for match in find(read_wanted(request)):
        pieces.setdefault(sentence_of(match.piece), []).append(match)
    for sentence, matches in pieces.items():
        for match in matches:
            known = [each.known.name for each in namings(match.piece) if each.relation is Relation.SAME]
            title = ", ".join(filter(None, (match.notation.title, match.dialect)))
            more = {"title": title, "sentence": sentence, "known": " / ".join(dict.fromkeys(known))}
            yield found_as_json(match) | match.definition() | more
