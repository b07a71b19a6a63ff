"""`wazir ben39 actions`: all that is legal, for people and for scripts."""

from __future__ import annotations

import json

import pytest

from cli.running import ROOT, ben39

OPENING = ROOT / "samples" / "ben39" / "opening.ben39"
SEED = ROOT / "samples" / "ben39" / "seed.ben39"
LINE = "1skg/1rnb1/2ppp2/7/2PPP2/1BNR1/GKS1 5/6/8/8/8/8/6/5 d14,l2 w - -"


def test_g20_an_action_stands_on_a_line_in_the_order_of_letters() -> None:
    """Sixteen moves, for nobody has anything in reserve."""
    ran = ben39("actions", "--fen", LINE)
    lines = ran.out.splitlines()

    assert (ran.status, ran.err) == (0, "")
    assert lines == sorted(lines)
    assert (len(lines), lines[:3]) == (16, ["Bf4-b8", "Bf4-d4", "Bf4-d6"])


def test_g22_the_position_is_that_after_the_moves() -> None:
    """What was played is no longer in reserve, and what is captured no longer on the board."""
    ran = ben39("actions", "-", stdin="moves: 1. I@g7 I@g9")

    assert not [line for line in ran.out.splitlines() if line.startswith("I@")]
    assert "Ig7-e7" in ran.out.splitlines()


def test_several_records_stand_below_their_names() -> None:
    """One that was asked for stands alone."""
    text = "position a\nposition b\nturn: black\n"

    assert [
        line for line in ben39("actions", "-", stdin=text).out.splitlines() if line in "ab"
    ] == [
        "a",
        "",
        "b",
    ]
    assert ben39("actions", "-", "--record", "a", stdin=text).out == ben39("actions", OPENING).out


def test_json_is_one_list() -> None:
    """Of all records; each action is told in words."""
    text = "position a\nposition b\nmoves: I@g7\n"
    listed = json.loads(ben39("actions", "-", "--format", "json", stdin=text).out)

    assert {action["record"] for action in listed} == {"a", "b"}
    assert list(listed[0]) == ["record", "action", "kind", "words"]
    assert listed[0]["action"] == "Bf4-b8"
    assert listed[0]["kind"] == "move"
    assert "bishop" in listed[0]["words"]


def test_g11_nobody_acts_in_a_game_that_has_ended() -> None:
    """An empty answer is an answer."""
    text = "fen: 2k1/2R2/7/7/7/5/K3 5/6/8/8/8/8/6/5 d14,l2 w - -\nmoves: Rh12xh14\n"

    assert (ben39("actions", "-", stdin=text).out, ben39("actions", "-", stdin=text).status) == (
        "",
        0,
    )
    assert ben39("actions", "-", "--format", "json", stdin=text).out == "[]\n"


def test_a_record_with_an_error_is_told_of() -> None:
    """What could be read is answered, with status 1."""
    ran = ben39("actions", "-", stdin="position x\nmoves: X@e5 Kh2-h4\n")

    assert ran.status == 1
    assert ran.err.startswith("-:2:13: error: ")
    assert "X@e5" not in ran.out.splitlines()
    assert "Kh14-h12" not in ran.out.splitlines()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "No position given."),
        (["none.ben39"], "No such file or folder: `none.ben39`."),
        (["samples"], "`samples` is not a .ben39 file."),
        (["samples/betza/fairy.betza"], "is not a .ben39 file."),
        (["README.md"], "has no fenced block in Ben39."),
        ([OPENING, "--record", "nobody"], "No record named `nobody`. The names are opening."),
        ([OPENING, "--fen", LINE], "--fen cannot be combined with a file or --record."),
        (["--fen", "x"], "Invalid one-line position: Expected six parts"),
        (
            ["--fen", LINE.replace("d14,l2", "d14,l2,x")],
            "Write the movable squares in the order of the ring",
        ),
        (["--fen", "\x1b[2J"], "Invalid one-line position"),
    ],
)
def test_wrong_use_is_status_2(
    arguments: list[str], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What cannot be answered is said on standard error, without a sign that could move the
    cursor.
    """
    monkeypatch.chdir(ROOT)
    ran = ben39("actions", *arguments)

    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err
    assert "\x1b" not in ran.err


@pytest.mark.parametrize(
    ("text", "status", "message"),
    [
        ("; nothing\n", 2, "No record found."),
        ("white hand: " + "P" * 1_000_000, 1, "[too-long]"),
    ],
    ids=["none", "too long"],
)
def test_a_text_without_a_record_is_told_of(text: str, status: int, message: str) -> None:
    """Whether there is none, or none that anybody would read."""
    ran = ben39("actions", "-", stdin=text)

    assert (ran.status, ran.out) == (status, "")
    assert message in ran.err


def test_names_of_records_cannot_move_the_cursor() -> None:
    """An escape in a name is shown as a sign."""
    ran = ben39("actions", "-", stdin="position \x1b[2Ja\nturn: x\nposition b\n", terminal=True)

    assert "\x1b[2J" not in ran.out + ran.err
