"""Folders are searched without what git ignores."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.running import wazir
from long import some
from wazir.gitignore import IgnorePattern, excludes, pattern, walk

BAD = "Knight = fwN\n"


def made(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(BAD, "utf-8")


def checked(folder: Path, *arguments: str | Path) -> list[str]:
    """The files with findings, relative to a folder."""
    diagnostics = json.loads(wazir("check", "--format", "json", *(arguments or (folder,))).out)
    return [Path(finding["file"]).relative_to(folder).as_posix() for finding in diagnostics]


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    (tmp_path / ".git" / "info").mkdir(parents=True)
    return tmp_path


def test_ignored_files_are_not_read(repository: Path) -> None:
    """A file that a pattern is about is left out, one that a later pattern takes back is not."""
    made(
        repository,
        "a.betza",
        "old.betza",
        "build/b.betza",
        "src/build/c.betza",
        "src/keep.betza",
        "src/d.betza",
    )
    made(repository, "all/e.betza", "all/x/y/e.betza", "all/f.betza")
    patterns = ("# made", "build/", "*old*", "!keep.betza", "/src/d.betza", "/all/***/e.betza")
    (repository / ".gitignore").write_text("\n".join(patterns), "utf-8")

    assert checked(repository) == ["a.betza", "all/f.betza", "src/keep.betza"]


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
    """A folder within is searched by the rules above it, but not by those beyond the top of its
    repository.
    """
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
    assert checked(repository, repository / "old.betza", repository / "build") == [
        "old.betza",
        "build/a.betza",
    ]


def test_rules_count_without_a_repository_too(tmp_path: Path) -> None:
    """Those in the folder itself and below it."""
    made(tmp_path, "a.betza", "old.betza")
    (tmp_path / ".gitignore").write_text("old.betza\n", "utf-8")

    assert checked(tmp_path) == ["a.betza"]


def test_a_worktree_shares_its_excludes(tmp_path: Path) -> None:
    """In a worktree `.git` is a file, which leads to the repository."""
    shared, own, tree = (
        tmp_path / "main" / ".git",
        tmp_path / "main" / ".git" / "worktrees" / "tree",
        tmp_path / "tree",
    )
    (shared / "info").mkdir(parents=True)
    own.mkdir(parents=True)
    (shared / "info" / "exclude").write_text("old.betza\n", "utf-8")
    (own / "commondir").write_text("../..\n", "utf-8")
    made(tree, "a.betza", "old.betza")
    (tree / ".git").write_text(f"gitdir: {own}\n", "utf-8")

    assert checked(tree) == ["a.betza"]


def test_linked_and_hidden_folders_are_not_entered(tmp_path: Path) -> None:
    """A link may lead back, or out of the folder."""
    made(tmp_path, "a.betza", "sub/b.betza", ".hidden/c.betza")
    (tmp_path / "sub" / "up").symlink_to(tmp_path)
    (tmp_path / "linked.betza").symlink_to(tmp_path / "a.betza")

    walked = [Path(name).relative_to(tmp_path).as_posix() for name in walk(tmp_path)]
    assert walked == ["a.betza", "linked.betza", "sub/b.betza"]


@pytest.mark.parametrize("line", ["!", "\\", "a[", "//", "**", "\udcff", "/"])
def test_a_pattern_that_nobody_understands_does_no_harm(repository: Path, line: str) -> None:
    """What git leaves out is left out, and the other patterns count."""
    made(repository, "a.betza", "old.betza")
    (repository / ".gitignore").write_bytes(
        f"{line}\nold.betza\r\n!a.betza".encode("utf-8", "surrogateescape")
    )

    assert checked(repository) == ["a.betza"]


def test_format_and_show_search_alike(repository: Path) -> None:
    """All commands search folders in the same way."""
    made(repository, "build/a.betza", "b.betza")
    (repository / ".gitignore").write_text("build\n", "utf-8")
    (repository / "build" / "a.betza").write_text("A=W\nLong=F\n", "utf-8")

    assert wazir("format", "--check", repository).status == 0
    shown = wazir("show", repository).err
    assert shown.startswith(f"{repository / 'b.betza'}:1:11: error: ")
    assert "a.betza" not in shown


def test_a_folder_that_cannot_be_read_is_named(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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
        *(
            "a.betza",
            "b.betza",
            "doc/a.betza",
            "doc/b.betza",
            "doc/deep/a.betza",
            "tmp/x.betza",
            "tmp/y/z.betza",
        ),
        *(
            "out/a.betza",
            "foo bar.betza",
            "src/out/a.betza",
            "src/a1.betza",
            "src/a2.betza",
            "#x.betza",
            "#y.betza",
            "!x.betza",
        ),
    )
    (repository / ".gitignore").write_text(
        "/a.betza\ntmp/*\n!tmp/y\nout/\nsrc/a[0-1].betza\n\\#x.betza\n#y.betza\n\\!x.betza\n"
    )
    (repository / "doc" / ".gitignore").write_text("**/a.betza\n!/a.betza\nfoo*\n")
    listed = subprocess.run(
        [
            git,
            "-C",
            repository,
            "-c",
            "core.excludesFile=",
            "ls-files",
            "-zco",
            "--exclude-standard",
        ],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    walked = [Path(name).relative_to(repository).as_posix() for name in walk(repository)]

    assert sorted(walked) == sorted(filter(None, listed.stdout.split("\0")))


def lines_at_random(draw: random.Random) -> list[str]:
    """Patterns. Git 2.39 reads two stars beside other signs in two ways, which depend on where its
    memory lies.
    """
    signs = [
        "a",
        "b",
        "a",
        "*",
        "?",
        "[ab]",
        "[!a]",
        "[^b-c]",
        "[]a]",
        "\\a",
        "\\*",
        " ",
        "[*]",
        "[a-]",
        "[a/b]",
    ]
    signs += ["[[:alpha:]]", "[[:upper:]b]"]
    starts, ends = ["", "", "", "!", "/", "#", "\\!"], ["", "", "/", "//", " "]
    lines = []
    for _ in range(draw.randint(1, 4)):
        segments = [
            "".join(draw.choices(signs, k=draw.randint(1, 4))).replace("**", "*") for _ in range(3)
        ] + ["**"]
        lines.append(
            draw.choice(starts)
            + "/".join(draw.choices(segments, k=draw.randint(1, 4)))
            + draw.choice(ends)
        )
    return lines


def patterns_of(lines: list[str]) -> list[IgnorePattern]:
    """The valid patterns of lines."""
    patterns: list[IgnorePattern | None] = []
    for line in lines:
        with suppress(ValueError):
            patterns.append(pattern(line))
    return [item for item in patterns if item]


@pytest.mark.parametrize("seed", some(range(100), 5))
def test_patterns_at_random_match_as_in_git(tmp_path: Path, seed: int) -> None:
    """`git check-ignore` decides the same about paths, with several patterns in a file."""
    draw = random.Random(seed)
    names = ["".join(draw.choices("ab*]-A", k=draw.randint(1, 3))) for _ in range(6)]
    paths = sorted({"/".join(draw.choices(names, k=draw.randint(1, 4))) for _ in range(60)})
    subprocess.run(["git", "init", "-q", tmp_path], check=True, timeout=60)
    for _ in range(5):
        lines = lines_at_random(draw)
        (tmp_path / ".git" / "info" / "exclude").write_text("\n".join(lines), "utf-8")
        asked = subprocess.run(
            [
                "git",
                "-C",
                tmp_path,
                "-c",
                "core.excludesFile=",
                "check-ignore",
                "-z",
                "--no-index",
                "--stdin",
            ],
            input="\0".join(paths),
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )

        ours = {path for path in paths if excludes(patterns_of(lines), path)}
        assert asked.returncode in (0, 1), asked.stderr
        assert ours == {*filter(None, asked.stdout.split("\0"))}, lines


@given(text=st.text(st.sampled_from("a[]!^-\\\\:/*?#. ")) | st.text())
def test_any_line_is_a_pattern_or_refused_with_a_sentence(text: str) -> None:
    """Nothing else is raised, and a path can be tried."""
    made, message = None, "."
    try:
        made = pattern(text)
    except ValueError as refusal:
        message = str(refusal)

    assert message.endswith(".")
    assert made is None or made.matches("a/b", is_folder=False) in (True, False)


SLOW = [
    "*a" * 12 + "b",
    "**/a/" * 12 + "b",
    "[!b]*" * 300 + "b",
    "**/*a*a/" * 200 + "b",
    "b" * 4_096,
    "*" * 4_000 + "b",
    "a" * 4_000,
]


@pytest.mark.parametrize("line", SLOW, ids=range(len(SLOW)))
def test_no_pattern_takes_long(line: str) -> None:
    """A star is tried at its first match only, so that the time is bounded."""
    made = pattern(line)
    assert made
    start = process_time()
    for path in ("a" * 200, "a/" * 100 + "a", "a" * 4_096, "a/" * 2_048 + "a"):
        assert not made.matches(path, is_folder=False)

    assert process_time() - start < 1


INVALID = {
    "[z-a]*": "The range `z-a` is reversed.",
    "x[a": "`[` without `]`.",
    "[]": "`[` without `]`.",
    "[!]a": "`[` without `]`.",
    "[[:alpha:]": "`[` without `]`.",
    "a\\": "`\\` at the end of a pattern.",
    "[[:letter:]]": "Unknown class `[:letter:]`.",
    "a" * 5_000: "A pattern has at most 4,096 characters.",
}


@pytest.mark.parametrize("line", INVALID, ids=range(len(INVALID)))
def test_an_invalid_pattern_is_reported_by_its_line(repository: Path, line: str) -> None:
    """The other patterns of the file count."""
    made(repository, "a.betza", "b.betza")
    (repository / ".gitignore").write_text(f"# drafts\n{line}\nb.betza\n", "utf-8")
    messages: list[str] = []

    assert [Path(name).name for name in walk(repository, messages.append)] == [
        ".gitignore",
        "a.betza",
    ]
    assert messages == [f"{repository / '.gitignore'}:2: {INVALID[line]}"]
