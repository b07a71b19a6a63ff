"""The limits of a search: a count of nodes, and a bounded cache."""

from __future__ import annotations

from typing import Generic, TypeVar

Value = TypeVar("Value")

_PAUSE = 16
"""The number of nodes between two pauses, a few milliseconds."""


class SpentError(Exception):
    """The node limit is reached."""


class Budget:
    """Counts the visited positions."""

    def __init__(self, limit: int | None = None) -> None:
        self.nodes = 0
        self._limit = limit

    def spend(self) -> bool:
        """Count one node. Returns whether to pause.

        Raises:
            SpentError: The limit is reached.
        """
        if self.nodes == self._limit:
            raise SpentError
        self.nodes += 1
        return not self.nodes % _PAUSE


class Memory(Generic[Value]):
    """A bounded cache of positions, which drops the least recently used ones.

    It has two dictionaries: when the new one is full, it replaces the old one. Unlike a table indexed by hash
    remainder, its content depends only on the sequence of requests.
    """

    def __init__(self, most: int) -> None:
        self._half = most // 2
        self._new: dict[int, Value] = {}
        self._old: dict[int, Value] = {}

    def get(self, key: int) -> Value | None:
        """The cached value of a position."""
        found = self._new.get(key)
        if found is None and (found := self._old.get(key)) is not None:
            self.put(key, found)
        return found

    def put(self, key: int, value: Value) -> None:
        """Cache the value of a position."""
        if len(self._new) >= self._half:
            self._old, self._new = self._new, {}
        self._new[key] = value
