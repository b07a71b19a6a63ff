"""The reach of a piece if every other square holds what the move needs (M8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache, reduce
from operator import ne, or_

from wazir.piece.board import FARTHEST, HORIZON, Plane
from wazir.piece.conditions import unresolved_labels
from wazir.piece.inspection import without_branches
from wazir.piece.model import Act, Arrival, Content, Kind, Move, Piece, Reach, Square
from wazir.piece.motion.context import EMPTY, FOE, FRIEND, LIMIT, OFF, Budget, SearchState, WalkContext
from wazir.piece.motion.results import burnt
from wazir.piece.motion.walk import walk
from wazir.piece.squares import steps_of

START: Square = (0, 0)

_CROSS, _QUIET, _RIFLE = Act.CROSS, Kind.QUIET, Kind.RIFLE
"""Bound, because Python 3.11 takes long to find members of enumerations."""
_CONTENTS = tuple(map(Content, range(8)))


def reach(piece: Piece, limit: int = LIMIT, horizon: int = HORIZON) -> Reach:
    """Every way in which *piece* can reach a square with consistent requirements.

    Rides are followed for *horizon* king steps.
    """
    plane, budget = Plane(horizon, piece.lattice), Budget(limit)
    context = WalkContext(
        plane, _anything, lambda _: True, mover_virgin=True, forward=1, horizon=horizon, is_position=False
    )
    begin = SearchState(START, path=(START,))
    best: dict[tuple[Square, int], Arrival] = {}
    crossed: set[Square] = set()
    labels = set(piece.properties)
    leap = 0
    for move in without_branches(replace(move, becomes=()) for move in piece.moves):
        labels.update((*move.labels, *unresolved_labels(move.guards)))
        has_rides = any(leg.most is None for leg in move.legs)
        ends_in_ride = bool(move.legs) and move.legs[-1].most is None
        for state, arrived in ends(context, move, walk(context, move.legs, begin, START, budget), START, budget):
            crossed.update(state.crossed)
            labels |= state.labels
            for square, kind in arrived:
                leap = leap if has_rides else max(leap, plane.length(square))
                known = best.get((square, kind.value))
                if known is None or _is_drawn_before(state.path, known.path):
                    needs = tuple(sorted(_needs(state)))
                    is_open = ends_in_ride and not _is_rifle(kind)
                    best[square, kind.value] = Arrival(square, kind, state.path, needs, is_open)
    for freeze in piece.freezes:
        for state in walk(context, freeze.legs, begin, START, budget):
            labels |= state.labels
            leap = max(leap, plane.length(state.square)) if all(leg.most for leg in freeze.legs) else leap
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


_Path = tuple[Square, ...]


def _is_drawn_before(path: _Path, other: _Path) -> bool:
    """Whether a path is preferred for drawing: it has fewer squares, or fewer turns, or is first from one side."""
    if len(path) != len(other):
        return len(path) < len(other)
    turns, others = _turns(path), _turns(other)
    return turns < others or (turns == others and _from_one_side(path) < _from_one_side(other))


def _turns(path: _Path) -> int:
    """The number of changes of direction of a path."""
    steps = steps_of(path)
    return sum(map(ne, steps, steps[1:]))


def _from_one_side(path: _Path) -> _Path:
    """The image of a path that ends in one eighth of the board, so that the choice among paths is symmetric."""
    x, y = path[-1]
    across, along = -1 if x < 0 else 1, -1 if y < 0 else 1
    if abs(x) > abs(y):
        return tuple([(along * b, across * a) for a, b in path])
    return tuple([(across * a, along * b) for a, b in path])


def _anything(square: Square) -> int:
    """The contents of a square of the plane without requirements."""
    if square == START:
        return EMPTY
    x, y = square
    return EMPTY | FRIEND | FOE | OFF if -FARTHEST <= x <= FARTHEST and -FARTHEST <= y <= FARTHEST else 0


def ends(
    context: WalkContext, move: Move, states: Iterable[SearchState], start: Square, budget: Budget
) -> Iterator[tuple[SearchState, list[tuple[Square, Kind]]]]:
    """States from *start*, each with its end and its kind, and captures elsewhere.

    Squares of its context hold what is needed.
    """
    is_first, is_conditional = move.is_first, bool(move.labels or unresolved_labels(move.guards))
    puts_down = any(Act.UNLOAD in leg.acts for leg in move.all_legs)
    for state in states:
        arrived = list[tuple[Square, Kind]]()
        if state.last is not _CROSS:
            end = state if not move.fragments else burnt(context, move, state, start, budget)
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
def _is_rifle(kind: Kind) -> bool:
    return _RIFLE in kind


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

_ENDS = {Act.CAPTURE: Kind.CAPTURE, Act.DESTROY: Kind.DESTROY}


def _what(state: SearchState, gone: frozenset[Square]) -> Kind:
    """The kind of an end: quiet, or with a capture there or on the way. *gone* are the captured pieces."""
    at_end = _ENDS.get(state.last) if state.last else None
    if at_end:
        return at_end
    if not gone:
        return _QUIET
    sides = {side for at, side in state.hand if at in gone}
    if FOE in sides:
        return Kind.CAPTURE
    return Kind.DESTROY if sides else Kind.QUIET
