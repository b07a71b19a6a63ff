"""Pieces derived from another one: rotated or reflected, or without some properties (Q6)."""

from __future__ import annotations

from dataclasses import replace

from wazir.piece.conditions import All, Compare, Exists, Guard, No, Some, Test
from wazir.piece.inspection import all_tests
from wazir.piece.model import Lattice, Leg, Move, Piece, Vector

Turn = tuple[int, int]
"""The factors of the steps to the right and forward."""
MIRRORED, BACKWARD, TURNED = (-1, 1), (1, -1), (-1, -1)


def turned(piece: Piece, turn: Turn) -> Piece | None:
    """The piece with transformed steps; None if it depends on files or ranks, or is hexagonal."""
    if piece.lattice is Lattice.HEX or any(isinstance(test, Compare) for test in all_tests(piece)):
        return None
    promotions = tuple(replace(one, guard=_guard(one.guard, turn)) for one in piece.promotions)
    return replace(piece, moves=tuple(_move(move, turn) for move in piece.moves), promotions=promotions, freezes=())


def without_first_moves(piece: Piece) -> Piece:
    """The piece after its first move."""
    return replace(piece, moves=tuple(move for move in piece.moves if not move.is_first))


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
            return All(tuple(_test(one, turn) for one in tests))
        case Some(tests):
            return Some(tuple(_test(one, turn) for one in tests))
        case No(inner):
            return No(_test(inner, turn))
        case _:
            return test
