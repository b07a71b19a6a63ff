"""Splits moves of several legs into chains of links, for writing in a notation (Q14)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from math import inf
from typing import Protocol, TypeVar

from wazir.budget import MAX_TAILS, MAX_TAILS_KNOWN, spend
from wazir.piece.board import Lattice, inner
from wazir.piece.model import (
    Count,
    Leg,
    Move,
    Vector,
)
from wazir.piece.motion.walk import leads
from wazir.piece.patterns import CannotExpress, first_steps, total

Link = TypeVar("Link")
"""A leg in a notation."""
Linked = TypeVar("Linked", covariant=True)


class Speller(Protocol[Linked]):
    """Spells the legs of a chain."""

    def __call__(
        self, leg: Leg, steps: set[Vector], heading: Vector | None, *, last: bool
    ) -> Iterable[Linked]:
        """The alternatives that together spell a leg with some first steps.

        Args:
            leg: The leg, without regard to its ways.
            steps: Its first steps.
            heading: The last step of the previous leg; None for the first leg.
            last: It ends the move.
        """


def chains(moves: Iterable[Move], speller: Speller[Link]) -> Iterator[tuple[Link, ...]]:
    """Moves of several legs as chains of links. First steps with equal continuations are merged.

    Raises:
        CannotExpress: A ride bends, there are too many paths, or directions depend on the length of
            a ride.
    """
    firsts: dict[tuple[Leg, tuple[Link, ...]], set[Vector]] = {}
    for move in _by_heading(moves):
        first = move.legs[0]
        tails_after = _tails_after(move, speller)
        for step in first_steps(first, None):
            tails = tails_after(1, step, _Made().longer(first, step))
            for tail in sorted(tails, key=repr):  # in the same order in every process
                firsts.setdefault((first._replace(ways=()), tail), set()).add(step)
    for (leg, tail), steps in firsts.items():
        yield from ((link, *tail) for link in speller(leg, steps, None, last=False))


def _by_heading(moves: Iterable[Move]) -> Iterator[Move]:
    """The moves. Those of two legs that differ only in ways are merged, by heading."""
    by_move: dict[Move, dict[Vector, set[Vector]]] = {}
    for move in moves:
        firsts = first_steps(move.legs[0], None)
        if len(move.legs) != 2:
            yield move
            continue
        bare = replace(move, legs=tuple(leg._replace(ways=()) for leg in move.legs))
        for step in firsts:
            by_move.setdefault(bare, {}).setdefault(step, set()).update(
                first_steps(move.legs[1], step)
            )
    for bare, table in by_move.items():
        first, then = bare.legs
        ways = tuple(
            (step, tuple((after,) for after in sorted(afters))) for step, afters in table.items()
        )
        starts = ((None, tuple((step,) for step in table)),)
        yield replace(bare, legs=(first._replace(ways=starts), then._replace(ways=ways)))


@dataclass(frozen=True, slots=True)
class _Made:
    """A path from the start of a move: what is fixed of it, and rides of several lengths."""

    fixed: Vector = (0, 0)
    rides: tuple[tuple[Vector, int, int | None], ...] = ()
    """Each with its step, and the minimum and maximum number of steps. None is unlimited."""

    def longer(self, leg: Leg, step: Vector) -> _Made:
        """The path and a leg that goes straight on in the direction of a first step."""
        if leg.stays:
            return self
        if leg.counts is not Count.OWN:
            return replace(self, rides=(*self.rides, (step, 1, None)))
        least = max(leg.least, 1)
        if least != leg.most:
            return replace(self, rides=(*self.rides, (step, least, leg.most)))
        return replace(self, fixed=total((self.fixed, (step[0] * least, step[1] * least))))

    def leads_to(self, leg: Leg, step: Vector) -> bool:
        """Whether a leg may begin with a step after the path (L9).

        Raises:
            CannotExpress: It depends on the length of a ride.
        """
        if leg.towards is None:
            return True
        outcomes = set[bool]()
        low, high = self._products(step)
        if high > 0:
            outcomes.add(leads(leg.towards, 1))
        if low < 0:
            outcomes.add(leads(leg.towards, -1))
        if low <= 0 <= high:
            left, right = self._products((-step[1], step[0]))
            if (left, right) != (0, 0):
                outcomes.add(leads(leg.towards, 0))
            if left <= 0 <= right:  # the path may end where it began
                outcomes |= {True}
        if len(outcomes) > 1:
            raise CannotExpress(
                "A leg whose directions depend on the length of a ride cannot be written."
            )
        return outcomes.pop()

    def _products(self, step: Vector) -> tuple[float, float]:
        """The smallest and the largest inner product of a step with the path."""
        low: float = inner(Lattice.SQUARE, self.fixed, step)
        high = low
        for ride, least, most in self.rides:
            product = inner(Lattice.SQUARE, ride, step)
            longest = inf if most is None else most
            ends = (product * least, product * longest) if product else (0, 0)
            low += min(ends)
            high += max(ends)
        return low, high


def _tails_after(
    move: Move, speller: Speller[Link]
) -> Callable[[int, Vector, _Made], frozenset[tuple[Link, ...]]]:
    """The links of the legs of a move from an index on, after a heading and a path."""
    known: dict[tuple[int, Vector, _Made | None], frozenset[tuple[Link, ...]]] = {}
    # the last leg whose direction may depend on the path so far
    measured = max(
        (number for number, leg in enumerate(move.legs) if leg.towards is not None), default=0
    )

    def tails_after(number: int, heading: Vector, made: _Made) -> frozenset[tuple[Link, ...]]:
        key = number, heading, made if number <= measured else None
        if key in known:
            return known[key]
        if number == len(move.legs):
            return frozenset(((),))
        leg, last = move.legs[number], number == len(move.legs) - 1
        groups: dict[frozenset[tuple[Link, ...]], set[Vector]] = {}
        for step in first_steps(leg, heading):
            if made.leads_to(leg, step):
                tails = tails_after(number + 1, step, made.longer(leg, step))
                groups.setdefault(tails, set()).add(step)
        spelled = (
            (link, tails)
            for tails, steps in groups.items()
            for link in speller(leg, steps, heading, last=last)
        )
        next_tails = frozenset((link, *tail) for link, tails in spelled for tail in tails)
        links_after = len(move.legs) - number
        spend(1 + len(next_tails) * links_after)
        if len(next_tails) > MAX_TAILS or len(known) > MAX_TAILS_KNOWN:
            raise CannotExpress("A chain with this number of paths cannot be written.")
        return known.setdefault(key, next_tails)

    return tails_after
