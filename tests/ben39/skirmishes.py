"""Random positions in which a king is close to being taken: few pieces, most of them around it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from ben39 import line_form, oracle
from ben39.oracle import BLACK, WHITE, Position, owned

_BAG = "RRBBNNGGSSPPPPQQ"
_NEAR = 3
"""Squares from the king within which fighters are put."""


def skirmishes(seed: int) -> Iterator[str]:
    """One-line forms without end, always the same for a seed."""
    rng = Random(seed)
    while True:
        yield line_form.write(_skirmish(rng))


def _skirmish(rng: Random) -> Position:
    ring = rng.sample(oracle.RING, rng.choice([0, 1, 2, 2, 2, 2]))
    position = Position(
        movable=[place for place in oracle.RING if place in ring], turn=rng.choice([WHITE, BLACK])
    )
    attacker = rng.choice([WHITE, BLACK])
    defender = BLACK if attacker == WHITE else WHITE
    king = (
        rng.choice(position.movable or _free(position))
        if rng.random() < 0.3
        else rng.choice(_free(position))
    )
    position.squares[king] = owned(defender, "K")
    own = rng.choice(_free(position))
    position.squares[own] = owned(attacker, "K")
    bag = rng.sample(_BAG, len(_BAG))
    for side in [attacker] * rng.randint(2, 4) + [defender] * rng.randint(0, 3):
        close = [square for square in _free(position) if _distance(square, king) <= _NEAR]
        position.squares[rng.choice(close or _free(position))] = owned(side, bag.pop())
    for side in (attacker, defender):
        if rng.random() < 0.3:
            oracle.to_hand(position, side, bag.pop().replace("Q", "P"))
    _strew_lines(rng, position, attacker, defender)
    return position


def _strew_lines(rng: Random, position: Position, attacker: str, defender: str) -> None:
    """Castles beside kings; what can move others beside what can be moved."""
    kings = {
        side: [square for square, piece in position.squares.items() if piece == owned(side, "K")]
        for side in (attacker, defender)
    }
    mine = [square for square, piece in position.squares.items() if oracle.owner(piece) == attacker]
    _put(rng, position, owned(defender, "C"), kings[defender], 0.85)
    _put(rng, position, owned(defender, "C"), kings[defender], 0.3)
    _put(rng, position, owned(attacker, "C"), kings[attacker], 0.5)
    _put(rng, position, owned(attacker, "Z"), mine, 0.5)
    _put(rng, position, owned(attacker, "Z"), [*mine, *kings[defender]], 0.3)
    wizards = rng.choice([0, 0, 1])
    _put(rng, position, owned(attacker, "W"), mine, wizards)
    _put(rng, position, owned(attacker, "W"), kings[defender], wizards)
    _put(rng, position, owned(attacker, "I"), oracle.board(position), 0.3)
    _put(rng, position, owned(defender, "I"), oracle.board(position), 0.3)
    _put(rng, position, owned(defender, "Z"), kings[defender], 0.2)
    for square in position.movable:
        for side, likely in ((attacker, 0.6), (attacker, 0.3), (defender, 0.2)):
            _put(rng, position, owned(side, "X"), [square], likely)
    for side in (attacker, defender):
        if rng.random() < 0.1:
            position.reserves[side] += rng.choice("XWZ")


def _put(rng: Random, position: Position, piece: str, near: Iterable[str], likely: float) -> None:
    """Perhaps puts a piece on a corner of one of some squares."""
    corners = {corner for square in near for corner in oracle.corners(square)} - set(
        position.crossings
    )
    if corners and rng.random() < likely:
        step = rng.choice("+x") if oracle.kind(piece) == "C" else ""
        position.crossings[rng.choice(sorted(corners))] = piece + step


def _free(position: Position) -> list[str]:
    return sorted(oracle.board(position) - set(position.squares))


def _distance(first: str, other: str) -> int:
    files = "bdfhjln"
    across = abs(files.index(first[0]) - files.index(other[0]))
    return max(across, abs(int(first[1:]) - int(other[1:])) // 2)
