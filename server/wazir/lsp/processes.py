"""Long computations in processes of their own, and the evaluations of positions that a search has
found so far.
"""

from __future__ import annotations

import asyncio
import json
import pickle
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from time import monotonic
from typing import Any

from wazir import system
from wazir.ben39 import fen
from wazir.ben39.actions import Game, spell
from wazir.ben39.position import State, unpack
from wazir.ben39.search import Limits
from wazir.engines.process import running
from wazir.features import RequestError
from wazir.features.game.analysis import ActionVerdict, as_json, verdicts
from wazir.features.game.evaluation import JsonReport, evaluate, summary
from wazir.features.views.figures import FigureRequest, numbers

_SEARCH = "from wazir.cli import main; sys.exit(main())"
_FIGURES = "from wazir.lsp.processes import write_figures; write_figures()"
_MAX_LETTERS_OF_LINE = 4_000_000
"""Bytes of a line of output."""


async def _json_lines(code: str, *arguments: str, stdin: bytes = b"") -> AsyncGenerator[Any, None]:
    """The JSON lines that a program prints, isolated from the working directory and the
    environment.

    Closing the generator kills the program.
    """
    command = [*system.python(code, ("wazir",)), *arguments]
    async with running(command, max_bytes=None, max_line=_MAX_LETTERS_OF_LINE) as program:
        program.write(stdin, is_all=True)
        async for line in program.lines():
            yield json.loads(line)


# Figures

PROBLEM = "problem"
"""The member of an answer that says why there are no figures."""


async def figures(subject: FigureRequest, tell: Callable[[int], None]) -> dict[str, Any] | None:
    """The figures of a piece; None if the process fails.

    Args:
        subject: The piece and the board.
        tell: Is called with the number of moves in which all mates are known so far.
    """
    if not system.HAS_PROCESSES:
        return numbers(subject, lambda _: None)
    async with aclosing(_json_lines(_FIGURES, stdin=pickle.dumps(subject))) as lines:
        async for answer in lines:
            if PROBLEM in answer:
                raise RequestError(answer[PROBLEM])
            moves = answer.get("moves")
            if not isinstance(moves, int):
                return dict(answer)
            tell(moves)
    return None


def write_figures() -> None:
    """Reads a pickled subject, and writes the progress and then the figures as JSON lines: the
    program of a process.
    """

    def tell(answer: object) -> None:
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()

    try:
        tell(numbers(pickle.load(sys.stdin.buffer), lambda moves: tell({"moves": moves})))
    except RequestError as problem:
        tell({PROBLEM: str(problem)})


# The search


def reports(game: Game, limits: Limits) -> AsyncGenerator[JsonReport, None]:
    """The reports of a search as they come. Closing the generator ends the search."""
    if not system.HAS_PROCESSES:
        return _in_slices(game, limits)
    return _json_lines(_SEARCH, *_arguments("eval", game, limits), f"--lines={limits.lines}")


def analysis(game: Game, limits: Limits, first: int) -> AsyncGenerator[dict[str, Any], None]:
    """The verdicts about the actions of a game as they come, by as many processes as there are
    processors.

    Closing the generator ends the searches.

    Args:
        game: The game.
        limits: The limits of each search.
        first: The number of actions that are left out at the start.
    """
    if not system.HAS_PROCESSES:
        return _analysed_in_slices(game, limits, first)
    return _json_lines(_SEARCH, *_arguments("analyse", game, limits), f"--first={first + 1}")


def _arguments(command: str, game: Game, limits: Limits) -> list[str]:
    """A command of Ben39 that prints JSON lines, with a game and the limits of a search."""
    limited = {"--depth": limits.depth, "--nodes": limits.nodes, "--time": limits.seconds}
    options = [f"{name}={value}" for name, value in limited.items() if value is not None]
    rules = " ".join(unpack(game.start).rules)
    moves = " ".join(map(spell, game.actions))
    position = ["--fen", fen.write(game.start), "--rules", rules, "--moves", moves]
    return ["ben39", command, "--format=json-lines", *position, *options]


