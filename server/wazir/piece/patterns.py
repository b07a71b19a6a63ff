"""Splits a piece into patterns, for writing in a notation (Q14, Q15)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from itertools import pairwise, product
from typing import TypeAlias

from wazir.budget import MAX_PATHS_OF_LEAP
from wazir.piece.board import Lattice, inner, length
from wazir.piece.equivalence.normal import over_of
from wazir.piece.model import (
    JUMPS,
    Act,
    Content,
    Count,
    Leg,
    Move,
    Over,
    Piece,
    Vector,
    Victim,
    Way,
)
from wazir.piece.motion.lame import shortest_paths
from wazir.piece.motion.walk import leads

ENDS = Act.STOP | Act.CAPTURE | Act.DESTROY
"""The possible acts of a pattern."""


class CannotExpress(ValueError):  # noqa: N818
    """A notation has no text for a piece; the message is a sentence with the reason."""


class Hop(Enum):
    """The kinds of hops."""

    NONE = auto()
    """Not a hop."""
    OVER = auto()
    """Exactly one piece anywhere before its end."""
    BEHIND = auto()
    """It ends right behind the first piece."""


class Bend(Enum):
    """How a ride continues after its first step."""

    STRAIGHT = 1
    CROOKED = 2
    CIRCULAR = 8


@dataclass(frozen=True, slots=True)
class Pattern:
    """Moves of one leap and kind, in some directions."""

    leap: Vector
    """The two components, the smaller first."""
    steps: frozenset[Vector]
    """The first steps."""
    least: int = 1
    most: int | None = 1
    """The maximum number of steps; a hop counts its hurdle and end. None is unlimited."""
    acts: Act = Act.STOP | Act.CAPTURE
    hop: Hop = Hop.NONE
    over: Over = Over.ANYTHING
    """What a leap passes; ANYTHING for single steps."""
    bend: Bend = Bend.STRAIGHT
    skips: int = 0
    wraps: bool = False
    stays: bool = False
    """It captures without moving."""
    mover_virgin: bool = False
    victim_virgin: bool = False
    labels: tuple[str, ...] = ()

    @property
    def is_step(self) -> bool:
        """Whether its steps lead to neighbours."""
        return self.leap[1] == 1

    @property
    def is_oblique(self) -> bool:
        """Whether the components of its leap differ and are not 0."""
        return 0 < self.leap[0] < self.leap[1]


Part: TypeAlias = Pattern | Move
"""A pattern, or a move that is not one."""


def patterns(piece: Piece) -> tuple[Part, ...]:
    """The patterns of a piece in order, merged if they differ only in directions or acts."""
    acts_by_step: dict[Part, dict[Vector, Act]] = {}
    moves = [
        *_joined_hops(_plain(move) for move in piece.moves if is_possible(move, piece.lattice))
    ]
    is_square = piece.lattice is Lattice.SQUARE
    merged = {**_lame_leaps(moves), **_bent_hops(moves)} if is_square else {}
    for move in moves:
        parts = merged.get(move) or (_patterns(move) if is_square else None)
        for part in (with_own_counts(move),) if parts is None else parts:
            if isinstance(part, Move):
                acts_by_step.setdefault(part, {})
                continue
            known = acts_by_step.setdefault(replace(part, steps=frozenset(), acts=Act(0)), {})
            for step in sorted(part.steps):
                known[step] = known.get(step, Act(0)) | part.acts
    joined: list[Part] = []
    for key, steps in acts_by_step.items():
        if isinstance(key, Move):
            joined.append(key)
        else:
            for acts in dict.fromkeys(steps.values()):
                joined.append(
                    replace(
                        key,
                        steps=frozenset(step for step in steps if steps[step] == acts),
                        acts=acts,
                    )
                )
    return tuple(joined)


def is_possible(move: Move, lattice: Lattice) -> bool:
    """Whether a move has steps enough for each leg, and room for a piece under each leap over
    one.
    """
    for leg in move.legs:
        has_steps = leg.most is None or leg.most >= max(leg.least, 1)
        passes_squares = any(length(lattice, step) > 1 for way in leg.all_ways for step in way)
        has_room = passes_squares or leg.over not in JUMPS
        if not (has_steps and has_room):
            return False
    return True


def with_own_counts(move: Move) -> Move:
    """A move whose unlimited rides straight on count their own steps."""
    legs = list(move.legs)
    for number, (before, leg) in enumerate(pairwise(move.legs), 1):
        straight = all(heading and ways == ((heading,),) for heading, ways in leg.ways)
        if (
            leg.counts is Count.SHARED
            and leg.most is None
            and leg.least <= 1 + max(before.least, 1)
            and straight
        ):
            legs[number] = leg._replace(counts=Count.OWN, least=1)
    return replace(move, legs=tuple(legs))


def _joined_hops(moves: Iterable[Move]) -> Iterator[Move]:
    """The moves, where hops that together jump a piece at any distance up to their end are one."""
    alike: dict[Move, list[Move]] = {}
    for move in moves:
        legs = tuple(leg._replace(least=1, most=1, ranged=False) for leg in move.legs)
        alike.setdefault(replace(move, legs=legs) if _is_short_hop(move) else move, []).append(move)
    for bare, some in alike.items():
        is_hop = len(some) > 1 and _is_short_hop(bare)
        ranges = [
            [range(max(leg.least, 1), (leg.most or 0) + 1) for leg in move.legs]
            for move in some
            if is_hop
        ]
        lengths = {pair for both in ranges for pair in product(*both)}
        longest = max(map(sum, lengths), default=0)
        if is_hop and lengths == {
            (near, far) for near in range(1, longest) for far in range(1, longest - near + 1)
        }:
            hop, landing = bare.legs
            landing = landing._replace(least=2, most=longest, counts=Count.SHARED)
            some = [replace(bare, legs=(hop._replace(most=longest - 1), landing))]
        yield from some


def _is_short_hop(move: Move) -> bool:
    is_hop = (
        len(move.legs) == 2 and move.legs[0].acts is Act.HOP and move.legs[1].counts is Count.OWN
    )
    return is_hop and all(
        leg.most is not None and leg.most <= MAX_PATHS_OF_LEAP for leg in move.legs
    )


def _plain(move: Move) -> Move:
    """A move without conditions that always hold: an order of steps on a single path, a victim of
    any name.

    What matters only on a cylinder is left out too, but for legs that make the board one. That the
    mover has not moved is asked of the first leg.
    """
    legs = [
        leg._replace(
            over=_over_of_leg(leg),
            victim=_victim_of_leg(leg),
            continues=leg.continues and leg.wraps,
            mover_virgin=number == 0 and any(each.mover_virgin for each in move.legs),
        )
        for number, leg in enumerate(move.legs)
    ]
    return replace(move, legs=tuple(_with_shots(legs)))


def _with_shots(legs: Sequence[Leg]) -> list[Leg]:
    """The legs of a move of several legs, in which a capture and the way back are one leg that
    stays.

    A leg behind them may not depend on the heading.
    """
    shots = list(legs)
    number = 0
    while len(legs) > 2 and number + 1 < len(shots):
        leg, back, *after = shots[number:]
        is_free = not after or all(heading is None for heading, _ in after[0].ways)
        returns = is_back(back, 1) or (not after and _is_straight_back(leg, back))
        if not (is_free and returns and takes(leg)):
            number += 1
            continue
        # Legs that lead back over these two lead back over one leg less.
        later = [
            each._replace(back=each.back - 1) if each.back > place else each
            for place, each in enumerate(after, 1)
        ]
        shots = [*shots[:number], leg._replace(stays=True), *later]
    return shots


def _victim_of_leg(leg: Leg) -> Victim | None:
    """The victims of a leg, if they are not all that its acts take."""
    if leg.victim is None or leg.victim.who.name is not None:
        return leg.victim
    sides = leg.victim.who.sides
    taken = (Act.CAPTURE if Content.FOE in sides else Act(0)) | (
        Act.DESTROY if Content.FRIEND in sides else Act(0)
    )
    return leg.victim if leg.acts & (Act.CAPTURE | Act.DESTROY | Act.UNLOAD) & ~taken else None


def _over_of_leg(leg: Leg) -> Over:
    """What the steps of a leg pass, if that is the same for all."""
    overs = {over_of(leg.over, (step,), Lattice.SQUARE) for way in leg.all_ways for step in way}
    return overs.pop() if len(overs) == 1 else leg.over


def _shot(move: Move) -> Move | None:
    """The capture of a move that captures without moving, as if it moved there; None for other
    moves.
    """
    *legs, last = move.legs
    if last.stays and not legs:
        return replace(move, legs=(last._replace(stays=False),))
    if not legs or not takes(legs[-1]):
        return None
    returns = is_back(last, len(legs)) or (len(legs) == 1 and _is_straight_back(legs[0], last))
    return replace(move, legs=tuple(legs)) if returns else None


def takes(leg: Leg) -> bool:
    """Whether a leg always captures where it ends."""
    return bool(leg.acts) and not leg.acts & ~(Act.CAPTURE | Act.DESTROY)


def is_back(last: Leg, legs: int) -> bool:
    """Whether a leg leads back to where a number of legs before it began."""
    return last == Leg(((None, (((0, 0),),)),), acts=Act.STOP, back=legs)


def _is_straight_back(first: Leg, last: Leg) -> bool:
    """Whether a leg leads back over the squares of the one before it."""
    # The square is empty now.
    count = first.most
    way = last._replace(ranged=False, acts=last.acts & Act.STOP)
    is_as_long = first.ranged and way == Leg(
        last.ways, least=1, most=count, acts=Act.STOP, counts=Count.AS_LONG
    )
    if not is_as_long and (
        first.least != count or way != Leg(last.ways, first.least, count, acts=Act.STOP)
    ):
        return False
    return all(first_steps(last, step) == [(-step[0], -step[1])] for (step, *_) in first.all_ways)


def _patterns(move: Move) -> list[Pattern] | None:
    """The patterns of a move; None if it has other parts."""
    shot = _shot(move) if move.legs else None
    if shot:
        shots = _patterns(shot)
        return None if shots is None else [replace(part, stays=True) for part in shots]
    if not move.is_path or len(move.legs) not in (1, 2):
        return None
    if not all(leg._replace(skips=0, wraps=False).is_ordinary for leg in move.legs):
        return None
    parts = _leaps(move.legs[0]) if len(move.legs) == 1 else _hops(*move.legs)
    if parts is None:
        return None
    return [replace(part, labels=tuple(sorted(move.labels))) for part in parts]


def _leaps(leg: Leg) -> list[Pattern] | None:
    """The pattern of a single leg."""
    ways = leg.after(None)
    ends = leg.acts and not leg.acts & ~ENDS
    if not ways:
        return []
    if not ends or leg.counts is not Count.OWN:
        return None
    bends: dict[tuple[Vector, int], set[Way]] = {}
    for way in ways:
        steps = way if leg.most != 1 else way[:1]
        bends.setdefault((steps[0], len(steps)), set()).add(steps)
    for (_, size), both in bends.items():
        if size > 1 and (size not in (2, 8) or len(both) != 2):
            return None
    return [_pattern(leg, step, bend=Bend(size)) for step, size in bends]


def _hops(hop: Leg, landing: Leg) -> list[Pattern] | None:
    """The pattern of a ride to a piece and straight on."""
    if hop.most == 0:
        return []
    ways = hop.after(None)
    straight = all(len(way) == 1 and landing.after(way[0]) == (way,) for way in ways)
    ends = landing.acts and not landing.acts & ~ENDS
    if hop.acts is not Act.HOP or not ends or not straight or landing.skips:
        return None
    if hop.over is not landing.over or hop.wraps is not landing.wraps:
        return None
    is_exact = hop.least > 1
    if is_exact and hop.least != hop.most:
        return None
    is_one_leg = landing.continues or landing.counts is Count.SHARED
    returns = hop.wraps and Act.STOP in landing.acts and any(step[1] == 0 for (step,) in ways)
    if returns and not is_one_leg:  # only a leg of its own may enter where the move began
        return None
    if landing.counts is Count.OWN and (landing.least, landing.most) == (1, 1):
        kind = Hop.BEHIND
        most = None if hop.most is None else hop.most + 1
    elif is_exact:
        return None
    elif landing.counts is Count.SHARED and (landing.least <= 2 or landing.least == landing.most):
        kind, most = Hop.OVER, landing.most
        is_exact = landing.least > 2
        if hop.most is not None and (most is None or hop.most < most - 1):
            return None
    elif (
        landing.counts is Count.OWN
        and landing.least <= 1
        and landing.most is None
        and hop.most is None
    ):
        kind, most = Hop.OVER, None
    else:
        return None
    least = most if is_exact and most else 1
    whole = hop._replace(
        least=least, most=most, acts=landing.acts, victim_virgin=landing.victim_virgin
    )
    return [_pattern(whole, way[0], hop=kind) for way in ways]


def _pattern(leg: Leg, step: Vector, *, hop: Hop = Hop.NONE, bend: Bend = Bend.STRAIGHT) -> Pattern:
    near, far = sorted(map(abs, step))
    return Pattern(
        leap=(near, far),
        steps=frozenset((step,)),
        least=max(leg.least, 1),
        most=leg.most,
        acts=leg.acts,
        hop=hop,
        over=over_of(leg.over, (step,), Lattice.SQUARE),
        bend=bend,
        skips=leg.skips,
        wraps=leg.wraps,
        mover_virgin=leg.mover_virgin,
        victim_virgin=leg.victim_virgin and leg.acts is not Act.STOP,
    )


def _bent_hops(moves: Iterable[Move]) -> dict[Move, list[Pattern]]:
    """Moves over a piece on rides that bend, which together bend both ways after each first
    step.
    """
    bent = {move: part for move in moves if (part := _bent_hop(move))}
    count = Counter(bent.values())
    return {move: [part] for move, part in bent.items() if count[part] == 2}


def _bent_hop(move: Move) -> Pattern | None:
    """The pattern of a hop along a single way that bends; None for other moves."""
    if len(move.legs) != 2 or not move.is_path:
        return None
    hop, landing = move.legs
    ways = hop.after(None)
    if len(ways) != 1 or len(ways[0]) not in (2, 8):
        return None
    (way,) = ways
    for number, step in enumerate(way, 1):
        onward = (*way[number:], *way[:number])
        bare = onward[:1] if landing.most == 1 else onward
        if landing.after(step) not in ((onward,), (bare,)):
            return None
    straight = ((way[0], ((way[0],),)),)
    legs = (
        hop._replace(ways=((None, ((way[0],),)),)),
        landing._replace(ways=straight),
    )
    parts = _patterns(replace(move, legs=legs))
    return replace(parts[0], bend=Bend(len(way))) if parts else None


def first_steps(leg: Leg, heading: Vector | None) -> list[Vector]:
    """The first steps of a leg after a heading."""
    ways = leg.after(heading)
    if leg.most != 1 and any(len(way) > 1 for way in ways):
        raise CannotExpress("A ride that bends cannot be part of a chain.")
    return [way[0] for way in ways]


def leads_on(leg: Leg, made: Vector, step: Vector) -> bool:
    """Whether a leg may begin with a step after the path so far (L9)."""
    return (
        leg.towards is None
        or made == (0, 0)
        or leads(leg.towards, inner(Lattice.SQUARE, made, step))
    )


# Lame leaps as paths of single steps


def _lame_leaps(moves: Iterable[Move]) -> dict[Move, list[Pattern]]:
    """Merge moves whose paths are all, or the first, of the shortest paths to their ends, into lame
    leaps.
    """
    walks = {move: _walks(move) for move in moves if len(move.legs) > 1}
    paths: dict[Pattern, set[tuple[Vector, ...]]] = {}
    for pairs in walks.values():
        for leap, path in pairs or ():
            paths.setdefault(leap, set()).add(path)
    overs = {leap: _over_of(next(iter(leap.steps)), some) for leap, some in paths.items()}
    lame = {leap: replace(leap, over=over) for leap, over in overs.items() if over}
    return {
        move: [lame[leap] for leap, _ in pairs]
        for move, pairs in walks.items()
        if pairs and all(leap in lame for leap, _ in pairs)
    }


def _walks(move: Move) -> list[tuple[Pattern, tuple[Vector, ...]]] | None:
    """The leaps that a move of single steps over empty squares makes, with their paths; None for
    other moves.
    """
    *inner, last = move.legs
    if not move.is_path or not last.acts or last.acts & ~ENDS:
        return None
    if any(leg.acts is not Act.STOP for leg in inner) or not all(map(_is_single, move.legs)):
        return None
    paths: list[tuple[Vector, ...]] = [()]
    for leg in move.legs:
        paths = [
            (*path, way[0])
            for path in paths
            for way in leg.after(path[-1] if path else None)
            if leads_on(leg, total(path), way[0])
        ]
        if len(paths) > MAX_PATHS_OF_LEAP:
            return None
    labels = tuple(sorted(move.labels))
    mover_virgin = move.legs[0].mover_virgin
    leap = Leg((), acts=last.acts, mover_virgin=mover_virgin, victim_virgin=last.victim_virgin)
    return [(replace(_pattern(leap, total(path)), labels=labels), path) for path in paths]


def _is_single(leg: Leg) -> bool:
    """Whether a leg is a plain single step."""
    plain = leg._replace(
        ways=(),
        acts=Act.STOP,
        ranged=False,
        mover_virgin=False,
        victim_virgin=False,
        towards=None,
        over=Over.ANYTHING,
    )
    return plain == Leg((), acts=Act.STOP) and all(
        length(Lattice.SQUARE, way[0]) == 1 for way in leg.all_ways
    )


def total(steps: Collection[Vector]) -> Vector:
    """The sum of steps."""
    return sum(x for x, _ in steps), sum(y for _, y in steps)


def _over_of(end: Vector, paths: set[tuple[Vector, ...]]) -> Over | None:
    """What a lame leap with these paths passes; None if it is not one."""
    if length(Lattice.SQUARE, end) != len(next(iter(paths))):
        return None
    shortest = list(shortest_paths(end))
    if not shortest:  # it is longer than any board
        return None
    if paths == set(shortest):
        return Over.CLEAR
    return Over.CLEAR_STRAIGHT_FIRST if paths == {shortest[0]} else None
