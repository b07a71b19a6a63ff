"""`wazir ben39 play`: a game, driven by what a user would type."""

from __future__ import annotations

import errno
import os
import pty
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from cli.running import ROOT, Ran, ben39, wazir
from wazir.cli import writing
from wazir.cli.ben39.commands import INPUTS

SAMPLES = ROOT / "samples" / "ben39"
WIN = ("--fen", "2k1/2R2/7/7/7/5/K3 5/6/8/8/8/8/6/5 d14,l2 w - -")
BLACK = "1skg/1rnb1/2ppp2/7/2PPP2/1BNR1/GKS1 5/6/8/8/8/8/6/5 d14,l2 b - -"
DRAWN = ("--fen", "3/5/7/7/7/5/3 4/6/8/8/8/8/6/4 - w - -")


def play(*lines: str, arguments: tuple[str | Path, ...] = ()) -> Ran:
    """A game in which the program thinks but little."""
    return ben39("play", "--nodes", "30", *arguments, stdin="".join(f"{line}\n" for line in lines))


def test_the_board_is_shown_and_an_action_is_answered() -> None:
    """The canonical drawing, what stands beside it, whose turn it is; then the program acts, in
    words too.
    """
    ran = play("X@e5")
    before, after = re.split(r"Black plays .*\n\n", ran.out)

    assert ran.status == 0
    assert before.startswith("You are White.\nEnter an action")
    assert "2           |:G:| K |:S:|###|\n1           +---+---+---+---+\n    a b c" in before
    assert "white reserve: X X X X X I W W Z Z C C\n" in before
    assert "5   +---+---X---+---+---+---+---+\n" in after
    assert "white reserve: X X X X I W W Z Z C C\n" in after
    assert re.search(r"^Black plays \S+\. [A-Z].*\.$", ran.out, re.M)
    assert "White to move." in after


def test_what_is_not_legal_is_explained() -> None:
    """With the reason, the way out, and what is near to it; nothing is played."""
    ran = play("Rj4-j6", "nonsense")

    assert "j6" in ran.out.splitlines()[-4]
    assert ran.out.splitlines()[-3].startswith("Similar legal actions: Rj4-")
    assert "`nonsense` is no action. Actions are written like" in ran.out.splitlines()[-2]
    assert "plays" not in ran.out


def test_g21_a_loose_spelling_is_taken_with_a_warning() -> None:
    """And what it stands for is told."""
    assert "Nothing is captured: `Rj4-l4`.\n" in play("Rj4xl4").out


def test_g26_a_position_that_occurs_again_is_told(tmp_path: Path) -> None:
    path = tmp_path / "game.ben39"
    path.write_text("moves: Bf4-b8 Bj12-n8 Bb8-f4 Bn8-j12\n", "utf-8")

    assert (
        "White to move.\nThis position has occurred once before.\n"
        in play("quit", arguments=(path,)).out
    )


@pytest.mark.parametrize("end", [(), ("quit",), ("resign",)])
def test_a_game_is_never_lost(end: tuple[str, ...], tmp_path: Path) -> None:
    """At the end of the input too, what was played is printed as a record that can be read
    again.
    """
    ran = play("X@e5", "X@g5", *end)
    record = ran.out.split("The game as a .ben39 file:\n\n")[1]
    path = tmp_path / "game.ben39"
    path.write_text(record, "utf-8")

    assert ran.status == 0
    assert re.match(r"position game\nmoves:\n", record)
    assert wazir("check", path).status == 0
    assert len(re.findall(r"\S+@\S+|\S+-\S+", record)) == 4
    assert ("White resigns. Black wins." in ran.out) is (end == ("resign",))


def test_a_saved_game_goes_on(tmp_path: Path) -> None:
    """It is laid out, nothing is wrong with it, and it is not printed; Black may take it over."""
    path = tmp_path / "a game.ben39"
    ran = play("save", "X@e5", f"save {path}", "I@c5", "save", "quit")

    assert "Name a file" in ran.out
    assert ran.out.count(f"Saved the game to {path}.") == 2
    assert "as it would stand" not in ran.out
    assert wazir("check", path).status == wazir("format", "--check", path).status == 0
    again = play("undo", arguments=(path, "--as", "black"))
    assert "You are Black." in again.out
    assert "White plays" in again.out
    assert "moves:\n" in again.out


