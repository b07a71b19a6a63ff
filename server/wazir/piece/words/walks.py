"""The moves of a piece as sentences tell them, and the ways of their legs after each heading."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import NamedTuple

from wazir.budget import spend
from wazir.piece.board import HEADINGS, inner
from wazir.piece.conditions import Guard, No, Some, Test, is_always
from wazir.piece.model import Act, Count, Lattice, Leg, Move, Vector, Way, by_branch, test_of
from wazir.piece.motion.walk import leads
from wazir.piece.words.conditions import ON_PLACES, condition
from wazir.piece.words.phrases import is_possible

TAKES = Act.CAPTURE | Act.DESTROY
PASSES = (Act.HOP, Act.PASS_FRIEND, Act.PASS_FOE)
FARTHEST = 12
"""The maximum number of legs followed to find out whether a way can be completed."""


@dataclass(frozen=True, slots=True)
class Walk:
    """The legs of a move, with the context that the words for a leg depend on."""

    legs: tuple[Leg, ...]
    lattice: Lattice
    known: dict[tuple[int, Vector | None], tuple[Way, ...]] = field(
        default_factory=dict, compare=False
    )
    """Cached ways."""

    @property
    def is_straight(self) -> bool:
        """Whether the heading after the first leg is the direction from the start of the move."""
        first = self.legs[0]
        bent = any(len(way) > 1 for way in first.all_ways) and first.most != 1
        return not (bent or first.wraps or first.anywhere or first.stays or first.back)

    def ways(self, number: int, heading: Vector | None) -> tuple[Way, ...]:
        """The ways of a leg after a heading that can be completed."""
        key = number, heading
        if key not in self.known:
            leg = self.legs[number]
            ways = leg.after(heading)
            if number == 1 and leg.towards is not None and heading and self.is_straight:
                ways = tuple(
                    way for way in ways if leads(leg.towards, inner(self.lattice, heading, way[0]))
                )
            possible = (way for way in ways if is_possible(leg, way, self.lattice))
            self.known[key] = tuple(way for way in possible if self._leads_on(number, way, heading))
        return self.known[key]

    def _leads_on(self, number: int, way: Way, heading: Vector | None) -> bool:
        """Whether some way can follow one, leg by leg."""
        if number + 1 in (len(self.legs), FARTHEST) or self.legs[number + 1].anywhere:
            return True
        return any(self.ways(number + 1, after) for after in self._headings(number, way, heading))

    def _headings(self, number: int, way: Way, heading: Vector | None) -> Iterable[Vector | None]:
        leg = self.legs[number]
        if leg.keeps_heading:
            return (heading,)
        if leg.most != 1:
            return way
        return way[:1]

    def headings(self, number: int, before: Iterable[Vector | None]) -> frozenset[Vector]:
        """The headings after a leg, from those before it."""
        if self.legs[number].anywhere:
            return frozenset(HEADINGS)
        ways = ((way, heading) for heading in before for way in self.ways(number, heading))
        onward = chain.from_iterable(self._headings(number, way, heading) for way, heading in ways)
        return frozenset(after for after in onward if after is not None)


def goes_straight_on(walk: Walk, headings: Iterable[Vector]) -> bool:
    """Whether the second leg only continues the first."""
    return all(set(walk.ways(1, heading)) == {(heading,)} for heading in headings)


def goes_back(walk: Walk, headings: Iterable[Vector]) -> bool:
    """Whether the second leg only returns by the first one's step."""
    return all(set(walk.ways(1, (x, y))) == {((-x, -y),)} for x, y in headings)


def sweeps(walk: Walk, headings: frozenset[Vector]) -> bool:
    """Whether a move goes straight on over any number of pieces, which it takes or leaves
    standing.
    """
    first, again, end = walk.legs
    plain = Leg(
        first.ways,
        least=1,
        most=None,
        acts=first.acts,
        victim=first.victim,
        victim_virgin=first.victim_virgin,
    )
    is_plain = first._replace(ranged=False, mover_virgin=False, guards=()) == plain
    next_leg = again._replace(ways=first.ways, ranged=False, again=False, least=1)
    takes = not first.acts & ~TAKES
    ends = Leg(
        first.ways, least=1, most=None if takes else end.most, acts=Act.STOP if takes else end.acts
    )
    ends = ends if takes else ends._replace(victim=end.victim, victim_virgin=end.victim_virgin)
    last = end._replace(ways=first.ways, ranged=False) == ends and (takes or end.most in (1, None))
    is_straight = goes_straight_on(walk, headings) and all(
        walk.ways(2, step) == ((step,),) for step in headings
    )
    passes = takes or (first.acts in PASSES and not end.acts & ~(Act.STOP | TAKES))
    return is_plain and next_leg == plain and last and is_straight and passes


