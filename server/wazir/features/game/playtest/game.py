"""A game that a variant has played by itself, as a record."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from sys import intern
from typing import Any, Protocol

from wazir.placement import BLACK, WHITE, PiecePlacement

_MOVE = re.compile(
    r"(?:(?P<origin>[a-z]\d+)|(?P<dropped>\+?[A-Z])?@)(?P<target>[a-z]\d+)(?P<suffix>[^,]*)"
)
_WALL = re.compile(r",[a-z]\d+([a-z]\d+)$")


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move, with what its notations say."""

    uci: str
    san: str
    side: str

    @property
    def text(self) -> str:
        """The move as data has it."""
        return self.uci

    @property
    def origin(self) -> str:
        """The square that the piece leaves; empty for a drop."""
        match = _MOVE.match(self.uci)
        return (match["origin"] or "") if match else ""

    @property
    def target(self) -> str:
        """The square that the piece reaches; empty for a pass that names no square."""
        match = _MOVE.match(self.uci)
        return match["target"] if match else ""

    @property
    def dropped(self) -> str:
        """The letter of the dropped piece; empty for other moves."""
        match = _MOVE.match(self.uci)
        return (match["dropped"] or "") if match else ""

    @property
    def wall(self) -> str:
        """The square on which it puts a wall; empty for other moves."""
        match = _WALL.search(self.uci)
        return match[1] if match else ""

    @property
    def is_castling(self) -> bool:
        """Whether a second piece goes to the other side of the first one."""
        return self.san.startswith("O-O") and bool(self.origin)

    @property
    def is_capture(self) -> bool:
        """Whether it captures."""
        return "x" in self.san

    @property
    def is_check(self) -> bool:
        """Whether it gives check or mate."""
        return self.san.endswith(("+", "#"))

    @property
    def is_drop(self) -> bool:
        """Whether a piece is put on the board."""
        return "@" in self.uci

    @property
    def is_promotion(self) -> bool:
        """Whether the piece becomes another one."""
        match = _MOVE.match(self.uci)
        return bool(match and match["origin"] and match["suffix"]) and "/" not in self.san

    @property
    def is_pass(self) -> bool:
        """Whether nothing moves."""
        match = _MOVE.match(self.uci)
        if match is None:
            return False
        return match["origin"] == match["target"] and not match["suffix"]


class Move(Protocol):
    """A move as the measures need it."""

    @property
    def side(self) -> str:
        """The side that plays it."""

    @property
    def text(self) -> str:
        """The move as data has it."""

    @property
    def target(self) -> str:
        """The place that a piece reaches; empty if no piece moves."""

    @property
    def is_capture(self) -> bool:
        """Whether it captures."""

    @property
    def is_check(self) -> bool:
        """Whether it gives check or mate."""

    @property
    def is_drop(self) -> bool:
        """Whether a piece is put on the board."""

    @property
    def is_promotion(self) -> bool:
        """Whether the piece becomes another one."""

    @property
    def is_pass(self) -> bool:
        """Whether nothing moves."""


class PlayedGame(ABC):
    """A game that has been played by itself, as the measures need it."""

    index: int
    """Its number, which with the seed decides it."""
    players: tuple[str, str]
    """The names of White's and Black's."""
    moves: Sequence[Move]
    legal: tuple[int, ...]
    """The number of legal moves before each move."""
    result: int | None
    """1 if White has won, -1 if Black has won, 0 for a draw, None if the game was cut off."""
    scores: tuple[int | None, ...]
    """The score of a program for each of its moves, from White's side, in hundredths of a pawn."""

    @property
    @abstractmethod
    def placements(self) -> tuple[tuple[int, PiecePlacement], ...]:
        """The positions that are known, each with its ply. Between them, pieces only move."""

    @abstractmethod
    def moved(self) -> Iterator[str]:
        """For each move the kind of its piece: the sign in lower case, or empty."""

    @property
    def plies(self) -> int:
        """The number of moves of both sides."""
        return len(self.moves)

    @property
    def winner(self) -> str | None:
        """The side that has won, or None."""
        return {1: WHITE, -1: BLACK}.get(self.result or 0)

    def placed(self) -> Iterator[PiecePlacement]:
        """For each ply from 0 to the last, the last known position: its pieces are those of the
        board, its squares need not be.
        """
        known = dict(self.placements)
        last = known[0]
        for ply in range(self.plies + 1):
            last = known.get(ply, last)
            yield last


