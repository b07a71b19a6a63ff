"""Diagrams as pictures (M13): valid, bounded, the same bytes twice, escaped, told apart by shape
and colour.
"""

from __future__ import annotations

import re
from itertools import pairwise
from math import dist
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawings import SVG, contrast, luminance, misdrawn, styled, unpainted
from long import examples
from piece.test_diagram import reaches
from piece.test_results import read_piece
from wazir.piece.board import SquareBoard
from wazir.piece.drawing.diagram import Mark, of_board, of_reach, of_results
from wazir.piece.drawing.lines import lines_of
from wazir.piece.drawing.shapes import (
    DARK,
    DEVIATIONS,
    LIGHT,
    LINE_WIDTH,
    MARKS,
    STAYS,
    Shape,
    mover_shape,
    piece_shape,
)
from wazir.piece.drawing.svg import LIMIT, Theme, data_uri, escaped, of_diagram
from wazir.piece.equivalence import Deviation
from wazir.piece.model import Arrival, Content, Kind, Reach
from wazir.piece.motion.reach import reach
from wazir.piece.motion.results import Position, results

PIECES = (
    "fmWfcF",
    "N",
    "Q",
    "[F?R]",
    "mRcpR",
    "gQ",
    "KisO2",
    "nN",
    "NN",
    "zB",
    "U",
    "mafsW",
    "[W?B]",
    "jN",
    "dK",
    "R4",
)


def drawn(moves: str, theme: Theme = Theme.LIGHT, dialect: str = "xbetza") -> str:
    """The picture of a piece."""
    return of_diagram(
        of_reach(reach(read_piece(moves, dialect))),
        title=moves,
        description="What it does.",
        theme=theme,
        letter="P",
    )


def parsed(svg: str) -> ElementTree.Element:
    """A picture as a tree; raises if it is no XML."""
    return ElementTree.fromstring(svg)


def uses(svg: str) -> list[str]:
    """The shapes on the board, in order."""
    return [use.get("href", "") for use in parsed(svg).findall(f"{SVG}use")]


@pytest.mark.parametrize("moves", PIECES)
@pytest.mark.parametrize("theme", Theme)
def test_m13_a_picture_is_small_and_needs_nothing_else(moves: str, theme: Theme) -> None:
    """No script, no outside reference; about 200 pixels high; some kilobytes."""
    svg = drawn(moves, theme)
    root = parsed(svg)

    assert root.get("height") in {str(height) for height in range(195, 206)}
    assert len(svg) < (12_000 if moves == "U" else 6_500)
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        "svg",
        "title",
        "desc",
        "defs",
        "g",
        "path",
        "circle",
        "rect",
        "use",
        "text",
    }
    assert not re.search(
        r"(?i)https?:(?!//www\.w3\.org/2000/svg\")|script|@import|url\(|\son\w+=|xlink", svg
    )
    assert all(value.startswith("#") for value in re.findall(r'href="([^"]*)"', svg))


def test_m13_a_picture_has_a_title_and_a_description_first() -> None:
    first, second, *_ = parsed(drawn("N"))

    assert (first.tag, first.text) == (f"{SVG}title", "N")
    assert (second.tag, second.text) == (f"{SVG}desc", "What it does.")


@pytest.mark.parametrize(
    "hostile", ["</title><script>alert(1)</script>", '"><image href="//x"/>', "&amp;&lt;", "]]>"]
)
def test_m13_text_is_escaped(hostile: str) -> None:
    root = parsed(
        of_diagram(of_reach(Reach(())), title=hostile, description=hostile, letter=hostile)
    )
    title, description = root[0].text, root[1].text

    assert (title, description) == (hostile, hostile)
    assert not [
        element for element in root.iter() if element.tag in (f"{SVG}script", f"{SVG}image")
    ]


def test_m13_what_xml_forbids_is_replaced() -> None:
    """Control characters, lone surrogates and the two that are no characters."""
    root = parsed(
        of_diagram(
            of_reach(Reach(())),
            title="a\x00b\x1fc\ud800d\uffffe",
            description="\udfff",
            letter="\ud83d",
        )
    )

    assert root[0].text == "a\ufffdb\ufffdc\ufffdd\ufffde"
    assert root[1].text == "\ufffd"


