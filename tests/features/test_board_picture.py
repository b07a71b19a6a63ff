"""Pictures of positions: everything stands where it is, told apart by shape, valid, bounded, the
same bytes twice.
"""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawings import SVG, misdrawn, styled, unpainted
from long import examples
from wazir.ben39.actions import Action, Game, after
from wazir.ben39.board import FIXED, INTERSECTIONS, RING, SQUARES, crossings, mask, places
from wazir.ben39.position import (
    HAND,
    OPENING,
    RESERVE,
    Owned,
    Piece,
    Position,
    Side,
    State,
    pack,
    unpack,
)
from wazir.ben39.rules import actions, control, immobilized
from wazir.document import Document
from wazir.features import definitions
from wazir.features.game.picture import picture
from wazir.features.game.shapes import HAND_ROW, LEFT, RESERVE_ROW, SHAPES, TITLES, TOP, shape_id
from wazir.notations import by_name
from wazir.piece.drawing.shapes import LIGHT, Theme
from wazir.piece.drawing.svg import data_uri

RECORDS = Path(__file__).with_name("boards.ben39")


def games() -> dict[str, Game]:
    """The games of the file, by name."""
    document = Document.open(by_name("ben39"), RECORDS.read_text("utf-8"))
    return {
        definition.name or "": definition.game
        for _, definition in definitions.every(document)
        if definition.game and not definition.broken
    }


GAMES = games()
HEAD = f"{SVG}path[@fill='{LIGHT['quiet']}']"
"""An arrowhead."""
MARKS = {
    "move": ({"left j4"}, 1),
    "capture": ({"left b6", "taken h6"}, 1),
    "promotion": ({"left f12"}, 1),
    "drop": ({"new d8"}, 1),
    "drop by White": ({"new l8"}, 1),
    "line": ({"gone m3"}, 1),
    "entry": ({"actor e5"}, 1),
    "teleport": ({"actor e5", "actor m5", "left d6"}, 1),
    "teleport with capture": ({"actor e5", "actor m5", "left d4", "taken l4"}, 1),
    "swap": ({"actor e5", "actor m5"}, 1),
    "to the hand": ({"actor e5", "actor m5", "left f4"}, 1),
    "rotation": ({"actor g3"}, 2),
    "rotation with capture": ({"actor k3", "taken l4"}, 2),
    "rotation off the board": ({"actor k3"}, 2),
    "square": (set[str](), 3),
    "square with all": (set[str](), 4),
}
"""What is marked after each action, and the number of arrows: with a square go the pieces of its
corners.
"""


def drawn(
    state: State, played: Action | None = None, theme: Theme = Theme.LIGHT
) -> ElementTree.Element:
    """The picture of a position as a tree."""
    return ElementTree.fromstring(
        picture(state, title="T", description="D", played=played, theme=theme)
    )


def of(name: str) -> tuple[State, Action]:
    """A game's last position, and what led to it."""
    return GAMES[name].state, GAMES[name].actions[-1]


def layer(root: ElementTree.Element, name: str) -> ElementTree.Element:
    group = root.find(f"{SVG}g[@data-layer='{name}']")
    assert group is not None
    return group


def place(x: str | None, y: str | None) -> str:
    """The name of the place at a point of the picture."""
    file, rank = (float(x or "") - LEFT) / 20, (float(y or "") - TOP) / 20
    return f"{'abcdefghijklmno'[round(file)]}{15 - round(rank)}"


def used(root: ElementTree.Element, name: str) -> set[str]:
    """The shapes in a layer, each with its place."""
    return {
        f"{(use.get('href') or '')[1:]} {place(use.get('x'), use.get('y'))}"
        for use in layer(root, name)
        if use.get("href")
    }


def words(element: ElementTree.Element) -> list[str]:
    return ["".join(text.itertext()) for text in element.iter(f"{SVG}text")]


walks = st.lists(st.integers(0, 10_000), max_size=40)
"""Games, as numbers that choose among the legal actions of each position."""


def walked(choices: list[int]) -> tuple[State, Action | None]:
    state, played = OPENING, None
    for choice in choices:
        legal = actions(state)
        if not legal:
            break
        played = legal[choice % len(legal)]
        state = after(state, played)
    return state, played


# What is drawn where


