"""Neovim and Emacs, headless, with the very configuration that the documentation gives for each.

Where an editor is not installed its tests fail and say how to get it: that it was not tried is no success.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from wazir.notations import REGISTRY

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
PATIENCE = 180

PIECES = "Pawn =  fmWfcF\nOther  =  V\n"
"""Line 1 has no such atom, and what is before `=` could stand in columns."""
FORMATTED = ["Pawn  = fmWfcF", "Other = N"]
WRONG = {
    "betza": ("Pawn = V\n", "V"),
    "lcpn": ("(def a (/ nonsense))\n", "nonsense"),
    "bensahas": ("Wazir:Soldier {\n    q(1, 1)!\n}\n", "q"),
    "ben39": ("position a\nboard: nonsense\n", "nonsense"),
    "xboard": ("piece nonsense N\n", "nonsense"),
    "interactive-diagram": ('<div class="idiagram">\nroyal=9\nknight:N:N:knight:b1\n</div>\n', "9"),
    "fairy-variants": ("[mine:nonsense]\nmaxRank = 8\n", "nonsense"),
}
"""A text of each notation, and the one place of it that is marked."""


def configuration(language: str) -> str:
    """The configuration on the page of editors."""
    found = re.search(
        rf"^```{language}\n(.*?)^```$", (ROOT / "docs" / "editors.md").read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    assert found, f"the page of editors shows no configuration in {language}"
    return found[1]


def look(editor: str, arguments: list[str], folder: Path, *further: Path) -> dict[str, Any]:
    """What an editor saw, which has the server on its path and no configuration but the one given."""
    command = shutil.which(editor)
    if command is None:
        pytest.fail(f"`{editor}` is not installed, so that nothing was tried with it. `make editors` installs it.")
    commands = folder / "commands"
    commands.mkdir()
    server = commands / "wazir"
    server.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT / "server"}" exec "{sys.executable}" -m wazir "$@"\n')
    server.chmod(0o755)
    pieces, seen, home = folder / "some.betza", folder / "seen.json", folder / "home"
    pieces.write_text(PIECES)
    others = [folder / f"other{notation.extensions[0]}" for notation in REGISTRY]
    for other, notation in zip(others, REGISTRY, strict=True):
        other.write_text(WRONG[notation.name][0])
    home.mkdir()
    path = os.pathsep.join([str(commands), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path, "HOME": str(home), "PIECES": str(pieces), "SEEN": str(seen)}
    environment["OTHERS"] = "\n".join(map(str, (*others, *further)))
    environment |= {f"XDG_{name}_HOME": str(home / name.lower()) for name in ("CONFIG", "DATA", "STATE", "CACHE")}
    ran = subprocess.run(
        [command, *arguments],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    output = (ran.stdout + ran.stderr).decode(errors="replace")
    assert seen.exists(), f"{editor} ended with status {ran.returncode}:\n{output}"
    result: dict[str, Any] = json.loads(seen.read_text("utf-8"))
    assert "problem" not in result, f"{result['problem']}\n{output}"
    return result


@pytest.fixture(scope="module")
def neovim(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("neovim")
    config = folder / "init.lua"
    config.write_text(configuration("lua"))
    shared = folder / "shared.ini"
    shared.write_text(WRONG["fairy-variants"][0])
    arguments = ["--headless", "-n", "-u", str(config), "-c", f"luafile {HERE / 'attach.lua'}"]
    return look("nvim", arguments, folder, shared)


@pytest.fixture(scope="module")
def emacs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("emacs")
    config = folder / "init.el"
    config.write_text(configuration("elisp"))
    return look("emacs", ["--batch", "-l", str(config), "-l", str(HERE / "attach.el")], folder)


def shown(hover: dict[str, Any]) -> str:
    contents: dict[str, str] = hover["contents"]
    return contents["value"]


def marked(text: str, finding: dict[str, Any]) -> str:
    """What Neovim marks of a text for a finding within a line."""
    line: str = text.splitlines()[finding["lnum"]]
    return line[finding["col"] : finding["end_col"]]


def test_neovim(neovim: dict[str, Any]) -> None:
    """It starts the server for a .betza file, shows what is wrong while it is, explains, proposes and formats."""
    assert neovim["filetype"] == "betza"
    assert neovim["clients"] == ["wazir"]
    assert [(one["code"], one["lnum"], one["col"]) for one in neovim["diagnostics"]] == [("unknown-letter", 1, 10)]
    assert "step" in shown(neovim["hover"])
    assert "data:image" not in shown(neovim["hover"])
    assert neovim["completion"]["items"]
    assert [one["name"] for one in neovim["symbols"]] == ["Pawn", "Other"]
    assert neovim["mended"] == []
    assert neovim["formatted"] == FORMATTED


def test_neovim_knows_every_notation(neovim: dict[str, Any]) -> None:
    """A file of each is given its type and its server, and what is wrong in it is marked."""
    *others, shared = neovim["others"]
    for notation, other in zip(REGISTRY, others, strict=True):
        text, wrong = WRONG[notation.name]
        assert (other["filetype"], other["clients"]) == (notation.name, ["wazir"])
        assert [marked(text, one) for one in other["diagnostics"]] == [wrong]
    text, wrong = WRONG["fairy-variants"]
    assert [marked(text, one) for one in shared["diagnostics"]] == [wrong]


def test_emacs(emacs: dict[str, Any]) -> None:
    """It starts the server for a .betza file, shows what is wrong while it is, explains, proposes and formats."""
    assert emacs["mode"] == "betza-mode"
    assert [one["at"] for one in emacs["diagnostics"]] == ["V"]
    assert "step" in shown(emacs["hover"])
    assert "data:image" not in shown(emacs["hover"])
    assert emacs["completion"]["items"]
    assert [one["name"] for one in emacs["symbols"]] == ["Pawn", "Other"]
    assert emacs["mended"] is True
    assert [line for line in emacs["formatted"] if line] == FORMATTED


def test_emacs_knows_every_notation(emacs: dict[str, Any]) -> None:
    """A file of each is given its mode and its server, and what is wrong in it is marked."""
    for notation, other in zip(REGISTRY, emacs["others"], strict=True):
        assert other["mode"] == f"{notation.name}-mode"
        assert [one["at"] for one in other["diagnostics"]] == [WRONG[notation.name][1]]
