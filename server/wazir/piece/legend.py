"""Where the board and the legend of a picture are (M13)."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import wrap

from wazir.piece.diagram import Diagram
from wazir.piece.model import Content, Lattice, Square
from wazir.piece.shapes import CELL, MARKS, STAYS, Shape, piece_shape
from wazir.piece.window import Window

MARGIN = 10
"""Around the board: room for arrowheads, or for coordinates."""
HEX_MARGIN = 18
"""To the left and right of hexagons."""
TYPE_SIZE, LINE_HEIGHT, ICON_WIDTH, LETTER_WIDTH, BELOW = 10.0, 14.0, 18.0, 5.6, 4.0
"""The type of the legend: its size, the height of a line, room for a mark, the mean width of a letter; in pixels."""
LONGEST_COLUMN = 3
"""A legend of more entries has two columns, if there is room for them."""
COLUMN_GAP = 4.0
NOTE_LENGTH = 34
"""The most characters in a line of a note."""
LEAST_BOARD = 0.55
"""The least part of the height that the board gets. A longer legend makes the picture higher."""

Entry = tuple[Shape | None, str]
"""A shape of the legend with its meaning, or words alone."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where things are. Lengths are in units of the picture, but for the size of the whole, in pixels."""

    window: Window
    left: float
    """Of the board, without its frame; the top is *MARGIN*."""
    width: float
    height: float
    pixels: tuple[int, int]
    unit: float
    """Units a pixel."""
    entries: tuple[tuple[Entry, float, float], ...]
    """Each line of the legend with the left end and the middle of its height."""

    def middle(self, square: Square) -> tuple[float, float]:
        """The middle of a square."""
        x, y = self.window.middle(square)
        return self.left + x * CELL, MARGIN + y * CELL


def entries_of(diagram: Diagram, notes: tuple[str, ...]) -> list[Entry]:
    """What the legend says: the marks that occur, other pieces, and short notes."""
    entries: list[Entry] = [(MARKS[mark], mark.words) for mark in diagram.used]
    for content, words in (
        (Content.FRIEND, "a friend"),
        (Content.FOE, "a foe"),
        (Content.FRIEND | Content.FOE, "any piece"),
    ):
        if content in diagram.pieces.values():
            entries.append((piece_shape(content, diagram.white), words))
    if diagram.stays:
        entries.append((STAYS, "may end where it stood"))
    return entries + [(None, line) for note in notes for line in wrap(note, NOTE_LENGTH)]


def layout_of(window: Window, entries: list[Entry], height: int) -> Layout:
    """The layout of a picture that is *height* pixels high, or a little more if its legend is long."""
    aside = MARGIN if window.lattice is Lattice.SQUARE else HEX_MARGIN
    columns = 2 if len(entries) > LONGEST_COLUMN else 1
    rows = -(-len(entries) // columns)
    below = rows * LINE_HEIGHT + BELOW if rows else 0.0
    board_pixels = max(height - below, height * LEAST_BOARD)
    board_width, board_height = window.size[0] * CELL + 2 * aside, window.size[1] * CELL + 2 * MARGIN
    unit = board_height / board_pixels
    widths = _column_widths(entries, rows)
    margin = MARGIN * 0.6
    width = max(board_width, sum(widths) * unit + 2 * margin)
    lefts = [margin, margin + widths[0] * unit] if entries else []
    placed = tuple(
        (entry, lefts[i // rows], board_height + ((i % rows) + 0.5) * LINE_HEIGHT * unit)
        for i, entry in enumerate(entries)
    )
    pixels = (round(width / unit), round(board_pixels + below))
    return Layout(window, (width - board_width) / 2 + aside, width, board_height + below * unit, pixels, unit, placed)


def _column_widths(entries: list[Entry], rows: int) -> list[float]:
    """The widths of the columns of a legend, in pixels."""
    columns = [entries[start : start + rows] for start in range(0, len(entries), rows or 1)]
    return [ICON_WIDTH + COLUMN_GAP + LETTER_WIDTH * max(len(words) for _, words in column) for column in columns]