def test_m13_long_text_is_cut() -> None:
    assert [escaped("<" * count, 3) for count in (3, 4)] == ["&lt;&lt;&lt;", "&lt;&lt;…"]


@examples(100)
@given(
    reaches, st.sampled_from(Theme), st.text(max_size=400), st.text(max_size=3000), st.booleans()
)
def test_m13_any_reach_draws_valid_xml_below_the_bound(
    drawn_reach: Reach, theme: Theme, title: str, description: str, legend: bool
) -> None:
    """And the same bytes twice; numbers have at most one decimal place, but for scales."""
    first = of_diagram(
        of_reach(drawn_reach),
        title=title,
        description=description,
        theme=theme,
        letter=title,
        legend=legend,
    )
    again = of_diagram(
        of_reach(drawn_reach),
        title=title,
        description=description,
        theme=theme,
        letter=title,
        legend=legend,
    )
    root = parsed(first)

    assert first == again
    assert len(data_uri(first)) <= 60_000
    assert not [
        d for path in root.iter(f"{SVG}path") for d in re.findall(r"\.\d\d", path.get("d", ""))
    ]
    assert not re.search(
        r"nan|inf\b|None", "".join(path.get("d", "") for path in root.iter(f"{SVG}path"))
    )


def test_m13_the_largest_pictures_are_below_the_bound() -> None:
    everywhere = reach(read_piece("UQNNzRqNN", "xbetza"), horizon=26)

    for diagram in (of_reach(everywhere), of_board(everywhere, SquareBoard(26, 26))):
        assert (
            len(
                data_uri(
                    of_diagram(diagram, title="x" * 900, description="y" * 9000, theme=Theme.AUTO)
                )
            )
            <= 60_000
        )


def test_m13_lines_are_left_out_first_and_that_is_told() -> None:
    queen = reach(read_piece("Q", "xbetza"))
    whole = of_diagram(of_reach(queen), title="", description="")
    short = of_diagram(of_reach(queen), title="", description="", limit=len(whole) - 1)

    assert len(whole) < LIMIT
    assert lines(whole)
    assert not lines(short)
    assert "left out" in short
    assert uses(short) == uses(whole)
    assert of_diagram(of_reach(queen), title="", description="", limit=len(whole)) == whole


def test_m13_a_picture_shows_the_marks_of_the_text() -> None:
    assert sorted(uses(drawn("fmWfcF"))) == ["#c", "#c", "#m"]
    assert sorted(set(uses(drawn("mRcpR")))) == ["#M", "#m"]


def test_every_shape_can_be_drawn() -> None:
    """Each command of a path has all its numbers."""
    everything = (
        *MARKS.values(),
        STAYS,
        *(f(side) for side in (True, False) for f in (mover_shape, friend_shape)),
    )
    for shape in everything:
        root = parsed(f'<svg xmlns="{SVG[1:-1]}">{shape.svg(LIGHT)}</svg>')

        assert not misdrawn(root)
        assert not unpainted(root)


def friend_shape(white: bool) -> Shape:
    """The shape of a friend."""
    return piece_shape(Content.FRIEND, white)


