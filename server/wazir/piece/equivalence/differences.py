"""Searches for positions in which two pieces differ, with few pieces first (Q3)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import product
from types import MappingProxyType

from wazir.piece.board import PlayingBoard, SquareBoard
from wazir.piece.inspection import asked_names, asks_virginity, virginities
from wazir.piece.model import Piece, Result, Square
from wazir.piece.motion.context import LIMIT, Budget
from wazir.piece.motion.results import Position, context_of, results, results_in

MOST_ENTERED = 100_000
"""The maximum number of squares entered by the search with few pieces, and by the random one (M10)."""
OVERHEAD = 100
"""The fixed cost of a position, in squares entered."""
MOST_PIECES = 3
"""All positions up to this number of pieces are tried, within the limit; beyond that, random ones."""
SAMPLES = 200
"""The number of random positions."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A position in which two pieces have different results."""

    position: Position
    square: Square
    """The square of the mover."""
    only_a: tuple[Result, ...]
    only_b: tuple[Result, ...]

    @property
    def pieces(self) -> int:
        """The number of other pieces."""
        return len(self.position.friends) + len(self.position.foes)


def difference_at(a: Piece, b: Piece, position: Position, square: Square) -> Difference | None:
    """The difference in a position, if there is one and both walks are complete."""
    first, second = results(a, position, square), results(b, position, square)
    if first.incomplete or second.incomplete or first.all == second.all:
        return None
    return Difference(position, square, _without(first.all, second.all), _without(second.all, first.all))


def _without(some: tuple[Result, ...], others: tuple[Result, ...]) -> tuple[Result, ...]:
    known = set(others)
    return tuple(result for result in some if result not in known)


def by_nearness(board: PlayingBoard) -> list[Square]:
    """The squares of a board, sorted by distance from the middle, then in board order (Q3)."""

    def distance(square: Square) -> tuple[int, int, tuple[int, int]]:
        if isinstance(board, SquareBoard):
            x, y = 2 * square[0] + 1 - board.files, 2 * square[1] + 1 - board.ranks
            return max(abs(x), abs(y)), x * x + y * y, square
        return board.length(square), board.inner(square, square), board.place(square)

    return sorted(board.squares(), key=distance)


@dataclass(frozen=True, slots=True)
class Filling:
    """The content of a square."""

    foe: bool
    moved: bool
    name: str | None


Occupied = Mapping[Square, Filling]
EMPTY_BOARD: Occupied = MappingProxyType({})


class Search:
    """A search for a difference, which can be continued."""

    def __init__(self, a: Piece, b: Piece, board: PlayingBoard) -> None:
        self.positions = 0
        self.incomplete = False
        """Some walk was incomplete."""
        self.is_exhaustive = False
        """All relevant contents of squares were tried."""
        self._a, self._b, self._board = a, b, board
        self._left = MOST_ENTERED
        self._virginities = virginities(a, b)
        moved = (False, True) if asks_virginity(a) or asks_virginity(b) else (False,)
        names = (None, *sorted(asked_names(a) | asked_names(b)))
        self._fillings = [Filling(*filling) for filling in product((False, True), moved, names)]

    def at_once(self) -> Difference | None:
        """The difference with the mover alone in the middle."""
        return self._tried(by_nearness(self._board)[0], True, EMPTY_BOARD)[0]

    def fewest_first(self) -> Difference | None:
        """The difference with the fewest pieces, up to MOST_PIECES, or a minimized one of a random position.

        A piece is added only on squares that the walk looks at; others do not matter.
        """
        squares = by_nearness(self._board)
        level = [(square, virgin, EMPTY_BOARD) for square in squares for virgin in self._virginities]
        for _ in range(MOST_PIECES + 1):
            further = dict[tuple[Square, bool, frozenset[tuple[Square, Filling]]], None]()
            for square, virgin, occupied in level:
                difference, asked = self._tried(square, virgin, occupied)
                if difference or self.incomplete:
                    return difference
                if self._left <= 0:
                    return self._random(squares)
                for at in asked - occupied.keys():
                    for filling in self._fillings:
                        further[square, virgin, frozenset((*occupied.items(), (at, filling)))] = None
            level = [(square, virgin, dict(occupied)) for square, virgin, occupied in further]
        if not level:
            self.is_exhaustive = True
            return None
        return self._random(squares)

    def at_random(self) -> Difference | None:
        """The difference of a random position, perhaps with unnecessary pieces."""
        return self._random(by_nearness(self._board), is_fewest=False)

    def _random(self, squares: list[Square], *, is_fewest: bool = True) -> Difference | None:
        rng = random.Random(39)
        self._left = MOST_ENTERED
        for number in range(SAMPLES):
            square, virgin = squares[number % len(squares)], self._virginities[number % len(self._virginities)]
            density = rng.random()
            occupied = {
                at: self._fillings[int(rng.random() * len(self._fillings))]
                for at in squares
                if at != square and rng.random() < density
            }
            difference, _ = self._tried(square, virgin, occupied)
            if difference:
                return self._smaller(square, virgin, occupied, difference) if is_fewest else difference
            if self.incomplete or self._left <= 0:
                break
        return None

    def _smaller(self, square: Square, virgin: bool, occupied: Occupied, difference: Difference) -> Difference:
        """The difference without unnecessary pieces."""
        for at in list(occupied):
            fewer = {other: filling for other, filling in occupied.items() if other != at}
            smaller, _ = self._tried(square, virgin, fewer)
            if smaller:
                occupied, difference = fewer, smaller
        return difference

    def _tried(self, square: Square, virgin: bool, occupied: Occupied) -> tuple[Difference | None, set[Square]]:
        """The difference in a position, and the squares that a walk looks at."""
        position = self._position(virgin, occupied)
        context, asked = context_of(position, square), set[Square]()

        def content(at: Square) -> int:
            asked.add(at)
            return context.content(at)

        watched = replace(context, content=content)
        both = []
        for piece in (self._a, self._b):
            budget = Budget(LIMIT)
            both.append(results_in(watched, self._board.place, piece, square, budget))
            self._left -= LIMIT - budget.left + OVERHEAD
        self.positions += 1
        first, second = both
        if first.incomplete or second.incomplete:
            self.incomplete = True
            return None, set()
        only_a, only_b = _without(first.all, second.all), _without(second.all, first.all)
        difference = Difference(position, square, only_a, only_b) if only_a or only_b else None
        return difference, {at for at in asked if at in self._board and at != square}

    def _position(self, virgin: bool, occupied: Occupied) -> Position:
        return Position(
            self._board,
            friends=frozenset(at for at, filling in occupied.items() if not filling.foe),
            foes=frozenset(at for at, filling in occupied.items() if filling.foe),
            moved=frozenset(at for at, filling in occupied.items() if filling.moved),
            virgin=virgin,
            names={at: filling.name for at, filling in occupied.items() if filling.name},
        )
