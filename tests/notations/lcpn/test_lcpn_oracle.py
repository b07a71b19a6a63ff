"""The moves of expressions that chance makes up, against a slow reader written from the decisions
alone (L5 to L13).
"""

from __future__ import annotations

import random

import pytest
from lcpn_oracle import Expression, Oracle

from harness import NOTATIONS, none_wrong
from wazir.document import Document
from wazir.notations.notation import Context
from wazir.piece.board import SquareBoard
from wazir.piece.model import Square
from wazir.piece.motion.results import Position, results

BOARDS = (SquareBoard(6, 6), SquareBoard(5, 5), SquareBoard(7, 4))
EXPRESSIONS = 120
POSITIONS = 4

ARRAYS = ((0, 1), (1, 1), (1, 0), (1, 2), (0, 2), (2, 2), (2, 1), (1, 3))
SIDES = (
    "forward",
    "backward",
    "left",
    "right",
    "sideways",
    "vertical",
    "diagonal",
    "orthogonal",
    "narrow",
    "wide",
)
DIRECTIONS = (
    *SIDES,
    "forward-left",
    "backward-right",
    "forward-most",
    "left-shallow",
    "sideways-most",
)
RANGES = (("rider",), ("2",), ("3",), ("2", "3"), ("2", "*"), ("*",))
FUNCTIONS = ("move", "capture", "destroy", "igui", "no-jump", "cannon", "grasshopper", "initial")


def made(depth: int, rng: random.Random) -> Expression:
    """An expression of so many levels, without an error."""
    kind = rng.random() if depth else 0
    if kind < 0.3:
        return Expression("array", numbers=rng.choice(ARRAYS))
    if kind < 0.42:
        return Expression("/", (made(depth - 1, rng), made(depth - 1, rng)))
    if kind < 0.65:
        inner = made(depth - 1, rng)
        words = tuple(rng.sample(DIRECTIONS, rng.choice((0, 1, 1, 2))))
        words += (rng.choice(("outward", "inward", "any")),) if rng.random() < 0.35 else ()
        words += rng.choice(RANGES) if rng.random() < 0.3 and not has_chain(inner) else ()
        words += ("only",) if rng.random() < 0.1 and not has_chain(inner) else ()
        return Expression(":", (inner,), words=words) if words else inner
    if kind < 0.85:
        return Expression(
            rng.choice(("=>", "->")),
            tuple(made(depth - 1, rng) for _ in range(rng.choice((2, 2, 3)))),
        )
    return Expression(rng.choice(FUNCTIONS), (made(depth - 1, rng),))


def has_chain(expression: Expression) -> bool:
    return expression.word in ("=>", "->") or any(map(has_chain, expression.parts))


def position(rng: random.Random) -> tuple[Position, Square]:
    board = rng.choice(BOARDS)
    squares = list(board.squares())
    mover, share = rng.choice(squares), rng.choice((0.0, 0.2, 0.4, 0.6))
    placed = [square for square in squares if square != mover and rng.random() < share]
    friends = frozenset(square for square in placed if rng.random() < 0.4)
    foes = frozenset(placed) - friends
    return Position(
        board, friends, foes, white=rng.random() < 0.5, virgin=rng.random() < 0.6
    ), mover


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_both_readers_agree(depth: int) -> None:
    """M8: the same results in random positions, and none of the expressions has an error."""
    rng = random.Random(f"lcpn {depth}")
    wrong, moving = [], 0
    for _ in range(EXPRESSIONS):
        expression = made(depth, rng)
        document = Document.open(NOTATIONS["lcpn"], str(expression), Context(dialect="lisp"))
        (definition,) = (
            candidate
            for placed in document.chunks()
            for candidate in document.analysis(placed).definitions
        )
        assert definition.piece, str(expression)
        assert not definition.broken, str(expression)
        for place, square in [position(rng) for _ in range(POSITIONS)]:
            moves = results(definition.piece, place, square)
            if moves.incomplete:
                continue
            ours = {(result.to, tuple(sorted(result.takes))) for result in moves.all}
            theirs = Oracle(place, square).results(expression)
            moving += bool(theirs)
            if ours != theirs:
                wrong.append(
                    (
                        str(expression),
                        place,
                        square,
                        "too much",
                        ours - theirs,
                        "missing",
                        theirs - ours,
                    )
                )

    none_wrong(wrong)
    assert moving > EXPRESSIONS * POSITIONS / 6
