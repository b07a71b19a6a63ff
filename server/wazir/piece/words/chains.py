"""Describes moves of several legs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field, replace
from enum import Enum, auto

from wazir.piece.model import Act, Count, Lattice, Leg, Move, Over, Towards, Vector, Way, Ways
from wazir.piece.motion.walk import leads
from wazir.piece.squares import HEADINGS, inner
from wazir.piece.words import counted, listed, ordinal, quoted
from wazir.piece.words.directions import COMPASSES
from wazir.piece.words.phrases import ANYWHERE, Bend, LegKind, Phrase, Verb, ending, leg_kind, phrase, phrases, provisos
from wazir.piece.words.turns import turn_of

TAKES = Act.CAPTURE | Act.DESTROY
MOST_LEGS = 6
"""The maximum number of described legs."""
FARTHEST = 40
"""The maximum number of legs followed to find out whether a way can be completed."""
ANYHOW = "then on in ways that are told by the diagram alone"
"""For a leg whose directions have no short description."""

_HAPPENING: Mapping[Act, str] = {
    Act.STOP: "to an empty square",
    Act.CAPTURE: "taking a foe",
    Act.DESTROY: "taking a friend",
    Act.HOP: "over a piece",
    Act.PASS_FRIEND: "over a friend",
    Act.PASS_FOE: "over a foe",
    Act.UNLOAD: "putting down what it took last (and taking what stands there)",
    Act.CROSS: "off the board",
}
_TOGETHER: Mapping[Act, str] = {
    Act.STOP | Act.HOP: "whatever stands there",
    Act.STOP | Act.HOP | Act.CAPTURE: "whatever stands there, which it may take if it is a foe",
}
_VICTIMS: Mapping[Act, tuple[str, str]] = {
    Act.CAPTURE: ("a foe", "a foe"),
    Act.DESTROY: ("a friend", "a friend"),
    TAKES: ("friend or foe", "a friend or foe"),
}
_BURNT: Mapping[Act, str] = {Act.CAPTURE: "every foe", Act.DESTROY: "every friend", TAKES: "every piece"}


@dataclass(frozen=True, slots=True)
class Walk:
    """The legs of a move, with the context that the words for a leg depend on."""

    legs: tuple[Leg, ...]
    lattice: Lattice
    known: dict[tuple[int, Vector | None], tuple[Way, ...]] = field(default_factory=dict, compare=False)
    """Cached ways."""

    @property
    def is_straight(self) -> bool:
        """Whether the heading after the first leg is the direction from the start of the move."""
        first = self.legs[0]
        bent = any(len(way) > 1 for _, ways in first.ways for way in ways) and first.most != 1
        return not (bent or first.wraps or first.anywhere or first.stays or first.back)

    def ways(self, number: int, heading: Vector | None) -> tuple[Way, ...]:
        """The ways of a leg after a heading that can be completed."""
        key = number, heading
        if key not in self.known:
            possible = self._possible(number, heading)
            self.known[key] = tuple(way for way in possible if self._leads_on(number, way, heading))
        return self.known[key]

    def _possible(self, number: int, heading: Vector | None) -> tuple[Way, ...]:
        leg = self.legs[number]
        ways = ways_after(leg.ways, heading)
        if number == 1 and leg.towards is not None and heading and self.is_straight:
            ways = tuple(way for way in ways if leads(leg.towards, inner(self.lattice, heading, way[0])))
        return tuple(way for way in ways if leg.back or leg_kind(leg, way, self.lattice))

    def _leads_on(self, number: int, way: Way, heading: Vector | None) -> bool:
        """Whether some way can follow one, leg by leg."""
        if number + 1 in (len(self.legs), FARTHEST) or self.legs[number + 1].anywhere:
            return True
        return any(self.ways(number + 1, after) for after in self._headings(number, way, heading))

    def _headings(self, number: int, way: Way, heading: Vector | None) -> Iterable[Vector | None]:
        leg = self.legs[number]
        return (heading,) if leg.keeps_heading else way if leg.most != 1 else way[:1]

    def headings(self, number: int, before: Iterable[Vector | None]) -> frozenset[Vector]:
        """The headings after a leg, from those before it."""
        if self.legs[number].anywhere:
            return frozenset(HEADINGS)
        onward = (
            after
            for heading in before
            for way in self.ways(number, heading)
            for after in self._headings(number, way, heading)
        )
        return frozenset(after for after in onward if after is not None)


def ways_after(ways: Ways, heading: Vector | None) -> tuple[Way, ...]:
    """The ways of a leg after a heading."""
    table = dict(ways)
    return table.get(heading, table.get(None, ()))


def goes_straight_on(walk: Walk, headings: Iterable[Vector]) -> bool:
    """Whether the second leg only continues the first."""
    return all(set(walk.ways(1, heading)) == {(heading,)} for heading in headings)


def goes_back(walk: Walk, headings: Iterable[Vector]) -> bool:
    """Whether the second leg only returns by the first one's step."""
    return all(set(walk.ways(1, (x, y))) == {((-x, -y),)} for x, y in headings)