def test_m13_each_mark_has_a_shape_of_its_own() -> None:
    """Without their colours no two are alike."""
    shapes = {
        re.sub(r"{[a-z ]+}", "", shape.template)
        for shape in (*MARKS.values(), *DEVIATIONS.values())
    }

    assert set(MARKS) == set(Mark)
    assert set(DEVIATIONS) == set(Deviation)
    assert len(shapes) == len(Mark) + len(Deviation)


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_m13_marks_stand_out_from_both_square_colours(colours: dict[str, str]) -> None:
    for square in ("square", "other square", "third square"):
        for mark in (
            "quiet",
            "capture",
            "friend",
            "hop",
            "condition",
            "line",
            "piece",
            "grid",
            "text",
            "deviation",
        ):
            assert contrast(colours[mark], colours[square]) >= 3, (mark, square)
        for side in ("white", "black"):
            assert (
                max(contrast(colours[part], colours[square]) for part in (side, f"{side} edge"))
                >= 3
            )
    assert contrast(colours["deviation"], colours["panel"]) >= 4.5
    assert contrast(colours["text"], colours["panel"]) >= 7
    assert contrast(colours["soft"], colours["panel"]) >= 4.5


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_white_is_light_and_black_is_dark_in_every_theme(colours: dict[str, str]) -> None:
    assert luminance(colours["white"]) > 0.8
    assert luminance(colours["black"]) < 0.05
    for side in ("white", "black"):
        assert contrast(colours[f"on {side}"], colours[side]) >= 7
        assert contrast(colours["bar"], colours[side]) >= 2.95


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("white", [True, False], ids=["white", "black"])
def test_the_mover_and_its_friends_have_the_colours_of_their_side(
    theme: Theme, white: bool
) -> None:
    """And a foe those of the other one; pieces point to where they go."""
    position = Position(SquareBoard(), frozenset({(3, 5)}), frozenset({(6, 3)}), white=white)
    moves = results(read_piece("R", "xbetza"), position, (3, 3))
    root = parsed(
        of_diagram(
            of_results(moves, position, (3, 3)), title="", description="", theme=theme, letter="R"
        )
    )
    own, other = ("white", "black") if white else ("black", "white")
    mover = next(
        group for group in root.findall(f"{SVG}g") if "translate" in group.get("transform", "")
    )
    disc, letter = mover

    assert disc.get("fill") == theme.colours[own]
    assert (letter.text, letter.get("fill")) == ("R", theme.colours[f"on {own}"])
    shapes = {f"#{group.get('id')}": group[0] for group in root.findall(f"{SVG}defs/{SVG}g")}
    friend, foe, *_ = (shapes[use.get("href", "")].get("fill") for use in root.findall(f"{SVG}use"))
    assert [friend, foe] == [theme.colours[own], theme.colours[other]]


def test_a_piece_of_black_goes_down() -> None:
    """By itself and on a board alike."""
    pawn = reach(read_piece("fmWfcF", "xbetza"))
    alone, on_board = (
        of_reach(pawn, white=False),
        of_board(pawn, SquareBoard(), (3, 3), white=False),
    )

    assert alone.marks == {(-1, -1): Mark.CAPTURE, (0, -1): Mark.MOVE, (1, -1): Mark.CAPTURE}
    assert on_board.marks == {(2, 2): Mark.CAPTURE, (3, 2): Mark.MOVE, (4, 2): Mark.CAPTURE}
    assert [alone.white, on_board.white] == [False, False]


def test_m13_a_theme_has_its_own_colours() -> None:
    """A picture for an unknown background is light, on a panel of its own."""
    assert DARK["quiet"] not in drawn("N", Theme.LIGHT)
    assert LIGHT["quiet"] not in drawn("N", Theme.DARK)
    assert drawn("N", Theme.AUTO) == drawn("N", Theme.LIGHT)
    assert parsed(drawn("N")).find(f"{SVG}rect[@fill='{LIGHT['panel']}']") is not None


@pytest.mark.parametrize("moves", PIECES)
@pytest.mark.parametrize("theme", Theme)
def test_m13_a_picture_needs_no_style_sheet(moves: str, theme: Theme) -> None:
    """Programs that forbid or ignore styles draw it alike."""
    root = parsed(drawn(moves, theme))

    assert not styled(root)
    assert not unpainted(root)


def heads(svg: str) -> list[ElementTree.Element]:
    """The arrowheads, which are filled with the colour of lines."""
    return parsed(svg).findall(f"{SVG}path[@fill='{LIGHT['line']}']")


def lines(svg: str) -> list[ElementTree.Element]:
    """The paths that are stroked with the colour of lines."""
    return parsed(svg).findall(f"{SVG}path[@stroke='{LIGHT['line']}']")


