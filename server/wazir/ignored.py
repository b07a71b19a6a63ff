"""Lists the files of a folder that git does not ignore."""

from __future__ import annotations

import os
from collections.abc import Callable, Container, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from sys import maxsize
from typing import NamedTuple

from pathspec import GitIgnoreSpec

from wazir.system import read_regular

_NAME = ".gitignore"
_LARGEST = 10_000_000
"""The maximum size of a file of patterns, in bytes."""


class _Rules(NamedTuple):
    """The patterns of a file, relative to a folder."""

    folder: Path
    spec: GitIgnoreSpec

    def ignores(self, path: Path, *, is_folder: bool) -> bool | None:
        """Whether a path is ignored; None if no pattern matches it."""
        relative = path.relative_to(self.folder).as_posix()
        return self.spec.check_file(f"{relative}/" if is_folder else relative).include


def walk(
    folder: str | os.PathLike[str],
    unreadable: Callable[[str], object] = lambda _: None,
    skipped: Container[str] = (),
    most: int = maxsize,
) -> Iterator[str]:
    """The files in a folder, except those in hidden folders and those that git ignores.

    The patterns are those of git: `.gitignore` in each folder up to the root of the repository, and `info/exclude`.
    Outside a repository, or if git ignores the folder itself, only patterns in the folder and below apply.

    Args:
        folder: The folder.
        unreadable: Called with a message for each unreadable folder.
        skipped: Names of folders that are not read.
        most: The maximum number of folders.
    """
    top = Path(folder).resolve()
    yield from _Walk(unreadable, skipped, most).files(Path(folder), top, _above(top))


@dataclass(slots=True)
class _Walk:
    """The state of a traversal."""

    unreadable: Callable[[str], object]
    skipped: Container[str]
    left: int
    """The number of folders that may still be read."""

    def files(self, shown: Path, folder: Path, rules: tuple[_Rules, ...]) -> Iterator[str]:
        """The files in a folder and below."""
        if self.left <= 0:
            return
        self.left -= 1
        rules = (*_read(folder / _NAME, folder), *rules)
        try:
            entries = sorted(folder.iterdir())
        except OSError as error:
            self.unreadable(f"{shown}: {error.strerror or error}")
            return
        for entry in entries:
            is_folder = entry.is_dir()
            if is_folder and (entry.name.startswith(".") or entry.is_symlink() or entry.name in self.skipped):
                continue
            if _is_ignored(entry, rules, is_folder=is_folder):
                continue
            if is_folder:
                yield from self.files(shown / entry.name, entry, rules)
            else:
                yield os.path.normpath(shown / entry.name)


def _is_ignored(path: Path, rules: tuple[_Rules, ...], *, is_folder: bool) -> bool:
    """Whether the innermost rules that match a path ignore it."""
    return next((found for one in rules if (found := one.ignores(path, is_folder=is_folder)) is not None), False)


def _above(folder: Path) -> tuple[_Rules, ...]:
    """The rules of the parent folders in the repository, innermost first; none if they ignore the folder."""
    top = next((one for one in (folder, *folder.parents) if (one / ".git").exists()), None)
    if top is None:
        return ()
    found: list[_Rules] = []
    inner = folder
    while inner != top:
        inner = inner.parent
        found += _read(inner / _NAME, inner)
    found += _read(_repository(top / ".git") / "info" / "exclude", top)
    inside = [one for one in (folder, *folder.parents) if top in one.parents]
    return () if any(_is_ignored(one, tuple(found), is_folder=True) for one in inside) else tuple(found)


def _repository(git: Path) -> Path:
    """The git directory that all worktrees of a repository share."""
    with suppress(OSError, UnicodeDecodeError):
        if git.is_file():  # a worktree's file names a folder, whose `commondir` names the shared one
            git = git.parent / git.read_text("utf-8").removeprefix("gitdir:").strip()
            git = git / (git / "commondir").read_text("utf-8").strip()
    return git


def _read(path: Path, folder: Path) -> tuple[_Rules, ...]:
    """The rules of a file, if it exists. Invalid patterns are ignored, as in git."""
    try:
        lines = read_regular(path, _LARGEST).decode("utf-8", "surrogateescape").split("\n")
    except OSError:
        return ()
    spec = GitIgnoreSpec(())
    for line in lines:
        with suppress(ValueError):
            spec += GitIgnoreSpec.from_lines([line.rstrip("\r")])
    return (_Rules(folder, spec),) if len(spec) else ()
