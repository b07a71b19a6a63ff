"""The best actions of a position (G26): alpha-beta with move ordering and quiescence, deepened step
by step.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from wazir.ben39.actions import Action, after
from wazir.ben39.evaluation import Ordering, gain, judge, prize
from wazir.ben39.position import TURN, State, is_ended
from wazir.ben39.rules import actions, in_check, king_takers, legal_captures, takes_king
from wazir.ben39.side_view import SideView, opposite, side_view
from wazir.ben39.wins import (
    Budget,
    Memory,
    Prover,
    SpentError,
    answers,
    candidates,
    has_tempo,
    helpless,
    threats,
)

Score: TypeAlias = Generator[None, None, int]
Variation: TypeAlias = tuple[Action, ...]

WON: Final = 1_000_000
"""The score of a captured king at the root, less one for each ply."""
FORCED: Final = WON - 1_000
"""The minimum score of a forced win."""
INFINITE: Final = WON + 1

_REMEMBERED = 60_000
_DEEPEST: Final = 60
_FAST: Final = 2
"""The number of own actions up to which wins are proved at once."""
_SLOW: Final = 3
"""The number of own actions of longer wins. To try all first actions takes longer than some
iterations.
"""
_LIKELY: Final = 4
"""The number of best actions of the first iteration that are tried, besides threats, as the first
of a longer win.
"""
_SELDOM: Final = 4
"""The number of pauses of the search for each pause of the proofs that begin with any action."""
_END: Final = object()
_CAPTURES: Final = 8
"""The maximum depth of quiescence."""
TEMPO: Final = 40
"""The value of the turn: what a quiet action gains on average, and the opponent gains by the
answer.
"""
_MARGIN: Final = 150
"""The margin for futility pruning of captures and of quiet actions."""


class _Known(NamedTuple):
    """A transposition table entry."""

    depth: int
    score: int
    """The score. Forced wins count from this node, not from the root."""
    bound: int
    """0 is exact, 1 a lower bound, -1 an upper bound."""
    best: Action | None


class _Node:
    """A node of the tree, with the views of both sides."""

    __slots__ = ("checked", "other", "ply", "seen", "state")

    def __init__(
        self, state: State, seen: SideView, other: SideView, checked: bool, ply: int
    ) -> None:
        self.state = state
        self.seen = seen
        self.other = other
        self.checked = checked
        """Whether the side to move is in check; in quiescence, whether it may be."""
        self.ply = ply
        """The distance from the root."""


class Tree:
    """An iterative search of one position, which reuses its tables in the next iteration."""

    def __init__(
        self, root: State, played: Iterable[State], budget: Budget, prover: Prover
    ) -> None:
        self._budget, self._prover = budget, prover
        self._known: Memory[_Known] = Memory(_REMEMBERED)
        self._worth: Memory[int] = Memory(_REMEMBERED)
        """The evaluations of positions without check."""
        self._ordering = Ordering()
        seen = side_view(root)
        other = opposite(seen)
        self._root = _Node(root, seen, other, checked=takes_king(other), ply=0)
        self._path = {root, *played}
        self.lines: list[Variation] = [()] * (_DEEPEST + 1)
        """The principal variation by ply."""

    def begin(self, action: Action, alpha: int, depth: int, number: int) -> Score:
        """The score of a root action, if it is better than *alpha*; then its line is in `lines[1]`.

        All but the first are tried with a reduced depth or a null window first.
        """
        return self._try(
            node=self._root, action=action, alpha=alpha, beta=INFINITE, depth=depth, number=number
        )

    def visit(
        self, state: State, alpha: int, beta: int, depth: int, ply: int, *, passed: bool = False
    ) -> Score:
        """The score of a position; a bound outside of the window from *alpha* to *beta*."""
        if self._budget.spend():
            yield
        full = beta - alpha > 1
        if full:
            self.lines[ply] = ()
        if state in self._path:
            return 0
        worth = self._worth.get(state) if depth <= 0 else None
        if worth is not None and worth >= beta:
            return worth
        seen = side_view(state)
        if takes_king(seen):
            if full:
                self.lines[ply] = (king_takers(state, seen.side)[0],)
            return WON - ply - 1
        other = opposite(seen)
        node = _Node(state, seen, other, checked=takes_king(other), ply=ply)
        depth += node.checked
        if depth <= 0 or ply >= _DEEPEST:
            judged = self._evaluate(node) if worth is None else worth
            return (
                judged
                if judged >= beta
                else (yield from self._calm(node, judged, alpha=alpha, beta=beta, captured=0))
            )
        known = self._known.get(state)
        if (
            known
            and not full
            and (score := _decisive(known, alpha, beta, depth=depth, ply=ply)) is not None
        ):
            return score
        if (
            not (full or passed)
            and depth > 1
            and (yield from self._is_good_enough(node, beta, depth))
        ):
            return beta
        if depth > 2 and (win := (yield from self._prover.win(state, proved(depth - 1)))):
            if full:
                self.lines[ply] = win.line
            return WON - ply - 2 * win.own + 1
        self._path.add(state)
        score = yield from self._best(
            node, alpha, beta, depth=depth, hint=known.best if known else None
        )
        self._path.discard(state)
        return score

    def _is_good_enough(self, node: _Node, beta: int, depth: int) -> Generator[None, None, bool]:
        """Whether the score stays at least *beta* after a null move."""
        if (
            node.checked
            or abs(beta) >= FORCED
            or not has_tempo(node.seen)
            or self._judge(node) < beta
        ):
            return False
        self._path.add(node.state)
        turned = State(node.state ^ 1 << TURN)
        score = -(
            yield from self.visit(
                turned, -beta, 1 - beta, depth=depth - 3, ply=node.ply + 1, passed=True
            )
        )
        self._path.discard(node.state)
        return score >= beta

    def _best(self, node: _Node, alpha: int, beta: int, depth: int, hint: Action | None) -> Score:
        """The score of the best action."""
        floor, full, ply = alpha, beta - alpha > 1, node.ply
        best, chosen = -INFINITE, None
        futile = False  # whether no quiet action can come near alpha, and none is forced
        if not (full or node.checked or depth > 1 or alpha <= -FORCED):
            futile = self._judge(node) + _MARGIN <= alpha and has_tempo(node.seen)
        pruned = futile
        most = INFINITE if full or node.checked or depth >= len(_TRIED) else _TRIED[depth]
        for number, action in enumerate(self._actions(node, hint, loud=futile)):
            if number >= most and not action.taken and best > -FORCED:
                pruned = True
                break
            score = yield from self._try(
                node=node, action=action, alpha=alpha, beta=beta, depth=depth, number=number
            )
            if score <= best:
                continue
            best, chosen = score, action
            if score > alpha:
                alpha = score
                if full:
                    self.lines[ply] = (action, *self.lines[ply + 1])
                if score >= beta:
                    if not action.taken:
                        self._ordering.good(action, depth, ply)
                    break
        if pruned:
            best = max(best, alpha)
        if best == -INFINITE:
            if full:
                self.lines[ply] = helpless(node.state)
            return ply + 2 - WON if node.checked else 0
        bound = (best >= beta) - (best <= floor)
        self._known.put(node.state, _Known(depth, _recounted(best, ply), bound, best=chosen))
        return best

    def _actions(self, node: _Node, hint: Action | None, *, loud: bool) -> Iterable[Action]:
        """The actions to try, in order. In check only answers matter."""
        if not node.checked:
            return self._ordering.staged(node.state, node.seen, hint, ply=node.ply, loud=loud)
        return self._ordering.sorted(answers(node.seen, node.other), hint, node.ply)

    def _try(
        self, node: _Node, *, action: Action, alpha: int, beta: int, depth: int, number: int
    ) -> Score:
        """The score of an action. All but the first are tried with a reduced depth and a null
        window first.
        """
        there, ply = after(node.state, action), node.ply + 1
        if number:
            less = reduction(depth, number) if not (action.taken or node.checked) else 0
            score = -(
                yield from self.visit(there, -alpha - 1, -alpha, depth=depth - 1 - less, ply=ply)
            )
            if less and score > alpha:
                score = -(
                    yield from self.visit(there, -alpha - 1, -alpha, depth=depth - 1, ply=ply)
                )
            if not alpha < score < beta:
                return score
        return -(yield from self.visit(there, -beta, -alpha, depth=depth - 1, ply=ply))

    def _calm(self, node: _Node, judged: int, alpha: int, beta: int, captured: int) -> Score:
        """The quiescence score, with an optional capture, after a number of captures in a row."""
        best, alpha = judged, max(alpha, judged)
        for action in sorted(legal_captures(node.state, node.seen), key=gain, reverse=True):
            if judged + prize(action) + _MARGIN <= alpha:
                continue
            there = after(node.state, action)
            score = -(
                yield from self._visit_calmly(
                    there, -beta, -alpha, ply=node.ply + 1, captured=captured + 1
                )
            )
            if score > best:
                best = score
                alpha = max(alpha, best)
                if best >= beta:
                    break
        return best

    def _visit_calmly(self, state: State, alpha: int, beta: int, ply: int, captured: int) -> Score:
        if self._budget.spend():
            yield
        seen = side_view(state)
        if takes_king(seen):
            return WON - ply - 1
        node = _Node(state, seen, opposite(seen), checked=True, ply=ply)
        judged = self._judge(node)
        if judged >= beta or captured == _CAPTURES:
            return judged
        return (yield from self._calm(node, judged, alpha=alpha, beta=beta, captured=captured))

    def _judge(self, node: _Node) -> int:
        """The evaluation of a node, known or new."""
        worth = self._worth.get(node.state)
        return self._evaluate(node) if worth is None else worth

    def _evaluate(self, node: _Node) -> int:
        worth = judge(node.seen, node.other) + TEMPO
        if not node.checked:
            self._worth.put(node.state, worth)
        return worth


_TRIED = (0, 10, 24, 60)
"""By remaining depth, the number of actions before quiet ones are pruned."""


def proved(depth: int) -> int:
    """The number of own actions up to which a search of this depth finds every win at the root.

    Elsewhere a ply more is needed. Without proofs in the tree the search loses to one with them by
    100 Elo: kings seldom move, and games end by short wins.
    """
    return _SLOW if depth > 4 else _FAST


def reduction(depth: int, number: int) -> int:
    """The depth reduction of a quiet action by its index."""
    if depth < 2 or number < 4:
        return 0
    return 1 + (number > 16) + (depth > 3 and number > 60)


def _decisive(known: _Known, alpha: int, beta: int, depth: int, ply: int) -> int | None:
    """The score of an entry; None if it is not deep enough, or a search of the window could tell
    more.
    """
    if known.depth < depth:
        return None
    score = _recounted(known.score, -ply)
    if known.bound > 0 and score < beta:
        return None
    if known.bound < 0 and score > alpha:
        return None
    return score


def _recounted(score: int, plies: int) -> int:
    """A score in which forced wins count from a node that comes *plies* later."""
    if score >= FORCED:
        return score + plies
    if score <= -FORCED:
        return score - plies
    return score


# Iterative deepening (G26)


NEWS = 0.03
"""The interval of reports, in seconds."""
DEEPEST = 40
"""The maximum depth in plies."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a search; the first one reached ends it. Without limits it ends when the result
    is certain.
    """

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


def search(
    state: State,
    limits: Limits,
    played: Iterable[State] = (),
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[Report]:
    """The reports of a search, every few hundredths of a second and for each depth; the last one is
    *done*.

    With the same limits, except seconds, the last report of a position is deterministic except for
    the time.

    Args:
        state: The position.
        limits: The limits.
        played: The positions that have occurred before. They score 0, as those repeated in a line
            do.
        clock: The time in seconds.
    """
    begun = shown = clock()
    depth, hunt = 0, _Hunt(state, limits, played)

    def report(now: float, *, done: bool) -> Report:
        return Report(hunt.depth, hunt.budget.nodes, now - begun, lines=hunt.lines, done=done)

    for _ in hunt.run():
        now = clock()
        if limits.seconds is not None and now - begun >= limits.seconds:
            break
        if now - shown >= NEWS or hunt.depth > depth:
            shown, depth = now, hunt.depth
            yield report(now, done=False)
    yield report(clock(), done=True)


class _Hunt:
    """The root of a search."""

    def __init__(self, state: State, limits: Limits, played: Iterable[State]) -> None:
        self._state, self._limits = state, limits
        self._wanted = max(1, limits.lines)
        self.budget = Budget(limits.nodes)
        self._prover = Prover(self.budget)
        self._tree = Tree(state, played, self.budget, prover=self._prover)
        by_change = {action.change: action for action in reversed(actions(state))}
        self._roots = list(by_change.values())[::-1]  # a swap has two spellings (G15)
        self._wins: dict[int, Line] = {}
        """Proved wins by the change of their first action, shortest first."""
        self.depth = 0
        self.lines: tuple[Line, ...] = ()

    def run(self) -> Generator[None, None, None]:
        """Search with pauses until the result is certain or the nodes are spent."""
        if not self._roots:
            if not is_ended(self._state):
                self.lines = (_line(2 - WON if in_check(self._state) else 0, ()),)
            return
        try:
            for own in range(1, _FAST + 1):
                yield from self._prove(own, candidates(self._state, side_view(self._state), own))
            long = self._prove_long(likely=False)
            for depth in range(1, min(self._limits.depth or DEEPEST, DEEPEST) + 1):
                is_long = proved(depth) > _FAST
                for pause, _ in enumerate(self._compare(depth)):
                    yield
                    if is_long and not pause % _SELDOM and next(long, _END) is None:
                        yield
                if depth == 1:
                    yield from self._prove_long(likely=True)
                if is_long:
                    yield from long
                self.depth = depth
                if all(_is_settled(line, depth) for line in self.lines):
                    break
        except SpentError:
            return

    def _prove(self, own: int, firsts: list[Action]) -> Generator[None, None, None]:
        """Search for wins of exactly this length that begin with some actions, as many as lines are
        wanted.
        """
        for action in firsts:
            if len(self._wins) == self._wanted:
                return
            if action.change not in self._wins:
                win = yield from self._prover.wins_by(self._state, action, own)
                if win:
                    self._wins[action.change] = _line(WON + 1 - 2 * own, win.line)
                    self._show([])

    def _prove_long(self, *, likely: bool) -> Generator[None, None, None]:
        """Search for longer wins that begin with a *likely* action, or with any."""
        first = {
            action.change for action in (*self._roots[:_LIKELY], *threats(side_view(self._state)))
        }
        yield from self._prove(
            _SLOW, [action for action in self._roots if not likely or action.change in first]
        )

    def _compare(self, depth: int) -> Generator[None, None, None]:
        """Find the best of the other actions, and try them first in the next iteration."""
        best: list[Line] = []
        scores: dict[int, int] = {}
        for action in self._roots:
            room = self._wanted - len(self._wins)
            if not room:
                return
            if action.change in self._wins:
                continue
            alpha = best[-1].score if len(best) == room else -INFINITE
            number = len(scores) if len(best) == room else 0
            score = yield from self._tree.begin(action, alpha, depth, number=number)
            scores[action.change] = score
            if score > alpha:
                best.append(_line(score, (action, *self._tree.lines[1])))
                best.sort(key=lambda line: -line.score)
                del best[room:]
                if len(best) == room or depth == 1:  # before that, older lines would be shown too
                    self._show(best)
        self._show(best)
        if depth == 1:
            self._roots.sort(key=lambda action: -scores.get(action.change, 0))
        leading = [line.actions[0] for line in best]
        self._roots.sort(
            key=lambda action: leading.index(action) if action in leading else len(leading)
        )

    def _show(self, best: list[Line]) -> None:
        """Combine the results of this iteration with those of the previous one."""
        new = (
            *self._wins.values(),
            *(line for line in best if line.actions[0].change not in self._wins),
        )
        known = {line.actions[0] for line in new}
        old = (line for line in self.lines if line.actions[0] not in known)
        self.lines = (*new, *old)[: self._wanted]


def _line(score: int, line: tuple[Action, ...]) -> Line:
    own = (WON - abs(score) + 1) // 2
    mate = own if score > 0 else -own
    return Line(score, mate if abs(score) >= FORCED else None, line)


def _is_settled(line: Line, depth: int) -> bool:
    """Whether deeper search cannot change a line: it ends the game, and no shorter one is
    possible.
    """
    return line.mate is not None and (
        0 < line.mate <= proved(depth) or WON - abs(line.score) <= depth + 1
    )