@pytest.mark.parametrize("name", GAMES)
def test_every_piece_stands_at_its_place_and_nothing_else_does(name: str) -> None:
    state, played = of(name)
    position = unpack(state)
    standing = position.pieces

    assert used(drawn(state, played), "pieces") == {
        f"{shape_id(*owned)} {at}" for at, owned in standing.items()
    }


@pytest.mark.parametrize("name", MARKS)
def test_g20_each_kind_of_action_is_drawn(name: str) -> None:
    """G20: what moved, from where, who did it, what was captured; an arrow for each piece that an
    action carries.
    """
    state, played = of(name)
    root = drawn(state, played)
    arrows = layer(root, "arrows")

    assert (used(root, "marks"), len(arrows.findall(HEAD))) == MARKS[name]


def test_every_kind_of_action_is_among_the_examples() -> None:
    assert set(GAMES) == set(MARKS)
    assert len({game.actions[-1].kind for game in GAMES.values()}) == 7


@pytest.mark.parametrize(
    ("name", "start", "end"),
    [("move", "j4", "n6"), ("line", "m3", "g3"), ("teleport", "d6", "l6"), ("square", "l2", "n4")],
)
def test_an_arrow_leads_from_origin_to_target(name: str, start: str, end: str) -> None:
    state, played = of(name)
    line = layer(drawn(state, played), "arrows").find(f"{SVG}path")
    assert line is not None
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", line.get("d", ""))]
    ends = [
        (LEFT + 20 * (ord(at[0]) - ord("a")), TOP + 20 * (15 - int(at[1:]))) for at in (start, end)
    ]

    for point, wanted in zip((numbers[:2], numbers[2:]), ends, strict=True):
        assert abs(point[0] - wanted[0]) + abs(point[1] - wanted[1]) < 33


def test_a_swap_has_two_heads_and_a_teleport_one() -> None:
    heads = {
        name: (layer(drawn(*of(name)), "arrows").findall(HEAD)[0].get("d") or "").count("M")
        for name in ("swap", "teleport")
    }

    assert heads == {"swap": 2, "teleport": 1}


def test_g19_a_square_shows_what_travels_with_it() -> None:
    """G19: dashed arrows for the pieces on its corners: those that must go, and those that may and
    do.
    """
    for name, travelling in (("square", {"k3", "m1"}), ("square with all", {"k1", "k3", "m1"})):
        state, played = of(name)
        dashed = layer(drawn(state, played), "arrows").findall(f"{SVG}path[@stroke-dasharray]")
        starts = [re.findall(r"[\d.]+", line.get("d", ""))[:2] for line in dashed]

        assert {place(x, y) for x, y in starts} == travelling


def test_g14_castles_show_their_next_step() -> None:
    """G14: a `+`, a `x` or a `?` behind the letter, drawn each in its own way."""
    pieces = used(drawn(*of("rotation")), "pieces")

    assert {"wCs g1", "wCe i3", "kCd i13"} <= pieces
    assert len({colourless(key) for key in ("wCs", "wCd", "wCe")}) == 3


def test_g17_movable_squares_are_framed_and_counted() -> None:
    """G17: each has the count of White and of Black beside it, in a box of the side that controls
    it.
    """
    for game in GAMES.values():
        root = drawn(game.state)
        position = unpack(game.state)
        counted = {name: control(game.state, SQUARES.index(name)) for name in position.movable}
        signs = layer(root, "signs")
        boxes = sorted(box.get("fill") or "" for box in signs.findall(f"{SVG}rect"))

        assert used(root, "tiles") == {f"tile {name}" for name in position.movable}
        assert sorted(words(signs)) == sorted(
            f"{square.counts[0]}:{square.counts[1]}" for square in counted.values()
        )
        sides = [
            ("white", "black")[square.side]
            for square in counted.values()
            if square.side is not None
        ]
        assert boxes == sorted(LIGHT[side] for side in sides)


@pytest.mark.parametrize("first", RING)
def test_a_count_hides_no_other_at_any_two_locations(first: int) -> None:
    """G3: wherever the two movable squares stand, their counts do not overlap, and are within the
    picture.
    """
    for second in RING:
        if second == first:
            continue
        root = drawn(pack(Position(movable=(SQUARES[first], SQUARES[second]))))
        texts = layer(root, "signs").findall(f"{SVG}text")
        (x, y), (other_x, other_y) = (
            (float(text.get("x") or 0), float(text.get("y") or 0)) for text in texts
        )

        assert abs(x - other_x) >= 24 or abs(y - other_y) >= 13
        assert all(12 <= float(text.get("x") or 0) <= LEFT + 280 + 20 for text in texts)


