"""A Fairy-Stockfish program over UCI, played by a small one."""

from __future__ import annotations

import asyncio
import re
import time
from pathlib import Path

import pytest

from engines import uci
from wazir.engines import EngineError, program
from wazir.engines.program import BestMove, best_move, check

MINE = "[mine:chess]\nknight = -\n"


def move(path: Path | str, config: str = MINE, moves: str = "e2e4") -> BestMove:
    return asyncio.run(best_move(str(path), (config, "mine"), moves.split(), 8, 0.1))


def test_a_program_plays_a_variant(tmp_path: Path) -> None:
    """It gets the text, the name, its strength, the moves and its time, and its last score is
    told.
    """
    path = uci.program(tmp_path)

    assert move(path) == BestMove("e7e5", "Depth 7, +0.35.")
    load, *commands = uci.heard(path)
    assert re.fullmatch(r"load <<[0-9a-f]{32}", load)
    assert commands == [
        "setoption name UCI_Variant value mine",
        "setoption name Skill Level value 8",
        "position startpos moves e2e4",
        "go movetime 100",
    ]


def test_a_search_may_start_from_a_position() -> None:
    """Its text is one line, so it gives no commands."""
    commands = program.search_commands(
        "mine", ["e8d7"], 20, seconds=1, nodes=5, start="4k3/8/8/8/8/8/8/4K3 b - -\nquit"
    )
    assert commands[-2:] == [
        "position fen 4k3/8/8/8/8/8/8/4K3 b - - quit moves e8d7",
        "go nodes 5 movetime 1000",
    ]


def test_a_text_gives_no_commands(tmp_path: Path) -> None:
    """The end of a text is not in it, whatever it has."""
    path = uci.program(tmp_path)
    move(path, f"{MINE}eof\nsetoption name Debug Log File value /tmp/wrong\n")

    assert not any("Debug" in line for line in uci.heard(path))


@pytest.mark.parametrize(
    ("go", "message"),
    [
        ("break", "The engine ends without a move: it may crash on this variant."),
        ("time.sleep(600)", "`engine` plays no move within its time."),
        ('print("x" * 300_000, flush=True)', "`engine` is not an engine for UCI."),
    ],
)
def test_a_program_that_fails_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, go: str, message: str
) -> None:
    monkeypatch.setattr(program, "SECONDS_TO_ANSWER", 1.0 if "sleep" in go else 60.0)
    began = time.monotonic()
    with pytest.raises(EngineError) as wrong:
        move(uci.program(tmp_path, go=go))

    assert str(wrong.value) == message
    assert time.monotonic() - began < 120


def test_only_a_whole_path_names_a_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is looked for on the path of the system or in the folder in which the server runs."""
    uci.program(tmp_path)
    monkeypatch.chdir(tmp_path)
    for name in ("engine", "./engine", "sh", "", str(tmp_path), str(tmp_path / "none")):
        with pytest.raises(EngineError, match="is not the whole path of a program"):
            move(name)
    (tmp_path / "text").write_text("no program")
    with pytest.raises(EngineError, match="`text` does not start: "):
        move(tmp_path / "text")


def test_a_program_checks_a_file(tmp_path: Path) -> None:
    """Its messages come line by line."""
    said = "Parsing variant: mine\nInvalid option: foo\n"

    assert check(str(uci.program(tmp_path, messages=said)), MINE) == said.splitlines()