def is_return(leg: Leg) -> bool:
    """Whether a leg only returns to the previous square of the mover."""
    return bool(leg.back) and all(step == (0, 0) for _, ways in leg.ways for way in ways for step in way)


def with_shots(move: Move) -> Move:
    """A move whose last capture and return are one capture at a distance."""
    if len(move.legs) < 3:
        return move
    *_, shot, back = move.legs
    if shot.acts & ~TAKES or not is_return(back) or back.back != 1 or shot.back or shot.squares:
        return move
    return replace(move, legs=(*move.legs[:-2], shot._replace(stays=True)))


def happening(leg: Leg) -> str:
    """The acts on the last square of a leg, as the end of a phrase."""
    if leg.victim_virgin or leg.victim or leg.acts not in _TOGETHER:
        return listed(f"taking {victims(leg, act)}" if act & TAKES else _HAPPENING[act] for act in _parted(leg.acts))
    return _TOGETHER[leg.acts]


def _parted(acts: Act) -> Iterator[Act]:
    """The acts of a leg. Captures of both sides are one."""
    if Act.STOP in acts:
        yield Act.STOP
    if acts & TAKES:
        yield acts & TAKES
    yield from acts & ~(TAKES | Act.STOP)


def victims(leg: Leg, act: Act, *, single: bool = False) -> str:
    """The victims of a leg: "a foe", "a friend named “Pawn” that has not moved"."""
    return _described(_VICTIMS[act][single], leg)


def each_victim(leg: Leg) -> str:
    """All victims of a leg: "every foe named “Pawn”"."""
    return _described(_BURNT[leg.acts & TAKES], leg)


def _described(whom: str, leg: Leg) -> str:
    if leg.victim and leg.victim.who.name:
        whom = f"{whom} named {quoted((leg.victim.who.name,))}"
    return f"{whom} that has not moved" if leg.victim_virgin else whom


def first_leg(leg: Leg, kind: LegKind, vectors: Iterable[Vector]) -> str:
    """The first leg of a chain with its verb: "goes one step orthogonally to an empty square"."""
    nouns = list(phrases(kind, vectors, names=False))
    if leg.stays and not leg.acts & ~TAKES:
        return f"takes {victims(leg, leg.acts, single=True)} {away(nouns)} without moving"
    stays = " and stays where it was" if leg.stays else ""
    return f"{_verb(nouns)} {joined(nouns, f' {happening(leg)}')}{_at_end(leg)}{stays}"


def _verb(nouns: Iterable[Phrase]) -> str:
    return (
        "makes"
        if any(noun_phrase.verb is Verb.RIDE or noun_phrase.noun.startswith("a ") for noun_phrase in nouns)
        else "goes"
    )


def joined(described: Iterable[Phrase], event: str = "") -> str:
    """Phrases joined, with common acts and continuation written once."""
    groups: dict[tuple[str, str], list[str]] = {}
    for noun_phrase in described:
        groups.setdefault((noun_phrase.after, noun_phrase.condition), []).append(noun_phrase.noun)
    return listed(f"{listed(nouns)}{after}{event}{given}" for (after, given), nouns in groups.items())


