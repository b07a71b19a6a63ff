"""Walks the paths of moves, on squares with known contents or with contents that become what a leg
needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from wazir.budget import spend
from wazir.piece.board import HEADINGS, Square, Vector, place
from wazir.piece.conditions import granted
from wazir.piece.model import JUMPS, Act, Count, Leg, Over, Towards, Way
from wazir.piece.motion.context import (
    EMPTY,
    FOE,
    FRIEND,
    OFF,
    SQUARE_STATES,
    ConditionView,
    Overlay,
    SearchState,
    SquareCount,
    SquareState,
    Step,
    WalkContext,
    look,
)
from wazir.piece.motion.lame import HALFWAY, MAX_KING_STEPS, passes

_SHARED = Count.SHARED
_AS_LONG = Count.AS_LONG
_ANYTHING = Over.ANYTHING
_UNLOADS, _CROSSES = Act.UNLOAD, Act.CROSS
"""Bound, because Python 3.11 takes long to find members of enumerations."""

CROWDED = 16
"""Each square costs one more for this number of requirements of the path, because long paths are
slow.
"""


def walk(
    context: WalkContext,
    legs: tuple[Leg, ...],
    begin: SearchState,
    start: Square,
    budget: SquareCount,
) -> Iterator[SearchState]:
    """The distinct states over the legs from the end of *begin*; *start* is the start of the
    move.
    """
    stack, entered = [(0, begin)], budget.left
    seen: set[tuple[int, tuple[object, ...]]] = set()
    goes_back = any(leg.back for leg in legs)
    # equal states of the first leg come from crooked ways that begin alike, or from repeating it
    forks = bool(legs) and (
        legs[0].again or any(len(way) > 1 for _, ways in legs[0].ways for way in ways)
    )
    while stack and budget.left >= 0:
        number, state = stack.pop()
        spend(1 + entered - budget.left)
        entered = budget.left
        if number == len(legs):
            yield state
            continue
        further = []
        if goes_back:
            state = state._replace(begins=(*state.begins, (state.square, state.round)))
        for after in _leg(
            context=context,
            leg=legs[number],
            number=number,
            state=state,
            start=start,
            budget=budget,
        ):
            if number or forks:
                key = (number, after.key())
                if key in seen:
                    continue
                seen.add(key)
            further.append((number + 1, after))
            if legs[number].again and _leads_on(context, number, after, seen=seen):
                further.append((number, after))
        stack.extend(reversed(further))


def _leads_on(
    context: WalkContext, number: int, after: SearchState, seen: set[tuple[int, tuple[object, ...]]]
) -> bool:
    """Whether to repeat a leg from the end of a state.

    If contents become what is needed, the requirements of the path so far do not matter: each
    square goes on once.
    """
    if context.is_position:
        return True
    key = (-1 - number, (after.square, after.heading, after.labels, after.hops))
    known = key in seen
    seen.add(key)
    return not known


def narrow(context: WalkContext, overlay: Overlay, square: Square, wanted: int) -> Overlay | None:
    """The overlay after requiring one of *wanted* on a square; None if impossible."""
    held = overlay.get(square)
    have = context.content(square) if held is None else held.content
    both = have & wanted
    if both == have:
        return overlay if both else None
    return {**overlay, square: SQUARE_STATES[both]} if both else None


@lru_cache(maxsize=65_536)
def _ways(leg: Leg, heading: Vector | None, forward: int) -> tuple[Way, ...]:
    """The ways of a leg after a heading, both in board directions."""
    key = None if heading is None else (heading[0] * forward, heading[1] * forward)
    return tuple(tuple((x * forward, y * forward) for x, y in way) for way in leg.after(key))


def _leg(
    context: WalkContext,
    *,
    leg: Leg,
    number: int,
    state: SearchState,
    start: Square,
    budget: SquareCount,
) -> Iterator[SearchState]:
    """The states after one more leg."""
    if leg.guards:
        labels = granted(
            leg.guards, ConditionView(context, state, state.square, mover=state.square)
        )
        if labels is None:
            return
        state = state._replace(labels=state.labels | labels)
    acts = _single_acts(leg.acts)
    for there in _rides(context, leg, state, start=start, budget=budget):
        for act in acts:
            is_open = act is _UNLOADS and context.forks
            for known in _decided(context, there) if is_open else (there,):
                done = _done(context, leg, act, state=known)
                if done is None:
                    continue
                if context.keeps_steps:
                    walked = Step(number, act, there.path[len(state.path) :])
                    done = done._replace(steps=(*state.steps, walked))
                yield _settled(leg, state, done) if leg.stays or leg.keeps_heading else done


def _rides(
    context: WalkContext, leg: Leg, state: SearchState, start: Square, budget: SquareCount
) -> Iterator[SearchState]:
    """The states at the ends of the rides of a leg, before any act."""
    origin, gained = state.begins[-1 - leg.back] if leg.back else (state.square, state.round)
    begun = state._replace(round=gained)
    is_limited = leg.elsewhere or leg.on_edge_file or leg.squares is not None
    for way in _ways_from(context, leg, begun, origin=origin, start=start):
        for ride in _ride(
            context=context,
            leg=leg,
            state=begun,
            way=way,
            origin=origin,
            start=start,
            budget=budget,
        ):
            there = _admitted(context, leg, begun, ride=ride, start=start) if is_limited else ride
            if there is not None:
                yield there


def _decided(context: WalkContext, ride: SearchState) -> Iterator[SearchState]:
    """The state with each possible content of its square: a piece is put there, or takes the place
    of another.
    """
    for content in (EMPTY, FRIEND, FOE):
        overlay = narrow(context, ride.overlay, ride.square, wanted=content)
        if overlay is not None:
            yield ride if overlay is ride.overlay else ride._replace(overlay=overlay)


def _ways_from(
    context: WalkContext, leg: Leg, state: SearchState, origin: Square, start: Square
) -> tuple[Way, ...]:
    """The ways of a leg from a square."""
    if leg.anywhere:
        everywhere = (square for square in context.board.squares() if square != origin)
        return tuple(((x - origin[0], y - origin[1]),) for x, y in everywhere)
    ways = _ways(leg, state.heading, context.forward)
    if leg.towards is None:
        return ways
    made = (origin[0] + state.round - start[0], origin[1] - start[1])
    return tuple(
        way
        for way in ways
        if made == (0, 0) or leads(leg.towards, context.board.inner(made, way[0]))
    )


def leads(towards: Towards, product: int) -> bool:
    """Whether a step has an allowed direction, by its inner product with the path so far (L9)."""
    if product > 0:
        return bool(towards & Towards.OUTWARD)
    if product < 0:
        return bool(towards & Towards.INWARD)
    return bool(towards & Towards.ASIDE)


def _admitted(
    context: WalkContext, leg: Leg, state: SearchState, ride: SearchState, start: Square
) -> SearchState | None:
    """The state after a ride with the labels of its end, if the last leg may end there; *state* is
    the one before.
    """
    if leg.elsewhere and ride.square == start:
        return None
    if leg.on_edge_file and not context.board.on_edge_file(ride.square):
        return None
    if leg.squares is None:
        return ride
    labels = granted((leg.squares,), ConditionView(context, ride, ride.square, mover=state.square))
    return None if labels is None else ride._replace(labels=ride.labels | labels)


def _settled(leg: Leg, before: SearchState, done: SearchState) -> SearchState:
    """The state of a leg that does not change the mover or its heading."""
    if leg.stays:
        done = done._replace(square=before.square, path=before.path, round=before.round)
    return done._replace(heading=before.heading) if leg.keeps_heading else done


_HURDLES = (Act.HOP, Act.PASS_FRIEND, Act.PASS_FOE)


def _ride(
    context: WalkContext,
    *,
    leg: Leg,
    state: SearchState,
    way: Way,
    origin: Square,
    start: Square,
    budget: SquareCount,
) -> Iterator[SearchState]:
    """The states after each possible end of a ride along *way*, before any act."""
    shared = state.used if leg.counts is _SHARED else 0
    used = state.used if leg.continues else 0
    begun = state.path[-1 - max(shared, used)]
    most, least = None if leg.most is None else leg.most - shared, leg.least - shared
    is_measured = leg.ranged or leg.counts is _AS_LONG
    square = origin
    path = state.path
    count = 0
    covered = 0
    hops = state.hops
    overlays, gained = [state.overlay], state.round
    while most is None or count < most:
        step = way[count % len(way)]
        entered = context.board.joined((square[0] + step[0], square[1] + step[1]), leg.wraps)
        gained += square[0] + step[0] - entered[0]
        for overlay in overlays:
            budget.left -= 1 + len(overlay) // CROWDED
        if budget.left < 0 or (count and _beyond(context, entered, start)):
            return
        if (leg.circles or entered == begun) and _is_back(
            leg=leg,
            entered=entered,
            begun=begun,
            start=start,
            wrapped=gained != state.round,
            budget=budget,
        ):
            return
        if leg.over is not _ANYTHING:
            overlays = [
                granted
                for overlay in overlays
                for granted in _between(
                    context=context, leg=leg, step=step, square=square, overlay=overlay, start=start
                )
            ]
            hops = hops or leg.over in JUMPS
        count += 1
        if is_measured:
            covered += context.board.length(step)
        path = (*path, entered)
        skipped = count <= leg.skips
        if (
            count >= least
            and not skipped
            and (leg.counts is not _AS_LONG or covered == state.length)
        ):
            heading = HEADINGS[place(step)] if leg.anywhere else step
            length = covered if leg.ranged else state.length
            for overlay in overlays:
                yield state._replace(
                    square=entered,
                    heading=heading,
                    path=path,
                    used=used + count,
                    length=length,
                    round=gained,
                    overlay=overlay,
                    hops=hops,
                )
        if count == most:
            return
        wanted = EMPTY | FRIEND | FOE if skipped else EMPTY
        narrowed = [narrow(context, overlay, entered, wanted=wanted) for overlay in overlays]
        overlays = [overlay for overlay in narrowed if overlay is not None]
        if not overlays:
            return
        square = entered


def _is_back(
    leg: Leg, *, entered: Square, begun: Square, start: Square, wrapped: bool, budget: SquareCount
) -> bool:
    """Whether a ride ends before a square, because it began there or the mover stands there."""
    if not (leg.circles and wrapped):
        return entered == begun and not leg.back
    is_circle = entered == begun and leg.most is None and begun[1] != start[1]
    if is_circle and entered != start:
        budget.endless = True
    return entered == start or is_circle


def _beyond(context: WalkContext, entered: Square, start: Square) -> bool:
    """Whether a ride left the horizon of an endless board."""
    if context.horizon is None:
        return False
    return context.board.length((entered[0] - start[0], entered[1] - start[1])) > context.horizon


def _between(
    context: WalkContext, *, leg: Leg, step: Vector, square: Square, overlay: Overlay, start: Square
) -> Iterable[Overlay]:
    """The overlays after a step passes the squares between."""
    if context.board.length(step) > MAX_KING_STEPS:
        return ()

    def ask(known: Overlay, passed: Square, occupied: bool) -> Overlay | None:
        joined = context.board.joined(passed, leg.wraps)
        if joined == start and leg.over in HALFWAY:
            return known if occupied else None
        return narrow(context, known, joined, wanted=FRIEND | FOE if occupied else EMPTY)

    return passes(
        leg.over, step=step, origin=square, ask=ask, state=overlay, lattice=context.board.lattice
    )


_TAKEN = {Act.CAPTURE: FOE, Act.DESTROY: FRIEND}
_LEFT = {
    Act.STOP: EMPTY,
    Act.HOP: FRIEND | FOE,
    Act.PASS_FRIEND: FRIEND,
    Act.PASS_FOE: FOE,
    Act.CROSS: OFF,
}
"""The contents of the square of an act that changes nothing there."""


def _done(context: WalkContext, leg: Leg, act: Act, state: SearchState) -> SearchState | None:
    """The state after an act on its last square; None if that is impossible."""
    if act in _TAKEN:
        return _taken(context, leg, act, state=state)
    if act is _UNLOADS:
        return _unloaded(context, leg, state)
    overlay = narrow(context, state.overlay, state.square, wanted=_LEFT[act])
    if overlay is None:
        return None
    if act is _CROSSES:
        state = state._replace(crossed=(*state.crossed, state.square))
    return state._replace(overlay=overlay, hops=state.hops or act in _HURDLES, last=act)


def _taken(context: WalkContext, leg: Leg, act: Act, state: SearchState) -> SearchState | None:
    """The state after a piece is taken."""
    square, overlay, side = state.square, state.overlay, _TAKEN[act]
    held = overlay.get(square)
    if not (context.content(square) if held is None else held.content) & side:
        return None
    origin = held.origin if held and held.origin else square
    if leg.victim_virgin and not context.virgin(origin):
        return None
    if leg.victim is not None:
        who, name = leg.victim.who, context.names.get(origin)
        if not side & who.sides.value or (who.name is not None and name not in (None, who.name)):
            return None
        if who.name is not None and name is None:
            state = state._replace(labels=state.labels | {leg.victim.label})
    standing = narrow(context, overlay, square, wanted=side) if leg.leaves_standing else None
    after = {**overlay, square: SQUARE_STATES[EMPTY]} if standing is None else standing
    hand = (*state.hand, (origin, side))
    return state._replace(overlay=after, last=act, hand=hand, takes=state.takes | {origin})


def _unloaded(context: WalkContext, leg: Leg, state: SearchState) -> SearchState | None:
    """The state after the piece taken last is put down; a piece on the square is taken instead."""
    if not state.hand:
        return None
    put, side = state.hand[-1]
    below = state._replace(hand=state.hand[:-1])
    content = look(context, state.overlay, state.square)
    swap = Act.DESTROY if content & FRIEND else Act.CAPTURE
    after = below if content & EMPTY else _taken(context, leg, swap, state=below)
    return after and after._replace(
        overlay={**after.overlay, after.square: SquareState(side, put)}, last=_UNLOADS
    )


@cache
def _single_acts(acts: Act) -> tuple[Act, ...]:
    """The single acts of a set of acts."""
    return tuple(acts)
