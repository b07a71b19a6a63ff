"""Fingerprints of pieces, equal for equivalent pieces (Q7)."""

from __future__ import annotations

import random
from collections.abc import Container
from functools import cache
from hashlib import sha256

from wazir.piece.board import SquareBoard
from wazir.piece.model import Piece, Square
from wazir.piece.motion.context import LIMIT, Budget, WalkContext
from wazir.piece.motion.results import Position, context_of, results_in

BOARD = SquareBoard(15, 15)
DENSITIES = (0.35, 0.0, 0.1, 0.2, 0.55, 0.8)
"""The densities of pieces in the positions. The first one distinguishes most pieces."""
STARTS: tuple[Square, ...] = (BOARD.middle, (0, 5))
BEGINNING = 4
"""The number of digits that the first position alone determines."""


def fingerprint(piece: Piece, limit: int = LIMIT, beginnings: Container[str] | None = None) -> str | None:
    """Sixteen hexadecimal digits, the same in all notations and on all machines.

    They hash the results of the piece in fixed positions on a 15x15 board. Pieces that are equivalent there have equal
    fingerprints; other pieces have different ones with high probability.

    Args:
        piece: The piece.
        limit: The number of squares that may be entered in each position.
        beginnings: The first digits of the wanted fingerprints; None if all are wanted.

    Returns:
        The fingerprint; None if a walk is incomplete (M10), or if no wanted fingerprint begins like this one.
    """
    digest, beginning = sha256(), ""
    for context, square in _contexts():
        results = results_in(context, BOARD.place, piece, square, Budget(limit))
        if results.incomplete:
            return None
        digest.update(repr([(r.to, r.takes, r.puts, r.becomes, r.when) for r in results.found]).encode())
        beginning = beginning or digest.hexdigest()[:BEGINNING]
        if beginnings is not None and beginning not in beginnings:
            return None
    return beginning + digest.hexdigest()[BEGINNING:16]


@cache
def _contexts() -> tuple[tuple[WalkContext, Square], ...]:
    return tuple((context_of(position, square), square) for position, square in positions())


@cache
def positions() -> tuple[tuple[Position, Square], ...]:
    """The positions with the squares of the mover."""
    rng = random.Random(7)
    middle, last = BOARD.middle, BOARD.files - 1
    castling = Position(BOARD, friends=frozenset({(0, middle[1]), (last, middle[1])}))
    return (
        *(
            (_position(rng, density, square, virgin=(number + turn) % 2 == 0), square)
            for number, density in enumerate(DENSITIES)
            for turn, square in enumerate(STARTS)
        ),
        (castling, middle),
    )


def _position(rng: random.Random, density: float, square: Square, *, virgin: bool) -> Position:
    """A random position. Only `random()` is stable across Python versions."""
    friends, foes, moved = set[Square](), set[Square](), set[Square]()
    for at in BOARD.squares():
        is_occupied, is_friend, has_moved = rng.random() < density, rng.random() < 0.5, rng.random() < 0.5
        if is_occupied and at != square:
            (friends if is_friend else foes).add(at)
            if has_moved:
                moved.add(at)
    return Position(BOARD, frozenset(friends), frozenset(foes), frozenset(moved), virgin=virgin)
