"""Values as plain data that can be written as JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from wazir.text import Span


def plain(value: Any, place: Callable[[Span], object]) -> Any:
    """A value as plain data.

    Fields of dataclasses have the names that they have in JSON: `leftOut` for `left_out`.

    Args:
        value: Dataclasses, mappings, tuples, lists, and what JSON has.
        place: Where a span is, as plain data.
    """
    if isinstance(value, Span):
        return place(value)
    if is_dataclass(value):
        return {in_json(one.name): plain(getattr(value, one.name), place) for one in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(one, place) for key, one in value.items()}
    if isinstance(value, tuple | list):
        return [plain(one, place) for one in value]
    return value.value if isinstance(value, Enum) else value


def in_json(name: str) -> str:
    """The name of a field in JSON."""
    first, *rest = name.split("_")
    return first + "".join(map(str.capitalize, rest))
