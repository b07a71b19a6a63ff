"""What holds in every position, whatever it is."""

from __future__ import annotations

import re
from itertools import islice
from random import Random

import pytest

from ben39 import line_form, sampling
from ben39.agree import numbered
from ben39.oracle import RING, Position, other
from ben39.plays import play
from harness import none_wrong
from long import LONG
from wazir.ben39 import fen
from wazir.ben39.actions import Action, spell
from wazir.ben39.carrying import teleports
from wazir.ben39.fen import draw
from wazir.ben39.position import SQUARE_PIECES, State, is_ended
from wazir.ben39.reading import read
from wazir.ben39.rules import actions, drops, entries, moves, slides, status
from wazir.ben39.side_view import side_view
from wazir.notations.ben39.meaning import read as read_records

PLAYED = 100_000 if LONG else 2_500
"""Actions of random games."""
MIRRORED = 1_000 if LONG else 100
"""Positions for each mirror."""
_PLACE = re.compile(r"[a-o]\d+")
_TURNED = str.maketrans("<>", "><")


def test_what_is_done_can_be_taken_back() -> None:
    """Over whole games; and each state is the number of its position, and is told by its one-line
    form (G24).
    """
    met, wrong = play(PLAYED, seed=7)

    none_wrong(wrong)
    assert len(met) == 7


class Mirror:
    """The board seen in a mirror: left for right, or the sides exchanged, or both."""

    def __init__(self, name: str) -> None:
        self.sideways, self.sides = (
            name in {"left for right", "both"},
            name in {"side for side", "both"},
        )

    def place(self, name: str) -> str:
        file = chr(ord("a") + ord("o") - ord(name[0])) if self.sideways else name[0]
        return f"{file}{16 - int(name[1:]) if self.sides else name[1:]}"

    def piece(self, name: str) -> str:
        return name[0].swapcase() + name[1:] if self.sides else name

    def position(self, seen: Position) -> Position:
        squares, crossings = (
            {self.place(place): self.piece(piece) for place, piece in pieces.items()}
            for pieces in (seen.squares, seen.crossings)
        )
        movable = {self.place(name) for name in seen.movable}
        hands, reserves = (
            {other(side): letters for side, letters in store.items()} if self.sides else store
            for store in (seen.hands, seen.reserves)
        )
        turn = other(seen.turn) if self.sides else seen.turn
        ring = [name for name in RING if name in movable]
        return Position(squares, crossings, ring, turn, hands, reserves, seen.ended)

    def text(self, action: str) -> str:
        """Travellers are sorted anew; what goes clockwise goes the other way in one mirror, and
        again in two.
        """
        turned = _PLACE.sub(lambda match: self.place(match[0]), action)
        if self.sideways != self.sides:
            turned = turned.translate(_TURNED)
        square, bracket, along = turned.rstrip(")").partition("(")
        return f"{square}({','.join(sorted(along.split(',')))})" if bracket else turned


@pytest.mark.parametrize("name", ["left for right", "side for side", "both"])
def test_what_is_legal_is_legal_in_the_mirror(name: str) -> None:
    """The board, the ring and all pieces are symmetric, and White's rules are Black's (G1 to
    G20).
    """
    mirror = Mirror(name)
    for position in islice(sampling.positions(seed=11), MIRRORED):
        state, seen = numbered(position), numbered(mirror.position(position))
        there = {spell(action): action for action in actions(seen)}

        assert {mirror.text(spell(action)) for action in actions(state)} == set(there), (
            line_form.write(position)
        )
        assert status(state) == status(seen)


def test_what_is_generated_onto_some_places_is_all_that_goes_there() -> None:
    """The search generates parts of the actions: those onto some places are neither more nor
    fewer.
    """
    rng = Random(15)
    for position in islice(sampling.positions(seed=15), 60):
        seen = side_view(numbered(position))
        goals, leaving = rng.getrandbits(64), rng.getrandbits(64) & rng.getrandbits(64)
        onto = tuple(rng.getrandbits(64) for _ in SQUARE_PIECES)
        every: list[list[Action]] = [[], [], [], []]
        some: list[list[Action]] = [[], [], [], []]
        slides(seen, every[0])
        entries(seen, every[1])
        drops(seen, every[2])
        moves(seen, every[3])
        slides(seen, some[0], onto=goals)
        entries(seen, some[1], onto=goals)
        drops(seen, some[2], onto)
        moves(seen, some[3], onto, leaving)

        assert some[0] == [action for action in every[0] if goals >> action.target & 1], (
            line_form.write(position)
        )
        assert some[1] == [action for action in every[1] if goals >> action.target & 1]
        assert some[2] == [action for action in every[2] if onto[action.piece] >> action.target & 1]
        assert some[3] == [
            action
            for action in every[3]
            if (onto[action.piece] >> action.target | leaving >> action.origin) & 1
        ]
        assert [*teleports(seen, onto=goals)] == [
            action
            for action in teleports(seen)
            if action.target >= 0 and goals >> action.target & 1
        ]


def test_every_legal_action_is_read_as_it_is_spelled() -> None:
    """G21: each is spelled in one way of its own, and the text means it and no other, without a
    warning.
    """
    for position in islice(sampling.positions(seed=12), 12):
        state = numbered(position)
        listed = actions(state)
        texts = [spell(action) for action in listed]

        assert len(set(texts)) == len(texts)
        for action, text in zip(listed, texts, strict=True):
            reading = read(state, text)
            assert (reading.action, reading.spelling, reading.warnings) == (action, text, ())


def test_both_write_the_one_line_form_alike() -> None:
    """G24: the engine, and the second player who knows nothing of it."""
    for position in islice(sampling.positions(seed=13), 400):
        assert fen.write(numbered(position)) == line_form.write(position)
        if not position.ended:
            assert line_form.read(fen.write(numbered(position))) == position


def test_a_drawing_loses_nothing_of_the_position() -> None:
    """G23, G24: from a state to a record with its drawing and back."""
    for position in islice(sampling.positions(seed=14), 150):
        state = numbered(position)
        if not is_ended(state):
            assert start_of(record(position)) == state, record(position)


def start_of(text: str) -> State:
    (record,) = read_records(text).records
    return record.start


def record(position: Position) -> str:
    castles = [
        f"{place}{piece[1]}"
        for place, piece in position.crossings.items()
        if piece[1:] in {"+", "x"}
    ]
    lines = [f"turn: {'white' if position.turn == 'w' else 'black'}"]
    for key, store in (("hand", position.hands), ("reserve", position.reserves)):
        lines += [f"{side} {key}: {' '.join(store[side[0]]) or '-'}" for side in ("white", "black")]
    lines += [f"castles: {' '.join(castles)}"] if castles else []
    return "\n".join(["position drawn", *lines, "board:", *draw(numbered(position)), ""])
