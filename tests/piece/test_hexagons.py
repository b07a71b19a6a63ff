"""Boards of hexagons: their squares and names (M2), drawings (M11 to M13), what pieces do there,
and its words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import hypot
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wazir.piece.board import (
    MAX_HEXAGON_SIDE,
    Hexagon,
    HexBoard,
    PlayingBoard,
    SquareBoard,
    parse_board,
    parse_square,
    square_name,
)
from wazir.piece.drawing.diagram import Diagram, of_board, of_reach, of_results
from wazir.piece.drawing.lines import lines_of
from wazir.piece.drawing.shapes import LIGHT
from wazir.piece.drawing.svg import data_uri, of_diagram
from wazir.piece.drawing.text_diagram import drawing
from wazir.piece.model import Act, Lattice, Leg, Move, Over, Piece, Square, Vector
from wazir.piece.motion.lame import passes
from wazir.piece.motion.reach import reach
from wazir.piece.motion.results import Position, results
from wazir.piece.words.directions import hex_obliques, hex_parts, hex_place, hex_size
from wazir.piece.words.sentence import sentence

SIX = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
SETS = {
    "six": SIX,
    "six2": ((1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2), (2, -1)),
    "twelve": tuple(
        (s * a, s * b)
        for a, b in ((1, 2), (2, 1), (-1, 3), (-2, 3), (-3, 2), (-3, 1))
        for s in (1, -1)
    ),
}
ACTS = {"m": Act.STOP, "c": Act.CAPTURE}
CASES = re.findall(
    r"^== (.+)\n(.+)\n(.+)\n((?:(?!==).*\n?)*)",
    Path(__file__).with_name("hexagons.txt").read_text("utf-8"),
    re.M,
)
BOARD = HexBoard(5)


def read_piece(definition: str) -> Piece:
    """The piece that the file writes as `m * six / c 1,1`."""
    return Piece(
        tuple(read_move(part.split()) for part in definition.split(" / ")), lattice=Lattice.HEX
    )


def read_move(words: Iterable[str]) -> Move:
    """One part of it."""
    acts, most, steps = Act.STOP | Act.CAPTURE, 1, []
    for word in words:
        if word in ACTS:
            acts = ACTS[word]
        elif word.isdigit() or word == "*":
            most = int(word) if word.isdigit() else None
        else:
            steps += SETS.get(word) or [tuple(map(int, word.split(",")))]
    return Move((Leg(((None, tuple((step,) for step in steps)),), most=most, acts=acts),))


def square(name: str) -> Square:
    """A square of the board with sides of five."""
    return parse_square(name, BOARD)


def named(squares: Iterable[Square]) -> list[str]:
    """The names of squares of that board."""
    return [square_name(at, BOARD) for at in squares]


def middle(at: Square) -> tuple[float, float]:
    """Where it is in the plane, in widths, upwards."""
    return at[0] + at[1] / 2, at[1] * 3**0.5 / 2


@pytest.mark.parametrize(
    ("title", "definition", "words", "expected"), CASES, ids=[title for title, *_ in CASES]
)
def test_drawings_and_sentences(title: str, definition: str, words: str, expected: str) -> None:
    """M11, M12: the drawings of `hexagons.txt`, and the sentences."""
    steps, _, board = definition.partition(" on ")
    piece = read_piece(steps)
    diagram = (
        of_board(reach(piece, horizon=26), parse_board(board)) if board else of_reach(reach(piece))
    )

    assert str(drawing(diagram)) == expected.rstrip()
    assert sentence(piece) == words
    assert not re.search("diagonal|orthogonal", words)


def test_m2_a_hexagon_of_hexagons() -> None:
    for side in range(1, MAX_HEXAGON_SIDE + 1):
        squares = list(parse_board(f"hex{side}").squares())
        assert len(squares) == len(set(squares)) == 3 * side * (side - 1) + 1


@pytest.mark.parametrize(
    "wrong", ["hex0", "hex14", "hex", "hex-1", "hex5x5", "cylinder hex5", "hex99999"]
)
def test_m2_no_other_hexagon_is_a_board(wrong: str) -> None:
    with pytest.raises(ValueError, match=r"^(A board is|The side of a hexagonal board) .*\.$"):
        parse_board(wrong)


def test_m2_a_square_is_named_by_its_place_in_its_row() -> None:
    rows = [["a1", "b1", "c1"], ["a2", "b2", "c2", "d2"], ["a3", "b3", "c3", "d3", "e3"]]
    board = HexBoard(3)
    by_rank: dict[int, list[str]] = {}
    for at in board.squares():
        by_rank.setdefault(board.rank(at, True), []).append(square_name(at, board))

    assert [by_rank[rank] for rank in (1, 2, 3)] == rows
    assert list(by_rank[5]) == ["a5", "b5", "c5"]
    assert all(parse_square(square_name(at, board), board) == at for at in board.squares())
    for wrong in ("d1", "f3", "a6", "a0", "", "A1", "b10"):
        with pytest.raises(ValueError, match="There is no square"):
            parse_square(wrong, board)


def test_m2_squares_stand_in_order_of_file_then_rank() -> None:
    names = named(BOARD.squares())

    assert names == sorted(names, key=lambda name: (name[0], int(name[1:])))


def test_m2_six_neighbours() -> None:
    piece = read_piece("six")

    def ends(at: str, *, white: bool = True) -> list[str]:
        position = Position(BOARD, white=white)
        return named(result.to for result in results(piece, position, square(at)).all if result.to)

    assert ends("e5") == ends("e5", white=False) == ["d4", "d5", "d6", "e4", "e6", "f5"]
    assert ends("a1") == ["a2", "b1", "b2"]
    assert ends("e9") == ["d9", "e8", "f8"]


@pytest.mark.parametrize(
    "board",
    [BOARD, HexBoard(2), SquareBoard(5, 6), SquareBoard(1, 3), SquareBoard(4, 3, cylinder=True)],
)
def test_an_edge_file_ends_a_row(board: PlayingBoard) -> None:
    """A square on one lacks a neighbour in its row, unless the edges are joined."""
    for file, rank in board.squares():
        beside = [board.joined((file + by, rank), False) in board for by in (-1, 1)]
        assert board.on_edge_file((file, rank)) is not all(beside)


@pytest.mark.parametrize(
    ("step", "end"),
    [
        ((1, 0), "f5"),
        ((0, 1), "e6"),
        ((-1, 1), "d6"),
        ((-1, 0), "d5"),
        ((0, -1), "d4"),
        ((1, -1), "e4"),
    ],
)
def test_m2_directions(step: Vector, end: str) -> None:
    """Right, forward-right, forward-left, left, backward-left, backward-right."""
    x, y = BOARD.middle

    assert named([(x + step[0], y + step[1])]) == [end]


def test_m1_black_sees_the_board_turned_by_half() -> None:
    forward = read_piece("0,1 -1,1")
    moves = results(forward, Position(BOARD, white=False), square("e5")).all

    assert named(result.to for result in moves if result.to) == ["d4", "e4"]
    for at in BOARD.squares():
        turned = (-at[0], -at[1])
        assert BOARD.file(at, False) == BOARD.file(turned, True)
        assert BOARD.rank(at, False) == BOARD.rank(turned, True)


def test_m6_results_and_victims_stand_in_order_of_their_names() -> None:
    position = Position(BOARD, foes=frozenset(map(square, ("d5", "e6", "f5", "e4"))))
    burns = (Leg(((None, tuple((step,) for step in SIX)),), acts=Act.CAPTURE),)
    bomb = Piece((Move((), fragments=(burns,), vanishes=True),), lattice=Lattice.HEX)

    (result,) = results(bomb, position, square("e5")).all

    assert named(result.takes) == ["d5", "e4", "e6", "f5"]
    rook = [
        result.to
        for result in results(read_piece("* six"), Position(BOARD), square("c3")).all
        if result.to
    ]
    assert named(rook) == sorted(named(rook))


vectors = st.tuples(st.integers(-12, 12), st.integers(-12, 12))


@given(vectors, vectors)
def test_m4_lengths_and_inner_products_are_those_of_the_plane(a: Vector, b: Vector) -> None:
    """The length is the fewest single steps, the product twice that of the plane."""
    (ax, ay), (bx, by) = middle(a), middle(b)

    assert BOARD.inner(a, b) == pytest.approx(2 * (ax * bx + ay * by))
    assert BOARD.length(a) == sum(number for number, _ in hex_parts(a))
    assert [sum(number * unit[i] for number, unit in hex_parts(a)) for i in (0, 1)] == list(a)
    assert all(unit in SIX for _, unit in hex_parts(a))


@given(vectors.filter(any))
def test_places_run_clockwise(step: Vector) -> None:
    """The place of a step is within one of twenty-four parts of the circle."""
    x, y = middle(step)
    ahead, aside = y / hypot(x, y), x / hypot(x, y)
    a, b = hex_place(step), hex_place((step[0] + step[1], -step[0]))

    assert (b - a) % 24 == 4
    assert hex_place((-step[0], -step[1])) == (a + 12) % 24
    assert (a == 0) == (ahead == pytest.approx(1))
    assert not (1 <= a <= 11 and aside < 0)


def test_every_set_of_leaps_has_words() -> None:
    for steps in SETS.values():
        for choice in range(1, 2 ** len(steps)):
            chosen = frozenset(step for bit, step in enumerate(steps) if choice >> bit & 1)
            if {hex_size(step) for step in chosen} != {(0, 1)}:
                assert (hex_obliques(chosen) == "") == (len(chosen) == len(steps))


@pytest.mark.parametrize(
    ("step", "between"),
    [
        ((1, 1), {(1, 0), (0, 1)}),
        ((2, 0), {(1, 0)}),
        ((-1, 2), {(0, 1), (-1, 1)}),
        ((0, 1), set()),
        ((-1, 1), set()),
    ],
)
def test_m4_a_step_passes_the_squares_of_its_shortest_paths(
    step: Vector, between: set[Square]
) -> None:
    asked: set[Square] = set()

    def ask(state: int, at: Square, _occupied: bool) -> int | None:
        asked.add(at)
        return None

    ways = passes(
        Over.CLEAR,
        step=step,
        origin=(0, 0),
        ask=ask,
        state=0,
        lattice=Lattice.HEX,
    )
    granted = list(ways)

    assert asked == between
    assert (granted == []) == bool(between)


def test_m4_a_lame_leap_goes_if_one_path_is_empty() -> None:
    lame = Piece((Move((Leg(((None, (((1, 1),),)),), over=Over.CLEAR),)),), lattice=Lattice.HEX)

    def goes(*foes: str) -> bool:
        return bool(
            results(lame, Position(BOARD, foes=frozenset(map(square, foes))), square("e5")).all
        )

    assert goes()
    assert goes("f5")
    assert goes("e6")
    assert not goes("f5", "e6")


POSITION = """\
a9     . m . . .     e9
a8    m . . c . .    f8
a7   . m m m : m .   g7
a6  . . m m m . . .  h6
a5 m m m ! m m c . . i5
a4  . . m m m . . .  h4
a3   . m : m . m .   g3
a2    m . . m . .    f2
a1     . . . m .     e1"""


def position() -> Diagram:
    """A piece that rides both ways, among others."""
    friends, foes = frozenset(map(square, ("c3", "e7"))), frozenset(map(square, ("g5", "d8")))
    there = Position(BOARD, friends, foes)
    return of_results(
        results(read_piece("* six / * 1,1 -1,2 2,-1"), there, square("d5")), there, square("d5")
    )


def test_m11_a_position() -> None:
    assert "\n".join(drawing(position()).rows) == POSITION


def test_m13_a_picture_of_hexagons() -> None:
    """As many marks as in the text, names at the ends of rows, and nothing outside the picture."""
    svg = of_diagram(position(), title="On hexagons", description="What it does.")
    root = ET.fromstring(svg)
    _, _, width, height = map(float, str(root.get("viewBox")).split())
    names = [
        text.text
        for text in root.iter("{http://www.w3.org/2000/svg}text")
        if text.get("font-size") == "7"
    ]
    uses = root.findall("{http://www.w3.org/2000/svg}use")

    assert len(uses) == len(position().marks) + len(position().pieces)
    assert all(
        0 < float(str(use.get("x"))) < width and 0 < float(str(use.get("y"))) < height
        for use in uses
    )
    assert sorted(map(str, names)) == sorted(
        square_name(row[end], BOARD) for row in BOARD.window.rows() for end in (0, -1)
    )
    assert svg == of_diagram(position(), title="On hexagons", description="What it does.")


def test_m13_the_largest_hexagon_is_below_the_bound() -> None:
    everywhere = Piece(
        (Move((Leg((), anywhere=True),)), *read_piece("* six / * six2").moves), lattice=Lattice.HEX
    )
    diagram = of_board(reach(everywhere, horizon=26), HexBoard(MAX_HEXAGON_SIDE))

    assert len(data_uri(of_diagram(diagram, title="x" * 900, description="y" * 9000))) <= 60_000


@pytest.mark.parametrize(
    ("steps", "arrows"),
    [("* six", 6), ("* six2", 6), ("* six / * six2", 12), ("3 six", 0), ("six", 0)],
)
def test_m13_an_arrow_for_each_direction(steps: str, arrows: int) -> None:
    moves = reach(read_piece(steps))

    assert len(lines_of(of_reach(moves), 1000).arrows) == arrows
    heads = f'<path fill="{LIGHT["line"]}"'
    assert of_diagram(of_reach(moves), title="", description="").count(heads) == bool(arrows)


def test_m13_lines_that_mirror_each_other_are_left_out_together() -> None:
    diagram = of_reach(reach(read_piece("* six / * six2")))
    counts = {len(lines_of(diagram, ink / 10).straight) for ink in range(300)}

    assert all(count % 6 == 0 for count in counts)
    assert len(counts) > 2


def test_a_piece_for_squares_on_hexagons_is_told() -> None:
    """And the other way round."""
    squares = Piece((Move((Leg(((None, (((0, 1),),)),)),)),))

    assert "for squares" in drawing(of_board(reach(squares), BOARD)).note
    assert "for hexagons" in drawing(of_board(reach(read_piece("six")), SquareBoard())).note
    assert not drawing(of_board(reach(read_piece("six")), BOARD)).note


@given(vectors, st.integers(1, MAX_HEXAGON_SIDE))
def test_m16_room_counts_the_squares_from_which_a_step_stays(step: Vector, side: int) -> None:
    """On hexagons as on squares."""
    for board in (HexBoard(side), SquareBoard(side, 7)):
        stays = ((x + step[0], y + step[1]) in board for x, y in board.squares())
        assert board.room(step) == sum(stays)


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        ("-1,2", "Leaps (1,1) straight forward."),
        ("1,-2", "Leaps (1,1) straight backward."),
        ("-2,1 -1,-1", "Leaps (1,1) to the left."),
        ("1,1 2,-1", "Leaps (1,1) to the right."),
        ("-2,1", "Leaps (1,1) one to the left and one forward left."),
        ("-1,2 1,1", "Leaps (1,1) straight forward or one forward right and one to the right."),
        ("-3,1", "Leaps (1,2) two to the left and one forward left."),
        ("-2,-1", "Leaps (1,2) two to the left and one backward left."),
        ("1,2", "Leaps (1,2) two forward right and one to the right."),
        (
            "2,1 1,2",
            (
                "Leaps (1,2) two forward right and one to the right or two to the right and one "
                "forward right."
            ),
        ),
        ("2,0 0,-2", "Leaps two squares to the right or backward left."),
        ("2,0 0,2 -2,2 -2,0 0,-2 2,-2", "Leaps two squares in any direction."),
        (
            "0,-1 1,-1 1,0 0,1",
            "Moves one step forward right, to the right, backward left or backward right.",
        ),
        ("* 2,0 -2,0", "Makes any number of leaps of two squares sideways in a line."),
    ],
)
def test_leaps_of_one_side_are_told(steps: str, words: str) -> None:
    assert sentence(read_piece(steps)) == words


@pytest.mark.parametrize(
    ("turn", "words"),
    [
        (1, "turned 60° to the left"),
        (2, "turned 120° to the left"),
        (3, "straight back"),
        (4, "turned 120° to the right"),
        (5, "turned 60° to the right"),
    ],
)
def test_turns_are_told(turn: int, words: str) -> None:
    """By sixths, counterclockwise."""
    onward = tuple((way, ((SIX[(number + turn) % 6],),)) for number, way in enumerate(SIX))
    legs = Leg(((None, tuple((way,) for way in SIX)),), acts=Act.STOP), Leg(onward)

    assert sentence(Piece((Move(legs),), lattice=Lattice.HEX)) == (
        f"Goes one step in any direction to an empty square, then one step {words}."
    )


def test_legs_that_go_straight_on_are_one_slide() -> None:
    onward = tuple((way, ((way,),)) for way in SIX)
    legs = Leg(((None, tuple((way,) for way in SIX)),), acts=Act.STOP), Leg(onward)

    assert sentence(Piece((Move(legs),), lattice=Lattice.HEX)) == (
        "Slides exactly two steps in a straight line in any direction."
    )


def test_turns_of_leaps_are_told_by_direction() -> None:
    """No words for the angles of leaps are those of a board of squares."""
    leaps = ((1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2), (2, -1))
    onward = tuple((way, ((leaps[number - 5],),)) for number, way in enumerate(leaps))
    legs = Leg(((None, tuple((way,) for way in leaps)),), acts=Act.STOP), Leg(onward)

    assert sentence(Piece((Move(legs),), lattice=Lattice.HEX)).startswith(
        "Makes a (1,1) leap one forward right and one to the right to an empty square, then a "
        "(1,1) leap straight forward; makes a (1,1) leap straight forward to an empty square, "
        "then a (1,1) leap one to the left and one forward left; "
    )


@pytest.mark.parametrize(("side", "beyond"), [(8, True), (9, False)])
def test_m12_a_leap_of_eight_is_beyond_all_but_a_window_of_nine(side: int, beyond: bool) -> None:
    assert bool(of_reach(reach(read_piece("8,0")), Hexagon(side)).warnings) == beyond
