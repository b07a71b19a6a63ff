"""What is done when no message waits: so that of many changes in a row only the last is diagnosed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import perf_counter

_TURNS = 3
"""Turns of the loop without a message: one that lies ready is read in the first and handled in the second."""
_PATIENCE = 0.05
"""Seconds for which messages that keep coming may hold it up."""


class Rest:
    """Waits for a moment in which no message waits."""

    def __init__(self, run: Callable[[], None]) -> None:
        """*run* is called in such a moment, once."""
        self._run = run
        self._left = 0
        self._since = 0.0

    def after_message(self) -> None:
        """A message has been handled; there may be more."""
        if not self._left:
            self._since = perf_counter()
            asyncio.get_running_loop().call_soon(self._turn)
        self._left = _TURNS

    def _turn(self) -> None:
        self._left = 0 if perf_counter() - self._since > _PATIENCE else self._left - 1
        if self._left:
            asyncio.get_running_loop().call_soon(self._turn)
        else:
            self._run()
