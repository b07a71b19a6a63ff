"""Compares two pieces on a board (Q1 to Q4)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from wazir.piece.board import LARGEST, LARGEST_SIDE, HexBoard, PlayingBoard, SquareBoard
from wazir.piece.equivalence.demands import UndecidedError, can_be_followed, separated
from wazir.piece.equivalence.derived import differs_by_side, for_side, from_other_side, opposite
from wazir.piece.equivalence.differences import Difference, Search, difference_at
from wazir.piece.equivalence.normal import equal_normal_forms, normal_form, rest
from wazir.piece.model import Piece

CHESSBOARD = SquareBoard()


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a comparison."""

    same: bool | None
    """Whether the pieces are equivalent; None if a walk is incomplete (M10)."""
    proved: bool = False
    """Whether that is proved for all positions, not only tested."""
    positions: int = 0
    """The number of tested positions."""
    difference: Difference | None = None
    """A minimal position in which they differ (Q3)."""
    larger: Difference | None = None
    """A difference on a larger board, if they are equivalent on this one (Q4)."""


def same(a: Piece, b: Piece, board: PlayingBoard = CHESSBOARD) -> Verdict:
    """Compare two pieces on a board and, if they are equivalent, on a board twice as large."""
    verdict, wider = compared(a, b, board), twice(board)
    if not verdict.same or wider == board or normal_form(a, board) == normal_form(b, board):
        return verdict
    return replace(verdict, larger=compared(a, b, wider).difference)


def compared(a: Piece, b: Piece, board: PlayingBoard, *, is_fewest: bool = True) -> Verdict:
    """Compare two pieces on a board, for each side if it matters.

    *is_fewest* is False if any position in which they differ will do, which is found sooner.
    """
    if not (differs_by_side(a) or differs_by_side(b)):
        return _compared(a, b, board, is_fewest)
    verdicts = []
    for white in (True, False):
        verdict = _compared(for_side(a, white, board), for_side(b, white, board), board, is_fewest)
        difference = verdict.difference
        if difference and not white:
            position, square = from_other_side(difference.position), opposite(difference.square, board)
            verdict = replace(verdict, difference=difference_at(a, b, position, square))
        if not verdict.same:
            return verdict
        verdicts.append(verdict)
    return Verdict(True, all(side.proved for side in verdicts), sum(side.positions for side in verdicts))


def _compared(a: Piece, b: Piece, board: PlayingBoard, is_fewest: bool) -> Verdict:
    """Compare two pieces by their demands, else in many positions."""
    search = Search(a, b, board)
    difference = search.at_once()
    if difference:
        return Verdict(False, True, search.positions, difference)
    are_alike = normal_form(a, board) == normal_form(b, board)
    if are_alike and not search.incomplete and can_be_followed(a, board):
        return Verdict(True, True, search.positions)
    if not search.incomplete:
        try:
            difference = separated(a, b, board, is_fewest=is_fewest)
        except UndecidedError:
            difference = search.fewest_first()
        else:
            return Verdict(difference is None, True, search.positions, difference)
    if difference:
        return Verdict(False, True, search.positions, difference)
    if search.incomplete:
        return Verdict(None, positions=search.positions)
    return Verdict(True, are_alike or search.is_exhaustive, search.positions)


QUICK = 1_000
"""The maximum number of squares entered by a quick proof, which takes some 20 ms."""


def is_proved(a: Piece, b: Piece, board: PlayingBoard) -> bool:
    """Whether a quick proof shows that two pieces are equivalent and have equal properties."""
    if equal_normal_forms(a, b, board):
        return True
    if rest(a) != rest(b) or differs_by_side(a) or differs_by_side(b):
        return False
    try:
        return separated(a, b, board, is_fewest=False, most_states=QUICK) is None
    except UndecidedError:
        return False


def twice(board: PlayingBoard) -> PlayingBoard:
    """A board twice as large in each direction, up to the maximum size."""
    if isinstance(board, HexBoard):
        return HexBoard(min(2 * board.side, LARGEST_SIDE))
    if isinstance(board, SquareBoard):
        return replace(board, files=min(2 * board.files, LARGEST), ranks=min(2 * board.ranks, LARGEST))
    return board