def test_m13_a_ride_has_an_arrow_beyond_the_edge() -> None:
    assert [head.get("d", "").count("M") for head in heads(drawn("R"))] == [4]
    assert not heads(drawn("R3"))
    assert not heads(drawn("R7"))
    assert not heads(drawn("N"))


@pytest.mark.parametrize(
    ("moves", "arrows"), [("[F?R]", 8), ("B", 4), ("NN", 8), ("gQ", 8), ("mRcpR", 4), ("fR", 1)]
)
def test_m13_an_arrow_for_each_direction(moves: str, arrows: int) -> None:
    assert len(lines_of(of_reach(reach(read_piece(moves, "xbetza"))), 1000).arrows) == arrows


def test_m13_an_arrow_also_where_the_ride_was_not_followed() -> None:
    """A board of fifteen by fifteen ends where reach does."""
    diagram = of_reach(reach(read_piece("(7,6)zR", "xbetza")))

    assert diagram.window.width == 15
    assert {edge[1][1] for edge in lines_of(diagram, 1000).arrows} >= {8, -8}

    turned = Arrival((6, 7), Kind.QUIET, ((0, 0), (3, 3), (6, 6), (6, 7)), rides=True)
    assert lines_of(of_reach(Reach((turned,), leap=7)), 1000).arrows == (((6, 7), (6, 8)),)


def test_m13_bent_paths_are_drawn_once_for_each_direction() -> None:
    ways = lines_of(of_reach(reach(read_piece("[F?R]", "xbetza"))), 1000)

    assert len(ways.bent) == len(set(ways.bent)) == 4 + 8 * 2
    assert ways.straight == ()


def test_m13_a_path_that_turns_back_is_bent() -> None:
    """It leaves its line as one does that turns aside."""
    ways = lines_of(of_reach(reach(read_piece("fcW-bmR", "extended"))), 1000)

    assert ((0, 0), (0, 1)) in ways.bent
    assert ways.straight == ()


@pytest.mark.parametrize("moves", ["zR", "zCC", "qN"])
def test_m13_a_path_beyond_the_edge_has_an_arrow_and_no_line(moves: str) -> None:
    diagram = of_reach(reach(read_piece(moves, "xbetza")))
    shown = {
        edge
        for arrival in diagram.arrivals
        if arrival.square in diagram.window
        for edge in pairwise(arrival.path)
    }

    assert set(lines_of(diagram, 1000).bent) <= shown
    assert any(
        arrival.square not in diagram.window and not {*pairwise(arrival.path)} <= shown
        for arrival in diagram.arrivals
    )


def test_m13_a_lame_leap_is_drawn_by_way_of_what_must_be_empty() -> None:
    ways = lines_of(of_reach(reach(read_piece("nN", "xbetza"))), 1000)

    assert set(ways.bent) >= {((0, 0), (0, 1)), ((0, 1), (1, 2)), ((0, 1), (-1, 2))}


def test_m13_hurdles_and_needed_friends_are_drawn() -> None:
    assert uses(drawn("gW2")).count("#u") == 4
    assert "#wm" in uses(drawn("tW-W", dialect="extended"))


def test_m13_a_position_shows_friends_foes_and_coordinates() -> None:
    position = Position(SquareBoard(), frozenset({(3, 5)}), frozenset({(6, 3)}))
    moves = results(read_piece("R", "xbetza"), position, (3, 3))
    diagram = of_results(moves, position, (3, 3))
    svg = of_diagram(diagram, title="", description="")
    words = [element.text for element in parsed(svg).iter(f"{SVG}text")]

    assert diagram.pieces == {(3, 5): Content.FRIEND, (6, 3): Content.FOE}
    assert set("abcdefgh12345678") <= set(words)
    assert {"a friend", "a foe", "only captures"} <= set(words)
    assert not heads(svg)


def test_m13_the_legend_can_be_left_out_and_lists_what_occurs() -> None:
    rook = reach(read_piece("mRcpR", "xbetza"))
    words = [
        element.text
        for element in parsed(of_diagram(of_reach(rook), title="", description="")).iter(
            f"{SVG}text"
        )
    ]

    assert words == [Mark.CANNON.words, Mark.MOVE.words]
    assert "<text" not in of_diagram(of_reach(rook), title="", description="", legend=False)


