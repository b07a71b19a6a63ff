"""Cancellation of long work. Loops that may take seconds call *check* for each definition."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar

is_cancelled: ContextVar[Callable[[], bool]] = ContextVar("is_cancelled", default=lambda: False)
"""Tells whether the work of the current thread or task is cancelled. Whoever starts the work sets it."""


class Cancelled(Exception):  # noqa: N818
    """Nobody needs the result any more."""


def check() -> None:
    """Raise *Cancelled* if the work is cancelled."""
    if is_cancelled.get()():
        raise Cancelled
