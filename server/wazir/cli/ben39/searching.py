"""Searches of many positions by several processes, and the file that keeps their results."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterable, Iterator
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from multiprocessing import Event, connection, parent_process
from multiprocessing.synchronize import Event as Flag
from pathlib import Path
from threading import Thread

from wazir import __version__
from wazir.ben39.actions import Game, spell
from wazir.ben39.search import Limits
from wazir.cli import writing
from wazir.cli.command import UsageError
from wazir.cli.files import LARGEST
from wazir.features.game.evaluation import JsonReport, evaluate
from wazir.system import HAS_PROCESSES, read_named

# Processes

_stop: Flag | None = None
"""In a process of the pool: set when the searches have to end."""


def searched(games: Iterable[tuple[int, Game]], limits: Limits, jobs: int) -> Iterator[tuple[int, JsonReport]]:
    """The last reports of searches from the last positions of games, each with its number, in the order of arrival.

    An exception in the caller ends all searches.
    """
    games = list(games)
    if jobs == 1 or len(games) < 2 or not HAS_PROCESSES:
        for number, game in games:
            yield number, _search(game, limits)
        return
    stop = Event()
    with ProcessPoolExecutor(min(jobs, len(games)), initializer=_prepare, initargs=(stop,)) as pool:
        try:
            with _delayed_interrupts():  # which the processes inherit
                numbers = {pool.submit(_search, game, limits): number for number, game in games}
            for future in as_completed(numbers):
                yield numbers[future], future.result()
        except BrokenExecutor:
            raise UsageError("A process of the search has ended unexpectedly. Try --jobs 1.") from None
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)


@contextmanager
def _delayed_interrupts() -> Iterator[None]:
    """Delay an interrupt to the end of the block."""
    interrupts = list[int]()
    handler = signal.signal(signal.SIGINT, lambda number, _: interrupts.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
    if interrupts:
        signal.raise_signal(signal.SIGINT)


def _prepare(stop: Flag) -> None:
    """Prepare a process of the pool, which ends with its parent; interrupts are for the parent alone."""
    global _stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _stop = stop
    if parent := parent_process():
        Thread(target=lambda: (connection.wait([parent.sentinel]), os._exit(1)), daemon=True).start()


def _search(game: Game, limits: Limits) -> JsonReport:
    """The last report of a search, or the last one before the searches have to end."""
    last: JsonReport = {"depth": 0, "lines": []}
    for last in evaluate(game, limits):  # noqa: B007
        if _stop and _stop.is_set():
            break
    return last


# Results


@dataclass(frozen=True)
class SearchResults:
    """The results of earlier searches, in a file with a JSON object on each line."""

    path: Path | None = None
    """None keeps nothing."""
    known: dict[str, JsonReport] = field(default_factory=dict)
    """The reports by *keys*."""

    @classmethod
    def of(cls, path: Path | None) -> SearchResults:
        """The results in a file, which need not exist. Lines that were cut off are skipped.

        Raises:
            UsageError: The file has no results of searches.
            OSError: It cannot be read.
        """
        if path is None or not path.exists():
            return cls(path)
        lines = read_named(path, LARGEST).splitlines(keepends=True)
        known: dict[str, JsonReport] = {}
        for line in lines:
            if result := _result(line):
                known.update([result])
            elif not known:
                advice = "Name a file that --cache has written, or a new one."
                raise UsageError(f"`{path}` has no results of searches. {advice}")
        if lines and not lines[-1].endswith(b"\n"):
            writing.append(path, b"")
        return cls(path, known)

    def keep(self, key: str, report: JsonReport) -> None:
        """Keep a report. Raises OSError."""
        self.known[key] = report
        if self.path:
            writing.append(self.path, json.dumps({"key": key, "report": report}).encode())


def _result(line: bytes) -> tuple[str, JsonReport] | None:
    """The key and the report of a line; None if it is not valid."""
    try:
        match json.loads(line):
            case {"key": str() as key, "report": {"depth": int(), "lines": [*lines]} as report} if all(
                map(_is_line, lines)
            ):
                return key, report
    except (ValueError, RecursionError):
        pass
    return None


def _is_line(line: object) -> bool:
    match line:
        case {"score": {"cp": int()} | {"mate": int()}, "pv": [*actions]}:
            return all(isinstance(action, str) for action in actions)
    return False


def keys(game: Game, limits: Limits) -> Iterator[str]:
    """A key for each position of a game: the moves that lead there, the limits, and the version."""
    digest = sha256(repr((__version__, limits, game.start)).encode())
    yield digest.hexdigest()
    for action in game.actions:
        digest.update(f" {spell(action)}".encode())
        yield digest.hexdigest()
