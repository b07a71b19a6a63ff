"""Settings from TOML, with a diagnostic for each part that is not understood."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import Field, dataclass, field
from difflib import get_close_matches
from typing import Any

from wazir.diagnostics import Code, Diagnostic, Fix, Severity
from wazir.settings.schema import (
    FileSettings,
    ProjectSettings,
    Shape,
    ValueType,
    fields_of,
    shape_of,
)
from wazir.settings.toml import Entry, Name, entries, failure, value_of
from wazir.text import Edit, Span

BAD_TOML = Code("bad-toml", Severity.ERROR, "A text that is not TOML.")
UNKNOWN_SETTING = Code("unknown-setting", Severity.ERROR, "A setting that does not exist.", hides=True)
BAD_SETTING = Code("bad-setting", Severity.ERROR, "A value that a setting does not accept.")
CODES = (BAD_TOML, UNKNOWN_SETTING, BAD_SETTING)
"""All codes."""

Path = tuple[str, ...]


@dataclass
class Found:
    """The settings of a text, with the spans of their values and the diagnostics."""

    values: dict[str, Any] = field(default_factory=dict)
    files: dict[str, dict[str, Any]] = field(default_factory=dict)
    """The values in the tables of patterns."""
    spans: dict[Path, Span] = field(default_factory=dict)
    """The spans of values by key."""
    diagnostics: list[Diagnostic] = field(default_factory=list)
    has_section: bool = False
    """The text has the table of settings."""

    @property
    def settings(self) -> ProjectSettings:
        """The valid settings."""
        values = {name: _frozen(value) for name, value in self.values.items()}
        tables = {pattern: _all_frozen(table) for pattern, table in self.files.items()}
        return ProjectSettings(**values, files=tuple(tables.items()))


def _frozen(value: Any) -> Any:
    return tuple(value.items()) if isinstance(value, dict) else value


def _all_frozen(table: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _frozen(value) for name, value in table.items()}


def read(text: str, section: Path = ()) -> Found:
    """The settings in a text, or in one of its tables."""
    found = Found(has_section=not section)
    if wrong := failure(text):
        found.diagnostics.append(Diagnostic(BAD_TOML, wrong.span, wrong.message))
    for entry, names in of_section(text, section):
        found.has_section = True
        if names:
            _read_entry(text, entry, names, found)
    found.diagnostics = sorted(
        {(diagnostic.code.id, diagnostic.span): diagnostic for diagnostic in found.diagnostics}.values(), key=_place
    )
    return found


def _place(one: Diagnostic) -> Span:
    return one.span


def of_section(text: str, section: Path) -> Iterator[tuple[Entry, tuple[Name, ...]]]:
    """The entries of a table, with their names in it."""
    for entry in entries(text):
        if tuple(name.text for name in entry.path[: len(section)]) == section:
            yield entry, entry.path[len(section) :]


def _read_entry(text: str, entry: Entry, names: Sequence[Name], found: Found) -> None:
    first, *more = names
    known = fields_of(ProjectSettings)
    if first.text not in known:
        _report_unknown(first, known, found)
    elif shape_of(known[first.text]) is Shape.TABLES:
        _read_tables(text, entry, more, known[first.text].metadata["kind"], found)
    else:
        _read_setting(text, entry, first, more, known[first.text], found.values, found)


def _read_tables(text: str, entry: Entry, names: Sequence[Name], kind: ValueType, found: Found) -> None:
    """A value in the table of a pattern."""
    known = fields_of(FileSettings)
    try:
        kind.convert(names[0].text if names else "")
    except ValueError as wrong:
        found.diagnostics.append(Diagnostic(BAD_SETTING, names[0].span, str(wrong)))
        return
    match names:
        case [pattern, setting, *more] if setting.text in known:
            values = found.files.setdefault(pattern.text, {})
            _read_setting(text, entry, setting, more, known[setting.text], values, found, ("files", pattern.text))
        case [_, setting, *_]:
            _report_unknown(setting, known, found)
        case _ if entry.value:
            _report_bad(entry.value, "a table of settings for each pattern", found)


def _read_setting(
    text: str,
    entry: Entry,
    name: Name,
    more: Sequence[Name],
    setting: Field[Any],
    values: dict[str, Any],
    found: Found,
    path: Path = (),
) -> None:
    """The value of a setting, with the names after its own."""
    kind, shape = setting.metadata["kind"], shape_of(setting)
    if shape is Shape.TABLE and len(more) == 1 and entry.value:
        keys = setting.metadata["keys"]
        if more[0].text not in keys:
            _report_unknown(more[0], keys, found, "code")
        elif (value := _value(text, entry.value, kind, found)) is not None:
            values.setdefault(name.text, {})[more[0].text] = value
            found.spans[(*path, name.text, more[0].text)] = entry.value
    elif shape is Shape.TABLE and not more and entry.value is None:
        return
    elif more or entry.value is None:
        _report_bad((*more, name)[0].span, _words(setting), found)
    elif shape is Shape.LIST and entry.items is not None:
        listed = [_value(text, item, kind, found) for item in entry.items]
        values[name.text] = tuple(value for value in listed if value is not None)
        found.spans[(*path, name.text)] = entry.value
    elif shape is Shape.VALUE:
        if (value := _value(text, entry.value, kind, found)) is not None:
            values[name.text] = value
            found.spans[(*path, name.text)] = entry.value
    else:
        _report_bad(entry.value, _words(setting), found)


def _words(setting: Field[Any]) -> str:
    kind: ValueType = setting.metadata["kind"]
    words = {
        Shape.LIST: f"a list, of which each value is {kind.words}",
        Shape.TABLE: f"a table of codes, each with {kind.words}",
    }
    return words.get(shape_of(setting), kind.words)


def _value(text: str, span: Span, kind: ValueType, found: Found) -> Any:
    """A valid value; None after a diagnostic."""
    value = value_of(text, span)
    try:
        if value is not None and kind.accepts(value):
            return kind.convert(value)
    except ValueError as wrong:
        found.diagnostics.append(Diagnostic(BAD_SETTING, span, str(wrong)))
        return None
    near = get_close_matches(value, kind.known, n=1) if isinstance(value, str) and kind.known else []
    if near:
        message, fixes = f"Unknown value `{value}`. Did you mean `{near[0]}`?", (_fix(span, f'"{near[0]}"'),)
        found.diagnostics.append(Diagnostic(BAD_SETTING, span, message, fixes))
    else:
        _report_bad(span, kind.words, found)
    return None


def _report_bad(span: Span, words: str, found: Found) -> None:
    found.diagnostics.append(Diagnostic(BAD_SETTING, span, f"Expected {words}."))


def _report_unknown(name: Name, known: Mapping[str, Any], found: Found, what: str = "setting") -> None:
    near = get_close_matches(name.text, known, n=1)
    advice = "".join(f" Did you mean `{one}`?" for one in near)
    fixes = tuple(_fix(name.span, one) for one in near)
    shown = name.text[:80]
    found.diagnostics.append(Diagnostic(UNKNOWN_SETTING, name.span, f"Unknown {what} `{shown}`.{advice}", fixes))


def _fix(span: Span, text: str) -> Fix:
    return Fix(f"Write `{text}`", (Edit(span, text),), safe=False)
