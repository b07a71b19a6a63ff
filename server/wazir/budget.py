"""The one bound of work: cancelling, and the most that a request and each of its searches may do.

There are two kinds of bounds, and all of them are here.

- The *limits* of single searches, products and expansions are the constants below. They are counts, so an answer is the
  same on every machine. A search that reaches its limit returns what it has, and says that it is incomplete.
- The *budget* of a request bounds all its searches together, for each definition. Loops over definitions call `check`,
  and searches call `spend`, which find it by a context variable. When it is used up, `spend` raises `OverBudget`, and
  caches keep nothing incomplete.

Constants that bound what is *shown*, such as the number of suggestions, are in the feature that shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from math import inf
from time import perf_counter
from typing import TypeVar

_Item = TypeVar("_Item")

# Budgets


STEPS_OF_REQUEST = 100_000
"""The steps that a request of an editor may take for each definition. They are about one second."""
STEPS_OF_COMMAND = 100 * STEPS_OF_REQUEST
"""The steps that a command of the command line may take for each definition."""
STEPS_OF_FIGURES = 300_000
"""The steps that the figures of a piece may take, in a process of their own."""
STEPS_OF_EXTRA = 30_000
"""The steps for what an answer can do without, such as the part of a text that makes a move."""
_STEPS_BETWEEN_CHECKS = 1_000
"""The steps after which a loop asks whether it is cancelled."""


class Cancelled(Exception):  # noqa: N818
    """The result of the work is not wanted any more."""


class OverBudget(Exception):  # noqa: N818
    """The work is too much. What is known so far is the answer."""


@dataclass(slots=True)
class Budget:
    """What some work may spend."""

    is_cancelled: Callable[[], bool] = lambda: False
    seconds: float = inf
    """The time after which `in_time` ends."""
    steps: float = inf
    """The steps that each part of the work may take."""
    is_cut: bool = False
    """The result of the work is incomplete."""
    _begun: float = field(default_factory=perf_counter)
    taken: int = 0
    """The steps that this part has taken."""
    _checked: int = 0
    """Those when it was last asked whether the work is cancelled."""

    @property
    def is_over(self) -> bool:
        """Whether its time is up."""
        return perf_counter() - self._begun > self.seconds

    def begin(self) -> None:
        """Begin the next part of the work.

        Raises:
            Cancelled: The work is cancelled.
        """
        self.taken = self._checked = 0
        if self.is_cancelled():
            raise Cancelled

    def spend(self, steps: int) -> None:
        """Take some steps.

        Raises:
            Cancelled: The work is cancelled.
            OverBudget: None are left.
        """
        self.taken += steps
        if self.taken > self.steps:
            self.is_cut = True
            raise OverBudget
        if self.taken > self._checked + _STEPS_BETWEEN_CHECKS:
            self._checked = self.taken
            if self.is_cancelled():
                raise Cancelled


_budget: ContextVar[Budget | None] = ContextVar("budget", default=None)


@contextmanager
def spending(budget: Budget) -> Iterator[Budget]:
    """Lets the body spend a budget."""
    token = _budget.set(budget)
    try:
        yield budget
    finally:
        _budget.reset(token)


def check() -> None:
    """Begin the next part of the work, such as another definition. Called in loops over the parts of a text.

    Raises:
        Cancelled: The work is cancelled.
    """
    if budget := _budget.get():
        budget.begin()


def spend(steps: int = 1) -> None:
    """Take some steps of the budget. Called in loops whose length grows faster than the text.

    Raises:
        Cancelled: The work is cancelled.
        OverBudget: The budget is used up.
    """
    if budget := _budget.get():
        budget.spend(steps)


def affordable(items: Iterable[_Item]) -> Iterator[_Item]:
    """Items of which any number is useful, up to the first that the budget does not suffice for."""
    iterator = iter(items)
    while True:
        try:
            item = next(iterator)
        except (StopIteration, OverBudget):
            return
        yield item


@contextmanager
def optional(steps: float = inf) -> Iterator[None]:
    """Leaves the body, which adds to an answer, when the budget or a number of its steps is used up."""
    budget = _budget.get()
    if budget is None:
        yield
        return
    all_steps = budget.steps
    budget.steps = min(all_steps, budget.taken + steps)
    try:
        yield
    except OverBudget:
        pass
    finally:
        budget.steps = all_steps


def is_cut() -> bool:
    """Whether the answer of the current work is incomplete."""
    budget = _budget.get()
    return budget is not None and budget.is_cut


def in_time(items: Iterable[_Item]) -> Iterator[_Item]:
    """Items of which any number is useful, as many as the budget has time for.

    Raises:
        Cancelled: The work is cancelled.
    """
    budget = _budget.get()
    for item in affordable(items):
        check()
        if budget and budget.is_over:
            budget.is_cut = True
            return
        yield item