def away(nouns: Iterable[Phrase]) -> str:
    """The place of a capture at a distance: "one step orthogonally away"."""
    words = joined(nouns)
    if words == "a leap to any other square":
        return "on any other square"
    return words if words.endswith(("outward", "inward")) else f"{words} away"


def _at_end(leg: Leg) -> str:
    words = ending(leg.squares) if leg.squares else None
    return f" {words}" if words else ""


def tail_of(walk: Walk, headings: frozenset[Vector]) -> tuple[str, ...] | None:
    """The legs after the first one, which ends with these headings, in words.

    None if a leg has no words; fewer headings may have some.
    """
    words = []
    shot = walk.legs[0].stays
    for number, leg in enumerate(walk.legs[1:], 1):
        if number == MOST_LEGS:
            left = len(walk.legs) - number
            words.append(f"then on for {counted(left)} more leg{'s' if left > 1 else ''} (see the diagram)")
            break
        words_of_leg = _leg(walk, number, headings, after_shot=shot)
        if words_of_leg is None:
            return None
        words.append(" ".join(("then", *provisos(leg.guards), words_of_leg)))
        shot = leg.stays
        headings = walk.headings(number, headings)
    return tuple(words)


def burnt(walk: Walk, number: int) -> tuple[str, ...] | None:
    """What burns by the legs from an index on, after the end of the mover; None if there are no words."""
    headings: frozenset[Vector | None] = frozenset((None,))
    for before in range(number):
        headings = frozenset(walk.headings(before, headings))
    legs = walk.legs[number:]
    if len(legs) > 1 or legs[0].acts & ~(Act.STOP | TAKES) or not legs[0].acts & TAKES:
        return None
    nouns = _phrases(walk, number, headings)
    if nouns is None:
        return None
    return each_victim(legs[0]), away(nouns) if any(
        noun_phrase.noun.startswith("a ") for noun_phrase in nouns
    ) else joined(nouns)


def _leg(walk: Walk, number: int, headings: frozenset[Vector], *, after_shot: bool) -> str | None:
    """A later leg in words."""
    leg, origin = walk.legs[number], _origin(walk.legs[number], number)
    if is_return(leg):
        return f"back to {origin}"
    nouns = _phrases(walk, number, headings)
    if nouns is None:
        return None
    before, after = ("once or more " if leg.again else ""), (f" from {origin}" if leg.back else "")
    if leg.stays and not leg.acts & ~TAKES:
        where = f"{joined(nouns)}{after}" if leg.back else away(nouns)
        return f"takes {victims(leg, leg.acts, single=True)} {before}{where} without moving"
    last = number == len(walk.legs) - 1
    plain = last and leg.acts == Act.STOP | Act.CAPTURE and not leg.victim_virgin and not leg.victim
    verb = f"{_verb(nouns)} " if after_shot else ""
    event = after + ("" if plain else f" {happening(leg)}")
    stays = " and stays where it was" if leg.stays else ""
    return f"{verb}{before}{_measured(walk, number, joined(nouns, event))}{_at_end(leg)}{stays}"


def _origin(leg: Leg, number: int) -> str:
    """The origin of the steps of a leg, if it is not the mover's square."""
    begun = number - leg.back
    return "where it started" if begun == 0 else f"where its {ordinal(begun + 1)} leg began"


def _phrases(walk: Walk, number: int, headings: Set[Vector | None]) -> list[Phrase] | None:
    """The distance and directions of a later leg; None if no exact words exist."""
    leg, lattice = walk.legs[number], walk.lattice
    if leg.anywhere:
        return list(phrases(ANYWHERE, (), names=False))
    parts: dict[tuple[LegKind, tuple[int, int]], dict[Vector | None, set[Vector]]] = {}
    for heading in sorted(headings, key=str):
        for way in walk.ways(number, heading):
            kind = leg_kind(leg, way, lattice)
            if kind is not None:
                key = (kind, COMPASSES[lattice].size(way[0]))
                parts.setdefault(key, {}).setdefault(heading, set()).add(way[0])
    alive = {heading for heading in headings if walk.ways(number, heading)}
    all_phrases: list[Phrase] = []
    for (kind, size), steps in parts.items():
        after = {heading: frozenset(steps.get(heading, ())) for heading in alive}
        some = _directed(walk, number, kind, size, after)
        if some is None:
            return None
        all_phrases += some
    return all_phrases


