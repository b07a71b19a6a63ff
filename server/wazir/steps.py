"""Long work as generators that yield None between steps, so that others can have their turn."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from functools import update_wrapper
from typing import Generic, ParamSpec, TypeAlias, TypeVar

_Result = TypeVar("_Result")
_Given = ParamSpec("_Given")
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


class stepwise(Generic[_Given, _Result]):  # noqa: N801
    """Makes a function of a generator of steps: a call returns the result; `steps` of it does the work in steps."""

    def __init__(self, steps: Callable[_Given, Steps[_Result]]) -> None:
        self.steps = steps
        update_wrapper(self, steps)

    def __call__(self, *given: _Given.args, **named: _Given.kwargs) -> _Result:
        """The result, without a pause."""
        return done(self.steps(*given, **named))
