"""A game, or a part of one: where it starts, and what was done."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from wazir.ben39.actions import Action, after
from wazir.ben39.position import State


@dataclass(frozen=True)
class Game:
    """Legal actions, one after the other."""

    start: State
    actions: tuple[Action, ...] = ()

    @cached_property
    def states(self) -> tuple[State, ...]:
        """The position at the start, and after each action."""
        return tuple(accumulate(self.actions, after, initial=self.start))

    @property
    def state(self) -> State:
        """The position after the last action."""
        return self.states[-1]
