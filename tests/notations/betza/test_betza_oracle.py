"""The moves of definitions that chance makes up, against a slow reader written from the decisions
alone (B3 to B22).
"""

from __future__ import annotations

import random

import pytest
from betza_generated import MADE
from betza_oracle import Oracle

from harness import none_wrong
from wazir.notations.betza import BETZA
from wazir.notations.notation import NO_NAMES, Context
from wazir.piece.board import SquareBoard
from wazir.piece.model import Piece, Square
from wazir.piece.motion.results import Position, results

BOARDS = (SquareBoard(8, 8), SquareBoard(6, 7), SquareBoard(5, 5), SquareBoard(6, 6, cylinder=True))
DEFINITIONS = 120
POSITIONS = 4


def read(moves: str, dialect: str) -> Piece | None:
    """The piece of a definition; None if it has an error."""
    defined = BETZA.read(moves, Context(dialect=dialect), NO_NAMES).definitions
    return defined[0].piece if defined and not defined[0].broken else None


def position(rng: random.Random) -> tuple[Position, Square]:
    board = rng.choice(BOARDS)
    squares = list(board.squares())
    mover, share = rng.choice(squares), rng.choice((0.0, 0.15, 0.3, 0.5))
    placed = [square for square in squares if square != mover and rng.random() < share]
    friends = frozenset(square for square in placed if rng.random() < 0.4)
    moved = frozenset(square for square in placed if rng.random() < 0.5)
    return Position(
        board, friends, frozenset(placed) - friends, moved, rng.random() < 0.5, rng.random() < 0.6
    ), mover


@pytest.mark.parametrize("dialect", MADE)
def test_both_readers_agree(dialect: str) -> None:
    """M8: the same results in random positions; at least two thirds of the definitions have no
    error.
    """
    rng = random.Random(f"betza {dialect}")
    wrong, compared, moving = [], 0, 0
    for _ in range(DEFINITIONS):
        moves = MADE[dialect](rng)
        piece = read(moves, dialect)
        for place, square in [position(rng) for _ in range(POSITIONS)] if piece else ():
            assert piece
            outcome = results(piece, place, square)
            if outcome.incomplete:
                continue
            ours = {
                (result.to, tuple(sorted(result.takes)), tuple(sorted(result.puts)), result.when)
                for result in outcome.all
            }
            theirs = Oracle(dialect, place).play(moves, square)
            compared, moving = compared + 1, moving + bool(theirs)
            if ours != theirs:
                wrong.append(
                    (moves, place, square, "too much", ours - theirs, "missing", theirs - ours)
                )

    none_wrong(wrong)
    assert compared > DEFINITIONS * POSITIONS * 2 / 3
    assert moving > compared / 4