@dataclass(frozen=True)
class Game(PlayedGame):
    """A game of a variant that has ended, or was cut off."""

    index: int
    """Its number, which with the seed decides it."""
    players: tuple[str, str]
    """The names of White's and Black's."""
    moves: tuple[PlayedMove, ...]
    legal: tuple[int, ...]
    """The number of legal moves before each move."""
    fens: tuple[tuple[int, str], ...]
    """The positions at the start, after each move by which pieces come or go, and at the end, each
    with its ply.
    """
    end: str
    """What the engine said: `moves` none is legal, `claim` a game may be ended, `material` neither
    side can win, `cut` nothing.
    """
    result: int | None
    """1 if White has won, -1 if Black has won, 0 for a draw, None if the game was cut off."""
    is_immediate: bool | None
    """A rule other than the lack of legal moves has ended it; None if the engine does not say."""
    is_check: bool
    """The side to move is in check at the end."""
    repeats: int = 0
    """How often the last position has occurred before, if a game may be ended there."""
    scores: tuple[int | None, ...] = ()
    """The score of a program for each of its moves, from White's side, in hundredths of a pawn."""

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Game:
        """The game that an engine has played."""
        sides = _sides(data["fens"][0][1])
        moves = tuple(
            PlayedMove(intern(uci), intern(san), side)
            for uci, san, side in zip(data["moves"], data["sans"], sides, strict=False)
        )
        return cls(
            index=data["index"],
            players=tuple(data["players"]),
            moves=moves,
            legal=tuple(data["legal"]),
            fens=tuple((ply, fen) for ply, fen in data["fens"]),
            end=data["end"],
            result=data["result"],
            is_immediate=data["is_immediate"],
            is_check=data["is_check"],
            repeats=data["repeats"],
            scores=tuple(data["scores"]),
        )

    @property
    def start(self) -> str:
        """The position at the start."""
        return self.fens[0][1]

    @property
    def final(self) -> str:
        """The position at the end."""
        return self.fens[-1][1]

    @property
    def placements(self) -> tuple[tuple[int, PiecePlacement], ...]:
        """The positions that are known, each with its ply. Between them, pieces only move."""
        return tuple((ply, PiecePlacement.of(fen)) for ply, fen in self.fens)

    def moved(self) -> Iterator[str]:
        """For each move the kind of its piece on the board before it, or of the dropped one: the
        sign in lower case. It is empty if none is known.
        """
        for board, move in zip(self.boards(), self.moves, strict=False):
            yield (board.get(move.origin, "") or move.dropped).lower()

    def boards(self) -> Iterator[Mapping[str, str]]:
        """For each ply from 0 to the last the pieces by their squares. It is changed afterwards."""
        known = dict(self.placements)
        board = dict[str, str]()
        for ply in range(self.plies + 1):
            if ply in known:
                board = dict(known[ply].board)
            yield board
            if ply < self.plies:
                _carry(board, self.moves[ply])


def _carry(board: dict[str, str], move: PlayedMove) -> None:
    """Moves the pieces of a board; those that come or go are in the next known position."""
    partner = _partner(board, move) if move.is_castling else ""
    second = board.pop(partner, "")
    first = board.pop(move.origin, "")
    if first:
        board[move.target] = first
    if second:
        step = 1 if move.target < move.origin else -1
        board[f"{chr(ord(move.target[0]) + step)}{move.target[1:]}"] = second


def _partner(board: Mapping[str, str], move: PlayedMove) -> str:
    """The square of the piece with which a king castles: the next one in its way; empty without
    one.
    """
    file, rank = move.origin[0], move.origin[1:]
    row = [square for square in board if square[1:] == rank]
    if move.target[0] > file:
        return min((square for square in row if square[0] > file), default="")
    return max((square for square in row if square[0] < file), default="")


def _sides(start: str) -> Iterator[str]:
    """The sides to move in turn."""
    return cycle((BLACK, WHITE) if start.split()[1] == "b" else (WHITE, BLACK))
