"""Boards: which squares there are, what they are called, and where a step leads (M2)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from wazir.piece.lattice import inner, length
from wazir.piece.model import Lattice, Square, Vector

LARGEST = 26
"""The most files and ranks of a board, so that a letter names each file."""

DEFAULT = "8x8"


class Board(Protocol):
    """A geometry. Squares are pairs of whole numbers; which pairs are squares is the board's affair."""

    def __contains__(self, square: Square) -> bool:
        """Whether the pair is a square of the board."""

    def joined(self, square: Square, wraps: bool) -> Square:
        """The square that a step to *square* enters: beyond a joined edge, the one on the other side."""

    def squares(self) -> Iterator[Square]:
        """All squares, file by file."""

    def on_edge_file(self, square: Square) -> bool:
        """Whether the square stands at the left or right end of its rank."""

    def length(self, step: Vector) -> int:
        """How many single steps a step is long."""

    def inner(self, a: Vector, b: Vector) -> int:
        """The inner product of two steps, by its sign."""

    def file(self, square: Square, white: bool) -> int:
        """The file of a square, counted from 1 at the left hand of a side."""

    def rank(self, square: Square, white: bool) -> int:
        """The rank of a square, counted from 1 at a side."""


@dataclass(frozen=True, slots=True)
class SquareBoard:
    """A rectangle of squares, with its side edges joined on a cylinder."""

    files: int = 8
    ranks: int = 8
    cylinder: bool = False

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
        """Whether the square is on the first or the last file."""
        return square[0] in (0, self.files - 1)

    def length(self, step: Vector) -> int:
        """How many single steps a step is long."""
        return length(Lattice.SQUARE, step)

    def inner(self, a: Vector, b: Vector) -> int:
        """The inner product of two steps, by its sign."""
        return inner(Lattice.SQUARE, a, b)

    def file(self, square: Square, white: bool) -> int:
        """The file of a square, counted from 1 at the left hand of a side."""
        return square[0] + 1 if white else self.files - square[0]

    def rank(self, square: Square, white: bool) -> int:
        """The rank of a square, counted from 1 at a side."""
        return square[1] + 1 if white else self.ranks - square[1]

    def __str__(self) -> str:
        return f"{'cylinder ' if self.cylinder else ''}{self.files}x{self.ranks}"


_BOARD = re.compile(r"(cylinder\s+)?(\d{1,4})\s*[xX×]\s*(\d{1,4})")


def parse_board(text: str) -> SquareBoard:
    """The board that a text such as `10x8` or `cylinder 8x8` names.

    Raises:
        ValueError: with a sentence that says what a board looks like.
    """
    found = _BOARD.fullmatch(text.strip())
    if not found:
        raise ValueError("A board is written as FILESxRANKS, such as `10x8`, or `cylinder 8x8`.")
    files, ranks = int(found[2]), int(found[3])
    if not (1 <= files <= LARGEST and 1 <= ranks <= LARGEST):
        raise ValueError(f"A board has from 1 to {LARGEST} files and from 1 to {LARGEST} ranks, not {files}x{ranks}.")
    return SquareBoard(files, ranks, bool(found[1]))


def square_name(square: Square) -> str:
    """`d4` for the square on the fourth file and rank."""
    return f"{chr(ord('a') + square[0])}{square[1] + 1}"


_SQUARE = re.compile(r"([a-z])([1-9]\d?)")


def parse_square(text: str, board: Board) -> Square:
    """The square that a text such as `d4` names.

    Raises:
        ValueError: with a sentence, if it is no square of the board.
    """
    found = _SQUARE.fullmatch(text)
    square = (ord(found[1]) - ord("a"), int(found[2]) - 1) if found else None
    if square is None or square not in board:
        raise ValueError(f"There is no square `{text}` on the board {board}.")
    return square
