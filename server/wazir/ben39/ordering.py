"""The order in which a search tries actions, and what captures gain."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from wazir.ben39.actions import Action, Kind
from wazir.ben39.evaluation import HELD, WORTH
from wazir.ben39.position import Piece, State
from wazir.ben39.rules import legal, legal_captures
from wazir.ben39.side_view import SideView

_PRIOR: Final = {
    Kind.MOVE: 4,
    Kind.TELEPORT: 3,
    Kind.ROTATE: 3,
    Kind.SQUARE: 3,
    Kind.DROP: 3,
    Kind.LINE: 1,
    Kind.ENTER: 0,
}
"""The order of kinds of actions without other information."""
_KNOWN = 50_000
_KILLERS = 2
_PLACES: Final = 6
"""The bits of a place."""
_HINT: Final = 1 << 60
_GAIN: Final = 1 << 32
_KILLER: Final = 1 << 31
"""What counts in the order of actions, each more than all that follow. One number is compared faster than several."""


class Ordering:
    """Move ordering by history and killer heuristics."""

    def __init__(self) -> None:
        self._history: dict[int, int] = {}
        """The history score of each change; deep subtrees count more."""
        self._played: set[int] = set()
        """Where pieces of these actions go: few actions have a score, and only one spelling of a swap (G15)."""
        self._killers: dict[int, list[int]] = {}
        """The killer actions by ply."""

    def good(self, action: Action, depth: int, ply: int) -> None:
        """Record a quiet action that caused a cutoff."""
        change = action.change
        if len(self._history) > _KNOWN:
            self._history.clear()
            self._played.clear()
        self._played.add(action.piece << _PLACES | action.target)
        self._history[change] = self._history.get(change, 0) + depth * depth
        killers = self._killers.setdefault(ply, [])
        if change not in killers:
            self._killers[ply] = [change, *killers[: _KILLERS - 1]]

    def staged(self, state: State, seen: SideView, hint: Action | None, ply: int, *, loud: bool) -> Iterator[Action]:
        """All actions, or if *loud* the captures, best first, in stages that are generated on demand."""
        if hint and (hint.taken or not loud):
            yield hint
        tried = hint.change if hint else 0
        for action in sorted(legal_captures(state, seen), key=gain, reverse=True):
            if action.change != tried:
                yield action
        if not loud:
            actions = legal(state, seen)
            quiet = [action for action in actions if not action.taken and action.change != tried]
            yield from self.sorted(quiet, None, ply)

    def sorted(self, actions: list[Action], hint: Action | None, ply: int) -> list[Action]:
        """Actions by their expected value, best first."""
        killers, history, played = self._killers.get(ply, ()), self._history, self._played

        def promise(action: Action) -> int:
            value = _PRIOR[action.kind]
            if action.piece << _PLACES | action.target in played and (known := history.get(action.change)):
                value += known + (action.change in killers) * _KILLER
            if action.taken:
                value += gain(action) * _GAIN
            return value + _HINT if hint and action.change == hint.change else value

        return sorted(actions, key=promise, reverse=True)


def gain(action: Action) -> int:
    """The expected gain of a capture: most valuable victim, then least valuable attacker; 0 for quiet actions."""
    if not action.taken:
        return 0
    return sum(16 * WORTH.get(piece, 0) - WORTH.get(action.piece, 0) for piece in action.taken)


def prize(action: Action) -> int:
    """The maximum gain of a capture: the loss of the victim and a piece in the hand."""
    return sum(WORTH[piece] + HELD[Piece.PAWN if piece is Piece.QUEEN else piece] for piece in action.taken)
