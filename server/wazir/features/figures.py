"""The number of moves of a piece on an empty board."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from wazir.piece.board import PlayingBoard, SquareBoard, square_name
from wazir.piece.model import Act, Leg, Move, Over, Piece, Vector
from wazir.piece.motion.results import Position, results


@dataclass(frozen=True, slots=True)
class Figures:
    """The number of moves on an empty board."""

    board: PlayingBoard
    square: str
    """A square in the middle."""
    moves: int
    """The number of moves from that square."""
    mean: float | None
    """The mean over all squares; None if it takes too long for a hover."""
    incomplete: bool
    """Some moves are left out."""

    def __str__(self) -> str:
        moves = "1 move" if self.moves == 1 else f"{self.moves} moves"
        mean = "" if self.mean is None else f", {self.mean:.1f} on average over its squares"
        return f"{moves} from {self.square} on the empty {self.board} board{mean}."


@lru_cache(maxsize=256)
def figures(piece: Piece, board: PlayingBoard) -> Figures:
    """The figures of a piece that has not moved yet."""
    found = results(piece, Position(board), board.middle)
    total = _total(piece, board)
    mean = None if total is None else total / board.room((0, 0))
    return Figures(board, square_name(board.middle, board), len(found.found), mean, found.incomplete)


def _total(piece: Piece, board: PlayingBoard) -> int | None:
    """The sum of moves over all squares: a straight ride fits on a board as often as its end does."""
    ends: set[Vector] = set()
    for move in piece.moves:
        if any(_needs_piece(leg) for leg in move.legs):
            continue
        if (isinstance(board, SquareBoard) and board.cylinder) or not _is_straight(move):
            return None
        ends |= _ends(move.legs[0], board.longest)
    return sum(map(board.room, ends))


def _needs_piece(leg: Leg) -> bool:
    return not leg.acts & (Act.STOP | Act.CROSS) or leg.over in (Over.ONE, Over.ONE_STRAIGHT_FIRST, Over.ONE_HALFWAY)


def _is_straight(move: Move) -> bool:
    """Whether a move is one leg that stays on the board if its end does."""
    if len(move.legs) != 1 or move.fragments or move.vanishes or move.guards:
        return False
    leg = move.legs[0]
    tested = leg.guards or leg.squares or leg.victim or leg.stays
    odd = leg.wraps or leg.anywhere or leg.back or leg.on_edge_file or leg.skips or leg.acts & Act.CROSS
    return not odd and not tested and all(len(way) == 1 for _, ways in leg.ways for way in ways)


def _ends(leg: Leg, longest: int) -> set[Vector]:
    """The ends of a straight leg, relative to the mover."""
    most = longest if leg.most is None else min(leg.most, longest)
    steps = {way[0] for _, ways in leg.ways for way in ways}
    return {(x * n, y * n) for x, y in steps for n in range(leg.least, most + 1)}
