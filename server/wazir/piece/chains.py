"""Splits moves of several legs into chains of links, for writing in a notation (Q14)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Protocol, TypeVar

from wazir.budget import MAX_TAILS, MAX_TAILS_KNOWN, spend
from wazir.piece.model import (
    Leg,
    Move,
    Vector,
)
from wazir.piece.patterns import CannotExpress, first_steps, leads_on, total

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
        CannotExpress: A ride bends, or there are too many paths.
    """
    firsts: dict[tuple[Leg, tuple[Link, ...]], set[Vector]] = {}
    for move in _by_heading(moves):
        first = move.legs[0]
        tails_after = _tails_after(move, speller)
        for step in first_steps(first, None):
            tails = tails_after(1, step, step if first.most == 1 else None)
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


def _tails_after(
    move: Move, speller: Speller[Link]
) -> Callable[[int, Vector, Vector | None], frozenset[tuple[Link, ...]]]:
    """The links of the legs of a move from an index on, after a heading and, if known exactly, a
    path.
    """
    known: dict[tuple[int, Vector, Vector | None], frozenset[tuple[Link, ...]]] = {}
    # the last leg whose direction may depend on the path so far
    measured = max(
        (number for number, leg in enumerate(move.legs) if leg.towards is not None), default=0
    )

    def tails_after(
        number: int, heading: Vector, made: Vector | None
    ) -> frozenset[tuple[Link, ...]]:
        key = number, heading, made if number <= measured else None
        if key in known:
            return known[key]
        if number == len(move.legs):
            return frozenset(((),))
        leg, last = move.legs[number], number == len(move.legs) - 1
        groups: dict[frozenset[tuple[Link, ...]], set[Vector]] = {}
        for step in first_steps(leg, heading):
            if leads_on(leg, made or heading, step):
                path = total((made, step)) if made and leg.most == 1 else None
                groups.setdefault(tails_after(number + 1, step, path), set()).add(step)
        spelled = (
            (link, tails)
            for tails, steps in groups.items()
            for link in speller(leg, steps, heading, last=last)
        )
        next_tails = frozenset((link, *tail) for link, tails in spelled for tail in tails)
        spend(1 + len(next_tails))
        if len(next_tails) > MAX_TAILS or len(known) > MAX_TAILS_KNOWN:
            raise CannotExpress("A chain with this number of paths cannot be written.")
        return known.setdefault(key, next_tails)

    return tails_after
