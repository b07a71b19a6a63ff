"""Where a piece can go when every other square holds just what the move needs (M8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from wazir.piece.model import Act, Arrival, Content, Kind, Move, Piece, Reach, Square
from wazir.piece.results import burnt
from wazir.piece.walk import EMPTY, FOE, FRIEND, LIMIT, OFF, Budget, Trail, World, walk

HORIZON = 7
"""How far rides are followed: to the edge of the largest diagram (M12)."""
FARTHEST = 60
"""Beyond this distance the plane ends."""

START: Square = (0, 0)


@dataclass(frozen=True, slots=True)
class Plane:
    """A board without edges, as far as one looks."""

    horizon: int = HORIZON

    def __contains__(self, square: Square) -> bool:
        return max(abs(square[0]), abs(square[1])) <= FARTHEST

    def joined(self, square: Square, _wraps: bool) -> Square:
        """The square itself: there is no edge to join."""
        return square

    def squares(self) -> Iterator[Square]:
        """The squares within the horizon."""
        span = range(-self.horizon, self.horizon + 1)
        return ((x, y) for x in span for y in span)

    def on_edge_file(self, _square: Square) -> bool:
        """Any square may be one."""
        return True


def reach(piece: Piece, limit: int = LIMIT, horizon: int = HORIZON) -> Reach:
    """Every way in which *piece* can reach a square, as long as it needs one thing of each square.

    Rides are followed for *horizon* king steps from the start.
    """
    plane, budget = Plane(horizon), Budget(limit)
    world = World(plane, _anything, lambda _: True, mover_virgin=True, forward=1, horizon=horizon)
    best: dict[tuple[Square, Kind], Arrival] = {}
    crossed: set[Square] = set()
    leap = 0
    for move in piece.moves:
        rides = any(leg.most is None for leg in move.legs)
        for trail in walk(world, move.legs, Trail(START, path=(START,)), START, budget):
            crossed.update(trail.crossed)
            for arrival in _arrivals(world, move, trail, budget):
                leap = leap if rides else max(leap, abs(arrival.square[0]), abs(arrival.square[1]))
                known = best.get((arrival.square, arrival.kind))
                if known is None or _drawing_order(arrival.path) < _drawing_order(known.path):
                    best[arrival.square, arrival.kind] = arrival
    return Reach(
        arrivals=tuple(sorted(best.values(), key=lambda a: (a.square, a.kind.value))),
        leap=leap,
        rides=any(leg.most is None for move in piece.moves for leg in move.legs),
        labels=tuple(sorted({label for move in piece.moves for label in move.labels} | set(piece.properties))),
        crosses_edge=tuple(sorted(crossed)),
        incomplete=budget.spent,
    )


def _drawing_order(path: tuple[Square, ...]) -> tuple[int, int, tuple[Square, ...]]:
    """Of several paths the shortest, then the one with the fewest turns is drawn; mirrored ones for mirrored ends."""
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path)]
    (x, y), turns = path[-1], sum(a != b for a, b in pairwise(steps))
    across, along = -1 if x < 0 else 1, -1 if y < 0 else 1
    turned = [(across * a, along * b) for a, b in path]
    return len(path), turns, tuple((b, a) for a, b in turned) if abs(x) > abs(y) else tuple(turned)


def _anything(square: Square) -> int:
    """What a square of the plane may hold before anything is asked of it."""
    if square == START:
        return EMPTY
    return EMPTY | FRIEND | FOE | OFF if max(abs(square[0]), abs(square[1])) <= FARTHEST else 0


def _arrivals(world: World, move: Move, trail: Trail, budget: Budget) -> Iterator[Arrival]:
    """How the end of a trail is reached, and what is taken elsewhere."""
    if trail.last is Act.CROSS:
        return
    end = trail if not move.fragments else burnt(world, move, trail, START, budget)
    how = Kind(0)
    if trail.hops:
        how |= Kind.HOP
    if any(leg.mover_virgin for leg in move.legs):
        how |= Kind.FIRST
    if move.labels:
        how |= Kind.CONDITION
    put = {held.origin for held in end.overlay.values() if held.origin is not None}
    gone = {at: side for at, side in trail.hand if at in end.takes - put}
    needs = tuple(sorted(_needs(trail)))
    rides = bool(move.legs) and move.legs[-1].most is None
    if trail.square != START or not end.takes:
        yield Arrival(trail.square, _what(trail, gone) | how, trail.path, needs, rides)
    for victim in sorted(end.takes - put - {trail.square}):
        yield Arrival(victim, Kind.RIFLE | how, trail.path, needs)


def _needs(trail: Trail) -> Iterator[tuple[Square, Content]]:
    """What squares must hold: pieces left alone, pieces put down elsewhere, and none where a leap passes."""
    path = frozenset(trail.path)
    for at, held in trail.overlay.items():
        if held.origin is not None:
            yield held.origin, Content(held.content)
        elif held.content in _PIECE or (held.content == EMPTY and at not in path):
            yield at, Content(held.content)


_PIECE = (FRIEND, FOE, FRIEND | FOE)

_ENDS = {Act.CAPTURE: Kind.CAPTURE, Act.DESTROY: Kind.DESTROY}


def _what(trail: Trail, gone: dict[Square, int]) -> Kind:
    """Whether the mover ends quietly, or with a capture there or on the way."""
    at_end = _ENDS.get(trail.last) if trail.last else None
    if at_end:
        return at_end
    if FOE in gone.values():
        return Kind.CAPTURE
    return Kind.DESTROY if gone else Kind.QUIET
