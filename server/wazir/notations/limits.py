"""The forms of parts of a piece, which notations try to say, and what they cannot say, in words
(Q14).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import cycle, islice, product
from math import prod
from typing import TypeVar

from wazir.budget import MAX_EXACT_LENGTHS, MAX_PATHS_OF_LEAP
from wazir.piece.board import Lattice, length, place
from wazir.piece.equivalence.normal import paths
from wazir.piece.hops import is_one_sided, straight_on, with_first_steps, with_own_lengths
from wazir.piece.lookup import turned
from wazir.piece.model import CLEARS, JUMPS, Act, Count, Leg, Move, Over, Piece, Vector, Ways
from wazir.piece.motion.lame import shortest_paths
from wazir.piece.patterns import Bend, CannotExpress, Hop, Part, Pattern, first_steps, total
from wazir.piece.returns import with_leaps_back

Said = TypeVar("Said")
"""What a writer makes of a part."""


def first_said(part: Part, say: Callable[[tuple[Part, ...]], Said]) -> Said:
    """What a writer makes of the first form of a part that it can say.

    Raises:
        CannotExpress: It can say none of them; the message is about the part as it is.
    """
    refusals: list[CannotExpress] = []
    for form in forms(part):
        try:
            return say(form)
        except CannotExpress as refusal:
            refusals.append(refusal)
    raise refusals[0]


def forms(part: Part) -> Iterator[tuple[Part, ...]]:
    """A part, and other parts that mean the same."""
    yield (part,)
    if isinstance(part, Move):
        steps = tuple(stepped(part)) if part.legs else ()
        if steps and steps != (part,):  # a move that can never be made has no paths
            yield steps
        if exact := _of_each_length(part):
            yield exact
        if own := with_own_lengths(part):
            yield own
        if stepping := with_first_steps(part):
            yield (stepping,)
        # A capture without moving, with a way back instead.
        if part.legs[1:] and part.legs[-1].stays:
            take = part.legs[-1]._replace(stays=False)
            back = Leg(_back({step for _, ways in take.ways for (step, *_) in ways}))
            if take.most != 1:
                take, back = (
                    take._replace(ranged=True),
                    Leg(back.ways, 1, take.most, counts=Count.AS_LONG),
                )
            yield (replace(part, legs=(*part.legs[:-1], take, back)),)
        elif leaping := leaping_past(part):
            yield leaping
        if returning := with_leaps_back(part):
            yield returning
        return
    yield from _forms_of_pattern(part)


def _forms_of_pattern(pattern: Pattern) -> Iterator[tuple[Part, ...]]:
    """Other parts that mean the same as a pattern."""
    if hop := _as_hop(pattern):
        yield (hop,)
    if pattern.stays:
        yield from _shots(pattern)
    elif pattern.bend is not Bend.STRAIGHT:
        if unbent := _unbent(pattern):
            yield unbent
    elif apart := taken_apart(pattern):
        yield apart
        stepping = tuple(with_first_steps(move) or move for move in apart)
        if stepping != apart:
            yield stepping
        is_ride = pattern.skips and pattern.hop is Hop.NONE
        if is_ride and (leaping := leaping_past(*apart)):
            yield leaping


def stepped(move: Move) -> Iterator[Move]:
    """A move with single ways, whose lame leaps are single steps."""
    acts: dict[tuple[Leg, ...], Act] = {}
    for legs in paths(move, Lattice.SQUARE, flat=True):
        path = (*legs[:-1], legs[-1]._replace(acts=Act(0)))
        acts[path] = acts.get(path, Act(0)) | legs[-1].acts
    for path, ends in acts.items():
        first, *others = (*path[:-1], path[-1]._replace(acts=ends))
        yield replace(move, legs=(first._replace(mover_virgin=move.is_first), *others))


def _of_each_length(move: Move) -> tuple[Move, ...]:
    """A move for each number of steps of the rides on which the directions of a later leg depend
    (L9); empty without such rides, and for too many.
    """
    asked = [number for number, leg in enumerate(move.legs) if leg.towards is not None]
    measured = max(asked, default=0)
    before, after = move.legs[:measured], move.legs[measured:]
    if any(leg.most is None or leg.counts is not Count.OWN for leg in before):
        return ()
    lengths = [range(max(leg.least, 1), (leg.most or 0) + 1) for leg in before]
    if not 1 < prod(map(len, lengths)) <= MAX_EXACT_LENGTHS:
        return ()
    moves = list[Move]()
    for counts in product(*lengths):
        legs = [
            leg._replace(least=count, most=count) for leg, count in zip(before, counts, strict=True)
        ]
        moves.append(replace(move, legs=(*legs, *after)))
    return tuple(moves)


def with_leaps_past(parts: Iterable[Part]) -> list[Move]:
    """The moves among some parts, with leaps past a square that may hold anything."""
    moves = [part for part in parts if isinstance(part, Move)]
    return [each for move in moves for each in leaping_past(move) or (move,)]


def leaping_past(move: Move) -> tuple[Move, ...] | None:
    """A step over a square with anything, and a ride on, as leaps past that square and rides from
    there.
    """
    if len(move.legs) != 2 or not all(leg.is_ordinary for leg in move.legs):
        return None
    step, ride = move.legs
    is_free = step.is_leap and step.acts == Act.STOP | Act.HOP and ride.counts is Count.OWN
    is_ridden = ride.towards is None and ride.over is Over.ANYTHING
    if not (is_free and is_ridden) or ride.least > 1:
        return None
    ways = [
        (total((first, then)), then)
        for first in first_steps(step, None)
        for then in first_steps(ride, first)
    ]
    if not all(_is_between(total((leap, (-then[0], -then[1]))), leap) for leap, then in ways):
        return None
    leap = step._replace(ways=((None, tuple((leap,) for leap, _ in ways)),), acts=Act.STOP)
    then = ride._replace(
        ways=tuple((leap, ((on,),)) for leap, on in ways), most=ride.most and ride.most - 1
    )
    legs = ((leap._replace(acts=ride.acts, victim_virgin=ride.victim_virgin),), (leap, then))
    return tuple(replace(move, legs=path) for path in (legs[:1] if ride.most == 1 else legs))


def _is_between(square: Vector, end: Vector) -> bool:
    """Whether a square is on the board wherever the start and the end are, and is not the end."""
    return square != end and all(
        min(0, last) <= at <= max(0, last) for at, last in zip(square, end, strict=True)
    )


def _as_hop(pattern: Pattern) -> Pattern | None:
    """A leap straight over exactly one piece as a hop of single steps."""
    near, far = pattern.leap
    is_leap = (
        pattern.over is Over.ONE
        and (pattern.least, pattern.most) == (1, 1)
        and pattern.hop is Hop.NONE
    )
    if not is_leap or near not in (0, far):
        return None
    steps = frozenset((x // far, y // far) for x, y in pattern.steps)
    hop, least = (Hop.BEHIND, 1) if far == 2 else (Hop.OVER, far)
    unit = (near // far, 1)
    return replace(
        pattern, leap=unit, steps=steps, over=Over.ANYTHING, hop=hop, least=least, most=far
    )


def taken_apart(pattern: Pattern) -> tuple[Move, ...] | None:
    """A lame leap, a leap over one piece, a hop or a skipping ride as moves of several plain legs;
    None if impossible.
    """
    if pattern.wraps or pattern.bend is not Bend.STRAIGHT or pattern.skips > 1:
        return None
    least, most = pattern.least, pattern.most
    if pattern.hop is not Hop.NONE:
        return tuple(_skipping_hops(pattern) if pattern.skips else _legged_hops(pattern))
    if pattern.skips:
        return (
            _legged(
                pattern, (1, 1), Act.STOP | Act.HOP, then=(max(least - 1, 1), most and most - 1)
            ),
        )
    if least > 1 and pattern.over is Over.ANYTHING:
        return (
            _legged(pattern, (least - 1, least - 1), Act.STOP, then=(1, most and most - least + 1)),
        )
    if pattern.over not in _WALKED or most is None or most > MAX_STEPS_UNBENT:
        return None
    return _walked_leaps(pattern, least, most)


def _walked_leaps(pattern: Pattern, least: int, most: int) -> tuple[Move, ...] | None:
    """Lame leaps, or leaps over one piece, as moves of single steps; None for too many."""
    most_paths = MAX_PATHS_OF_LEAP if pattern.over in (Over.CLEAR, Over.ONE) else 1
    moves = list[Move]()
    for step in sorted(pattern.steps):
        paths = list(islice(shortest_paths(step), most_paths))
        jumps: Iterable[int | None] = [None]
        if pattern.over in JUMPS:
            jumps = range(length(Lattice.SQUARE, step) - 1)
        leaps = list(product(paths, jumps))
        for count in range(least, most + 1):
            if len(leaps) ** count > MAX_PATHS_OF_LEAP:
                return None
            for made in product(leaps, repeat=count):
                path = tuple(each for leap, _ in made for each in leap)
                jumped = frozenset(
                    number * len(leap) + jump
                    for number, (leap, jump) in enumerate(made)
                    if jump is not None
                )
                moves.append(_walked(pattern, path, jumped))
    return tuple(moves)


MAX_STEPS_UNBENT = 7
"""The steps of a ride that is written as leaps. A circular one is back at its start after eight."""

_WALKED = frozenset({Over.CLEAR, Over.CLEAR_STRAIGHT_FIRST, Over.ONE, Over.ONE_STRAIGHT_FIRST})
"""What a leap passes that can be written as single steps."""


def _legged_hops(pattern: Pattern) -> Iterator[Move]:
    """A hop as moves of two legs: to the piece, and on."""
    least, most = pattern.least, pattern.most
    if most is None:
        yield _legged(
            pattern, (1, None), Act.HOP, then=(1, 1 if pattern.hop is Hop.BEHIND else None)
        )
    elif pattern.hop is Hop.BEHIND:
        yield _legged(pattern, (max(least - 1, 1), most - 1), Act.HOP, then=(1, 1))
    else:
        for far in range(1, most):
            yield _legged(pattern, (far, far), Act.HOP, then=(max(least - far, 1), most - far))


def _skipping_hops(pattern: Pattern) -> Iterator[Move]:
    """A hop whose first square may hold anything as moves of legs: a step there, and a hop on."""
    most = pattern.most and pattern.most - 1
    has_room = most is None or most >= 2
    if not has_room:
        return
    for move in _legged_hops(replace(pattern, least=max(pattern.least - 1, 1), most=most)):
        hop, landing = move.legs
        first = hop._replace(least=1, most=1, acts=Act.STOP | Act.HOP)
        then = hop._replace(ways=straight_on(hop), mover_virgin=False)
        yield replace(move, legs=(first, then, landing))


def _unbent(pattern: Pattern) -> tuple[Move, ...] | None:
    """A ride or hop of few steps that bends as moves of single leaps; None for others."""
    least, most = pattern.least, pattern.most
    is_plain = pattern.over is Over.ANYTHING and not (pattern.skips or pattern.wraps)
    if most is None or most > MAX_STEPS_UNBENT or not is_plain:
        return None
    rides = [
        tuple(islice(cycle(way), most))
        for step in sorted(pattern.steps)
        for way in _bends(step, pattern.bend)
    ]
    paths = dict.fromkeys(ride[:count] for count in range(least, most + 1) for ride in rides)
    return tuple(
        _walked(pattern, path, jumped)
        for path in paths
        for jumped in _jumped(pattern.hop, len(path))
    )


def _jumped(hop: Hop, count: int) -> list[frozenset[int]]:
    """The steps of a path, by number, that end on the piece that is jumped: each choice of them."""
    if hop is Hop.NONE:
        return [frozenset()]
    first = max(count - 2, 0) if hop is Hop.BEHIND else 0
    return [frozenset({number}) for number in range(first, count - 1)]


def _bends(step: Vector, bend: Bend) -> tuple[tuple[Vector, ...], ...]:
    """The two rides that begin with a step and bend."""
    x, y = step
    if bend is Bend.CROOKED:
        return (((x, y), (y, -x)), ((x, y), (-y, x)))
    near, far = sorted((abs(x), abs(y)))
    is_oblique = 0 < near < far
    leaps = [(near, far)] if is_oblique else [(0, far), (far, far)]
    circle = sorted((each for leap in leaps for each in turned(leap)), key=place)
    circle = circle[circle.index(step) :] + circle[: circle.index(step)]
    return (tuple(circle), (circle[0], *reversed(circle[1:])))


def _legged(
    pattern: Pattern, first: tuple[int, int | None], acts: Act, then: tuple[int, int | None]
) -> Move:
    """A move of two legs straight on."""
    steps = sorted(pattern.steps)
    any_way = ((None, tuple((step,) for step in steps)),)
    straight_on = tuple((step, ((step,),)) for step in steps)
    begun = Leg(any_way, *first, acts=acts, over=pattern.over, mover_virgin=pattern.mover_virgin)
    ended = Leg(straight_on, *then, acts=pattern.acts, over=pattern.over)
    ended = ended._replace(victim_virgin=pattern.victim_virgin)
    return Move((begun, ended), labels=pattern.labels)


def _shots(pattern: Pattern) -> Iterator[tuple[Move, ...]]:
    """A capture without moving as a capture and the way back: a ride as long, or one for each
    distance.
    """
    if (
        pattern.hop is not Hop.NONE
        or pattern.over is not Over.ANYTHING
        or pattern.skips
        or pattern.wraps
    ):
        return
    least, most = pattern.least, pattern.most
    if most != 1:
        ride = _shot(pattern, least, most)
        back = ride.legs[1]._replace(least=1, counts=Count.AS_LONG)
        yield (replace(ride, legs=(ride.legs[0], back)),)
    if most is not None:
        yield tuple(_shot(pattern, far, far) for far in range(least, most + 1))


def _shot(pattern: Pattern, least: int, most: int | None) -> Move:
    """A capture at some distance, and a ride back."""
    there = ((None, tuple((step,) for step in sorted(pattern.steps))),)
    take = Leg(
        there, least, most, acts=pattern.acts, ranged=most != 1, mover_virgin=pattern.mover_virgin
    )
    take = take._replace(victim_virgin=pattern.victim_virgin)
    return Move((take, Leg(_back(pattern.steps), least, most)), labels=pattern.labels)


def _back(steps: Iterable[Vector]) -> Ways:
    """The way back after each of some steps."""
    return tuple((step, (((-step[0], -step[1]),),)) for step in sorted(steps))


def _walked(
    pattern: Pattern, path: tuple[Vector, ...], jumped: frozenset[int] = frozenset()
) -> Move:
    """A move along a path of single steps, over empty squares or, in some places, over a piece."""
    legs = [
        Leg(((before, ((step,),)),), acts=Act.HOP if number in jumped else Act.STOP)
        for number, (before, step) in enumerate(zip((None, *path), path, strict=False))
    ]
    legs[0] = legs[0]._replace(mover_virgin=pattern.mover_virgin)
    legs[-1] = legs[-1]._replace(acts=pattern.acts, victim_virgin=pattern.victim_virgin)
    return Move(tuple(legs), labels=pattern.labels)


def refuse_more_than_moves(piece: Piece, title: str) -> None:
    """Raise CannotExpress if a piece has more than moves on squares, which a notation of this title
    cannot say.
    """
    more = ["a piece on hexagons"] if piece.lattice is Lattice.HEX else []
    more += [f"the property “{name}”" for name in piece.properties]
    more += ["a promotion"] if piece.promotions else []
    more += ["immobilization"] if piece.freezes else []
    if more:
        raise CannotExpress(f"{title} has no way to say {more[0]}.")


def cannot_say(title: str, part: Part) -> CannotExpress:
    """The refusal to write a part in a notation of a title."""
    return CannotExpress(f"{title} has no way to say {obstacle(part)}.")


def obstacle(part: Part) -> str:
    """The feature of a part that is hard to express, as the object of a sentence: "a ride that
    bends".
    """
    if isinstance(part, Move):
        some = "a move of several legs" if len(part.legs) > 1 else "a move"
        return next((words for holds, words in _OF_MOVES if holds(part)), f"{some} like this")
    if part.labels:
        return f"the condition “{part.labels[0]}”"
    return next(
        (words for holds, words in _OF_PATTERNS if holds(part)),
        "the leap ({},{})".format(*part.leap),
    )


def _any_leg(holds: Callable[[Leg], object]) -> Callable[[Move], bool]:
    return lambda move: any(holds(leg) for leg in move.legs)


_OF_MOVES: tuple[tuple[Callable[[Move], object], str], ...] = (
    (lambda move: move.fragments, "a move that burns"),
    (lambda move: move.vanishes, "a mover that is removed"),
    (lambda move: move.becomes, "a promotion"),
    (lambda move: move.labels or move.guards, "a condition"),
    (_any_leg(lambda leg: leg.on_edge_file), "castling"),
    (_any_leg(lambda leg: leg.guards or leg.squares), "a condition on the position"),
    (_any_leg(lambda leg: leg.victim), "a capture of pieces of one name"),
    (_any_leg(lambda leg: leg.acts & Act.UNLOAD), "putting down a piece that was taken"),
    (_any_leg(lambda leg: leg.acts & Act.CROSS), "a path beyond the edge"),
    (_any_leg(lambda leg: leg.stays or leg.back), "a capture without moving"),
    (_any_leg(lambda leg: leg.anywhere), "a leap to any square"),
    (_any_leg(lambda leg: leg.wraps), "a path round a cylinder"),
    (_any_leg(lambda leg: leg.counts is Count.AS_LONG), "a ride as long as the one before it"),
    (_any_leg(lambda leg: leg.over in JUMPS), "a leap over exactly one piece"),
    (_any_leg(lambda leg: leg.over in CLEARS), "a lame leap"),
    (_any_leg(lambda leg: leg.victim_virgin), "a capture of a piece that has not moved"),
    (_any_leg(is_one_sided), "a hop over pieces of one side"),
)
_OF_PATTERNS: tuple[tuple[Callable[[Pattern], object], str], ...] = (
    (lambda part: part.wraps, "a ride round a cylinder"),
    (lambda part: part.stays, "a capture without moving"),
    (lambda part: part.bend is not Bend.STRAIGHT, "a ride that bends"),
    (lambda part: part.skips, "a ride that skips its first square"),
    (
        lambda part: part.over in (Over.ONE, Over.ONE_STRAIGHT_FIRST),
        "a leap over exactly one piece",
    ),
    (lambda part: part.over is not Over.ANYTHING, "a lame leap"),
    (lambda part: part.victim_virgin, "a capture of a piece that has not moved"),
    (lambda part: part.hop is not Hop.NONE and not part.is_step, "a hop in leaps"),
    (lambda part: part.hop is not Hop.NONE, "this hop"),
    (lambda part: part.least > 1, "a ride of a least length"),
    (lambda part: part.mover_virgin, "this first move"),
    (lambda part: Act.DESTROY in part.acts, "a capture of a friend"),
)
