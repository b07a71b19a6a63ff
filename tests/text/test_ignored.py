"""Folders are searched without what git ignores."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from cli.running import wazir
from wazir.system import walk

BAD = "Knight = fwN\n"


def made(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(BAD, "utf-8")


def checked(folder: Path, *arguments: str | Path) -> list[str]:
    """The files with findings, relative to a folder."""
    found = json.loads(wazir("check", "--output", "json", *(arguments or (folder,))).out)
    return [Path(finding["file"]).relative_to(folder).as_posix() for finding in found]


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    (tmp_path / ".git" / "info").mkdir(parents=True)
    return tmp_path


def test_ignored_files_are_not_read(repository: Path) -> None:
    """A file that a pattern is about is left out, one that a later pattern takes back is not."""
    made(repository, "a.betza", "old.betza", "build/b.betza", "src/build/c.betza", "src/keep.betza", "src/d.betza")
    (repository / ".gitignore").write_text("# made\nbuild/\n*old*\n!keep.betza\n/src/d.betza\n", "utf-8")

    assert checked(repository) == ["a.betza", "src/keep.betza"]


def test_inner_rules_win(repository: Path) -> None:
    """A `.gitignore` in a folder counts from there, and wins over those above."""
    made(repository, "x.betza", "sub/x.betza", "sub/y.betza", "sub/deep/y.betza")
    (repository / ".gitignore").write_text("x.betza\n", "utf-8")
    (repository / "sub" / ".gitignore").write_text("!x.betza\n/y.betza\n", "utf-8")

    assert checked(repository) == ["sub/deep/y.betza", "sub/x.betza"]


def test_nothing_below_an_ignored_folder_is_taken_back(repository: Path) -> None:
    """As in git, a folder that is ignored is not entered."""
    made(repository, "build/keep.betza", "a.betza")
    (repository / ".gitignore").write_text("build\n!build/keep.betza\n", "utf-8")
    (repository / "build" / ".gitignore").write_text("!*\n", "utf-8")

    assert checked(repository) == ["a.betza"]


def test_rules_above_count_up_to_the_repository(repository: Path) -> None:
    """A folder within is searched by the rules above it, but not by those beyond the top of its repository."""
    made(repository, "sub/a.betza", "sub/old.betza", "sub/private.betza", "sub/inner/b.betza")
    (repository / ".gitignore").write_text("old.betza\n", "utf-8")
    (repository / ".git" / "info" / "exclude").write_text("private.*\n", "utf-8")
    (repository.parent / ".gitignore").write_text("*.betza\n", "utf-8")
    try:
        assert checked(repository, repository / "sub") == ["sub/a.betza", "sub/inner/b.betza"]
    finally:
        (repository.parent / ".gitignore").unlink()


def test_what_is_named_is_read(repository: Path) -> None:
    """A file or a folder that the user names is read although it is ignored."""
    made(repository, "build/a.betza", "old.betza")
    (repository / ".gitignore").write_text("build/\nold.betza\n", "utf-8")

    assert checked(repository) == []
    assert checked(repository, repository / "old.betza", repository / "build") == ["old.betza", "build/a.betza"]


def test_rules_count_without_a_repository_too(tmp_path: Path) -> None:
    """Those in the folder itself and below it."""
    made(tmp_path, "a.betza", "old.betza")
    (tmp_path / ".gitignore").write_text("old.betza\n", "utf-8")

    assert checked(tmp_path) == ["a.betza"]


def test_a_worktree_shares_its_excludes(tmp_path: Path) -> None:
    """In a worktree `.git` is a file, which leads to the repository."""
    shared, own, tree = tmp_path / "main" / ".git", tmp_path / "main" / ".git" / "worktrees" / "tree", tmp_path / "tree"
    (shared / "info").mkdir(parents=True)
    own.mkdir(parents=True)
    (shared / "info" / "exclude").write_text("old.betza\n", "utf-8")
    (own / "commondir").write_text("../..\n", "utf-8")
    made(tree, "a.betza", "old.betza")
    (tree / ".git").write_text(f"gitdir: {own}\n", "utf-8")

    assert checked(tree) == ["a.betza"]


@pytest.mark.parametrize("line", ["!", "\\", "a[", "//", "**", "\udcff", "/"])
def test_a_pattern_that_nobody_understands_does_no_harm(repository: Path, line: str) -> None:
    """What git leaves out is left out, and the other patterns count."""
    made(repository, "a.betza", "old.betza")
    (repository / ".gitignore").write_bytes(f"{line}\nold.betza\r\n!a.betza".encode("utf-8", "surrogateescape"))

    assert checked(repository) == ["a.betza"]


def test_format_and_show_search_alike(repository: Path) -> None:
    """All commands search folders in the same way."""
    made(repository, "build/a.betza", "b.betza")
    (repository / ".gitignore").write_text("build\n", "utf-8")
    (repository / "build" / "a.betza").write_text("A=W\nLong=F\n", "utf-8")

    assert wazir("format", "--check", repository).status == 0
    assert wazir("show", repository).out.startswith("Knight = fwN")


def test_a_folder_that_cannot_be_read_is_named(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The others are searched."""
    made(repository, "a.betza", "closed/b.betza")
    true_iterdir = Path.iterdir

    def iterdir(path: Path) -> object:
        if path.name == "closed":
            raise PermissionError(13, "Permission denied")
        return true_iterdir(path)

    monkeypatch.setattr(Path, "iterdir", iterdir)
    ran = wazir("check", repository)

    assert f"wazir: {repository / 'closed'}: Permission denied\n" in ran.err
    assert "a.betza:1:" in ran.out


def test_it_agrees_with_git(repository: Path) -> None:
    """Git itself lists the same files."""
    git = shutil.which("git")
    assert git, "git is needed for the tests"
    shutil.rmtree(repository / ".git")
    subprocess.run([git, "init", "-q", repository], check=True, timeout=60)
    made(
        repository,
        *("a.betza", "b.betza", "doc/a.betza", "doc/b.betza", "doc/deep/a.betza", "tmp/x.betza", "tmp/y/z.betza"),
        *("out/a.betza", "foo bar.betza", "src/out/a.betza", "src/a1.betza", "src/a2.betza", "#x.betza", "!x.betza"),
    )
    (repository / ".gitignore").write_text("/a.betza\ntmp/*\n!tmp/y\nout/\nsrc/a[0-1].betza\n\\#x.betza\n\\!x.betza\n")
    (repository / "doc" / ".gitignore").write_text("**/a.betza\n!/a.betza\nfoo*\n")
    listed = subprocess.run(
        [git, "-C", repository, "-c", "core.excludesFile=", "ls-files", "-zco", "--exclude-standard"],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    found = [Path(name).relative_to(repository).as_posix() for name in walk(repository)]

    assert sorted(found) == sorted(filter(None, listed.stdout.split("\0")))
