"""Cancellation of long work: loops ask, and whoever started the work says whether it is still wanted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_is_cancelled: ContextVar[Callable[[], bool]] = ContextVar("is_cancelled", default=lambda: False)


class Cancelled(Exception):  # noqa: N818
    """The result of the work is not wanted any more."""


@contextmanager
def cancelled_when(is_cancelled: Callable[[], bool]) -> Iterator[None]:
    """Lets *check* raise in the body as soon as the function returns True."""
    token = _is_cancelled.set(is_cancelled)
    try:
        yield
    finally:
        _is_cancelled.reset(token)


def check() -> None:
    """Is called in loops that may take long.

    Raises:
        Cancelled: The work is cancelled.
    """
    if _is_cancelled.get()():
        raise Cancelled
