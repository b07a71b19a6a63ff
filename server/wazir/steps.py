"""Long work as generators that yield None between short steps, so that other work can run."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from functools import update_wrapper
from typing import Any, Generic, ParamSpec, TypeAlias, TypeVar

_Result = TypeVar("_Result")
_Given = ParamSpec("_Given")
_One = TypeVar("_One")

Steps: TypeAlias = Generator[None, None, _Result]
"""Work in steps of a few milliseconds, with its result."""


def done(steps: Steps[_Result]) -> _Result:
    """The result of the work, without pauses."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: _Result = end.value
            return result


def collected(found: Iterable[_One | None]) -> Steps[list[_One]]:
    """The items of an iterable in which None is a pause. There is a pause after each item, too."""
    kept = []
    for one in found:
        if one is not None:
            kept.append(one)
        yield
    return kept


class stepwise(Generic[_Given, _Result]):  # noqa: N801
    """Decorates a generator of steps. A call returns the result; its attribute `steps` does the work in steps."""

    def __init__(self, steps: Callable[_Given, Steps[_Result]]) -> None:
        self.steps = steps
        update_wrapper(self, steps)

    def __call__(self, *given: _Given.args, **named: _Given.kwargs) -> _Result:
        """The result, without pauses."""
        return done(self.steps(*given, **named))


def kept(most: int) -> Callable[[Callable[_Given, Steps[_Result]]], stepwise[_Given, _Result]]:
    """The same as *stepwise* for a function without effects, whose last results are kept, *most* at once."""

    def decorated(steps: Callable[_Given, Steps[_Result]]) -> stepwise[_Given, _Result]:
        known: dict[Any, _Result] = {}

        def finding(*given: _Given.args, **named: _Given.kwargs) -> Steps[_Result]:
            key = (*given, *named.items())
            try:
                return known[key]
            except KeyError:
                found = yield from steps(*given, **named)
            if len(known) >= most:
                known.clear()
            known[key] = found
            return found

        return stepwise(update_wrapper(finding, steps))

    return decorated
