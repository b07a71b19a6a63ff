"""Texts that are opened or changed in slices, and what waits until that is done."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from wazir.lsp.slices import Slices, Work
from wazir.steps import Steps

if TYPE_CHECKING:
    from wazir.lsp.protocol import Protocol

_AT_ONCE = 0.03
"""Seconds of the first slice: after that, what comes for the document must wait."""


class Changes:
    """The documents that are being opened or changed. What comes for one of them waits, so that all stays in order."""

    def __init__(self, protocol: Protocol) -> None:
        self._protocol = protocol
        self._at_work: dict[str, asyncio.Task[None]] = {}
        self._waiting: dict[str, list[Callable[[], None]]] = {}

    def begin(self, uri: str, steps: Steps[Any], take: Callable[[Any], None]) -> None:
        """Opens or changes a document, and hands it over: at once if that does not take long."""
        work = Work(steps)
        if work.is_done(Slices(_AT_ONCE)):
            take(work.result)
        else:
            self._at_work[uri] = asyncio.get_running_loop().create_task(self._later(uri, work, take))

    async def _later(self, uri: str, work: Work[Any], take: Callable[[Any], None]) -> None:
        try:
            take(await work.finished())
        except Exception as problem:
            self._protocol.report("A change", problem)
        del self._at_work[uri]
        self._run_waiting(uri)
        self._protocol.rest.after_message()

    def must_wait(self, uri: str | None, run: Callable[[], None]) -> bool:
        """Whether a document is at work; what came for it now is run when that is done, in order."""
        if uri is None or uri not in self._at_work:
            return False
        self._waiting.setdefault(uri, []).append(run)
        return True

    def cancel(self, uri: str) -> None:
        """Stops the work on a document."""
        if task := self._at_work.pop(uri, None):
            task.cancel()
            self._run_waiting(uri)

    def _run_waiting(self, uri: str) -> None:
        for run in self._waiting.pop(uri, ()):
            self._protocol.protect("A change", run)
