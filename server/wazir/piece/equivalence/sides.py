"""Pieces that differ by side: the piece of each side, and positions from the other side."""

from __future__ import annotations

from dataclasses import replace

from wazir.piece.board import PlayingBoard
from wazir.piece.conditions import MIRRORED, All, Axis, BySide, Compare, Coordinate, Guard, No, Nowhere, Some, Test
from wazir.piece.conditions import answered as answer_of
from wazir.piece.inspection import all_tests
from wazir.piece.model import Leg, Piece, Square
from wazir.piece.motion.results import Position


def differs_by_side(piece: Piece) -> bool:
    """Whether the side of the piece matters."""
    return any(
        isinstance(test, BySide) or (isinstance(test, Compare) and _on_board(test.left)) for test in all_tests(piece)
    )


def _on_board(number: object) -> bool:
    return isinstance(number, Coordinate) and number.axis is Axis.BOARD_RANK


def for_side(piece: Piece, white: bool, board: PlayingBoard) -> Piece:
    """The piece of one side on a board, without conditions on the side."""
    total = board.rank(board.middle, True) + board.rank(board.middle, False)

    def told(test: Test) -> Test:
        match test:
            case BySide():
                return told(test.white if white else test.black)
            case All(tests) | Some(tests):
                return replace(test, tests=tuple(map(told, tests)))
            case No(inner):
                return No(told(inner))
            case Compare(Coordinate(Axis.BOARD_RANK) as number, sign, int(rank)):
                ranks = replace(number, axis=Axis.RANK)
                return Compare(ranks, sign, rank) if white else Compare(ranks, MIRRORED.get(sign, sign), total - rank)
        return test

    def guards(some: tuple[Guard, ...]) -> tuple[Guard, ...] | None:
        """The open guards; None if one fails."""
        found = tuple(replace(guard, test=told(guard.test)) for guard in some)
        answers = [answer_of(guard.test, Nowhere()) for guard in found]
        if False in answers:
            return None
        return tuple(guard for guard, answer in zip(found, answers, strict=True) if answer is not True)

    def leg(one: Leg) -> Leg:
        squares = one.squares and replace(one.squares, test=told(one.squares.test))
        return one._replace(guards=tuple(replace(g, test=told(g.test)) for g in one.guards), squares=squares)

    moves = []
    for move in piece.moves:
        own = guards(move.guards)
        if own is not None:
            moves.append(replace(move, guards=own, legs=tuple(map(leg, move.legs))))
    return replace(piece, moves=tuple(moves))


def turned(position: Position) -> Position:
    """The position from the other side, rotated by 180 degrees."""
    board = position.board

    def there(some: frozenset[Square]) -> frozenset[Square]:
        return frozenset(opposite(at, board) for at in some)

    names = {opposite(at, board): name for at, name in position.names.items()}
    return replace(
        position,
        friends=there(position.friends),
        foes=there(position.foes),
        moved=there(position.moved),
        white=not position.white,
        names=names,
    )


def opposite(square: Square, board: PlayingBoard) -> Square:
    """The square rotated by 180 degrees."""
    found = board.square_at(board.file(square, False) - 1, board.rank(square, False) - 1)
    return square if found is None else found
