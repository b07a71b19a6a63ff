"""Frozen dataclasses to and from JSON: settings, and the values of answers.

A field has a type, which knows the values that it accepts, and a description for the documentation.
The parameters of custom requests are in `custom_requests`, the capabilities in `capabilities`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any

from wazir.settings import PROGRAMS, EditorSettings, FileSettings, spec_of
from wazir.text import Span


def read(schema: type, data: object, path: str = "") -> tuple[dict[str, Any], list[str]]:
    """The valid fields of an object, by their names in Python, and a sentence about each invalid or
    missing one.

    Null counts as missing. Unknown fields are ignored. *path* stands before the names in the
    sentences.
    """
    if data is not None and not isinstance(data, Mapping):
        return {}, [f"Invalid `{path}`. Expected an object."]
    values, problems = dict[str, Any](), list[str]()
    for entry in fields(schema):
        name = in_json(entry.name)
        value = (data or {}).get(name)
        full = f"{path}.{name}" if path else name
        if isinstance(inner := entry.default_factory, type):
            nested, more = read(inner, value, full)
            values[entry.name] = inner(**nested)
            problems += more
        elif value is None and entry.default is not MISSING:
            continue
        elif type(value) is type(entry.default) and value == entry.default:
            values[entry.name] = value  # whose type may need all notations
        else:
            kind = spec_of(entry).type_of()
            try:
                if not kind.accepts(value):
                    wrong = "Missing" if value is None else "Invalid"
                    problems.append(f"{wrong} `{full}`. Expected {kind.words}.")
                else:
                    values[entry.name] = kind.convert(value)
            except ValueError as problem:
                problems.append(f"Invalid `{full}`. {problem}")
    return values, problems


# Settings

SECTION = "wazir"


def read_settings(data: object) -> tuple[FileSettings, list[str]]:
    """The settings of the section `wazir`, or of an object that contains it, and a sentence about
    each invalid one.

    Whatever is missing, unknown or invalid has its default.
    """
    if isinstance(data, Mapping) and isinstance(data.get(SECTION), Mapping):
        data = data[SECTION]
    values, problems = read(EditorSettings, data, SECTION)
    return FileSettings(**values), problems + _programs(data)


def _programs(data: object) -> list[str]:
    """A sentence about each program that settings name, which may come from the files of a
    folder.
    """
    if not isinstance(data, Mapping):
        return []
    hints = {in_json(name.replace("-", "_")): hint for name, hint in PROGRAMS.items()}
    return [f"`{SECTION}.{name}`: {hint}" for name, hint in hints.items() if data.get(name)]


# Plain data


Place = Callable[[Span], object]
"""Converts a span to plain data."""


def plain(value: Any, place: Place) -> Any:
    """A value as plain data: dataclasses, mappings, tuples and lists of them, spans, and what JSON
    has.

    Fields of dataclasses have the names that they have in JSON: `moreWays` for `more_ways`.
    """
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, Span):
        return place(value)
    if is_dataclass(value):
        return {
            in_json(entry.name): plain(getattr(value, entry.name), place) for entry in fields(value)
        }
    if isinstance(value, Mapping):
        return {str(key): plain(inner, place) for key, inner in value.items()}
    return [plain(inner, place) for inner in value]


@cache
def in_json(name: str) -> str:
    """The name of a field in JSON."""
    first, *rest = name.split("_")
    return first + "".join(map(str.capitalize, rest))
