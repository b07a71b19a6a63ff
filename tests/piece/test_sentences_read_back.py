"""The plain part of sentences is read back, and is what the piece does."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache

import pytest

from long import some
from piece.corpora import Exhibit, exhibits
from piece.english import not_plain, past, read
from wazir.piece.board import PlayingBoard, SquareBoard
from wazir.piece.conditions import All, Before, Guard, MoveNumber, No, Open, Some, Test
from wazir.piece.equivalence.normal import equal_normal_forms
from wazir.piece.model import Count, Lattice, Leg, Piece, Results, Square
from wazir.piece.motion.results import Position, results
from wazir.piece.words.sentence import sentence

ROUND = SquareBoard(8, 8, cylinder=True)
BOARDS: tuple[PlayingBoard, ...] = (
    SquareBoard(8, 8),
    SquareBoard(12, 10),
    ROUND,
    SquareBoard(5, 9),
)
FEWEST, MOST = 3, 16
"""Positions: where the moves read are made like those of the piece, and where they are not."""

NOT_READ = {
    "hexagons": 8,
    "paths that burn": 3,
    "pieces that cannot move": 4,
}
"""How many sentences of all corpora are not read, by what they hold. A smaller number is better."""
READ = 2_500
"""So many are read at least."""


@cache
def positions(names: tuple[str, ...]) -> tuple[tuple[Position, Square], ...]:
    """An empty board, and others filled more and more, from both sides; the same ones each time."""
    rng = random.Random(11)
    cases = []
    for number in range(MOST):
        board = BOARDS[number % len(BOARDS)]
        every = list(board.squares())
        density = rng.choice((0.1, 0.2, 0.35, 0.5)) if number else 0.0
        square = rng.choice(every)
        occupied = [at for at in every if rng.random() < density and at != square]
        friends = frozenset(at for at in occupied if rng.random() < 0.5)
        moved = frozenset(at for at in occupied if rng.random() < 0.5)
        named = {at: rng.choice(names) for at in occupied}
        white, virgin = rng.random() < 0.5, rng.random() < 0.5
        cases.append(
            (
                Position(
                    board, friends, frozenset(occupied) - friends, moved, white, virgin, named
                ),
                square,
            )
        )
    return tuple(cases)


def names_in(piece: Piece) -> tuple[str, ...]:
    """The names that a piece asks for, and another."""
    victims = (leg.victim.who.name for move in piece.moves for leg in move.legs if leg.victim)
    return (*sorted({name for name in victims if name}), "Another")


def outcomes(moves: Results) -> set[tuple[object, ...]]:
    """The results; one that is reached under a condition, and under its contrary or without it, is
    not under it.
    """
    outcomes = {
        (result.to, result.takes, result.puts, result.becomes, result.when) for result in moves.all
    }
    free = {
        (*made, ())
        for *made, when in outcomes
        if len(when) == 1 and (*made, (f"not ({when[0]})",)) in outcomes
    }
    outcomes = free | outcomes
    needed: dict[tuple[object, ...], list[set[str]]] = {}
    for *made, when in outcomes:
        needed.setdefault(tuple(made), []).append(set(when))
    return {
        (*made, when)
        for *made, when in outcomes
        if not any(less < set(when) for less in needed[tuple(made)])
    }


def quotes_a_test(piece: Piece, text: str) -> bool:
    """Whether a sentence gives a test as the document writes it although a position may answer
    it.
    """
    guards = [guard for move in piece.moves for guard in move.guards]
    for leg in (leg for move in piece.moves for leg in move.legs):
        guards += [*leg.guards, *([leg.squares] if leg.squares else [])]
    return (
        any(not isinstance(guard.test, Open) for guard in guards)
        and "under the condition “" in text
    )


def as_told(test: Test) -> Test:
    """A condition, with a label of what it asks about the game in place of the document's text."""
    match test:
        case Open(_, Before(before, moves_ago)):
            return Open(past([before], moves_ago))
        case Open(_, MoveNumber(number)):
            return Open(f"move {number}")
        case No(inner):
            return No(as_told(inner))
        case All(tests) | Some(tests):
            return replace(test, tests=tuple(map(as_told, tests)))
    return test


def terms(test: Test) -> Iterator[Test]:
    """The conditions that hold together."""
    if isinstance(test, All):
        for part in test.tests:
            yield from terms(part)
    else:
        yield test


def with_told_conditions(piece: Piece, text: str) -> Piece:
    """The piece, with each condition on its own, and as it is told if its sentence does not quote
    it.
    """

    def told(guards: Iterable[Guard]) -> tuple[Guard, ...]:
        said: list[Guard] = []
        for guard in guards:
            if guard.label and f"“{guard.label}" in text:
                said.append(guard)
            else:
                said += [Guard(as_told(test)) for test in terms(guard.test)]
        return tuple(said)

    def told_legs(legs: tuple[Leg, ...]) -> tuple[Leg, ...]:
        return tuple(leg._replace(guards=told(leg.guards)) for leg in legs)

    moves = (
        replace(move, guards=told(move.guards), legs=told_legs(move.legs)) for move in piece.moves
    )
    return replace(piece, moves=tuple(moves))


def unread(exhibit: Exhibit) -> str | None:
    """What keeps a sentence from being read; None if nothing does."""
    text = sentence(exhibit.piece)
    if exhibit.piece.lattice is Lattice.HEX:
        return "hexagons"
    return not_plain(text) or (
        "conditions as they are written" if quotes_a_test(exhibit.piece, text) else None
    )


def check(exhibit: Exhibit) -> None:
    """Compare what a sentence says with what the piece does."""
    text = sentence(exhibit.piece)
    piece = with_told_conditions(exhibit.piece, text)
    back = with_told_conditions(read(text), text)
    many = FEWEST if equal_normal_forms(piece, back) else MOST
    rides_on = any(leg.counts is Count.SHARED for move in piece.moves for leg in move.legs)
    for position, square in positions(names_in(piece))[:many]:
        if rides_on and position.board is ROUND:
            # No sentence tells that a ride in two legs does not come round to where it began.
            continue
        own, theirs = results(piece, position, square), results(back, position, square)
        if not (own.incomplete or theirs.incomplete):
            assert outcomes(own) == outcomes(theirs), (
                f"{exhibit.text!r}: {text} On {position}, {square}"
            )


PARTS = 8


@pytest.mark.parametrize("number", range(PARTS))
def test_a_sentence_says_what_the_piece_does(number: int) -> None:
    """M8: read by someone who knows English and chess, it gives the moves of the piece, and no
    others.
    """
    for exhibit in some(exhibits()[number::PARTS], 6):
        if unread(exhibit) is None:
            check(exhibit)


def test_the_number_of_sentences_that_are_not_read_does_not_grow() -> None:
    """Every sentence of the plain part of the corpus is read; the others are counted by what they
    hold.
    """
    reasons = Counter(map(unread, exhibits()))

    assert {reason: count for reason, count in reasons.items() if reason} == NOT_READ
    assert reasons[None] >= READ
    assert all(
        unread(exhibit) is None for exhibit in exhibits() if exhibit.corpus == "corpus plain"
    )
