"""The symmetries of moves on a board without edges, which spare walking in each direction."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import product, starmap

from wazir.piece.model import Lattice, Leg, Move, Square, Vector, Way


class _Images(dict[Vector, Vector]):
    """The images of steps by a turn; those of short steps are kept."""

    KEPT = 16

    def __init__(self, swaps: bool, across: int, along: int) -> None:
        super().__init__()
        self._swaps, self._across, self._along = swaps, across, along

    def __missing__(self, step: Vector) -> Vector:
        x, y = (step[1], step[0]) if self._swaps else step
        image = self._across * x, self._along * y
        if -self.KEPT <= x <= self.KEPT and -self.KEPT <= y <= self.KEPT:
            self[step] = image
        return image


@dataclass(frozen=True, slots=True, eq=False)
class Turn:
    """A rotation or reflection that keeps the grid."""

    of: Callable[[Vector], Vector]
    """A step or square after the turn."""

    def of_path(self, path: Iterable[Square]) -> tuple[Square, ...]:
        """A path after the turn."""
        return tuple(map(self.of, path))


def _turn(swaps: bool, across: int, along: int) -> Turn:
    """The turn that exchanges files and ranks, if *swaps*, and then sides with a factor of -1."""
    return Turn(_Images(swaps, across, along).__getitem__)


_TURNS = tuple(starmap(_turn, product((False, True), (1, -1), (1, -1))))
IDENTITY = _TURNS[0]


class Group:
    """A group of turns, the identity first."""

    def __init__(self, turns: tuple[Turn, ...]) -> None:
        self.turns = turns
        self.homing = lru_cache(maxsize=1024)(self._homing)
        self.images = lru_cache(maxsize=1024)(self._images)
        self.keeping = lru_cache(maxsize=1024)(self._keeping)
        self.distinct = lru_cache(maxsize=256)(self._distinct)

    def is_home(self, square: Square) -> bool:
        """Whether a square is the greatest of its images."""
        return self.homing(square)[0] == square

    def _homing(self, square: Square) -> tuple[Square, tuple[Turn, ...]]:
        """The greatest image of a square, and the turns to it."""
        greatest, turns = max(self.images(square))
        return greatest, turns

    def _images(self, square: Square) -> tuple[tuple[Square, tuple[Turn, ...]], ...]:
        """The images of a square, each with the turns to it."""
        found: dict[Square, tuple[Turn, ...]] = {}
        for turn in self.turns:
            image = turn.of(square)
            found[image] = (*found.get(image, ()), turn)
        return tuple(found.items())

    def _keeping(self, square: Square) -> Group:
        """The group of the turns that keep a square."""
        return _group(tuple(turn for turn in self.turns if turn.of(square) == square))

    def _distinct(self, ways: tuple[Way, ...]) -> tuple[Way, ...]:
        """The ways that are no images of earlier ones."""
        seen: set[Way] = set()
        found = []
        for way in ways:
            if way not in seen:
                found.append(way)
                seen.update(turn.of_path(way) for turn in self.turns)
        return tuple(found)


@lru_cache(maxsize=64)
def _group(turns: tuple[Turn, ...]) -> Group:
    return Group(turns)


@lru_cache(maxsize=1024)
def symmetries(move: Move, lattice: Lattice) -> Group:
    """The group of the turns that keep a move as it is, as far as that is certain."""
    legs = move.all_legs
    if lattice is not Lattice.SQUARE or any(leg.again or leg.back or leg.guards or leg.squares for leg in legs):
        return _group((IDENTITY,))
    return _group(tuple(turn for turn in _TURNS if all(_keeps(leg, turn) for leg in legs)))


def _keeps(leg: Leg, turn: Turn) -> bool:
    """Whether a turn keeps the ways of a leg."""
    ways = {heading: frozenset(ways) for heading, ways in leg.ways}
    return ways == {heading and turn.of(heading): frozenset(map(turn.of_path, some)) for heading, some in ways.items()}
