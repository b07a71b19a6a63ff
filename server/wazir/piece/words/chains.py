"""Describes moves of several legs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import replace
from enum import Enum, auto

from wazir.piece.model import Act, Count, Leg, Over, Towards, Vector
from wazir.piece.words import join_phrases, number_word, ordinal, quoted
from wazir.piece.words.conditions import article_of, ending, place, provisos, stationed
from wazir.piece.words.directions import COMPASSES
from wazir.piece.words.phrases import (
    ANYWHERE,
    WHATEVER,
    Bend,
    LegKind,
    Phrase,
    Verb,
    leg_kind,
    phrase,
    phrases,
)
from wazir.piece.words.turning import turn_of
from wazir.piece.words.walks import TAKES, Walk, goes_back, goes_straight_on, is_return, sweeps

MAX_LEGS = 6
"""The maximum number of described legs."""
ANYHOW = "then continues as the diagram shows"
"""For a leg whose directions have no short description."""

_HAPPENING: Mapping[Act, str] = {
    Act.STOP: "to an empty square",
    Act.HOP: "over a piece",
    Act.PASS_FRIEND: "over a friend",
    Act.PASS_FOE: "over an enemy",
    Act.UNLOAD: "putting down what it took last (and taking what stands there)",
    Act.CROSS: "off the board",
}
_TOGETHER: Mapping[Act, str] = {
    Act.STOP | Act.HOP: "whatever stands there",
    Act.STOP | Act.HOP | Act.CAPTURE: "whatever stands there, which it may take if it is an enemy",
}
_VICTIMS: Mapping[Act, tuple[str, str]] = {
    Act.CAPTURE: ("an", "enemy"),
    Act.DESTROY: ("a", "friend"),
    TAKES: ("a", "friend or enemy"),
}
"""The victims of a capture, with their article."""
_BURNT: Mapping[Act, str] = {
    Act.CAPTURE: "every enemy",
    Act.DESTROY: "every friend",
    TAKES: "every piece",
}


def happening(leg: Leg) -> str:
    """The acts on the last square of a leg, as the end of a phrase."""
    if leg.acts in _TOGETHER:
        return _TOGETHER[leg.acts]
    article, noun = _VICTIMS.get(leg.acts & TAKES, ("", ""))
    takes = f"taking {article} {noun}{restricted(leg)}"
    return join_phrases(
        dict.fromkeys(takes if act & TAKES else _HAPPENING[act] for act in leg.acts)
    )


def restricted(leg: Leg, has: str = "has") -> str:
    """The restrictions of the victims of a leg: " named “Pawn” that has not moved"."""
    name = f" named {quoted((leg.victim.who.name,))}" if leg.victim and leg.victim.who.name else ""
    return f"{name} that {has} not moved" if leg.victim_virgin else name


def shot(leg: Leg, nouns: Iterable[Phrase]) -> str:
    """A capture at a distance: "captures an adjacent enemy to its right"."""
    places: dict[tuple[str, str], dict[str, None]] = {}
    for noun_phrase in nouns:
        whom, where, rest = _target(leg, noun_phrase)
        places.setdefault((whom, rest), {})[where] = None
    at_end = _at_end(leg).removeprefix(" ending")
    targets = (
        f"{whom} {join_phrases(wheres)}".rstrip() + rest + at_end
        for (whom, rest), wheres in places.items()
    )
    return f"{'captures' if leg.acts & TAKES == Act.CAPTURE else 'takes'} {join_phrases(targets)}"


def _target(leg: Leg, noun_phrase: Phrase) -> tuple[str, str, str]:
    """A victim, its place, and a condition of the way there."""
    article, noun = _VICTIMS.get(leg.acts & TAKES, ("a", "piece"))
    if noun_phrase.noun == "a leap to any other square":
        is_named = leg.squares is not None and place(leg.squares.test)
        whom = f"{article} {noun}{restricted(leg)}"
        return whom, "" if is_named else "on any other square", ""
    whom, where = stationed(noun + restricted(leg), noun_phrase)
    return f"{article_of(whom)} {whom}", where, f"{noun_phrase.after}{noun_phrase.condition}"


def each_victim(leg: Leg) -> str:
    """All victims of a leg: "every enemy named “Pawn”"."""
    return f"{_BURNT[leg.acts & TAKES]}{restricted(leg)}"


def without_moving(shot: str) -> str:
    """A capture at a distance, after which the mover is where it was."""
    return f"{shot}{',' * (' if ' in shot)} without moving"


def first_leg(leg: Leg, kind: LegKind, vectors: Iterable[Vector]) -> str:
    """The first leg of a chain with its verb: "goes one step orthogonally to an empty square"."""
    nouns = list(phrases(kind, vectors, names=False))
    if leg.stays:
        return without_moving(shot(leg, nouns))
    return f"{_verb(nouns)} {joined(nouns, f' {happening(leg)}')}{_at_end(leg)}"


def _verb(nouns: Iterable[Phrase]) -> str:
    makes = any(
        noun_phrase.verb is Verb.RIDE or noun_phrase.noun.startswith("a ") for noun_phrase in nouns
    )
    return "makes" if makes else "goes"


def joined(described: Iterable[Phrase], event: str = "") -> str:
    """Phrases joined, with common acts and continuation written once."""
    groups: dict[tuple[str, str], list[str]] = {}
    for noun_phrase in described:
        groups.setdefault((noun_phrase.after, noun_phrase.condition), []).append(noun_phrase.noun)

    def with_event(after: str) -> str:
        return f"{after},{event}" if event and WHATEVER in after else f"{after}{event}"

    return join_phrases(
        f"{join_phrases(nouns)}{with_event(after)}{given}"
        for (after, given), nouns in groups.items()
    ).replace("any other square to an empty square", "any other square that is empty")


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
        if number == MAX_LEGS:
            left = len(walk.legs) - number
            words.append(
                f"then continues for {number_word(left)} more leg{'s' if left > 1 else ''} (see "
                "the diagram)"
            )
            break
        words_of_leg = _leg(walk, number, headings, after_shot=shot)
        if words_of_leg is None:
            return None
        words.append(" ".join(("then", *provisos(leg.guards), words_of_leg)))
        shot = leg.stays
        headings = walk.headings(number, headings)
    return tuple(words)


def burnt(walk: Walk, number: int) -> tuple[str, ...] | None:
    """What burns by the legs from an index on, after the end of the mover; None if there are no
    words.
    """
    headings: frozenset[Vector | None] = frozenset((None,))
    for before in range(number):
        headings = frozenset(walk.headings(before, headings))
    if number + 1 < len(walk.legs):
        words = []
        for at in range(number, len(walk.legs)):
            words_of_leg = _leg(walk, at, headings, is_burning=True)
            if words_of_leg is None:
                return None
            words.append(words_of_leg)
            headings = frozenset(walk.headings(at, headings))
        return "along every path of", ", then ".join(words)
    leg = walk.legs[number]
    nouns = _phrases(walk, number, headings)
    if nouns is None:
        return None
    is_leap = any(noun_phrase.noun.startswith("a ") for noun_phrase in nouns)
    return each_victim(leg), f"{joined(nouns)} away" if is_leap else joined(nouns)


def _leg(
    walk: Walk,
    number: int,
    headings: Set[Vector | None],
    *,
    after_shot: bool = False,
    is_burning: bool = False,
) -> str | None:
    """A later leg in words."""
    leg = walk.legs[number]
    begun = number - leg.back
    origin = f"where its {ordinal(begun + 1)} leg began" if begun else "where it started"
    if is_return(leg):
        return f"back to {origin}"
    nouns = _phrases(walk, number, headings)
    if nouns is None:
        return None
    whence = f" from {origin}" if leg.back else ""
    repeated = " (which it may repeat)" if leg.again else ""
    if leg.stays:
        return f"{shot(leg, nouns)}{whence} without moving{repeated}"
    is_last = number == len(walk.legs) - 1 and not is_burning
    plain = is_last and leg.acts == Act.STOP | Act.CAPTURE
    before = f"{_verb(nouns)} " if after_shot else ""
    event = whence + ("" if plain else f" {happening(leg)}")
    return f"{before}{_measured(walk, number, joined(nouns, event))}{_at_end(leg)}{repeated}"


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
        some = _directed(walk, number, kind, size=size, after=after)
        if some is None:
            return None
        all_phrases += some
    return all_phrases


def _directed(
    walk: Walk,
    number: int,
    kind: LegKind,
    size: tuple[int, int],
    after: Mapping[Vector | None, frozenset[Vector]],
) -> list[Phrase] | None:
    """Phrases for steps of one size after each heading: by board directions if these are constant,
    else by turns.
    """
    leg, step_sets = walk.legs[number], list(after.values())
    same = all(steps == step_sets[0] for steps in step_sets)
    from_start = number == 1 and walk.is_straight
    if leg.towards is None or from_start:
        known = {heading: steps for heading, steps in after.items() if heading}
        if known and all(step_sets):
            turn = turn_of(known, walk.lattice, from_start=from_start)
        else:
            turn = None
        if same and turn not in ("straight on", "straight back"):
            return list(phrases(kind, sorted(step_sets[0]), names=False))
        if turn:
            return [replace(phrase(kind, size, turn), is_absolute=False)]
    if leg.towards is None or len(leg.ways) > 1:
        return None
    # in board directions, of which only those in an allowed direction are made
    steps = sorted(way[0] for way in leg.after(None) if leg_kind(leg, way, walk.lattice) == kind)
    directed = []
    for noun_phrase in phrases(kind, steps, names=False):
        noun = noun_phrase.noun.removesuffix(" in a line")
        which = f"{_TOWARDS[leg.towards]}{noun_phrase.noun.removeprefix(noun)}"
        words = f"{noun} {which}" if noun.endswith(_GENERAL) else f"{noun} and {which}"
        directed.append(replace(noun_phrase, noun=words, is_absolute=False))
    return directed


_TOWARDS: Mapping[Towards, str] = {
    Towards.OUTWARD: "outward",
    Towards.INWARD: "inward",
    Towards.OUTWARD | Towards.INWARD: "outward or inward",
    Towards.ASIDE: "neither outward nor inward",
    Towards.OUTWARD | Towards.ASIDE: "not inward",
    Towards.INWARD | Towards.ASIDE: "not outward",
    Towards(0): "only from where it started",
}
_GENERAL = ("orthogonally", "diagonally", "in any direction", "leap", "leaps")
"""Ends of phrases after which the direction of a leg needs no "and"."""


def _measured(walk: Walk, number: int, words: str) -> str:
    """The distance of a leg, if it depends on an earlier one."""
    leg = walk.legs[number]
    if leg.counts is Count.SHARED and (leg.most is not None or leg.least > 2):
        return f"{words} counting the steps before"
    if leg.counts is Count.AS_LONG:
        ranged = max(before for before in range(number) if walk.legs[before].ranged)
        far = "as far as " + (
            "before" if ranged == number - 1 else f"in its {ordinal(ranged + 1)} leg"
        )
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
    SWEEP = auto()
    """A ride that takes every piece that it passes."""
    OVER_MANY = auto()
    """A ride over several pieces, or at least one."""
    BEHIND_MANY = auto()
    """A ride to right behind the last of them."""
    CASTLING = auto()
    STAYS = auto()
    """No motion."""
    CHAIN = auto()


SCREENS = {Act.HOP: "piece", Act.PASS_FRIEND: "friend", Act.PASS_FOE: "enemy"}
_ODD = (
    "back",
    "stays",
    "keeps_heading",
    "again",
    "on_edge_file",
    "squares",
    "guards",
    "anywhere",
    "victim_virgin",
)


def form_of(walk: Walk, kind: LegKind, headings: frozenset[Vector]) -> tuple[Form, LegKind]:
    """The form of a move, and its total range."""
    legs, first = walk.legs, walk.legs[0]
    kills = not first.acts & ~TAKES
    if len(legs) == 1 and first.stays:
        return Form.RIFLE, kind
    if kills and len(legs) == 2 and is_return(legs[1]):
        return Form.RIFLE, kind
    if len(legs) == 1:
        return (Form.CHAIN if first.acts & ~(Act.STOP | TAKES) else Form.PLAIN), kind
    if _castles(legs):
        return Form.CASTLING, kind
    if len(legs) == 3 and legs[1].again and sweeps(walk, headings):
        if kills:
            form = Form.SWEEP
        elif legs[2].most == 1:
            form = Form.BEHIND_MANY
        else:
            form = Form.OVER_MANY
        return form, replace(kind, least=legs[1].least + 1)
    if (
        len(legs) != 2
        or first.stays
        or first.squares
        or kind.bend is not Bend.STRAIGHT
        or kind.anywhere
    ):
        return Form.CHAIN, kind
    then = legs[1]
    if any(getattr(then, name) for name in _ODD) or (then.wraps, then.skips) != (
        first.wraps,
        first.skips,
    ):
        return Form.CHAIN, kind
    if goes_straight_on(walk, headings) and _same_over(walk):
        return _straight_form(kind, first, then)
    if goes_back(walk, headings) and _comes_back(kind, first, then) and kills:
        return Form.RIFLE, kind
    return Form.CHAIN, kind


def _same_over(walk: Walk) -> bool:
    """Whether both legs of a move require the same of passed squares."""
    kinds = {leg_kind(leg, way, walk.lattice) for leg in walk.legs for way in leg.all_ways}
    return len({kind.over for kind in kinds if kind}) == 1


def _straight_form(kind: LegKind, first: Leg, then: Leg) -> tuple[Form, LegKind]:
    """The form of a straight move over a piece."""
    ends = not then.acts & ~(Act.STOP | TAKES)
    over = first.acts in SCREENS and ends
    if over and (then.least, then.most) == (1, 1):
        return Form.BEHIND_ONE, kind
    unlimited = then.counts is Count.OWN and (first.most, then.most, then.least) == (None, None, 1)
    if over and first.least <= 1 and unlimited:
        return Form.OVER_ONE, kind
    if over and then.counts is Count.SHARED:
        return Form.OVER_ONE, replace(
            kind, least=then.least if then.least > 2 else 1, most=then.most
        )
    jumps = not first.acts & ~TAKES and (kind.least, kind.most) == (1, 1)
    if jumps and (then.least, then.most, then.acts) == (1, 1, Act.STOP):
        return Form.JUMP_CAPTURE, kind
    return Form.CHAIN, kind


def _comes_back(kind: LegKind, first: Leg, then: Leg) -> bool:
    """Whether a leg that repeats the previous step backwards always returns to the start."""
    as_far = then.counts is Count.AS_LONG and then.most is None and then.least <= 1
    single = (kind.least, kind.most) == (then.least, then.most) == (1, 1)
    free = then.over is Over.ANYTHING or then.over is kind.over is Over.CLEAR
    return (as_far or single) and free and Act.STOP in then.acts


def _castles(legs: tuple[Leg, ...]) -> bool:
    """Whether a move is castling by `O`."""
    is_single = all(len(leg.ways) == 1 == len(leg.ways[0][1]) for leg in legs)
    if len(legs) != 3 or not is_single:
        return False
    (side, _), _, (end, _) = (leg.ways[0][1][0][0] for leg in legs)
    towards = Leg(
        ((None, (((side, 0),),)),),
        least=1,
        most=None,
        acts=Act.DESTROY,
        on_edge_file=True,
        victim_virgin=True,
    )
    put = Leg(((None, (((end - side, 0),),)),), acts=Act.UNLOAD, back=1)
    go = Leg(((None, (((end, 0),),)),), acts=Act.STOP, back=2)
    plain = legs[0]._replace(mover_virgin=False, ranged=False)
    return (plain, *legs[1:]) == (towards, put, go)
