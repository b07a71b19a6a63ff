"""`wazir moves`: a table for people, JSON lines for scripts."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from cli.running import ROOT, wazir


def test_a_table_has_a_row_for_each_move() -> None:
    """Where it ends and what it takes, in order; the count goes to standard error."""
    ran = wazir("moves", "fmWfcF", "--square", "d4", "--foes", "c5,e5")

    assert ran.status == 0
    assert ran.out == "to  takes\nc5  c5\nd5\ne5  e5\n"
    assert ran.err == "The piece on d4, board 8x8: 3 moves.\n"


def test_columns_that_say_nothing_are_left_out() -> None:
    """Without captures there is but one column."""
    assert wazir("moves", "fW", "--square", "d4").out == "to\nd5\n"


def test_everything_about_a_result_is_shown() -> None:
    """What is put down where, and under what condition."""
    assert "h1 on f1" in wazir("moves", "isO2", "--square", "e1", "--friends", "h1").out
    assert "en passant" in wazir("moves", "feF", "--square", "d4").out
    assert "(gone)" in wazir("moves", "fW-xxacK", "--square", "d4").out


def test_the_middle_of_the_board_is_the_default() -> None:
    """Without `--square` the piece stands in the middle of the board that holds."""
    assert wazir("moves", "fW").err.startswith("The piece on d4, board 8x8")
    assert wazir("moves", "fW", "--board", "10x10").err.startswith("The piece on e5, board 10x10")
    assert wazir("moves", "fW", "--board", "1x1").err.startswith("The piece on a1, board 1x1")


def test_black_and_moved() -> None:
    """The side turns the board; `--not-virgin` takes away what only an unmoved piece can do."""
    assert wazir("moves", "fW", "--side", "black", "--square", "d4").out == "to\nd3\n"
    assert wazir("moves", "ifW", "--not-virgin").out == "to\n"


def test_a_piece_of_a_file(tmp_path: Path) -> None:
    """A name chooses; without one the last is taken; the board is that of the file."""
    path = tmp_path / "two.betza"
    path.write_text("%board 5x5\none = fW\ntwo = bW\n", "utf-8")

    assert wazir("moves", path, "--name", "one", "--square", "c3").out == "to\nc4\n"
    assert wazir("moves", path).err == "two on c3, board 5x5: 1 move.\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "No piece given."),
        (["W", "--square", "z9"], "There is no square `z9`"),
        (["W", "--foes", "d4,x"], "There is no square `x`"),
        (["W", "--name", "x"], "No piece named `x`."),
        (["", "--square", "d4"], "No piece found."),
        (["none.betza"], "No such file or folder: `none.betza`."),
        (["K", "--json-lines"], "reads pieces from standard input"),
    ],
)
def test_wrong_use_is_status_2(arguments: list[str], message: str) -> None:
    """What cannot be answered is said on standard error."""
    ran = wazir("moves", *arguments)

    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err


def test_json_lines_answer_in_order() -> None:
    """Each line gets a line, also where it makes no sense; blank lines get none."""
    lines = [
        '{"id": 1, "notation": "betza", "source": "fW", "square": "a1"}',
        "",
        "nonsense",
        '{"id": 2}',
        "\x00\xff",
    ]
    ran = wazir("moves", "--json-lines", stdin="\n".join(lines))
    answers = [json.loads(line) for line in ran.out.splitlines()]

    assert ran.status == 0
    assert answers[0] == {"id": 1, "results": [{"to": "a2", "takes": []}]}
    assert [answer.get("id") for answer in answers] == [1, None, 2, None]
    assert all("error" in answer for answer in answers[1:])


def test_json_lines_are_answered_one_by_one() -> None:
    """An answer comes before the next request is written."""
    process = subprocess.Popen(
        [sys.executable, "-m", "wazir", "moves", "--json-lines"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
    )
    assert process.stdin
    assert process.stdout
    for number in range(3):
        request = {"id": number, "notation": "betza", "source": "W", "square": "d4"}
        process.stdin.write(json.dumps(request).encode() + b"\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["id"] == number
    process.stdin.close()
    process.stdout.close()

    assert process.wait(timeout=60) == 0
