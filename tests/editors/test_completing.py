"""Completion in Emacs with Eglot and in Neovim, typed at human speed: what is accepted changes
nothing else.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from editors.screens import command
from editors.test_editors import HERE, PATIENCE, configuration, new_neovim, surroundings

CASES = {
    "a name above a line": (
        "a.betza",
        "Y = \nPrincess=BN\n",
        "Y = ",
        "Chancel",
        "Y = RN\nPrincess=BN\n",
    ),
    "a name at the end": (
        "a.betza",
        "Queen = Q\nY = ",
        "Y = ",
        "Archb",
        "Queen = Q\nY = BN",
    ),
    "a name of a list": (
        "a.lcpn",
        "; style: lisp\n(def y (/ ferz ))\n(def z wazir)\n",
        "/ ferz ",
        "chancel",
        "; style: lisp\n(def y (/ ferz chancellor))\n(def z wazir)\n",
    ),
    "a key": (
        "variants.ini",
        "[a:chess]\nmaxR\nmaxFile = 9\n",
        "maxR",
        "an",
        "[a:chess]\nmaxRank\nmaxFile = 9\n",
    ),
}
"""The name of a file, its text, what the cursor is behind, what is typed there, and the text that
an author wants.
"""
each = pytest.mark.parametrize("case", CASES)


def completed(case: str, program: str, arguments: list[str], folder: Path) -> tuple[str, str]:
    """The text after completion, and the text without it."""
    name, text, before, typed, _ = CASES[case]
    file, seen = folder / name, folder / "seen"
    file.write_text(text)
    variables = {"FILE": str(file), "BEFORE": before, "TYPED": typed, "SEEN": str(seen)}
    ran = subprocess.run(
        [program, *arguments],
        cwd=folder,
        env=os.environ | surroundings(folder) | variables,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert seen.exists(), (ran.stdout + ran.stderr).decode(errors="replace")
    return seen.read_text("utf-8"), text.replace(before, before + typed, 1)


@each
def test_emacs(case: str, tmp_path: Path) -> None:
    """The completion at point replaces what was typed, and no line above or below."""
    config = tmp_path / "init.el"
    config.write_text(configuration("Emacs", "elisp"))
    arguments = ["--batch", "-l", str(config), "-l", str(HERE / "completing.el")]
    after, _ = completed(case, command("emacs"), arguments, tmp_path)

    assert after == CASES[case][-1]


@each
@pytest.mark.parametrize("version", ["old", "new"])
def test_neovim(version: str, case: str, tmp_path: Path) -> None:
    """The omnifunc replaces what was typed, or changes nothing where a version offers no text that
    begins otherwise.
    """
    program = new_neovim() if version == "new" else command("nvim")
    config = tmp_path / "init.lua"
    config.write_text(configuration("Neovim", "lua"))
    arguments = ["--headless", "-n", "-u", str(config), "-c", f"luafile {HERE / 'completing.lua'}"]
    after, without = completed(case, program, arguments, tmp_path)
    wanted = CASES[case][-1]

    assert after.rstrip("\n") in (wanted.rstrip("\n"), without.rstrip("\n"))
    assert version == "old" or after.rstrip("\n") == wanted.rstrip("\n")
