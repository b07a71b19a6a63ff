"""The addresses of the project come from one place: a stranger changes them there, and finds none
of the old left. The commit that Zed fetches comes from the tag.
"""

from __future__ import annotations

import subprocess
import tomllib
from pathlib import Path

from pin_grammars import pin
from project.tracked import copy_project, run_generate, run_python, tracked_files
from strangers import old_addresses, with_other_addresses

SENSITIVE_TESTS = (
    "tests/project/test_generated.py",
    "tests/cli/test_explain.py",
    "tests/cli/test_transcripts.py",
    "tests/site/test_release.py",
)
"""The tests that know addresses."""


def test_a_stranger_changes_the_addresses_in_one_place(tmp_path: Path) -> None:
    """After `make generate` with other addresses, no file has one of the old, and the tests
    pass.
    """
    copy = with_other_addresses(copy_project(tmp_path))

    run_generate(copy)

    texts = {
        path: (copy / path).read_bytes().decode("utf-8", "replace") for path in tracked_files()
    }
    kept = {path for path, text in texts.items() if any(old in text for old in old_addresses())}
    assert kept == set()
    run_python(["-m", "pytest", "-q", "-n0", *SENSITIVE_TESTS], copy)


def test_zed_can_fetch_the_revision_of_the_grammars(tmp_path: Path) -> None:
    """It fetches and checks out the revision by name from a repository with nothing else, which
    fails for a tag.
    """
    copy = copy_project(tmp_path / "copy")
    author = ("-c", "user.name=somebody", "-c", "user.email=somebody@code.test")
    git(copy, "add", "--all")
    git(copy, *author, "commit", "--quiet", "--message", "Release")
    git(copy, "tag", "v1.0.0")

    pin("v1.0.0", copy)

    manifest = tomllib.loads((copy / "zed-extension" / "extension.toml").read_text("utf-8"))
    (revision,) = {grammar["rev"] for grammar in manifest["grammars"].values()}
    clone = tmp_path / "clone"
    clone.mkdir()
    git(clone, "init", "--quiet")
    git(clone, "remote", "add", "origin", copy.as_uri())
    git(clone, "fetch", "--quiet", "--depth", "1", "origin", revision)
    git(clone, "checkout", "--quiet", revision)
    for grammar in manifest["grammars"].values():
        assert (clone / grammar["path"] / "src" / "parser.c").is_file()
    run_generate(copy)
    assert tomllib.loads((copy / "zed-extension" / "extension.toml").read_text("utf-8")) == manifest


def git(folder: Path, *arguments: str) -> None:
    """Run git in a folder, and expect success."""
    subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True)