def _directed(
    walk: Walk, number: int, kind: LegKind, size: tuple[int, int], after: Mapping[Vector | None, frozenset[Vector]]
) -> list[Phrase] | None:
    """Phrases for steps of one size after each heading: by board directions if these are constant, else by turns."""
    leg, step_sets = walk.legs[number], list(after.values())
    same = all(steps == step_sets[0] for steps in step_sets)
    from_start = number == 1 and walk.is_straight
    if leg.towards is None or from_start:
        known = {heading: steps for heading, steps in after.items() if heading}
        turn = turn_of(known, walk.lattice, from_start=from_start) if known and all(step_sets) else None
        if same and turn not in ("straight on", "straight back"):
            return list(phrases(kind, sorted(step_sets[0]), names=False))
        if turn:
            return [phrase(kind, size, turn)]
    if leg.towards is None or len(leg.ways) > 1:
        return None
    steps = [way[0] for way in ways_after(leg.ways, None) if leg_kind(leg, way, walk.lattice) == kind]
    return _towards(kind, steps, leg.towards)


_TOWARDS: Mapping[Towards, str] = {
    Towards.OUTWARD: "outward",
    Towards.INWARD: "inward",
    Towards.OUTWARD | Towards.INWARD: "outward or inward",
    Towards.ASIDE: "neither outward nor inward",
    Towards.OUTWARD | Towards.ASIDE: "not inward",
    Towards.INWARD | Towards.ASIDE: "not outward",
    Towards(0): "only from where it started",
}


def _towards(kind: LegKind, steps: Iterable[Vector], towards: Towards) -> list[Phrase]:
    """Steps in board directions of which only those in an allowed direction are made."""
    which = _TOWARDS[towards]
    directed = []
    for noun_phrase in phrases(kind, sorted(steps), names=False):
        is_general = noun_phrase.noun.endswith(("orthogonally", "diagonally", "in any direction", "leap"))
        directed.append(
            replace(
                noun_phrase, noun=f"{noun_phrase.noun} {which}" if is_general else f"{noun_phrase.noun} and {which}"
            )
        )
    return directed


def _measured(walk: Walk, number: int, words: str) -> str:
    """The distance of a leg, if it depends on an earlier one."""
    leg = walk.legs[number]
    if leg.counts is Count.SHARED and (leg.most is not None or leg.least > 2):
        return f"{words} counting the steps before"
    if leg.counts is Count.AS_LONG:
        ranged = max(before for before in range(number) if walk.legs[before].ranged)
        far = "as far as " + ("before" if ranged == number - 1 else f"in its {ordinal(ranged + 1)} leg")
        slides = words.startswith("any distance") and words.count("any distance") == 1
        return words.replace("any distance", far) if slides else f"{words} if that is {far}"
    return words


class Form(Enum):
    """The forms of moves with their own words."""

    PLAIN = auto()
    OVER_ONE = auto()
    """A ride over exactly one piece."""
    BEHIND_ONE = auto()
    """A ride to right behind a piece."""
    JUMP_CAPTURE = auto()
    """A capture of a piece by jumping to the square behind it."""
    RIFLE = auto()
    """A capture with a return to the start."""
    CASTLING = auto()
    STAYS = auto()
    """No motion."""
    CHAIN = auto()


SCREENS = {Act.HOP: "piece", Act.PASS_FRIEND: "friend", Act.PASS_FOE: "foe"}
_ODD = ("back", "stays", "keeps_heading", "again", "on_edge_file", "squares", "guards", "anywhere", "victim_virgin")


