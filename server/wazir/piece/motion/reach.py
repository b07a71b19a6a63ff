"""The reach of a piece if every other square holds what the move needs (M8)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, reduce
from operator import ne, or_
from typing import NamedTuple, TypeVar

from wazir.budget import MAX_SQUARES_OF_BOARD, MAX_SQUARES_OF_WALK, spend
from wazir.piece.board import FARTHEST, HORIZON, Plane, PlayingBoard, steps_of
from wazir.piece.conditions import unresolved_labels
from wazir.piece.model import (
    Act,
    Arrival,
    Content,
    Kind,
    Move,
    Piece,
    Reach,
    Square,
    Vector,
    has_separate_paths,
    is_uniform,
    without_branches,
)
from wazir.piece.motion.context import (
    EMPTY,
    FOE,
    FRIEND,
    OFF,
    Contents,
    SearchState,
    SquareCount,
    WalkContext,
)
from wazir.piece.motion.results import burnt, every_result, results_in
from wazir.piece.motion.walk import walk

START: Square = (0, 0)

_CROSS, _QUIET, _RIFLE = Act.CROSS, Kind.QUIET, Kind.RIFLE
"""Bound, because Python 3.11 takes long to find members of enumerations."""
_CONTENTS = tuple(map(Content, range(8)))


def reach(piece: Piece, limit: int = MAX_SQUARES_OF_WALK, horizon: int = HORIZON) -> Reach:
    """Every way in which *piece* can reach a square with consistent requirements.

    Rides are followed for *horizon* king steps.
    """
    plane, budget = Plane(horizon, piece.lattice), SquareCount(limit)
    context = WalkContext(plane, _anything, lambda _: True, horizon=horizon, is_position=False)
    begin = SearchState(START, path=(START,))
    best: dict[tuple[Square, int], Arrival] = {}
    orders: dict[tuple[Square, int], _DrawingOrder] = {}
    crossed: set[Square] = set()
    labels = set(piece.properties)
    leap = 0
    for move in without_branches(replace(move, becomes=()) for move in piece.moves):
        labels.update((*move.labels, *unresolved_labels(move.guards)))
        has_rides = any(leg.most is None for leg in move.legs)
        ends_in_ride = bool(move.legs) and move.legs[-1].most is None
        for state, arrived in ends(
            context,
            move,
            walk(context, move.legs, begin, start=START, budget=budget),
            start=START,
            budget=budget,
        ):
            crossed.update(state.crossed)
            labels |= state.labels
            order = _drawing_order(state.path)
            for square, kind in arrived:
                leap = leap if has_rides else max(leap, plane.length(square))
                end = square, kind.value
                if end not in orders or order < orders[end]:
                    needs = tuple(sorted(_needs(state)))
                    is_open = ends_in_ride and not kind & _RIFLE
                    best[end] = Arrival(square, kind, state.path, needs=needs, rides=is_open)
                    orders[end] = order
    for freeze in piece.freezes:
        for state in walk(context, freeze.legs, begin, start=START, budget=budget):
            labels |= state.labels
            if all(leg.most for leg in freeze.legs):
                leap = max(leap, plane.length(state.square))
            else:
                leap = leap
            best.setdefault((state.square, Kind.FREEZE.value), Arrival(state.square, Kind.FREEZE))
    return Reach(
        arrivals=tuple([best[end] for end in sorted(best)]),
        leap=leap,
        rides=any(leg.most is None for move in piece.moves for leg in move.legs),
        labels=tuple(sorted(labels)),
        crosses_edge=tuple(sorted(crossed)),
        incomplete=budget.spent,
        lattice=piece.lattice,
    )


_DrawingOrder = tuple[int, int, list[Square]]


def _drawing_order(path: tuple[Square, ...]) -> _DrawingOrder:
    """The paths that are preferred for drawing come first: those with fewer squares, then with
    fewer turns.

    Others are ordered by their images that end in one eighth of the board, so that the choice is
    symmetric.
    """
    steps, (x, y) = steps_of(path), path[-1]
    across = -1 if x < 0 else 1
    along = -1 if y < 0 else 1
    image = [
        (along * b, across * a) if abs(x) > abs(y) else (across * a, along * b) for a, b in path
    ]
    return len(path), sum(map(ne, steps, steps[1:])), image


def _anything(square: Square) -> int:
    """The contents of a square of the plane without requirements."""
    if square == START:
        return EMPTY
    x, y = square
    if -FARTHEST <= x <= FARTHEST and -FARTHEST <= y <= FARTHEST:
        return EMPTY | FRIEND | FOE | OFF
    return 0


def ends(
    context: WalkContext,
    move: Move,
    states: Iterable[SearchState],
    start: Square,
    budget: SquareCount,
) -> Iterator[tuple[SearchState, list[tuple[Square, Kind]]]]:
    """States from *start*, each with its end and its kind, and captures elsewhere.

    Squares of its context hold what is needed.
    """
    is_first = move.is_first
    is_conditional = bool(move.labels or unresolved_labels(move.guards))
    puts_down = any(Act.UNLOAD in leg.acts for leg in move.all_legs)
    for state in states:
        arrived = list[tuple[Square, Kind]]()
        if state.last is not _CROSS:
            end = burnt(context, move, state, start=start, budget=budget)
            gone = end.takes
            if gone and puts_down:
                gone -= {held.origin for held in end.overlay.values()}
            qualifiers = (state.hops, is_first, is_conditional or bool(state.labels))
            if state.square != start or not end.takes:
                arrived.append((state.square, _qualified(_what(state, gone), *qualifiers)))
            for victim in sorted(gone) if len(gone) > 1 else gone:
                if victim != state.square:
                    arrived.append((victim, _qualified(_RIFLE, *qualifiers)))
        yield state, arrived


@cache
def _qualified(kind: Kind, hops: bool, is_first: bool, is_conditional: bool) -> Kind:
    qualifiers = {Kind.HOP: hops, Kind.FIRST: is_first, Kind.CONDITION: is_conditional}
    return reduce(or_, [qualifier for qualifier, holds in qualifiers.items() if holds], kind)


def _needs(state: SearchState) -> Iterator[tuple[Square, Content]]:
    """The required contents: hurdles, pieces put down elsewhere, and empty squares of leaps."""
    path = frozenset(state.path)
    for at, held in state.overlay.items():
        if held.origin is not None:
            yield held.origin, _CONTENTS[held.content]
        elif held.content in _PIECE or (held.content == EMPTY and at not in path):
            yield at, _CONTENTS[held.content]


_PIECE = (FRIEND, FOE, FRIEND | FOE)

_ENDS: Mapping[Act | None, Kind] = {Act.CAPTURE: Kind.CAPTURE, Act.DESTROY: Kind.DESTROY}


def _what(state: SearchState, gone: frozenset[Square]) -> Kind:
    """The kind of an end: quiet, or with a capture there or on the way. *gone* are the captured
    pieces.
    """
    if at_end := _ENDS.get(state.last):
        return at_end
    sides = {side for at, side in state.hand if at in gone}
    if not sides:
        return _QUIET
    return Kind.CAPTURE if FOE in sides else Kind.DESTROY


# Options: the results of a piece from every square of a board, each with the contents of squares
# that it needs


Needs = tuple[tuple[int, int], ...]
"""Numbers of squares with their allowed contents, sorted."""


_OpenPath = tuple[
    tuple[Square | None, tuple[Square, ...], bool, tuple[str, ...]],
    tuple[tuple[Square, int], ...],
    tuple[Square, ...],
]
"""The end, the captures, whether pieces are put down, and the labels; the needs; and the squares to
be on the board.
"""


Required = TypeVar("Required", bound=Collection[tuple[object, int]])


def minimal(alternatives: Iterable[Required]) -> Iterator[Required]:
    """The alternative requirements, contents by square, without those that another one makes
    redundant.
    """
    contents = {required: dict(required) for required in alternatives}
    for required, own in contents.items():
        others = (other for other in contents.values() if other is not own)
        if not any(
            all(at in own and not own[at] & ~mask for at, mask in other.items()) for other in others
        ):
            yield required


class Option(NamedTuple):
    """A result (M6) and its needs. Squares are numbered in the order of the board."""

    to: int | None
    takes: tuple[int, ...]
    puts: bool
    """Whether pieces are put down."""
    labels: tuple[str, ...]
    needs: Needs


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a White piece that has moved, from each square."""

    board: PlayingBoard
    squares: tuple[Square, ...]
    each: tuple[tuple[Option, ...], ...]
    """The options by square."""
    few: bool
    """They are complete only for at most one friend and one foe."""
    incomplete: bool
    """The limit of states was reached (M10)."""