async def _in_slices(game: Game, limits: Limits) -> AsyncGenerator[JsonReport, None]:
    for report in evaluate(game, limits):
        yield report
        await asyncio.sleep(0)


async def _analysed_in_slices(
    game: Game, limits: Limits, first: int
) -> AsyncGenerator[dict[str, Any], None]:
    last: list[JsonReport | None] = [None] * len(game.states)
    for at in range(first, len(game.states)):
        async for report in _in_slices(Game(game.start, game.actions[:at]), limits):
            last[at] = report
        for verdict in verdicts(game, last, first):
            yield as_json(verdict)
            first += 1


async def finished(task: asyncio.Task[None]) -> None:
    """Waits for a task, which others may cancel. It is also cancelled with the request that
    waits.
    """
    try:
        await asyncio.wait([task])
    finally:
        task.cancel()
        await asyncio.wait([task])
    if not task.cancelled() and (problem := task.exception()):
        raise problem


_REFRESH = 0.5
"""Seconds between refreshes of the client. They double each time that the client does not react."""


class Evaluations:
    """The last report for each position, and the running search; there is at most one."""

    def __init__(self, changed: Callable[[], None]) -> None:
        """*changed* is called when reports have changed, but not too often."""
        self._changed = changed
        self._known: dict[State, JsonReport] = {}
        self._task: asyncio.Task[None] | None = None
        self._refreshed = 0.0
        self._interval = _REFRESH
        self.state: State | None = None
        """The position that is being evaluated."""
        self.source = ("", "")
        """The URI of its document, and the text of its record."""

    def report(self, state: State) -> JsonReport | None:
        """The last report for a position."""
        return self._known.get(state)

    def summary(self, state: State) -> str | None:
        """The last report for a position in a few words."""
        return summary(report) if (report := self.report(state)) else None

    async def evaluate(
        self,
        source: tuple[str, str],
        game: Game,
        limits: Limits,
        tell: Callable[[JsonReport], None],
    ) -> JsonReport | None:
        """Searches until a limit is reached or *stop* is called, and returns the last report.

        Args:
            source: The URI of the document, and the text of the record.
            game: The game that leads to the position.
            limits: The limits of the search.
            tell: Is called with every report.
        """
        if self._task:
            self._task.cancel()
            await asyncio.wait([self._task])
        self.source, self.state = source, game.state
        task = self._task = asyncio.get_running_loop().create_task(self._search(game, limits, tell))
        self.seen()
        self._refresh()
        try:
            await finished(task)
        finally:
            if self._task is task:
                self._task = self.state = None
                self._changed()
        return self._known.get(game.state)

    def stop(self) -> None:
        """Ends the search. Its reports are kept."""
        if self._task:
            self._task.cancel()

    def seen(self) -> None:
        """Is called when the client has requested what *changed* announced."""
        self._interval = _REFRESH

    def _refresh(self) -> None:
        # A client that waits for a pause before it requests lenses never would if it were refreshed
        # all the time. VS
        # Code may also miss a refresh while the focus leaves the text, so it is repeated, at
        # growing intervals.
        self._refreshed = monotonic()
        self._interval *= 2
        self._changed()

    async def _search(self, game: Game, limits: Limits, tell: Callable[[JsonReport], None]) -> None:
        async with aclosing(reports(game, limits)) as search:
            async for report in search:
                self._known[game.state] = report
                if monotonic() - self._refreshed > self._interval:
                    self._refresh()
                tell(report)


class Verdicts:
    """The last verdict about each action of a game."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, State, State], tuple[Limits, ActionVerdict]] = {}

    def keep(self, game: Game, limits: Limits, verdict: ActionVerdict) -> None:
        """Keep a verdict that a search within limits has found."""
        ply = verdict.ply
        self._known[ply, game.states[ply], game.states[ply + 1]] = limits, verdict

    def of(self, game: Game, limits: Limits | None = None) -> list[ActionVerdict]:
        """The verdicts about the actions of a game, in order; those within some limits only, if
        they are given.
        """
        steps = zip(range(len(game.actions)), game.states, game.states[1:], strict=False)
        judged = filter(None, map(self._known.get, steps))
        return [verdict for within, verdict in judged if limits in (None, within)]
