"""Moves with hops as moves whose hops are single steps, for writing in a notation (Q14)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import pairwise

from wazir.budget import MAX_EXACT_LENGTHS, spend
from wazir.piece.model import Act, Count, Leg, Move, Vector, Ways
from wazir.piece.patterns import CannotExpress

HOPS = Act.HOP | Act.PASS_FRIEND | Act.PASS_FOE
"""The acts of a leg that ends on a piece that stays."""


def hops_inside(move: Move) -> bool:
    """Whether a leg before the last may end on a piece that stays."""
    return any(leg.acts & HOPS for leg in move.legs[:-1])


def is_one_sided(leg: Leg) -> bool:
    """Whether a leg may end on pieces of one side that stay, and not on those of the other."""
    hop = leg.acts & HOPS
    return hop in (Act.PASS_FRIEND, Act.PASS_FOE)


def with_single_hops(move: Move, is_said: Callable[[Leg, Leg], bool]) -> Iterator[Move]:
    """A move as moves in which a leg that ends on a piece is a single step, and the leg after it
    too.

    Args:
        move: The move.
        is_said: Whether a ride to a piece and a ride straight on may stay as they are. The ride on
            is marked as one that continues the ride before.

    Raises:
        CannotExpress: A ride bends.
    """
    for number, (leg, then) in enumerate(pairwise(move.legs)):
        spend(1)
        ends = tuple(_separate(leg.acts))
        hop = leg.acts & HOPS
        splits: Iterable[Move] = ()
        if hop and ends != (leg.acts,):
            splits = [_with(move, number, (leg._replace(acts=acts),)) for acts in ends]
        elif hop and then.stays:  # no piece can stay on the piece that it hops over
            return
        elif hop and not then.continues and _goes_straight(leg, then) and is_said(leg, then):
            splits = [_with(move, number + 1, (then._replace(continues=True),))]
        elif hop and not then.continues and not is_single(leg):
            splits = (_with(move, number, legs) for legs in _step_last(leg))
        elif hop and not then.continues and not is_single(then):
            splits = (_with(move, number + 1, legs) for legs in _step_first(then))
        if splits:
            for split in splits:
                yield from with_single_hops(split, is_said)
            return
    yield move


def _separate(acts: Act) -> Iterator[Act]:
    """The acts that end on a piece that stays, and the others."""
    hop, other = acts & HOPS, acts & ~HOPS
    if other:
        yield other
    if Act.HOP in hop or hop == Act.PASS_FRIEND | Act.PASS_FOE:
        yield Act.HOP
    elif hop:
        yield hop


def _goes_straight(leg: Leg, then: Leg) -> bool:
    """Whether a leg goes straight on in the direction of the one before it."""
    return then.towards is None and all(
        then.after(step) == ((step,),) for (step, *_) in leg.all_ways
    )


def with_own_lengths(move: Move) -> tuple[Move, ...]:
    """A move in which a leg counts the steps of the leg before it too, as a move for each number of
    steps before; empty for other moves, and for too many.
    """
    number = next(
        (number for number, leg in enumerate(move.legs) if leg.counts is Count.SHARED), None
    )
    if not number or move.legs[number].most is None:
        return ()
    before, leg = move.legs[number - 1 : number + 1]
    most = leg.most or 0
    if before.counts is not Count.OWN or most > MAX_EXACT_LENGTHS:
        return ()
    longest = most - 1 if before.most is None else min(before.most, most - 1)
    moves = list[Move]()
    for count in range(max(before.least, 1), longest + 1):
        legs = list(move.legs)
        legs[number - 1] = before._replace(least=count, most=count)
        legs[number] = leg._replace(
            least=max(leg.least - count, 1), most=most - count, counts=Count.OWN
        )
        moves.append(replace(move, legs=tuple(legs)))
    return tuple(moves)


def with_first_steps(move: Move) -> Move | None:
    """A move whose rides of a least length begin with legs of single steps; None if it has none, or
    if a step cannot be taken off.
    """
    legs = list[Leg]()
    for leg in move.legs:
        spend(1)
        is_long = leg.least > 1
        if is_long and (leg.least > MAX_EXACT_LENGTHS or not _can_split(leg)):
            return None
        while leg.least > 1:
            first, *rest = next(iter(_step_first(leg)))
            legs.append(first)
            (leg,) = rest
        legs.append(leg)
    return replace(move, legs=tuple(legs)) if len(legs) > len(move.legs) else None


def is_single(leg: Leg) -> bool:
    """Whether a leg is a single step."""
    return leg.most == 1 and leg.least <= 1


def _with(move: Move, number: int, legs: tuple[Leg, ...]) -> Move:
    """A move with other legs in the place of one."""
    return replace(move, legs=(*move.legs[:number], *legs, *move.legs[number + 1 :]))


def _can_split(leg: Leg) -> bool:
    """Whether a ride goes straight on and counts its own steps."""
    is_straight = all(len(way) == 1 for way in leg.all_ways)
    return is_straight and leg.counts is Count.OWN and not leg.skips and not leg.stays


def _require_straight(leg: Leg) -> None:
    if not _can_split(leg):
        raise CannotExpress("A ride that bends cannot be part of a chain.")


def _step_last(leg: Leg) -> Iterator[tuple[Leg, ...]]:
    """A ride as its last step alone, and as the ride before it and that step."""
    _require_straight(leg)
    if leg.least <= 1:
        yield (leg._replace(least=1, most=1),)
    if leg.most != 1:
        before = leg._replace(
            least=max(leg.least - 1, 1), most=leg.most and leg.most - 1, acts=Act.STOP
        )
        yield before, _onward(leg, 1, 1)


def _step_first(leg: Leg) -> Iterator[tuple[Leg, ...]]:
    """A ride as its first step and the ride after it, and as that step alone."""
    _require_straight(leg)
    first = leg._replace(least=1, most=1)
    if leg.most != 1:
        rest = _onward(leg, max(leg.least - 1, 1), leg.most and leg.most - 1)
        yield first._replace(acts=Act.STOP, victim_virgin=False), rest
    if leg.least <= 1:
        yield (first,)


def _onward(leg: Leg, least: int, most: int | None) -> Leg:
    """A ride straight on in the directions of a leg, with its acts."""
    return leg._replace(
        ways=straight_on(leg), least=least, most=most, towards=None, mover_virgin=False
    )


def straight_on(leg: Leg) -> Ways:
    """The ways straight on after the steps of a leg."""
    steps: dict[Vector, None] = dict.fromkeys(step for (step, *_) in leg.all_ways)
    return tuple((step, ((step,),)) for step in steps)
