"""The board as a text diagram (G23)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from wazir.ben39.board import (
    FIXED,
    INTERSECTIONS,
    LINE_FILES,
    RING_MASK,
    ROWS,
    SQUARE_FILES,
    SQUARE_OF,
    SQUARES,
    crossings,
    mask,
)
from wazir.ben39.position import Piece, Position, Side, State, unpack

RANKS = range(2 * ROWS + 1, 0, -1)
"""All ranks in the order of the diagram."""
FILES = "    " + " ".join("abcdefghijklmno")
"""The line with the letters of the files."""

_MARGIN, _STEP = 4, 4


def draw(shown: Position | State, ranks: Iterable[int] = RANKS) -> tuple[str, ...]:
    """The lines of the canonical diagram of a position, or of some of its ranks, from the top."""
    position = shown if isinstance(shown, Position) else unpack(shown)
    squares = FIXED | mask(SQUARE_OF[name] for name in position.movable)
    lines = crossings(squares)
    rows = [
        _crossings(rank, lines, position.intersections) if rank % 2 else _squares(rank, squares, position.squares)
        for rank in sorted(set(ranks), reverse=True)
    ]
    return (*rows, FILES)


def fill(square: int) -> str:
    """The fillings of an empty square."""
    if RING_MASK >> square & 1:
        return "#"
    row, column = divmod(square, ROWS)
    return ":" if (row + 1 + column) % 2 else " "


def _crossings(rank: int, lines: int, pieces: Mapping[str, tuple[Side, Piece]]) -> str:
    """A line of intersections."""
    drawn = [" "] * (_MARGIN + _STEP * len(LINE_FILES))
    row = (rank - 1) // 2 * len(LINE_FILES)
    for number in range(len(LINE_FILES)):
        if not lines >> row + number & 1:
            continue
        column = _MARGIN + _STEP * number
        side, piece = pieces.get(INTERSECTIONS[row + number], (None, None))
        sign = "+" if piece is None else piece.letter if side is Side.WHITE else f"*{piece.letter}"
        goes_on = number + 1 < len(LINE_FILES) and lines >> row + number + 1 & 1
        drawn[column : column + _STEP] = sign.ljust(_STEP, "-" if goes_on else " ")
    return _line(rank, drawn)


def _squares(rank: int, squares: int, pieces: Mapping[str, tuple[Side, Piece]]) -> str:
    """A line of squares."""
    drawn = [" "] * (_MARGIN + _STEP * len(LINE_FILES))
    row = (rank // 2 - 1) * ROWS
    for number in range(len(SQUARE_FILES)):
        square = row + number
        if squares >> square & 1:
            side, piece = pieces.get(SQUARES[square], (None, None))
            around = "*" if side is Side.BLACK else fill(square)
            column = _MARGIN + _STEP * number
            drawn[column : column + _STEP + 1] = (
                f"|{around}{piece.letter if piece is not None else fill(square)}{around}|"
            )
    return _line(rank, drawn)


def _line(rank: int, drawn: list[str]) -> str:
    return f"{rank:<{_MARGIN}}{''.join(drawn[_MARGIN:])}".rstrip()
