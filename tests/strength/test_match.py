"""A match of two engines."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from cli.running import ROOT, wazir

ENGINE = f'"{sys.executable}" -m wazir ben39 engine'


def test_the_same_engine_twice_is_no_better(tmp_path: Path) -> None:
    """Each game with the sides exchanged is the same game, so every pair is even; the games are
    legal records.
    """
    file = tmp_path / "games.ben39"
    ran = subprocess.run(
        [
            sys.executable,
            "-m",
            "tests.strength.match",
            ENGINE,
            ENGINE,
            "--pairs",
            "2",
            "--go",
            "nodes 60",
            "--record",
            file,
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )

    assert ran.stdout.startswith("4 games: ")
    assert "Elo +0" in ran.stdout or "Elo -0" in ran.stdout
    assert wazir("check", file).status == 0
    assert file.read_text("utf-8").count("position game-") == 4
