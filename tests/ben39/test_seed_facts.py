"""What the inventor says of his diagrams (G23), and of a few more, of positions that are set up by
names.

Both the engine and the second player are asked.
"""

from __future__ import annotations

from ben39.agree import disagreements, named, numbered
from ben39.oracle import (
    BLACK,
    WHITE,
    Action,
    Position,
    actions,
    control,
    escapes,
    in_check,
    king_takers,
    status,
)


def setup(pieces: str, *movable: str, turn: str = WHITE) -> Position:
    """A position of pieces like `Kh2 c?g3`, agreed upon."""
    position = Position(movable=list(movable), turn=turn)
    for word in pieces.split():
        sign = 2 if word[0] in "Cc" else 1
        piece, place = word[:sign], word[sign:]
        (position.squares if place[0] in "bdfhjln" else position.crossings)[place] = piece
    assert named(numbered(position)) == position
    assert list(disagreements(position, actions(position))) == []
    return position


def legal(position: Position, start: str = "") -> dict[str, Action]:
    return {action.text: action for action in actions(position) if action.text.startswith(start)}


IMMOBILIZER = "nf4 kh4 Nj4 im3 Gf2 Bh2"
TELEPORTS = "Pd6 Bf6 Nn6 We5 Wm5 Rd4 Sf4 gl4"
SPIDERS = "Bf4 Rj4 gl4 Zg3 Zk3 Kh2 Sj2"
CASTLES = "C?k5 Wm5 C?g3 Wi3 Kh2"
NO_CASTLE = "C?g5 Zi3 C?k3 Kh2"
SQUARES = "Xa5 ic5 Gb4 Xa3 zc3 C?k3 Xm3 Kl2 xk1 c?m1"


def test_black_is_in_check_from_the_gold_and_the_immobilizer_answers() -> None:
    """G11, G13, G23: the immobilizer goes from m3 to g3 or e3."""
    position = setup(IMMOBILIZER, "d14", turn=BLACK)

    assert [action.text for action in king_takers(position, WHITE)] == ["Gf2xh4"]
    assert in_check(position)
    assert set(escapes(position)) == {"Im3-e3", "Im3-g3"}


def test_the_wizard_on_e5_teleports_four_pieces() -> None:
    """G15, G23: to an empty square, a capture, a swap, which either wizard does, and off the
    board.
    """
    position = setup(TELEPORTS, "d14")
    teleports = {text: action.after for text, action in legal(position, "W").items() if ":" in text}

    assert set(teleports) == {"We5:d6-l6", "We5:d4xl4", "We5:f6/n6", "We5:f4*", "Wm5:n6/f6"}
    assert teleports["We5:d6-l6"].squares["l6"] == "P"
    assert teleports["We5:d4xl4"].squares["l4"] == "R"
    assert teleports["We5:d4xl4"].hands[WHITE] == "G"
    assert teleports["We5:f6/n6"] == teleports["Wm5:n6/f6"]
    assert (teleports["We5:f6/n6"].squares["n6"], teleports["We5:f6/n6"].squares["f6"]) == (
        "B",
        "N",
    )
    assert teleports["We5:f4*"].hands[WHITE] == "S"
    assert "f4" not in teleports["We5:f4*"].squares


def test_one_wizard_alone_does_not_teleport() -> None:
    """G15."""
    assert not any(":" in text for text in legal(setup(TELEPORTS.replace("Wm5", "wm5"), "d14")))


def test_the_spider_on_k3_rotates_either_way() -> None:
    """G16, G23: clockwise it takes the gold, counterclockwise the silver leaves the board, for l2
    is not on it.
    """
    rotations = legal(setup(SPIDERS, "d14"), "Zk3")
    clockwise, counter = rotations["Zk3>"], rotations["Zk3<"]

    assert clockwise.after.squares == {"f4": "B", "h2": "K", "l4": "R", "j4": "S"}
    assert clockwise.after.hands[WHITE] == "G"
    assert counter.after.squares == {"f4": "B", "h2": "K", "l4": "g", "j2": "R"}
    assert counter.after.hands[WHITE] == "S"


def test_the_spider_on_g3_rotates_the_king_only_beside_castles() -> None:
    """G10, G16, G23: refused as drawn; legal with castles on g1 and i3, and then both pieces go
    along.
    """
    assert not {"Zg3>", "Zg3<"} & set(legal(setup(SPIDERS, "d14")))

    rotations = legal(setup(SPIDERS + " C+g1 Cxi3", "d14"))
    others = {"j4": "R", "l4": "g", "j2": "S"}

    assert rotations["Zg3>"].after.squares == {"h4": "B", "f2": "K"} | others
    assert rotations["Zg3<"].after.squares == {"f2": "B", "h4": "K"} | others
    assert "Zg3>" not in legal(setup(SPIDERS + " C+i3", "d14"))


def test_the_king_goes_between_squares_with_castles() -> None:
    """G10, G23: to f2, f4, h4 and j4 but not to j2, and by wizard to l4."""
    position = setup(CASTLES, "d14")

    assert set(legal(position, "K")) == {"Kh2-f2", "Kh2-f4", "Kh2-h4", "Kh2-j4"}
    assert {text for text in legal(position) if ":" in text} == {"Wi3:h2-l4"}


