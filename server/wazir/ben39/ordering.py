"""Which actions to try first: the sooner the best comes, the less of the rest needs a look."""

from __future__ import annotations

from collections.abc import Iterator

from wazir.ben39.actions import Action, Kind
from wazir.ben39.facts import WORTH
from wazir.ben39.position import State
from wazir.ben39.rules import actions, captures

_PRIOR = {
    Kind.MOVE: 4,
    Kind.TELEPORT: 3,
    Kind.ROTATE: 3,
    Kind.SQUARE: 3,
    Kind.DROP: 3,
    Kind.LINE: 1,
    Kind.ENTER: 0,
}
"""What is tried earlier while nothing else is known."""
_KNOWN = 50_000
_KILLERS = 2


class Ordering:
    """Remembers which actions were good elsewhere."""

    def __init__(self) -> None:
        self._history: dict[int, int] = {}
        """By the change that an action makes, how often it was good, deep trees counting more."""
        self._killers: dict[int, list[int]] = {}
        """By the distance from the root, the changes of quiet actions that were good last."""

    def good(self, action: Action, depth: int, ply: int) -> None:
        """Remembers an action that needed no capture to be too good for the opponent."""
        change = action.change
        if len(self._history) > _KNOWN:
            self._history.clear()
        self._history[change] = self._history.get(change, 0) + depth * depth
        killers = self._killers.setdefault(ply, [])
        if change not in killers:
            self._killers[ply] = [change, *killers[: _KILLERS - 1]]

    def staged(self, state: State, hint: Action | None, ply: int) -> Iterator[Action]:
        """All actions, the promising ones first; those that follow are found when they are needed."""
        if hint:
            yield hint
        tried = {hint.change} if hint else set()
        for action in sorted(captures(state), key=gain, reverse=True):
            if action.change not in tried:
                tried.add(action.change)
                yield action
        yield from self.sorted([action for action in actions(state) if action.change not in tried], None, ply)

    def sorted(self, found: list[Action], hint: Action | None, ply: int) -> list[Action]:
        """Actions, the promising ones first."""
        killers, history = self._killers.get(ply, ()), self._history

        def promise(action: Action) -> tuple[bool, int, bool, int]:
            change = action.change
            return action == hint, gain(action), change in killers, history.get(change, 0) + _PRIOR[action.kind]

        return sorted(found, key=promise, reverse=True)


def gain(action: Action) -> int:
    """How good a capture looks: by what is taken, and among equals by how little is risked; 0 for quiet actions."""
    return sum(16 * WORTH.get(piece, 0) - WORTH.get(action.piece, 0) for piece in action.taken)
