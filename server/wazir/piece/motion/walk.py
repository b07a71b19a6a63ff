"""The one walker of paths: it tries every way of a move on squares that hold, or may still hold, what a leg needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from wazir.piece.board import Board
from wazir.piece.conditions import Axis, Who, granted
from wazir.piece.model import JUMPS, Act, Count, Leg, Over, Towards, Victim, Way
from wazir.piece.motion.between import HALFWAY, passes
from wazir.piece.squares import HEADINGS, Content, Square, Vector, place


@dataclass(frozen=True, slots=True)
class Seen:
    """The position as a path has left it; in one that is made up to what is needed nothing is known."""

    world: World
    trail: Trail
    square: Square
    """The square that the tests are about."""
    mover: Square | None = None
    """Where the mover stands, if that is another."""

    def coordinate(self, axis: Axis, of_mover: bool) -> int | None:
        """The file or rank of the square that the test is about, or of the one where the mover stands."""
        square = self.mover if of_mover and self.mover else self.square
        return self._number(axis, square) if self.world.is_position else None

    def coordinates(self, axis: Axis, who: Who) -> Mapping[int, bool] | None:
        """The files or ranks of such pieces; True where some is one for certain, False where it may be."""
        if not self.world.is_position:
            return None
        found: dict[int, bool] = {}
        for square in self.world.board.squares():
            fits = self._fits(square, who)
            if fits is not False:
                number = self._number(axis, square)
                found[number] = found.get(number, False) or fits is True
        return found

    def moved(self) -> bool | None:
        """Whether the mover has moved before."""
        return not self.world.mover_virgin if self.world.is_position else None

    def is_white(self) -> bool | None:
        """Whether the mover is White's."""
        return self.world.forward > 0 if self.world.is_position else None

    def meets(self, vectors: Iterable[Vector], most: int | None, who: Who | None) -> bool | None:
        """Whether such a piece stands where rides of so many steps come to, from the square that the test is about."""
        if not self.world.is_position:
            return None
        answers = [self._met(vector, most, who or Who()) for vector in vectors]
        return True if True in answers else (None if None in answers else False)

    def _met(self, vector: Vector, most: int | None, who: Who) -> bool | None:
        """What the first piece on a ride is."""
        square, steps, forward = self.square, 0, self.world.forward
        while most is None or steps < most:
            square = self.world.board.joined((square[0] + vector[0] * forward, square[1] + vector[1] * forward), False)
            content = self._content(square)
            if square not in self.world.board or square == self.square:
                return False
            if content is not Content.EMPTY:
                return self._fits(square, who)
            steps += 1
        return False

    def _fits(self, square: Square, who: Who) -> bool | None:
        if not self._content(square) & who.sides:
            return False
        if who.name is None:
            return True
        name = self.name_at(square)
        return None if name is None else name == who.name

    def name_at(self, square: Square) -> str | None:
        """The name of the piece that stands on a square now, if it has one."""
        held = self.trail.overlay.get(square)
        return self.world.names.get(held.origin if held and held.origin else square)

    def _content(self, square: Square) -> Content:
        held = self.trail.overlay.get(square)
        return Content((self.world.content(square) if held is None else held.content) & 7)

    def _number(self, axis: Axis, square: Square) -> int:
        board, white = self.world.board, self.world.forward > 0
        if axis is Axis.FILE:
            return board.file(square, white)
        return board.rank(square, white or axis is Axis.BOARD_RANK)


EMPTY, FRIEND, FOE, OFF = 1, 2, 4, 8
"""What a square may hold; OFF is a place beyond the board. A set of these is their sum."""

LONGEST = 60
"""No step between two squares of a board, or over its edge and back, is longer in king steps."""

LIMIT = 20_000
"""How many squares a piece may enter before the search gives up (M10)."""


CROWDED = 16
"""A square costs one more for every so many of which the path has asked something: long paths are slow to walk."""


class Step(NamedTuple):
    """A leg of a path as it was walked."""

    number: int
    """Which leg of the move it is."""
    act: Act
    """What happens where it ends."""
    squares: tuple[Square, ...]
    """Every square stepped on; what happens, happens on the last."""


class Held(NamedTuple):
    """What a path has found out about a square, or left there."""

    content: int
    origin: Square | None = None
    """Where the piece that was put down here had stood; None if nothing was put down."""


Overlay = dict[Square, Held]
Hand = tuple[tuple[Square, int], ...]
"""The pieces taken and carried, the last on top: where each stood before the move, and its side (B15)."""


