"""The files of the project that git tracks, or would if they were added."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from long import LONG

ROOT = Path(__file__).parents[2]


def tracked_files() -> list[str]:
    """Their paths in the project."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return sorted(path for path in listed.split("\0") if path and (ROOT / path).is_file())


def copy_project(folder: Path) -> Path:
    """Copy them into a folder, which becomes a repository, and return it."""
    for path in tracked_files():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / path, target)
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    return folder


def run_python(arguments: list[str], folder: Path) -> None:
    """Run Python in a copy of the project, with the code of the copy, and expect success."""
    env = {**os.environ, "PYTHONPATH": str(folder / "server")}
    command = [sys.executable, *arguments]
    ran = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def run_generate(copy: Path) -> None:
    """Run `make generate` in a copy of the project.

    The index of known pieces, which takes longest and has no addresses, is made in a long run only.
    """
    code = (
        "import sys; sys.path.insert(0, 'vscode-extension/scripts'); import generate; "
        f"generate.known.files = generate.known.files if {LONG} else dict; "
        "sys.exit(generate.main([]))"
    )
    run_python(["-c", code], copy)