def options(piece: Piece, board: PlayingBoard, friends: int = 1) -> Options:
    """The options of a piece from every square.

    Args:
        piece: The piece; it has moved before.
        board: The board.
        friends: For a piece that looks at squares off its path, the number of friends to try beside
            at most one foe. Slow.
    """
    piece = piece.after_first_move()
    squares = tuple(board.squares())
    numbers = {square: number for number, square in enumerate(squares)}
    few, wide = not has_separate_paths(piece), board.around
    left = MAX_SQUARES_OF_BOARD
    incomplete = False
    by_square = list[tuple[Option, ...]]()
    paths = list[_OpenPath]()
    is_same_everywhere = not few and not board.cylinder and is_uniform(piece, board)
    if is_same_everywhere:
        budget = SquareCount(MAX_SQUARES_OF_WALK)
        paths = list(
            dict.fromkeys(_paths(piece, wide, wide.middle, budget=budget, has_limits=True))
        )
        incomplete = budget.spent
    for square in squares:
        budget, step = SquareCount(min(MAX_SQUARES_OF_WALK, left)), (0, 0)
        if few:
            paths = list(_beside_few(piece, board, square, friends=friends, budget=budget))
        elif is_same_everywhere:
            step = square[0] - wide.middle[0], square[1] - wide.middle[1]
        else:
            paths = list(_paths(piece, board, square, budget=budget))
        spend(len(paths))
        by_square.append(tuple(dict.fromkeys(_options_of(paths, step, numbers))))
        left -= min(MAX_SQUARES_OF_WALK, left) - max(0, budget.left)
        incomplete = incomplete or budget.spent
    return Options(board, squares, tuple(by_square), few=few, incomplete=incomplete)


