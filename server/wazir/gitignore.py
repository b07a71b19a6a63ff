"""Patterns of `.gitignore`, matched as git does, and the files of a folder that they do not ignore.

The time to match is bounded: what follows a star has a fixed length, so only its first match is
tried.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path, PurePosixPath
from sys import maxsize
from typing import NamedTuple

from wazir.system import MARK, read_regular

_NAME = ".gitignore"
_MAX_BYTES = 200_000
"""The maximum size of a file of patterns, in bytes."""
_MAX_LETTERS = 4_096
"""The maximum number of characters of a pattern."""
_TRAILING = re.compile(r"(?<!\\) +\Z")
"""Spaces at the end of a line; one after a backslash belongs to the pattern."""
_TOKEN = re.compile(
    r"""\\(?P<escaped>.)
    |\[(?P<negated>[!^]?+)(?P<set>]?+(?:\[:[^]]*:]|\[(?!:[^]]*:])|\\.|[^][\\])*)]
    |(?P<stars>\*+)|(?P<any>\?)|(?P<sign>.)""",
    re.DOTALL | re.VERBOSE,
)
_MEMBER = re.compile(r"\[:(?P<name>[^]]*):]|\\?(?P<first>.)(?:-(?!\Z)\\?(?P<last>.))?", re.DOTALL)
_CLASSES = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "blank": r" \t",
    "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9",
    "graph": "!-~",
    "lower": "a-z",
    "print": " -~",
    "punct": "!-/:-@\\[-`{-~",
    "space": r" \t-\r",
    "upper": "A-Z",
    "xdigit": "0-9A-Fa-f",
}
_STAR = None
"""Stands for `*` among the parts of a segment."""

_Segment = list[str | None]
"""The part of a pattern between slashes: a regular expression for each character, and stars."""


class IgnorePattern(NamedTuple):
    """A pattern. The last one that matches a path decides about it."""

    regex: re.Pattern[str]
    is_negated: bool
    is_folder: bool
    """It matches only folders."""

    def matches(self, path: str, *, is_folder: bool) -> bool:
        """Whether it matches a path relative to the folder of the patterns."""
        return (is_folder or not self.is_folder) and self.regex.fullmatch(path) is not None


def pattern(line: str) -> IgnorePattern | None:
    """The pattern on a line; None for a comment or an empty line.

    Raises:
        ValueError: It has no meaning. The message is a sentence.
    """
    if len(line) > _MAX_LETTERS:
        raise ValueError(f"A pattern has at most {_MAX_LETTERS:,} characters.")
    if not (text := _TRAILING.sub("", line)) or text.startswith("#"):
        return None
    is_negated = text.startswith("!")
    text = text[is_negated:]
    is_folder = text.endswith("/")
    if len(segments := _segments(text.removesuffix("/"))) == 1:
        segments = [[_STAR, _STAR], *segments]
    elif not segments[0]:
        del segments[0]
    return IgnorePattern(re.compile(_path_regex(segments), re.DOTALL), is_negated, is_folder)


def ignores(patterns: Sequence[IgnorePattern], path: str, *, is_folder: bool) -> bool | None:
    """Whether patterns ignore a path, without regard to its parents; None if no pattern matches."""
    matching = (
        pattern for pattern in reversed(patterns) if pattern.matches(path, is_folder=is_folder)
    )
    return next((not pattern.is_negated for pattern in matching), None)


def excludes(patterns: Sequence[IgnorePattern], file: str) -> bool:
    """Whether patterns ignore a file or a folder that it is in."""
    parents = [parent.as_posix() for parent in PurePosixPath(file).parents][-2::-1]
    is_inside = any(ignores(patterns, parent, is_folder=True) for parent in parents)
    return is_inside or bool(ignores(patterns, file, is_folder=False))


def _segments(text: str) -> list[_Segment]:
    """The segments of a pattern. Two stars are a `**`."""
    segments: list[_Segment] = [[]]
    for token in _TOKEN.finditer(text):
        if token["sign"] == "/":
            segments.append([])
        elif token["stars"]:
            segments[-1] += [_STAR] * min(len(token["stars"]), 2)
        elif token["any"]:
            segments[-1].append("[^/]")
        elif token["set"] is not None:
            members = "".join(map(_member, _MEMBER.finditer(token["set"])))
            segments[-1].append(f"(?!/)[{'^' if token['negated'] else ''}{members}]")
        elif token["sign"] in ("[", "\\"):
            raise ValueError(
                "`[` without `]`." if token["sign"] == "[" else "`\\` at the end of a pattern."
            )
        else:
            segments[-1].append(re.escape(token["escaped"] or token["sign"]))
    return segments


def _member(member: re.Match[str]) -> str:
    """The regular expression of a character, a range, or a named class in brackets."""
    if (name := member["name"]) is not None:
        if name not in _CLASSES:
            raise ValueError(f"Unknown class `[:{name[:40]}:]`.")
        return _CLASSES[name]
    first, last = member["first"], member["last"] or member["first"]
    if last < first:
        raise ValueError(f"The range `{first}-{last}` is reversed.")
    return f"{re.escape(first)}-{re.escape(last)}"


def _path_regex(segments: Sequence[_Segment]) -> str:
    """The regular expression of a whole path."""
    groups: list[list[str]] = [[]]
    for segment in segments:
        if segment == [_STAR, _STAR]:
            groups.append([])
        else:
            groups[-1].append(_segment_regex(segment))
    *before, last = groups
    if not before:
        return "/".join(last)
    first, *middle = ["".join(f"{segment}/" for segment in group) for group in before]
    between = "".join(f"(?>(?:[^/]+/)*?{group})" for group in middle)
    return first + between + ("(?:[^/]+/)*" + "/".join(last) if last else ".+")


def _segment_regex(segment: _Segment) -> str:
    """The regular expression of a segment, which a slash or the end of the path follows."""
    stars = [-1, *(index for index, part in enumerate(segment) if part is _STAR), len(segment)]
    first, *middle = [
        "".join(filter(None, segment[start + 1 : end])) for start, end in pairwise(stars)
    ]
    last = "[^/]*" + middle.pop() if middle else ""
    return first + "".join(f"(?>[^/]*?{piece})" for piece in middle) + last


_Rules = tuple[Path, Sequence[IgnorePattern]]
"""A folder, and the patterns of a file, relative to it."""


def walk(
    folder: Path, report: Callable[[str], object] = lambda _: None, most: int = maxsize
) -> Iterator[str]:
    """The files in a folder, except those in hidden folders and those that git ignores.

    The patterns are those of git: `.gitignore` in each folder up to the root of the repository, and
    `info/exclude`. Outside a repository, or if git ignores the folder itself, only patterns in the
    folder and below apply.

    Args:
        folder: The folder.
        report: Called with a message for each unreadable folder and invalid pattern.
        most: The maximum number of folders.
    """
    top, numbers = folder.resolve(), iter(range(most))

    def files(shown: Path, inside: Path, rules: tuple[_Rules, ...]) -> Iterator[str]:
        """The files in a folder and below."""
        if next(numbers, None) is None:
            return
        rules = (*_read(inside / _NAME, inside, report), *rules)
        try:
            entries = sorted(inside.iterdir())
        except OSError as error:
            report(f"{shown}: {error.strerror or error}")
            return
        for entry in entries:
            is_folder = entry.is_dir()
            if is_folder and (entry.name.startswith(".") or entry.is_symlink()):
                continue
            if _is_ignored(entry, rules, is_folder=is_folder):
                continue
            if is_folder:
                yield from files(shown / entry.name, entry, rules)
            else:
                yield os.path.normpath(shown / entry.name)

    return files(folder, top, _above(top, report))


def _is_ignored(path: Path, rules: Iterable[_Rules], *, is_folder: bool) -> bool:
    """Whether the innermost rules that match a path ignore it."""
    for folder, patterns in rules:
        decision = ignores(patterns, path.relative_to(folder).as_posix(), is_folder=is_folder)
        if decision is not None:
            return decision
    return False


def _above(folder: Path, report: Callable[[str], object]) -> tuple[_Rules, ...]:
    """The rules of the parent folders in the repository, innermost first; none if they ignore the
    folder.
    """
    top = next((parent for parent in (folder, *folder.parents) if (parent / ".git").exists()), None)
    if top is None:
        return ()
    inside = [parent for parent in (folder, *folder.parents) if top in parent.parents]
    rules = [rule for inner in inside for rule in _read(inner.parent / _NAME, inner.parent, report)]
    # In a worktree a file that names a folder, whose `commondir` names the one that all share.
    git = top / ".git"
    with suppress(OSError, UnicodeDecodeError):
        git = top / git.read_text("utf-8").removeprefix("gitdir:").strip()
        git = git / (git / "commondir").read_text("utf-8").strip()
    rules += _read(git / "info" / "exclude", top, report)
    return (
        () if any(_is_ignored(parent, rules, is_folder=True) for parent in inside) else tuple(rules)
    )


def _read(path: Path, folder: Path, report: Callable[[str], object]) -> tuple[_Rules, ...]:
    """The rules of a file, if it exists and has patterns. Invalid ones are reported and ignored."""
    try:
        lines = (
            read_regular(path, _MAX_BYTES)
            .decode("utf-8", "surrogateescape")
            .removeprefix(MARK)
            .split("\n")
        )
    except OSError:
        return ()
    patterns: list[IgnorePattern] = []
    for number, line in enumerate(lines, 1):
        try:
            patterns += filter(None, [pattern(line.removesuffix("\r"))])
        except ValueError as error:
            report(f"{path}:{number}: {error}")
    return ((folder, patterns),) if patterns else ()
