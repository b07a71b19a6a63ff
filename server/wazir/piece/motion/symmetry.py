"""The symmetries of moves on a board without edges, which spare walking in each direction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product, starmap
from typing import NamedTuple

from wazir.piece.model import Lattice, Leg, Move, Square, Vector


class Turn(NamedTuple):
    """A rotation or reflection that keeps the grid."""

    swaps: bool = False
    """It exchanges files and ranks, before the rest."""
    across: int = 1
    """-1 if it exchanges left and right."""
    along: int = 1
    """-1 if it exchanges forward and backward."""

    def of(self, step: Vector) -> Vector:
        """A step or square after the turn."""
        x, y = (step[1], step[0]) if self.swaps else step
        return self.across * x, self.along * y

    def of_path(self, path: tuple[Square, ...]) -> tuple[Square, ...]:
        """A path after the turn."""
        if self.swaps:
            return tuple([(self.across * y, self.along * x) for x, y in path])
        return path if self == IDENTITY else tuple([(self.across * x, self.along * y) for x, y in path])


IDENTITY = Turn()
_TURNS = tuple(starmap(Turn, product((False, True), (1, -1), (1, -1))))


@lru_cache(maxsize=1024)
def symmetries(move: Move, lattice: Lattice) -> tuple[Turn, ...]:
    """The group of the turns that keep a move as it is, as far as that is certain."""
    legs = move.all_legs
    if lattice is not Lattice.SQUARE or any(leg.again or leg.back or leg.guards or leg.squares for leg in legs):
        return (IDENTITY,)
    return tuple(turn for turn in _TURNS if all(_keeps(leg, turn) for leg in legs))


def _keeps(leg: Leg, turn: Turn) -> bool:
    """Whether a turn keeps the ways of a leg."""
    ways = {heading: frozenset(ways) for heading, ways in leg.ways}
    return ways == {heading and turn.of(heading): frozenset(map(turn.of_path, some)) for heading, some in ways.items()}


@lru_cache(maxsize=64)
def homing(turns: tuple[Turn, ...]) -> Callable[[Square], Sequence[Turn]]:
    """For a group of turns: those after which a square is the greatest of all that it can become."""

    @lru_cache(maxsize=1024)
    def home(square: Square) -> Sequence[Turn]:
        ends = [turn.of(square) for turn in turns]
        greatest = max(ends)
        return [turn for turn, end in zip(turns, ends, strict=True) if end == greatest]

    return home
