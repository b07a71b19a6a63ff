"""Cooperative scheduling on the event loop: long work in slices of time, and a callback when no message is waiting."""

from __future__ import annotations

import asyncio
import gc
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

from wazir.steps import Steps

_Result = TypeVar("_Result")

SLICE = 0.01
"""Seconds of a slice."""

_queues: WeakKeyDictionary[asyncio.AbstractEventLoop, deque[asyncio.Future[None]]] = WeakKeyDictionary()
"""For each event loop the work that waits. After one slice of one piece of work come messages, then the next piece."""


class Slices:
    """The slices of time of a piece of work."""

    def __init__(self, first: float | None = None) -> None:
        """*first* is the length of the first slice in seconds. By default it is zero if other work is waiting."""
        if first is None:
            first = 0 if _queue() else SLICE
        self._end = perf_counter() + first

    def is_over(self) -> bool:
        """Whether the slice has ended."""
        return perf_counter() > self._end

    async def others(self) -> None:
        """Lets messages and other work run, and then begins another slice."""
        waiting, loop = _queue(), asyncio.get_running_loop()
        if not waiting:
            loop.call_soon(_next, loop)
        turn = loop.create_future()
        waiting.append(turn)
        await turn
        self._end = perf_counter() + SLICE


def _queue() -> deque[asyncio.Future[None]]:
    return _queues.setdefault(asyncio.get_running_loop(), deque())


def _next(loop: asyncio.AbstractEventLoop) -> None:
    """Starts the next slice, and comes back in the next iteration of the loop if more work is waiting."""
    waiting = _queues[loop]
    while waiting and waiting[0].done():  # it was cancelled
        waiting.popleft()
    if waiting:
        waiting[0].set_result(None)
        loop.call_soon(_next, loop)


class Work(Generic[_Result]):
    """Work that is done in slices."""

    def __init__(self, steps: Steps[_Result]) -> None:
        self._steps = steps
        self.result: _Result
        """The result, once the work is done."""

    def is_done(self, slices: Slices) -> bool:
        """Works until the slice ends, and returns whether the work is done."""
        try:
            while True:
                next(self._steps)
                if slices.is_over():
                    return False
        except StopIteration as end:
            self.result = end.value
            return True

    async def finished(self, check: Callable[[], object] = lambda: None) -> _Result:
        """The result. *check* is called between two slices, and ends the work by raising."""
        slices = Slices()
        while not self.is_done(slices):
            _freeze()
            await slices.others()
            check()
        return self.result


def _freeze() -> None:
    """Excludes what a slice has made from garbage collection: a full one of a large document takes a second."""
    gc.collect(1)
    gc.freeze()


@contextmanager
def importing() -> Iterator[None]:
    """Imports without garbage collection, and excludes them from later ones: they leave many objects."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


async def sliced(steps: Steps[_Result]) -> _Result:
    """The result of work that is done in slices, the first after others: short work may be one of thousands."""
    await Slices().others()
    return await Work(steps).finished()


def is_quick(steps: Steps[object], within: float = SLICE) -> bool:
    """Whether work is done within some seconds. Part of it is done by trying."""
    return Work(steps).is_done(Slices(within))


_ITERATIONS = 3
"""Iterations of the loop without a message: a message that is ready is read in the first and handled in the second."""
_MAX_DELAY = 0.05
"""Seconds for which a stream of messages can delay the callback."""
_PAUSE = 0.2
"""Seconds without a message after which work goes on that nobody waits for."""


class Idle:
    """Calls back when no message is waiting, so that of many changes in a row only the last is diagnosed."""

    def __init__(self, run: Callable[[], None]) -> None:
        """*run* is called once for any number of messages."""
        self._run = run
        self._left = 0
        self._since = 0.0
        self._last = -_PAUSE

    def after_message(self) -> None:
        """Is called after each message."""
        self._last = perf_counter()
        if not self._left:
            self._since = self._last
            asyncio.get_running_loop().call_soon(self._iterate)
        self._left = _ITERATIONS

    def _iterate(self) -> None:
        self._left = 0 if perf_counter() - self._since > _MAX_DELAY else self._left - 1
        if self._left:
            asyncio.get_running_loop().call_soon(self._iterate)
        else:
            self._run()

    async def finished(self, steps: Steps[_Result]) -> _Result:
        """The result of work that nobody waits for: it pauses while messages come, and while requests are handled."""
        work = Work(steps)
        while not work.is_done(Slices(SLICE)):
            _freeze()
            await asyncio.sleep(0)
            while (left := self._last + _PAUSE - perf_counter()) > 0 or _queue():
                await asyncio.sleep(max(left, SLICE))
        return work.result