def is_return(leg: Leg) -> bool:
    """Whether a leg only returns to the previous square of the mover."""
    return bool(leg.back) and all(step == (0, 0) for way in leg.all_ways for step in way)


# Moves as sentences describe them


def fewest_words(moves: Iterable[Move], lattice: Lattice) -> list[Move]:
    """The moves that can be made, in a form that has the fewest words. Together they have the same
    results.
    """
    possible = (move for move in moves if _is_possible(move.legs))
    shortest = (_straightened(_with_shots(_without_ashes(move)), lattice) for move in possible)
    return list(_by_branch(_by_heading(_by_sweep(list(shortest), lattice), lattice)))


def _is_possible(legs: tuple[Leg, ...]) -> bool:
    """Whether every leg may end on some square, and has a length."""
    may_end = all(leg.acts and (leg.anywhere or leg.all_ways) for leg in legs)
    copies = (number for number, leg in enumerate(legs) if leg.counts is Count.AS_LONG)
    return may_end and all(any(before.ranged for before in legs[:number]) for number in copies)


def _without_ashes(move: Move) -> Move:
    """A move without what has no effect: fragments that burn nothing, putting down nothing, victims
    of no capture.

    What matters on a cylinder only is left out too.
    """
    legs = [leg._replace(continues=False) for leg in move.legs]
    for number, leg in enumerate(legs):
        if not leg.acts & (TAKES | Act.UNLOAD):
            legs[number] = leg._replace(victim=None, victim_virgin=False)
        if not any(before.acts & TAKES for before in legs[:number]) and leg.acts & ~Act.UNLOAD:
            legs[number] = legs[number]._replace(acts=leg.acts & ~Act.UNLOAD)
    burning = tuple(
        fragment
        for fragment in move.fragments
        if any(leg.acts & TAKES for leg in fragment) and _is_possible((*move.legs, *fragment))
    )
    return replace(move, legs=tuple(legs), fragments=burning)


def _with_shots(move: Move) -> Move:
    """A move whose last capture and return are one capture at a distance, if the mover may stand
    where it shoots.
    """
    if len(move.legs) < 3 or move.legs[-3].acts & ~(Act.STOP | TAKES):
        return move
    *_, shot, back = move.legs
    if shot.acts & ~TAKES or not is_return(back) or back.back != 1 or shot.back:
        return move
    return replace(move, legs=(*move.legs[:-2], shot._replace(stays=True)))


def _straightened(move: Move, lattice: Lattice) -> Move:
    """A move whose first legs are one ride, if the others only continue it."""
    while len(move.legs) > 1 and not any(
        leg.back or leg.counts is not Count.OWN for leg in move.legs[1:]
    ):
        spend()
        first, then, *others = move.legs
        plain = Leg(
            first.ways,
            first.least,
            first.most,
            acts=Act.STOP,
            mover_virgin=first.mover_virgin,
            guards=first.guards,
        )
        continued = Leg(
            then.ways, then.least, then.most, acts=then.acts, victim_virgin=then.victim_virgin
        )
        is_plain = first._replace(ranged=False) == plain and all(
            len(way) == 1 for way in first.all_ways
        )
        goes_on = then._replace(ranged=False, towards=None, victim=None, squares=None) == continued
        if not (is_plain and goes_on):
            break
        walk = Walk(move.legs, lattice)
        headings = walk.headings(0, (None,))
        if not (headings and goes_straight_on(walk, headings)):
            break
        most = None if first.most is None or then.most is None else first.most + then.most
        ride = first._replace(
            ways=((None, tuple(way for way in first.after(None) if way[0] in headings)),),
            least=max(first.least, 1) + max(then.least, 1),
            most=most,
            acts=then.acts,
            victim=then.victim,
            victim_virgin=then.victim_virgin,
            squares=then.squares,
        )
        move = replace(move, legs=(ride, *others))
    return move


