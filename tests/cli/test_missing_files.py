"""What commands say of files that are missing or empty, and of missing sections."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.running import wazir

WHOLE = ("check {}", "format --check {}", "convert --to lcpn {}")
PIECES = ("show {}", "moves {}", "name {}", "figures {}", "compare N {}")
VARIANTS = ("variant {}", "variant {} x", "perft {} 1", "playtest --games 1 {}", "page {}")
CASES = (
    (WHOLE, "none.ini", "No such file or folder: `none.ini`."),
    (PIECES, "none.ini", "No such file or folder: `none.ini`."),
    (VARIANTS, "none.ini", "No such file or folder: `none.ini`."),
    (PIECES, "none.ini:mine", "No such file or folder: `none.ini`."),
    (VARIANTS, "none.ini:mine", "No such file or folder: `none.ini`."),
    (WHOLE, "a.ini:b", "No such file or folder: `a.ini:b`. Name the whole file: a.ini"),
    (PIECES[:-1], "a.ini:b", "Choose a piece of a file by its name: a.ini --name b"),
    (VARIANTS, "a.ini:b", "`a.ini` has no variant `b`."),
    (PIECES, "empty.betza", "`empty.betza` has no pieces."),
    (VARIANTS, "empty.ini", "`empty.ini` has no variants."),
)


@pytest.mark.parametrize(
    ("command", "message"),
    [(command.format(name), message) for commands, name, message in CASES for command in commands],
)
def test_each_command_says_the_same(
    command: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the exit status of a wrong use."""
    for name, text in {"a.ini": "[a:chess]\n", "empty.betza": "", "empty.ini": ""}.items():
        (tmp_path / name).write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    ran = wazir(*command.split())

    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"wazir: {message}\n"
