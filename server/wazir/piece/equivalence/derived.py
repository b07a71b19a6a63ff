"""Pieces derived from another one: rotated, reflected, of one side, or without some properties (Q4, Q6)."""

from __future__ import annotations

from dataclasses import replace

from wazir.piece.board import PlayingBoard
from wazir.piece.conditions import (
    MIRRORED,
    All,
    Axis,
    BySide,
    Compare,
    Coordinate,
    Exists,
    Guard,
    No,
    Nowhere,
    Some,
    Test,
)
from wazir.piece.conditions import answered as answer_of
from wazir.piece.inspection import all_tests
from wazir.piece.model import Lattice, Leg, Move, Piece, Square, Vector
from wazir.piece.motion.results import Position

Turn = tuple[int, int]
"""The factors of the steps to the right and forward."""
REFLECTED, BACKWARD, TURNED = (-1, 1), (1, -1), (-1, -1)


def turned(piece: Piece, turn: Turn) -> Piece | None:
    """The piece with transformed steps; None if it depends on files or ranks, or is hexagonal."""
    if piece.lattice is Lattice.HEX or any(isinstance(test, Compare) for test in all_tests(piece)):
        return None
    promotions = tuple(replace(promotion, guard=_guard(promotion.guard, turn)) for promotion in piece.promotions)
    return replace(piece, moves=tuple(_move(move, turn) for move in piece.moves), promotions=promotions, freezes=())


def without_promotion(piece: Piece) -> Piece:
    """The piece without promotion."""
    return replace(piece, moves=tuple(replace(move, becomes=()) for move in piece.moves), promotions=())


def _move(move: Move, turn: Turn) -> Move:
    return replace(
        move,
        legs=tuple(_leg(leg, turn) for leg in move.legs),
        fragments=tuple(tuple(_leg(leg, turn) for leg in legs) for legs in move.fragments),
        guards=tuple(_guard(guard, turn) for guard in move.guards),
    )


def _leg(leg: Leg, turn: Turn) -> Leg:
    return leg._replace(
        ways=tuple(
            (heading and _step(heading, turn), tuple(tuple(_step(step, turn) for step in way) for way in ways))
            for heading, ways in leg.ways
        ),
        guards=tuple(_guard(guard, turn) for guard in leg.guards),
        squares=leg.squares and _guard(leg.squares, turn),
    )


def _step(step: Vector, turn: Turn) -> Vector:
    return step[0] * turn[0], step[1] * turn[1]


def _guard(guard: Guard, turn: Turn) -> Guard:
    return replace(guard, test=_test(guard.test, turn))


def _test(test: Test, turn: Turn) -> Test:
    match test:
        case Exists(vectors):
            return replace(test, vectors=tuple(_step(vector, turn) for vector in vectors))
        case All(tests):
            return All(tuple(_test(part, turn) for part in tests))
        case Some(tests):
            return Some(tuple(_test(part, turn) for part in tests))
        case No(inner):
            return No(_test(inner, turn))
        case _:
            return test


# Pieces that differ by side


def differs_by_side(piece: Piece) -> bool:
    """Whether the side of the piece matters."""
    return any(isinstance(test, BySide) for test in all_tests(piece))


def for_side(piece: Piece, white: bool, board: PlayingBoard) -> Piece:
    """The piece of one side on a board, without conditions on the side."""
    total = board.rank(board.middle, True) + board.rank(board.middle, False)

    def resolved(test: Test) -> Test:
        match test:
            case BySide():
                return resolved(test.white if white else test.black)
            case All(tests) | Some(tests):
                return replace(test, tests=tuple(map(resolved, tests)))
            case No(inner):
                return No(resolved(inner))
            case Compare(Coordinate(Axis.BOARD_RANK) as number, sign, int(rank)):
                ranks = replace(number, axis=Axis.RANK)
                return Compare(ranks, sign, rank) if white else Compare(ranks, MIRRORED.get(sign, sign), total - rank)
        return test

    def guards(some: tuple[Guard, ...]) -> tuple[Guard, ...] | None:
        """The open guards; None if one fails."""
        resolved_guards = tuple(replace(guard, test=resolved(guard.test)) for guard in some)
        answers = [answer_of(guard.test, Nowhere()) for guard in resolved_guards]
        if False in answers:
            return None
        return tuple(guard for guard, answer in zip(resolved_guards, answers, strict=True) if answer is not True)

    def leg(side_leg: Leg) -> Leg:
        squares = side_leg.squares and replace(side_leg.squares, test=resolved(side_leg.squares.test))
        guards = tuple(replace(guard, test=resolved(guard.test)) for guard in side_leg.guards)
        return side_leg._replace(guards=guards, squares=squares)

    moves = []
    for move in piece.moves:
        own = guards(move.guards)
        if own is not None:
            moves.append(replace(move, guards=own, legs=tuple(map(leg, move.legs))))
    return replace(piece, moves=tuple(moves))


def from_other_side(position: Position) -> Position:
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
    other = board.square_at(board.file(square, False) - 1, board.rank(square, False) - 1)
    return square if other is None else other
