"""Searches for a position in which two pieces differ, for pieces that have no demands: with few
other pieces, or at random (Q3).
"""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import cycle, islice, product
from typing import NamedTuple

from wazir.budget import MAX_SQUARES_OF_TRIALS, MAX_SQUARES_OF_WALK
from wazir.piece.board import PlayingBoard
from wazir.piece.equivalence.differences import (
    Difference,
    Filling,
    Occupied,
    by_nearness,
    difference_of,
    position_with,
)
from wazir.piece.model import Piece, Square, asked_names, asks_virginity, virginities
from wazir.piece.motion.context import SquareCount
from wazir.piece.motion.results import context_of, results_in

OVERHEAD = 100
"""The fixed cost of a position, in squares entered."""
MAX_PIECES = 3
"""All positions up to this number of pieces are tried, within the limit; beyond that, random
ones.
"""
SAMPLES = 200
"""The number of random positions."""


class _Setup(NamedTuple):
    """A position to try: the square of the mover, whether it is virgin, and the other pieces."""

    square: Square
    virgin: bool
    occupied: frozenset[tuple[Square, Filling]]


class Search:
    """A search for a difference, which can be continued."""

    def __init__(self, a: Piece, b: Piece, board: PlayingBoard, white: bool = True) -> None:
        self.positions = 0
        self.incomplete = False
        """Some walk was incomplete."""
        self.is_exhaustive = False
        """All relevant contents of squares were tried."""
        self._a, self._b, self._board, self._white = a, b, board, white
        self._left, self._squares = MAX_SQUARES_OF_TRIALS, by_nearness(board)
        self._virginities = virginities(a, b)
        moved = (False, True) if asks_virginity(a) or asks_virginity(b) else (False,)
        names = (None, *sorted(asked_names(a) | asked_names(b)))
        self._fillings = [Filling(*filling) for filling in product((False, True), moved, names)]

    def at_once(self) -> Difference | None:
        """The difference with the mover alone in the middle, or None."""
        return self._tried(self._squares[0], virgin=True, occupied={})[0]

    def fewest_first(self) -> Difference | None:
        """The difference with the fewest pieces, up to MAX_PIECES, or a minimized one of a random
        position.

        A piece is added only on squares that the walk looks at; others do not matter.
        """
        level = [
            _Setup(square, virgin, frozenset())
            for square, virgin in product(self._squares, self._virginities)
        ]
        for _ in range(MAX_PIECES + 1):
            further = dict[_Setup, None]()
            for setup in level:
                occupied = dict(setup.occupied)
                difference, asked = self._tried(setup.square, setup.virgin, occupied)
                if difference or self.incomplete:
                    return difference
                if self._left <= 0:
                    return self.at_random(is_fewest=True)
                for piece in product(asked - occupied.keys(), self._fillings):
                    further[setup._replace(occupied=setup.occupied | {piece})] = None
            level = list(further)
        if not level:
            self.is_exhaustive = True
            return None
        return self.at_random(is_fewest=True)

    def at_random(self, *, is_fewest: bool = False) -> Difference | None:
        """The difference of a random position, perhaps with unnecessary pieces; None if none is
        found.
        """
        rng = random.Random(39)
        self._left = MAX_SQUARES_OF_TRIALS
        for square, virgin in islice(zip(cycle(self._squares), cycle(self._virginities)), SAMPLES):
            density = rng.random()
            occupied = {
                at: self._fillings[int(rng.random() * len(self._fillings))]
                for at in self._squares
                if at != square and rng.random() < density
            }
            difference, _ = self._tried(square, virgin, occupied)
            if difference and is_fewest:
                return self._smaller(square, virgin, occupied, difference=difference)
            if difference:
                return difference
            if self.incomplete or self._left <= 0:
                break
        return None

    def _smaller(
        self, square: Square, virgin: bool, occupied: Occupied, difference: Difference
    ) -> Difference:
        """The difference without unnecessary pieces."""
        for at in list(occupied):
            fewer = {other: filling for other, filling in occupied.items() if other != at}
            smaller, _ = self._tried(square, virgin, fewer)
            if smaller:
                occupied, difference = fewer, smaller
        return difference

    def _tried(
        self, square: Square, virgin: bool, occupied: Occupied
    ) -> tuple[Difference | None, set[Square]]:
        """The difference in a position, and the squares that a walk looks at."""
        position = position_with(occupied, self._board, virgin=virgin, white=self._white)
        context = context_of(position, square)
        asked = set[Square]()

        def content(at: Square) -> int:
            asked.add(at)
            return context.content(at)

        watched = replace(context, content=content)
        both = []
        for piece in (self._a, self._b):
            budget = SquareCount(MAX_SQUARES_OF_WALK)
            both.append(results_in(watched, piece, square, budget=budget))
            self._left -= MAX_SQUARES_OF_WALK - budget.left + OVERHEAD
        self.positions += 1
        self.incomplete |= any(outcome.incomplete for outcome in both)
        on_board = {at for at in asked if at in self._board and at != square}
        return difference_of(position, square, *both), on_board