@dataclass(frozen=True, slots=True)
class World:
    """Where a path is walked."""

    board: Board
    content: Callable[[Square], int]
    """What a square may hold before the move; the mover's own is EMPTY."""
    virgin: Callable[[Square], bool]
    """Whether the piece on a square has not moved yet."""
    mover_virgin: bool
    forward: int
    """1 if the mover's forward is up the ranks, -1 if it is down (M1)."""
    horizon: int | None = None
    """How far from the start rides are followed, in king steps; None leaves that to the board."""
    names: Mapping[Square, str] = field(default_factory=dict)
    """What the pieces are called that have a name, before the move."""
    is_position: bool = True
    """Whether squares hold what they hold; else they hold what is needed, and tests stay open."""
    keeps_steps: bool = False
    """Whether trails know their steps."""


class Trail(NamedTuple):
    """A path after some of its legs."""

    square: Square
    heading: Vector | None = None
    path: tuple[Square, ...] = ()
    overlay: Overlay = {}  # noqa: RUF012 - never changed: an overlay grows by copying
    hand: Hand = ()
    takes: frozenset[Square] = frozenset()
    used: int = 0
    """The steps of the last leg."""
    length: int | None = None
    """How many king steps the last ranged leg moved (B16)."""
    last: Act | None = None
    """What happened where the last leg ended."""
    hops: bool = False
    """Some square on the way had to hold a piece that stays."""
    crossed: tuple[Square, ...] = ()
    """The places off the board where legs ended."""
    labels: frozenset[str] = frozenset()
    """What was not answered on the way."""
    begins: tuple[tuple[Square, int], ...] = ()
    """Where its legs began, each with *round* there, if that is of interest."""
    round: int = 0
    """How many files it has gained by stepping over joined edges, so that what it made is known (L9)."""
    steps: tuple[Step, ...] = ()
    """How it was walked, if anybody wants to know."""

    def key(self) -> tuple[object, ...]:
        """Two trails after the same leg with equal keys go on alike and end alike."""
        changed = frozenset(self.overlay.items()) if self.overlay else None
        went = (self.square, self.heading, self.used, self.length, self.last, self.hops, self.begins, self.round)
        return (went, changed, self.hand, self.takes, self.labels)


class Budget:
    """Counts the squares entered, and tells when it is enough."""

    __slots__ = ("endless", "left")

    def __init__(self, limit: int) -> None:
        self.left = limit
        self.endless = False
        """Whether a ride was met that never ends."""

    @property
    def spent(self) -> bool:
        """Whether more squares were asked for than there were."""
        return self.left < 0


def walk(world: World, legs: tuple[Leg, ...], begin: Trail, start: Square, budget: Budget) -> Iterator[Trail]:
    """All trails over the legs from where *begin* ends, each just once; *start* is where the move began."""
    stack = [(0, begin)]
    seen: set[tuple[int, tuple[object, ...]]] = set()
    goes_back = any(leg.back for leg in legs)
    while stack and not budget.spent:
        number, trail = stack.pop()
        if number == len(legs):
            yield trail
            continue
        further = []
        if goes_back:
            trail = trail._replace(begins=(*trail.begins, (trail.square, trail.round)))
        for after in _leg(world, legs[number], number, trail, start, budget):
            key = (number, after.key())
            if key not in seen:
                seen.add(key)
                further.append((number + 1, after))
                if legs[number].again and _leads_on(world, number, after, seen):
                    further.append((number, after))
        stack.extend(reversed(further))


def _leads_on(world: World, number: int, after: Trail, seen: set[tuple[int, tuple[object, ...]]]) -> bool:
    """Whether a leg that may be walked again should be.

    Where squares hold what is needed it does not matter what the path has asked of those behind it, so that it goes on
    from each square once.
    """
    if world.is_position:
        return True
    key = (-1 - number, (after.square, after.heading, after.labels, after.hops))
    known = key in seen
    seen.add(key)
    return not known


def look(world: World, overlay: Overlay, square: Square) -> int:
    """What a square may hold now."""
    held = overlay.get(square)
    return world.content(square) if held is None else held.content


def narrow(world: World, overlay: Overlay, square: Square, wanted: int) -> Overlay | None:
    """The overlay if the square holds one of *wanted*, or is made to; None if it cannot."""
    have = look(world, overlay, square)
    both = have & wanted
    if both == have:
        return overlay if both else None
    return {**overlay, square: Held(both)} if both else None


@lru_cache(maxsize=65_536)
def _ways(leg: Leg, heading: Vector | None, forward: int) -> tuple[Way, ...]:
    """The ways of a leg after a heading, both as the board sees them."""
    table = dict(leg.ways)
    key = None if heading is None else (heading[0] * forward, heading[1] * forward)
    ways = table[key] if key in table else table.get(None, ())
    return tuple(tuple((x * forward, y * forward) for x, y in way) for way in ways)


