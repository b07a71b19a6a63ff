"""Moves of several legs as chains, and hops by cannon and grasshopper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import TypeAlias

from wazir.budget import MAX_PATHS_OF_LEAP
from wazir.notations.lcpn import tree, vocabulary
from wazir.notations.lcpn.arrays import NOWHERE, array_expressions, compounds, either
from wazir.notations.lcpn.meaning import Lowering, Setting, TooMuch
from wazir.notations.lcpn.names import library
from wazir.notations.limits import cannot_say
from wazir.piece.board import Lattice, inner
from wazir.piece.chains import chains
from wazir.piece.equivalence.normal import equal_normal_forms
from wazir.piece.hops import HOPS, hops_inside, is_one_sided, is_single, with_single_hops
from wazir.piece.model import Act, Count, Leg, Move, Over, Piece, Towards, Vector
from wazir.piece.motion.walk import leads
from wazir.piece.patterns import (
    ENDS,
    CannotExpress,
    Pattern,
    first_steps,
    is_back,
    leads_on,
    takes,
    total,
    with_own_counts,
)

Ride: TypeAlias = tuple[Vector, int, int | None]
"""A step, and the least and the largest number of such steps; None if it is unlimited."""

_INNER = {Act.STOP: "", Act.CAPTURE: "capture", Act.DESTROY: "destroy"}
MODES = {Act.STOP: "move", Act.CAPTURE: "capture", Act.STOP | Act.CAPTURE: ""}


def cannon_call(moves: Sequence[Move], avoid: frozenset[str]) -> tree.Call | None:
    """`cannon` around the paths of moves over one piece; None if it means other moves (L12)."""
    free = [_without_hop(move) for move in moves]
    some = dict.fromkeys(path for path in free if path is not None)
    if not some or None in free or any(map(_has_no_chain, some)):
        return None
    try:
        linked = list(_linked(some, avoid))
    except CannotExpress:
        return None
    arguments = tuple(chain if chain.parts[1:] else chain.parts[0] for chain in linked)
    call = tree.Call(tree.Name("cannon", NOWHERE), arguments, NOWHERE)
    setting = Setting(names=library().names, lattice=Lattice.SQUARE)
    try:
        paths = Lowering("lisp").paths(call, setting)
    except TooMuch:
        return None
    read = Piece(tuple(with_own_counts(path.move()) for path in paths))
    meant = Piece(tuple(map(_unconditional, moves)))
    return call if equal_normal_forms(read, meant) else None


def _without_hop(move: Move) -> Move | None:
    """The move that `cannon` makes a given move of: over no piece instead of exactly one.

    Returns:
        None for a move over no piece or over several ones.
    """
    hops = [number for number, leg in enumerate(move.legs) if leg.acts is Act.HOP]
    if len(hops) != 1:
        return None
    (number,) = hops
    move = _unconditional(move)
    *before, hop, landing = move.legs[: number + 2]
    if _rides_on(hop, landing):
        legs = [hop._replace(most=landing.most, acts=landing.acts)]
    else:
        legs = [hop._replace(acts=Act.STOP), landing]
    return replace(move, legs=(*before, *legs, *move.legs[number + 2 :]))


def _rides_on(hop: Leg, landing: Leg) -> bool:
    """Whether a hop and the leg after it are one ride that passes a piece."""
    is_straight = all(heading and ways == ((heading,),) for heading, ways in landing.ways)
    is_endless = hop.most is None and landing.most is None
    return is_straight and (landing.counts is Count.SHARED or is_endless)


def _unconditional(move: Move) -> Move:
    """A move without the conditions that functions around it express."""
    legs = tuple(leg._replace(mover_virgin=False) for leg in move.legs)
    return replace(move, legs=legs, labels=())


def _has_no_chain(move: Move) -> bool:
    """Whether LCPN has no chain for a move."""
    legs = [leg._replace(stays=False) for leg in move.legs]
    acts = [leg.acts for leg in legs if leg.acts & ~(ENDS | HOPS) or is_one_sided(leg)]
    return not move.is_path or not legs or bool(acts) or not all(map(_is_plain, legs))


# Chains


def chain_expressions(
    moves: Sequence[Move], avoid: frozenset[str], stops: frozenset[Ride | Move]
) -> Iterator[tree.Expression]:
    """Moves of several legs.

    Where the piece may also stop after the first of two, `->` joins them (L8). Inside `cannon` the
    first may end on the piece that is jumped (L12).
    """
    shots = [shot for move in moves if (shot := _without_return(move))]
    if shots:
        chains_there = list(chain_expressions(shots, avoid, frozenset()))
        yield from (_called("igui", there) for there in chains_there)
        moves = [move for move in moves if not _without_return(move)]
    for move in moves:
        if _has_no_chain(move):
            raise cannot_say("LCPN", move)
    optional = [move for move in moves if _may_stop(move, stops)]
    ended = [
        replace(
            move,
            legs=(*(leg._replace(acts=Act.STOP) for leg in move.legs[:-1]), move.legs[-1]),
        )
        for move in optional
    ]
    yield from (replace(chain, jumps=True) for chain in _linked(ended, avoid))
    hopping = [move for move in moves if move not in optional and _hops_within(move)]
    yield from _hopping(hopping, avoid)
    others = [move for move in moves if move not in optional and move not in hopping]
    plain = [stays for stays in (_with(move, jumps=False) for move in others) if stays]
    hops = [jumps for jumps in (_with(move, jumps=True) for move in others) if jumps]
    yield from (chain if chain.parts[1:] else chain.parts[0] for chain in _linked(plain, avoid))
    yield from (
        tree.Call(tree.Name("cannon", NOWHERE), (chain,), NOWHERE) for chain in _linked(hops, avoid)
    )


def _without_return(move: Move) -> Move | None:
    """A move that captures and goes back to its start, without the way back; None for others."""
    if not move.legs:
        return None
    *legs, last = move.legs
    is_shot = any(map(takes, legs)) and is_back(last, len(legs))
    return replace(move, legs=tuple(legs)) if is_shot else None


def _may_stop(move: Move, stops: frozenset[Ride | Move]) -> bool:
    """Whether the piece may stop where each leg but the last ends, and whatever is there may go
    on.
    """
    *before, _ = move.legs
    goes_on = before and all(
        leg.acts == Act.STOP | Act.CAPTURE | Act.HOP and leg.over is Over.ANYTHING for leg in before
    )
    if not goes_on or move.is_first or move.labels:
        return False
    *earlier, last = before
    if earlier:
        stop = replace(move, legs=(*earlier, last._replace(acts=Act.STOP | Act.CAPTURE)))
        return stop in stops and _may_stop(stop, stops)
    rides = ((step, max(last.least, 1), last.most) for step in first_steps(last, None))
    return stops.issuperset(rides)


def without_stops(parts: list[tree.Expression]) -> list[tree.Expression]:
    """The parts without those that are the beginning of a chain that may stop after them."""
    stops = list[tree.Expression]()
    for part in parts:
        if isinstance(part, tree.Chain) and part.jumps:
            ends = range(2, len(part.parts))
            stops += [part.parts[0], *(replace(part, parts=part.parts[:end]) for end in ends)]
    return [part for part in parts if part not in stops]


def _linked(moves: Iterable[Move], avoid: frozenset[str]) -> Iterator[tree.Chain]:
    """Moves of several legs as chains: of whole pieces where the directions of later legs follow
    from the earlier.
    """

    def leg_after(
        leg: Leg, steps: set[Vector], heading: object, *, last: bool
    ) -> tuple[tree.Expression]:
        return (_leg(leg, steps, radial=("any",) if heading else (), avoid=avoid, last=last),)

    alike: dict[Move, list[Move]] = {}
    for move in moves:
        bare = replace(move, legs=tuple(leg._replace(ways=(), towards=None) for leg in move.legs))
        alike.setdefault(bare, []).append(move)
    others: list[Move] = []
    for bare, some in alike.items():
        paths = frozenset(path for move in some for path in _paths(move))
        ends = range(1, min(map(len, paths), default=0) + 1)
        steps = [_onward({path[:end] for path in paths}) for end in ends]
        if not paths or None in steps:
            others += some
            continue
        legs = [
            _leg(leg, own, words, avoid=avoid, last=leg is bare.legs[-1])
            for leg, (own, words) in zip(bare.legs, filter(None, steps), strict=True)
        ]
        yield _chain(tuple(legs))
    yield from map(_chain, chains(others, leg_after))


def _paths(move: Move) -> Sequence[tuple[Vector, ...]]:
    """The first steps of the legs on each path; empty for many paths, and where a ride decides what
    follows.
    """
    first, *legs = move.legs
    if any(leg.stays for leg in move.legs[:-1]):
        return ()
    if any(leg.most != 1 for leg in move.legs[: -1 if legs[1:] else 0]):
        return ()
    paths: list[tuple[Vector, ...]] = [(step,) for step in first_steps(first, None)]
    for leg in legs:
        paths = [
            (*path, step)
            for path in paths
            for step in first_steps(leg, path[-1])
            if leads_on(leg, total(path), step)
        ]
        if len(paths) > MAX_PATHS_OF_LEAP:
            return ()
    return paths


def _onward(after: set[tuple[Vector, ...]]) -> tuple[set[Vector], tuple[str, ...]] | None:
    """The steps of the last leg of some paths, and the restrictions relative to the start that it
    needs (L9).

    They are in all directions if a restriction excludes the others; None if no restriction does.
    """
    before = {path[:-1] for path in after}
    own = {path[-1] for path in after}
    every = {
        turned for step in own for turned in vocabulary.steps(step, Lattice.SQUARE, literal=False)
    }
    for steps, (word, towards) in product((every, own), vocabulary.TOWARDS.items()):
        if after == {
            (*path, step) for path in before for step in steps if _leads(towards, total(path), step)
        }:
            return steps, () if word == "outward" else (word,)
    return None


def _leads(towards: Towards, made: Vector, step: Vector) -> bool:
    return made == (0, 0) or leads(towards, inner(Lattice.SQUARE, made, step))


def _with(move: Move, *, jumps: bool) -> Move | None:
    """The part of a move whose first leg of two jumps a piece or not; None without such a part."""
    first = move.legs[0]
    if not first.acts & HOPS:
        return None if jumps else move
    acts = Act.STOP if jumps else first.acts & ~HOPS
    return replace(move, legs=(first._replace(acts=acts), move.legs[1])) if acts else None


# Chains with hops inside


@dataclass(frozen=True, slots=True)
class _Link:
    """A leg of a chain with hops."""

    arrays: tree.Expression
    ends: tuple[tuple[str, ...], ...]
    """The functions of each of its ends, outermost first."""
    hops: bool
    """It ends on the piece that is jumped."""
    hop: str = ""
    """The function of a ride over a piece that this leg ends."""


def _hops_within(move: Move) -> bool:
    """Whether a move hops and is more than a step to a piece and a step on, all of which `cannon`
    says: in it a ride may jump too.
    """
    return hops_inside(move) and (len(move.legs) > 2 or not all(map(is_single, move.legs)))


def _hopping(moves: Sequence[Move], avoid: frozenset[str]) -> Iterator[tree.Expression]:
    """Moves that hop, with `cannon` around each hop: around a whole ride, or around a step to the
    piece and a step on (L12).
    """

    def link(leg: Leg, steps: set[Vector], heading: object, *, last: bool) -> tuple[_Link]:
        hops = bool(leg.acts & HOPS)
        return (
            _Link(
                arrays=tree.Name("", NOWHERE)
                if leg.continues
                else _arrays_of_leg(leg, steps, radial=("any",) if heading else (), avoid=avoid),
                ends=() if hops else _ends(leg, last=last),
                hops=hops,
                hop=("grasshopper" if leg.most == 1 else "cannon") if leg.continues else "",
            ),
        )

    single = (split for move in moves for split in with_single_hops(move, _is_ride_over))
    yield from map(_with_cannons, chains(single, link))


def _is_ride_over(hop: Leg, then: Leg) -> bool:
    """Whether `cannon` or `grasshopper` says a ride to a piece and a ride straight on."""
    is_endless = (hop.least, hop.most) == (1, None) and then.least <= 1
    return is_endless and then.most in (1, None) and not then.stays and hop.over is then.over


def _with_cannons(links: tuple[_Link, ...]) -> tree.Expression:
    """A chain in which each leg to a piece and the leg after it are one part."""
    parts = list[tree.Expression]()
    rest = iter(links)
    for link in rest:
        onward, inner = link, link.arrays
        if link.hops:
            onward = next(rest)
            if onward.hops:
                raise CannotExpress("LCPN has no way to say a hop over two pieces in a row.")
            both = _chain((link.arrays, onward.arrays))
            inner = _called(onward.hop or "cannon", link.arrays if onward.hop else both)
        parts.append(either([_around(functions, inner) for functions in onward.ends]))
    return _chain(tuple(parts)) if parts[1:] else parts[0]


def _is_plain(leg: Leg) -> bool:
    passes = leg.over in (Over.ANYTHING, Over.CLEAR)
    return leg.is_ordinary and not leg.victim_virgin and leg.counts is Count.OWN and passes


def _leg(
    leg: Leg,
    steps: set[Vector],
    radial: tuple[str, ...],
    avoid: frozenset[str],
    *,
    last: bool = False,
) -> tree.Expression:
    """A leg with some first steps, in the functions of its ends."""
    arrays = _arrays_of_leg(leg, steps, radial=radial, avoid=avoid)
    return either([_around(functions, arrays) for functions in _ends(leg, last=last)])


def _arrays_of_leg(
    leg: Leg, steps: set[Vector], radial: tuple[str, ...], avoid: frozenset[str]
) -> tree.Expression:
    """The steps of a leg with its range."""
    by_leap: dict[Vector, set[Vector]] = {}
    for step in steps:
        near, far = sorted(map(abs, step))
        by_leap.setdefault((near, far), set()).add(step)
    alike = (
        Pattern(leap, frozenset(own), least=max(leg.least, 1), most=leg.most)
        for leap, own in sorted(by_leap.items())
    )
    parts = [array for pattern in alike for array in array_expressions(pattern, avoid, radial)]
    return _called("no-jump" if leg.over is Over.CLEAR else "", either(compounds(parts, avoid)))


def _ends(leg: Leg, *, last: bool) -> tuple[tuple[str, ...], ...]:
    """The functions of each end of a leg, outermost first."""
    if not last:
        if leg.acts & HOPS:
            raise CannotExpress("LCPN has no way to say what this move passes.")
        ends = [_INNER[act] for act in leg.acts]
        return _shots(ends) if leg.stays else tuple((end,) for end in ends)
    if leg.acts & ~ENDS:
        raise CannotExpress("LCPN has no way to say how this move ends.")
    ends = [MODES[mode]] if (mode := leg.acts & ~Act.DESTROY) else []
    ends += ["destroy"] if Act.DESTROY in leg.acts else []
    return _shots(ends) if leg.stays else tuple((end,) for end in ends)


def _shots(ends: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """The functions of captures without moving."""
    return tuple(("igui", end.removeprefix("capture")) for end in ends)


def _around(functions: tuple[str, ...], inner: tree.Expression) -> tree.Expression:
    """An expression in functions, outermost first."""
    for function in reversed(functions):
        inner = _called(function, inner)
    return inner


def _called(function: str, inner: tree.Expression) -> tree.Expression:
    return tree.Call(tree.Name(function, NOWHERE), (inner,), NOWHERE) if function else inner


def _chain(legs: tree.Expressions) -> tree.Chain:
    return tree.Chain(jumps=False, parts=legs, span=NOWHERE, operator=NOWHERE)
