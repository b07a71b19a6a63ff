"""Statements of pieces of other notations (Q14, Q15)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, pairwise, product

from wazir.budget import MAX_STATEMENTS
from wazir.notations.bensahas.vocabulary import NUMBERS, step
from wazir.notations.limits import (
    cannot_say,
    first_said,
    refuse_more_than_moves,
    stepped,
    with_leaps_past,
)
from wazir.piece.chains import chains
from wazir.piece.conditions import Exists, Guard
from wazir.piece.hops import HOPS, hops_inside, with_first_steps, with_single_hops
from wazir.piece.model import Act, Count, Leg, Move, Over, Piece, Vector
from wazir.piece.patterns import (
    ENDS,
    Bend,
    CannotExpress,
    Hop,
    Part,
    Pattern,
    first_steps,
    leads_on,
    patterns,
    total,
)

_TITLE = "Bensaħas notation"
_ACTIONS = {Act.STOP | Act.CAPTURE: "", Act.STOP: "m", Act.CAPTURE: "c"}
_IMMOBILE = "m(1, 1: @T = E<n)!"
"""A piece that never moves: a target is a piece, and `m` takes none (S8)."""
_CIRCLE = tuple(map(step, range(8)))
"""The neighbours clockwise from north."""


def moves(piece: Piece) -> str:
    """The statements of a piece, one on a line.

    Raises:
        CannotExpress: Bensahas notation cannot say them; the message says which, and why.
    """
    refuse_more_than_moves(piece, _TITLE)
    statements: dict[str, None] = {}
    for part in _merged(patterns(piece)):
        statements.update(dict.fromkeys(first_said(part, _said)))
    if not statements:
        return _IMMOBILE
    if len(statements) > MAX_STATEMENTS:
        raise CannotExpress(f"The piece takes more than {MAX_STATEMENTS} statements of {_TITLE}.")
    return "\n".join(statements)


def _said(parts: tuple[Part, ...]) -> list[str]:
    """The statements of a pattern, or of some moves."""
    first = parts[0]
    if not isinstance(first, Pattern):
        moves = with_leaps_past(parts)
        hops = [move for move in moves if _is_hop(move)]
        others = [move for move in moves if move not in hops]
        return [*chain.from_iterable(map(_hop, hops)), *_chains(others)]
    return list(_statements(first))


def _merged(parts: Iterable[Part]) -> Iterator[Part]:
    """The parts; patterns of steps to neighbours that differ only in their directions are
    merged.
    """
    merged: dict[Part, set[Vector]] = {}
    for part in parts:
        if isinstance(part, Pattern):
            leap = (0, 1) if part.is_step else part.leap
            merged.setdefault(replace(part, leap=leap, steps=frozenset()), set()).update(part.steps)
        else:
            merged.setdefault(part, set())
    for key, steps in merged.items():
        yield replace(key, steps=frozenset(steps)) if isinstance(key, Pattern) else key


def _statements(pattern: Pattern) -> Iterator[str]:
    """The statements of a pattern, if single terms can say it."""
    is_hop = pattern.hop is not Hop.NONE
    is_odd = (
        pattern.wraps
        or pattern.labels
        or pattern.bend is not Bend.STRAIGHT
        or pattern.victim_virgin
    )
    is_odd = is_odd or pattern.over is not Over.ANYTHING or pattern.skips > 1
    if pattern.skips:
        is_odd = is_odd or is_hop or pattern.mover_virgin or not pattern.is_step
        is_odd = is_odd or pattern.most is not None
    elif is_hop or pattern.least > 1:
        is_odd = is_odd or pattern.stays or not pattern.is_step or (is_hop and pattern.mover_virgin)
    directions = _directions(pattern.steps)
    if is_odd or directions is None:
        raise cannot_say(_TITLE, pattern)
    moved = "@M = moved, 1" if pattern.mover_virgin else ""
    for name, target in _ends(pattern):
        if is_hop:
            yield from _cannons(pattern, name, directions, setting=target)
            continue
        least, most = (2, None) if pattern.skips else (pattern.least, pattern.most)
        ride = _ride(
            action=name,
            least=least,
            most=most,
            directions=directions,
            moved=moved,
            target=target,
        )
        yield f"{ride}!"
        if pattern.skips:
            yield _cannon(name, "0", directions, landing="n", setting=target)


def _ends(part: Pattern | Leg) -> Iterator[tuple[str, str]]:
    """The actions that end a pattern or a leg, each with its target."""
    taking = "igui" if part.stays else "c"
    if acts := part.acts & ~Act.DESTROY:
        yield (taking if part.stays else _ACTIONS[acts]), ""
    if Act.DESTROY in part.acts:
        yield taking, "@T = F<n"


def _ride(
    action: str, *, least: int, most: int | None, directions: str, moved: str, target: str
) -> str:
    """A ride as one term, or straight on in several of which the first ones end on empty
    squares.
    """
    more = least - 1
    distance = "n" if most is None else str(most - more)
    if more <= 0:
        return _term(action, distance, directions, setting=", ".join(filter(None, (moved, target))))
    before = (_term("m", "1", directions, setting=moved), *["m(1, /0)"] * (more - 1))
    return " ".join((*before, _term(action, distance, "/0", setting=target)))


def _term(action: str, distance: str, directions: str, setting: str) -> str:
    return f"{action}({distance}, {directions}{': ' if setting else ''}{setting})"


def _cannons(pattern: Pattern, action: str, directions: str, setting: str) -> Iterator[str]:
    """A hop, for each distance of the piece and the landing square (S10)."""
    least, most = pattern.least, pattern.most
    if most is None:
        yield _cannon(
            action,
            "n",
            directions,
            landing="1" if pattern.hop is Hop.BEHIND else "n",
            setting=setting,
        )
    elif pattern.hop is Hop.BEHIND and least == 1:
        yield _cannon(action, str(most - 2), directions, landing="1", setting=setting)
    elif least < most:
        for landing in range(1, most):
            yield _cannon(
                action, str(most - 1 - landing), directions, landing=str(landing), setting=setting
            )
    elif most > 1:
        nearest = most - 2 if pattern.hop is Hop.BEHIND else 0
        if not nearest:
            yield _cannon(action, "0", directions, landing=str(most - 1), setting=setting)
        for before in range(max(nearest, 1), most - 1):
            steps = (f"m(1, {directions})", *["m(1, /0)"] * (before - 1))
            yield " ".join(
                (
                    *steps,
                    _cannon(action, "0", "/0", landing=str(most - 1 - before), setting=setting),
                )
            )


def _cannon(
    action: str,
    distance: str,
    directions: str,
    landing: str,
    setting: str,
    *,
    screen: str = "FE",
) -> str:
    """The statement of a hop over one piece after at most some empty squares."""
    term = _cannon_term(
        action, distance, directions, landing=landing, setting=setting, screen=screen
    )
    return f"{term}!"


def _cannon_term(
    action: str, distance: str, directions: str, *, landing: str, setting: str, screen: str
) -> str:
    name = f"{action}/cannon" if action else "cannon"
    return (
        f"{name}({distance}, {directions}; 0, {screen}, 1, {landing}, "
        f"landing{': ' if setting else ''}{setting})"
    )


_SCREENS = {
    Act.HOP: "FE",
    Act.PASS_FOE: "E",
    Act.PASS_FRIEND: "F",
}
"""The screens of a cannon, by the act of the leg that ends on them."""


def _is_hop(move: Move) -> bool:
    """Whether a move is a ride of steps to a screen, and a ride straight on."""
    if len(move.legs) != 2 or move.is_first or not move.is_path or move.labels:
        return False
    there, on = move.legs
    is_straight = all(heading in _CIRCLE and ways == ((heading,),) for heading, ways in on.ways)
    if on.towards or not is_straight or not all(map(_is_plain_ride, move.legs)):
        return False
    return there.acts in _SCREENS and not on.acts & ~ENDS


def _is_plain_ride(leg: Leg) -> bool:
    """Whether a leg rides any number of steps, without conditions of its own."""
    if not leg.is_ordinary or leg.victim_virgin or leg.over is not Over.ANYTHING:
        return False
    return leg.counts is Count.OWN and leg.least <= 1


def _hop(move: Move) -> Iterator[str]:
    """The statements of a hop over a screen (S10)."""
    there, on = move.legs
    distance = "n" if there.most is None else str(there.most - 1)
    landings = ["n"] if on.most is None else [str(far) for far in range(1, on.most + 1)]
    for steps, landing in product(_by_leap(first_steps(there, None)), landings):
        for action, target in _ends(on):
            yield _cannon(
                action,
                distance,
                _directions(steps) or "",
                landing=landing,
                setting=target,
                screen=_SCREENS[there.acts],
            )


def _directions(steps: Iterable[Vector]) -> str | None:
    """Directions as a sum, with the leap if it is longer than a step; None for leaps of several
    lengths.
    """
    steps = frozenset(steps)
    leaps = {(min(abs(x), abs(y)), max(abs(x), abs(y))) for x, y in steps}
    if leaps <= {(0, 1), (1, 1)}:
        return str(sum(map(number_of, steps)))
    if len(leaps) > 1:
        return None
    ((near, far),) = leaps
    return f"{sum(map(number_of, steps))}; {near}, {far}"


def number_of(leap: Vector) -> int:
    """The number of the direction of a leap; that of an oblique one is turned by half an eighth
    (S4, S6).
    """
    near, far = sorted(map(abs, leap))
    if near in (0, far):
        return NUMBERS[_CIRCLE.index((leap[0] // far, leap[1] // far))]
    return next(
        number for direction, number in enumerate(NUMBERS) if step(direction, (near, far)) == leap
    )


# Chains


def _chains(moves: Iterable[Move]) -> Iterator[str]:
    """Moves of several legs; directions of steps to neighbours are turns from the leg before where
    that is shorter.
    """
    single = list[Move]()
    for move in moves:
        if not _is_plain_move(move):
            raise cannot_say(_TITLE, move)
        asks = hops_inside(move) and any(leg.towards is not None for leg in move.legs)
        for path in stepped(move) if asks else (move,):
            for split in with_single_hops(_with_plain_rides(path), _is_cannon):
                single += _leaping(split)
    for terms in chains(single, _terms):
        yield f"{' '.join(_with_cannons(terms))}!"


def _with_plain_rides(move: Move) -> Move:
    """A move whose longer leaps that ride on from a least length begin with single ones."""
    if all(map(_says_length, move.legs)):
        return move
    apart = with_first_steps(move)
    if apart is None:
        raise cannot_say(_TITLE, move)
    return apart


def _is_plain_move(move: Move) -> bool:
    """Whether terms can say each leg of a move."""
    if not move.legs or not move.is_path or move.labels:
        return False
    *before, last = move.legs
    legs = [leg._replace(acts=leg.acts & ~HOPS or Act.STOP) for leg in before]
    return all(_is_plain(leg._replace(stays=False)) for leg in (*legs, last))


@dataclass(frozen=True, slots=True)
class _Term:
    """A leg as a term, or one of the two legs that are a cannon."""

    text: str = ""
    """The whole term, if it is no cannon."""
    screen: str = ""
    """The screens at its end, if it is a ride to one."""
    distance: str = ""
    """Of a ride to a screen."""
    directions: str = ""
    """Of a ride to a screen."""
    landing: str = ""
    """The landing square of a ride on behind a screen."""
    action: str = ""
    setting: str = ""


def _terms(leg: Leg, steps: set[Vector], heading: Vector | None, *, last: bool) -> Iterator[_Term]:
    """A leg as terms. Between legs `m` is written too, since a leg without an action may
    capture.
    """
    moved = "@M = moved, 1" if leg.mover_virgin and heading is None else ""
    if leg.continues:
        for action, target in _ends(leg):
            landing = "n" if leg.most is None else str(leg.most)
            yield _Term(landing=landing, action=action, setting=target)
        return
    directions = (
        [_directions(group) or "" for group in _by_leap(steps)]
        if heading is None
        else _turns(heading, steps)
    )
    for towards in directions:
        if screen := _SCREENS.get(leg.acts):
            distance = "n" if leg.most is None else str(leg.most - 1)
            yield _Term(screen=screen, distance=distance, directions=towards, setting=moved)
            continue
        conditions = [guard.label for guard in leg.guards]
        for action, target in _ends(leg):
            yield _Term(
                _ride(
                    action=action,
                    least=leg.least,
                    most=leg.most,
                    directions=towards,
                    moved=", ".join(filter(None, (moved, *conditions))),
                    target=target,
                )
            )


def _with_cannons(terms: tuple[_Term, ...]) -> Iterator[str]:
    """The terms of a chain, in which a ride to a screen and the ride on are one."""
    rest = iter(terms)
    for term in rest:
        if not term.screen:
            yield term.text
            continue
        onward = next(rest)
        yield _cannon_term(
            onward.action,
            term.distance,
            term.directions,
            landing=onward.landing,
            setting=", ".join(filter(None, (term.setting, onward.setting))),
            screen=term.screen,
        )


def _is_cannon(hop: Leg, then: Leg) -> bool:
    """Whether a cannon says a ride to a screen and a ride straight on (S10)."""
    is_step = all(step in _CIRCLE for (step, *_) in hop.all_ways)
    lands = then.most in (1, None) if then.least <= 1 else then.least == then.most
    return is_step and lands and hop.least <= 1 and not then.acts & HOPS


def _leaping(move: Move) -> Iterator[Move]:
    """A move whose steps to a screen and on, if they turn there, are leaps under the condition that
    a piece is on the screen.
    """
    for number, (hop, then) in enumerate(pairwise(move.legs)):
        if not hop.acts & HOPS or then.continues:
            continue
        if then.acts & HOPS:
            raise CannotExpress(f"{_TITLE} has no way to say a hop over two pieces in a row.")
        if number and (hop.towards is not None or then.towards is not None):
            raise cannot_say(_TITLE, move)
        for heading, ways in hop.ways:
            for over, *_ in ways:
                for on in first_steps(then, over):
                    if leads_on(then, over, on):
                        yield from _leaping(_leapt(move, number, heading, (over, on)))
        return
    yield move


def _leapt(move: Move, number: int, heading: Vector | None, steps: tuple[Vector, Vector]) -> Move:
    """A move with a leap in the place of a step to a screen and a step on."""
    hop, then = move.legs[number : number + 2]
    over, on = steps
    leap = total(steps)
    if over not in _CIRCLE:
        raise CannotExpress(
            f"{_TITLE} has no way to say a turn on a piece that is not on a neighbouring square."
        )
    if leap == (0, 0):
        raise CannotExpress(f"{_TITLE} has no way to say a turn back on a piece.")
    screen = _SCREENS[hop.acts]
    sides = "" if screen == "FE" else f", {screen}<n"
    label = f"@B = exist(1, {number_of(over)}{sides})"
    leg = then._replace(
        ways=((heading, ((leap,),)),),
        towards=None,
        mover_virgin=hop.mover_virgin,
        guards=(Guard(Exists((over,), 1, None), label),),
    )
    after = move.legs[number + 2 :]
    if after:
        following = after[0]._replace(
            ways=((leap, tuple((step,) for step in first_steps(after[0], on))),)
        )
        after = (following, *after[1:])
    return replace(move, legs=(*move.legs[:number], leg, *after))


def _is_plain(leg: Leg) -> bool:
    """Whether one term can say a leg."""
    single = (
        leg.over is Over.ANYTHING and leg.counts is Count.OWN and leg.acts and not leg.acts & ~ENDS
    )
    is_said = _says_length(leg)
    return leg.is_ordinary and not leg.victim_virgin and is_said and bool(single)


def _says_length(leg: Leg) -> bool:
    """Whether terms can say the least length of a leg: only of steps to neighbours."""
    all_ways = chain.from_iterable(ways for _, ways in leg.ways)
    return leg.least <= 1 or all(step in _CIRCLE for step in chain.from_iterable(all_ways))


def _turns(heading: Vector, steps: set[Vector]) -> Iterator[str]:
    """Directions after a heading: a turn for each step if all go to neighbours, else sums."""
    if heading in _CIRCLE and all(step in _CIRCLE for step in steps):
        turns = sorted((_CIRCLE.index(step) - _CIRCLE.index(heading)) % 8 for step in steps)
        if len(turns) <= 2:
            for turn in turns:
                yield f"/{turn}"
            return
    for group in _by_leap(steps):
        yield _directions(group) or ""


def _by_leap(steps: Iterable[Vector]) -> list[list[Vector]]:
    """Steps by the length of their leaps, all those to neighbours together."""
    groups: dict[Vector, list[Vector]] = {}
    for x, y in sorted(steps):
        near, far = sorted((abs(x), abs(y)))
        groups.setdefault((0, 1) if far == 1 else (near, far), []).append((x, y))
    return list(groups.values())