def test_a_game_from_a_position_keeps_it(tmp_path: Path) -> None:
    """The record begins with the position in one line; an action of Black that begins it stands
    alone.
    """
    path = tmp_path / "x.ben39"
    play("Rf12-d12", "Bj12-l12", f"save {path}", arguments=("--fen", BLACK))
    text = path.read_text("utf-8")

    assert text.startswith(f"position game\nfen: {BLACK}\nmoves:")
    assert re.search(r"\n1\.\.\. Rf12-d12\n2\. \S+ Bj12-l12\n3\. \S+\n$", text)
    assert wazir("check", path).status == wazir("format", "--check", path).status == 0
    assert "You are Black." in play(arguments=(path,)).out


def test_files_that_are_there_are_not_overwritten(tmp_path: Path) -> None:
    """But by the game that wrote them."""
    path = tmp_path / "x.ben39"
    path.write_text("mine", "utf-8")

    assert "already exists. Choose another name." in play("X@e5", f"save {path}").out
    assert path.read_text("utf-8") == "mine"


@pytest.mark.parametrize("name", ["/", "no/such/folder/x.ben39", "a\0b"])
def test_a_file_that_cannot_be_written_is_told_of(name: str) -> None:
    """The game goes on."""
    ran = play("X@e5", f"save {name}", "board")

    assert ran.status == 0
    assert "The game is in" not in ran.out
    assert ran.out.count("    a b c d e f g h i j k l m n o") == 3


def test_undo_takes_back_the_own_action_and_the_answer() -> None:
    """Nothing is left of it; before the first there is nothing to take back."""
    ran = play("undo", "X@e5", "undo", "undo")

    assert ran.out.count("There is no action to take back.") == 2
    assert ran.out.count("white reserve: X X X X X I W W Z Z C C") == 2
    assert "as it would stand" not in ran.out


def test_a_king_that_was_taken_can_be_given_back() -> None:
    """The end is told; only what is no action can be said then."""
    ran = play("Rh12xh14", "Rh12-h10", "hint", "actions", "undo", "quit", arguments=WIN)

    assert "White has taken the king and won." in ran.out
    assert "Nothing is played after that." in ran.out
    assert "The game has ended." in ran.out
    assert "No such action." in ran.out
    assert ran.out.count("White to move.") == 2


def test_g11_nobody_can_act_in_a_stalemate() -> None:
    """The program waits for the user, whose side ever it is."""
    ran = play("hint", arguments=(*DRAWN, "--as", "black"))

    assert "White to move, stalemate: no legal move." in ran.out
    assert "The game has ended." in ran.out


def test_the_program_begins_for_black() -> None:
    """And takes the king if it can."""
    ran = play(arguments=(*WIN, "--as", "black"))

    assert "White plays Rh12xh14." in ran.out
    assert "White has taken the king and won." in ran.out


def test_a_hint_is_a_line_of_the_search() -> None:
    """With its score and depth."""
    assert "White wins in 1 at depth 1: Rh12xh14\n" in play("hint", arguments=WIN).out


def test_actions_can_be_listed_by_their_beginning() -> None:
    """All of them, or those of a piece."""
    assert "\n3 piece moves:\n  Bf4-b8 Bf4-d4 Bf4-d6\n" in play("Actions bf").out
    listed = play("actions").out.rpartition("White to move.\n")[2].splitlines()
    assert [line for line in listed if line.endswith(":")] == [
        "16 piece moves:",
        "308 entries from reserve:",
    ]
    assert len(re.findall(r"\S+", "".join(line for line in listed if line.startswith(" ")))) == 324


def test_g21_what_is_meant_is_played() -> None:
    """And is told in the right spelling; what could be two actions is not."""
    ran = play("nj8!", "Ph", "Cg3")

    assert "You play Nh4-j8. The nightrider goes from h4 to j8.\nBlack plays" in ran.out
    assert "`Ph` is no action." in ran.out
    assert "`Cg3` is no action." in ran.out


