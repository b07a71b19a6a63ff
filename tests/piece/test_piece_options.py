"""What a piece can do, told path by path, against its results in positions (M8)."""

from __future__ import annotations

import random

import pytest

from long import LONG
from piece.corpora import Exhibit, exhibits
from piece.test_results import read_piece
from wazir.piece.board import HexBoard, PlayingBoard, SquareBoard
from wazir.piece.model import Lattice, Result, Square
from wazir.piece.motion.context import EMPTY, FOE, FRIEND
from wazir.piece.motion.reach import Options, options
from wazir.piece.motion.results import Position, results

BOARDS = (SquareBoard(5, 6), SquareBoard(6, 4, cylinder=True))
POSITIONS = 12
EVERY = 24 if LONG else 36
"""One in so many pieces is tried."""

Outcomes = set[tuple[Square | None, tuple[Square, ...], bool, tuple[str, ...]]]


def by_options(table: Options, contents: dict[Square, int], start: Square) -> Outcomes:
    """What some options come to in a position."""
    squares = table.squares
    outcomes: Outcomes = set()
    for option in table.each[squares.index(start)]:
        if all(contents[squares[at]] & content for at, content in option.needs):
            to = None if option.to is None else squares[option.to]
            outcomes.add(
                (to, tuple(squares[at] for at in option.takes), option.puts, option.labels)
            )
    return {
        outcome for outcome in outcomes if not outcome[-1] or (*outcome[:-1], ()) not in outcomes
    }


def by_results(moves: tuple[Result, ...]) -> Outcomes:
    return {(result.to, result.takes, bool(result.puts), result.when) for result in moves}


def compare(exhibit: Exhibit, board: PlayingBoard, rng: random.Random) -> None:
    table = options(exhibit.piece, board)
    if table.incomplete:
        return
    for _ in range(POSITIONS):
        start = rng.choice(table.squares)
        others = [at for at in table.squares if at != start]
        contents = dict.fromkeys(table.squares, EMPTY)
        if table.few:
            friend, foe = rng.sample(others, 2)
            contents |= {friend: rng.choice((FRIEND, EMPTY)), foe: rng.choice((FOE, EMPTY))}
        else:
            contents |= {at: rng.choice((EMPTY, EMPTY, EMPTY, FRIEND, FOE)) for at in others}
        friends = frozenset(at for at, content in contents.items() if content == FRIEND)
        foes = frozenset(at for at, content in contents.items() if content == FOE)
        position = Position(board, friends, foes, friends | foes, virgin=False)
        there = results(exhibit.piece, position, start)

        assert there.incomplete or by_options(table, contents, start) == by_results(there.all), (
            exhibit.text
        )


@pytest.mark.parametrize("part", range(3))
def test_m8_options_are_the_results_in_every_position(part: int) -> None:
    """Of all corpora, on boards with edges and with joined ones, and on hexagons."""
    rng = random.Random(part)
    chosen = [exhibit for exhibit in exhibits()[part :: 3 * EVERY] if not exhibit.broken]
    assert len(chosen) > 20
    for number, exhibit in enumerate(chosen):
        boards = (HexBoard(3),) if exhibit.piece.lattice is Lattice.HEX else BOARDS
        compare(exhibit, boards[number % len(boards)], rng)


@pytest.mark.parametrize("board", [SquareBoard(5, 6), SquareBoard(6, 4, cylinder=True)], ids=str)
@pytest.mark.parametrize("moves", ["Q", "gQ", "KisO2"])
def test_m10_a_search_that_is_cut_short_says_so(
    moves: str, board: PlayingBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether it looks from one square for all, or from each."""
    piece = read_piece(moves, "xbetza")
    assert not options(piece, board).incomplete

    monkeypatch.setattr("wazir.piece.motion.reach.MAX_SQUARES_OF_WALK", 5)
    assert options(piece, board).incomplete


def test_m10_one_square_without_an_end_makes_all_incomplete(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """From the first rank the piece has more moves than are followed, from the last none."""
    monkeypatch.setattr("wazir.piece.motion.reach.MAX_SQUARES_OF_WALK", 5)

    assert options(read_piece("fR", "xbetza"), SquareBoard(1, 8, cylinder=True)).incomplete
