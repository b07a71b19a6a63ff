"""Results that are JSON already. Writing many values by hand saves time and memory."""

from __future__ import annotations

from dataclasses import dataclass

_LONG = 1 << 16
"""Characters of a part."""


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