def _options_of(
    paths: Iterable[_OpenPath], step: Vector, numbers: Mapping[Square, int]
) -> Iterator[Option]:
    """The options of paths after a step, as far as they are on the board."""
    dx, dy = step
    for (to, takes, puts, when), needs, touched in paths:
        if all((x + dx, y + dy) in numbers for x, y in touched):
            yield Option(
                to=None if to is None else numbers[to[0] + dx, to[1] + dy],
                takes=tuple([numbers[x + dx, y + dy] for x, y in takes]),
                puts=puts,
                labels=when,
                needs=tuple(
                    sorted([(numbers[x + dx, y + dy], content) for (x, y), content in needs])
                ),
            )


def _paths(
    piece: Piece,
    board: PlayingBoard,
    square: Square,
    budget: SquareCount,
    *,
    has_limits: bool = False,
) -> Iterator[_OpenPath]:
    """The paths of a piece on squares with unknown contents, with all of them if they must be on
    the board.
    """
    contents = Contents.fromkeys(board.squares(), EMPTY | FRIEND | FOE)
    contents[square] = EMPTY
    context = WalkContext(board, contents.__getitem__, lambda _: False, mover_virgin=False)
    for (_, state), result in every_result(context, piece, square, budget=budget):
        taken = dict(state.hand)
        needs = [
            (at, taken.get(at, held.content))
            for at, held in state.overlay.items()
            if held.content != OFF
        ]
        touched = {*state.path, *state.overlay} if has_limits else ()
        yield (
            (result.to, result.takes, bool(result.puts), result.when),
            tuple(needs),
            tuple(touched),
        )


def reached_from(
    piece: Piece, board: PlayingBoard, square: Square
) -> set[tuple[Square | None, tuple[Square, ...], tuple[str, ...]]]:
    """The results of a piece that has moved, if squares hold what is needed (M8)."""
    paths = _paths(piece.after_first_move(), board, square, budget=SquareCount(MAX_SQUARES_OF_WALK))
    return {(to, takes, labels) for (to, takes, _, labels), _, _ in paths}


def _beside_few(
    piece: Piece, board: PlayingBoard, square: Square, friends: int, budget: SquareCount
) -> Iterator[_OpenPath]:
    """The results of all positions with at most one foe and a number of friends.

    Only squares that a walk looks at are filled, because others do not matter.
    """
    stack: list[dict[Square, int]] = [{}]
    known: set[frozenset[tuple[Square, int]]] = set()
    while stack and not budget.spent:
        placed = stack.pop()
        asked = set(placed)

        def content(
            at: Square, placed: dict[Square, int] = placed, asked: set[Square] = asked
        ) -> int:
            if at not in board:
                return OFF
            asked.add(at)
            return placed.get(at, EMPTY)

        context = WalkContext(board, content, lambda _: False, mover_virgin=False)
        for result in results_in(context, piece, square, budget=budget).all:
            needs = tuple((at, placed.get(at, EMPTY)) for at in asked - {square})
            yield (result.to, result.takes, bool(result.puts), result.when), needs, ()
        sides = list(placed.values())
        for side in (FRIEND,) * (sides.count(FRIEND) < friends) + (FOE,) * (FOE not in sides):
            for at in asked - placed.keys() - {square}:
                more = {**placed, at: side}
                if frozenset(more.items()) not in known:
                    known.add(frozenset(more.items()))
                    stack.append(more)
