"""Describes a piece in a sentence, from its moves and not from its text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from wazir.piece.model import Act, Count, Lattice, Leg, Move, Piece, Vector
from wazir.piece.words import counted, listed, named, quoted
from wazir.piece.words.chains import (
    ANYHOW,
    SCREENS,
    TAKES,
    Form,
    Walk,
    away,
    burnt,
    each_victim,
    first_leg,
    form_of,
    joined,
    tail_of,
    with_shots,
)
from wazir.piece.words.phrases import (
    ANYWHERE,
    Bend,
    LegKind,
    Phrase,
    Verb,
    ending,
    leg_kind,
    open_label,
    phrases,
    place,
    provisos,
)

__all__ = ["sentence"]

MOST_MOVES = 400
"""The maximum number of described moves."""
MOST_CLAUSES = 8
MOST_PHRASES = 12
LONGEST = 600
"""The approximate maximum length of a sentence, except for its first clause."""
LONGEST_OF_ALL = 1_500
LONG_RIDE, MANY = 7, 64
"""The approximate number of squares of an unlimited ride in a direction, and of a leap to anywhere."""
_MOST_OTHERS = 3


@dataclass(frozen=True, slots=True)
class Terms:
    """The conditions and effects of a move, as ends of a clause."""

    before: tuple[str, ...] = ()
    """The conditions before it."""
    whom: str = ""
    """The restricted victims."""
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


@dataclass(slots=True)
class Clause:
    """A clause: phrases with the same acts and terms."""

    form: Form
    acts: Act
    terms: Terms
    parts: list[tuple[Key, tuple[Vector, ...]]] = field(default_factory=list)


def sentence(piece: Piece, *, broken: bool = False) -> str:
    """A piece in one or two sentences of plain text. Labels of the document are shortened.

    Args:
        piece: The piece.
        broken: Whether its text has an error, so that some moves may be unknown.
    """
    clauses = _clauses(piece.moves[:MOST_MOVES], piece.lattice)
    unseen = max(len(piece.moves) - MOST_MOVES, 0)
    parts, left = _in_words(clauses)
    unseen += left
    if unseen:
        parts.append(f"has {unseen:,} more kind{'s' if unseen > 1 else ''} of moves (see the diagram)")
    if not parts and broken:
        return "It has an error, so that its moves are not known."
    text = _joined(parts) if parts else "never moves"
    more = f" Properties: {named(piece.properties, ' and ')}." if piece.properties else ""
    whole = " ".join((f"{text[:1].upper()}{text[1:]}.{more}", *_besides(piece)))
    return whole if len(whole) <= LONGEST_OF_ALL else whole[: LONGEST_OF_ALL - 1] + "…"


def _in_words(clauses: list[Clause]) -> tuple[list[str], int]:
    """The clauses in words, and the number of omitted ones, which reach the fewest squares."""
    alone = [_words(clause, None) for clause in clauses]
    order = sorted(range(len(clauses)), key=lambda number: -_weight(clauses[number]))
    chosen: set[int] = set()
    for number in order:
        if chosen and (len(chosen) == MOST_CLAUSES or sum(len(alone[at]) for at in (*chosen, number)) > LONGEST):
            break
        chosen.add(number)
    parts = [_words(clauses[at], clauses[at - 1]) if at - 1 in chosen else alone[at] for at in sorted(chosen)]
    return list(dict.fromkeys(parts)), len(clauses) - len(chosen)


def _weight(clause: Clause) -> int:
    """The approximate number of squares that the moves of a clause reach."""
    return sum(
        len(vectors) * (LONG_RIDE if key.kind.most is None else key.kind.most) * (MANY if key.kind.anywhere else 1)
        + (len(vectors) * LONG_RIDE if key.tail and "any distance" in key.tail[-1] else 0)
        for key, vectors in clause.parts
    )


def _besides(piece: Piece) -> Iterator[str]:
    """Sentences about properties of the piece."""
    for promotion in piece.promotions[:_MOST_OTHERS]:
        where, label = place(promotion.guard.test), open_label(promotion.guard)
        when = f" when it ends {where}" if where else ""
        if label and not where:
            when = f" under the condition {quoted((label.removeprefix('condition: '),))}"
        yield f"Becomes {named(promotion.becomes)}{when}."
    for move in piece.freezes[:_MOST_OTHERS]:
        leg = move.legs[0]
        for kind, vectors in _by_leg_kind(leg, piece.lattice):
            nouns = joined(phrases(kind, vectors, names=False))
            yield f"Immobilizes {each_victim(leg)} {nouns}."


def _joined(parts: list[str]) -> str:
    if len(parts) == 1:
        return parts[0]
    simple = len(parts) == 2 and not any("," in part or ";" in part for part in parts)
    return ", or ".join(parts) if simple else "; ".join(parts[:-1]) + f"; or {parts[-1]}"


_TOGETHER = (Form.PLAIN, Form.OVER_ONE, Form.BEHIND_ONE)


def _clauses(moves: Iterable[Move], lattice: Lattice) -> list[Clause]:
    """The moves, grouped by clause."""
    acts_by_vector: dict[Key, dict[Vector | None, Act]] = {}
    for move in moves:
        for key, vectors, acts in _read(move, lattice):
            known = acts_by_vector.setdefault(key, {})
            for vector in vectors or (None,):
                known[vector] = known.get(vector, Act(0)) | acts
    groups: dict[tuple[object, ...], Clause] = {}
    for key, steps in acts_by_vector.items():
        for acts in dict.fromkeys(steps.values()):
            together = Form.PLAIN if key.form in _TOGETHER else key.form
            alone = key if key.form in (Form.CHAIN, Form.STAYS) else None
            group = groups.setdefault((together, acts, key.terms, alone), Clause(together, acts, key.terms))
            vectors = tuple(vector for vector, own in steps.items() if own == acts and vector is not None)
            group.parts.append((key, vectors))
    return list(groups.values())


def _read(move: Move, lattice: Lattice) -> Iterator[tuple[Key, tuple[Vector, ...], Act]]:
    """The key of a move, the first steps of its ways, and its acts."""
    if not all(map(_may_end, move.legs)) or not all(_has_measure(move.legs)):
        return
    move = with_shots(move)
    terms = _terms(move, lattice)
    if not move.legs:
        yield Key(Form.STAYS, ANYWHERE, terms), (), Act.STOP
        return
    walk = Walk(move.legs, lattice)
    first = move.legs[0]
    if first.anywhere:
        yield from _by_form(walk, move, terms, ANYWHERE, ((0, 1),), walk.headings(0, (None,)))
        return
    for kind, vectors in _by_leg_kind(first, lattice):
        alive = tuple(v for v in vectors if any(way[0] == v for way in walk.ways(0, None)))
        if kind.bend is not Bend.STRAIGHT:
            headings = walk.headings(0, [None])
            yield from _by_form(walk, move, terms, kind, alive, headings)
        elif alive:
            yield from _by_form(walk, move, terms, kind, alive, frozenset(alive))


def _by_form(
    walk: Walk, move: Move, terms: Terms, kind: LegKind, vectors: tuple[Vector, ...], headings: frozenset[Vector]
) -> Iterator[tuple[Key, tuple[Vector, ...], Act]]:
    """The form of a move whose first leg is of one kind."""
    legs, first = move.legs, move.legs[0]
    form, paced = form_of(walk, kind, headings)
    if form is Form.CASTLING:
        squares = tuple(way[0] for _, ways in legs[-1].ways for way in ways)
        yield Key(form, paced, terms), squares, Act.STOP
        return
    if form is not Form.CHAIN:
        ends = first.acts if form in (Form.JUMP_CAPTURE, Form.RIFLE) else legs[-1].acts
        screens = SCREENS.get(first.acts, "") if form in (Form.OVER_ONE, Form.BEHIND_ONE) else ""
        whom = _whom(legs[0] if form in (Form.JUMP_CAPTURE, Form.RIFLE) else legs[-1])
        yield Key(form, paced, replace(terms, whom=whom), screens), vectors, ends
        return
    plain = first._replace(
        ways=(), least=1, most=1, ranged=False, wraps=False, mover_virgin=False, guards=(), towards=None
    )
    for some in _alike(walk, kind, vectors, headings):
        own = frozenset(some) if some != vectors else headings
        yield Key(form, kind, terms, first=plain, tail=tail_of(walk, own) or (ANYHOW,)), some, Act.STOP


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
    before = ["only as its first move"] if move.is_first else []
    before += provisos((*move.guards, *(move.legs[0].guards if move.legs else ())))
    if len(move.legs) == 1 and move.legs[0].squares and (words := ending(move.legs[0].squares)):
        before.append(words)
    if move.labels:
        before.append(f"under the condition {quoted(move.labels, ' and ')}")
    after = []
    if move.becomes:
        after.append(f"and becomes {named(move.becomes)}")
    if move.fragments:
        after.append(f"and then burns {_burning(move, lattice)}")
    if move.vanishes:
        after.append("and is removed itself")
    return Terms(tuple(dict.fromkeys(before)), "", tuple(after))


def _whom(leg: Leg) -> str:
    """The restricted victims of a leg, as the end of a clause."""
    name = leg.victim.who.name if leg.victim else None
    if name is None and not leg.victim_virgin:
        return ""
    pieces = f"pieces named {quoted((name,))}" if name else "pieces"
    return f"but only {pieces}{' that have not moved' if leg.victim_virgin else ''}"


def _may_end(leg: Leg) -> bool:
    """Whether a leg may end on any square."""
    return bool(leg.acts) and (leg.anywhere or any(ways for _, ways in leg.ways))


def _has_measure(legs: tuple[Leg, ...]) -> Iterator[bool]:
    """For each leg, whether a ranged leg precedes it if it copies a length."""
    for number, leg in enumerate(legs):
        yield leg.counts is not Count.AS_LONG or any(before.ranged for before in legs[:number])


def _by_leg_kind(leg: Leg, lattice: Lattice) -> Iterator[tuple[LegKind, tuple[Vector, ...]]]:
    """The first steps of a leg by their kind."""
    if leg.anywhere:
        yield ANYWHERE, ((0, 1),)
        return
    vectors_by_kind: dict[LegKind, list[Vector]] = {}
    for _, ways in leg.ways:
        for way in ways:
            kind = leg_kind(leg, way, lattice)
            if kind is not None:
                vectors_by_kind.setdefault(kind, []).append(way[0])
    for kind, vectors in vectors_by_kind.items():
        yield kind, tuple(dict.fromkeys(vectors))


def _words(clause: Clause, before: Clause | None) -> str:
    """The phrases of a group of moves."""
    text = _TEXTS[clause.form](clause) if clause.form is not Form.CHAIN else _chain(clause, before)
    terms = clause.terms
    return ", ".join(filter(None, (text, terms.whom, *terms.before, *terms.after)))


def _plain(clause: Clause) -> str:
    """Moves and captures of one leg, or over a piece."""
    all_phrases = [phrase for key, vectors in clause.parts for phrase in _phrases(key, vectors)]
    unsaid = all_phrases[MOST_PHRASES:]
    groups: dict[tuple[Verb, str], list[str]] = {}
    for phrase in all_phrases[:MOST_PHRASES]:
        groups.setdefault((phrase.verb, phrase.after + phrase.condition), []).append(phrase.words)
    parts = [f"{_verb(verb, clause.acts)} {listed(words)}{after}" for (verb, after), words in groups.items()]
    if not clause.acts & Act.STOP:
        parts[1:] = [part.removeprefix(_taking(clause.acts)).strip() for part in parts[1:]]
    mixed = len(parts) > 1 and any(" or " in part for part in parts)
    text = ", or ".join(parts) if mixed else listed(parts)
    if unsaid:
        text += f", or in {counted(len(unsaid))} more way{'s' if len(unsaid) > 1 else ''} (see the diagram)"
    after = _AFTER.get(clause.acts, "")
    comma = "," if after != _AFTER[Act.STOP] or len(all_phrases) > 1 or " if " in text else ""
    return f"{text}{comma} {after}" if after else text


_AFTER = {
    Act.STOP: "without capturing",
    Act.STOP | Act.DESTROY: "taking only friends",
    Act.STOP | TAKES: "taking friend or foe",
}


def _taking(acts: Act) -> str:
    return {Act.CAPTURE: "captures", Act.DESTROY: "takes a friend"}.get(acts, "takes friend or foe")


def _verb(verb: Verb, acts: Act) -> str:
    return verb.goes if acts & Act.STOP else verb.captures.replace("captures", _taking(acts))


def _phrases(key: Key, vectors: tuple[Vector, ...]) -> Iterator[Phrase]:
    """The phrases of a move of one leg, or over a piece."""
    if key.form is Form.PLAIN:
        yield from phrases(key.kind, vectors)
        return
    for phrase in phrases(key.kind, vectors, names=False):
        if key.form is Form.OVER_ONE:
            after = f"{phrase.after} over exactly one {key.screens}"
            yield Phrase(Verb.HOP, phrase.noun, phrase.noun, after, phrase.condition)
            continue
        if key.kind.most is None and key.kind.least <= 1 and phrase.verb is Verb.SLIDE:
            first = "first piece" + (f" (a {key.screens})" if key.screens != "piece" else "")
            where = phrase.noun.removeprefix("any distance ")
            words = f"over the {first} {where} to the square right behind it"
        elif phrase.verb is Verb.STEP:
            where = phrase.noun.removeprefix("one step ")
            words = f"over an adjacent {key.screens} {where} to the square right behind it"
        else:
            beyond = "right behind it" if phrase.verb is Verb.SLIDE else "just as far beyond"
            beyond = "one leap farther on" if phrase.verb is Verb.RIDE else beyond
            words = f"over a {key.screens} {phrase.noun} away to the square {beyond}"
        yield Phrase(Verb.HOP, words, words, phrase.after, phrase.condition)


def _away(clause: Clause) -> str:
    return away(phrase for key, vectors in clause.parts for phrase in phrases(key.kind, vectors, names=False))


def _jumps(clause: Clause) -> str:
    leaps = any(phrase.verb is Verb.LEAP for key, v in clause.parts for phrase in phrases(key.kind, v, names=False))
    where = "the empty square just as far beyond" if leaps else "the empty square behind"
    return f"captures {_whole(clause.acts)} {_away(clause)} by jumping over it to {where}"


def _shoots(clause: Clause) -> str:
    return f"takes {_whole(clause.acts)} {_away(clause)} without moving"


def _whole(acts: Act) -> str:
    return {Act.CAPTURE: "a foe", Act.DESTROY: "a friend"}.get(acts, "a friend or foe")


def _stays(_clause: Clause) -> str:
    return "stays where it is"


def _castling(clause: Clause) -> str:
    steps = sorted({x for _, vectors in clause.parts for x, _ in vectors})
    sides = {(True, True): "to either side", (False, True): "to the right"}.get(
        (steps[0] < 0, steps[-1] > 0), "to the left"
    )
    squares = listed(dict.fromkeys(counted(abs(x)) for x in steps))
    return f"castles {squares} squares {sides} with a friend on the edge file that has not moved"


_TEXTS = {
    Form.PLAIN: _plain,
    Form.JUMP_CAPTURE: _jumps,
    Form.RIFLE: _shoots,
    Form.CASTLING: _castling,
    Form.STAYS: _stays,
}


def _chain(clause: Clause, before: Clause | None) -> str:
    """A move of several legs; short if its first leg was just described."""
    ((key, vectors),) = clause.parts
    tail = ", ".join(key.tail)
    first = key.first or Leg(())
    if before and _begins_as(key, vectors, clause.terms, before):
        return f"from an empty square there continues {tail.removeprefix('then ')}"
    return f"{first_leg(first, key.kind, vectors)}, {tail}"


def _begins_as(key: Key, vectors: tuple[Vector, ...], terms: Terms, before: Clause) -> bool:
    if before.form is not Form.PLAIN or not before.acts & Act.STOP or terms != before.terms or len(before.parts) != 1:
        return False
    other, steps = before.parts[0]
    stops = key.first is not None and key.first.acts == Act.STOP and not key.first.stays and not key.first.squares
    plain_tail = not any(word.startswith(("then if", "then takes", "then under", "then back")) for word in key.tail[:1])
    return stops and plain_tail and other.form is Form.PLAIN and other.kind == key.kind and set(steps) == set(vectors)


def _burning(move: Move, lattice: Lattice) -> str:
    """The burning around the end of a move."""
    words_by_victim: dict[str, dict[str, None]] = {}
    for legs in move.fragments:
        burning = burnt(Walk((*move.legs, *legs), lattice), len(move.legs))
        if burning is None:
            return "along paths of several legs (see the diagram)"
        words_by_victim.setdefault(burning[0], {})[burning[1]] = None
    return listed((f"{whom} {listed(words)}" for whom, words in words_by_victim.items()), " and ")
