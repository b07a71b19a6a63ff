"""Cancellation of long work. Loops check whether the work is cancelled, or its time is up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from math import inf
from time import perf_counter
from typing import TypeVar

_Item = TypeVar("_Item")


@dataclass
class Work:
    """Work that may be cancelled, or cut when its time is up."""

    is_cancelled: Callable[[], bool]
    seconds: float = inf
    is_cut: bool = False
    """Its result is incomplete."""
    _begun: float = field(default_factory=perf_counter)

    @property
    def is_over(self) -> bool:
        """Whether its time is up."""
        return perf_counter() - self._begun > self.seconds


class Cancelled(Exception):  # noqa: N818
    """The result of the work is not wanted any more."""


_work: ContextVar[Work | None] = ContextVar("work", default=None)


@contextmanager
def working(work: Work) -> Iterator[Work]:
    """Lets *check* raise in the body as soon as the work is cancelled, and *in_time* end when its time is up."""
    token = _work.set(work)
    try:
        yield work
    finally:
        _work.reset(token)


def check() -> None:
    """Check whether the work is cancelled. Called in loops that may take long.

    Raises:
        Cancelled: The work is cancelled.
    """
    if (work := _work.get()) and work.is_cancelled():
        raise Cancelled


def in_time(items: Iterable[_Item]) -> Iterator[_Item]:
    """Items of which any number is useful, as many as there is time for.

    Raises:
        Cancelled: The work is cancelled.
    """
    work = _work.get()
    for item in items:
        check()
        if work and work.is_over:
            work.is_cut = True
            return
        yield item
