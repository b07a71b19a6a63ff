"""Moves of several legs in plain words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from wazir.piece.compass import COMPASSES
from wazir.piece.gaits import Gait, distance, gait_of, phrases, repeats
from wazir.piece.model import Act, Count, Lattice, Leg, Towards, Vector, Way, Ways
from wazir.piece.words import counted, listed

INNER: Mapping[Act, str] = {
    Act.STOP: "to an empty square",
    Act.CAPTURE: "taking a foe",
    Act.DESTROY: "taking a friend",
    Act.HOP: "over a piece",
    Act.PASS_FRIEND: "over a friend",
    Act.PASS_FOE: "over a foe",
    Act.UNLOAD: "putting down what it took last",
    Act.CROSS: "off the board",
}
ENDS: Mapping[Act, str] = {
    Act.STOP: "to an empty square",
    Act.CAPTURE: "to take a foe",
    Act.DESTROY: "to take a friend",
    Act.HOP: "to a piece, which stays",
    Act.PASS_FRIEND: "to a friend, which stays",
    Act.PASS_FOE: "to a foe, which stays",
    Act.UNLOAD: "to put down what it took last",
    Act.CROSS: "off the board",
}
_AT_END = {
    Act.STOP | Act.CAPTURE: "",
    Act.STOP | Act.CAPTURE | Act.DESTROY: "to an empty square or to take friend or foe",
    Act.CAPTURE | Act.DESTROY: "to take friend or foe",
}
_ON_THE_WAY = {
    Act.STOP | Act.HOP: "whatever stands there",
    Act.STOP | Act.HOP | Act.CAPTURE: "whatever stands there, which it may take if it is a foe",
    Act.STOP | Act.CAPTURE: "taking any foe there",
    Act.STOP | Act.CAPTURE | Act.DESTROY: "taking any piece there",
    Act.CAPTURE | Act.DESTROY: "taking friend or foe",
}


MOST_LEGS = 5
"""Further legs of a tail are only counted."""


@dataclass(frozen=True, slots=True)
class Tail:
    """What a chain does after its first leg, in words, and the headings with which it ends."""

    words: tuple[str, ...]
    headings: frozenset[Vector]


def ways_after(ways: Ways, heading: Vector | None) -> tuple[Way, ...]:
    """The ways that a leg has after a heading."""
    table = dict(ways)
    return table.get(heading, table.get(None, ()))


def headings_after(leg: Leg, headings: Iterable[Vector | None]) -> frozenset[Vector]:
    """The last steps that a leg may end with, after these headings."""
    return frozenset(step for heading in headings for way in ways_after(leg.ways, heading) for step in way)


def goes_straight_on(leg: Leg, headings: Iterable[Vector]) -> bool:
    """Whether a leg only goes on as the leg before it."""
    return all({way[0] for way in ways_after(leg.ways, heading)} == {heading} for heading in headings)


def goes_back(leg: Leg, headings: Iterable[Vector]) -> bool:
    """Whether a leg only goes back by the step before it."""
    return all({way[0] for way in ways_after(leg.ways, (x, y))} == {(-x, -y)} for x, y in headings)


def happening(acts: Act, words: Mapping[Act, str], together: Mapping[Act, str], unmoved: bool) -> str:
    """What happens on the square where a leg ends, as the end of a phrase."""
    said = together.get(acts)
    if said is None:
        said = listed(words[act] for act in acts)
    return f"{said} that has not moved" if unmoved and acts & (Act.CAPTURE | Act.DESTROY) else said


def first_leg(leg: Leg, gait: Gait, vectors: Iterable[Vector]) -> str:
    """The first leg of a chain: "one step orthogonally to an empty square"."""
    nouns = listed(phrase.noun for phrase in phrases(gait, vectors, names=False))
    return f"{nouns} {happening(leg.acts, INNER, _ON_THE_WAY, leg.victim_virgin)}".strip()


def tail_of(legs: tuple[Leg, ...], headings: frozenset[Vector], lattice: Lattice) -> Tail:
    """The legs behind the first one, which ends with these headings."""
    words = []
    for number, leg in enumerate(legs):
        if number == MOST_LEGS:
            words.append(f"on for {counted(len(legs) - number)} more leg{'s' if len(legs) - number > 1 else ''}")
            break
        last = number == len(legs) - 1
        end = happening(leg.acts, ENDS if last else INNER, _AT_END if last else _ON_THE_WAY, leg.victim_virgin)
        if is_return(leg):
            words.append("back to where it was")
            continue
        words.append(" ".join(filter(None, (_leg(leg, headings, lattice), end, "from afar" if leg.stays else ""))))
        headings = headings if leg.keeps_heading else headings_after(leg, headings)
    return Tail(tuple(words), headings)


def is_return(leg: Leg) -> bool:
    """Whether a leg does nothing but go back to where the mover stood."""
    return bool(leg.back) and all(step == (0, 0) for _, ways in leg.ways for way in ways for step in way)


_TOWARDS = {
    Towards.OUTWARD: "outward",
    Towards.INWARD: "inward",
    Towards.OUTWARD | Towards.INWARD: "outward or inward",
}


def _leg(leg: Leg, headings: frozenset[Vector], lattice: Lattice) -> str:
    """How a later leg goes: "any distance orthogonally outward"."""
    if leg.anywhere:
        return "a leap to any other square"
    after = {heading: ways_after(leg.ways, heading) for heading in sorted(headings)}
    every = [way for ways in after.values() for way in ways]
    if not every:
        return "nowhere"
    gait = gait_of(leg, every[0], lattice)
    steps = {heading: frozenset(way[0] for way in ways) for heading, ways in after.items()}
    if leg.back:
        return f"{_absolute(gait, frozenset().union(*steps.values()))} from where it was before"
    if leg.towards is not None:
        which = _TOWARDS.get(leg.towards, "nowhere")
        return f"{_absolute(gait, frozenset().union(*steps.values()))} {which}"
    return _relative(leg, gait, steps)


def _relative(leg: Leg, gait: Gait, steps: Mapping[Vector, frozenset[Vector]]) -> str:
    """A leg by how it turns; by the directions of the board if those are simpler."""
    compass = COMPASSES[gait.lattice]
    place, circle = compass.place, compass.circle
    turns = {frozenset((place(v) - place(h)) % circle for v in found) for h, found in steps.items()}
    same = len(set(steps.values())) == 1
    union = frozenset().union(*steps.values())
    turn = compass.turns.get(next(iter(turns))) if len(turns) == 1 else None
    simpler = turn is None or len(steps) == 1 or len(union) == compass.neighbours
    if same and simpler and turn not in ("straight on", "straight back"):
        return _absolute(gait, union)
    if turn is None:
        seen = frozenset().union(*turns)
        turn = next((words for words, among in compass.about if seen <= among), None)
    if turn is None:
        most = max(len(found) for found in steps.values())
        turn = f"on in {counted(most)} direction{'' if most == 1 else 's'}"
    kind = _kind(union, gait.lattice) if turn.startswith("outward") else ""
    round_edges = "and on round the side edges" if gait.wraps else ""
    return " ".join(filter(None, (_measure(leg, gait, union), kind, turn, round_edges)))


def _absolute(gait: Gait, steps: frozenset[Vector]) -> str:
    return listed(phrase.noun for phrase in phrases(gait, sorted(steps), names=False))


def _kind(steps: frozenset[Vector], lattice: Lattice) -> str:
    """Whether straight or diagonal steps are meant, where all are of one kind."""
    if lattice is Lattice.HEX or any(COMPASSES[lattice].size(step)[0] for step in steps):
        return ""
    diagonal = {0 not in step for step in steps}
    return ("diagonally" if True in diagonal else "orthogonally") if len(diagonal) == 1 else ""


def _measure(leg: Leg, gait: Gait, steps: frozenset[Vector]) -> str:
    """How far a later leg goes."""
    near, far = COMPASSES[gait.lattice].size(next(iter(sorted(steps))))
    if leg.counts is Count.AS_LONG:
        return "as far as before"
    total = " in all" if leg.counts is Count.SHARED and leg.most is not None else ""
    if far == 1 and not near:
        return ("one step" if gait.most == 1 else distance(gait)) + total
    leap = f"({near},{far})" if near else f"of {counted(far)} squares"
    if gait.most == 1:
        return f"a {leap} leap" if near else f"a leap {leap}"
    return (f"{repeats(gait)} {leap} leaps" if near else f"{repeats(gait)} leaps {leap}") + total
