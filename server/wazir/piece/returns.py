"""Moves that lead back to where a leg began as moves with leaps back, for writing in a notation
(Q14).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from wazir.budget import MAX_CHAINS, spend
from wazir.piece.hops import HOPS
from wazir.piece.model import Act, Count, Leg, Move, Vector
from wazir.piece.patterns import leads_on, total


@dataclass(frozen=True, slots=True)
class _Path:
    """The beginning of a path."""

    legs: tuple[Leg, ...] = ()
    """As they are written."""
    walks: tuple[Vector | None, ...] = ()
    """The way of each leg of the move; None for rides of several lengths."""
    heading: Vector | None = None
    """The last step of the move."""
    turned: Vector | None = None
    """The last step as it is written."""

    def total(self, legs: int) -> Vector | None:
        """The way of the last legs; None if it has several lengths."""
        walks = self.walks[len(self.walks) - legs :]
        known = [walk for walk in walks if walk is not None]
        return total(known) if len(known) == len(walks) else None

    def longer(self, leg: Leg, walk: Vector | None, step: Vector) -> _Path:
        """The path with a leg in the direction of a step."""
        written = leg._replace(ways=((self.turned, ((step,),)),), back=0, stays=False, towards=None)
        return _Path((*self.legs, written), (*self.walks, walk), step, step)


def with_leaps_back(move: Move) -> tuple[Move, ...]:
    """A move that goes back to where a leg began as a move for each of its paths, with leaps back;
    empty for other moves, for those where the length of a ride decides how far the leap is, and for
    too many.
    """
    goes_back = any(leg.back or leg.stays for leg in move.legs)
    if not goes_back or not all(map(_is_walked, move.legs)):
        return ()
    measured = _measured(move)
    paths: list[_Path | None] = [_Path()]
    for number, leg in enumerate(move.legs):
        more = (
            longer
            for path in paths
            if path is not None
            for longer in _longer(path, leg, is_measured=number in measured)
        )
        paths = list(islice(more, MAX_CHAINS + 1))
        spend(len(paths))
        if len(paths) > MAX_CHAINS or None in paths:
            return ()
    return tuple(replace(move, legs=path.legs) for path in paths if path is not None)


def _is_walked(leg: Leg) -> bool:
    """Whether a leg is a step or a ride straight on that counts its own steps."""
    is_straight = leg.most == 1 or all(len(way) == 1 for way in leg.all_ways)
    return is_straight and leg.counts is Count.OWN and not (leg.anywhere or leg.keeps_heading)


def _measured(move: Move) -> frozenset[int]:
    """The legs whose length decides how far a leap back is, by number."""
    asked = [number for number, leg in enumerate(move.legs) if leg.towards is not None]
    numbers = set(range(max(asked, default=0)))
    for number, leg in enumerate(move.legs):
        numbers.update(range(number - leg.back, number))
        if leg.stays:
            numbers.add(number)
    return frozenset(numbers)


def _longer(path: _Path, leg: Leg, *, is_measured: bool) -> Iterator[_Path | None]:
    """The paths with one more leg; None for one that cannot be written."""
    if leg.back:
        yield _back(path, leg)
        return
    least = max(leg.least, 1)
    made = path.total(len(path.walks))
    for step, *_ in leg.after(path.heading):
        if leg.towards is not None and made is None:
            yield None
            return
        if made is not None and not leads_on(leg, made, step):
            continue
        if not is_measured:
            yield path.longer(leg, None, step)
            continue
        if leg.most is None:
            yield None
            return
        for count in range(least, leg.most + 1):
            walk = (step[0] * count, step[1] * count)
            there = path.longer(leg._replace(least=count, most=count), walk, step)
            yield _shot(there, walk) if leg.stays else there


def _back(path: _Path, leg: Leg) -> _Path | None:
    """The path and a leap back; None if it is not a leap to an empty square."""
    there = path.total(leg.back)
    origin = len(path.walks) - leg.back
    is_plain = leg.all_ways == (((0, 0),),) and leg.acts is Act.STOP
    if not is_plain or not there or there == (0, 0):
        return None
    if origin and path.legs[origin - 1].acts & HOPS:
        return None
    walk = (-there[0], -there[1])
    return replace(path.longer(leg, walk, walk), heading=(0, 0))


def _shot(path: _Path, walk: Vector) -> _Path:
    """The path and a leap back from a capture, after which the mover is where it was."""
    back = (-walk[0], -walk[1])
    leap = Leg(((path.turned, ((back,),)),), acts=Act.STOP)
    return replace(path, legs=(*path.legs, leap), walks=(*path.walks[:-1], (0, 0)), turned=back)
