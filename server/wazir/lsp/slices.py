"""Long work in slices of time, between which messages and other work have their turn."""

from __future__ import annotations

import asyncio
import gc
from collections import deque
from collections.abc import Callable
from time import perf_counter
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

from wazir.steps import Steps

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


class Work(Generic[_Result]):
    """Work that goes on from slice to slice."""

    def __init__(self, steps: Steps[_Result]) -> None:
        self._steps = steps
        self.result: _Result
        """Is there when the work is done."""

    def is_done(self, slices: Slices) -> bool:
        """Goes on until a slice is over, and tells whether that was the end of the work."""
        try:
            while True:
                next(self._steps)
                if slices.is_over():
                    return False
        except StopIteration as end:
            self.result = end.value
            return True

    async def finished(self, check: Callable[[], object] = lambda: None) -> _Result:
        """The result, between other messages; *check* may raise an exception that ends the work between two slices."""
        slices = Slices()
        while not self.is_done(slices):
            _keep()
            await slices.others()
            check()
        return self.result


def _keep() -> None:
    """Spares the collector of garbage what a slice has made: a look through all of a large document takes a second."""
    gc.collect(1)
    gc.freeze()


async def sliced(steps: Steps[_Result]) -> _Result:
    """The result of some work, between other messages."""
    return await Work(steps).finished()


def is_quick(steps: Steps[object], within: float = LENGTH) -> bool:
    """Whether some work is done within some seconds; a part of it is done while that is tried."""
    return Work(steps).is_done(Slices(within))
