"""The reach of a piece if every other square holds what the move needs (M8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial, reduce
from operator import ne, or_
from typing import NamedTuple

from wazir.piece.conditions import spoken
from wazir.piece.model import Act, Arrival, Content, Kind, Lattice, Leg, Move, Piece, Reach, Square, Vector, Way
from wazir.piece.motion.results import burnt
from wazir.piece.motion.symmetry import Group, Turn, symmetries
from wazir.piece.motion.walk import walk
from wazir.piece.motion.world import EMPTY, FOE, FRIEND, LIMIT, OFF, Budget, Trail, World
from wazir.piece.squares import inner, length, steps_of
from wazir.steps import Steps, stepwise

HORIZON = 7
"""The horizon of rides: the edge of the largest diagram (M12)."""
FARTHEST = 60
"""The plane ends at this distance."""

START: Square = (0, 0)

_CROSS, _QUIET, _RIFLE = Act.CROSS, Kind.QUIET, Kind.RIFLE
"""Bound, because Python 3.11 takes long to find members of enumerations."""
_CONTENTS = tuple(map(Content, range(8)))


@dataclass(frozen=True, slots=True)
class Plane:
    """A board without edges, up to its horizon."""

    horizon: int = HORIZON
    lattice: Lattice = Lattice.SQUARE

    def __contains__(self, square: Square) -> bool:
        return self.length(square) <= FARTHEST

    def length(self, step: Vector) -> int:
        """The length of a step in single steps."""
        return length(self.lattice, step)

    def inner(self, a: Vector, b: Vector) -> int:
        """The inner product of two steps; only its sign is meaningful."""
        return inner(self.lattice, a, b)

    def file(self, square: Square, _white: bool) -> int:
        """The distance to the right."""
        return square[0]

    def rank(self, square: Square, _white: bool) -> int:
        """The distance forward."""
        return square[1]

    def joined(self, square: Square, _wraps: bool) -> Square:
        """The square itself."""
        return square

    def squares(self) -> Iterator[Square]:
        """The squares within the horizon."""
        span = range(-self.horizon, self.horizon + 1)
        return ((x, y) for x in span for y in span if self.length((x, y)) <= self.horizon)

    def on_edge_file(self, _square: Square) -> bool:
        """Always true."""
        return True


@stepwise
def reach(piece: Piece, limit: int = LIMIT, horizon: int = HORIZON) -> Steps[Reach]:
    """Every way in which *piece* can reach a square with consistent requirements.

    Rides are followed for *horizon* king steps.
    """
    plane, budget = Plane(horizon, piece.lattice), Budget(limit)
    world = World(plane, _anything, lambda _: True, mover_virgin=True, forward=1, horizon=horizon, is_position=False)
    begin = Trail(START, path=(START,))
    best: dict[tuple[Square, int], Arrival] = {}
    crossed: set[Square] = set()
    leap = 0
    labels = set(piece.properties)
    for move in piece.moves:
        labels.update((*move.labels, *spoken(move.guards)))
        rides = any(leg.most is None for leg in move.legs)
        goes_on = bool(move.legs) and move.legs[-1].most is None
        group = symmetries(move, piece.lattice)
        found: dict[tuple[Square, Kind], _Found] = {}
        sector = replace(world, distinct=partial(_distinct, group), goes_on=group.is_home)
        trails = walk(sector, move.legs, begin, START, budget)
        for one in ends(world, move, trails, START, budget):
            if one is None:
                yield
                continue
            trail, reached = one
            if trail.crossed:
                crossed.update(turn.of(at) for at in trail.crossed for turn in group.turns)
            if trail.labels:
                labels |= trail.labels
            rank = _rank(trail.path)
            for square, kind in reached:
                leap = leap if rides else max(leap, plane.length(square))
                _keep(found, square, kind, trail, rank, group)
        for (square, kind), one_found in found.items():
            yield
            order = kind.value
            for arrival in _arrivals(square, kind, one_found, group, goes_on):
                first = best.setdefault((arrival.square, order), arrival)
                if first is not arrival and _is_drawn_before(arrival.path, first.path):
                    best[arrival.square, order] = arrival
    for freeze in piece.freezes:
        for trail in filter(None, walk(world, freeze.legs, begin, START, budget)):
            labels |= trail.labels
            leap = max(leap, plane.length(trail.square)) if all(leg.most for leg in freeze.legs) else leap
            best.setdefault((trail.square, Kind.FREEZE.value), Arrival(trail.square, Kind.FREEZE))
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


def _distinct(group: Group, trail: Trail, leg: Leg, ways: tuple[Way, ...]) -> tuple[Way, ...]:
    """The ways of the next leg to walk: one of those that the turns that keep the trail exchange."""
    if trail.last is None and not leg.stays:
        return tuple([way for way in ways if len(way) > 1 or group.is_home(way[0])])
    for square in (trail.square, *trail.path, *trail.overlay):
        if len(group.turns) == 1:
            return ways
        group = group.keeping(square)
    return group.distinct(ways) if len(group.turns) > 1 else ways


_Rank = tuple[int, int]
"""The number of squares of a path, and that of its turns: paths with fewer are preferred for drawing."""


class _Found(NamedTuple):
    """The path of a trail after a turn."""

    rank: _Rank
    seen: _Path
    """The path from one side."""
    path: _Path
    turn: Turn
    trail: Trail


def _keep(
    found: dict[tuple[Square, Kind], _Found], square: Square, kind: Kind, trail: Trail, rank: _Rank, group: Group
) -> None:
    """Keep a trail after each turn to the greatest image of its end, if it is drawn before the known one there."""
    end, turns = group.homing(square)
    known = found.get((end, kind))
    if known is not None and rank > known.rank:
        return
    for turn in turns[:1] if _has_one_side(trail.path) else turns:
        path = turn.of_path(trail.path)
        seen = _from_one_side(path)
        if known is None or (rank, seen) < (known.rank, known.seen):
            known = found[end, kind] = _Found(rank, seen, path, turn, trail)


def _arrivals(square: Square, kind: Kind, found: _Found, group: Group, goes_on: bool) -> Iterator[Arrival]:
    """The arrivals at the images of a square; *goes_on* is whether the last leg is an unlimited ride."""
    needs = [(found.turn.of(at), what) for at, what in _needs(found.trail)]
    is_open, has_one_side = goes_on and not _is_rifle(kind), _has_one_side(found.path)
    for image, turns in group.images(square):
        turn, path = turns[0], turns[0].of_path(found.path)
        for other in () if has_one_side else turns[1:]:
            turned = other.of_path(found.path)
            if _from_one_side(turned) < _from_one_side(path):
                turn, path = other, turned
        needed = tuple(sorted([(turn.of(at), what) for at, what in needs])) if needs else ()
        yield Arrival(image, kind, path, needed, is_open)


def _is_drawn_before(path: _Path, other: _Path) -> bool:
    """Whether a path is preferred for drawing to another one with the same result."""
    rank, others = _rank(path), _rank(other)
    return rank < others or (rank == others and _from_one_side(path) < _from_one_side(other))


def _rank(path: _Path) -> _Rank:
    steps = steps_of(path)
    return len(path), sum(map(ne, steps, steps[1:]))


def _has_one_side(path: _Path) -> bool:
    """Whether a path looks the same from one side after all turns, because its end is on no axis."""
    x, y = path[-1]
    return bool(x and y and abs(x) != abs(y))


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
    world: World, move: Move, trails: Iterable[Trail | None], start: Square, budget: Budget
) -> Iterator[tuple[Trail, list[tuple[Square, Kind]]] | None]:
    """Trails from *start*, each with its end and its kind, and captures elsewhere. None is a pause.

    Squares of its world hold what is needed.
    """
    is_first, is_conditional = move.is_first, bool(move.labels or spoken(move.guards))
    puts_down = any(Act.UNLOAD in leg.acts for leg in move.all_legs)
    for trail in trails:
        if trail is None:
            yield None
            continue
        found = list[tuple[Square, Kind]]()
        if trail.last is not _CROSS:
            end = trail if not move.fragments else burnt(world, move, trail, start, budget)
            gone = end.takes
            if gone and puts_down:
                gone -= {held.origin for held in end.overlay.values()}
            how = (trail.hops, is_first, is_conditional or bool(trail.labels))
            if trail.square != start or not end.takes:
                found.append((trail.square, _qualified(_what(trail, gone), *how)))
            for at in sorted(gone) if len(gone) > 1 else gone:
                if at != trail.square:
                    found.append((at, _qualified(_RIFLE, *how)))
        yield trail, found


@cache
def _is_rifle(kind: Kind) -> bool:
    return _RIFLE in kind


@cache
def _qualified(kind: Kind, hops: bool, is_first: bool, is_conditional: bool) -> Kind:
    qualifiers = {Kind.HOP: hops, Kind.FIRST: is_first, Kind.CONDITION: is_conditional}
    return reduce(or_, [qualifier for qualifier, holds in qualifiers.items() if holds], kind)


def _needs(trail: Trail) -> Iterator[tuple[Square, Content]]:
    """The required contents: hurdles, pieces put down elsewhere, and empty squares of leaps."""
    path = frozenset(trail.path)
    for at, held in trail.overlay.items():
        if held.origin is not None:
            yield held.origin, _CONTENTS[held.content]
        elif held.content in _PIECE or (held.content == EMPTY and at not in path):
            yield at, _CONTENTS[held.content]


_PIECE = (FRIEND, FOE, FRIEND | FOE)

_ENDS = {Act.CAPTURE: Kind.CAPTURE, Act.DESTROY: Kind.DESTROY}


def _what(trail: Trail, gone: frozenset[Square]) -> Kind:
    """The kind of an end: quiet, or with a capture there or on the way. *gone* are the captured pieces."""
    at_end = _ENDS.get(trail.last) if trail.last else None
    if at_end:
        return at_end
    if not gone:
        return _QUIET
    sides = {side for at, side in trail.hand if at in gone}
    if FOE in sides:
        return Kind.CAPTURE
    return Kind.DESTROY if sides else Kind.QUIET
