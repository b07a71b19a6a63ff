"""What a search may use: nodes, and room to remember in."""

from __future__ import annotations

from typing import Generic, TypeVar

Value = TypeVar("Value")

_PAUSE = 16
"""Nodes from one pause to the next, some milliseconds."""


class SpentError(Exception):
    """All nodes are used up."""


class Budget:
    """Counts the positions that are looked at."""

    def __init__(self, limit: int | None = None) -> None:
        self.nodes = 0
        self._limit = limit

    def spend(self) -> bool:
        """Counts one more; tells whether it is time for a pause.

        Raises:
            SpentError: There is none left.
        """
        if self.nodes == self._limit:
            raise SpentError
        self.nodes += 1
        return not self.nodes % _PAUSE


class Memory(Generic[Value]):
    """What is known of positions, by their numbers; of the least recent some are forgotten.

    Two dictionaries are enough: when the one is full, it becomes the old one, and the old one is dropped. Unlike with
    places by remainder, what is remembered depends on nothing but what was asked before.
    """

    def __init__(self, most: int) -> None:
        self._half = most // 2
        self._new: dict[int, Value] = {}
        self._old: dict[int, Value] = {}

    def get(self, key: int) -> Value | None:
        """What is known of a position."""
        found = self._new.get(key)
        if found is None and (found := self._old.get(key)) is not None:
            self.put(key, found)
        return found

    def put(self, key: int, value: Value) -> None:
        """Remembers."""
        if len(self._new) >= self._half:
            self._old, self._new = self._new, {}
        self._new[key] = value
