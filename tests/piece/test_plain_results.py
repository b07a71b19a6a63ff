"""Moves of one ordinary leg, whose results are found without trails (M8)."""

from __future__ import annotations

import random

import pytest

from piece.corpora import exhibits
from wazir.piece.board import PlayingBoard, SquareBoard
from wazir.piece.model import Move, Results
from wazir.piece.motion import results as module
from wazir.piece.motion.plain import is_plain
from wazir.piece.motion.results import Position, results

BOARDS = (SquareBoard(), SquareBoard(8, 8, cylinder=True), SquareBoard(5, 9))


def _position(board: PlayingBoard, rng: random.Random) -> Position:
    occupied = [at for at in board.squares() if at != board.middle and rng.random() < 0.3]
    friends = frozenset(at for at in occupied if rng.random() < 0.5)
    foes = frozenset(occupied) - friends
    return Position(board, friends, foes, friends, white=rng.random() < 0.5, virgin=rng.random() < 0.5)


def _seen(found: Results) -> tuple[object, ...]:
    return found, [one.path for one in found.found]


def test_m8_plain_results_are_those_of_a_walk(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same results by the same paths, also where the limit of squares is reached."""
    rng = random.Random(8)
    pieces = [one.piece for one in exhibits() if any(map(is_plain, one.piece.moves))][::5]
    cases = [
        (piece, _position(board, rng), board.middle, limit)
        for piece in pieces
        for board in BOARDS
        for limit in (4_000, rng.randrange(1, 60))
    ]
    found = [_seen(results(*case)) for case in cases]

    def never(_move: Move) -> bool:
        return False

    monkeypatch.setattr(module, "is_plain", never)
    walked = [_seen(results(*case)) for case in cases]

    assert len(pieces) > 100
    assert found == walked
