"""What a piece does, as a sentence in plain words; made from its moves, not from how they were written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum, auto

from wazir.piece.chains import (
    ENDS,
    Tail,
    first_leg,
    goes_back,
    goes_straight_on,
    happening,
    headings_after,
    is_return,
    tail_of,
)
from wazir.piece.conditions import spoken
from wazir.piece.gaits import Bend, Gait, Phrase, Verb, gait_of, phrases
from wazir.piece.model import Act, Count, Lattice, Leg, Move, Piece, Vector
from wazir.piece.words import counted, listed

__all__ = ["sentence"]

MOST_MOVES = 400
"""Further moves are not looked at, only counted."""
MOST_CLAUSES = 8
MOST_PHRASES = 12
LONGEST = 600
"""No clause but the first makes a sentence longer than about this many characters."""
LONGEST_OF_ALL = 1_500
_LONGEST_LABEL = 80
_MOST_LABELS = 3


class Form(Enum):
    """What kind of a move it is, as far as words have one of their own."""

    PLAIN = auto()
    OVER_ONE = auto()
    """A ride over exactly one piece."""
    BEHIND_ONE = auto()
    """A ride to a piece, which ends right behind it."""
    JUMP_CAPTURE = auto()
    """Over a foe, which is taken, to the square behind it."""
    RIFLE = auto()
    """It takes something and is back where it was."""
    CASTLING = auto()
    CHAIN = auto()


@dataclass(frozen=True, slots=True)
class Terms:
    """What a move asks for, or brings, besides a path."""

    first: bool = False
    unmoved: bool = False
    labels: tuple[str, ...] = ()
    victims: tuple[str, ...] = ()
    """The names of the only pieces that it takes."""
    becomes: tuple[str, ...] = ()
    fragments: tuple[tuple[Leg, ...], ...] = ()
    vanishes: bool = False


@dataclass(frozen=True, slots=True)
class Key:
    """Moves with equal keys are said together."""

    form: Form
    gait: Gait
    terms: Terms
    first: Leg | None = None
    """Of a chain: its first leg without ways."""
    tail: tuple[str, ...] = ()


@dataclass(slots=True)
class Said:
    """Something that a piece does: the phrases that share acts and terms."""

    form: Form
    acts: Act
    terms: Terms
    parts: list[tuple[Key, tuple[Vector, ...]]] = field(default_factory=list)


def sentence(piece: Piece) -> str:
    """What a piece does, in one or two sentences of plain text; labels are those of the document, shortened."""
    said = list(_said(piece.moves[:MOST_MOVES], piece.lattice))
    unseen = len(piece.moves) - MOST_MOVES
    parts: list[str] = []
    for number, one in enumerate(said):
        part = _clause(one, said[number - 1] if number else None)
        if number and (number >= MOST_CLAUSES or sum(map(len, parts)) + len(part) > LONGEST):
            unseen = max(unseen, 0) + len(said) - number
            break
        if part not in parts:
            parts.append(part)
    if unseen > 0:
        parts.append(f"has {unseen:,} more kind{'s' if unseen > 1 else ''} of moves")
    text = _joined(parts) if parts else "never moves"
    more = f" Properties: {listed(_short(piece.properties), ' and ')}." if piece.properties else ""
    whole = " ".join((f"{text[:1].upper()}{text[1:]}.{more}", *_besides(piece)))
    return whole if len(whole) <= LONGEST_OF_ALL else whole[: LONGEST_OF_ALL - 1] + "…"


def _besides(piece: Piece) -> Iterator[str]:
    """What is true of the piece whatever its move, in sentences."""
    for promotion in piece.promotions[:_MOST_LABELS]:
        where = listed(_short(tuple(sorted(spoken((promotion.guard,))))), " and ")
        yield f"Becomes {listed(_short(promotion.becomes))}{f' under the condition “{where}”' if where else ''}."
    for move in piece.freezes[:_MOST_LABELS]:
        for gait, vectors in _by_gait(move.legs[0], piece.lattice):
            nouns = listed(phrase.noun for phrase in phrases(gait, vectors, names=False))
            victim = move.legs[0].victim
            whom = f"the piece {victim.who.name}" if victim and victim.who.name else "pieces"
            yield f"Immobilizes {whom} {nouns} away."


def _joined(parts: list[str]) -> str:
    if len(parts) == 1:
        return parts[0]
    simple = len(parts) == 2 and not any("," in part or ";" in part for part in parts)
    return ", or ".join(parts) if simple else "; ".join(parts[:-1]) + f"; or {parts[-1]}"


def _said(moves: Iterable[Move], lattice: Lattice) -> Iterator[Said]:
    """The moves, those together that are said together."""
    found: dict[Key, dict[Vector, Act]] = {}
    for move in moves:
        for key, vectors, acts in _read(move, lattice):
            known = found.setdefault(key, {})
            for vector in vectors:
                known[vector] = known.get(vector, Act(0)) | acts
    groups: dict[tuple[object, ...], Said] = {}
    for key, steps in found.items():
        for acts in dict.fromkeys(steps.values()):
            together = key.form if key.form not in (Form.OVER_ONE, Form.BEHIND_ONE) else Form.PLAIN
            named = (together, acts, key.terms, key if key.form is Form.CHAIN else None)
            group = groups.setdefault(named, Said(together, acts, key.terms))
            group.parts.append((key, tuple(vector for vector, own in steps.items() if own == acts)))
    yield from groups.values()


def _read(move: Move, lattice: Lattice) -> Iterator[tuple[Key, tuple[Vector, ...], Act]]:
    """How a move is said: its key, the first steps of its ways, and what happens at its end."""
    if any(map(_never, move.legs)):
        return
    terms = Terms(
        first=move.is_first,
        unmoved=len(move.legs) == 1 and move.legs[0].victim_virgin,
        labels=_conditions(move),
        victims=tuple(dict.fromkeys(leg.victim.who.name for leg in move.legs if leg.victim and leg.victim.who.name)),
        becomes=move.becomes,
        fragments=move.fragments,
        vanishes=move.vanishes,
    )
    if not move.legs:
        yield Key(Form.RIFLE, replace(_STAYS, lattice=lattice), terms), (), Act(0)
        return
    first, rest = move.legs[0], move.legs[1:]
    for gait, vectors in _by_gait(first, lattice):
        headings = frozenset(vectors) if gait.bend is Bend.STRAIGHT else headings_after(first, [None])
        form, paced = _form(move, gait, headings)
        if form is Form.CHAIN:
            plain = Leg((), acts=first.acts, victim_virgin=first.victim_virgin)
            yield Key(form, gait, terms, plain, tail_of(rest, headings, lattice).words), vectors, Act.STOP
        elif form is Form.CASTLING:
            squares = tuple(way[0] for _, ways in move.legs[-1].ways for way in ways)
            yield Key(form, paced, terms), squares, Act.STOP
        else:
            ends = first.acts if form in (Form.JUMP_CAPTURE, Form.RIFLE) else move.legs[-1].acts
            yield Key(form, paced, terms), vectors, ends


def _conditions(move: Move) -> tuple[str, ...]:
    """What a move depends on besides where pieces stand, in words."""
    guards = [guard for leg in move.legs for guard in (*leg.guards, *((leg.squares,) if leg.squares else ()))]
    return tuple(sorted({*move.labels, *spoken((*move.guards, *guards))}))


def _never(leg: Leg) -> bool:
    """Whether no square is ever entered by a leg."""
    no_ways = not leg.anywhere and not any(ways for _, ways in leg.ways)
    return no_ways or not leg.acts or (leg.most is not None and leg.most < max(leg.least, 1))


_STAYS = Gait(1, 1, Leg(()).over, False, False, False, Bend.STRAIGHT)


def _by_gait(leg: Leg, lattice: Lattice) -> Iterator[tuple[Gait, tuple[Vector, ...]]]:
    """The first steps of a leg, by how it goes on from them."""
    if leg.anywhere:
        yield gait_of(leg, ((0, 1),), lattice), ((0, 1),)
        return
    found: dict[Gait, list[Vector]] = {}
    for _, ways in leg.ways:
        for way in ways:
            found.setdefault(gait_of(leg, way, lattice), []).append(way[0])
    for gait, vectors in found.items():
        yield gait, tuple(dict.fromkeys(vectors))


def _form(move: Move, gait: Gait, headings: frozenset[Vector]) -> tuple[Form, Gait]:
    """The form of a move, and how far it goes in all."""
    legs = move.legs
    if all(leg.stays or is_return(leg) for leg in legs[-1:]) and len(legs) <= 2 and not legs[0].acts & ~_KILLS:
        return Form.RIFLE, gait
    if len(legs) == 1:
        return (Form.PLAIN if legs[0].acts & ~_TAKES == Act(0) else Form.CHAIN), gait
    if legs[0].on_edge_file and len(legs) == 3:
        return Form.CASTLING, gait
    if len(legs) > 2:
        return Form.CHAIN, gait
    first, then = legs
    if goes_straight_on(then, headings):
        if first.acts == Act.HOP and then.most == 1 and then.counts is Count.OWN:
            return Form.BEHIND_ONE, gait
        if first.acts == Act.HOP and (then.counts is Count.SHARED or first.most is then.most is None):
            return Form.OVER_ONE, _with_most(gait, then.most)
        if first.acts == Act.CAPTURE and first.most == then.most == 1 and then.acts == Act.STOP:
            return Form.JUMP_CAPTURE, gait
    as_far = then.counts is Count.AS_LONG or first.most == then.most == 1
    returns = goes_back(then, headings) and as_far and Act.STOP in then.acts and not then.acts & ~_TAKES
    if returns and not first.acts & ~(Act.CAPTURE | Act.DESTROY):
        return Form.RIFLE, gait
    return Form.CHAIN, gait


_TAKES = Act.STOP | Act.CAPTURE | Act.DESTROY
_KILLS = Act.CAPTURE | Act.DESTROY


def _with_most(gait: Gait, most: int | None) -> Gait:
    return replace(gait, most=most)


def _clause(said: Said, before: Said | None) -> str:
    """What is said of one group of moves."""
    if said.form is Form.CHAIN:
        text = _chain(said, before)
    elif said.form is Form.CASTLING:
        text = _castling(said)
    elif said.form is Form.PLAIN:
        text = _plain(said)
    else:
        text = _takes_from_afar(said)
    return ", ".join((text, *_terms(said.terms, said.parts[0][0].gait.lattice)))


def _plain(said: Said) -> str:
    """Moves and captures of one leg, or over a piece."""
    found = [phrase for key, vectors in said.parts for phrase in _phrases(key, vectors)]
    unsaid = len(found) - MOST_PHRASES
    found = found[:MOST_PHRASES]
    goes = bool(said.acts & Act.STOP)
    by_verb: dict[Verb, list[str]] = {}
    for phrase in found:
        by_verb.setdefault(phrase.verb, []).append(phrase.words)
    parts = [f"{_verb(verb, said.acts)} {listed(words)}" for verb, words in by_verb.items()]
    if not goes:
        parts[1:] = [part.removeprefix(_taking(said.acts)).strip() for part in parts[1:]]
    text = ", or ".join(parts) if len(found) > len(parts) > 1 else listed(parts)
    if unsaid > 0:
        text += f", and in {counted(unsaid)} more way{'s' if unsaid > 1 else ''}"
    after = _AFTER.get(said.acts, "")
    return (
        text
        + ("," if after and (after != _AFTER[Act.STOP] or "," in text or " if " in text or len(found) > 1) else "")
        + (f" {after}" if after else "")
    )


_AFTER = {
    Act.STOP: "without capturing",
    Act.STOP | Act.DESTROY: "taking only friends",
    Act.STOP | Act.CAPTURE | Act.DESTROY: "taking friend or foe",
}


def _taking(acts: Act) -> str:
    return {Act.CAPTURE: "captures", Act.DESTROY: "takes a friend"}.get(acts, "takes friend or foe")


def _verb(verb: Verb, acts: Act) -> str:
    return verb.goes if acts & Act.STOP else verb.captures.replace("captures", _taking(acts))


def _phrases(key: Key, vectors: tuple[Vector, ...]) -> Iterator[Phrase]:
    if key.form is Form.PLAIN:
        yield from phrases(key.gait, vectors)
        return
    for phrase in phrases(key.gait, vectors, names=False):
        if key.form is Form.OVER_ONE:
            words = f"{phrase.noun} over exactly one piece"
        elif key.gait.most is None and phrase.verb is Verb.SLIDE:
            words = f"over the first piece {phrase.noun.removeprefix('any distance ')} to the square right behind it"
        elif phrase.verb is Verb.STEP:
            words = f"over an adjacent piece {phrase.noun.removeprefix('one step ')} to the square right behind it"
        else:
            beyond = "right behind it" if phrase.verb is Verb.SLIDE else "just as far beyond"
            words = f"over a piece {phrase.noun} away to the square {beyond}"
        yield Phrase(Verb.HOP, words, words)


def _takes_from_afar(said: Said) -> str:
    """Captures by jumping, and without moving."""
    nouns = [
        phrase.noun for key, vectors in said.parts if vectors for phrase in phrases(key.gait, vectors, names=False)
    ]
    if said.form is Form.JUMP_CAPTURE:
        return f"captures a foe {listed(nouns)} away by jumping over it to the empty square behind"
    if not nouns:
        return "stays where it is"
    whom = {Act.CAPTURE: "a foe", Act.DESTROY: "a friend"}.get(said.acts, "a friend or foe")
    return f"takes {whom} {listed(nouns)} away without moving"


def _castling(said: Said) -> str:
    steps = sorted({x for _, vectors in said.parts for x, _ in vectors})
    sides = {(True, True): "to either side", (False, True): "to the right"}.get(
        (steps[0] < 0, steps[-1] > 0), "to the left"
    )
    squares = listed(dict.fromkeys(counted(abs(x)) for x in steps))
    return f"castles {squares} squares {sides} with a friend on the edge file that has not moved"


def _chain(said: Said, before: Said | None) -> str:
    """A move of several legs; short where its first leg is what was said just before."""
    ((key, vectors),) = said.parts
    tail = ", then ".join(key.tail)
    if before and _begins_as(key, vectors, said.terms, before):
        return f"continues from there {tail}"
    if not key.tail:
        return _only_leg(key, vectors)
    begin = first_leg(key.first or Leg(()), key.gait, vectors)
    return f"{'makes' if begin.startswith(('a ', 'any number')) else 'goes'} {begin}, then {tail}"


def _only_leg(key: Key, vectors: tuple[Vector, ...]) -> str:
    """A single leg that ends in some other way than moves do."""
    leg = key.first or Leg(())
    nouns = listed(phrase.noun for phrase in phrases(key.gait, vectors, names=False))
    return f"goes {nouns} {happening(leg.acts, ENDS, {}, leg.victim_virgin)}"


def _begins_as(key: Key, vectors: tuple[Vector, ...], terms: Terms, before: Said) -> bool:
    if before.form is not Form.PLAIN or not before.acts & Act.STOP or terms != before.terms or len(before.parts) != 1:
        return False
    other, steps = before.parts[0]
    stops = key.first is not None and key.first.acts == Act.STOP
    return stops and other.form is Form.PLAIN and other.gait == key.gait and set(steps) == set(vectors)


def _terms(terms: Terms, lattice: Lattice) -> Iterator[str]:
    """What a move asks for, as ends of a clause."""
    if terms.unmoved:
        yield "only a piece that has not moved yet"
    if terms.first:
        yield "only as its first move"
    if terms.labels:
        yield f"under the condition {listed((f'“{label}”' for label in _short(terms.labels)), ' and ')}"
    if terms.victims:
        yield f"taking only {listed(_short(terms.victims))}"
    if terms.becomes:
        yield f"and becomes {listed(_short(terms.becomes))}"
    if terms.fragments:
        yield f"and at its end burns {_burning(terms.fragments, lattice)}"
    if terms.vanishes:
        yield "and is removed itself"


def _burning(fragments: tuple[tuple[Leg, ...], ...], lattice: Lattice) -> str:
    """What burns around the end of a move."""
    whom = {Act.CAPTURE: "every foe", Act.DESTROY: "every friend"}
    found: dict[str, dict[str, None]] = {}
    for legs in fragments[:MOST_CLAUSES]:
        victims = whom.get(legs[-1].acts & ~Act.STOP, "every piece")
        for gait, vectors in _by_gait(legs[0], lattice):
            if len(legs) == 1:
                words = listed(phrase.noun for phrase in phrases(gait, vectors, names=False))
            else:
                tail: Tail = tail_of(legs[1:], frozenset(vectors), lattice)
                victims, words = "what it meets", ", then ".join((first_leg(legs[0], gait, vectors), *tail.words))
            found.setdefault(victims, {})[words] = None
    return listed((f"{victims} {listed(words)}" for victims, words in found.items()), " and ")


def _short(labels: tuple[str, ...]) -> list[str]:
    """The first of some labels, each on a short line."""
    lines = [" ".join(label.split()) for label in labels[:_MOST_LABELS]]
    cut = [line if len(line) <= _LONGEST_LABEL else line[: _LONGEST_LABEL - 1] + "…" for line in lines]
    return cut + ([f"{len(labels) - len(cut)} more"] if len(labels) > len(cut) else [])
