"""Diagrams as text: the mark of each square (M11), the size (M12), and boards with pieces on
them.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from long import examples
from piece.test_results import read_piece
from wazir.notations import by_name
from wazir.notations.notation import NO_NAMES, Context
from wazir.piece.board import Rectangle, SquareBoard, parse_board, parse_square
from wazir.piece.drawing.diagram import Mark, mark_of, marks, of_board, of_reach, of_results, size
from wazir.piece.drawing.text_diagram import drawing
from wazir.piece.model import Act, Arrival, Content, Kind, Leg, Move, Piece, Reach
from wazir.piece.motion.reach import reach
from wazir.piece.motion.results import Position, results

CASES = re.findall(
    r"^== (.+)\n(.+)\n((?:(?!==).*\n?)*)",
    Path(__file__).with_name("diagrams.txt").read_text("utf-8"),
    re.M,
)

KINDS = {"q": Kind.QUIET, "c": Kind.CAPTURE, "d": Kind.DESTROY, "r": Kind.RIFLE}
HOWS = {"hop": Kind.HOP, "first": Kind.FIRST, "if": Kind.CONDITION}
MARKS = """
X  q c
X  q c d            the first that applies, where none says it all
X  q c r
X  q c c-hop        what needs no hop needs none
M  q c-hop
M  q c-hop c-first   else the first
m  q
m  q d
m  q c-if
X  q c-first
c  c
X  c q-hop          neither only captures
X  c q-first
d  d
h  q-hop
h  c-hop
h  q-hop c-hop
h  q-hop c-first
h  q-hop-first
i  q-first
i  q-first c-first
i  q-first c-if
r  r
r  r c-if
r  r r-hop
i  q-first q-hop-first
h  r-hop
?  q-if
?  q-if c-if
-
"""


def read_kind(word: str) -> Kind:
    """A way of reaching a square, such as `c-hop`."""
    what, *hows = word.split("-")
    kind = KINDS[what]
    for how in hows:
        kind |= HOWS[how]
    return kind


@pytest.mark.parametrize("line", MARKS.strip().splitlines())
def test_m11_the_first_mark_that_says_it_all_else_the_first(line: str) -> None:
    sign, *words = re.split(r"\s{3,}", line)[0].split()
    mark = mark_of(frozenset(read_kind(word) for word in words))

    assert (mark.sign if mark else "-") == sign


def test_m11_the_marks_stand_in_the_order_of_the_list() -> None:
    """The last signs are ours: what a piece immobilizes (S12), and what may be placed (V18)."""
    assert "".join(mark.sign for mark in Mark) == "XMmcdhir?/z@"
    assert len({mark.words for mark in Mark}) == len(Mark)


@pytest.mark.parametrize(
    ("title", "definition", "expected"), CASES, ids=[title for title, _, _ in CASES]
)
def test_drawings(title: str, definition: str, expected: str) -> None:
    """M11, M12: the drawings of `diagrams.txt`."""
    moves, dialect, *board = definition.split()
    piece = read_piece(moves, dialect)
    whole = parse_board(" ".join(board)) if board else None
    drawn = (
        drawing(of_board(reach(piece, horizon=26), whole))
        if whole
        else drawing(of_reach(reach(piece)))
    )

    assert str(drawn) == expected.rstrip()


def test_m11_a_repeated_leg_is_followed() -> None:
    """A leg forward that may be repeated leads one square further each time."""
    forward = ((None, (((0, 1),),)),)
    repeated = reach(Piece((Move((Leg(forward, acts=Act.STOP, again=True),)),)))

    assert {(0, 1), (0, 2), (0, 3)} <= {arrival.square for arrival in repeated.arrivals}


def test_m11_a_legend_lists_only_what_occurs() -> None:
    shown = drawing(of_reach(reach(read_piece("mRcpR", "xbetza"))))

    assert [sign for sign, _ in shown.legend] == ["!", "M", "m"]


def test_m10_an_incomplete_search_is_told() -> None:
    assert "Incomplete" in drawing(of_reach(Reach((), incomplete=True))).note


def test_m9_labels_are_listed_but_never_at_length() -> None:
    labels = tuple(f"{number} {'very ' * 40}\nlong" for number in range(9))
    note = drawing(of_reach(Reach((), labels=labels))).note

    assert "\n" not in note
    assert "and 5 more" in note
    assert [len(label) for label in note.split("; ")[1:-1]] == [60] * 3
    assert len(note) < 400
    assert "x" * 60 in drawing(of_reach(Reach((), labels=("x" * 60,)))).note


@pytest.mark.parametrize(
    ("leap", "rides", "half"),
    [(0, False, 2), (2, True, 3), (3, False, 3), (5, True, 5), (40, False, 7)],
)
def test_m12_size(leap: int, rides: bool, half: int) -> None:
    """Five by five at least, seven by seven with a ride, fifteen by fifteen at most."""
    assert size(Reach((), leap=leap, rides=rides)) == half


POSITION = """\
8 . . . . . . . .
7 m . . . . . c .
6 . m . : . m . .
5 . . m m m . . .
4 c m m ! m : . .
3 . . m m m . . .
2 . c . m . m . .
1 . . . c . . m .
  a b c d e f g h"""


def test_m11_a_position_shows_other_pieces_and_coordinates() -> None:
    board = SquareBoard()
    friends = frozenset(parse_square(name, board) for name in ("d6", "f4"))
    foes = frozenset(parse_square(name, board) for name in ("a4", "b2", "d1", "g7"))
    position = Position(board, friends, foes)
    queen = read_piece("Q", "xbetza")

    shown = drawing(of_results(results(queen, position, (3, 3)), position, (3, 3)))

    assert "\n".join(shown.rows) == POSITION
    assert [sign for sign, _ in shown.legend] == ["!", ":", "m", "c"]


def test_m11_a_position_tells_what_is_taken_elsewhere() -> None:
    board = SquareBoard(3, 3)
    position = Position(board, frozenset(), frozenset({(2, 2)}))
    rifle = read_piece("cK-bK", "extended")
    diagram = of_results(results(rifle, position, (1, 1)), position, (1, 1))

    assert drawing(diagram).rows[0] == "3 . . r"
    assert not diagram.stays


def test_m11_a_ride_round_a_cylinder_back_to_its_start_is_no_stay() -> None:
    shown = drawing(
        of_board(reach(read_piece("W0", "xbetza"), horizon=26), parse_board("cylinder 8x8"))
    )

    assert shown.note == ""


squares = st.tuples(st.integers(-9, 9), st.integers(-9, 9))
kinds = st.builds(
    lambda what, hows: what | hows,
    st.sampled_from(list(KINDS.values())),
    st.sampled_from([Kind(0), Kind.HOP, Kind.FIRST, Kind.CONDITION, Kind.HOP | Kind.FIRST]),
)
contents = st.sampled_from(
    [Content.FRIEND, Content.FOE, Content.FRIEND | Content.FOE, Content.EMPTY]
)
arrivals = st.builds(
    lambda way, kind, needs, rides: Arrival(way[-1], kind, ((0, 0), *way), tuple(needs), rides),
    st.lists(squares, min_size=1, max_size=6),
    kinds,
    st.lists(st.tuples(squares, contents), max_size=2),
    st.booleans(),
)
reaches = st.builds(
    Reach,
    st.lists(arrivals, max_size=80).map(tuple),
    st.integers(0, 30),
    st.booleans(),
    st.lists(st.text(max_size=90), max_size=7).map(tuple),
    st.lists(squares, max_size=3).map(tuple),
    st.booleans(),
)


@examples(100)
@given(reaches)
def test_m11_every_reach_has_a_drawing_of_its_size(drawn_reach: Reach) -> None:
    """Odd, square, the piece in the middle, and a mark on each square that has one."""
    half, drawn = size(drawn_reach), drawing(of_reach(drawn_reach))
    rows = [row.split(" ") for row in drawn.rows]

    assert {len(row) for row in rows} == {len(rows)} == {2 * half + 1}
    assert rows[half][half] == "!"
    for (x, y), mark in marks(drawn_reach).items():
        if max(abs(x), abs(y)) <= half:
            assert rows[half - y][half + x] == mark.sign
    assert {sign for row in rows for sign in row} - {"."} == {sign for sign, _ in drawn.legend}


@pytest.mark.parametrize(
    ("window", "beyond"),
    [
        (Rectangle(-7, -7, 15, 15), True),
        (Rectangle(-8, -7, 17, 15), True),
        (Rectangle(-7, -8, 15, 17), True),
        (Rectangle(-8, -8, 17, 16), True),
        (Rectangle(-8, -8, 17, 17), False),
    ],
)
def test_m12_a_leap_of_eight_is_beyond_a_window_that_lacks_some_of_its_squares(
    window: Rectangle, beyond: bool
) -> None:
    assert bool(of_reach(reach(read_piece("(0,8)", "xbetza")), window).warnings) == beyond


@pytest.mark.parametrize(
    ("moves", "path"),
    [
        ("D[W-fW]", [(2, 0)]),
        ("[W-fW]D", [(2, 0)]),
        ("[F-lF][F-rF][W-fW]", [(1, 0), (2, 0)]),
        ("[W-fW][F-lF][F-rF]", [(1, 0), (2, 0)]),
    ],
)
def test_the_shortest_path_with_the_fewest_turns_is_drawn(
    moves: str, path: list[tuple[int, int]]
) -> None:
    """In whatever order the moves are written."""
    arrivals = reach(read_piece(moves, "xbetza")).arrivals

    assert {arrival.path for arrival in arrivals if arrival.square == (2, 0)} == {((0, 0), *path)}


PAWN = "move([0, 1]:only) / capture([1, 1]:forward)"
FIRST = f"{PAWN} / move & no_jump([0, 2]:only)"
BRANCHES = [
    (
        (
            f"if (rank() = 2) {{ {FIRST} }} else if (rank() = 7) {{ {PAWN} => promote_to(queen) }} "
            f"else {{ {PAWN} }}"
        ),
        "",
    ),
    (f"if (rank() = 2) {{ {FIRST} }} else {{ {PAWN} }}", ""),
    (f'if "on ice" {{ {FIRST} }} else {{ {PAWN} }}', ""),
    (f"if (rank() = 2) {{ {FIRST} }} else if (rank() = 7) {{ {PAWN} }}", "?"),
    (f"if (rank() > 2) {{ {PAWN} }} else if (rank() < 2) {{ {FIRST} }}", "?"),
]


@pytest.mark.parametrize(("text", "mark"), BRANCHES, ids=range(len(BRANCHES)))
def test_m8_what_every_branch_does_is_under_no_condition(text: str, mark: str) -> None:
    """L16: a pawn by ranks moves and captures everywhere if its branches cover all ranks."""
    (definition,) = by_name("lcpn").read(text, Context("c"), NO_NAMES).definitions
    assert definition.piece
    signs = {square: shown.sign for square, shown in marks(reach(definition.piece)).items()}

    assert signs == {(-1, 1): mark or "c", (0, 1): mark or "m", (1, 1): mark or "c", (0, 2): "?"}


def test_s9_a_region_on_the_rank_of_the_mover_is_that_rank() -> None:
    """No other rank is marked, as none can be affected."""
    (definition,) = (
        by_name("bensahas")
        .read("igui(@P = [n, pos_y(self)])!", Context(None), NO_NAMES)
        .definitions
    )
    assert definition.piece
    shown = marks(reach(definition.piece))

    assert {(square[1], mark.sign) for square, mark in shown.items()} == {(0, "r")}
    assert len(shown) == 14


def test_the_piece_itself_is_not_marked_as_immobilized() -> None:
    """A walk there and back ends on its own square."""
    ahead, back = (Leg(((None, (((0, step),),)),)) for step in (1, -1))
    diagram = of_reach(reach(Piece((), freezes=(Move((ahead, back)), Move((ahead,))))))

    assert diagram.frozen == ((0, 1),)


def test_a_square_that_has_another_mark_is_not_marked_as_immobilized() -> None:
    """And the legend does not explain a sign that does not occur."""
    step = Move((Leg(((None, (((0, 1),),)),)),))

    assert drawing(of_reach(reach(Piece((step,), freezes=(step,))))).legend == (
        ("!", "the piece"),
        ("X", "moves or captures"),
    )