def test_a_place_and_a_refusal_are_explained() -> None:
    """In any case of letters, with the facts of the position."""
    ran = play("WHY J4", "why Rj4-j6", "why Rj4-l4", "why what", "EVAL", "Fen")

    assert "White's rook on j4. It goes any number of squares orthogonally." in ran.out
    assert "Not to j6: The white pawn stands on j6." in ran.out
    assert "\nThe white pawn stands on j6.\nSimilar legal actions: Rj4-l4, " in ran.out
    assert "Rj4-l4 is legal. The rook goes from j4 to l4." in ran.out
    assert "`what` is no action." in ran.out
    assert "324 legal moves: 16 piece moves and 308 entries from reserve." in ran.out
    assert (
        "\n1skg/1rnb1/2ppp2/7/2PPP2/1BNR1/GKS1 5/6/8/8/8/8/6/5 d14,l2 w - "
        "XXXXXIWWZZCCxxxxxiwwzzcc\n"
    ) in ran.out


def test_help_lists_what_can_be_said() -> None:
    """Each with a line."""
    lines = play("help").out.partition("White to move.\n")[2].splitlines()

    assert [line.split()[0] for line in lines] == [name for name in INPUTS if name != "clock"]


@pytest.mark.parametrize(
    "text", ["\x1b[2J", "\x00", "\udcff\udcfe", "é" * 10_000, "save \x1b[2J/x", "Kh2-\x07h4"]
)
def test_any_text_is_answered(text: str) -> None:
    """Nothing of it moves the cursor, and the game goes on."""
    ran = play(text, "actions Bf")

    assert ran.status == 0
    assert "Bf4-b8" in ran.out
    assert not re.search("[\x00-\x09\x0b-\x1f]", ran.out + ran.err)


def test_words_are_completed_at_a_terminal() -> None:
    """The tabulator key writes the rest of an action, or of a word for something else."""
    terminal, inside = pty.openpty()
    command = [sys.executable, "-m", "wazir", "ben39", "play", "--nodes", "30"]
    with subprocess.Popen(
        command, stdin=inside, stdout=inside, stderr=inside, cwd=ROOT, start_new_session=True
    ):
        os.close(inside)
        shown = b""
        for line in b"Bf4-b8", b"resi":
            while not shown.endswith(b"White> "):
                shown += os.read(terminal, 1000)
            os.write(terminal, line[:-1] + b"\t\n")
            shown = b""
        with suppress(OSError):
            while part := os.read(terminal, 1000):
                shown += part
        os.close(terminal)

    assert b"White resigns. Black wins." in shown
    assert b"1. Bf4-b8 " in shown


def test_an_interrupt_makes_the_program_act_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the best line so far; where there is none, and at the prompt, it ends the game."""
    best: list[dict[str, Any]] = [
        {"score": {"cp": 0}, "words": "The position is level", "pv": ["X@g11"]}
    ]

    def search(*_: object) -> Iterator[dict[str, Any]]:
        yield {"depth": 1, "seconds": 0.1, "nodes": 9, "nps": 90, "done": False, "lines": best}
        raise KeyboardInterrupt

    monkeypatch.setattr("wazir.cli.ben39.records.evaluate", search)
    ran = play("X@e5", "quit")
    assert (ran.status, "Black plays X@g11." in ran.out) == (0, True)
    best.clear()
    ran = play("X@e5", "quit")
    assert (ran.status, "moves:\n" in ran.out) == (130, True)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--record", "x"), "--record needs a file."),
        (("-",), "is used for your actions"),
        ((SAMPLES / "puzzles.ben39",), "Choose one with --record."),
        ((SAMPLES / "puzzles.ben39", "--record", "x"), "No record named `x`"),
        (("none.ben39",), "No such file or folder: `none.ben39`."),
    ],
)
def test_wrong_use_is_status_2(arguments: tuple[str | Path, ...], message: str) -> None:
    """What cannot be played is said on standard error."""
    ran = play(arguments=arguments)

    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err


def test_a_game_that_cannot_be_saved_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reason is on standard error, the exit status is 2, and the game is printed."""

    def write(_path: Path, _data: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(writing, "write", write)
    path = tmp_path / "game.ben39"
    ran = play("X@e5", "quit", arguments=("--save", path))

    assert ran.status == 2
    assert ran.err == f"wazir: {path}: No space left on device\n"
    assert "The game as a .ben39 file:\n\nposition game\nmoves:\n" in ran.out
    assert play("quit", arguments=("--save", "/dev/full")).status == 2
