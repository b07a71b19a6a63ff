"""The legs of a term, after the directions in which the leg before it may head (S4 to S7, S10 to S12)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from wazir.notations.bensahas.meaning.compass import Oblique, step
from wazir.notations.bensahas.meaning.ranged import Cannon
from wazir.notations.bensahas.meaning.ranges import Range
from wazir.notations.bensahas.meaning.terms import Kind, Mode, Term
from wazir.piece.model import Act, Content, Leg, Vector, Ways

Headings = Mapping[Vector, int]
"""The directions in which a leg may have headed, by its last step."""

MOST_SCREENS = 40
"""No line of a board holds so many."""

Legs = tuple[Leg, ...]


@dataclass(frozen=True, slots=True)
class Walked:
    """The legs of a term, in each of some ways to go on, and the headings behind them."""

    choices: tuple[Legs, ...]
    headings: Headings


def walked(term: Term, headings: Headings) -> Walked:
    """The legs of a term behind some headings; no choice if it can never move."""
    if term.range is None:
        leg = Leg((), anywhere=True, acts=_acts(term), stays=_stays(term), victim=term.victim)
        return Walked(_guarded(term, ((leg,),)), {})
    ways, after = ways_of(term.range, headings)
    return Walked(_guarded(term, _choices(term, term.range, ways, after)), after)


def _choices(term: Term, steps: Range, ways: Ways, after: Headings) -> tuple[Legs, ...]:
    if term.cannon:
        return _cannon(term, term.cannon, steps, ways, after)
    if term.near:
        known = [most for most in (steps.most, term.near.most) if most is not None]
        ride = Leg(ways, most=min(known, default=None), acts=Act.STOP)
        away = term.near.away
        back = {heading: step(direction + term.near.turn) for heading, direction in after.items()}
        victims = tuple((heading, (((x * away, y * away),),)) for heading, (x, y) in back.items())
        take = Leg(victims, acts=_taking(term), stays=True, back=1, keeps_heading=True, victim=term.victim)
        return ((ride, take),)
    return ((Leg(ways, most=steps.most, acts=_acts(term), stays=_stays(term), victim=term.victim),),)


def ways_of(steps: Range, headings: Headings) -> tuple[Ways, Headings]:
    """The ways in a range, and the headings behind them."""
    if steps.turn is None:
        vectors = {step(direction, steps.oblique): direction for direction in steps.directions}
        return ((None, tuple((vector,) for vector in vectors)),), vectors
    turned = {heading: (direction + steps.turn) % 8 for heading, direction in headings.items()}
    ways = tuple((heading, ((step(direction, steps.oblique),),)) for heading, direction in turned.items())
    return ways, {step(direction, steps.oblique): direction for direction in turned.values()}


def is_ambiguous(oblique: Oblique | None) -> bool:
    """Whether one step belongs to two directions."""
    return oblique is not None and (oblique[0] == 0 or oblique[0] == oblique[1])


def _stays(term: Term) -> bool:
    return term.mode is Mode.IGUI


def _acts(term: Term) -> Act:
    """What a plain term does where it ends."""
    if term.kind is Kind.IMMOBILIZE or term.mode in (Mode.CAPTURE, Mode.IGUI):
        return _taking(term)
    if term.mode is Mode.MOVE:
        return Act(0) if term.victim else Act.STOP
    return _taking(term) if term.victim else Act.STOP | Act.CAPTURE


def _taking(term: Term, among: Content = Content.FRIEND | Content.FOE) -> Act:
    """What it takes, of the pieces of some sides."""
    sides = (term.victim.who.sides if term.victim else Content.FOE) & among
    return (Act.CAPTURE if sides & Content.FOE else Act(0)) | (Act.DESTROY if sides & Content.FRIEND else Act(0))


_OVER: Mapping[Content, Act] = {
    Content.FRIEND: Act.PASS_FRIEND,
    Content.FOE: Act.PASS_FOE,
    Content.FRIEND | Content.FOE: Act.HOP,
}


def _cannon(term: Term, cannon: Cannon, steps: Range, ways: Ways, after: Headings) -> tuple[Legs, ...]:
    """Up to the first screen, over the others, and beyond the last (S10)."""
    moves_only = term.mode is Mode.MOVE
    takes_screens = cannon.takes_screens and not moves_only
    over = _taking(term, cannon.screens) if takes_screens else _OVER[cannon.screens]
    straight: Ways = tuple((heading, ((step(direction),),)) for heading, direction in after.items())
    victim = term.victim if takes_screens else None
    first = Leg(ways, most=_beyond(steps.most), acts=over, victim=victim)
    further = Leg(straight, most=_beyond(cannon.gap), acts=over, victim=victim)
    if cannon.landing == -1:
        end = over if takes_screens else _taking(term, cannon.screens)
        choices = _screens(cannon, first, further, last_differs=True)
        return tuple((*legs[:-1], legs[-1]._replace(acts=end, victim=term.victim)) for legs in choices)
    landing = Leg(straight, cannon.landing or 1, cannon.landing, acts=_landing(term, takes_screens))
    if not takes_screens:
        landing = landing._replace(victim=term.victim)
    return tuple((*legs, landing) for legs in _screens(cannon, first, further, last_differs=False))


def _landing(term: Term, takes_screens: bool) -> Act:
    """What happens beyond the last screen."""
    if takes_screens:
        return Act.STOP
    if term.mode is Mode.MOVE:
        return Act(0) if term.victim else Act.STOP
    quiet = Act(0) if term.victim or term.mode is Mode.CAPTURE else Act.STOP
    return quiet | _taking(term)


def _screens(cannon: Cannon, first: Leg, further: Leg, *, last_differs: bool) -> tuple[Legs, ...]:
    """The legs over all screens, in each number of them that is as good as its own."""
    if cannon.count is not None:
        return ((first, *[further] * (cannon.count - 1)),) if cannon.count <= MOST_SCREENS else ()
    more = further._replace(again=True)
    if not last_differs:
        return (first,), (first, more)
    return (first,), (first, further), (first, more, further)


def _beyond(most: int | None) -> int | None:
    """The most steps to a piece behind so many empty squares."""
    return None if most is None else most + 1


def _guarded(term: Term, choices: tuple[Legs, ...]) -> tuple[Legs, ...]:
    """The legs with what must hold where the first begins and where the mover ends; none that can never end."""
    found = []
    for legs in choices:
        if not all(leg.acts for leg in legs):
            continue
        first = legs[0]._replace(guards=tuple(term.guards), mover_virgin=term.virgin)
        legs = (first, *legs[1:])
        last = max(number for number, leg in enumerate(legs) if not leg.back)
        found.append((*legs[:last], legs[last]._replace(squares=term.squares), *legs[last + 1 :]))
    return tuple(found)
