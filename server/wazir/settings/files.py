"""The settings of projects: the file that applies to a text, and what it says. Nothing in it is
ever run.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import Field, dataclass, field
from difflib import get_close_matches
from functools import cached_property, lru_cache
from operator import attrgetter
from pathlib import Path
from typing import Any

from wazir.diagnostics import Code, Diagnostic, Fix, Severity
from wazir.gitignore import excludes, pattern
from wazir.settings import (
    PROGRAMS,
    FileSettings,
    ProjectSettings,
    Spec,
    ValueShape,
    ValueType,
    fields_in,
    fields_of,
    merged,
    spec_of,
    with_values,
)
from wazir.settings.toml import KeyPart, TomlEntry, entries, failure, value_of
from wazir.system import NotUtf8, decode, read_regular
from wazir.text import Edit, Span, line_at

OWN = "wazir.toml"
SECTIONS: Mapping[str, tuple[str, ...]] = {OWN: (), "pyproject.toml": ("tool", "wazir")}
"""The names of files of settings, the first before the others, each with the table of the
settings.
"""
MAX_BYTES = 200_000
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

    def at(self, file: Path, others: FileSettings | None = None) -> FileSettings:
        """The settings that apply to a file, and others where these set none."""
        tables = (values for _, values in self._tables(file))
        own = {
            name: value
            for name, value in self.reading.values.items()
            if name in FileSettings.__dataclass_fields__
        }
        return with_values(others or FileSettings(), merged(own, *tables))

    def origin(self, file: Path, name: str) -> Span | None:
        """The span of the value of a setting that applies to a file, such as `board` or
        `diagram.style`; None if the project does not set it.
        """
        paths = [("files", pattern, *name.split(".")) for pattern, _ in self._tables(file)]
        for wanted in [*paths[::-1], tuple(name.split("."))]:
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
    """The settings that apply to a file or folder: those of the nearest file of settings upwards,
    or None.
    """
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
        text = decode(read_regular(path, MAX_BYTES), "replace")
    except (OSError, NotUtf8) as wrong:
        reason = getattr(wrong, "strerror", None) or str(wrong)
        return (
            None if section else Project(path, "", ReadSettings(), failure=f"{reason.rstrip('.')}.")
        )
    reading = read(text, section)
    return Project(path, text, reading) if reading.has_section else None


def _matches(lines: Sequence[str], relative: str) -> bool:
    """Whether patterns, which are valid, match a file or a folder that it is in."""
    valid = [each for each in map(_pattern, lines) if each]
    return excludes(valid, relative)


_pattern = lru_cache(maxsize=4096)(pattern)


# Texts of settings, with a diagnostic for each part that is not understood

BAD_TOML = Code("bad-toml", Severity.ERROR, "A text that is not TOML.")
UNKNOWN_SETTING = Code(
    "unknown-setting", Severity.ERROR, "A setting that does not exist.", hides=True
)
BAD_SETTING = Code("bad-setting", Severity.ERROR, "A value that a setting does not accept.")
CODES = (BAD_TOML, UNKNOWN_SETTING, BAD_SETTING)
"""All codes."""

KeyPath = tuple[str, ...]
KeyParts = Sequence[KeyPart]


@dataclass
class ReadSettings:
    """The settings of a text, with the spans of their values and the diagnostics."""

    text: str = ""
    values: dict[str, Any] = field(default_factory=dict)
    files: dict[str, dict[str, Any]] = field(default_factory=dict)
    """The values in the tables of patterns."""
    spans: dict[KeyPath, Span] = field(default_factory=dict)
    """The spans of values by key."""
    diagnostics: list[Diagnostic] = field(default_factory=list)
    has_section: bool = False
    """The text has the table of settings."""

    @property
    def settings(self) -> ProjectSettings:
        """The valid settings."""
        return with_values(ProjectSettings(files=tuple(self.files.items())), self.values)

    def add(self, entry: TomlEntry, names: KeyParts) -> None:
        """Adds a value whose key has some names, or reports what is wrong with it."""
        first, *more = names
        if first.text not in (known := fields_of(ProjectSettings)):
            self._report_unknown(first, known)
        elif spec_of(known[first.text]).shape is ValueShape.TABLES:
            self._add_to_table(entry, names, spec_of(known[first.text]).type_of())
        else:
            self._add_setting(entry, names, more, setting=known[first.text], values=self.values)

    def _add_to_table(self, entry: TomlEntry, names: KeyParts, kind: ValueType) -> None:
        """Adds a value in the table of a pattern."""
        known = fields_of(FileSettings)
        try:
            kind.convert(names[1].text if names[1:] else "")
        except ValueError as wrong:
            self.diagnostics.append(Diagnostic(BAD_SETTING, names[1].span, str(wrong)))
            return
        match names:
            case [_, pattern, setting, *more] if setting.text in known:
                values = self.files.setdefault(pattern.text, {})
                self._add_setting(entry, names, more, setting=known[setting.text], values=values)
            case [_, _, setting, *_]:
                self._report_unknown(setting, known)
            case _ if entry.value:
                self._report_bad(entry.value, "a table of settings for each pattern")

    def _add_setting(
        self,
        entry: TomlEntry,
        names: KeyParts,
        subkeys: KeyParts,
        setting: Field[Any],
        values: dict[str, Any],
    ) -> None:
        """Adds the value of a setting, whose key has some names, of which *subkeys* follow its
        own.
        """
        spec = spec_of(setting)
        is_table = spec.shape is ValueShape.TABLE
        if spec.shape is ValueShape.GROUP:
            self._add_to_group(entry, names, subkeys, group=setting, values=values)
        elif is_table and len(subkeys) == 1 and entry.value:
            code = subkeys[0]
            if code.text not in spec.keys_of():
                self._report_unknown(code, spec.keys_of(), "code")
            elif (value := self._value(entry.value, spec.type_of())) is not None:
                values.setdefault(setting.name, {})[code.text] = value
                self._remember(names, entry.value)
        elif subkeys:
            self._report_bad(subkeys[0].span, _words(spec))
        elif entry.value is not None:
            self._add_value(entry.value, entry.items, names, setting=setting, values=values)
        elif not is_table:
            # The header of a table, such as `[dialect]`, where a value is expected.
            self._report_bad(names[-1].span, _words(spec))

    def _add_value(
        self,
        span: Span,
        items: Sequence[Span] | None,
        names: KeyParts,
        setting: Field[Any],
        values: dict[str, Any],
    ) -> None:
        """Adds a value in a span, or a list of some items, of a setting that is not a group."""
        spec = spec_of(setting)
        if spec.shape is ValueShape.LIST and items is not None:
            valid = (self._value(item, spec.type_of()) for item in items)
            values[setting.name] = tuple(value for value in valid if value is not None)
            self._remember(names, span)
        elif spec.shape is ValueShape.VALUE:
            if (value := self._value(span, spec.type_of())) is not None:
                values[setting.name] = value
                self._remember(names, span)
        else:
            self._report_bad(span, _words(spec))

    def _remember(self, names: KeyParts, span: Span) -> None:
        """Keeps the span of a value, by its key."""
        self.spans[tuple(name.text for name in names)] = span

    def _add_to_group(
        self,
        entry: TomlEntry,
        names: KeyParts,
        subkeys: KeyParts,
        group: Field[Any],
        values: dict[str, Any],
    ) -> None:
        """Adds the value of a setting in a group."""
        known = fields_in(group)
        if not subkeys:
            if entry.value:
                self._report_bad(entry.value, _words(spec_of(group)))
            return
        name, *rest = subkeys
        if name.text in known:
            inner = values.setdefault(group.name, {})
            self._add_setting(entry, names, rest, setting=known[name.text], values=inner)
        else:
            self._report_unknown(name, known)

    def _value(self, span: Span, kind: ValueType) -> Any:
        """A valid value; None after a diagnostic."""
        value = value_of(self.text, span)
        try:
            if kind.accepts(value):
                return kind.convert(value)
        except ValueError as wrong:
            self.diagnostics.append(Diagnostic(BAD_SETTING, span, str(wrong)))
            return None
        near = get_close_matches(value, kind.known) if isinstance(value, str) else []
        if near:
            message = f"Unknown value `{value}`. Did you mean `{near[0]}`?"
            fixes = (_write(span, f'"{near[0]}"'),)
            self.diagnostics.append(Diagnostic(BAD_SETTING, span, message, fixes=fixes))
        else:
            self._report_bad(span, kind.words)
        return None

    def _report_bad(self, span: Span, words: str) -> None:
        self.diagnostics.append(Diagnostic(BAD_SETTING, span, f"Expected {words}."))

    def _report_unknown(
        self, name: KeyPart, known: Mapping[str, Any], what: str = "setting"
    ) -> None:
        hint = PROGRAMS.get(re.sub("(?=[A-Z])|_", "-", name.text).lower(), "")
        near = [] if hint else get_close_matches(name.text, known, n=1)
        if near:
            hint = f"Did you mean `{near[0]}`?"
        message = f"Unknown {what} `{name.text[:80]}`. {hint}".rstrip()
        fixes = tuple(_write(name.span, meant) for meant in near)
        self.diagnostics.append(Diagnostic(UNKNOWN_SETTING, name.span, message, fixes=fixes))


def _words(spec: Spec) -> str:
    """What a setting accepts."""
    words = spec.type_of().words
    match spec.shape:
        case ValueShape.LIST:
            return f"a list, of which each value is {words}"
        case ValueShape.TABLE:
            return f"a table of codes, each with {words}"
        case _:
            return words


def _write(span: Span, text: str) -> Fix:
    return Fix(f"Write `{text}`", (Edit(span, text),))


def read(text: str, section: KeyPath = ()) -> ReadSettings:
    """The settings in a text, or in one of its tables."""
    result = ReadSettings(text, has_section=not section)
    if wrong := failure(text):
        result.diagnostics.append(Diagnostic(BAD_TOML, wrong.span, wrong.message))
    for entry in entries(text):
        if tuple(name.text for name in entry.path[: len(section)]) == section:
            result.has_section = True
            if names := entry.path[len(section) :]:
                result.add(entry, names)
    distinct = {
        (diagnostic.code.id, diagnostic.span): diagnostic for diagnostic in result.diagnostics
    }
    result.diagnostics = sorted(distinct.values(), key=attrgetter("span"))
    return result
