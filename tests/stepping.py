"""Counts the calls in each step of some work, so that tests of steps need no clock."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from wazir.steps import Steps


@contextmanager
def counted() -> Iterator[list[int]]:
    """Counts the calls of functions."""
    calls = [0]

    def count(_frame: object, event: str, _argument: object) -> None:
        calls[0] += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        yield calls
    finally:
        sys.setprofile(None)


def each_step(steps: Steps[Any]) -> list[int]:
    """The number of calls in each step."""
    found = list[int]()
    with counted() as calls:
        for _ in steps:
            found.append(calls[0])
            calls[0] = 0
    return [*found, calls[0]]


def longest(steps: Steps[Any]) -> int:
    """The number of calls in the longest step."""
    return max(each_step(steps))
