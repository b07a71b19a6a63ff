"""Values that are JSON already: where there are many, writing them by hand saves much time and memory."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lsprotocol import types

from wazir.steps import Steps

_LONG = 1 << 16
"""Characters of a part."""
_CONTAINERS = (types.CodeAction, types.CompletionList, types.TextDocumentEdit, types.WorkspaceEdit)
"""Types of the protocol that may hold many others."""
_HUMP = re.compile("_(.)")


@dataclass(frozen=True, slots=True)
class Json:
    """A value that is JSON already, in ASCII; a long one in several parts, so that it need not be put together."""

    parts: tuple[str, ...]

    @staticmethod
    def of(*parts: str) -> Json:
        """The value that these parts are together."""
        return Json(parts)


class Written:
    """A value that is written piece by piece."""

    def __init__(self, start: str = "") -> None:
        self._parts = list[str]()
        self._some, self._length = [start], len(start)

    def add(self, text: str) -> None:
        """Adds a piece."""
        self._some.append(text)
        self._length += len(text)
        if self._length > _LONG:
            self._join()

    def json(self, end: str = "") -> Json:
        """The value, whose last piece is *end*."""
        self._some.append(end)
        self._join()
        return Json(tuple(self._parts))

    def _join(self) -> None:
        self._parts.append("".join(self._some))
        self._some, self._length = [], 0


class Listing:
    """An array that is written element by element."""

    def __init__(self) -> None:
        self._written, self._mark = Written("["), ""

    def add(self, element: str) -> None:
        """Adds an element, which is JSON."""
        self._written.add(self._mark)
        self._written.add(element)
        self._mark = ","

    def json(self) -> Json:
        """The array."""
        return self._written.json("]")


def encoded(value: object, plain: Callable[[object], object]) -> Steps[Json]:
    """A value as JSON, element by element of what may hold many; *plain* makes other values of the protocol plain."""
    written = Written()
    yield from _encoded(value, plain, written)
    return written.json()


def _encoded(value: object, plain: Callable[[object], object], written: Written) -> Steps[None]:
    if isinstance(value, Json):
        for part in value.parts:
            written.add(part)
    elif isinstance(value, list | tuple):
        mark = "["
        for one in value:
            written.add(mark)
            yield from _encoded(one, plain, written)
            mark = ","
            yield
        written.add("]" if value else "[]")
    elif isinstance(value, _CONTAINERS) or (isinstance(value, dict) and value):
        mark = "{"
        for name, one in (value if isinstance(value, dict) else _members(value)).items():
            written.add(f"{mark}{json.dumps(name)}:")
            yield from _encoded(one, plain, written)
            mark = ","
        written.add("}")
    else:
        written.add(json.dumps(value, default=plain, separators=(",", ":")))


def _members(value: Any) -> dict[str, Any]:
    """The members of a value of the protocol that are there, with their names in the protocol."""
    members = ((field.name, getattr(value, field.name)) for field in value.__attrs_attrs__)
    return {_HUMP.sub(lambda hump: hump[1].upper(), name): one for name, one in members if one is not None}
