"""Engines that read texts of a notation in their own way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from wazir.piece.board import PlayingBoard, SquareBoard
from wazir.piece.model import Piece


@dataclass(frozen=True, slots=True)
class Reader:
    """An engine that reads texts of a notation in its own way, including its bugs."""

    title: str
    read: Callable[[str], Piece]
    """Returns the piece that the engine plays.

    Raises ValueError with a sentence if the engine does not finish reading.
    """
    largest: tuple[int, int] | None = None
    """The maximum number of files and ranks of its boards."""
    read_early: Callable[[str], Piece] | None = None
    """The same by its early versions."""

    def check_board(self, board: PlayingBoard) -> None:
        """Check that the engine supports a board.

        Raises:
            ValueError: It does not; the message is a sentence.
        """
        if not isinstance(board, SquareBoard):
            raise ValueError(f"{self.title} has no board {board}.")
        if self.largest and (board.files > self.largest[0] or board.ranks > self.largest[1]):
            raise ValueError(f"{self.title} has boards up to {self.largest[0]}x{self.largest[1]}, not {board}.")


@dataclass(frozen=True, slots=True)
class Played:
    """The piece that an engine plays instead of the one that is meant."""

    engine: str
    """The title of the engine."""
    piece: Piece
    meant: Piece
    """The piece that is meant, in the terms of the engine."""


class ListedPiece(NamedTuple):
    """A piece in a file of an engine."""

    name: str
    letter: str
    """Its letter in positions, in lower case."""
    moves: str


LETTERS = "abcdefghijlmnopqrstuvwxyz"
"""The letters of pieces in files of engines; `k` is the king."""


@dataclass(frozen=True, slots=True)
class EngineFile:
    """A form in which an engine reads pieces."""

    title: str
    language: str
    """The language in editors."""
    moves: Callable[[Piece, str, PlayingBoard], str]
    """The moves of a piece on a board, as text that the engine plays as meant.

    The second argument is the text of the piece in the notation of the engine, or empty. Raises ValueError with a
    sentence if the engine cannot play the piece.
    """
    write: Callable[[Sequence[ListedPiece], SquareBoard], str]
    """A whole file."""
