"""Iterative deepening search for the best actions of a position (G26)."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass

from wazir.ben39.actions import Action
from wazir.ben39.budget import Budget, SpentError
from wazir.ben39.position import State, is_ended
from wazir.ben39.rules import actions, in_check
from wazir.ben39.tree import FORCED, INFINITE, WON, Tree, proved
from wazir.ben39.wins import Prover, candidates

NEWS = 0.03
"""The interval of reports, in seconds."""
DEEPEST = 40
"""The maximum depth in plies."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a search; the first one reached ends it. Without limits it ends when the result is certain."""

    depth: int | None = None
    """The maximum depth in plies."""
    nodes: int | None = None
    """The maximum number of nodes."""
    seconds: float | None = None
    lines: int = 1
    """The number of lines to report (multi-PV)."""


@dataclass(frozen=True, slots=True)
class Line:
    """The best line after a first action."""

    score: int
    """In centipawns, from the side to move."""
    mate: int | None
    """The n of `#n`, negative if the side to move loses."""
    actions: tuple[Action, ...]

    @property
    def score_text(self) -> str:
        """The score as text: `+0.35`, `#3`."""
        return f"{self.score / 100:+.2f}" if self.mate is None else f"#{self.mate}"

    def __str__(self) -> str:
        return self.score_text


@dataclass(frozen=True, slots=True)
class Report:
    """A progress report of a search."""

    depth: int
    """The completed depth in plies."""
    nodes: int
    seconds: float
    lines: tuple[Line, ...]
    """The lines, best first. Empty in a finished game and before the first result."""
    done: bool
    """It is the last report."""


def search(state: State, limits: Limits, clock: Callable[[], float] = time.monotonic) -> Iterator[Report]:
    """The reports of a search, every few hundredths of a second; the last one is *done*.

    With the same limits, except seconds, the last report of a position is deterministic except for the time.
    """
    begun = shown = clock()
    hunt = _Hunt(state, limits)

    def report(now: float, *, done: bool) -> Report:
        return Report(hunt.depth, hunt.budget.nodes, now - begun, hunt.lines, done)

    for _ in hunt.run():
        now = clock()
        if limits.seconds is not None and now - begun >= limits.seconds:
            break
        if now - shown >= NEWS:
            shown = now
            yield report(now, done=False)
    yield report(clock(), done=True)


@dataclass(frozen=True, slots=True)
class _Found:
    """The result for an action at the root."""

    score: int
    action: Action
    line: Line


class _Hunt:
    """The root of a search."""

    def __init__(self, state: State, limits: Limits) -> None:
        self._state, self._limits = state, limits
        self._wanted = max(1, limits.lines)
        self.budget = Budget(limits.nodes)
        self._prover = Prover(self.budget)
        self._tree = Tree(state, self.budget, self._prover)
        self._roots = _different(actions(state))
        self._wins: dict[int, Line] = {}
        """Proved wins by the change of their first action, shortest first."""
        self._proved = 0
        """The number of own actions up to which all wins are known."""
        self.depth = 0
        self.lines: tuple[Line, ...] = ()

    def run(self) -> Generator[None, None, None]:
        """Search with pauses until the result is certain or the nodes are spent."""
        if not self._roots:
            if not is_ended(self._state):
                self.lines = (_line(2 - WON if in_check(self._state) else 0, ()),)
            return
        try:
            for depth in range(1, min(self._limits.depth or DEEPEST, DEEPEST) + 1):
                yield from self._prove(proved(depth))
                yield from self._compare(depth)
                self.depth = depth
                if all(_is_settled(line, depth) for line in self.lines):
                    break
        except SpentError:
            return

    def _prove(self, most: int) -> Generator[None, None, None]:
        """Search for the shortest wins, as many as lines are wanted."""
        for own in range(self._proved + 1, most + 1):
            for action in candidates(self._state, own):
                if len(self._wins) == self._wanted:
                    return
                if action.change not in self._wins:
                    win = yield from self._prover.wins_by(self._state, action, own)
                    if win:
                        self._wins[action.change] = _line(WON + 1 - 2 * own, win.line)
            self._proved = own

    def _compare(self, depth: int) -> Generator[None, None, None]:
        """Find the best of the other actions, and try them first in the next iteration."""
        room = self._wanted - len(self._wins)
        best: list[_Found] = []
        self._show(best)
        if not room:
            return
        scores: dict[int, int] = {}
        for action in self._roots:
            if action.change in self._wins:
                continue
            alpha = best[-1].score if len(best) == room else -INFINITE
            number = len(scores) if len(best) == room else 0
            score = yield from self._tree.begin(action, alpha, depth, number)
            scores[action.change] = score
            if score > alpha:
                best.append(_Found(score, action, _line(score, (action, *self._tree.lines[1]))))
                best.sort(key=lambda found: -found.score)
                del best[room:]
                self._show(best)
        if depth == 1:
            self._roots.sort(key=lambda action: -scores.get(action.change, 0))
        leading = [found.action for found in best]
        self._roots.sort(key=lambda action: leading.index(action) if action in leading else room)

    def _show(self, best: list[_Found]) -> None:
        """Combine the results of this iteration with those of the previous one."""
        new = (*self._wins.values(), *(found.line for found in best))
        known = {line.actions[0] for line in new}
        old = (line for line in self.lines if line.actions[0] not in known)
        self.lines = (*new, *old)[: self._wanted]


def _different(found: list[Action]) -> list[Action]:
    """The actions with distinct changes; a swap has two spellings (G15)."""
    return list({action.change: action for action in reversed(found)}.values())[::-1]


def _line(score: int, line: tuple[Action, ...]) -> Line:
    mate = None
    if abs(score) >= FORCED:
        own = (WON - abs(score) + 1) // 2
        mate = own if score > 0 else -own
    return Line(score, mate, line)


def _is_settled(line: Line, depth: int) -> bool:
    """Whether deeper search cannot change a line: it ends the game, and no shorter one is possible."""
    return line.mate is not None and (0 < line.mate <= proved(depth) or WON - abs(line.score) <= depth + 1)
