"""Long work in slices of time, between which messages and other work have their turn."""

from __future__ import annotations

import asyncio
from collections import deque
from time import perf_counter
from typing import TypeVar
from weakref import WeakKeyDictionary

from wazir.document.steps import Steps

_Result = TypeVar("_Result")

LENGTH = 0.01
"""Seconds of a slice."""

_waiting: WeakKeyDictionary[asyncio.AbstractEventLoop, deque[asyncio.Future[None]]] = WeakKeyDictionary()
"""The work of each loop that waits for its turn: after one piece of work come messages, then the next one."""


class Slices:
    """The time that a piece of work has until others have their turn."""

    def __init__(self, first: float | None = None) -> None:
        """*first* is the length of the first slice, in seconds; it is none if other work waits already."""
        if first is None:
            first = 0 if _line() else LENGTH
        self._end = perf_counter() + first

    def is_over(self) -> bool:
        """Whether it is the others' turn."""
        return perf_counter() > self._end

    async def others(self) -> None:
        """Gives the others their turn, and begins another slice."""
        line, loop = _line(), asyncio.get_running_loop()
        if not line:
            loop.call_soon(_next, loop)
        turn = loop.create_future()
        line.append(turn)
        await turn
        self._end = perf_counter() + LENGTH


def _line() -> deque[asyncio.Future[None]]:
    return _waiting.setdefault(asyncio.get_running_loop(), deque())


def _next(loop: asyncio.AbstractEventLoop) -> None:
    """Gives the next slice, and comes back in the next turn of the loop if more work waits."""
    line = _waiting[loop]
    while line and line[0].done():  # it was cancelled
        line.popleft()
    if line:
        line[0].set_result(None)
        loop.call_soon(_next, loop)


async def sliced(steps: Steps[_Result]) -> _Result:
    """The result of some work, between other messages."""
    slices = Slices()
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: _Result = end.value
            return result
        if slices.is_over():
            await slices.others()
