"""Figures of pieces: reach, classes, mobility, value (Q9 to Q13)."""

from __future__ import annotations

import pytest

from harness import opened
from piece.test_results import read_piece
from wazir.features.definitions import every
from wazir.piece.board import SquareBoard, parse_board
from wazir.piece.figures import Figures, Returns, Value, figures, value
from wazir.piece.model import Lattice, Leg, Move, Piece, Result, Square
from wazir.piece.motion.results import Position, results


def of(text: str, board: str = "8x8", dialect: str = "xbetza") -> Figures:
    return figures(read_piece(text, dialect), parse_board(board))


def worth(text: str, board: str = "8x8") -> Value:
    piece = read_piece(text, "xbetza")
    return value(piece, figures(piece, parse_board(board)))


@pytest.mark.parametrize(
    ("notation", "text"),
    [
        ("bensahas", "(1, 15)!"),
        ("bensahas", "m(1, 15: @B = rain)!\nc(1, 240: @B = rain)!\nm(1, 1)!\nc(1, 2)!"),
        ("bensahas", "(1, 255: @B = or(rain, [n, 2]))!"),
        ("bensahas", "igui(1, 15: @B = rain)!\nigui(1, 240)!"),
        ("bensahas", "m(1, 1: @P = [n, 2])!\nc(1, 15) m(1, /0)!"),
        ("bensahas", "c(1, 1) c(1, /2)!"),
        ("bensahas", "m(1, 15) m(1, /0)!\nm(1, 240: @B = rain) m(1, /0)!"),
        ("betza", "mabK"),
        ("betza", "cabWcaF"),
        ("betza", "mpR"),
    ],
)
def test_q8_moves_and_attacks_are_counted_in_positions(notation: str, text: str) -> None:
    """Moves are targets on an empty board, attacks are lone foes taken, both by results without
    labels.
    """
    [(_, definition)] = every(opened(notation, text))
    piece, board = definition.piece, SquareBoard(4, 5)
    assert piece
    computed = figures(piece, board)

    def found(start: Square, *foes: Square) -> list[Result]:
        position = Position(board, foes=frozenset(foes), moved=frozenset(foes), virgin=False)
        return [result for result in results(piece, position, start).all if not result.when]

    for number, start in enumerate(board.squares()):
        quiet = {result.to for result in found(start) if not result.takes} - {start, None}
        others = [foe for foe in board.squares() if foe != start]
        taken = [foe for foe in others if any(result.takes for result in found(start, foe))]
        assert (computed.moves.each[number], computed.attacks.each[number]) == (
            len(quiet),
            len(taken),
        ), start


@pytest.mark.parametrize(
    ("text", "classes"),
    [
        ("N", ["leaper"]),
        ("R", ["slider"]),
        ("R3", ["slider"]),
        ("NN", ["rider"]),
        ("gQ", ["hopper"]),
        ("jD", ["hopper"]),
        ("nA", ["lame"]),
        ("afsF", ["lame", "bent"]),
        ("qN", ["rider", "bent"]),
        ("fW", ["leaper", "one-way"]),
        ("fsW", ["leaper"]),
        ("lfF", ["leaper", "one-way", "asymmetric"]),
        ("mWcF", ["leaper", "divergent"]),
        ("fmWfcFifmnD", ["leaper", "divergent", "one-way", "first-move"]),
        ("cabW", ["bent", "rifle", "divergent"]),
        ("lDrjDrnD", ["leaper", "hopper", "lame"]),
        ("lDrjD", ["leaper", "hopper", "one-way", "asymmetric"]),
    ],
)
def test_q11_the_classes(text: str, classes: list[str]) -> None:
    """As many as apply, in the order of the decision."""
    assert list(of(text).classes) == classes


@pytest.mark.parametrize(
    ("notation", "text", "classes"),
    [
        ("lcpn", "(def x (cond ((moved) ferz) (t wazir)))", ("leaper", "first-move")),
        ("lcpn", "(def x (cond ((= (rank) 2) ferz) (t wazir)))", ("leaper", "conditional")),
        ("lcpn", '(def x (cond ("in the evening" ferz) (t wazir)))', ("leaper", "conditional")),
        ("bensahas", "c(1, 15: @T = King)!", ("leaper", "conditional")),
    ],
)
def test_q11_what_is_conditional(notation: str, text: str, classes: tuple[str, ...]) -> None:
    """What asks for a square, a name or for what is not evaluated, not what asks whether the piece
    has moved.
    """
    [(_, definition)] = every(opened(notation, text))

    assert definition.piece
    assert figures(definition.piece, SquareBoard()).classes == classes


