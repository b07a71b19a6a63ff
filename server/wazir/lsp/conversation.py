"""
Bytes of a client to messages, and messages to their handlers, in slices of time.

A thread reads, so that the end of the input is noticed whatever the server does: it ends soon after its client.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from time import perf_counter, process_time

from wazir.lsp.framing import Framing
from wazir.lsp.protocol import Protocol
from wazir.lsp.slices import LENGTH

GRACE = 0.5
"""Seconds of work after the end of the input, for what came before."""
_LAST = 1.0
"""Seconds of work after the end of the input, after which the server ends whatever it does."""
_LOOK = 0.5
"""Seconds between looks whether it does anything."""
_IDLE = 0.01
"""Seconds of work between two looks; with less it waits for something, perhaps for who should take its answers."""
_STEP = 1 << 16
"""Bytes that are read at once."""
_AHEAD = 1_000
"""Readings that may wait until they are looked at."""


class Conversation:
    """One client's messages, from its first byte to the end."""

    def __init__(self, protocol: Protocol, read: Callable[[int], bytes]) -> None:
        """*read* waits for bytes, up to the number it is given, and returns none at the end."""
        self._protocol, self._read = protocol, read
        self._loop = asyncio.get_running_loop()
        self._framing = Framing()
        self._waiting = deque[bytes]()
        self._room = threading.Semaphore(_AHEAD)
        self._is_going = False
        self._until: float | None = None
        """The time of work up to which messages are handled, once the input has ended."""
        self._over = self._loop.create_future()
        protocol.hang_up = self.end

    async def hold(self, gone: threading.Event, first: bytes = b"") -> int:
        """
        Talks until one of both has enough.

        Args:
            gone: Is set when the server has ended; if that takes too long after the end of the input, it is made to.
            first: Has been read already.

        Returns:
            The exit status: 0 only after shutdown.
        """
        if first:
            self.came(first)
        threading.Thread(target=self._listen, args=[gone], daemon=True).start()
        await self._over
        return self._status

    def end(self) -> None:
        """Ends it; what waits is not looked at any more."""
        if not self._over.done():
            self._over.set_result(None)

    @property
    def _status(self) -> int:
        return 0 if self._protocol.is_shut_down else 1

    def _listen(self, gone: threading.Event) -> None:
        with suppress(RuntimeError):  # the loop is closed, for the server has ended
            with suppress(OSError):
                while data := self._read(_STEP):
                    self._room.acquire()
                    self._loop.call_soon_threadsafe(self.came, data)
            self._loop.call_soon_threadsafe(self._ended)
        start = before = process_time()
        while not gone.wait(_LOOK):
            now = process_time()
            if now - start > _LAST or now - before < _IDLE:
                os._exit(self._status)
            before = now

    def came(self, data: bytes) -> None:
        """Takes bytes of the client, in the loop."""
        self._waiting.append(data)
        self._go_on()

    def _ended(self) -> None:
        self._until = process_time() + GRACE
        self._go_on()

    def _go_on(self) -> None:
        if not self._is_going:
            self._is_going = True
            self._turn()

    def _turn(self) -> None:
        """Handles messages for the time of a slice, or until none waits."""
        until = perf_counter() + LENGTH
        while not self._over.done() and not (self._until and process_time() > self._until):
            if (body := self._framing.take()) is not None:
                self._protocol.take(body)
                if perf_counter() > until:
                    self._loop.call_soon(self._turn)
                    return
            elif self._waiting:
                self._framing.feed(self._waiting.popleft())
                self._room.release()
            else:
                break
        self._is_going = False
        if self._until:
            self.end()