def _by_sweep(moves: list[Move], lattice: Lattice) -> list[Move]:
    """The moves. A ride over one piece that is taken, and the one over several, are one with an
    optional leg.
    """
    rides = [move for move in moves if len(move.legs) == 3 and move.legs[1].again]
    walks = [(move, Walk(move.legs, lattice)) for move in rides]
    swept = [move for move, walk in walks if sweeps(walk, walk.headings(0, (None,)))]
    single = {replace(move, legs=(move.legs[0], move.legs[2])): move for move in swept}
    optional = {single[move] for move in moves if move in single}
    legs = {move: (move.legs[0], move.legs[1]._replace(least=0), move.legs[2]) for move in optional}
    return [replace(move, legs=legs.get(move, move.legs)) for move in moves if move not in single]


def _by_heading(moves: Iterable[Move], lattice: Lattice) -> list[Move]:
    """The moves. Those of two legs that begin alike and then turn are one, with all ways after each
    heading.
    """
    tables: dict[Move, dict[Vector, dict[Way, None]]] = {}
    for move in moves:
        if len(move.legs) != 2 or not _turns(move.legs, lattice):
            tables[move] = {}
            continue
        first, then = move.legs
        steps = first.after(None)
        alike = replace(
            move,
            legs=(first._replace(ways=((None, tuple(sorted(steps))),)), then._replace(ways=())),
        )
        for (step,) in steps:
            tables.setdefault(alike, {}).setdefault(step, {}).update(
                dict.fromkeys(then.after(step))
            )
    merged = []
    for move, table in tables.items():
        if table:
            first, then = move.legs
            first = first._replace(ways=((None, tuple((step,) for step in table)),))
            turns = tuple((step, tuple(after)) for step, after in table.items())
            move = replace(move, legs=(first, then._replace(ways=turns)))
        merged.append(move)
    return merged


def _turns(legs: tuple[Leg, ...], lattice: Lattice) -> bool:
    """Whether each way of the first leg is one step, and the second one does not only lead straight
    on or back.
    """
    first, then = legs
    if (
        first.anywhere
        or first.stays
        or first.keeps_heading
        or first.again
        or then.anywhere
        or then.towards is not None
    ):
        return False
    walk = Walk(legs, lattice)
    headings = walk.headings(0, (None,))
    is_along = goes_straight_on(walk, headings) or goes_back(walk, headings)
    return not is_along and all(len(way) == 1 for way in first.after(None))


def _by_branch(moves: Iterable[Move]) -> Iterator[Move]:
    """The moves. Those that differ only in conditions are one: from several ranks, or always."""
    for alike, some in by_branch(moves).items():
        either = Some(tuple(test_of(move) for move in some))
        words = condition(either) if len(some) > 1 else None
        if is_always(either):
            yield alike
        elif words and ON_PLACES.fullmatch(words):
            yield replace(alike, guards=(Guard(either),))
        else:
            yield from some


class Promotion(NamedTuple):
    """A promotion of some moves."""

    guards: tuple[Guard, ...]
    """The conditions of the moves."""
    becomes: tuple[str, ...]


def starting_promotions(
    moves: Iterable[Move],
) -> tuple[list[Move], list[tuple[Test, tuple[str, ...]]]]:
    """The moves without promotions that depend only on where a move begins, and these
    promotions, each with its condition.
    """
    moves = list(moves)
    conditions = {_promotion_of(move): test_of(move) for move in moves if move.becomes}
    by_piece: dict[tuple[str, ...], list[Test]] = {}
    for promotion, test in conditions.items():
        by_piece.setdefault(promotion.becomes, []).append(test)
    everywhere = {becomes for becomes, tests in by_piece.items() if is_always(Some(tuple(tests)))}
    found: dict[Promotion, Test] = {}
    for promotion, test in conditions.items():
        others = (test_of(move) for move in moves if _promotion_of(move) != promotion)
        if promotion.becomes in everywhere or not all(_exclude(test, other) for other in others):
            continue
        found[promotion] = test
    kept = [replace(move, becomes=()) if _promotion_of(move) in found else move for move in moves]
    return kept, [(test, promotion.becomes) for promotion, test in found.items()]


def _promotion_of(move: Move) -> Promotion:
    return Promotion(move.guards, move.becomes)


def _exclude(test: Test, other: Test) -> bool:
    """Whether two conditions never hold together."""
    return is_always(Some((No(test), No(other))))
