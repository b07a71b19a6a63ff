"""The files of settings: which one applies to a text, and its settings. Nothing in them is ever run."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from wazir.gitignore import excludes, pattern
from wazir.settings.reading import ReadSettings, read
from wazir.settings.schema import FileSettings, ProjectSettings, fields_of
from wazir.system import NotUtf8, decode, read_regular
from wazir.text import Span, line_at

OWN = "wazir.toml"
SECTIONS: Mapping[str, tuple[str, ...]] = {OWN: (), "pyproject.toml": ("tool", "wazir")}
"""The names of files of settings, the first before the others, each with the table of the settings."""
LARGEST = 200_000
"""Bytes of a file of settings."""


@dataclass(frozen=True)
class Project:
    """The settings of a folder and all below."""

    path: Path
    """The file of the settings."""
    text: str
    reading: ReadSettings
    failure: str = ""
    """Why the file cannot be read, as a sentence."""

    @cached_property
    def settings(self) -> ProjectSettings:
        """The valid settings."""
        return self.reading.settings

    def excludes(self, file: Path) -> bool:
        """Whether folders are searched without a file."""
        return _matches(self.settings.exclude, self._relative(file))

    def at(self, file: Path) -> FileSettings:
        """The settings that apply to a file."""
        values = {setting.name: getattr(self.settings, setting.name) for setting in fields_of(FileSettings).values()}
        for _, table in self._tables(file):
            added = {
                "ignore": (*values["ignore"], *table.get("ignore", ())),
                "severity": tuple({**dict(values["severity"]), **dict(table.get("severity", ()))}.items()),
            }
            values |= {**table, **added}
        return FileSettings(**values)

    def origin(self, file: Path, name: str) -> Span | None:
        """The span of the value of a setting that applies to a file; None if the setting has its default."""
        paths = [("files", pattern, name) for pattern, _ in self._tables(file)]
        for wanted in [*paths[::-1], (name,)]:
            for path, span in self.reading.spans.items():
                if path[: len(wanted)] == wanted:
                    return span
        return None

    def _tables(self, file: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """The tables of patterns that match a file."""
        relative = self._relative(file)
        return (table for table in self.settings.files if _matches((table[0],), relative))

    def _relative(self, file: Path) -> str:
        try:
            return _absolute(file).relative_to(_absolute(self.path.parent)).as_posix()
        except ValueError:
            return file.name


def nearest(file: Path) -> Project | None:
    """The settings that apply to a file or folder: those of the nearest file of settings upwards, or None."""
    start = _absolute(file)
    for folder in (start, *start.parents):
        for name, section in SECTIONS.items():
            if project := opened(folder / name, section):
                return project
    return None


def shown(path: Path) -> str:
    """A path for messages: relative to the current folder, if it is in it."""
    folder = Path.cwd()
    return str(path.relative_to(folder) if path.is_relative_to(folder) else path)


def problems_of(project: Project) -> Iterator[str]:
    """What is wrong with the settings of a project, each with its place."""
    name = shown(project.path)
    if project.failure:
        yield f"{name}: {project.failure}"
    for diagnostic in project.reading.diagnostics:
        line, start = line_at(project.text, diagnostic.span.start)
        yield f"{name}:{line + 1}:{diagnostic.span.start - start + 1}: {diagnostic.message}"


def _absolute(path: Path) -> Path:
    return Path(os.path.abspath(path))  # noqa: PTH100  # links stay


def opened(path: Path, section: tuple[str, ...]) -> Project | None:
    """The settings in a file; None if it does not exist, or has no such table."""
    try:
        about = path.stat()
    except (OSError, ValueError):
        return None
    return _opened(path, section, about.st_mtime_ns, about.st_size)


@lru_cache(maxsize=256)
def _opened(path: Path, section: tuple[str, ...], _changed: int, _size: int) -> Project | None:
    try:
        text = decode(read_regular(path, LARGEST), "replace")
    except (OSError, NotUtf8) as wrong:
        reason = getattr(wrong, "strerror", None) or str(wrong)
        return None if section else Project(path, "", ReadSettings(), f"{reason.rstrip('.')}.")
    if section and section[-1] not in text:
        return None
    reading = read(text, section)
    return Project(path, text, reading) if reading.has_section else None


def _matches(lines: Sequence[str], relative: str) -> bool:
    """Whether patterns, which are valid, match a file or a folder that it is in."""
    return excludes([valid for line in lines if (valid := _pattern(line))], relative)


_pattern = lru_cache(maxsize=4096)(pattern)
