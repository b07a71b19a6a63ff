"""The symmetries of moves, which spare the reach most of its walk (M8)."""

from __future__ import annotations

from operator import le

import pytest

from piece.corpora import exhibits
from wazir.notations.betza import BETZA
from wazir.notations.notation import NO_NAMES, Context
from wazir.piece.model import Lattice, Move, Piece, Reach
from wazir.piece.motion import reach as module
from wazir.piece.motion.reach import reach
from wazir.piece.motion.symmetry import IDENTITY, Group, symmetries


def read_piece(moves: str) -> Piece:
    """The piece of a text in the extended dialect."""
    piece = BETZA.read(moves, Context(dialect="extended"), NO_NAMES).definitions[0].piece
    assert piece is not None
    return piece


@pytest.mark.parametrize(
    ("moves", "count"),
    [("Q", 8), ("N-F", 8), ("W-rF", 4), ("fsW", 2), ("fN", 2), ("fF-rW", 1), ("vN-sW", 4), ("frF", 2)],
)
def test_m8_the_symmetries_of_moves(moves: str, count: int) -> None:
    """Only turns that keep every leg count."""
    (move,) = read_piece(moves).moves

    found = symmetries(move, Lattice.SQUARE)

    assert len(found.turns) == count
    assert found.turns[0] == IDENTITY


def _ends(found: Reach) -> list[object]:
    return [(one.square, one.kind, one.rides) for one in found.arrivals]


def _lengths(found: Reach) -> list[int]:
    return [len(one.path) for one in found.arrivals]


def test_m8_a_symmetric_walk_finds_what_a_whole_one_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same ends, by paths that are no longer, for the pieces of all corpora with several legs."""
    pieces = [one.piece for one in exhibits() if any(len(move.legs) > 1 for move in one.piece.moves)][::10]
    found = [reach(piece, 4_000) for piece in pieces]

    def nothing(_move: Move, _lattice: Lattice) -> Group:
        return Group((IDENTITY,))

    monkeypatch.setattr(module, "symmetries", nothing)
    walked = [reach(piece, 4_000) for piece in pieces]

    assert len(pieces) > 50
    for some, every in zip(found, walked, strict=True):
        if not every.incomplete:
            assert (some.leap, some.labels, some.crosses_edge) == (every.leap, every.labels, every.crosses_edge)
            assert _ends(some) == _ends(every)
            assert all(map(le, _lengths(some), _lengths(every)))