def form_of(walk: Walk, kind: LegKind, headings: frozenset[Vector]) -> tuple[Form, LegKind]:
    """The form of a move, and its total range."""
    legs, first = walk.legs, walk.legs[0]
    kills = not first.acts & ~TAKES
    if kills and len(legs) == 1 and first.stays:
        return Form.RIFLE, kind
    if kills and len(legs) == 2 and is_return(legs[1]) and not first.squares:
        return Form.RIFLE, kind
    if len(legs) == 1:
        return (Form.CHAIN if first.acts & ~(Act.STOP | TAKES) or first.stays else Form.PLAIN), kind
    if _castles(legs):
        return Form.CASTLING, kind
    if len(legs) != 2 or first.stays or first.squares or kind.bend is not Bend.STRAIGHT or kind.anywhere:
        return Form.CHAIN, kind
    then = legs[1]
    if any(getattr(then, name) for name in _ODD) or (then.wraps, then.skips) != (first.wraps, first.skips):
        return Form.CHAIN, kind
    if goes_straight_on(walk, headings) and _same_over(walk):
        return _straight_form(kind, first, then)
    if goes_back(walk, headings) and _comes_back(kind, first, then) and kills:
        return Form.RIFLE, kind
    return Form.CHAIN, kind


def _same_over(walk: Walk) -> bool:
    """Whether both legs of a move require the same of passed squares."""
    kinds = {leg_kind(leg, way, walk.lattice) for leg in walk.legs for _, ways in leg.ways for way in ways}
    return len({kind.over for kind in kinds if kind}) == 1


def _straight_form(kind: LegKind, first: Leg, then: Leg) -> tuple[Form, LegKind]:
    """The form of a straight move over a piece."""
    ends = not then.acts & ~(Act.STOP | TAKES)
    over = first.acts in SCREENS and ends and not first.skips
    if over and (then.least, then.most) == (1, 1) and then.counts is Count.OWN:
        return Form.BEHIND_ONE, kind
    shared = then.counts is Count.SHARED
    unlimited = then.counts is Count.OWN and (first.most, then.most, then.least) == (None, None, 1)
    if over and first.least <= 1 and unlimited:
        return Form.OVER_ONE, kind
    to_last = first.most is None or (then.most is not None and then.most - first.most <= 1)
    if over and first.least <= 1 and shared and to_last:
        return Form.OVER_ONE, replace(kind, least=then.least if then.least > 2 else 1, most=then.most)
    jumps = not first.acts & ~TAKES and (kind.least, kind.most) == (1, 1)
    if jumps and (then.least, then.most, then.acts) == (1, 1, Act.STOP):
        return Form.JUMP_CAPTURE, kind
    return Form.CHAIN, kind


def _comes_back(kind: LegKind, first: Leg, then: Leg) -> bool:
    """Whether a leg that repeats the previous step backwards always returns to the start."""
    as_far = then.counts is Count.AS_LONG and first.ranged and then.most is None and then.least <= 1
    single = then.counts is Count.OWN and (kind.least, kind.most) == (then.least, then.most) == (1, 1)
    free = then.over is Over.ANYTHING or (kind.most == 1 and then.over is kind.over is Over.CLEAR)
    return (as_far or single) and free and Act.STOP in then.acts and not then.acts & ~(Act.STOP | TAKES)


def _castles(legs: tuple[Leg, ...]) -> bool:
    """Whether a move is castling by `O`."""
    if (
        len(legs) != 3
        or not legs[0].on_edge_file
        or any(len(leg.ways) != 1 or len(leg.ways[0][1]) != 1 for leg in legs)
    ):
        return False
    (side, ahead), _, (end, level) = (leg.ways[0][1][0][0] for leg in legs)
    towards = Leg(legs[0].ways, 1, None, Act.DESTROY, on_edge_file=True, victim_virgin=True)
    put = Leg(((None, (((end - side, 0),),)),), acts=Act.UNLOAD, back=1)
    go = Leg(((None, (((end, 0),),)),), acts=Act.STOP, back=2)
    plain = legs[0]._replace(mover_virgin=False, ranged=False)
    return (ahead, level) == (0, 0) and abs(side) == 1 and end * side > 0 and (plain, *legs[1:]) == (towards, put, go)
