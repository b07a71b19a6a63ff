"""The GitHub Action: its steps run here, with a repository that has a change, and a `gh` that keeps
the comment.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
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


Repository = tuple[Path, dict[str, str]]
"""A folder with a change, and the environment of the steps."""


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """One whose environment has the program."""
    tools, origin, folder = tmp_path / "tools", tmp_path / "origin", tmp_path / "folder"
    tools.mkdir()
    for name, script in {
        "wazir": f'exec "{sys.executable}" -P -m wazir "$@"',
        "python": f'exec "{sys.executable}" "$@"',
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


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A command that runs the program without its start."""
    place = tmp_path_factory.mktemp("ready") / "socket"
    script = str(Path(__file__).with_name("ready.py"))
    server = subprocess.Popen([sys.executable, script, "serve", place], stdout=subprocess.PIPE)
    try:
        assert server.stdout
        assert server.stdout.readline() == b"ready\n"
        yield shlex.join([sys.executable, "-I", "-S", script, "run", str(place)])
    finally:
        server.kill()
        server.communicate()


@pytest.fixture
def quick(repository: Repository, ready: str) -> Repository:
    """The same with a program that is there at once, for the many cases of files and comments."""
    wazir = repository[0].parent / "tools" / "wazir"
    wazir.write_text(f'#!/bin/bash\nexec {ready} "$@"\n', "utf-8")
    return repository


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


def test_mistakes_are_annotations_of_lines(repository: Repository) -> None:
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


def test_changed_and_new_pieces_are_drawn(repository: Repository) -> None:
    """The comment shows what a piece can do now, a new piece, and one that is gone, and nothing of
    the others.
    """
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


def test_without_changes_there_is_no_comment(quick: Repository) -> None:
    """Neither where the pieces are written otherwise and move the same."""
    folder, env = quick
    (folder / "army.betza").write_text("Knight = (1,2)\nPawn = fmWfcF\nRook = W0\n", "utf-8")

    assert run("Draw the changed pieces", folder, env).returncode == 0
    assert not (folder.parent / "comment.md").exists()


def test_nothing_of_the_checkout_is_run(repository: Repository) -> None:
    """Not by pip, which fails here because there is nothing to install, nor by a check or a
    comparison.
    """
    folder, env = repository
    ran = folder.parent / "ran"
    for name in ("pip", "wazir", "sitecustomize", "usercustomize", "json", "argparse", "pygls"):
        code = f"open({str(ran)!r}, 'a').write(__name__ + ' ')\n"
        (folder / f"{name}.py").write_text(code, "utf-8")
        (folder / name).mkdir()
        for module in ("__init__", "__main__"):
            (folder / name / f"{module}.py").write_text(code, "utf-8")
    for name in STEPS:
        run(name, folder, env | {"GITHUB_ACTION_PATH": str(folder.parent / "none")})

    assert not ran.exists(), ran.read_text("utf-8")


@pytest.mark.parametrize(
    "files",
    [
        "army.betza\nmy army.betza\n",
        "\n\narmy.betza\n\n  my army.betza  \n",
        "army.betza\r\nmy army.betza\r\n",
        "my army.betza\npieces army.betza",
        "army.betza pieces\nmy army.betza",
        "-x.betza\nmy army.betza\narmy.betza",
        "\n",
        "",
        ".",
    ],
)
def test_files_are_lines_of_names(quick: Repository, files: str) -> None:
    """A line is one name, which may have blanks, or several. Without a name the whole folder is
    meant.
    """
    folder, env = quick
    (folder / "pieces").mkdir()
    for name in ("army.betza", "my army.betza", "-x.betza", "pieces/a.betza"):
        (folder / name).write_text("New = NW\nA = V\n", "utf-8")
    git(folder, "add", ".")
    checked = run("Check", folder, env | {"FILES": files})
    drawn = run("Draw the changed pieces", folder, env | {"FILES": files})
    comment = (folder.parent / "comment.md").read_text("utf-8")

    assert checked.returncode == 1, checked.stderr
    for name in ("army.betza", "my army.betza"):
        assert f"::error file={name},line=2," in checked.stdout
        assert f"### `{name}`" in comment
    assert (drawn.returncode, comment.count("A = V")) == (0, 0)


def test_options_may_be_lines(quick: Repository) -> None:
    folder, env = quick
    options = "\n--board\n10x8\n--quiet --dialect xbetza\n"

    assert run("Check", folder, env | {"OPTIONS": options}).returncode == 0


@pytest.mark.parametrize("before", ["Knight = N\n", "Knight = N\nRook = R\n", None])
@pytest.mark.parametrize(
    ("name", "after"),
    [
        ("new.betza", "Archbishop = BN\n"),
        ("new.betza", "Knight = NW\nArchbishop = BN\nRook = R\n"),
        ("néw army.betza", "Archbishop = BN\nKnight = N\n"),
        ("-new.betza", "Archbishop = BN\nKnight = N\n"),
    ],
)
def test_a_comment_shows_every_change(
    quick: Repository, name: str, before: str | None, after: str
) -> None:
    """Of a new file, of one with one piece before or after, and of one with several."""
    folder, env = quick
    origin = folder.parent / "origin"
    if before is not None:
        (origin / name).write_text(before, "utf-8")
        git(origin, "add", ".")
        git(origin, "commit", "-q", "-m", "More")
    base = git(origin, "rev-parse", "HEAD")
    (folder / name).write_text(after, "utf-8")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "New")
    ran = run("Draw the changed pieces", folder, env | {"BASE": base, "FILES": "."})
    comment = (folder.parent / "comment.md").read_text("utf-8")

    assert (ran.returncode, "::warning::" in ran.stdout) == (0, False)
    assert f"### `{name}`" in comment
    assert "Archbishop" in comment.split(f"### `{name}`")[1]


def test_a_file_that_cannot_be_compared_is_named(quick: Repository) -> None:
    """By a warning; the others are drawn."""
    folder, env = quick
    (folder / "none.betza").write_text("# nothing\n", "utf-8")
    git(folder, "add", ".")
    ran = run("Draw the changed pieces", folder, env)

    assert "::warning::The pieces of none.betza cannot be compared." in ran.stdout
    assert "### `army.betza`" in (folder.parent / "comment.md").read_text("utf-8")


def test_a_long_comment_is_cut(quick: Repository) -> None:
    """GitHub refuses one of more than 65,536 characters."""
    folder, env = quick
    wazir = folder.parent / "tools" / "wazir"
    wazir.write_text("#!/bin/bash\nyes 'Ä and B differ.' | head -n 4000\nexit 1\n", "utf-8")

    assert run("Draw the changed pieces", folder, env).returncode == 0
    comment = (folder.parent / "comment.md").read_text("utf-8")

    assert 50_000 < len(comment) < 65_536
    assert comment.endswith("~~~~\n\nThe rest is too long for a comment.\n")
