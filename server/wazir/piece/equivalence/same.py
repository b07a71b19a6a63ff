"""Whether two pieces are the same on a board, how that is known, and where they differ (Q1 to Q4)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from wazir.piece.board import LARGEST, LARGEST_SIDE, HexBoard, PlayingBoard, SquareBoard
from wazir.piece.equivalence.demands import UndecidedError, can_be_followed, separated
from wazir.piece.equivalence.differences import Difference, Search, difference_at
from wazir.piece.equivalence.normal import normal_form
from wazir.piece.equivalence.sides import differs_by_side, for_side, opposite, turned
from wazir.piece.model import Piece

CHESSBOARD = SquareBoard()


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether two pieces are the same on a board."""

    same: bool | None
    """None if one of them cannot be followed to the end (M10)."""
    proved: bool = False
    """Whether that is known for all positions; else for those that were tried."""
    positions: int = 0
    """How many positions were tried one by one."""
    difference: Difference | None = None
    """A smallest position where they differ (Q3)."""
    larger: Difference | None = None
    """One on a larger board, if they are the same on this one (Q4)."""


def same(a: Piece, b: Piece, board: PlayingBoard = CHESSBOARD) -> Verdict:
    """Compares all results of two pieces on a board, and if they are the same there, on one twice as large."""
    verdict, wider = compared(a, b, board), twice(board)
    if not verdict.same or wider == board or normal_form(a) == normal_form(b):
        return verdict
    return replace(verdict, larger=compared(a, b, wider).difference)


def compared(a: Piece, b: Piece, board: PlayingBoard) -> Verdict:
    """Compares all results of two pieces on a board, for each side where that matters."""
    if not (differs_by_side(a) or differs_by_side(b)):
        return _compared(a, b, board)
    verdicts = []
    for white in (True, False):
        verdict = _compared(for_side(a, white, board), for_side(b, white, board), board)
        found = verdict.difference
        if found and not white:
            found = difference_at(a, b, turned(found.position), opposite(found.square, board))
            verdict = replace(verdict, difference=found)
        if not verdict.same:
            return verdict
        verdicts.append(verdict)
    return Verdict(True, all(one.proved for one in verdicts), sum(one.positions for one in verdicts))


def _compared(a: Piece, b: Piece, board: PlayingBoard) -> Verdict:
    """Compares two pieces by what they demand of the squares of a board, else on many positions."""
    search = Search(a, b, board)
    difference = search.at_once()
    if difference:
        return Verdict(False, True, search.positions, difference)
    are_alike = normal_form(a) == normal_form(b)
    if are_alike and not search.incomplete and can_be_followed(a, board):
        return Verdict(True, True, search.positions)
    if not search.incomplete:
        try:
            difference = separated(a, b, board)
        except UndecidedError:
            difference = search.fewest_first()
        else:
            return Verdict(difference is None, True, search.positions, difference)
    if difference:
        return Verdict(False, True, search.positions, difference)
    if search.incomplete:
        return Verdict(None, positions=search.positions)
    return Verdict(True, are_alike or search.is_exhaustive, search.positions)


def twice(board: PlayingBoard) -> PlayingBoard:
    """The board twice as large each way, as far as boards go."""
    if isinstance(board, HexBoard):
        return HexBoard(min(2 * board.side, LARGEST_SIDE))
    if isinstance(board, SquareBoard):
        return replace(board, files=min(2 * board.files, LARGEST), ranks=min(2 * board.ranks, LARGEST))
    return board