def test_q10_reach_and_corners() -> None:
    """The bishop is bound to half of the board, the alfil to an eighth; a ferz never comes to the
    other colour.
    """
    assert (of("B").reach, of("A").reach, of("W", "3x5").corners, of("F", "8x7").corners) == (
        32,
        8,
        6,
        None,
    )
    assert (of("W", "1x1").reach, of("W", "1x1").corners) == (1, 0)


def test_q10_the_opposite_corner_of_a_hexagon() -> None:
    """From `a1` to the right end of the last rank: a line of hexagons joins them."""
    steps = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
    rook = Piece(
        (Move((Leg(((None, tuple((step,) for step in steps)),), most=None),)),), lattice=Lattice.HEX
    )
    assert figures(rook, parse_board("hex4")).corners == 1


@pytest.mark.parametrize(
    ("text", "returns"), [("K", Returns.ALL), ("fW", Returns.NONE), ("fsW", Returns.SOME)]
)
def test_q10_returns(text: str, returns: Returns) -> None:
    """Squares without a move do not count: a piece that only goes forward can come back from
    none.
    """
    assert of(text).returns is returns


def test_q9_the_mobility_of_a_knight_is_that_of_its_free_squares() -> None:
    """Each of 5.25 squares is empty or holds a foe with probability 0.69 + 0.155."""
    assert of("N").mobility.mean == pytest.approx(5.25 * 0.845, abs=1e-12)
    assert of("N").mobility.error == 0


def test_q9_what_depends_on_many_squares_is_sampled() -> None:
    """The same positions each time, with an error that is told, and with as many foes as there are
    in exact figures.
    """
    quiet, again, taking = (of(text, "cylinder 8x8").mobility for text in ("mzNN", "mzNN", "czNN"))
    assert quiet == again
    assert 0 < quiet.error < 0.05
    assert quiet.mean / taking.mean == pytest.approx(
        of("mN").mobility.mean / of("cN").mobility.mean, rel=0.02
    )


@pytest.mark.parametrize(
    ("who", "steps", "free"), [("E", 22, 0.845), ("F", 78, 0.845), ("FE", 22, 0.69)]
)
def test_q9_pieces_off_the_path_stand_there_as_often_as_on_it(
    who: str, steps: int, free: float
) -> None:
    """A step takes a foe if nobody of a side is in front: 22 steps start on the last rank, 56 go to
    that square.
    """
    [(_, definition)] = every(opened("bensahas", f"c(1, 15: @B = not/exist(1, 1, {who}<n))!"))
    assert definition.piece
    mobility = figures(definition.piece, SquareBoard(8, 8)).mobility
    assert 0 < mobility.error < 0.03
    assert mobility.mean == pytest.approx(0.155 * (steps + 146 * free) / 64, abs=3 * mobility.error)


def test_q13_the_rule_of_muller_for_short_leapers() -> None:
    """(33 + 0.7 * 8) * 8 hundredths are 3.088."""
    knight = worth("N")
    assert knight.pawns == pytest.approx(3.088)
    assert knight.least is not None
    assert knight.most is not None
    assert knight.least < 3.088 < knight.most
    assert any("Muller" in sentence for sentence in knight.work)


def test_q13_values_come_with_work_and_with_what_is_left_out() -> None:
    """Colour binding and one-way are named; never a bare number."""
    bishop, pawn = worth("B"), worth("fW")
    assert bishop.pawns is not None
    assert 3 < bishop.pawns < 4 < (worth("R").pawns or 0) < 6 < (worth("Q").pawns or 0) < 11
    assert any("32 of 64" in sentence for sentence in bishop.work)
    assert any("one-way" in sentence for sentence in pawn.work)
    assert all(figure.left_out for figure in (bishop, pawn))


@pytest.mark.parametrize(("text", "board"), [("R", "hex5"), ("N", "2x2"), ("(9,9)", "8x8")])
def test_q13_no_number_where_the_figures_do_not_allow_it(text: str, board: str) -> None:
    """A reason stands in its place."""
    none = worth(text, board)
    assert (none.pawns, none.least, none.most, none.work) == (None, None, None, ())
    assert none.left_out
