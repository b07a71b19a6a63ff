"""Groups the moves of a piece into the clauses of a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from wazir.budget import spend
from wazir.piece.model import EN_PASSANT, NOT_ROYAL, Act, Lattice, Leg, Move, Over, Vector
from wazir.piece.words import join_phrases, named, quoted
from wazir.piece.words.chains import ANYHOW, SCREENS, Form, burnt, form_of, restricted, tail_of
from wazir.piece.words.conditions import ON_PLACES, ending, provisos
from wazir.piece.words.phrases import ANYWHERE, Bend, LegKind, leg_kind, phrases
from wazir.piece.words.walks import TAKES, Walk


@dataclass(frozen=True, slots=True)
class Terms:
    """The conditions and effects of a move, as ends of a clause."""

    whom: str = ""
    """The restricted victims."""
    before: tuple[str, ...] = ()
    """The conditions before it."""
    after: tuple[str, ...] = ()
    """The effects at its end."""


@dataclass(frozen=True, slots=True)
class Key:
    """Moves with equal keys are described together."""

    form: Form
    kind: LegKind
    terms: Terms
    screens: str = "piece"
    """The hurdles of a hop."""
    first: Leg | None = None
    """The first leg of a chain without its ways."""
    tail: tuple[str, ...] = ()
    ends_far: bool = field(default=False, compare=False)
    """The last leg of a chain is an unlimited ride."""


@dataclass(slots=True)
class Clause:
    """A clause: phrases with the same acts and terms."""

    form: Form
    acts: Act
    terms: Terms
    parts: list[tuple[Key, tuple[Vector, ...]]] = field(default_factory=list)


Steps = dict[Vector | None, Act]
"""The acts of moves by their first steps."""

_TOGETHER = (Form.PLAIN, Form.OVER_ONE, Form.BEHIND_ONE)


def clauses(moves: Iterable[Move], lattice: Lattice) -> list[Clause]:
    """The moves, grouped by clause, without those that others contain."""
    table: dict[Key, Steps] = {}
    for move in moves:
        for key, vectors, acts in _read(move, lattice):
            known = table.setdefault(key, {})
            for vector in vectors or (None,):
                known[vector] = known.get(vector, Act(0)) | acts
    table = _with_choices(_with_passing(_without_contained(_with_ranges(table))))
    groups: dict[tuple[object, ...], Clause] = {}
    for key, steps in table.items():
        for acts in dict.fromkeys(steps.values()):
            together = Form.PLAIN if key.form in _TOGETHER else key.form
            alone = key if key.form in (Form.CHAIN, Form.STAYS) else key.first
            group = groups.setdefault(
                (together, acts, key.terms, alone), Clause(together, acts, key.terms)
            )
            vectors = tuple(
                vector for vector, own in steps.items() if own == acts and vector is not None
            )
            group.parts.append((key, vectors))
    return list(groups.values())


# What is not said twice


def _without_contained(table: Mapping[Key, Steps]) -> dict[Key, Steps]:
    """The moves without those that others contain, where that makes the words fewer: a step is
    contained in a slide.
    """
    by_vector: dict[Vector | None, list[tuple[Key, Act]]] = {}
    for key, steps in table.items():
        for vector, acts in steps.items():
            by_vector.setdefault(vector, []).append((key, acts))
    left: dict[Key, Steps] = {}
    for key, steps in table.items():
        spend()
        free = dict(steps)
        for vector in steps:
            for other, more in by_vector[vector]:
                if other != key and _contains(other, key):
                    free[vector] &= ~more
        for acts in dict.fromkeys(steps.values()):
            all_steps = [vector for vector, own in steps.items() if own == acts]
            needed = [vector for vector in all_steps if free[vector]]
            if needed and _length(key, needed) >= _length(key, all_steps):
                needed = all_steps
            left.setdefault(key, {}).update(dict.fromkeys(needed, acts))
    return left


def _length(key: Key, vectors: Iterable[Vector | None]) -> int:
    """The length of the words for some first steps; one more phrase is as long as some words."""
    return sum(len(phrase.words) + _PHRASE for phrase in phrases(key.kind, filter(None, vectors)))


_PHRASE = 20


def _with_ranges(table: Mapping[Key, Steps]) -> dict[Key, Steps]:
    """The moves. Those of adjacent ranges are one: one step, and exactly two, are up to two."""
    ranges: dict[tuple[Key, Vector | None, Act], list[LegKind]] = {}
    for key, steps in table.items():
        for vector, acts in steps.items():
            alike = replace(key, kind=replace(key.kind, least=1, most=None))
            ranges.setdefault((alike, vector, acts), []).append(key.kind)
    joined: dict[Key, Steps] = {}
    for (alike, vector, acts), kinds in ranges.items():
        for kind in _joined(kinds) if alike.form is Form.PLAIN else kinds:
            joined.setdefault(replace(alike, kind=kind), {})[vector] = acts
    return joined


def _joined(kinds: list[LegKind]) -> list[LegKind]:
    """The legs without gaps between their ranges."""
    joined: list[LegKind] = []
    for kind in sorted(kinds, key=lambda kind: kind.least):
        last = joined[-1] if joined else None
        if last and last.most is not None and kind.least == last.most + 1:
            joined[-1] = replace(last, most=kind.most)
        else:
            joined.append(kind)
    return joined


def _contains(key: Key, other: Key) -> bool:
    """Whether the moves of a key include the moves of another key with the same first step."""
    if (
        key.first != other.first
        or key.tail != other.tail
        or key.screens not in ("piece", other.screens)
    ):
        return False
    if key.form is Form.CHAIN and key.kind != other.kind:
        return False
    is_hop = (key.form, other.form) == (Form.OVER_ONE, Form.BEHIND_ONE)
    if key.form is not other.form and not (is_hop and key.kind.most is None):
        return False
    terms, others = key.terms, other.terms
    is_free = terms.whom in ("", others.whom) and set(terms.before) <= set(others.before)
    return is_free and terms.after == others.after and _covers(key.kind, other.kind)


def _covers(kind: LegKind, other: LegKind) -> bool:
    """Whether a leg includes another one that begins with the same step."""
    if replace(other, least=kind.least, most=kind.most, over=kind.over, bend=kind.bend) != kind:
        return False
    if other.most == 1:
        return kind.least <= 1 and kind.over in (Over.ANYTHING, other.over)
    is_as_long = kind.most is None or (other.most is not None and other.most <= kind.most)
    return (
        kind.least <= other.least
        and is_as_long
        and (kind.over, kind.bend) == (other.over, other.bend)
    )


ALSO_PASSING, ONLY_PASSING = "also en passant", "only en passant"


def _with_passing(table: Mapping[Key, Steps]) -> dict[Key, Steps]:
    """The moves with captures en passant said as captures."""
    passing = {key: dict(steps) for key, steps in table.items() if key.terms.whom == ONLY_PASSING}
    said: dict[Key, Steps] = {}
    for key, steps in table.items():
        if key in passing:
            continue
        twin = passing.get(replace(key, terms=replace(key.terms, whom=ONLY_PASSING)), {})
        also = replace(key, terms=replace(key.terms, whom=ALSO_PASSING))
        for vector, acts in steps.items():
            if Act.CAPTURE in acts and vector in twin:
                del twin[vector]
                said.setdefault(also, {})[vector] = acts & TAKES
                acts &= ~TAKES
            if acts:
                said.setdefault(key, {})[vector] = acts
    return said | {key: dict.fromkeys(steps, Act.CAPTURE) for key, steps in passing.items()}


def _with_choices(table: Mapping[Key, Steps]) -> dict[Key, Steps]:
    """The moves. Those with and without a promotion are moves that may promote."""
    plain = {key: replace(key, terms=replace(key.terms, after=())) for key in table}
    both = {
        (plain[key], vector): acts & table[plain[key]].get(vector, Act(0))
        for key, steps in table.items()
        if len(key.terms.after) == 1
        and key.terms.after[0].startswith(_BECOMES)
        and plain[key] in table
        for vector, acts in steps.items()
    }
    promotions = {plain[key]: key.terms.after[0] for key in table if key.terms.after}
    said: dict[Key, Steps] = {}
    for key, steps in table.items():
        for vector, acts in steps.items():
            shared = both.get((plain[key], vector), Act(0)) if len(key.terms.after) < 2 else Act(0)
            if shared:
                may = f"and may become {promotions[plain[key]].removeprefix(_BECOMES)}"
                said.setdefault(replace(key, terms=replace(key.terms, after=(may,))), {})[
                    vector
                ] = shared
            if acts & ~shared:
                said.setdefault(key, {})[vector] = acts & ~shared
    return said


_BECOMES = "and becomes "


# The moves as keys


def _read(move: Move, lattice: Lattice) -> Iterator[tuple[Key, tuple[Vector, ...], Act]]:
    """The key of a move, the first steps of its ways, and its acts."""
    terms = _terms(move, lattice)
    if not move.legs:
        yield Key(Form.STAYS, ANYWHERE, terms), (), Act.STOP
        return
    walk = Walk(move.legs, lattice)
    for kind, vectors in by_leg_kind(move.legs[0], lattice):
        alive = tuple(
            v for v in vectors if kind.anywhere or any(way[0] == v for way in walk.ways(0, None))
        )
        if kind.anywhere or kind.bend is not Bend.STRAIGHT:
            yield from _by_form(
                walk=walk,
                move=move,
                terms=terms,
                kind=kind,
                vectors=alive,
                headings=walk.headings(0, (None,)),
            )
        elif alive:
            yield from _by_form(
                walk=walk,
                move=move,
                terms=terms,
                kind=kind,
                vectors=alive,
                headings=frozenset(alive),
            )


_AT_FIRST = (Form.JUMP_CAPTURE, Form.RIFLE, Form.SWEEP)
"""The forms of moves that capture by their first leg."""


def _by_form(
    walk: Walk,
    *,
    move: Move,
    terms: Terms,
    kind: LegKind,
    vectors: tuple[Vector, ...],
    headings: frozenset[Vector],
) -> Iterator[tuple[Key, tuple[Vector, ...], Act]]:
    """The form of a move whose first leg is of one kind."""
    legs, first = move.legs, move.legs[0]
    form, paced = form_of(walk, kind, headings)
    if form is Form.CASTLING:
        squares = tuple(way[0] for way in legs[-1].all_ways)
        yield Key(form, paced, terms), squares, Act.STOP
        return
    shot = Leg((), squares=first.squares, victim=first.victim, victim_virgin=first.victim_virgin)
    if form is not Form.CHAIN:
        ends = first.acts if form in _AT_FIRST else legs[-1].acts
        screens = SCREENS.get(first.acts, "")
        those = restricted(first if form in _AT_FIRST else legs[-1], has="have")
        whom = f"but only pieces{those}" if those else terms.whom
        if form in (Form.RIFLE, Form.JUMP_CAPTURE):
            yield Key(form, paced, terms, screens=screens, first=shot), vectors, ends
        else:
            yield Key(form, paced, replace(terms, whom=whom), screens=screens), vectors, ends
        return
    plain = shot._replace(acts=first.acts, stays=first.stays)
    for some in _alike(walk, kind, vectors, headings=headings):
        own = frozenset(some) if some != vectors else headings
        yield (
            Key(
                form,
                kind,
                terms,
                first=plain,
                tail=tail_of(walk, own) or (ANYHOW,),
                ends_far=legs[-1].most is None and not legs[-1].anywhere,
            ),
            some,
            Act.STOP,
        )


def _alike(
    walk: Walk, kind: LegKind, vectors: tuple[Vector, ...], headings: frozenset[Vector]
) -> Iterator[tuple[Vector, ...]]:
    """The first steps, grouped by equal continuations."""
    if kind.bend is not Bend.STRAIGHT or kind.anywhere or tail_of(walk, headings) is not None:
        yield vectors
        return
    for straight in (True, False):
        group = tuple(vector for vector in vectors if (0 in vector) is straight)
        if tail_of(walk, frozenset(group)) is not None:
            yield from (group,) if group else ()
        else:
            yield from ((vector,) for vector in group)


def _terms(move: Move, lattice: Lattice) -> Terms:
    """The conditions and effects of a move."""
    passes = EN_PASSANT in move.labels and len(move.legs) == 1 and move.legs[0].acts == Act.STOP
    is_condition = NOT_ROYAL in move.labels and NOT_ROYAL not in dict(move.deeds)
    spares = is_condition and _takes_at_its_end_only(move)
    in_words = {EN_PASSANT: passes, NOT_ROYAL: spares}
    labels = tuple(label for label in move.labels if not in_words.get(label))
    before = ["only as its first move"] if move.is_first else []
    starting = provisos((*move.guards, *(move.legs[0].guards if move.legs else ())))
    before += (
        words.replace("if it is on", "from") if ON_PLACES.fullmatch(words[3:]) else words
        for words in starting
    )
    if len(move.legs) == 1 and move.legs[0].squares and not move.legs[0].stays:
        before += filter(None, (ending(move.legs[0].squares),))
    conditions = tuple(label for label in labels if label not in dict(move.deeds))
    if conditions:
        many = "s" if len(conditions) > 1 else ""
        before.append(f"under the condition{many} {quoted(conditions, ' and ')}")
    if spares:
        before.append("but never a royal piece")
    deeds = [phrase.format(quoted((label,))) for label, phrase in move.deeds]
    if deeds:
        after = [
            f"and then {join_phrases(deeds, ' and ')}".replace("and then “then ", "and “then ")
        ]
    else:
        after = []
    if move.becomes:
        after.append(f"{_BECOMES}{named(move.becomes)}")
    if move.fragments:
        after.append(f"and then burns {_burning(move, lattice)}")
    if move.vanishes:
        after.append("and is removed itself")
    return Terms(ONLY_PASSING if passes else "", tuple(dict.fromkeys(before)), tuple(after))


def _takes_at_its_end_only(move: Move) -> bool:
    """Whether a move captures where it ends, and nowhere else."""
    acts = [leg.acts for leg in move.legs]
    taking = [number for number, each in enumerate(acts) if each & (TAKES | Act.UNLOAD)]
    return taking == [len(acts) - 1] and not acts[-1] & ~TAKES


def by_leg_kind(leg: Leg, lattice: Lattice) -> Iterator[tuple[LegKind, tuple[Vector, ...]]]:
    """The first steps of a leg by their kind."""
    if leg.anywhere:
        yield ANYWHERE, ((0, 1),)
        return
    vectors_by_kind: dict[LegKind, dict[Vector, None]] = {}
    for way in leg.all_ways:
        if kind := leg_kind(leg, way, lattice):
            vectors_by_kind.setdefault(kind, {})[way[0]] = None
    yield from ((kind, tuple(vectors)) for kind, vectors in vectors_by_kind.items())


def _burning(move: Move, lattice: Lattice) -> str:
    """The burning around the end of a move."""
    words_by_victim: dict[str, dict[str, None]] = {}
    for legs in move.fragments:
        burning = burnt(Walk((*move.legs, *legs), lattice), len(move.legs))
        if burning is None:
            return "along paths of several legs (see the diagram)"
        words_by_victim.setdefault(burning[0], {})[burning[1]] = None
    return join_phrases(
        (f"{whom} {join_phrases(words)}" for whom, words in words_by_victim.items()), " and "
    )
