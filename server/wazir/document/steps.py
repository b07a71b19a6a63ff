"""Long work as generators that yield None between steps, so that others can have their turn."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import TypeAlias, TypeVar

_Result = TypeVar("_Result")

_One = TypeVar("_One")

Steps: TypeAlias = Generator[None, None, _Result]
"""Work in steps of a few milliseconds, and what it returns."""


def done(steps: Steps[_Result]) -> _Result:
    """The result of some work that is done without a pause."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: _Result = end.value
            return result


def collected(found: Iterable[_One | None]) -> Steps[list[_One]]:
    """All of some things, among which None is a pause."""
    kept = []
    for one in found:
        if one is None:
            yield
        else:
            kept.append(one)
    return kept
