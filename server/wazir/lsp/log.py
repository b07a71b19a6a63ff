"""The log at standard error, written by a thread: a client that never reads it does not hold the server up."""

from __future__ import annotations

import logging
import os
import queue
import threading
from contextlib import suppress

_MOST = 1_000
"""Messages that may wait; further ones are dropped."""
_LAST = 0.5
"""Seconds that are waited at the end for what has not been written."""


class LogWriter(logging.Handler):
    """Hands messages to a thread, which writes them to a file descriptor."""

    def __init__(self, target: int = 2) -> None:
        super().__init__()
        self._target = target
        self._waiting = queue.Queue[bytes | None](_MOST)
        self._thread = threading.Thread(target=self._write, daemon=True)
        self._thread.start()

    def emit(self, record: logging.LogRecord) -> None:
        """Takes a message."""
        self._put(f"{self.format(record)}\n".encode("utf-8", "backslashreplace"))

    def close(self) -> None:
        """Waits a little for what has not been written."""
        self._put(None)
        self._thread.join(_LAST)
        super().close()

    def _put(self, data: bytes | None) -> None:
        with suppress(queue.Full):
            self._waiting.put_nowait(data)

    def _write(self) -> None:
        with suppress(OSError):  # nobody reads it any more
            while (data := self._waiting.get()) is not None:
                while data:
                    data = data[os.write(self._target, data) :]
