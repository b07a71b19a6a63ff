"""The GitHub Action: its steps run here, with a repository that has a change, and a `gh` that keeps the comment."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

ACTION = yaml.safe_load((Path(__file__).parents[2] / "action.yml").read_text("utf-8"))
STEPS = {step["name"]: step for step in ACTION["runs"]["steps"] if "name" in step}
BEFORE = "Knight = N\nPawn = fmWfcF\nRook = R\n"
AFTER = "Knight = N\nPawn = fmWfcFifmnD\nArchbishop = BN\n"


def git(folder: Path, *arguments: str) -> str:
    """Runs git, and returns what it prints."""
    names = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main"]
    command = ["git", *names, *arguments]
    return subprocess.run(
        command, cwd=folder, check=True, capture_output=True, text=True
    ).stdout.strip()


@pytest.fixture
def repository(tmp_path: Path) -> tuple[Path, dict[str, str]]:
    """A folder with a change, and the environment of the steps."""
    tools, origin, folder = tmp_path / "tools", tmp_path / "origin", tmp_path / "folder"
    tools.mkdir()
    for name, script in {
        "wazir": f'exec "{sys.executable}" -P -m wazir "$@"',
        "gh": f'echo "$@" > "{tmp_path}/arguments"; cp "${{@: -1}}" "{tmp_path}/comment.md"',
    }.items():
        (tools / name).write_text(f"#!/bin/bash\n{script}\n", "utf-8")
        (tools / name).chmod(0o755)
    git(tmp_path, "init", "-q", str(origin))
    (origin / "army.betza").write_text(BEFORE, "utf-8")
    git(origin, "add", ".")
    git(origin, "commit", "-q", "-m", "Before")
    git(tmp_path, "clone", "-q", str(origin), str(folder))
    (folder / "army.betza").write_text(AFTER, "utf-8")
    (folder / "notes `x`.txt").write_text("R\n", "utf-8")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "After")
    base = git(origin, "rev-parse", "HEAD")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    more = {"TMPDIR": str(temporary), "FILES": ".", "OPTIONS": "", "BASE": base, "NUMBER": "7"}
    return folder, os.environ | more | {"PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}


def run(name: str, folder: Path, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Runs a step as GitHub does."""
    command: list[Any] = [
        "bash",
        "--noprofile",
        "--norc",
        "-e",
        "-o",
        "pipefail",
        "-c",
        STEPS[name]["run"],
    ]
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=120)


def test_mistakes_are_annotations_of_lines(repository: tuple[Path, dict[str, str]]) -> None:
    """As `wazir check --format github` prints them; the step fails where the check does."""
    folder, env = repository

    assert run("Check", folder, env).returncode == 0
    (folder / "army.betza").write_text("A = NT\n", "utf-8")
    failed = run("Check", folder, env)
    assert failed.returncode == 1
    assert failed.stdout.startswith("::error file=army.betza,line=1,")
    assert (
        run(
            "Check", folder, env | {"OPTIONS": "--profile xboard", "FILES": "army.betza"}
        ).returncode
        == 1
    )


def test_changed_and_new_pieces_are_drawn(repository: tuple[Path, dict[str, str]]) -> None:
    """The comment shows what a piece can do now, a new piece, and one that is gone, and nothing of the others."""
    folder, env = repository
    ran = run("Draw the changed pieces", folder, env)
    comment = (folder.parent / "comment.md").read_text("utf-8")

    assert (ran.returncode, ran.stderr) == (0, "")
    assert (folder.parent / "arguments").read_text("utf-8").startswith("pr comment 7 --edit-last")
    assert comment.startswith("### `army.betza`\n\n~~~~text\n")
    assert "Pawn = fmWfcF and Pawn = fmWfcFifmnD differ" in comment
    assert "Rook: only A defines it." in comment
    assert "Archbishop = BN" in comment
    assert comment.count("    a b c d e f g h\n") == 1
    assert "Knight" not in comment


def test_without_changes_there_is_no_comment(repository: tuple[Path, dict[str, str]]) -> None:
    """Neither where the pieces are written otherwise and move the same."""
    folder, env = repository
    (folder / "army.betza").write_text("Knight = (1,2)\nPawn = fmWfcF\nRook = W0\n", "utf-8")

    assert run("Draw the changed pieces", folder, env).returncode == 0
    assert not (folder.parent / "comment.md").exists()
