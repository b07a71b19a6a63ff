"""Conditions in words, and pieces at a distance."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from wazir.piece.board import Content
from wazir.piece.conditions import (
    FALSE,
    MIRRORED,
    TRUE,
    All,
    Axis,
    Before,
    BySide,
    Compare,
    Coordinate,
    Exists,
    Guard,
    Moved,
    MoveNumber,
    No,
    Open,
    Sign,
    Some,
    Test,
    Who,
    is_always,
    open_label,
)
from wazir.piece.words import join_phrases, number_word, ordinal, quoted
from wazir.piece.words.phrases import LegKind, Phrase, Verb, phrases

_NOT: Mapping[Sign, Sign] = {"=": "!=", "!=": "=", "<": ">=", ">": "<=", "<=": ">", ">=": "<"}


def provisos(guards: Iterable[Guard]) -> Iterator[str]:
    """The conditions before a leg or a move: "if it is on rank 2", "under the condition “near a
    piece”".
    """
    tests_in_words: list[Test] = []
    others: list[str] = []
    for guard in guards:
        if condition(guard.test) is not None:
            tests_in_words += _parts(_positive(guard.test))
        elif isinstance(guard.test, No) and (words := condition(guard.test.test)):
            others.append(f"unless {words}")
        elif label := open_label(guard):
            others.append(f"under the condition {quoted((label,))}")
    together = condition(All(tuple(tests_in_words))) if tests_in_words else None
    separate = [condition(test) for test in tests_in_words]
    yield from (f"if {words}" for words in ([together] if together else separate) if words)
    yield from others


def ending(guard: Guard) -> str | None:
    """The condition on the last square of a leg."""
    if where := place(guard.test):
        return f"ending {where}"
    label = open_label(guard)
    return f"under the condition {quoted((label,))}" if label else None


def place(test: Test) -> str | None:
    """The place that a condition names: "on rank 8", "where there is an adjacent enemy".

    None if a part of the condition is open.
    """
    words = condition(test)
    if words is None or "it has " in words or _is_open(test):
        return None
    names_squares = words.startswith("it is ") and "there is " not in words
    return words.removeprefix("it is ") if names_squares else f"where {words}"


def condition(test: Test) -> str | None:
    """A condition in words: "it is on rank 8 or “in check”"; None if it has no short words."""
    positive = _positive(test)
    if isinstance(positive, All) and (words := _conjunction(_parts(positive))):
        return words
    alternatives = _alternatives(positive)
    if alternatives in ([], [[]]) or len(alternatives) > MAX_ALTERNATIVES:
        return None
    return _joined([_conjunction(alternative) for alternative in alternatives], " or ")


MAX_ALTERNATIVES = 8
"""More conditions of which one must hold have no short words."""


def _alternatives(test: Test) -> list[list[Test]]:
    """A condition as alternatives, each of them several conditions that hold together."""
    match test:
        case Some(tests):
            return [terms for part in tests for terms in _alternatives(part)]
        case All(tests):
            together: list[list[Test]] = [[]]
            for part in tests:
                choices = _alternatives(part)
                if len(together) * len(choices) > MAX_ALTERNATIVES:
                    return [[test]]
                together = [[*terms, *more] for terms in together for more in choices]
            return together
    return [[test]]


def _positive(test: Test) -> Test:
    """The condition with negations only of simple conditions."""
    match test:
        case No(No(inner)):
            return _positive(inner)
        case No(Compare(left, sign, right)):
            return Compare(left, _NOT[sign], right)
        case No(All(tests)) if not _is_open(test):
            return Some(tuple(_positive(No(part)) for part in tests))
        case No(Some(tests)) if not _is_open(test):
            return All(tuple(_positive(No(part)) for part in tests))
        case All((part,)) | Some((part,)):
            return _positive(part)
        case All(tests) | Some(tests):
            return replace(test, tests=tuple(map(_positive, tests)))
    return test


def _is_open(test: Test) -> bool:
    """Whether a part of a condition is open, so its label covers the whole."""
    match test:
        case No(inner):
            return _is_open(inner)
        case All(tests) | Some(tests):
            return any(map(_is_open, tests))
        case BySide(white, black):
            return _is_open(white) or _is_open(black)
    return isinstance(test, Open)


def _parts(test: Test) -> list[Test]:
    """The terms of a conjunction."""
    return (
        [part for term in test.tests for part in _parts(term)] if isinstance(test, All) else [test]
    )


def _needed(tests: list[Test]) -> list[Test]:
    """The conditions without redundant ones: rank 7 implies not rank 2."""
    needed = list(dict.fromkeys(map(_mirrored, tests)))
    if any(isinstance(test, Open) and isinstance(test.asks, MoveNumber) for test in needed):
        needed = [test for test in needed if not isinstance(test, Moved)]
    for test in tuple(needed):
        if any(is_always(Some((No(other), test))) for other in needed if other != test):
            needed.remove(test)
    return needed


def _mirrored(test: Test) -> Test:
    """A comparison with the number on the right."""
    if isinstance(test, Compare) and isinstance(test.left, int):
        return Compare(test.right, MIRRORED.get(test.sign, test.sign), test.left)
    return test


def _conjunction(terms: list[Test]) -> str | None:
    """Conditions that hold together; of one of them, the last one, a part may be enough."""
    if not terms:
        return None
    needed = _needed(terms)
    certain = [term for term in needed if not isinstance(term, Some)]
    words = _joined([_simple(term) for term in certain], " and ")
    choices = [_choice(term) for term in needed if isinstance(term, Some)]
    if words is None or not choices:
        return words
    if not certain or len(choices) > 1 or choices[0] is None:
        return None
    are_places = words.startswith("it is ") and "there is " not in words
    choice = choices[0].removeprefix("it is ") if are_places else choices[0]
    return f"{words} and {choice}"


def _choice(test: Some) -> str | None:
    """A condition after "and" of which a part is enough: "it is on file 4 or 5", "either “a” or it
    has moved".
    """
    parts = [_simple(part) for part in test.tests]
    words = _joined(parts, " or ")
    if words is None or not parts:
        return None
    return words if ON_PLACES.fullmatch(words) else f"either {join_phrases(filter(None, parts))}"


def _joined(texts: list[str | None], last: str) -> str | None:
    """Several conditions; "it is" is written once for places. None if one has no short words."""
    words = [text for text in texts if text is not None]
    if len(words) < len(texts):
        return None
    if last == " or " and all(_ON.fullmatch(text) for text in words):
        kinds = {text.rpartition(" ")[0] for text in words}
        if len(kinds) == 1:
            return f"{kinds.pop()} {join_phrases(text.rpartition(' ')[2] for text in words)}"
    if last == " or " and any(" and " in text for text in words):
        last = ", or "
    if all(condition_words.startswith("it is ") for condition_words in words):
        predicates = [condition_words.removeprefix("it is ") for condition_words in words]
        return f"it is {join_phrases(predicates, last)}"
    return join_phrases(words, last)


_ON = re.compile(r"it is on (?:rank|file) \d+")
ON_PLACES = re.compile(rf"{_ON.pattern}(?:, \d+)*(?: or \d+)?")
"""A condition that names ranks, or files."""


def _simple(test: Test) -> str | None:
    match _mirrored(test):
        case Compare(Coordinate(axis, None, False), sign, int(number)):
            return (
                f"it is {_side(axis, sign)} {number}{' of the board' * (axis is Axis.BOARD_RANK)}"
            )
        case Compare(Coordinate(axis, None, False), "=", Coordinate(other, None, True)) if (
            axis is other
        ):
            return f"it is on its own {axis.name.lower()}"
        case Compare(
            Coordinate(axis, None, False), "=", Coordinate(other, Who() as who, False)
        ) if axis is other:
            whom = _whom(who)
            return f"it is on the {axis.name.lower()} of {article_of(whom)} {whom}"
        case Exists() as exists:
            return f"there is {join_phrases(_stationed(exists))}"
        case No(Exists() as inner):
            return f"there is {join_phrases(_stationed(inner, article='no'), ' and ')}"
        case Moved():
            return "it has moved"
        case No(Moved()):
            return "it has not moved"
        case Open() as asked:
            return _open(asked, holds=True)
        case No(Open() as asked):
            return _open(asked, holds=False)
        case BySide(white, black):
            return _by_side(white, black)
    return None


def _open(test: Open, *, holds: bool) -> str:
    """A condition that is never evaluated, or its contrary: what it asks about the game, or its
    label.
    """
    negation = "" if holds else "not "
    match test.asks:
        case MoveNumber(number):
            return f"this is {negation}its {ordinal(number)} move"
        case Before(exists, moves_ago) if holds:
            return f"there was {join_phrases(_stationed(exists))} {_ago(moves_ago)}"
        case Before(exists, moves_ago):
            absent = join_phrases(_stationed(exists, article="no"), " and ")
            return f"there was {absent} {_ago(moves_ago)}"
    return f"{negation}{quoted((test.label,))}"


def _ago(moves: int) -> str:
    """A moment of the past: "one move ago"."""
    return f"{number_word(moves)} move{'s' if moves > 1 else ''} ago"


def _side(axis: Axis, sign: Sign) -> str:
    """Where a square is from a file or rank: "not below rank", "left of file"."""
    before, beyond, line = (
        ("left of", "right of", "file") if axis is Axis.FILE else ("below", "above", "rank")
    )
    words: Mapping[Sign, str] = {"=": "on", "<": before, ">": beyond}
    return f"{words[sign] if sign in words else f'not {words[_NOT[sign]]}'} {line}"


def _by_side(white: Test, black: Test) -> str | None:
    """A condition by side: "it is on rank 2 as White or on rank 7 as Black", "it is White's"."""
    sides: list[str | None] = []
    for side, test in (("White", white), ("Black", black)):
        words = condition(test)
        if words is None and test not in (TRUE, FALSE):
            return None
        if test != FALSE:
            sides.append(f"{words} as {side}" if words else f"it is {side}'s")
    return _joined(sides, " or ")


# Pieces at a distance


def _stationed(test: Exists, article: str = "") -> list[str]:
    """The pieces that a condition asks for: "an adjacent enemy in front of it"; one phrase for each
    distance.
    """
    whom = _whom(test.who or Who())
    kind = LegKind(least=1, most=test.most)
    places: dict[str, list[str]] = {}
    for noun_phrase in phrases(kind, test.vectors, names=False):
        noun, where = stationed(whom, noun_phrase)
        places.setdefault(noun, []).append(where)
    return [
        f"{article or article_of(noun)} {noun} {join_phrases(wheres)}".rstrip()
        for noun, wheres in places.items()
    ]


def _whom(who: Who) -> str:
    """Pieces without an article: "enemy named “Pawn”"."""
    noun = _NOUNS.get(who.sides, "piece")
    return f"{noun} named {quoted((who.name,))}" if who.name else noun


_NOUNS = {Content.FRIEND: "friend", Content.FOE: "enemy"}


def article_of(noun: str) -> str:
    """The indefinite article of some words."""
    return "an" if noun[0] in "aeiou" else "a"


def stationed(whom: str, noun_phrase: Phrase) -> tuple[str, str]:
    """A piece and its place: "adjacent enemy" and "in front of it", "enemy two squares away" and
    "forward".
    """
    where = noun_phrase.noun
    if not noun_phrase.is_absolute:
        return whom, where
    if noun_phrase.verb is Verb.STEP:
        where = where.removeprefix("one step ")
        adjacent, beside = _ADJACENT.get(where, ("adjacent", where))
        return f"{adjacent} {whom}", beside
    far, _, direction = away(where).partition(" away ")
    return (f"{whom} {far} away", direction) if direction else (whom, away(where))


_ADJACENT: Mapping[str, tuple[str, str]] = {
    "in any direction": ("adjacent", ""),
    "orthogonally": ("orthogonally adjacent", ""),
    "diagonally": ("diagonally adjacent", ""),
    "forward": ("adjacent", "in front of it"),
    "backward": ("adjacent", "behind it"),
    "forward or backward": ("adjacent", "in front of or behind it"),
    "to the right": ("adjacent", "to its right"),
    "to the left": ("adjacent", "to its left"),
    "sideways": ("adjacent", "beside it"),
    "diagonally forward": ("adjacent", "diagonally in front of it"),
    "diagonally backward": ("adjacent", "diagonally behind it"),
}
"""Where the victims of single steps are, before and after the noun."""


def away(noun: str) -> str:
    """A distance with its directions, as a place: "two squares away orthogonally"."""
    far = _FAR.fullmatch(noun)
    return f"{far[1]} away {far[2]}" if far else f"{noun} away"


_FAR = re.compile(r"(?:a leap of )?((?:[\w ]+ )?(?:steps|distance|squares)) (.*)")
"""A slide, or a leap along a line: its distance and directions."""
