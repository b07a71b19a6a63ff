"""Emacs with Eglot in a folder whose files name programs: none of them is run."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from editors.screens import command
from editors.test_editors import HERE, PATIENCE, configuration, require, surroundings

LOCALS = """\
((nil . ((eglot-workspace-configuration .
          (:wazir (:engineProgram "{path}" :interpreter "{path}"))))))
"""
PATHS = ["/proc/self/cwd/evil.sh", "{folder}/evil.sh", "./evil.sh"]
"""How a folder names its own program."""


@pytest.mark.parametrize("path", PATHS)
def test_directory_variables_of_emacs_name_no_program(tmp_path: Path, path: str) -> None:
    """Eglot takes settings from the folder unasked; *Check with Fairy-Stockfish* then says who
    names an engine.
    """
    require("eglot for Emacs", command("emacs"), "--batch", "--eval", "(require 'eglot)")
    folder, home = tmp_path / "folder", tmp_path / "home"
    folder.mkdir()
    home.mkdir()
    program, proof, seen = folder / "evil.sh", tmp_path / "it-was-run", tmp_path / "seen.json"
    program.write_text(f"#!/bin/sh\ntouch '{proof}'\n")
    program.chmod(0o755)
    (folder / ".dir-locals.el").write_text(LOCALS.format(path=path.format(folder=folder)))
    file = folder / "variants.ini"
    file.write_text("[mine:chess]\nmaxRank = 9\n")
    config = home / "init.el"
    config.write_text(configuration("Emacs", "elisp"))
    ran = subprocess.run(
        [command("emacs"), "--batch", "-l", str(config), "-l", str(HERE / "checking.el")],
        cwd=folder,
        env=os.environ | surroundings(home) | {"FILE": str(file), "SEEN": str(seen)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )

    assert seen.exists(), (ran.stdout + ran.stderr).decode(errors="replace")
    saw = json.loads(seen.read_text("utf-8"))
    assert "evil.sh" in saw["configuration"], "Eglot did not take the settings of the folder"
    assert any("`wazir lsp --engine PATH`" in message for message in saw["messages"]), saw
    assert not proof.exists()
