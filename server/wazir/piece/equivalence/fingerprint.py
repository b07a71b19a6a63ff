"""Fingerprints of pieces, equal for equivalent pieces (Q7)."""

from __future__ import annotations

import random
from functools import lru_cache
from hashlib import sha256

from wazir.piece.board import SquareBoard
from wazir.piece.model import Piece, Square
from wazir.piece.motion.results import Position, results_in, world_of
from wazir.piece.motion.walk import LIMIT, Budget

BOARD = SquareBoard(15, 15)
DENSITIES = (0.0, 0.1, 0.2, 0.35, 0.55, 0.8)
"""The densities of pieces in the positions."""
STARTS: tuple[Square, ...] = (BOARD.middle, (0, 5))


def fingerprint(piece: Piece, limit: int | None = None) -> str | None:
    """Sixteen hexadecimal digits, the same in all notations and on all machines.

    They hash the results of the piece in fixed positions on a 15x15 board. Pieces that are equivalent there have equal
    fingerprints; other pieces have different ones with high probability. None if a walk is incomplete (M10) or enters
    more than *limit* squares in all.
    """
    digest, left = sha256(), limit or LIMIT * len(positions())
    for position, square in positions():
        budget = Budget(min(left, LIMIT))
        found = results_in(world_of(position, square), BOARD.place, piece, square, budget)
        left -= min(left, LIMIT) - budget.left
        if found.incomplete:
            return None
        digest.update(repr([(r.to, r.takes, r.puts, r.becomes, r.when) for r in found.found]).encode())
    return digest.hexdigest()[:16]


@lru_cache(maxsize=1)
def positions() -> tuple[tuple[Position, Square], ...]:
    """The positions with the squares of the mover."""
    rng = random.Random(7)
    middle, last = BOARD.middle, BOARD.files - 1
    castling = Position(BOARD, friends=frozenset({(0, middle[1]), (last, middle[1])}))
    return (
        (castling, middle),
        *(
            (_position(rng, density, square, virgin=(number + turn) % 2 == 0), square)
            for number, density in enumerate(DENSITIES)
            for turn, square in enumerate(STARTS)
        ),
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
