"""The reach of a piece if every other square holds what the move needs (M8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial, reduce
from operator import ne, or_
from typing import NamedTuple

from wazir.piece.conditions import spoken
from wazir.piece.model import Act, Arrival, Content, Kind, Lattice, Move, Piece, Reach, Square, Vector
from wazir.piece.motion.results import burnt
from wazir.piece.motion.symmetry import IDENTITY, Turn, homing, symmetries
from wazir.piece.motion.walk import walk
from wazir.piece.motion.world import EMPTY, FOE, FRIEND, LIMIT, OFF, Budget, Trail, World
from wazir.piece.squares import inner, length, steps_of
from wazir.steps import Steps, stepwise

HORIZON = 7
"""The horizon of rides: the edge of the largest diagram (M12)."""
FARTHEST = 60
"""The plane ends at this distance."""

START: Square = (0, 0)


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
    best: dict[tuple[Square, Kind], Arrival] = {}
    crossed: set[Square] = set()
    leap = 0
    labels = set(piece.properties)
    for move in piece.moves:
        labels.update((*move.labels, *spoken(move.guards)))
        rides = any(leg.most is None for leg in move.legs)
        goes_on = bool(move.legs) and move.legs[-1].most is None
        turns = symmetries(move, piece.lattice)
        home = homing(turns)
        found: dict[tuple[Square, Kind], _Found] = {}
        sector = replace(world, goes_on=partial(_is_home, home))
        trails = walk(sector, move.legs, begin, START, budget)
        for one in ends(world, move, trails, START, budget):
            if one is None:
                yield
                continue
            trail, reached = one
            crossed.update(turn.of(at) for at in trail.crossed for turn in turns)
            labels |= trail.labels
            for square, kind in reached:
                leap = leap if rides else max(leap, plane.length(square))
                for turn in home(square):
                    _keep(found, (turn.of(square), kind), turn, trail)
        for arrival in _arrivals(found, turns, goes_on):
            yield
            first = best.setdefault((arrival.square, arrival.kind), arrival)
            if first is not arrival and _is_drawn_before(arrival.path, first.path):
                best[arrival.square, arrival.kind] = arrival
    for freeze in piece.freezes:
        for trail in filter(None, walk(world, freeze.legs, begin, START, budget)):
            labels |= trail.labels
            leap = max(leap, plane.length(trail.square)) if all(leg.most for leg in freeze.legs) else leap
            best.setdefault((trail.square, Kind.FREEZE), Arrival(trail.square, Kind.FREEZE))
    return Reach(
        arrivals=tuple(sorted(best.values(), key=lambda a: (a.square, a.kind.value))),
        leap=leap,
        rides=any(leg.most is None for move in piece.moves for leg in move.legs),
        labels=tuple(sorted(labels)),
        crosses_edge=tuple(sorted(crossed)),
        incomplete=budget.spent,
        lattice=piece.lattice,
    )


_Path = tuple[Square, ...]


class _Found(NamedTuple):
    """The path of a trail after a turn."""

    path: _Path
    turn: Turn
    trail: Trail


def _keep(found: dict[tuple[Square, Kind], _Found], end: tuple[Square, Kind], turn: Turn, trail: Trail) -> None:
    """Keep a trail after a turn, if it is drawn before the one that has the same end."""
    known = found.get(end)
    if known is None or len(trail.path) <= len(known.path):
        path = turn.of_path(trail.path)
        if known is None or _is_drawn_before(path, known.path):
            found[end] = _Found(path, turn, trail)


def _arrivals(found: Mapping[tuple[Square, Kind], _Found], turns: Iterable[Turn], goes_on: bool) -> Iterator[Arrival]:
    """The arrivals of a move in all directions; *goes_on* is whether its last leg is an unlimited ride."""
    for (square, kind), (path, first, trail) in found.items():
        needs = [(first.of(at), what) for at, what in _needs(trail)]
        is_open = goes_on and Kind.RIFLE not in kind
        for turn in turns:
            needed = tuple(sorted([(turn.of(at), what) for at, what in needs])) if needs else ()
            yield Arrival(turn.of(square), kind, turn.of_path(path), needed, is_open)


def _is_home(home: Callable[[Square], Sequence[Turn]], square: Square) -> bool:
    return IDENTITY in home(square)


def _is_drawn_before(path: _Path, other: _Path) -> bool:
    """Whether a path is preferred for drawing to another one with the same result."""
    if len(path) != len(other):
        return len(path) < len(other)
    return _drawing_order(path) < _drawing_order(other)


@lru_cache(maxsize=4096)
def _drawing_order(path: _Path) -> tuple[int, _Path]:
    """The order of paths of equal length: fewest turns first, and symmetric."""
    steps = steps_of(path)
    (x, y), turns = path[-1], sum(map(ne, steps, steps[1:]))
    across, along = -1 if x < 0 else 1, -1 if y < 0 else 1
    if abs(x) > abs(y):
        return turns, tuple([(along * b, across * a) for a, b in path])
    return turns, tuple([(across * a, along * b) for a, b in path])


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
    for trail in trails:
        if trail is None:
            yield None
            continue
        found = list[tuple[Square, Kind]]()
        if trail.last is not Act.CROSS:
            end = trail if not move.fragments else burnt(world, move, trail, start, budget)
            gone = end.takes
            if gone:
                gone -= {held.origin for held in end.overlay.values()}
            how = (trail.hops, is_first, is_conditional or bool(trail.labels))
            if trail.square != start or not end.takes:
                found.append((trail.square, _qualified(_what(trail, gone), *how)))
            found += [(victim, _qualified(Kind.RIFLE, *how)) for victim in sorted(gone) if victim != trail.square]
        yield trail, found


@cache
def _qualified(kind: Kind, hops: bool, is_first: bool, is_conditional: bool) -> Kind:
    qualifiers = {Kind.HOP: hops, Kind.FIRST: is_first, Kind.CONDITION: is_conditional}
    return reduce(or_, [qualifier for qualifier, holds in qualifiers.items() if holds], kind)


def _needs(trail: Trail) -> Iterator[tuple[Square, Content]]:
    """The required contents: hurdles, pieces put down elsewhere, and empty squares of leaps."""
    path = frozenset(trail.path)
    for at, held in trail.overlay.items():
        if held.origin is not None:
            yield held.origin, Content(held.content)
        elif held.content in _PIECE or (held.content == EMPTY and at not in path):
            yield at, Content(held.content)


_PIECE = (FRIEND, FOE, FRIEND | FOE)

_ENDS = {Act.CAPTURE: Kind.CAPTURE, Act.DESTROY: Kind.DESTROY}


def _what(trail: Trail, gone: frozenset[Square]) -> Kind:
    """The kind of an end: quiet, or with a capture there or on the way. *gone* are the captured pieces."""
    at_end = _ENDS.get(trail.last) if trail.last else None
    if at_end:
        return at_end
    sides = {side for at, side in trail.hand if at in gone}
    if FOE in sides:
        return Kind.CAPTURE
    return Kind.DESTROY if sides else Kind.QUIET
