"""King and piece against a bare king (Q12)."""

from __future__ import annotations

from itertools import product

import pytest

from piece.test_results import read_piece
from wazir.piece.board import SquareBoard, parse_board
from wazir.piece.mate import Mate, has_table, mate
from wazir.piece.model import Piece, Square
from wazir.piece.motion.results import Position, results

Placed = tuple[Square, Square, Square]
"""Where the piece and the kings of White and Black stand."""


def near(a: Square, b: Square) -> bool:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1])) < 2


def steps(board: SquareBoard, king: Square) -> list[Square]:
    return [at for at in board.squares() if at != king and near(at, king)]


def plays(piece: Piece, board: SquareBoard, placed: Placed) -> tuple[set[Square], bool]:
    """Where the piece goes, and whether it takes Black's king, from its results."""
    at, white, black = placed
    position = Position(
        board, frozenset({white}), frozenset({black}), frozenset({white, black}), virgin=False
    )
    played = [
        result
        for result in results(piece, position, at).all
        if result.to is not None
        and not result.when
        and not result.puts
        and white not in result.takes
    ]
    return {result.to for result in played if result.to and not result.takes}, any(
        black in result.takes for result in played
    )


def slow_table(piece: Piece, board: SquareBoard) -> Mate:
    """The table, position by position, as Q12 says it."""
    every = [
        placed
        for placed in product(board.squares(), repeat=3)
        if len(set(placed)) == 3 and not near(placed[1], placed[2])
    ]
    played = {placed: plays(piece, board, placed) for placed in every}
    to_move_white = [placed for placed in every if not played[placed][1]]
    won: set[Placed] = set()
    lost: set[Placed] = set()
    legal = set(to_move_white)

    def is_lost(placed: Placed) -> bool:
        at, white, black = placed
        ends = [to for to in steps(board, black) if not near(to, white)]
        if any(to == at for to in ends):
            return False
        after = [(at, white, to) for to in ends if (at, white, to) in legal]
        return all(reply in won for reply in after) and bool(after or played[placed][1])

    def is_won(placed: Placed) -> bool:
        at, white, black = placed
        by_king = any((at, to, black) in lost for to in steps(board, white))
        return by_king or any((to, white, black) in lost for to in played[placed][0])

    moves = 0
    while True:
        lost |= {placed for placed in every if placed not in lost and is_lost(placed)}
        new = {placed for placed in to_move_white if placed not in won and is_won(placed)}
        if not new:
            return Mate(len(won), len(legal), len(lost), len(every), moves, incomplete=False)
        won |= new
        moves += 1


@pytest.mark.parametrize(
    ("text", "board"),
    [
        ("R", "4x3"),
        ("Q", "3x4"),
        ("gQ", "4x3"),
        ("mRcpR", "4x3"),
        ("W", "3x4"),
        ("KmU", "3x3"),
        ("cabKmK", "3x4"),
    ],
)
def test_q12_the_table_is_that_of_a_slow_search(text: str, board: str) -> None:
    """Every position is judged from the results of the piece there."""
    on = parse_board(board)
    assert has_table(on)
    piece = read_piece(text, "xbetza")

    assert mate(piece, on) == slow_table(piece, on)


@pytest.mark.parametrize(
    ("text", "board"),
    [("F[cW-dD]", "4x3"), ("F[pW-pW-W]", "4x3"), ("fKbNfceD", "3x4"), ("fhKF", "3x3")],
)
def test_q12_what_cannot_be_played_does_not_win(text: str, board: str) -> None:
    """Both kings are taken at once, there are more pieces on the way, or a move has a condition."""
    on = parse_board(board)
    assert has_table(on)
    piece = read_piece(text, "xbetza")

    assert mate(piece, on) == slow_table(piece, on)


def test_q12_on_a_tiny_board_no_position_is_legal() -> None:
    """The kings are next to each other."""
    table = mate(read_piece("Q", "xbetza"), SquareBoard(2, 2))

    assert (table.wins, table.loses, table.longest) == (0, 0, 0)


@pytest.mark.parametrize(
    ("text", "dialect"),
    [
        ("KO1", "xbetza"),
        ("gQ-xacW", "extended"),
        ("FcW-buW-fmW", "extended"),
        ("F-xxcW", "extended"),
    ],
)
def test_q12_a_piece_that_puts_down_or_burns(text: str, dialect: str) -> None:
    """What it needs cannot be told path by path: the positions are tried one by one."""
    piece, on = read_piece(text, dialect), SquareBoard(4, 3)

    assert mate(piece, on) == slow_table(piece, on)


def test_q12_rook_and_queen() -> None:
    """A rook mates in sixteen, a queen in ten; there are 399,112 legal positions with a rook."""
    rook, queen = (mate(read_piece(text, "xbetza"), SquareBoard()) for text in "RQ")

    assert (rook.longest, queen.longest, rook.white + rook.black) == (16, 10, 399_112)


def test_q12_it_can_be_stopped() -> None:
    """What the caller raises ends the search."""

    def stop(moves: int) -> None:
        if moves == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        mate(read_piece("R", "xbetza"), SquareBoard(), stop)


@pytest.mark.parametrize("board", ["13x8", "cylinder 8x8", "hex4"])
def test_q12_other_boards_have_no_table(board: str) -> None:
    """Rectangles up to 12x12 have one."""
    assert has_table(SquareBoard(12, 12))
    assert not has_table(parse_board(board))
