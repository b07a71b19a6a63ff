"""Values that are JSON already: where there are many, writing them by hand saves much time and memory."""

from __future__ import annotations

from dataclasses import dataclass

_TOGETHER = 256


@dataclass(frozen=True, slots=True)
class Json:
    """A value that is JSON already, in ASCII; a long one in several parts, so that it need not be put together."""

    parts: tuple[str, ...]

    @staticmethod
    def of(*parts: str) -> Json:
        """The value that these parts are together."""
        return Json(parts)


class Listing:
    """An array that is written element by element."""

    def __init__(self) -> None:
        self._parts = ["["]
        self._some: list[str] = []

    def add(self, element: str) -> None:
        """Adds an element, which is JSON."""
        self._some.append(element)
        if len(self._some) == _TOGETHER:
            self._join()

    def json(self) -> Json:
        """The array."""
        self._join()
        return Json((*self._parts, "]"))

    def _join(self) -> None:
        if self._some:
            text = ",".join(self._some)
            self._parts.append(f",{text}" if len(self._parts) > 1 else text)
            self._some.clear()
