"""Boards: which squares there are, what they are called, and where a step leads (M2)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from wazir.piece.drawing.window import Hexagon, Rectangle, Window
from wazir.piece.model import Lattice
from wazir.piece.squares import Square, Vector, inner, length

LARGEST = 26
"""The most files and ranks of a board, so that a letter names each file."""
LARGEST_SIDE = 13
"""The longest side of a hexagon, whose widest row is twice as long, less one."""

DEFAULT = "8x8"


class Board(Protocol):
    """A geometry. Squares are pairs of whole numbers; which pairs are squares is the board's affair."""

    @property
    def lattice(self) -> Lattice:
        """What the numbers of a step count."""

    def __contains__(self, square: Square) -> bool:
        """Whether the pair is a square of the board."""

    def joined(self, square: Square, wraps: bool, /) -> Square:
        """The square that a step to *square* enters: beyond a joined edge, the one on the other side."""

    def squares(self) -> Iterator[Square]:
        """All squares, file by file."""

    def on_edge_file(self, square: Square, /) -> bool:
        """Whether the square stands at the left or right end of its rank."""

    def length(self, step: Vector, /) -> int:
        """How many single steps a step is long."""

    def inner(self, a: Vector, b: Vector, /) -> int:
        """The inner product of two steps, by its sign."""

    def file(self, square: Square, white: bool, /) -> int:
        """The number of the square in its row, from 1 at the left end as the mover sees it."""

    def rank(self, square: Square, white: bool, /) -> int:
        """The number of the row of the square, from 1 at the mover's side."""


class PlayingBoard(Board, Protocol):
    """A board with edges, whose squares have names."""

    def __hash__(self) -> int:
        """Equal boards have the same."""

    @property
    def middle(self) -> Square:
        """The square in the middle, or the one before it."""

    @property
    def longest(self) -> int:
        """No two squares are that many single steps apart."""

    @property
    def around(self) -> PlayingBoard:
        """A board that holds this one with any of its squares in the middle, edges that are joined left aside."""

    @property
    def window(self) -> Window:
        """What a diagram of the whole board shows."""

    def place(self, square: Square, /) -> tuple[int, int]:
        """(file, rank) from 0, as White sees the board: squares stand in this order (M6)."""

    def describe(self) -> str:
        """What it looks like, in words that can follow "on"."""

    def square_at(self, file: int, rank: int, /) -> Square | None:
        """The square of that place; None if there is none."""

    def room(self, step: Vector, /) -> int:
        """From how many squares a step leads to a square, joined edges left aside."""


@dataclass(frozen=True, slots=True)
class SquareBoard:
    """A rectangle of squares, with its side edges joined on a cylinder."""

    files: int = 8
    ranks: int = 8
    cylinder: bool = False

    @property
    def lattice(self) -> Lattice:
        """Squares."""
        return Lattice.SQUARE

    @property
    def middle(self) -> Square:
        """The square in the middle, or the one before it."""
        return (self.files - 1) // 2, (self.ranks - 1) // 2

    @property
    def longest(self) -> int:
        """No two squares are that many king steps apart."""
        return max(self.files, self.ranks)

    @property
    def around(self) -> PlayingBoard:
        """A board not quite twice as large each way."""
        return SquareBoard(2 * self.files - 1, 2 * self.ranks - 1)

    @property
    def window(self) -> Window:
        """The whole board."""
        return Rectangle(0, 0, self.files, self.ranks)

    def __contains__(self, square: Square) -> bool:
        return 0 <= square[0] < self.files and 0 <= square[1] < self.ranks

    def joined(self, square: Square, wraps: bool) -> Square:
        """The square itself, or on a cylinder and for a leg that wraps, the one round the side."""
        if wraps or self.cylinder:
            return (square[0] % self.files, square[1])
        return square

    def squares(self) -> Iterator[Square]:
        """All squares, file by file."""
        return ((file, rank) for file in range(self.files) for rank in range(self.ranks))

    def on_edge_file(self, square: Square) -> bool:
        """Whether the square is on the first or the last file; a cylinder has no edge."""
        return not self.cylinder and square[0] in (0, self.files - 1)

    def length(self, step: Vector) -> int:
        """How many king steps a step is long."""
        return max(abs(step[0]), abs(step[1]))

    def inner(self, a: Vector, b: Vector) -> int:
        """The inner product of two steps."""
        return a[0] * b[0] + a[1] * b[1]

    def file(self, square: Square, white: bool) -> int:
        """The number of the file, from 1 at the left as the mover sees it."""
        return square[0] + 1 if white else self.files - square[0]

    def rank(self, square: Square, white: bool) -> int:
        """The number of the rank, from 1 at the mover's side."""
        return square[1] + 1 if white else self.ranks - square[1]

    def place(self, square: Square) -> tuple[int, int]:
        """The square itself."""
        return square

    def square_at(self, file: int, rank: int) -> Square | None:
        """The square of that place."""
        return (file, rank) if (file, rank) in self else None

    def room(self, step: Vector) -> int:
        """From how many squares a step leads to a square."""
        return max(0, self.files - abs(step[0])) * max(0, self.ranks - abs(step[1]))

    def describe(self) -> str:
        """What it looks like: "a board of 8 files and 8 ranks"."""
        joined = ", whose left and right edges are joined" if self.cylinder else ""
        return f"a board of {self.files} files and {self.ranks} ranks{joined}"

    def __str__(self) -> str:
        return f"{'cylinder ' if self.cylinder else ''}{self.files}x{self.ranks}"


