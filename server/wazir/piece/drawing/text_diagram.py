"""Diagrams as text (M12)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from wazir.piece.board import PlayingBoard, Window, square_name
from wazir.piece.drawing.diagram import EMPTY_SIGN, OTHER_SIGN, PIECE_SIGN, Diagram, Mark
from wazir.piece.model import Lattice, Square

_LABELS_SHOWN = 4
_LABEL_LENGTH = 60


@dataclass(frozen=True, slots=True)
class Drawing:
    """A text diagram."""

    rows: tuple[str, ...]
    legend: tuple[tuple[str, str], ...]
    """The signs that occur, with their meanings."""
    note: str = ""
    """Sentences about what the signs cannot show."""

    def lines(self) -> tuple[str, ...]:
        """The rows, followed by the legend and the note."""
        below = [f"{sign} {words}" for sign, words in self.legend]
        if self.note:
            below.append(self.note)
        return (*self.rows, "", *below)

    def __str__(self) -> str:
        return "\n".join(self.lines())


def drawing(diagram: Diagram) -> Drawing:
    """A diagram as text."""
    signs = {square: mark.sign for square, mark in diagram.marks.items()}
    is_beside = Mark.ENTER in diagram.marks.values()
    legend = [] if is_beside else [(PIECE_SIGN, "the piece")]
    if diagram.board is not None:
        signs = {**dict.fromkeys(diagram.pieces, OTHER_SIGN), **signs}
        if OTHER_SIGN in signs.values():
            legend.append((OTHER_SIGN, "another piece"))
    if not is_beside:
        signs[diagram.start] = PIECE_SIGN
    legend += [(mark.sign, mark.words) for mark in diagram.used if mark in diagram.marks.values()]
    legend += [(how.sign, f"after a mark: {words}") for how, words in diagram.deviating]
    after = {square: how.sign for square, how in diagram.deviations.items()}
    rows = [_row(row, signs, after, window=diagram.window) for row in diagram.window.rows()]
    if diagram.board is not None:
        rows = _with_coordinates(rows, diagram.board)
    notes = ["It may also end where it stood."] if diagram.stays else []
    if diagram.labels:
        short = [" ".join(label.split()) for label in diagram.labels[:_LABELS_SHOWN]]
        cut = [
            label if len(label) <= _LABEL_LENGTH else label[: _LABEL_LENGTH - 1] + "…"
            for label in short
        ]
        more = len(diagram.labels) - len(cut)
        notes.append(
            f"Conditions and properties: {'; '.join(cut)}{f'; and {more} more' if more else ''}."
        )
    return Drawing(tuple(rows), tuple(legend), " ".join((*notes, *diagram.warnings)))


def _row(
    row: tuple[Square, ...],
    signs: Mapping[Square, str],
    after: Mapping[Square, str],
    window: Window,
) -> str:
    """A row, with a blank or a second sign after each square. On hexagons it is shifted by half a
    step.
    """
    left, _ = window.middle(row[0])
    squares = (signs.get(square, EMPTY_SIGN) + after.get(square, " ") for square in row)
    return " " * round(2 * left - 1) + "".join(squares).rstrip()


def _with_coordinates(rows: list[str], board: PlayingBoard) -> list[str]:
    """The rows of a board with coordinates.

    On squares the ranks are at the left and the files below. On hexagons, where files are not
    straight, each row has the names of its first and last square.
    """
    squares = list(board.window.rows())
    if board.lattice is Lattice.HEX:
        firsts, lasts = ([square_name(row[end], board) for row in squares] for end in (0, -1))
        before, width = max(map(len, firsts)), max(map(len, rows))
        beside = zip(firsts, rows, lasts, strict=True)
        return [f"{first:{before}} {row:{width}} {last}" for first, row, last in beside]
    width = len(str(len(rows)))
    named = [
        f"{rank:>{width}} {row}" for rank, row in zip(range(len(rows), 0, -1), rows, strict=True)
    ]
    files = " ".join(square_name(square, board)[0] for square in squares[0])
    return [*named, f"{'':>{width}} {files}"]