def _leg(world: World, leg: Leg, number: int, trail: Trail, start: Square, budget: Budget) -> Iterator[Trail]:
    """The trail with one more leg, in every way."""
    if leg.guards:
        labels = granted(leg.guards, Seen(world, trail, trail.square))
        if labels is None:
            return
        trail = trail._replace(labels=trail.labels | labels)
    origin, gained = trail.begins[-1 - leg.back] if leg.back else (trail.square, trail.round)
    begun = trail if gained == trail.round else trail._replace(round=gained)
    for way in _ways_from(world, leg, begun, origin, start):
        for arrived in _ride(world, leg, begun, way, origin, start, budget):
            after = _admitted(world, leg, arrived, trail.square, start)
            if after is None:
                continue
            for act in _ACTS[leg.acts]:
                done = _APPLY[act](world, leg, after)
                if done is not None:
                    if world.keeps_steps:
                        step = Step(number, act, after.path[len(trail.path) :])
                        done = done._replace(steps=(*trail.steps, step))
                    yield _settled(leg, trail, done) if leg.stays or leg.keeps_heading else done


def _ways_from(world: World, leg: Leg, trail: Trail, origin: Square, start: Square) -> tuple[Way, ...]:
    """The ways that a leg may take from a square."""
    if leg.anywhere:
        everywhere = (square for square in world.board.squares() if square != origin)
        return tuple(((x - origin[0], y - origin[1]),) for x, y in everywhere)
    ways = _ways(leg, trail.heading, world.forward)
    if leg.towards is None:
        return ways
    made = (origin[0] + trail.round - start[0], origin[1] - start[1])
    return tuple(way for way in ways if made == (0, 0) or leads(leg.towards, world.board.inner(made, way[0])))


def leads(towards: Towards, product: int) -> bool:
    """Whether a step leads that way, by its inner product with the way made so far (L9)."""
    return bool(towards & (Towards.OUTWARD if product > 0 else Towards.INWARD if product < 0 else Towards.ASIDE))


def _admitted(world: World, leg: Leg, arrived: Trail, mover: Square, start: Square) -> Trail | None:
    """The trail if its leg, before which the mover stood on a square, may end where it does."""
    if leg.elsewhere and arrived.square == start:
        return None
    if leg.on_edge_file and not world.board.on_edge_file(arrived.square):
        return None
    if leg.squares is None:
        return arrived
    labels = granted((leg.squares,), Seen(world, arrived, arrived.square, mover))
    return None if labels is None else arrived._replace(labels=arrived.labels | labels)


def _settled(leg: Leg, before: Trail, done: Trail) -> Trail:
    """The trail of a leg that leaves the mover, or its heading, as it was."""
    if leg.stays:
        done = done._replace(square=before.square, path=before.path, round=before.round)
    return done._replace(heading=before.heading) if leg.keeps_heading else done