def test_the_king_away_from_castles_is_not_moved() -> None:
    """G10, G23: neither by itself nor by the spider, whatever castles are where it would come
    to.
    """
    position = setup(NO_CASTLE, "d14")

    assert not legal(position, "K")
    assert not {"Zi3>", "Zi3<"} & set(legal(position))


def test_who_controls_the_movable_squares() -> None:
    """G13, G17, G23: nobody b4, where the gold is immobilized, and White l2."""
    assert control(setup(SQUARES, "l2", "b4")) == {"l2": (WHITE, 3, 2), "b4": (None, 2, 2)}
    assert control(setup(SQUARES.replace("ic5", "zc5"), "l2", "b4"))["b4"] == (WHITE, 3, 2)


def test_white_moves_the_square_of_his_king() -> None:
    """G10, G19, G23: to n4, with the castle of k3, and the rook of m3 as White likes; to d2 there
    is no way.
    """
    moves = legal(setup(SQUARES, "l2", "b4"), "#")
    still = {"a5": "X", "c5": "i", "a3": "X", "c3": "z", "k1": "x"}

    assert set(moves) == {"#l2-n4(k3)", "#l2-n4(k3,m3)"}
    assert moves["#l2-n4(k3)"].after.crossings == still | {"m5": "C?", "o3": "c?", "m3": "X"}
    assert moves["#l2-n4(k3,m3)"].after.crossings == still | {"m5": "C?", "o3": "c?", "o5": "X"}
    assert moves["#l2-n4(k3)"].after.squares == {"b4": "G", "n4": "K"}
    assert moves["#l2-n4(k3)"].after.movable == ["n4", "b4"]


def test_black_may_not_move_what_white_controls() -> None:
    """G17."""
    assert not legal(setup(SQUARES, "l2", "b4", turn=BLACK), "#")


def test_a_square_does_not_go_where_the_other_is() -> None:
    """G18: each has only the other way left."""
    moves = legal(setup("Rl2 Rn4", "n4", "l2"), "#")

    assert set(moves) == {"#l2-d2", "#n4-n12"}


def test_who_cannot_act_has_lost_in_check_and_is_stalemated_else() -> None:
    """G11: two kings without castles do nothing."""
    assert status(setup("Kh2 kh14", "d14", "l2")) == "stalemate"
    assert status(setup("Kh2 kh14 rh4", "d14", "l2")) == "mate"


def test_the_immobilizer_may_go_where_it_immobilizes_but_not_enter_there() -> None:
    """G13."""
    position = setup("Ia5 rf6", "d14", "l2")
    assert "Ia5-e5" in legal(position)

    position = setup("rf6 Kd6", "d14", "l2")
    position.reserves[WHITE] = "I"
    assert list(disagreements(position, actions(position))) == []
    assert {"I@e5", "I@e7", "I@g5", "I@g7"} & set(legal(position)) == set()
    assert {"I@c5", "I@c7"} < set(legal(position))


def test_pawns_are_dropped_where_they_can_ever_move() -> None:
    """G9: not on the last rank, and not on b12 unless d14 is on the board, nor on n12 unless l14
    is.
    """
    for movable, refused in (
        (("d14", "b12"), {"d14", "f14", "h14", "j14"}),
        (("n12", "b12"), {"f14", "h14", "j14", "n12", "b12"}),
        (("l14", "n12"), {"l14", "f14", "h14", "j14"}),
        (("d14", "n12"), {"d14", "f14", "h14", "j14", "n12"}),
    ):
        position = setup("", *movable)
        position.hands[WHITE] = "P"
        assert list(disagreements(position, actions(position))) == []
        dropped = {text[2:] for text in legal(position)}
        assert len(dropped) == 39 - len(refused)
        assert not dropped & refused


def test_two_are_taken_by_one_rotation() -> None:
    """G16."""
    rotations = legal(setup("Zg7 Rf6 Rh8 nf8 qh6", "d14", "l2"))

    assert rotations["Zg7>"].after.hands[WHITE] == "NP"
    assert rotations["Zg7>"].after.squares == {"f8": "R", "h6": "R"}


def test_pawns_become_queens_whoever_moves_them() -> None:
    """G7: of either side, by wizard, spider and square, also from one place of the last rank to
    another.
    """
    assert legal(setup("We11 Wg13 Pd10", "d14", "l2"))["We11:d10-f12"].after.squares == {"f12": "P"}
    assert legal(setup("We11 Wg15 Pd10", "d14", "l2"))["We11:d10-f14"].after.squares == {"f14": "Q"}
    assert legal(setup("Zg13 Pf12", "d14", "l2"))["Zg13>"].after.squares == {"f14": "Q"}
    assert legal(setup("Pd14 Xc13", "d14", "l2"))["#d14-l14"].after.squares == {"l14": "Q"}
    assert legal(setup("pn4 Xo3 Xo5", "d14", "n4"))["#n4-l2"].after.squares == {"l2": "q"}
    assert legal(setup("We15 Wg15 Pf14 Qh14", "d14", "l2"))["We15:f14/h14"].after.squares == {
        "h14": "Q",
        "f14": "Q",
    }
