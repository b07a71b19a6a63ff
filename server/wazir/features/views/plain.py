"""Values as plain data that can be written as JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from wazir.text import Span

Place = Callable[[Span], object]
"""Converts a span to plain data."""


def plain(value: Any, place: Place) -> Any:
    """A value as plain data: dataclasses, mappings, tuples and lists of them, spans, and what JSON has.

    Fields of dataclasses have the names that they have in JSON: `moreWays` for `more_ways`.
    """
    if value is None or isinstance(value, str | int | float):
        return value
    kind = type(value)
    if kind not in _CONVERTERS:
        _CONVERTERS[kind] = _made(kind)
    return _CONVERTERS[kind](value, place)


_CONVERTERS: dict[type, Callable[[Any, Place], Any]] = {}
"""The converters by type."""


def _made(kind: type) -> Callable[[Any, Place], Any]:
    """The converter of a type."""
    if issubclass(kind, Span):
        return lambda value, place: place(value)
    if is_dataclass(kind):
        named = tuple((one.name, in_json(one.name)) for one in fields(kind))
        return lambda value, place: {key: plain(getattr(value, name), place) for name, key in named}
    if issubclass(kind, Mapping):
        return lambda value, place: {str(key): plain(one, place) for key, one in value.items()}
    return lambda value, place: [plain(one, place) for one in value]


def in_json(name: str) -> str:
    """The name of a field in JSON."""
    first, *rest = name.split("_")
    return first + "".join(map(str.capitalize, rest))