def test_g13_immobilized_pieces_are_crossed_by_a_bar_and_keep_their_letter() -> None:
    """G13."""
    state, played = of("line")
    signs = used(drawn(state, played), "signs")
    frozen = {SQUARES[place] for place in places(immobilized(state))}

    assert frozen == {"f2", "h2"}
    assert {sign for sign in signs if sign.startswith("bar")} == {f"bar {name}" for name in frozen}
    assert {"wGt f2", "wKt h2"} <= signs


def test_g11_a_king_that_can_be_taken_is_ringed_and_it_is_said() -> None:
    """G11: of either side; whose turn it is stands there in words."""
    root = drawn(
        pack(
            Position(
                {"f6": Owned(Side.WHITE, Piece.GOLD), "h4": Owned(Side.BLACK, Piece.KING)},
                turn=Side.WHITE,
            )
        )
    )
    check = drawn(
        pack(
            Position(
                {"h2": Owned(Side.WHITE, Piece.GOLD), "h4": Owned(Side.BLACK, Piece.KING)},
                turn=Side.BLACK,
            )
        )
    )

    assert "check h4" not in used(root, "signs")
    assert "check h4" in used(check, "signs")
    assert {"Black to move", "in check"} <= set(words(layer(check, "aside")))
    assert "White to move" in words(layer(root, "aside"))


def test_hands_and_reserves_stand_beside_the_board() -> None:
    """Each kind once, with how many there are; White's below Black's."""
    position = Position(hands=("NPP", "RRS"), reserves=("XXXXXIC", ""))
    aside = layer(drawn(pack(position)), "aside")
    pieces = {
        (
            use.get("href", "")[1:],
            *map(float, re.findall(r"translate\(([\d.]+) ([\d.]+)\)", use.get("transform", ""))[0]),
        )
        for use in aside.iter(f"{SVG}use")
    }
    rows = {height for _, _, height in pieces}

    assert {key for key, _, height in pieces if height == TITLES[Side.WHITE] + HAND_ROW} == {
        "wN",
        "wP",
    }
    assert {key for key, _, height in pieces if height == TITLES[Side.WHITE] + RESERVE_ROW} == {
        "wX",
        "wI",
        "wC",
    }
    assert {key for key, _, height in pieces if height == TITLES[Side.BLACK] + HAND_ROW} == {
        "kR",
        "kS",
    }
    assert len(rows) == 3
    assert [word for word in words(aside) if word.isdigit()] == ["2", "2", "5"]
    assert "reserve: none" in words(aside)


def test_files_and_ranks_stand_along_the_edges() -> None:
    texts = [text.text for text in drawn(OPENING).findall(f"{SVG}text")]

    assert sorted(texts, key=str) == sorted([*"abcdefghijklmno", *map(str, range(1, 16))])


def test_a_game_that_is_won_says_so() -> None:
    state = pack(Position({"h2": Owned(Side.WHITE, Piece.KING)}, turn=Side.BLACK, ended=True))

    aside = layer(drawn(state), "aside")

    assert "White has won" in words(aside)
    assert not aside.findall(f"{SVG}path"), "no side is to move"


def test_a_picture_of_the_board_alone_has_all_shapes() -> None:
    """For a view that shows hands and reserves itself, and draws with the shapes."""
    root = ElementTree.fromstring(picture(OPENING, title="T", description="D", whole=True))

    assert words(layer(root, "aside")) == []
    assert {group.get("id") for group in root.iter(f"{SVG}g") if group.get("id")} == set(SHAPES)
    assert used(root, "pieces") == used(drawn(OPENING), "pieces")
    assert root.get("viewBox") == f"0 0 {LEFT + 280 + 12} {TOP + 280 + 24}"


# Seen without colours, on any background


def test_sides_are_told_by_shape_and_by_brightness() -> None:
    """Pieces on squares point to where they go; those on intersections are light or dark, with an
    edge.
    """
    for piece in (Piece.KING, Piece.PAWN):
        white, black = (colourless(shape_id(side, piece)) for side in Side)
        assert white != black


