"""Long work in slices of time, between which other messages have their turn."""

from __future__ import annotations

import asyncio
from time import perf_counter

LENGTH = 0.01
"""Seconds of a slice."""


class Slices:
    """The time that a piece of work has until others have their turn."""

    def __init__(self, first: float = LENGTH) -> None:
        """*first* is the length of the first slice, in seconds."""
        self._end = perf_counter() + first

    def is_over(self) -> bool:
        """Whether it is the others' turn."""
        return perf_counter() > self._end

    async def others(self) -> None:
        """Gives the others their turn, and begins another slice."""
        await asyncio.sleep(0)
        self._end = perf_counter() + LENGTH
