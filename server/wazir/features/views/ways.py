"""Where a piece could go on a board if every other square held just what its move needs, and what that is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from wazir.piece.board import PlayingBoard
from wazir.piece.conditions import spoken
from wazir.piece.drawing.diagram import Mark, marks_of
from wazir.piece.model import Arrival, Move, Piece, Square
from wazir.piece.motion.reach import ends
from wazir.piece.motion.results import burnt
from wazir.piece.motion.walk import EMPTY, FOE, FRIEND, OFF, Budget, Step, Trail, World, walk

LIMIT = 6_000
"""How many squares are entered on the way."""
MOST_OF_A_SQUARE = 48
"""Of more ways to one square the longest are left out."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to a square, or to take what stands there from elsewhere."""

    move: int
    """The number of its move."""
    steps: tuple[Step, ...]
    needs: tuple[tuple[Square, int], ...]
    """What each square must hold, as a sum of EMPTY, FRIEND and FOE, in the order in which they are met."""
    taken: frozenset[Square]
    labels: tuple[str, ...]
    """Its conditions, in words."""
    is_first: bool
    """Only as the first move of the piece."""

    def need(self, square: Square) -> int:
        """What a square must hold."""
        return next((content for at, content in self.needs if at == square), EMPTY | FRIEND | FOE)


@dataclass(frozen=True, slots=True)
class Ways:
    """All ways of a piece on a board."""

    to: Mapping[Square, tuple[Way, ...]]
    """The shortest first."""
    marks: Mapping[Square, Mark]
    incomplete: bool


@lru_cache(maxsize=32)
def ways(piece: Piece, board: PlayingBoard, square: Square, white: bool) -> Ways:
    """The ways of a piece from a square of a board."""

    def anything(at: Square) -> int:
        if at not in board:
            return OFF
        return EMPTY if at == square else EMPTY | FRIEND | FOE

    world = World(board, anything, lambda _: True, True, 1 if white else -1, is_position=False, keeps_steps=True)
    budget, begin = Budget(LIMIT), Trail(square, path=(square,))
    found: dict[Square, list[Way]] = {}
    arrivals: list[Arrival] = []
    for number, move in enumerate(piece.moves):
        for trail in walk(world, move.legs, begin, square, budget):
            if trail.square not in board:
                continue
            arrivals += [Arrival(at, kind) for at, kind in ends(world, move, trail, square, budget) if at in board]
            way = _way(number, move, trail, square, board)
            for at in {trail.square, *trail.takes}:
                found.setdefault(at, []).append(way)
            for at in _burning(world, move, trail, square, budget):
                found.setdefault(at, []).append(replace(way, needs=(*way.needs, (at, FRIEND | FOE))))
    shortest = {at: tuple(sorted(some, key=_length)[:MOST_OF_A_SQUARE]) for at, some in found.items()}
    return Ways(shortest, marks_of(arrivals), budget.spent)


def _length(way: Way) -> int:
    return sum(len(step.squares) for step in way.steps)


def _burning(world: World, move: Move, trail: Trail, start: Square, budget: Budget) -> frozenset[Square]:
    """Where something is taken by what burns where a trail ends."""
    return burnt(world, move, trail, start, budget).takes - trail.takes if move.fragments else frozenset()


def _way(number: int, move: Move, trail: Trail, start: Square, board: PlayingBoard) -> Way:
    order = dict.fromkeys([*_met(trail.steps), *trail.overlay])
    needs = tuple((at, _need(trail, at)) for at in order if at in trail.overlay and at in board and at != start)
    labels = {*trail.labels, *move.labels, *spoken(move.guards)}
    return Way(number, trail.steps, needs, trail.takes, tuple(sorted(labels)), move.is_first)


def _met(steps: tuple[Step, ...]) -> Iterator[Square]:
    for step in steps:
        yield from step.squares


def _need(trail: Trail, at: Square) -> int:
    """What a square had to hold before the move."""
    if at in trail.takes:
        return _side(trail, at)
    held = trail.overlay[at]
    return EMPTY if held.origin is not None else held.content & (EMPTY | FRIEND | FOE)


def _side(trail: Trail, at: Square) -> int:
    """Whose piece was taken on a square."""
    carried = [side for origin, side in trail.hand if origin == at]
    put = [held.content for held in trail.overlay.values() if held.origin == at]
    return (*carried, *put, FRIEND | FOE)[0]
