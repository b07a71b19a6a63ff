"""Finds positions in which two pieces differ, by what each result demands, or else by search (Q2,
Q3).

A path is walked on a board whose squares may hold anything; its demand is what it requires of them.
A piece has a result in a position that meets one of the demands of the result. Pieces that burn,
put down captures, ask for names, or look at pieces off their path have no demands: for these,
positions with few pieces are searched.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, cycle, islice, product
from math import comb
from typing import NamedTuple, TypeAlias

from wazir.budget import (
    MAX_SQUARES_OF_COMPARISON,
    MAX_SQUARES_OF_TRIALS,
    MAX_SQUARES_OF_WALK,
    MAX_WAYS_TO_PASS,
)
from wazir.piece.board import PlayingBoard, SquareBoard
from wazir.piece.model import (
    Act,
    Leg,
    Over,
    Piece,
    Result,
    Results,
    Square,
    always_wraps,
    asked_names,
    asks_virginity,
    has_separate_paths,
    is_uniform,
    virginities,
)
from wazir.piece.motion.context import EMPTY, FOE, FRIEND, OFF, SquareCount, WalkContext
from wazir.piece.motion.results import (
    Position,
    Trace,
    context_of,
    every_result,
    results,
    results_in,
)


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


def _difference(
    position: Position, square: Square, first: Results, second: Results
) -> Difference | None:
    """The difference of the results of two pieces, if there is one and both walks are complete."""
    if first.incomplete or second.incomplete or first.all == second.all:
        return None
    shared = {*first.all} & {*second.all}
    only_a, only_b = (
        tuple(result for result in some.all if result not in shared) for some in (first, second)
    )
    return Difference(position, square, only_a, only_b)


def by_nearness(board: PlayingBoard) -> list[Square]:
    """The squares of a board, sorted by distance from the middle, then in board order (Q3)."""

    def distance(square: Square) -> tuple[int, int, tuple[int, int]]:
        if isinstance(board, SquareBoard):
            x, y = 2 * square[0] + 1 - board.files, 2 * square[1] + 1 - board.ranks
            return max(abs(x), abs(y)), x * x + y * y, square
        return board.length(square), board.inner(square, square), board.place(square)

    return sorted(board.squares(), key=distance)


# Demands

VACANT = 1
FRIEND_VIRGIN = 2
FRIEND_MOVED = 4
FOE_VIRGIN = 8
FOE_MOVED = 16
"""The content of a square; a set of contents is their sum."""
ANYTHING = 31
_OF = {EMPTY: VACANT, FRIEND: FRIEND_VIRGIN | FRIEND_MOVED, FOE: FOE_VIRGIN | FOE_MOVED}
_MASKS = tuple(sum(mask for bit, mask in _OF.items() if have & bit) for have in range(8))
_VIRGIN = VACANT | FRIEND_VIRGIN | FOE_VIRGIN

_ONE_WAY = frozenset(
    {Over.ANYTHING, Over.CLEAR_STRAIGHT_FIRST, Over.CLEAR_HALFWAY, Over.ONE_HALFWAY}
)
"""A step with one of these has at most one way to pass."""

UNBOUNDED = 99
"""More pieces than a demand can require."""

Demand: TypeAlias = Mapping[Square, int]
"""The allowed contents of squares. Other squares may hold anything."""


class Case(NamedTuple):
    """A demand, and the squares that must be on the board."""

    demand: frozenset[tuple[Square, int]]
    squares: frozenset[Square]


Cases: TypeAlias = Mapping[Result, frozenset[Case]]
"""The cases of each result."""


class UndecidedError(Exception):
    """The equivalence cannot be decided by demands."""


def separated(
    a: Piece,
    b: Piece,
    board: PlayingBoard,
    *,
    is_fewest: bool = True,
    limit: int = MAX_SQUARES_OF_WALK,
    most_states: int = MAX_SQUARES_OF_COMPARISON,
    white: bool = True,
) -> Difference | None:
    """A position with the fewest pieces in which two pieces differ (Q3); None proves that they are
    equivalent.

    Args:
        a: A piece.
        b: The other piece.
        board: The board.
        is_fewest: False if any position will do, which is found sooner.
        limit: The maximum number of squares that a piece enters from a square.
        most_states: The maximum number of squares entered and demands tried in all.
        white: Whether the pieces are White.

    Raises:
        UndecidedError: A piece has no demands, or too many.
    """
    both_wrap = always_wraps(a) and always_wraps(b)
    ground = (
        replace(board, cylinder=True) if both_wrap and isinstance(board, SquareBoard) else board
    )
    wide = plane(ground) if is_uniform(a, ground) and is_uniform(b, ground) else None
    budget = SquareCount(most_states)
    anywhere = dict[bool, tuple[Cases, Cases]]()
    least = 0
    if wide:
        for virgin in virginities(a, b):
            anywhere[virgin] = _differing(
                a=a,
                b=b,
                board=wide,
                square=wide.middle,
                virgin=virgin,
                budget=budget,
                limit=limit,
                white=white,
            )
        least = _least(cases for both in anywhere.values() for cases in both)
    best, most = None, UNBOUNDED
    squares = by_nearness(board)
    for square in squares if wide or is_fewest else reversed(squares):
        if most < least or (best and not is_fewest):
            break
        for virgin in virginities(a, b):
            if wide:
                first, second = (
                    _shifted(cases, wide.middle, square, ground) for cases in anywhere[virgin]
                )
            else:
                first, second = _differing(
                    a=a,
                    b=b,
                    board=board,
                    square=square,
                    virgin=virgin,
                    budget=budget,
                    limit=limit,
                    white=white,
                )
            demand = _separating(first, second, most, budget)
            if demand is not None:
                occupied = {
                    at: _FILLINGS[mask & -mask] for at, mask in demand.items() if not mask & VACANT
                }
                position = _position(board, occupied, virgin, white)
                best = _difference(
                    position, square, *(results(piece, position, square) for piece in (a, b))
                )
                if best is None:
                    raise UndecidedError
                most = best.pieces - 1
    return best


def _least(some: Iterable[Cases]) -> int:
    """The minimum number of pieces in some cases."""
    all_cases = chain.from_iterable(chain.from_iterable(cases.values()) for cases in some)
    demands = (case.demand for case in all_cases)
    return min((_pieces(dict(demand)) for demand in demands), default=UNBOUNDED + 1)


def can_be_followed(piece: Piece, board: PlayingBoard) -> bool:
    """Whether the demands of a piece around the middle of a board, or anywhere if it is uniform,
    are found quickly.
    """
    wide = plane(board) if is_uniform(piece, board) else board
    try:
        for virgin in virginities(piece):
            cases(
                piece,
                board=wide,
                square=wide.middle,
                virgin=virgin,
                budget=SquareCount(MAX_SQUARES_OF_WALK),
            )
    except UndecidedError:
        return False
    return True


def plane(board: PlayingBoard) -> PlayingBoard:
    """A board with as much room around its middle as a piece has anywhere on *board*."""
    if isinstance(board, SquareBoard) and board.cylinder:
        return replace(board, ranks=2 * board.ranks - 1)
    return board.around


def _ways_between(leg: Leg) -> int:
    """The maximum number of ways in which a step of a leg can pass."""
    if leg.over in _ONE_WAY:
        return 1
    most = 1
    for x, y in chain(*leg.all_ways):
        near, far = sorted((abs(x), abs(y)))
        paths = 1 if leg.over is Over.ONE_STRAIGHT_FIRST else comb(far + near, near)
        most = max(most, paths if leg.over is Over.CLEAR else paths * (far + near))
    return most


def _differing(
    a: Piece,
    *,
    b: Piece,
    board: PlayingBoard,
    square: Square,
    virgin: bool,
    budget: SquareCount,
    limit: int,
    white: bool,
) -> tuple[Cases, Cases]:
    """The cases of the results that differ, and of the same results without labels."""
    first = cases(
        a, board=board, square=square, virgin=virgin, budget=budget, white=white, limit=limit
    )
    second = cases(
        b, board=board, square=square, virgin=virgin, budget=budget, white=white, limit=limit
    )
    keys = {key for key in first.keys() | second.keys() if first.get(key) != second.get(key)}
    keys |= {replace(key, when=()) for key in keys if key.when}
    return {k: first[k] for k in keys if k in first}, {k: second[k] for k in keys if k in second}


def cases(
    piece: Piece,
    *,
    board: PlayingBoard,
    square: Square,
    virgin: bool,
    budget: SquareCount | None = None,
    white: bool = True,
    limit: int = MAX_SQUARES_OF_WALK,
) -> Cases:
    """The cases of each result of a piece on a square.

    Args:
        piece: The piece.
        board: The board. Its other squares may hold anything.
        square: The square of the piece.
        virgin: Whether the piece has not moved.
        budget: A budget to charge, besides the limit of this piece.
        white: Whether the piece is White.
        limit: The maximum number of squares entered.

    Raises:
        UndecidedError: The piece has no demands, or too many.
    """
    has_many_ways = any(
        _ways_between(leg) >= MAX_WAYS_TO_PASS for move in piece.moves for leg in move.legs
    )
    if has_many_ways or asked_names(piece) or not has_separate_paths(piece):
        raise UndecidedError
    everywhere = frozenset(board.squares())

    def content(at: Square) -> int:
        if at not in everywhere:
            return OFF
        return EMPTY if at == square else EMPTY | FRIEND | FOE

    context = WalkContext(
        board,
        content,
        lambda _: True,
        virgin,
        1 if white else -1,
        keeps_steps=asks_virginity(piece),
    )
    limit = min(limit, budget.left) if budget else limit
    own = SquareCount(limit)
    by_result: dict[Result, set[Case]] = {}
    for trace, result in every_result(context, piece, square, own):
        by_result.setdefault(result, set()).add(_case(trace))
    if budget:
        budget.left -= limit - own.left
    if own.spent:
        raise UndecidedError
    return {result: frozenset(cases) for result, cases in by_result.items()}


def _case(trace: Trace) -> Case:
    state = trace.state
    demand = {at: _MASKS[held.content] for at, held in state.overlay.items()}
    demand.update((at, _MASKS[side]) for at, side in state.hand)
    for step in state.steps:
        if step.act in (Act.CAPTURE, Act.DESTROY) and trace.move.legs[step.number].victim_virgin:
            demand[step.squares[-1]] &= _VIRGIN
    return Case(frozenset(demand.items()), frozenset((*state.path, *demand)))


def _shifted(cases: Cases, origin: Square, square: Square, board: PlayingBoard) -> Cases:
    """The cases for another square of the mover that stay on a board."""
    x, y = square[0] - origin[0], square[1] - origin[1]

    def moved(at: Square) -> Square:
        return board.joined((at[0] + x, at[1] + y), wraps=False)

    shifted_cases = {}
    for key, some in cases.items():
        there = [case.demand for case in some if all(moved(at) in board for at in case.squares)]
        if there:
            demands = (frozenset((moved(at), mask) for at, mask in demand) for demand in there)
            result = replace(
                key,
                to=key.to and moved(key.to),
                takes=tuple(sorted(map(moved, key.takes))),
                path=(),
            )
            shifted_cases[result] = frozenset(Case(demand, frozenset()) for demand in demands)
    return shifted_cases


def _separating(first: Cases, second: Cases, most: int, budget: SquareCount) -> Demand | None:
    """The contents for which two pieces differ, with at most a number of pieces, and as few as
    possible; or None.

    A result with labels does not count if it also occurs without (M6).
    """
    best = None
    for has, lacks in ((first, second), (second, first)):
        for key, cases in has.items():
            without = {case.demand for case in lacks.get(key, ())}
            if key.when:
                without |= {case.demand for case in has.get(replace(key, when=()), ())}
            others = [dict(demand) for demand in without]
            for demand in {case.demand for case in cases} - without:
                met = _fewest(dict(demand), others, most, budget)
                if met is not None:
                    best, most = met, _pieces(met) - 1
    return best


def _fewest(
    demand: Demand, others: Sequence[Demand], most: int, budget: SquareCount
) -> Demand | None:
    """A demand that implies one and contradicts the others, with as few pieces as possible, at most
    *most*; or None.
    """
    best, stack = None, [demand]
    while stack:
        budget.left -= 1 + len(others) // 8
        if budget.spent:
            raise UndecidedError
        met = stack.pop()
        if _pieces(met) > most:
            continue
        possible = [
            other
            for other in others
            if all(met.get(at, ANYTHING) & mask for at, mask in other.items())
        ]
        if not possible:
            best, most = met, _pieces(met) - 1
            continue
        for at, mask in min(possible, key=len).items():
            left = met.get(at, ANYTHING) & ~mask
            if left:
                stack.append({**met, at: left})
    return best


def _pieces(demand: Demand) -> int:
    """The number of squares that must hold a piece."""
    return sum(not mask & VACANT for mask in demand.values())


# Positions


class Filling(NamedTuple):
    """The content of a square."""

    foe: bool
    moved: bool
    name: str | None = None


_FILLINGS = {
    FRIEND_VIRGIN: Filling(foe=False, moved=False),
    FRIEND_MOVED: Filling(foe=False, moved=True),
    FOE_VIRGIN: Filling(foe=True, moved=False),
    FOE_MOVED: Filling(foe=True, moved=True),
}
Occupied = Mapping[Square, Filling]


def _position(board: PlayingBoard, occupied: Occupied, virgin: bool, white: bool) -> Position:
    """The position with these other pieces."""
    return Position(
        board,
        friends=frozenset(at for at, filling in occupied.items() if not filling.foe),
        foes=frozenset(at for at, filling in occupied.items() if filling.foe),
        moved=frozenset(at for at, filling in occupied.items() if filling.moved),
        white=white,
        virgin=virgin,
        names={at: filling.name for at, filling in occupied.items() if filling.name},
    )


# Search

OVERHEAD = 100
"""The fixed cost of a position, in squares entered."""
MAX_PIECES = 3
"""All positions up to this number of pieces are tried, within the limit; beyond that, random
ones.
"""
SAMPLES = 200
"""The number of random positions."""


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
            (square, virgin, dict[Square, Filling]())
            for square in self._squares
            for virgin in self._virginities
        ]
        for _ in range(MAX_PIECES + 1):
            further = dict[tuple[Square, bool, frozenset[tuple[Square, Filling]]], None]()
            for square, virgin, occupied in level:
                difference, asked = self._tried(square, virgin, occupied)
                if difference or self.incomplete:
                    return difference
                if self._left <= 0:
                    return self.at_random(is_fewest=True)
                for at in asked - occupied.keys():
                    for filling in self._fillings:
                        further[square, virgin, frozenset((*occupied.items(), (at, filling)))] = (
                            None
                        )
            level = [(square, virgin, dict(occupied)) for square, virgin, occupied in further]
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
            if difference:
                return (
                    self._smaller(square, virgin, occupied, difference) if is_fewest else difference
                )
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
        position = _position(self._board, occupied, virgin, self._white)
        context, asked = context_of(position, square), set[Square]()

        def content(at: Square) -> int:
            asked.add(at)
            return context.content(at)

        watched = replace(context, content=content)
        both = []
        for piece in (self._a, self._b):
            budget = SquareCount(MAX_SQUARES_OF_WALK)
            both.append(results_in(watched, piece, square, budget))
            self._left -= MAX_SQUARES_OF_WALK - budget.left + OVERHEAD
        self.positions += 1
        self.incomplete |= any(outcome.incomplete for outcome in both)
        return _difference(position, square, *both), {
            at for at in asked if at in self._board and at != square
        }
