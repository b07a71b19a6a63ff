"""What pieces can do, on the boards drawn in `positions.txt` (M1 to M9)."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from wazir.notations.betza import BETZA
from wazir.notations.notation import NO_NAMES, Context
from wazir.piece.board import PlayingBoard, SquareBoard, parse_board, parse_square, square_name
from wazir.piece.model import Kind, Piece, Result, Square
from wazir.piece.motion.reach import reach
from wazir.piece.motion.results import Position, results

CASES = re.findall(
    r"^== (.+)\n((?:(?!==).*\n?)*)",
    Path(__file__).with_name("positions.txt").read_text("utf-8"),
    re.M,
)


@dataclass(frozen=True)
class Case:
    """A drawn position with what is expected there."""

    piece: Piece
    position: Position
    square: Square
    expected: list[str]


def read_piece(moves: str, dialect: str) -> Piece:
    """The piece that a text describes without any error."""
    definition = BETZA.read(moves, Context(dialect=dialect), NO_NAMES).definitions[0]
    assert not definition.broken
    assert definition.piece is not None
    return definition.piece


def read_case(text: str) -> Case:
    """The case that is drawn under a title."""
    head, *rest = text.rstrip().split("\n")
    moves, dialect, *words = head.split()
    cut = rest.index("--")
    ranks = [line.split() for line in reversed(rest[:cut])]
    board = SquareBoard(len(ranks[0]), len(ranks), "cylinder" in words)
    signs = {
        (file, rank): sign for rank, line in enumerate(ranks) for file, sign in enumerate(line)
    }

    def standing(kinds: str) -> frozenset[Square]:
        return frozenset(square for square, sign in signs.items() if sign in kinds)

    position = Position(
        board,
        standing("oO"),
        standing("xX"),
        standing("OX"),
        "black" not in words,
        "moved" not in words,
    )
    return Case(
        read_piece(moves, dialect),
        position,
        next(iter(standing("@"))),
        [" ".join(r.split()) for r in rest[cut + 1 :]],
    )


def shown(result: Result, board: PlayingBoard) -> str:
    """A result as the file writes it."""
    text = "-" if result.to is None else square_name(result.to, board)
    if result.takes:
        text += " x " + " ".join(square_name(square, board) for square in result.takes)
    for at, origin in result.puts:
        text += f" + {square_name(at, board)} from {square_name(origin, board)}"
    return text + "".join(f" ? {label}" for label in result.when)


@pytest.mark.parametrize(("title", "text"), CASES, ids=[title for title, _ in CASES])
def test_results(title: str, text: str) -> None:
    """The results are those worked out by hand."""
    case = read_case(text)

    moves = results(case.piece, case.position, case.square)

    assert [shown(result, case.position.board) for result in moves.all] == case.expected
    assert not moves.incomplete


@pytest.mark.parametrize("text", ["1x1", "26x1", "1x26", "cylinder 26x26", "hex1", "hex13"])
def test_m2_the_smallest_and_largest_boards_and_their_squares(text: str) -> None:
    """Each square has a name of its own."""
    board = parse_board(text)

    assert str(board) == text
    assert [parse_square(square_name(square, board), board) for square in board.squares()] == list(
        board.squares()
    )


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("27x8", "26"),
        ("8x27", "26"),
        ("0x8", "26"),
        ("cylinder 8x0", "26"),
        ("hex0", "13"),
        ("hex14", "13"),
    ],
)
def test_m2_other_boards_are_refused(text: str, sizes: str) -> None:
    """The message tells the sizes."""
    with pytest.raises(
        ValueError,
        match=rf"from 1 to {sizes}\b.*, not {text.removeprefix('cylinder ').lstrip('hex')}\.$",
    ):
        parse_board(text)


@pytest.mark.parametrize("text", ["6x4", "1x5", "hex1", "hex4"])
def test_m2_boards_have_room_for_steps(text: str) -> None:
    """As many squares as they have pairs that are a step apart; and the steps from the middle of
    the board around.
    """
    board = parse_board(text)
    steps = Counter((b[0] - a[0], b[1] - a[1]) for a in board.squares() for b in board.squares())
    x, y = board.around.middle

    assert all(board.room(step) == count for step, count in steps.items())
    assert {(at[0] - x, at[1] - y) for at in board.around.squares()} == steps.keys()
    assert max(map(board.length, steps)) < board.longest <= max(map(board.length, steps)) + 1
    assert {
        board.room((x, y)) for x in range(-9, 10) for y in range(-9, 10) if (x, y) not in steps
    } == {0}
    assert {board.rank(at, True) + board.rank(at, False) for at in board.squares()} == {
        len(list(board.window.rows())) + 1
    }
    edges = {
        square
        for square in board.squares()
        for x in (-1, 1)
        if (square[0] + x, square[1]) not in board
    }
    assert {square for square in board.squares() if board.on_edge_file(square)} == edges


def test_m6_the_shortest_path_is_drawn() -> None:
    """Of several paths to one result the shortest is kept, then the first in board order."""
    piece = read_piece("W-WF-W(W-F)", "extended")

    drawn = {result.to: result.path for result in results(piece, Position(), (3, 3)).all}

    assert all(len(path) == 3 for path in drawn.values())
    assert drawn[4, 5] == ((3, 3), (3, 4), (4, 5))


def test_m8_reach_needs_one_thing_of_each_square() -> None:
    """A hop and a stop on one square exclude each other; on two squares they do not."""
    over_and_back = reach(read_piece("pW-bW-bmW", "extended"))
    over = reach(read_piece("pW-fmW", "extended"))

    assert [a.square for a in over_and_back.arrivals] == []
    assert [a.square for a in over.arrivals] == [(-2, 0), (0, -2), (0, 2), (2, 0)]


def test_m8_reach_tries_every_way_that_can_be_free() -> None:
    """B18: a lame leap passes one square or another, so that either can hold the foe that its next
    leg takes.
    """
    short = reach(read_piece("fnN-caF", "extended"))
    long = reach(read_piece("fn(2,3)-cbA", "extended"))

    assert {(a.square, a.kind) for a in short.arrivals} >= {((0, 1), Kind.CAPTURE)}
    assert {(a.square, a.kind) for a in long.arrivals} >= {((0, 1), Kind.CAPTURE)}


def test_m8_what_burns_and_is_put_down_again_is_not_captured() -> None:
    """B15, B17: each of the first two victims is put where the next one is taken, and only the last
    one is gone.
    """
    moves = reach(read_piece("xcW-uW-uW", "extended"))

    assert [(a.square, a.kind) for a in moves.arrivals] == [
        (square, Kind.RIFLE) for square in ((-3, 0), (0, -3), (0, 3), (3, 0))
    ]


def test_m10_many_ways_are_bounded() -> None:
    """However many ways a long leap can take, a reach comes to an end."""
    assert reach(read_piece("n(20,41)-p(19,40)-bn(19,40)-j(20,41)", "extended"))


def test_m8_a_mark_says_that_only_the_first_move_does_it() -> None:
    """Also where the mover stays, and where a later leg asks for it (B6)."""
    assert all(
        arrival.kind & Kind.FIRST for arrival in reach(read_piece("ixcF", "extended")).arrivals
    )


def test_m10_a_search_is_bounded() -> None:
    """After so many squares the results found so far come with the word that there may be more."""
    piece = read_piece("-".join(["aK"] * 200), "extended")

    moves = results(piece, Position(), parse_square("d4", SquareBoard()))

    assert moves.incomplete
    assert not results(read_piece("K-aK-aK", "extended"), Position(), (3, 3)).incomplete