@dataclass(frozen=True, slots=True)
class HexBoard:
    """A hexagon of hexagons in rows, *side* of them along each edge.

    Squares count from the middle one, (0, 0): right and forward-right, so that the six neighbours are right (1, 0),
    forward-right (0, 1), forward-left (-1, 1), left (-1, 0), backward-left (0, -1) and backward-right (1, -1). The
    rank is the row from the bottom, the file the place in it from the left.
    """

    side: int = 6

    @property
    def lattice(self) -> Lattice:
        """Hexagons."""
        return Lattice.HEX

    @property
    def middle(self) -> Square:
        """The square in the middle."""
        return 0, 0

    @property
    def longest(self) -> int:
        """No two squares are that many steps apart."""
        return 2 * self.side - 1

    @property
    def around(self) -> PlayingBoard:
        """A hexagon not quite twice as large."""
        return HexBoard(2 * self.side - 1)

    @property
    def window(self) -> Hexagon:
        """The whole board."""
        return Hexagon(self.side)

    def __contains__(self, square: Square) -> bool:
        return length(Lattice.HEX, square) < self.side

    def joined(self, square: Square, _wraps: bool) -> Square:
        """The square itself: no edges are joined."""
        return square

    def squares(self) -> Iterator[Square]:
        """All squares, file by file."""
        return iter(sorted((square for row in self.window.rows() for square in row), key=self.place))

    def on_edge_file(self, square: Square) -> bool:
        """Whether the square stands at the left or right end of its row."""
        row = self.window.row(square[1])
        return bool(row) and square[0] in (row[0], row[-1])

    def length(self, step: Vector) -> int:
        """How many single steps a step is long."""
        return length(Lattice.HEX, step)

    def inner(self, a: Vector, b: Vector) -> int:
        """Twice the inner product of two steps."""
        return inner(Lattice.HEX, a, b)

    def file(self, square: Square, white: bool) -> int:
        """The place in the row, from 1 at the left as the mover sees it."""
        row = self.window.row(square[1])
        return square[0] - row.start + 1 if white else row.stop - square[0]

    def rank(self, square: Square, white: bool) -> int:
        """The number of the row, from 1 at the mover's side."""
        return self.side + (square[1] if white else -square[1])

    def place(self, square: Square) -> tuple[int, int]:
        """(file, rank) from 0, as White sees the board."""
        return self.file(square, True) - 1, self.rank(square, True) - 1

    def square_at(self, file: int, rank: int) -> Square | None:
        """The square of that place; None if its row is not so long."""
        row = self.window.row(rank - self.side + 1)
        square = row.start + file, rank - self.side + 1
        return square if file >= 0 and square in self else None

    def room(self, step: Vector) -> int:
        """From how many squares a step leads to a square."""
        rows = ((self.window.row(rank), self.window.row(rank + step[1])) for rank in range(1 - self.side, self.side))
        return sum(max(0, min(a.stop, b.stop - step[0]) - max(a.start, b.start - step[0])) for a, b in rows if a and b)

    def describe(self) -> str:
        """What it looks like."""
        return f"a hexagon of {sum(1 for _ in self.squares())} hexagons, {self.side} along each side"

    def __str__(self) -> str:
        return f"hex{self.side}"


_BOARD = re.compile(r"(cylinder\s+)?(\d{1,4})\s*[xX×]\s*(\d{1,4})|hex\s*(\d{1,4})")


def parse_board(text: str) -> SquareBoard | HexBoard:
    """The board that a text such as `10x8`, `cylinder 8x8` or `hex5` names.

    Raises:
        ValueError: with a sentence that says what a board looks like.
    """
    found = _BOARD.fullmatch(text.strip())
    if not found:
        raise ValueError("A board is written as FILESxRANKS, such as `10x8`, or `cylinder 8x8`, or `hex5`.")
    if found[4]:
        side = int(found[4])
        if not 1 <= side <= LARGEST_SIDE:
            raise ValueError(f"The side of a hexagonal board has from 1 to {LARGEST_SIDE} squares, not {side}.")
        return HexBoard(side)
    files, ranks = int(found[2]), int(found[3])
    if not (1 <= files <= LARGEST and 1 <= ranks <= LARGEST):
        raise ValueError(f"A board has from 1 to {LARGEST} files and from 1 to {LARGEST} ranks, not {files}x{ranks}.")
    return SquareBoard(files, ranks, bool(found[1]))


def file_name(file: int) -> str:
    """The letter of a file, counted from 0."""
    return chr(ord("a") + file)


def square_name(square: Square, board: PlayingBoard) -> str:
    """`d4` for the square on the fourth file and rank."""
    file, rank = board.place(square)
    return f"{file_name(file)}{rank + 1}"


_SQUARE = re.compile(r"([a-z])([1-9]\d?)")


def parse_square(text: str, board: PlayingBoard) -> Square:
    """The square that a text such as `d4` names.

    Raises:
        ValueError: with a sentence, if it is no square of the board.
    """
    found = _SQUARE.fullmatch(text)
    square = board.square_at(ord(found[1]) - ord("a"), int(found[2]) - 1) if found else None
    if square is None:
        raise ValueError(f"There is no square `{text}` on the board {board}.")
    return square