def test_no_two_marks_have_the_same_shape() -> None:
    assert (
        len({colourless(key) for key in ("bar", "check", "taken", "left", "gone", "new", "actor")})
        == 7
    )


def colourless(key: str) -> str:
    """A shape without its colours."""
    return re.sub(r"{[a-z ]+}", "", SHAPES[key])


@pytest.mark.parametrize("theme", Theme)
def test_a_picture_needs_no_style_sheet(theme: Theme) -> None:
    """It has the colours of one theme, and every shape is drawn in some of them."""
    for state, played in map(of, GAMES):
        root = drawn(state, played, theme)
        used = {
            value
            for element in root.iter()
            for name, value in element.attrib.items()
            if name in ("fill", "stroke")
        }

        assert not styled(root)
        assert not unpainted(root)
        assert not misdrawn(root)
        assert used <= {*theme.colours.values(), "none"}


# Valid, bounded, and for everybody


def fetching(root: ElementTree.Element) -> list[str]:
    """All from which a picture could load something: its attributes, not what is said in it."""
    return [value for element in root.iter() for value in element.attrib.values()]


@examples(30)
@given(walks, st.sampled_from(Theme), st.text(max_size=300))
def test_any_position_draws_valid_xml_below_the_bound(
    choices: list[int], theme: Theme, title: str
) -> None:
    """And the same bytes twice, without anything from outside; each shape that is used is defined
    once.
    """
    state, played = walked(choices)
    first = picture(state, title=title, description=title, played=played, theme=theme)
    root = ElementTree.fromstring(first)
    defined = [group.get("id") for group in root.iter(f"{SVG}g") if group.get("id")]

    assert first == picture(state, title=title, description=title, played=played, theme=theme)
    assert len(data_uri(first)) < 60_000
    assert {(use.get("href") or "")[1:] for use in root.iter(f"{SVG}use")} == set(defined)
    assert len(defined) == len(set(defined))
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
    assert not re.search(r"(?i)https?:|@import|url\(", " ".join(fetching(root)))
    assert not re.search(
        r"nan|inf\b|\d\.\d\d\d", "".join(path.get("d", "") for path in root.iter(f"{SVG}path"))
    )


def test_the_fullest_board_is_below_the_bound() -> None:
    """Every place taken, every piece in hand and reserve, and the longest words."""
    movable = ("d14", "l2")
    board = FIXED | mask(SQUARES.index(name) for name in movable)
    squares = [SQUARES[place] for place in places(board)]
    lines = [INTERSECTIONS[place] for place in places(crossings(board))]
    position = Position(
        {name: Owned(Side(n % 2), list(Piece)[n % 8]) for n, name in enumerate(squares)}
        | {name: Owned(Side(n % 2), list(Piece)[8 + n % 7]) for n, name in enumerate(lines)},
        movable,
        hands=(HAND * 31, HAND * 31),
        reserves=(RESERVE * 31, RESERVE * 31),
    )
    svg = picture(pack(position), title="x" * 900, description="<" * 9_000, theme=Theme.AUTO)

    assert (len(squares), len(lines)) == (39, 54)
    assert len(data_uri(svg)) < 60_000


def test_a_picture_has_a_title_and_a_description_first() -> None:
    first, second, *_ = drawn(OPENING)

    assert (first.tag, first.text, second.tag, second.text) == (
        f"{SVG}title",
        "T",
        f"{SVG}desc",
        "D",
    )
    assert drawn(OPENING).get("role") == "img"


@pytest.mark.parametrize(
    "hostile", ["</title><script>alert(1)</script>", '"><image href="//x"/>', "&amp;&lt;", "]]>"]
)
def test_text_is_escaped(hostile: str) -> None:
    root = ElementTree.fromstring(picture(OPENING, title=hostile, description=hostile))

    assert (root[0].text, root[1].text) == (hostile, hostile)
    assert not [
        element for element in root.iter() if element.tag in (f"{SVG}script", f"{SVG}image")
    ]


def test_what_xml_forbids_is_replaced() -> None:
    root = ElementTree.fromstring(picture(OPENING, title="a\x00b\ud800", description="\udfff"))

    assert (root[0].text, root[1].text) == ("a\ufffdb\ufffd", "\ufffd")