def test_m10_an_incomplete_picture_says_so() -> None:
    words = " ".join(
        element.text or ""
        for element in parsed(
            of_diagram(of_reach(Reach((), incomplete=True)), title="", description="")
        ).iter(f"{SVG}text")
    )

    assert "Incomplete: there are more moves" in words


@pytest.mark.parametrize("moves", ["K3", "N3"])
def test_m13_lines_keep_off_marks_alike_in_every_direction(moves: str) -> None:
    """The lines that end and begin at a mark leave the same room for it, whatever way they go."""
    ends = [
        tuple(map(float, re.split("[L ]", line)))
        for line in lines(drawn(moves))[0].get("d", "").split("M")[1:]
    ]
    rooms = [dist(before[2:], after[:2]) for before, after in pairwise(ends)]

    assert [room for room in rooms if room < 25] == pytest.approx([16.0] * 8, abs=0.3)


def ink_of_lines(svg: str) -> float:
    """The area of all lines as they are drawn, dashed ones counted whole."""
    total = 0.0
    for path in lines(svg):
        for piece in path.get("d", "").split("M")[1:]:
            points = [tuple(map(float, point.split())) for point in piece.split("L")]
            total += sum(
                ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 for (ax, ay), (bx, by) in pairwise(points)
            )
    return total * LINE_WIDTH


@pytest.mark.parametrize(
    "moves", [*PIECES, "[R?sR]", "K[K?aK]", "fiNN", "iRiB", "mafsafsafsW", "zNN", "cKcaKcaaK"]
)
def test_m13_never_more_ink_in_lines_than_in_marks(moves: str) -> None:
    svg = drawn(moves)
    inks = {f"#{shape.id}": shape.ink for shape in MARKS.values()}

    assert ink_of_lines(svg) <= sum(inks.get(use, 0) for use in uses(svg)) + 60


@pytest.mark.parametrize(("moves", "is_round"), [("R[R?sR]", False), ("R[F?R]", True)])
def test_m13_mirrored_lines_go_together(moves: str, is_round: bool) -> None:
    """A symmetric piece has a symmetric picture, also where some lines are left out."""
    diagram = of_reach(reach(read_piece(moves, "xbetza")))
    for ink in (5, 20, 40, 80):
        ways = lines_of(diagram, ink)
        edges = {*ways.straight, *ways.bent}

        assert {((-ax, ay), (-bx, by)) for (ax, ay), (bx, by) in edges} == edges
        assert not is_round or {((-ay, ax), (-by, bx)) for (ax, ay), (bx, by) in edges} == edges


def test_m13_straight_and_near_lines_are_drawn_first() -> None:
    """An edge takes three tenths of a square, as the marks at its ends cover the rest."""
    queen = of_reach(reach(read_piece("W2[F?R]", "xbetza")))

    assert [lines_of(queen, ink).straight for ink in (1.1, 1.3)] == [
        (),
        tuple(((0, 0), step) for step in ((-1, 0), (0, -1), (0, 1), (1, 0))),
    ]
    assert not lines_of(queen, 2.5).bent


def test_m13_a_path_that_rests_or_returns_is_drawn() -> None:
    """Castling in a single place, rifles and passes have paths with steps of no length."""
    stays = Arrival((0, 0), Kind.QUIET, ((0, 0), (0, 0), (0, 1), (0, 0)))
    rifle = Arrival((0, 2), Kind.RIFLE, ((0, 0), (0, 0)), rides=True)

    assert parsed(of_diagram(of_reach(Reach((stays, rifle))), title="", description="")) is not None
    rests = Arrival((0, 2), Kind.QUIET, ((0, 0), (0, 0), (0, 1), (0, 2)))
    assert lines_of(of_reach(Reach((rests,))), 1000).straight == (
        ((0, 0), (0, 1)),
        ((0, 1), (0, 2)),
    )
