"""Results that are JSON already. Writing many values by hand saves time and memory."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import attrs
from lsprotocol import types

from wazir.steps import Steps

_LONG = 1 << 16
"""Characters of a part."""
_CONTAINERS = (types.CodeAction, types.CompletionList, types.TextDocumentEdit, types.WorkspaceEdit)
"""Types of the protocol that may hold many values."""
_UNDERSCORE = re.compile("_(.)")


@dataclass(frozen=True, slots=True)
class Json:
    """A value as JSON in ASCII. A long one has several parts, so that it is never joined."""

    parts: tuple[str, ...]

    @staticmethod
    def of(*parts: str) -> Json:
        """The value with these parts."""
        return Json(parts)


class JsonWriter:
    """Joins pieces of JSON to parts."""

    def __init__(self, start: str = "") -> None:
        self._parts = list[str]()
        self._pieces, self._length = [start], len(start)

    def add(self, text: str) -> None:
        """Adds a piece."""
        self._pieces.append(text)
        self._length += len(text)
        if self._length > _LONG:
            self._join()

    def json(self, end: str = "") -> Json:
        """The value, with a last piece."""
        self._pieces.append(end)
        self._join()
        return Json(tuple(self._parts))

    def _join(self) -> None:
        self._parts.append("".join(self._pieces))
        self._pieces, self._length = [], 0


class JsonArray:
    """An array that is written element by element."""

    def __init__(self) -> None:
        self._writer, self._separator = JsonWriter("["), ""

    def add(self, element: str) -> None:
        """Adds an element, which is JSON."""
        self._writer.add(self._separator)
        self._writer.add(element)
        self._separator = ","

    def json(self) -> Json:
        """The array."""
        return self._writer.json("]")


def encoded(value: object, unstructured: Callable[[object], object]) -> Steps[Json]:
    """A value as JSON, element by element. *unstructured* converts other values of the protocol."""
    if isinstance(value, Json):
        return value
    writer = JsonWriter()
    yield from _encode(value, unstructured, writer)
    return writer.json()


def _encode(value: object, unstructured: Callable[[object], object], writer: JsonWriter) -> Steps[None]:
    if isinstance(value, Json):
        for part in value.parts:
            writer.add(part)
    elif isinstance(value, list | tuple):
        separator = "["
        for one in value:
            writer.add(separator)
            yield from _encode(one, unstructured, writer)
            separator = ","
            yield
        writer.add("]" if value else "[]")
    elif isinstance(value, _CONTAINERS) or (isinstance(value, dict) and value):
        separator = "{"
        for name, one in (value if isinstance(value, dict) else _members(value)).items():
            writer.add(f"{separator}{json.dumps(name)}:")
            yield from _encode(one, unstructured, writer)
            separator = ","
        writer.add("}")
    else:
        writer.add(json.dumps(value, default=unstructured, separators=(",", ":")))


def _members(value: Any) -> dict[str, Any]:
    """The members of a value of the protocol that are not None, by their names in JSON."""
    members = ((field.name, getattr(value, field.name)) for field in attrs.fields(type(value)))
    return {_UNDERSCORE.sub(lambda found: found[1].upper(), name): one for name, one in members if one is not None}
