"""Chains of legs, spelled by a notation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Generic, Protocol, TypeVar

from wazir.piece.model import Leg, Move, Vector
from wazir.piece.patterns import leads_on, total

Link = TypeVar("Link")
"""A leg in a notation."""
Linked = TypeVar("Linked", covariant=True)

MOST_TAILS, MOST_KNOWN = 1_000, 10_000
"""A chain is not spelled if its last legs have more spellings, or if they begin in more ways."""


class Speller(Protocol[Linked]):
    """Spells the legs of a chain."""

    def __call__(self, leg: Leg, steps: set[Vector], heading: Vector | None, *, last: bool) -> Iterable[Linked]:
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
        ValueError: A ride bends, or there are too many paths.
    """
    firsts: dict[tuple[Leg, tuple[Link, ...]], set[Vector]] = {}
    for move in _by_heading(moves):
        first = move.legs[0]
        ends = _Tails(move, speller)
        for step in _first_steps(first, None):
            tails = ends.after(1, step, step if first.most == 1 else None)
            for tail in sorted(tails, key=repr):  # in the same order in every process
                firsts.setdefault((first._replace(ways=()), tail), set()).add(step)
    for (leg, tail), steps in firsts.items():
        yield from ((link, *tail) for link in speller(leg, steps, None, last=False))


def _by_heading(moves: Iterable[Move]) -> Iterator[Move]:
    """The moves. Those of two legs that differ only in ways are merged, by heading."""
    by_move: dict[Move, dict[Vector, set[Vector]]] = {}
    for move in moves:
        firsts = _first_steps(move.legs[0], None)
        if len(move.legs) != 2 or move.legs[1].towards is not None:
            yield move
            continue
        bare = replace(move, legs=tuple(leg._replace(ways=()) for leg in move.legs))
        for step in firsts:
            by_move.setdefault(bare, {}).setdefault(step, set()).update(_first_steps(move.legs[1], step))
    for bare, table in by_move.items():
        first, then = bare.legs
        ways = tuple((step, tuple((after,) for after in sorted(afters))) for step, afters in table.items())
        starts = ((None, tuple((step,) for step in table)),)
        yield replace(bare, legs=(first._replace(ways=starts), then._replace(ways=ways)))


def _first_steps(leg: Leg, heading: Vector | None) -> list[Vector]:
    """The first steps of a leg after a heading."""
    table = dict(leg.ways)
    ways = table.get(heading, table.get(None, ()))
    if leg.most != 1 and any(len(way) > 1 for way in ways):
        raise ValueError("A ride that bends cannot be part of a chain.")
    return [way[0] for way in ways]


class _Tails(Generic[Link]):
    """The links of the last legs of a move."""

    def __init__(self, move: Move, speller: Speller[Link]) -> None:
        self._legs, self._speller = move.legs, speller
        self._known: dict[tuple[int, Vector, Vector | None], frozenset[tuple[Link, ...]]] = {}
        self._same: dict[frozenset[tuple[Link, ...]], frozenset[tuple[Link, ...]]] = {}
        """For each value the first equal one, so that equal ones are quickly found to be equal."""
        self._measured = max((number for number, leg in enumerate(self._legs) if leg.towards is not None), default=0)
        """The last leg whose direction may depend on the path so far."""

    def after(self, number: int, heading: Vector, made: Vector | None) -> frozenset[tuple[Link, ...]]:
        """The links of the legs from an index on, after a heading and, if known exactly, a path."""
        key = number, heading, made if number <= self._measured else None
        if key in self._known:
            return self._known[key]
        if number == len(self._legs):
            return frozenset(((),))
        leg, last = self._legs[number], number == len(self._legs) - 1
        groups: dict[frozenset[tuple[Link, ...]], set[Vector]] = {}
        for step in _first_steps(leg, heading):
            if leads_on(leg, made or heading, step):
                path = total((made, step)) if made and leg.most == 1 else None
                groups.setdefault(self.after(number + 1, step, path), set()).add(step)
        next_tails = frozenset(
            (link, *tail)
            for tails, steps in groups.items()
            for link in self._speller(leg, steps, heading, last=last)
            for tail in tails
        )
        if len(next_tails) > MOST_TAILS or len(self._known) > MOST_KNOWN:
            raise ValueError("A chain with this number of paths cannot be written.")
        self._known[key] = self._same.setdefault(next_tails, next_tails)
        return self._known[key]
