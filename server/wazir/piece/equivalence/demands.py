"""What the results of a piece demand of the other squares, and by that a position in which two
pieces differ (Q2, Q3).

A path is walked on a board whose squares may hold anything; its demand is what it requires of them.
A piece has a result in a position that meets one of the demands of the result. Pieces that burn,
put down captures, ask for names, or look at pieces off their path have no demands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from math import comb
from typing import NamedTuple, TypeAlias

from wazir.budget import MAX_SQUARES_OF_COMPARISON, MAX_SQUARES_OF_WALK, MAX_WAYS_TO_PASS
from wazir.piece.board import PlayingBoard, SquareBoard
from wazir.piece.equivalence.differences import (
    Difference,
    Filling,
    by_nearness,
    difference_of,
    position_with,
)
from wazir.piece.model import (
    Act,
    Leg,
    Over,
    Piece,
    Result,
    Square,
    always_wraps,
    asked_names,
    asks_virginity,
    has_separate_paths,
    is_uniform,
    virginities,
)
from wazir.piece.motion.context import EMPTY, FOE, FRIEND, OFF, SquareCount, WalkContext
from wazir.piece.motion.results import Trace, every_result, results

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
    budget = SquareCount(most_states)
    comparison = _Comparison(a, b, limit, budget=budget, white=white)
    differing, least = comparison.around(board)
    squares = by_nearness(board)
    if least is None and not is_fewest:
        squares.reverse()
    best, most = None, UNBOUNDED
    for square in squares:
        if most < (least or 0) or (best and not is_fewest):
            break
        for virgin in virginities(a, b):
            first, second = differing(square, virgin)
            demand = _separating(first, second, most, budget=budget)
            if demand is None:
                continue
            position = position_with(_occupied(demand), board, virgin=virgin, white=white)
            both = (results(piece, position, square) for piece in (a, b))
            best = difference_of(position, square, *both)
            if best is None:
                raise UndecidedError
            most = best.pieces - 1
    return best


_Differing: TypeAlias = Callable[[Square, bool], tuple[Cases, Cases]]
"""The cases of the results that differ, of both pieces, from a square and by whether the mover is
virgin.
"""


@dataclass(frozen=True)
class _Comparison:
    """Two pieces, with what their comparison may spend."""

    a: Piece
    b: Piece
    limit: int
    """The maximum number of squares that a piece enters from a square."""
    budget: SquareCount
    white: bool

    def around(self, board: PlayingBoard) -> tuple[_Differing, int | None]:
        """What finds the cases that differ from each square of a board, and the minimum number of
        pieces in them; None if that is not known.
        """
        walked = board
        if isinstance(board, SquareBoard) and always_wraps(self.a) and always_wraps(self.b):
            walked = replace(board, cylinder=True)
        if not (is_uniform(self.a, walked) and is_uniform(self.b, walked)):
            return partial(self._differing, board), None
        wide = plane(walked)
        anywhere = {
            virgin: self._differing(wide, wide.middle, virgin)
            for virgin in virginities(self.a, self.b)
        }

        def differing(square: Square, virgin: bool) -> tuple[Cases, Cases]:
            first, second = anywhere[virgin]
            return (
                _shifted(first, wide.middle, square, board=walked),
                _shifted(second, wide.middle, square, board=walked),
            )

        return differing, _least(chain.from_iterable(anywhere.values()))

    def _differing(self, board: PlayingBoard, square: Square, virgin: bool) -> tuple[Cases, Cases]:
        """The cases of the results that differ, and of the same results without labels."""
        first, second = (
            cases(
                piece,
                board=board,
                square=square,
                virgin=virgin,
                budget=self.budget,
                white=self.white,
                limit=self.limit,
            )
            for piece in (self.a, self.b)
        )
        keys = {key for key in first.keys() | second.keys() if first.get(key) != second.get(key)}
        keys |= {replace(key, when=()) for key in keys if key.when}
        return (
            {key: first[key] for key in keys if key in first},
            {key: second[key] for key in keys if key in second},
        )


def _occupied(demand: Demand) -> dict[Square, Filling]:
    """The pieces that a demand requires."""
    return {at: _FILLINGS[mask & -mask] for at, mask in demand.items() if not mask & VACANT}


_FILLINGS = {
    FRIEND_VIRGIN: Filling(foe=False, moved=False),
    FRIEND_MOVED: Filling(foe=False, moved=True),
    FOE_VIRGIN: Filling(foe=True, moved=False),
    FOE_MOVED: Filling(foe=True, moved=True),
}


def _least(some: Iterable[Cases]) -> int:
    """The minimum number of pieces in some cases."""
    numbers = (
        _pieces(dict(case.demand))
        for cases_by_result in some
        for cases in cases_by_result.values()
        for case in cases
    )
    return min(numbers, default=UNBOUNDED + 1)


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
    for trace, result in every_result(context, piece, square, budget=own):
        by_result.setdefault(result, set()).add(_case(trace))
    if budget:
        budget.left -= limit - own.left
    if own.spent:
        raise UndecidedError
    return {result: frozenset(cases) for result, cases in by_result.items()}


def _case(trace: Trace) -> Case:
    """What a finished walk requires of the board."""
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
        inside = [case.demand for case in some if all(moved(at) in board for at in case.squares)]
        if not inside:
            continue
        demands = (frozenset((moved(at), mask) for at, mask in demand) for demand in inside)
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
                met = _fewest(dict(demand), others, most, budget=budget)
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
