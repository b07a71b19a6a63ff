"""`wazir check --program`: what a Fairy-Stockfish program says about a file, at its lines."""

from __future__ import annotations

from pathlib import Path

from cli.running import wazir
from engines import uci

TEXT = "[mine:chess]\nmaxRank = 9\n[lost:nothing]\nx = 1\n[other:chess]\ncastling: true\n"
SAID = """\
Parsing variant: mine
maxRank - Invalid value 9 for type Rank
Invalid number of ranks. Expected: 9 Actual: 8
Variant template 'nothing' does not exist.
Invalid syntax: 'castling: true'.
Parsing variant: other
"""


def test_messages_of_a_program_stand_at_their_lines(tmp_path: Path) -> None:
    """Beside those of Wazir; a message that nobody knows is at the header of its section."""
    path = tmp_path / "variants.ini"
    path.write_text(TEXT, "utf-8")
    program = uci.program(tmp_path, messages=SAID)
    ran = wazir("check", path, "--program", program, "--format", "concise")
    own = [
        line.partition("variants.ini:")[2]
        for line in ran.out.splitlines()
        if "[engine-message]" in line
    ]

    assert own == [
        (
            "1:1: warning: Fairy-Stockfish: Invalid number of ranks. Expected: 9 Actual: 8 "
            "[engine-message]"
        ),
        "2:1: warning: Fairy-Stockfish: maxRank - Invalid value 9 for type Rank [engine-message]",
        (
            "3:1: warning: Fairy-Stockfish: Variant template 'nothing' does not exist. "
            "[engine-message]"
        ),
        "6:1: warning: Fairy-Stockfish: Invalid syntax: 'castling: true'. [engine-message]",
    ]
    assert "[colon-for-equals]" in ran.out


def test_a_program_that_crashes_is_told(tmp_path: Path) -> None:
    path = tmp_path / "variants.ini"
    path.write_text("[mine:chess]\n", "utf-8")
    program = uci.program(tmp_path, messages="Parsing variant: mine\n")
    program.write_text(program.read_text() + "sys.exit(11)\n")
    ran = wazir("check", path, "--program", program, "--format", "concise")

    assert ran.out.splitlines()[0].endswith(
        ":1:1: warning: Fairy-Stockfish: The engine crashes. [engine-message]"
    )
    assert wazir("check", path, "--program", tmp_path / "no").err.endswith(
        "is not the whole path of a program.\n"
    )