def _ride(
    world: World, leg: Leg, trail: Trail, way: Way, origin: Square, start: Square, budget: Budget
) -> Iterator[Trail]:
    """The trail on each square where a ride along *way* may end, before anything happens there."""
    done = trail.used if leg.counts is Count.SHARED else 0
    begun = trail.path[-1 - done] if done else origin
    most = None if leg.most is None else leg.most - done
    least = leg.least - done
    square, path, count, covered, hops = origin, trail.path, 0, 0, trail.hops
    overlays = [trail.overlay]
    gained = trail.round
    while most is None or count < most:
        step = way[count % len(way)]
        entered = world.board.joined((square[0] + step[0], square[1] + step[1]), leg.wraps)
        gained += square[0] + step[0] - entered[0]
        budget.left -= sum(1 + len(overlay) // CROWDED for overlay in overlays)
        if budget.left < 0 or (count and _beyond(world, entered, start)):
            return
        if leg.circles and gained != trail.round:
            if entered == start:
                return
            if entered == begun and most is None and begun[1] != start[1]:
                budget.endless = True
                return
        elif entered == begun and not leg.back:
            return
        if leg.over is not Over.ANYTHING:
            overlays = [
                granted for overlay in overlays for granted in _between(world, leg, step, square, overlay, start)
            ]
            hops = hops or leg.over in JUMPS
        count += 1
        covered += world.board.length(step)
        path = (*path, entered)
        skipped = count <= leg.skips
        if count >= least and not skipped and (leg.counts is not Count.AS_LONG or covered == trail.length):
            length = covered if leg.ranged else trail.length
            for overlay in overlays:
                yield trail._replace(
                    square=entered,
                    heading=HEADINGS[place(step)] if leg.anywhere else step,
                    path=path,
                    overlay=overlay,
                    used=count,
                    length=length,
                    hops=hops,
                    round=gained,
                )
        if most is not None and count >= most:
            return
        wanted = EMPTY | FRIEND | FOE if skipped else EMPTY
        passed = [narrow(world, overlay, entered, wanted) for overlay in overlays]
        square, overlays = entered, [overlay for overlay in passed if overlay is not None]
        if not overlays:
            return


def _beyond(world: World, entered: Square, start: Square) -> bool:
    """Whether a ride has left the part of an endless board that is looked at."""
    if world.horizon is None:
        return False
    return world.board.length((entered[0] - start[0], entered[1] - start[1])) > world.horizon


def _between(
    world: World, leg: Leg, step: Vector, square: Square, overlay: Overlay, start: Square
) -> Iterable[Overlay]:
    """The overlay in each way in which the squares between let the step pass."""
    if world.board.length(step) > LONGEST:
        return ()

    def ask(known: Overlay, passed: Square, occupied: bool) -> Overlay | None:
        joined = world.board.joined(passed, leg.wraps)
        if joined == start and leg.over in HALFWAY:
            return known if occupied else None
        return narrow(world, known, joined, FRIEND | FOE if occupied else EMPTY)

    return passes(leg.over, step, square, ask, overlay, world.board.lattice)


def _stop(world: World, _leg: Leg, trail: Trail) -> Trail | None:
    overlay = narrow(world, trail.overlay, trail.square, EMPTY)
    return None if overlay is None else trail._replace(overlay=overlay, last=Act.STOP)


def _take(side: int, act: Act) -> Callable[[World, Leg, Trail], Trail | None]:
    """What it is to take a piece of a side."""

    def take(world: World, leg: Leg, trail: Trail) -> Trail | None:
        if not look(world, trail.overlay, trail.square) & side:
            return None
        held = trail.overlay.get(trail.square)
        origin = held.origin if held and held.origin else trail.square
        if leg.victim_virgin and not world.virgin(origin):
            return None
        if leg.victim is not None:
            labels = _met(world, leg.victim, side, origin)
            if labels is None:
                return None
            trail = trail._replace(labels=trail.labels | labels)
        standing = narrow(world, trail.overlay, trail.square, side) if leg.leaves_standing else None
        return trail._replace(
            overlay={**trail.overlay, trail.square: Held(EMPTY)} if standing is None else standing,
            hand=(*trail.hand, (origin, side)),
            takes=trail.takes | {origin},
            last=act,
        )

    return take


def _met(world: World, victim: Victim, side: int, origin: Square) -> frozenset[str] | None:
    """The labels of taking a piece that must be some piece; None if it is another."""
    if not side & victim.who.sides.value:
        return None
    name = world.names.get(origin)
    if victim.who.name is None or name == victim.who.name:
        return frozenset()
    return frozenset((victim.label,)) if name is None else None


def _leave(who: int, act: Act) -> Callable[[World, Leg, Trail], Trail | None]:
    """What it is to leave a piece of some side alone."""

    def leave(world: World, _leg: Leg, trail: Trail) -> Trail | None:
        overlay = narrow(world, trail.overlay, trail.square, who)
        return None if overlay is None else trail._replace(overlay=overlay, last=act, hops=True)

    return leave


def _unload(world: World, leg: Leg, trail: Trail) -> Trail | None:
    if not trail.hand:
        return None
    put, side = trail.hand[-1]
    below: Trail | None = trail._replace(hand=trail.hand[:-1])
    here = look(world, trail.overlay, trail.square)
    if below and not here & EMPTY:
        swap = _take(FRIEND, Act.DESTROY) if here & FRIEND else _take(FOE, Act.CAPTURE)
        below = swap(world, leg, below)
    if below is None:
        return None
    return below._replace(overlay={**below.overlay, trail.square: Held(side, put)}, last=Act.UNLOAD)


def _cross(world: World, _leg: Leg, trail: Trail) -> Trail | None:
    overlay = narrow(world, trail.overlay, trail.square, OFF)
    if overlay is None:
        return None
    return trail._replace(overlay=overlay, last=Act.CROSS, crossed=(*trail.crossed, trail.square))


_APPLY: dict[Act, Callable[[World, Leg, Trail], Trail | None]] = {
    Act.STOP: _stop,
    Act.CAPTURE: _take(FOE, Act.CAPTURE),
    Act.DESTROY: _take(FRIEND, Act.DESTROY),
    Act.HOP: _leave(FRIEND | FOE, Act.HOP),
    Act.PASS_FRIEND: _leave(FRIEND, Act.PASS_FRIEND),
    Act.PASS_FOE: _leave(FOE, Act.PASS_FOE),
    Act.UNLOAD: _unload,
    Act.CROSS: _cross,
}


class _Acts(dict[Act, tuple[Act, ...]]):
    """The single acts of each set of acts."""

    def __missing__(self, acts: Act) -> tuple[Act, ...]:
        self[acts] = tuple(acts)
        return self[acts]


_ACTS = _Acts()
