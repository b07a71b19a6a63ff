"""Fingerprints of pieces, equal for equivalent pieces (Q7)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from itertools import islice

from wazir.piece.board import SquareBoard
from wazir.piece.model import Piece, Square
from wazir.piece.motion.results import Position, results_in, world_of
from wazir.piece.motion.world import LIMIT, Budget, World

BOARD = SquareBoard(15, 15)
DENSITIES = (0.35, 0.0, 0.1, 0.2, 0.55, 0.8)
"""The densities of pieces in the positions. The first one distinguishes most pieces."""
STARTS: tuple[Square, ...] = (BOARD.middle, (0, 5))


BEGINNING = 4
"""The number of digits that the first position alone determines."""
EARLY = 2
"""The number of further positions whose digests are in the index: most other pieces differ from known ones there."""


def fingerprint(piece: Piece, limit: int = LIMIT) -> str | None:
    """Sixteen hexadecimal digits, the same in all notations and on all machines.

    They hash the results of the piece in fixed positions on a 15x15 board. Pieces that are equivalent there have equal
    fingerprints; other pieces have different ones with high probability.

    Args:
        piece: The piece.
        limit: The number of squares that may be entered in each position.

    Returns:
        The fingerprint; None if a walk is incomplete (M10).
    """
    made = [*digests(piece, limit)]
    return combined(made[0], made[-1])


def combined(first: str | None, last: str | None) -> str | None:
    """The fingerprint that the first and the last digest make; None if one is missing."""
    return first and last and f"{first[:BEGINNING]}{last[BEGINNING:16]}"


def early_digits(piece: Piece, limit: int = LIMIT) -> str:
    """The first digits of the digests of each early position after the first one, one after another."""
    return "".join((digest or "")[:BEGINNING] for digest in islice(digests(piece, limit), 1, 1 + EARLY))


def digests(piece: Piece, limit: int = LIMIT) -> Iterator[str | None]:
    """The digests of the results in the first position, in the first two, and so on; None at the end if incomplete."""
    digest = sha256()
    for world, square in _worlds():
        found = results_in(world, BOARD.place, piece, square, Budget(limit))
        if found.incomplete:
            yield None
            return
        digest.update(repr([(r.to, r.takes, r.puts, r.becomes, r.when) for r in found.found]).encode())
        yield digest.hexdigest()


@cache
def _worlds() -> tuple[tuple[World, Square], ...]:
    return tuple((world_of(position, square), square) for position, square in positions())


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
