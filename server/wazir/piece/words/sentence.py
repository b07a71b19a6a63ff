"""Describes a piece in a sentence, from its moves and not from its text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import accumulate

from wazir.piece.conditions import Test, open_label
from wazir.piece.model import Act, Leg, Move, Piece, Promotion, Vector
from wazir.piece.words import join_phrases, named, number_word, quoted
from wazir.piece.words.chains import Form, each_victim, first_leg, joined, shot, without_moving
from wazir.piece.words.clauses import Clause, Key, Terms, by_leg_kind, clauses
from wazir.piece.words.conditions import article_of, away, condition, place
from wazir.piece.words.phrases import Bend, Phrase, Verb, phrases
from wazir.piece.words.walks import TAKES, fewest_words, starting_promotions

__all__ = ["sentence"]

IMITATOR = "imitator"
"""The property of a piece that moves as the piece that moved last."""
MAX_MOVES = 400
"""The maximum number of described moves."""
MAX_LEGS = 2_000
"""The maximum number of their legs."""
MAX_CLAUSES = 8
MAX_PHRASES = 12
MAX_LETTERS = 680
"""The approximate maximum length of a sentence, except for its first clause."""
SHORT = 80
"""The length of a last clause that is said anyway: to say that it is omitted is not much
shorter.
"""
MAX_LETTERS_OF_ALL = 1_500
LONG_RIDE, MANY = 7, 64
"""The approximate number of squares of an unlimited ride in a direction, and of a leap to
anywhere.
"""
_MAX_OTHERS = 3
MAX_OUTCOMES = 8
MAX_LETTERS_OF_OUTCOME = 100
"""The maximum length of the moves of a piece without a name that another piece becomes."""


def sentence(piece: Piece, name: str = "") -> str:
    """A piece in one or two sentences of plain text. Labels of the document are shortened.

    Args:
        piece: The piece.
        name: Its name. It is not compared with itself: a king does not move "like a king".
    """
    described = _described(piece.moves)
    moves, promotions = starting_promotions(described)
    unseen = len(piece.moves) - len(described)
    parts, left = _in_words(clauses(fewest_words(moves, piece.lattice), piece.lattice))
    unseen += left
    if unseen:
        kinds = f"{number_word(unseen)} more kind{'s' if unseen > 1 else ''} of moves"
        parts.append(f"has {kinds} (see the diagram)")
    properties = tuple(word for word in piece.properties if word != IMITATOR)
    if IMITATOR in piece.properties:
        parts.append("imitates the piece that moved last")
    text = _joined(parts) if parts else "never moves"
    starts = (f"{_starting(test)} promotes to {named(becomes)}." for test, becomes in promotions)
    more = (f"Properties: {named(properties, ' and ')}.",) if properties else ()
    if name:
        text = re.sub(rf" like a {re.escape(name.lower())}\b(?!-)", "", text)
    whole = " ".join((f"{text[:1].upper()}{text[1:]}.", *starts, *more, *_besides(piece)))
    return whole if len(whole) <= MAX_LETTERS_OF_ALL else whole[: MAX_LETTERS_OF_ALL - 1] + "…"


def _described(moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """The first moves, as many as a sentence describes."""
    legs = accumulate(len(move.all_legs) for move in moves[:MAX_MOVES])
    return moves[: sum(count <= MAX_LEGS for count in legs)]


def _starting(test: Test) -> str:
    """The beginning of a sentence about moves that begin under a condition: "From rank 7 it"."""
    where = place(test)
    if where and where.startswith("on "):
        return f"From {where.removeprefix('on ')} it"
    return f"If {condition(test)}, it"


def _in_words(some: list[Clause]) -> tuple[list[str], int]:
    """The clauses in words, and the number of omitted ones, which reach the fewest squares."""
    alone = [_words(clause, None) for clause in some]
    order = sorted(range(len(some)), key=lambda number: -_weight(some[number]))
    chosen: set[int] = set()
    for number in order:
        is_long = (
            len(chosen) == MAX_CLAUSES
            or sum(len(alone[at]) for at in (*chosen, number)) > MAX_LETTERS
        )
        if chosen and is_long and (len(chosen) < len(some) - 1 or len(alone[number]) > SHORT):
            break
        chosen.add(number)
    parts = [
        _words(some[at], some[at - 1]) if at - 1 in chosen else alone[at] for at in sorted(chosen)
    ]
    return list(dict.fromkeys(parts)), len(some) - len(chosen)


def _weight(clause: Clause) -> int:
    """The approximate number of squares that the moves of a clause reach."""
    weight = 0
    for key, vectors in clause.parts:
        squares = LONG_RIDE if key.kind.most is None else key.kind.most
        if key.kind.anywhere:
            squares *= MANY
        if key.ends_far:
            squares += LONG_RIDE
        weight += len(vectors) * squares
    return weight


def _besides(piece: Piece) -> Iterator[str]:
    """Sentences about properties of the piece."""
    for promotion in piece.promotions[:_MAX_OTHERS]:
        where, label = place(promotion.guard.test), open_label(promotion.guard)
        stated = (
            f" under the condition {quoted((label.removeprefix('condition: '),))}" if label else ""
        )
        when = f" when it ends {where}" if where else stated
        yield f"{f'Becomes {_outcomes(promotion)}{when}'.removesuffix(',')}."
    for move in piece.freezes[:_MAX_OTHERS]:
        leg = move.legs[0]
        for kind, vectors in by_leg_kind(leg, piece.lattice):
            nouns = joined(phrases(kind, vectors, names=False))
            yield f"Immobilizes {each_victim(leg)} {nouns}."


def _outcomes(promotion: Promotion) -> str:
    """What a piece becomes: names first, then moves of pieces without a name, which end with a
    comma.
    """
    moves = {text: sentence(piece).rstrip(".") for text, piece in promotion.unnamed}
    short = {text: words for text, words in moves.items() if len(words) <= MAX_LETTERS_OF_OUTCOME}
    if not short:
        return named(promotion.becomes)
    others = [text for text in promotion.becomes if text not in short]
    known: list[str] = []
    pieces: list[str] = []
    for words in short.values():
        if match := _LIKE_A_PIECE.fullmatch(words):
            known.append(f"like {match[1]}")
        else:
            pieces.append(f"a piece that {words[:1].lower()}{words[1:]}")
    if known:
        pieces.insert(0, f"a piece that moves {join_phrases(known)}")
    if others:
        pieces.insert(0, named(others))
    return f"{join_phrases(pieces[:MAX_OUTCOMES])},"


_LIKE_A_PIECE = re.compile(
    r"(?:Moves one step in any direction"
    r"|Slides any distance (?:in any direction|orthogonally|diagonally)"
    r"|Leaps \(\d+,\d+\)"
    r"|Makes any number of \(\d+,\d+\) leaps in a line) like (a [\w-]+)"
)
"""A sentence about a piece that has all moves of a well-known one, and no other."""


def _joined(parts: list[str]) -> str:
    simple = len(parts) == 1 or (len(parts) == 2 and not re.search("[,;]", "".join(parts)))
    return ", or ".join(parts) if simple else "; ".join(parts[:-1]) + f"; or {parts[-1]}"


def _words(clause: Clause, before: Clause | None) -> str:
    """The phrases of a group of moves."""
    text = _TEXTS[clause.form](clause) if clause.form is not Form.CHAIN else _chain(clause, before)
    terms = clause.terms
    whom = "" if clause.form is Form.SWEEP else terms.whom
    return ", ".join(filter(None, (text, whom, *terms.before, *terms.after)))


def _plain(clause: Clause) -> str:
    """Moves and captures of one leg, or over a piece."""
    all_phrases = [phrase for key, vectors in clause.parts for phrase in _phrases(key, vectors)]
    unsaid = all_phrases[MAX_PHRASES:]
    groups: dict[tuple[Verb, str], list[Phrase]] = {}
    for phrase in all_phrases[:MAX_PHRASES]:
        groups.setdefault((phrase.verb, phrase.after + phrase.condition), []).append(phrase)
    ordered = sorted(
        groups.items(),
        key=lambda group: not clause.acts & Act.STOP and group[0][0] is not Verb.STEP,
    )
    parts = [
        f"{_verb(verb, clause.acts)} {join_phrases(_leaps_together(alike))}{after}"
        for (verb, after), alike in ordered
    ]
    if not clause.acts & Act.STOP:
        parts[1:] = [part.removeprefix(_taking(clause.acts)).strip() for part in parts[1:]]
    text = join_phrases(parts)
    if unsaid:
        text += (
            f", or in {number_word(len(unsaid))} more way{'s' if len(unsaid) > 1 else ''} (see the "
            "diagram)"
        )
    after = _AFTER.get(clause.acts, "")
    if after != _AFTER[Act.STOP] or len(all_phrases) > 1 or re.search(" if |, ", text):
        comma = ","
    else:
        comma = ""
    return f"{text}{comma} {after}" if after else text


def _leaps_together(alike: list[Phrase]) -> list[str]:
    """The words of phrases, straight leaps in the same directions as one: "two or three squares
    diagonally".
    """
    lengths: dict[str, set[int]] = {}
    for phrase in alike:
        if phrase.squares:
            lengths.setdefault(phrase.directions, set()).add(phrase.squares)

    def words(phrase: Phrase) -> str:
        if not phrase.squares:
            return phrase.words
        numbers = join_phrases(map(number_word, sorted(lengths[phrase.directions])))
        return f"{numbers} squares {phrase.directions}"

    return list(dict.fromkeys(map(words, alike)))


_AFTER = {
    Act.STOP: "without capturing",
    Act.STOP | Act.DESTROY: "taking only friends",
    Act.STOP | TAKES: "taking friend or enemy",
}


def _taking(acts: Act) -> str:
    return {Act.CAPTURE: "captures", Act.DESTROY: "takes a friend"}.get(
        acts, "takes friend or enemy"
    )


def _verb(verb: Verb, acts: Act) -> str:
    return verb.goes if acts & Act.STOP else verb.captures.replace("captures", _taking(acts))


def _phrases(key: Key, vectors: tuple[Vector, ...]) -> Iterator[Phrase]:
    """The phrases of a move of one leg, or over a piece."""
    for phrase in phrases(key.kind, vectors, names=key.form is Form.PLAIN):
        if key.form is Form.PLAIN:
            yield phrase
        elif key.form is Form.OVER_ONE:
            after = f"{phrase.after} over exactly one {key.screens}"
            yield Phrase(
                Verb.HOP, phrase.noun, phrase.noun, after=after, condition=phrase.condition
            )
        else:
            yield _right_behind(phrase, key)


def _right_behind(phrase: Phrase, key: Key) -> Phrase:
    """A hop to the square right behind a piece."""
    article = article_of(key.screens)
    first = "first piece" + (f" ({article} {key.screens})" if key.screens != "piece" else "")
    verb = Verb.HOP
    is_free = key.kind.most is None and key.kind.least <= 1
    if is_free and phrase.verb is Verb.SLIDE:
        words = (
            f"over the {first} {phrase.noun.removeprefix('any distance ')} to the square right "
            "behind it"
        )
    elif phrase.verb is Verb.RIDE and key.kind.bend is Bend.STRAIGHT:
        leaps = phrase.noun.removeprefix("any number of ").removesuffix(" in a line")
        like = "like a nightrider-hopper " if leaps == "(1,2) leaps" else ""
        words = f"{like}over the {first} in a line of {leaps} to the square one leap beyond it"
    elif phrase.verb is Verb.STEP:
        where = phrase.noun.removeprefix("one step ")
        verb = Verb.JUMP
        words = f"two squares {where} over an adjacent {key.screens}"
    else:
        beyond = _BEYOND.get(phrase.verb, "just as far beyond")
        words = f"over {article} {key.screens} {away(phrase.noun)} to the square {beyond}"
    return Phrase(verb, words, words, after=phrase.after, condition=phrase.condition)


_BEYOND = {Verb.SLIDE: "right behind it", Verb.RIDE: "one leap beyond it"}
"""The landing square of a hop by its verb."""


def _jumps(clause: Clause) -> str:
    leaps = any(phrase.verb is Verb.LEAP for phrase in _nouns(clause))
    where = "just as far beyond" if leaps else "behind"
    return f"{shot(_victim(clause), _nouns(clause))} by jumping over it to the empty square {where}"


def _victim(clause: Clause) -> Leg:
    """The leg that captures."""
    return (clause.parts[0][0].first or Leg(()))._replace(acts=clause.acts)


def _nouns(clause: Clause) -> list[Phrase]:
    return [
        phrase
        for key, vectors in clause.parts
        for phrase in phrases(key.kind, vectors, names=False)
    ]


def _sweeps(clause: Clause) -> str:
    """A ride over several pieces: "slides any distance forward over any number of enemies, taking
    them all".
    """
    many = "any number of" if clause.parts[0][0].kind.least == 1 else "two or more"
    nouns = joined(
        phrase
        for key, v in clause.parts
        for phrase in phrases(replace(key.kind, least=1), v, names=False)
    )
    verb = "makes" if any(phrase.verb is Verb.RIDE for phrase in _nouns(clause)) else "slides"
    if clause.form is Form.SWEEP:
        whom = _SWEPT[clause.acts] + clause.terms.whom.removeprefix("but only pieces")
        return f"{verb} {nouns} over {many} {whom}, taking them all"
    over = f"over {many} {_PASSED[clause.parts[0][0].screens]}"
    if clause.form is Form.BEHIND_MANY:
        over = (
            f"{nouns.removeprefix('any distance ')} {over} to the square right behind the last one"
        )
    else:
        over = f"{nouns} {over}"
    after = _AFTER.get(clause.acts, "")
    return f"{_verb(Verb.HOP, clause.acts)} {over}{f', {after}' if after else ''}"


_PASSED = {"piece": "pieces", "friend": "friends", "enemy": "enemies"}
_SWEPT = {Act.CAPTURE: "enemies", Act.DESTROY: "friends", TAKES: "pieces"}


def _castling(clause: Clause) -> str:
    steps = sorted({x for _, vectors in clause.parts for x, _ in vectors})
    sides = {(True, True): "either side", (False, True): "the right", (True, False): "the left"}
    side = sides[steps[0] < 0, steps[-1] > 0]
    squares = join_phrases(dict.fromkeys(number_word(abs(x)) for x in steps))
    squares += " square" if squares == "one" else " squares"
    return f"castles {squares} to {side} with a friend on the edge file that has not moved"


_TEXTS: Mapping[Form, Callable[[Clause], str]] = {
    Form.PLAIN: _plain,
    Form.JUMP_CAPTURE: _jumps,
    Form.RIFLE: lambda clause: without_moving(shot(_victim(clause), _nouns(clause))),
    Form.SWEEP: _sweeps,
    Form.OVER_MANY: _sweeps,
    Form.BEHIND_MANY: _sweeps,
    Form.CASTLING: _castling,
    Form.STAYS: lambda _: "stays where it is",
}


def _chain(clause: Clause, before: Clause | None) -> str:
    """A move of several legs; short if its first leg was just described."""
    ((key, vectors),) = clause.parts
    tail = ", ".join(key.tail)
    first = key.first or Leg(())
    if before and _begins_as(key, vectors, clause.terms, before=before):
        return f"from an empty square there continues {tail.removeprefix('then ')}"
    return f"{first_leg(first, key.kind, vectors)}, {tail}"


_OWN_VERBS = ("then if", "then continues", "then takes", "then captures", "then under", "then back")
"""Beginnings of legs that do not follow "from there continues"."""


def _begins_as(key: Key, vectors: tuple[Vector, ...], terms: Terms, before: Clause) -> bool:
    if (
        before.form is not Form.PLAIN
        or not before.acts & Act.STOP
        or terms != before.terms
        or len(before.parts) != 1
    ):
        return False
    other, steps = before.parts[0]
    stops = (
        key.first is not None
        and key.first.acts == Act.STOP
        and not key.first.stays
        and not key.first.squares
    )
    plain_tail = not key.tail[0].startswith(_OWN_VERBS)
    return (
        stops
        and plain_tail
        and other.form is Form.PLAIN
        and other.kind == key.kind
        and set(steps) == set(vectors)
    )
