"""Engines that read texts of a notation in their own way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

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
