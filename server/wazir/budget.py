"""The one bound of work: cancelling, and the most that a request and each of its searches may do.

There are two kinds of bounds, and all of them are here. How much text is parsed at all, the parser
says (`parsing`).

- The *limits* of single searches, products and expansions are the constants below. They are counts,
  so an answer is the same on every machine. A search that reaches its limit returns what it has,
  and says that it is incomplete.
- The *budget* of a request bounds all its searches together, for each definition. Loops over
  definitions call `check`, and searches call `spend`, which find it by a context variable. When it
  is used up, `spend` raises `OverBudget`, and caches keep nothing incomplete.

Constants that bound what is *shown*, such as the number of suggestions, are in the feature that
shows it.
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

# Limits


# Walks, in squares entered (M10)

MAX_SQUARES_OF_WALK = 20_000
"""Of a walk from a square."""
MAX_SQUARES_OF_BOARD = 400_000
"""Of the walks from all squares of a board together."""
MAX_WAYS_TO_PASS = 64
"""The ways to pass the squares of a leap. A step across the largest diagram has fewer."""
MAX_SQUARES_TO_PASS = 4096
"""The squares tried for that."""
MAX_SQUARES_OF_VIEW = 10_000
"""Of the search for the moves that a board view shows."""
MAX_SQUARES_OF_REASONS = 6_000
"""Of the search for the reasons why a square is not reached."""

# Comparisons and figures

MAX_PATHS_OF_MOVE = 500
"""The paths into which a move is split. A move with more is not split."""
MAX_SQUARES_OF_COMPARISON = 300_000
"""The squares entered, or demands tried, in a comparison (M10)."""
MAX_SQUARES_OF_TRIALS = 100_000
"""The squares entered by the search with few pieces, and by the random one (M10)."""
MAX_SITUATIONS = 4_096
"""The situations that are tried to find out whether a condition always holds."""
MAX_SQUARES_OF_CHANCE = 12
"""The squares in an exact calculation of a probability."""
MAX_CASES_OF_CHANCE = 20_000
"""The cases in an exact calculation; beyond that, positions are sampled."""
MAX_NEEDS_COMPARED = 4_000_000
"""The comparisons of needs for an exact calculation; beyond that, positions are sampled."""
MAX_NEEDS_TESTED = 4_000_000
"""The squares of needs that are tested in sampled positions."""
MAX_SQUARES_OF_SAMPLE = 2_000
"""The squares entered in each sampled position (M10)."""
MAX_SETS_TRIED = 20_000
"""The sets of pieces that are tried to reach some squares; then the best one so far is the
answer.
"""
MAX_COMPOUNDS = 20_000
"""The compounds of known pieces that are tried."""

# Texts of pieces

MAX_PATHS_OF_BETZA = 4096
"""The paths of a definition in Betza notation that are followed."""
MAX_LEGS_OF_BETZA_PATH = 256
"""The legs of a path in Betza notation. A longer one is not followed."""
MAX_MOVES = 20_000
"""The moves of a definition; a piece enters no more squares either (M10)."""
MAX_LEGS = 20_000
"""The legs of all paths of a definition (M10)."""
MAX_PATHS_OF_ROLES = 256
"""The paths that are followed to find the role of each leg."""
MAX_PATHS_DRAWN = 512
"""The paths of a part of a definition that is drawn."""
MAX_EXACT_LENGTHS = 60
"""The exact lengths that a range is written as."""
MAX_SQUARES_OF_ENGINE = 2_000
"""Pieces that enter more squares are compared with those of an engine on an empty board at most."""
MAX_MOVES_OF_ENGINE = 400
"""Pieces with more moves are compared on an empty board only."""
MAX_MOVES_REWRITTEN = 500
"""The moves of a definition that is rewritten."""
MAX_GROUPS_MERGED = 40
"""The groups that are merged."""
MAX_PATHS_REWRITTEN = 200
"""The paths of a definition that is rewritten."""
MAX_PARTS_COMPARED = 12
"""The parts among which redundant ones are searched."""
MAX_SQUARES_REWRITTEN = 3_000
"""The squares entered on an open board by which definitions are compared."""
MAX_LEGS_TRIED = 30
"""The legs of the moves among which completions are tried."""
MAX_LEGS_OF_LCPN_PATH = 64
"""The legs of a path in LCPN."""
MAX_PATHS_OF_LCPN = 2_000
"""The paths of a piece in LCPN."""
MAX_PATHS_MADE = 20_000
"""The paths that are made for it, of which equal ones are merged."""
MAX_EXPRESSIONS = 20_000
"""The expressions that are evaluated for it."""
MAX_EXPRESSIONS_TRIED = 60
"""The size of an expression on which restrictions are tried."""
MAX_CHAINS = 128
"""The chains that a piece is written as in LCPN."""
MAX_PATHS_OF_STATEMENT = 64
"""The paths of a statement in Bensahas notation."""
MAX_STATEMENTS = 128
"""The statements that a piece is written as in Bensahas notation."""
MAX_TAILS = 1_000
"""The ways to write the end of a chain of legs. A chain with more is not written."""
MAX_TAILS_KNOWN = 10_000
"""The ends of a chain that are kept, by leg and heading."""
MAX_PATHS_OF_LEAP = 64
"""The shortest paths as which a lame leap is written."""

# Fixes that are tried

MAX_CHARACTERS_OF_TRIAL = 4_000
"""The length of a chunk in which fixes are tried. No fix of a longer one is safe."""
MAX_CHARACTERS_TRIED = 8_000
"""The characters read to try the fixes of a definition. Further fixes are offered as unsafe."""
MAX_CHARACTERS_FIXED = 60_000
"""The characters read to apply all safe fixes of a chunk, with those of its diagnostics."""
CHARACTERS_OF_DIAGNOSTIC = 25
"""The characters that take as long to read as one diagnostic to find."""


# Budgets


STEPS_OF_REQUEST = 100_000
"""The steps that a request of an editor may take for each definition. They are about one second."""
STEPS_OF_COMMAND = 100 * STEPS_OF_REQUEST
"""The steps that a command of the command line may take for each definition."""
STEPS_OF_FIGURES = 220_000
"""The steps that the figures of a piece may take, in a process of their own. All pieces of the
dictionary take fewer on a board of chess.
"""
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
    """Begin the next part of the work, such as another definition. Called in loops over the parts
    of a text.

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
def if_affordable(steps: float = inf) -> Iterator[None]:
    """Leaves the body, which adds to an answer, when the budget or a number of its steps is used
    up.
    """
    budget = _budget.get()
    if budget is None:
        yield
        return
    steps_before = budget.steps
    budget.steps = min(steps_before, budget.taken + steps)
    try:
        yield
    except OverBudget:
        pass
    finally:
        budget.steps = steps_before


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
