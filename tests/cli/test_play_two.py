"""`wazir ben39 play --against human`: two people at one board."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from contextlib import suppress
from itertools import accumulate, chain, repeat
from pathlib import Path

import pytest

from cli.running import ROOT, Ran, ben39, wazir

WIN = ("--fen", "2k1/2R2/7/7/7/5/K3 5/6/8/8/8/8/6/5 d14,l2 w - -")
SHEET = """\
game

  1. White  X@e5    A Chad rook enters from the reserve on e5.
     Black  X@g5    A Chad rook enters from the reserve on g5.
  2. White  Xe5-c5  The Chad rook goes from e5 to c5.

"""


def play(*lines: str, arguments: tuple[str | Path, ...] = ()) -> Ran:
    return ben39(
        "play", "--against", "human", *arguments, stdin="".join(f"{line}\n" for line in lines)
    )


@pytest.fixture
def minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock on which a minute passes between two looks at it."""
    times = accumulate(chain([0], repeat(60)))
    for module in ("commands", "play", "table"):
        monkeypatch.setattr(f"wazir.cli.ben39.{module}.monotonic", lambda: float(next(times)))


def test_the_sides_act_in_turn() -> None:
    """The program plays nothing; the side to move is named after each action."""
    ran = play("X@e5", "X@g5", "Rj4-j6")

    assert ran.status == 0
    assert ran.out.startswith("Two people play, White and Black in turn.")
    turns = [line for line in ran.out.splitlines() if line.endswith(" to move.")]
    assert turns == ["White to move.", "Black to move.", "White to move."]
    assert "The white pawn stands on j6." in ran.out
    assert "plays" not in ran.out


def test_one_action_is_taken_back() -> None:
    ran = play("undo", "X@e5", "X@g5", "undo", "quit")

    assert "There is no action to take back." in ran.out
    assert ran.out.endswith("moves:\n1. X@e5\n")


def test_hints_are_off() -> None:
    ran = play("hint", "help")

    assert "Hints are off in a game between two people.\n" in ran.out
    assert "search for the best action" not in ran.out


def test_the_score_sheet_is_in_words() -> None:
    """Numbers are of both sides; a check and the end are told."""
    ran = play("X@e5", "X@g5", "Xe5-c5", "sheet")
    assert SHEET in ran.out

    ended = play("Rh12xh14", "sheet", arguments=WIN).out
    assert (
        f"\nFrom {WIN[1]}\n\n  1. White  Rh12xh14  The rook on h12 captures the black king on h14 "
        "and wins."
    ) in ended
    assert "\n\nWhite has taken the king and won.\n" in ended


def test_the_score_sheet_is_written(tmp_path: Path) -> None:
    """As text or as a page, by the name of the file, which is not overwritten."""
    text, page = tmp_path / "sheet.txt", tmp_path / "sheet.html"
    ran = play("X@e5", "X@g5", "Xe5-c5", f"sheet {text}", f"sheet {page}", f"sheet {page}")

    assert text.read_text("utf-8") == f"{SHEET}Black to move.\n"
    assert page.read_text("utf-8").startswith("<!DOCTYPE html>")
    assert ran.out.count("Saved the score sheet to ") == 2
    assert f"`{page}` already exists. Choose another name.\n" in ran.out


@pytest.mark.parametrize(
    ("lines", "note"), [(("quit",), ""), (("resign",), "; Black resigns. White wins.\n"), ((), "")]
)
def test_the_record_is_saved(lines: tuple[str, ...], note: str, tmp_path: Path) -> None:
    """At the end, with the result as a comment; nothing is wrong with it."""
    path = tmp_path / "game.ben39"
    ran = play("X@e5", *lines, arguments=("--save", path))

    assert ran.out.endswith(f"Saved the game to {path}.\n")
    assert path.read_text("utf-8") == f"position game\nmoves:\n1. X@e5\n{note}"
    assert wazir("check", path).status == wazir("format", "--check", path).status == 0


@pytest.mark.usefixtures("minutes")
def test_a_flag_falls() -> None:
    """The side whose time ran out has lost; no action is accepted until one is taken back, with its
    time.
    """
    ran = play(
        "clock",
        "X@e5",
        "X@g5",
        "clock",
        "clock",
        "clock",
        "X@i5",
        "sheet",
        "resign",
        arguments=("--clock", "9+30"),
    )

    assert (
        "White's flag has fallen. Black wins on time.\nClocks: White 0:00 and Black 5:30.\n"
        in ran.out
    )
    assert "\nThe game has ended.\n" in ran.out
    assert (
        "X@g5  A Chad rook enters from the reserve on g5.\n\nWhite's flag has fallen. Black wins "
        "on time.\n"
    ) in ran.out
    assert ran.out.endswith(
        "moves:\n1. X@e5 X@g5\n; White's flag has fallen. Black wins on time.\n"
    )
    again = play("board", "X@e5", "undo", "X@g5", arguments=("--clock", "4"))
    assert "White's flag has fallen" in again.out


def test_a_flag_falls_while_nobody_types() -> None:
    """The prompt has the time that is left."""
    terminal, inside = pty.openpty()
    command = [
        sys.executable,
        "-m",
        "wazir",
        "ben39",
        "play",
        "--against",
        "human",
        "--clock",
        "0.01",
    ]
    with subprocess.Popen(
        command, stdin=inside, stdout=inside, stderr=inside, cwd=ROOT, start_new_session=True
    ):
        os.close(inside)
        shown = b""
        while b"wins on time." not in shown:
            shown += os.read(terminal, 1000)
        os.write(terminal, b"quit\n")
        with suppress(OSError):
            while part := os.read(terminal, 1000):
                shown += part
        os.close(terminal)

    assert b"White 0:01> " in shown
    assert b"White's flag has fallen. Black wins on time." in shown


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--clock", "10+5"), "--clock needs --against human."),
        (("--against", "human", "--as", "black"), "--as cannot be combined with --against human."),
        (
            ("--against", "human", "--nodes", "9"),
            "--nodes cannot be combined with --against human.",
        ),
        (("--against", "human", "--clock", "soon"), "'soon' is not a time, such as 10 or 10+5"),
        (("--against", "human", "--clock", "0+5"), "'0+5' is not a time, such as 10 or 10+5"),
        (("--save", ROOT / "README.md"), "already exists. Choose another name."),
    ],
)
def test_arguments_that_do_not_fit_are_wrong_use(
    arguments: tuple[str | Path, ...], message: str
) -> None:
    ran = ben39("play", *arguments)

    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err
