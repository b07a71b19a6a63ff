"""What is played or set up on a board is written into its record, and read from there again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wazir.ben39 import fen
from wazir.ben39.actions import Game, after, spell
from wazir.ben39.position import OPENING, State, unpack
from wazir.ben39.rules import actions
from wazir.diagnostics import Severity
from wazir.document import Document
from wazir.features.game import position as positions
from wazir.features.game.position import LineOfPlay, record_at, write
from wazir.features.game.view import position
from wazir.features.requests import RequestError
from wazir.notations import by_name
from wazir.text import apply

BEN39 = by_name("ben39")
RECORDS = (
    "position a\n",
    "position a\nturn: white ; White\n\nposition b\n",
    "position a\nmoves: ; none yet\n",
    "position a\nmoves:\n1. X@e5 X@g5 ; good\n2. I@c5 ; bad\n; the end\nexpect: check\n",
    "position a\nmoves: X@e5 X@g5\n  I@c5\n",
    "position a\r\nmoves:\r\n1. X@e5 X@g5 ; good\r\n",
    "moves: X@e5",
    f"position a\nfen: {fen.write(OPENING)} ; the opening\nmoves:\n1. X@e5\n",
    "position a\nturn: black\nmoves:\n1... X@e5 2. X@g5\n",
)
PICKS = st.lists(st.integers(0, 10**6), min_size=1, max_size=5)


def game_of(text: str) -> Game:
    record = record_at(Document.open(BEN39, text), 0)
    assert record
    return record[2]


def written(text: str, line: LineOfPlay) -> tuple[str, int]:
    made = write(Document.open(BEN39, text), 0, line)
    assert made
    return apply(text, made.edits), made.lost


def errors(text: str) -> list[str]:
    return [
        diagnostic.message
        for diagnostic in Document.open(BEN39, text).diagnostics()
        if diagnostic.code.severity is Severity.ERROR
    ]


@given(st.sampled_from(RECORDS), st.integers(0, 3), PICKS)
def test_moves_that_are_written_are_read_again(text: str, at: int, picks: list[int]) -> None:
    """After the actions that stay, whose comments stay too; other records do not change."""
    before = game_of(text)
    at = min(at, len(before.actions))
    kept, state, played = list(map(spell, before.actions[:at])), before.states[at], list[str]()
    for pick in picks:
        if legal := actions(state):
            played.append(spell(legal[pick % len(legal)]))
            state = after(state, legal[pick % len(legal)])
    now, lost = written(text, LineOfPlay(at, tuple(played)))

    assert list(map(spell, game_of(now).actions)) == kept + played
    assert lost == len(before.actions) - at
    assert "; good" in now or "; good" not in text or at < len(["X@e5", "X@g5"])
    assert now.endswith(text[text.find("\nposition b") :] if "position b" in text else "")
    assert not errors(now.replace("expect: check\n", ""))


def test_numbers_and_lines_are_those_of_the_record() -> None:
    """Two actions a line; without numbers where the record has none."""
    numbered, _ = written(RECORDS[3], LineOfPlay(2, ("I@i5", "X@i3", "X@c5")))
    plain, _ = written(RECORDS[4], LineOfPlay(3, ("X@i3", "X@g3")))

    assert numbered == (
        "position a\nmoves:\n1. X@e5 X@g5 ; good\n2. I@i5 X@i3\n3. X@c5 ; bad\n; the "
        "end\nexpect: check\n"
    )
    assert plain == "position a\nmoves: X@e5 X@g5\n  I@c5 X@i3\nX@g3\n"


@pytest.mark.parametrize(
    ("text", "at", "actions", "after"),
    [
        ("moves: ; none yet\n", 0, "X@e5", "moves:\n1. X@e5 ; none yet\n"),
        ("turn: black\n", 0, "X@e5 X@g5 X@e7", "turn: black\nmoves:\n1... X@e5\n2. X@g5 X@e7\n"),
        ("turn: black\nmoves: X@e5\n", 0, "X@g5 X@e7", "turn: black\nmoves: X@g5\nX@e7\n"),
        ("turn: black\nmoves: X@e5\n", 1, "X@g5 X@e7", "turn: black\nmoves: X@e5\nX@g5 X@e7\n"),
        (
            "moves:\n1. X@e5 X@g5 ; good\n",
            0,
            "X@e7 X@g7 X@i5",
            "moves:\n1. X@e7 X@g7\n2. X@i5 ; good\n",
        ),
        ("moves:\n1. X@e5 X@g5 ; good\n", 1, "X@g7 X@i5", "moves:\n1. X@e5 X@g7\n2. X@i5 ; good\n"),
        ("moves: X@e5 ; good\n  ; more\n", 1, "X@g5", "moves: X@e5 ; good\nX@g5\n  ; more\n"),
        ("moves: X@e5", 1, "X@g5 X@e7", "moves: X@e5 X@g5\nX@e7"),
    ],
)
def test_where_actions_are_written(text: str, at: int, actions: str, after: str) -> None:
    """White's and Black's in a line, in the place of those that go, and below a comment about one
    that stays.
    """
    assert written(text, LineOfPlay(at, tuple(actions.split()))) == (
        after,
        len(game_of(text).actions) - at,
    )


def set_up(state: State, *moved: str) -> State:
    view = position(
        Document.open(BEN39, "position a\n"),
        0,
        LineOfPlay(0, (), fen.write(state), moved),
        has_picture=False,
    )
    assert view
    reading = fen.read(view.fen).state
    assert reading is not None
    return reading


@given(st.data())
def test_a_position_that_is_set_up_is_written_and_read_again(data: st.DataObject) -> None:
    """Also one with errors, as a diagram or on one line; its moves go, its comments stay."""
    state = OPENING
    for _ in range(data.draw(st.integers(1, 4))):
        drawn = unpack(state)
        place = data.draw(
            st.sampled_from([*drawn.pieces, "+white R", "@white X", "+black C", "#l2"])
        )
        moved = (
            place,
            data.draw(st.sampled_from(["", "h8", "g7", "@black", "#n4", *drawn.pieces])),
        )
        try:
            state = positions.set_up(fen.write(state), moved)
        except RequestError:
            continue
    text = data.draw(st.sampled_from([text for text in RECORDS if "a" in text[:10]]))
    now, lost = written(text, LineOfPlay(0, (), fen.write(state)))
    start = game_of(now)

    assert lost == len(game_of(text).actions)
    assert not start.actions
    assert start.start == state
    assert [part in now for part in ("; good", "; the end", "; White", "; the opening")] == [
        part in text for part in ("; good", "; the end", "; White", "; the opening")
    ]


def test_too_many_pieces_in_reserve_are_written_and_read_again() -> None:
    """Black has six Chad rooks then, which is an error, but no reason to lose one."""
    state = set_up(OPENING, "@white X", "@black")
    now, _ = written(RECORDS[0], LineOfPlay(0, (), fen.write(state)))

    assert game_of(now).start == state


def test_pieces_go_to_the_hand_of_either_side() -> None:
    """And one of two pieces in reserve goes nowhere."""
    state = set_up(set_up(set_up(OPENING, "j6", "@black"), "h10", "@white"), "@white W", "")
    position, before = unpack(state), unpack(OPENING)

    assert position.hands == ("P", "P")
    assert position.reserves == (before.reserves[0].replace("W", "", 1), before.reserves[1])
    assert unpack(set_up(state, "@white P", "@")).hands == ("P", "P")


def test_g25_the_problems_of_a_record_are_its_diagnostics() -> None:
    """They are told of a position beside the board only while it is set up."""
    state = set_up(OPENING, "+white R", "h8")
    now, _ = written(RECORDS[0], LineOfPlay(0, (), fen.write(state)))
    lines = LineOfPlay(), LineOfPlay(0, (), "")
    read, again = (position(Document.open(BEN39, now), 0, line) for line in lines)

    assert read
    assert again
    assert (bool(read.problems), bool(again.problems)) == (False, True)


@pytest.mark.parametrize(
    ("moved", "problem"),
    [
        (("h2", ""), "White has no king on the whole board."),
        (("+black K", "h4"), "Black already has a king."),
        (
            ("+white R", "h8"),
            "Too many pieces: the game has 2 rooks, on the board and in both hands.",
        ),
        (("#l2", ""), "Missing movable squares: only one of two is drawn."),
        (("#", "#n4"), "Too many movable squares: 3 instead of two"),
        (("j6", "j14"), "A pawn of White becomes a queen on rank 14."),
        (("j4", "h12"), "White is to move and can capture the king of Black."),
    ],
)
def test_g25_every_illegal_placement_is_told(moved: tuple[str, ...], problem: str) -> None:
    """In the words of the diagnostics of a record."""
    view = position(Document.open(BEN39, "position a\n"), 0, LineOfPlay(0, (), "", moved))

    assert view
    assert any(problem.lower() in fault.message.lower() for fault in view.problems), view.problems
    shown = position(Document.open(BEN39, "position a\n"), 0, LineOfPlay(0, (), ""))
    assert shown
    assert not shown.problems


@pytest.mark.parametrize(
    ("moved", "reason"),
    [
        (("+white R", "g3"), "A rook belongs on squares."),
        (("+white X", "h4"), "A Chad rook belongs on intersections."),
        (("h8", "h6"), "Nothing stands on h8."),
        (("xwhite P", "h8"), "Nothing stands on xwhite P."),
        (("@green P", "h8"), "Nothing stands on @green P."),
        (("@white Y", "h8"), "Nothing stands on @white Y."),
        (("h2", "@white"), "A king is never in a hand."),
        (("#l2", "#h2"), "A movable square cannot be on h2."),
        (("@white R", "h8"), "White has no R beside the board."),
        (("h4", "n14"), "A nightrider belongs on squares."),
        (("h4", "d2"), "This cannot be set up. No N can stand on d2."),
        (("+white X", "a3"), "This cannot be set up. No X can stand on a3."),
        (("+white C", "a3"), "This cannot be set up. No C can stand on a3."),
        (("h4",), "A change has an origin and a target."),
    ],
)
def test_what_cannot_be_put_there_is_refused(moved: tuple[str, ...], reason: str) -> None:
    with pytest.raises(RequestError, match=reason.replace(".", r"\.")):
        set_up(OPENING, *moved)


def test_a_castle_changes_its_next_step() -> None:
    """G14: orthogonal, diagonal, either. Another piece that is put where it stands stays as it
    is.
    """
    state, seen = set_up(OPENING, "+white C", "g3"), list[str]()
    for _ in range(3):
        state = set_up(state, "g3", "g3")
        seen.append(unpack(state).pieces["g3"].piece.name)

    assert seen == ["CASTLE_STRAIGHT", "CASTLE_DIAGONAL", "CASTLE_EITHER"]
    assert set_up(state, "h2", "h2") == state


def test_nothing_to_write_is_told() -> None:
    with pytest.raises(RequestError, match=r"No moves were played\."):
        written("position a\n", LineOfPlay(0))
    with pytest.raises(RequestError, match="stands on j6"):
        written("position a\n", LineOfPlay(0, ("Rj4-j6",)))
    assert write(Document.open(BEN39, "; nothing\n"), 0, LineOfPlay(0)) is None


def test_rules_remain_when_a_record_starts_from_another_position() -> None:
    """Keys that the position replaces go."""
    now, _ = written(
        "position a\nrules: own-promotion\nturn: black\n", LineOfPlay(0, (), fen.write(OPENING))
    )
    assert ("rules: own-promotion\n" in now, "turn:" in now) == (True, False)


def test_g16_a_rotation_that_also_leaves_the_board_tells_what_it_takes() -> None:
    """Around c11 either way one of the knights takes on d10, and the other one leaves the board."""
    state = OPENING
    for moved in (
        ("+white Z", "c11"),
        ("+white N", "d12"),
        ("+white N", "b10"),
        ("+black N", "d10"),
    ):
        state = positions.set_up(fen.write(state), moved)
    now, _ = written("position a\n", LineOfPlay(0, (), fen.write(state)))
    shown = position(Document.open(BEN39, now), 0, LineOfPlay(0), has_picture=False)

    assert shown
    assert {
        action.spelled: action.takes
        for action in shown.actions
        if action.by == "c11" and action.turns
    } == {
        "Zc11<": ("d10",),
        "Zc11>": ("d10",),
    }
