"""Analyses the games of a file: searches the positions before and after each action, and marks
actions that lose chances. Scores are in pawns, from White's point of view; #3 is a forced win of
White, #-3 of Black.

The chance to win follows from the score: 100 / (1 + exp(-0.00368208 x)) percent for x hundredths of
a pawn, 100 or 0 for a forced win. So a pawn counts less the more a side is ahead.

An action that loses percentage points of this chance is marked:
  ?! inaccuracy, 5 or more
  ?  mistake, 10 or more
  ?? blunder, 15 or more

Ctrl-C ends the analysis, keeps what is done, and gives exit status 130. With --cache FILE a later
run continues from there. --write puts each action on its own line, with a comment such as `[%eval
-3.10,4 blunder, better Rj4xj8]`; writing again replaces it. With --nodes the result is
reproducible.

The page JSON lines of the documentation describes the objects of --format json-lines.

examples:
  wazir ben39 analyse game.ben39                  a second for each position
  wazir ben39 analyse games.ben39 --record second --picture curve.svg
  wazir ben39 analyse game.ben39 --nodes 20000 --write
  wazir ben39 analyse game.ben39 --time 60 --cache results.jsonl
"""

from __future__ import annotations

import json
import os
import signal
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from multiprocessing import Event, connection, parent_process
from multiprocessing.synchronize import Event as Flag
from pathlib import Path
from threading import Thread

from wazir import __version__
from wazir.ben39.actions import Game, spell
from wazir.ben39.position import is_ended
from wazir.ben39.search import Limits
from wazir.cli import writing
from wazir.cli.ben39.records import NamedGame, add_limits, add_records, limits, records
from wazir.cli.command import OutputName, Status, UsageError, add_format, add_number, wrapped
from wazir.cli.console import Paint, Progress, aligned, columns, paint_for, plural
from wazir.cli.files import MAX_BYTES, SourceText, named_errors, put, write
from wazir.document import Document
from wazir.features import definitions
from wazir.features.game.analysis import (
    SECONDS,
    ActionVerdict,
    as_json,
    comments,
    curve,
    summary,
    verdicts,
)
from wazir.features.game.evaluation import JsonReport, evaluate
from wazir.notations import by_name
from wazir.notations.ben39.meaning import MAX_ACTIONS
from wazir.piece.drawing.shapes import Theme
from wazir.system import HAS_PROCESSES, read_named
from wazir.text import apply

MAX_JOBS = 256
_MAX_ON_WINDOWS = 61
"""The processes of a pool on Windows, which waits for no more."""


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    add_records(parser)
    add_limits(parser, SECONDS)
    jobs = "the number of processes (default: one for each processor)"
    add_number(
        parser, name="--jobs", least=1, most=MAX_JOBS, about=jobs, default=os.cpu_count() or 1
    )
    add_number(
        parser,
        name="--first",
        least=1,
        most=MAX_ACTIONS,
        about="begin with the N-th action of each game (default: 1)",
        default=1,
    )
    parser.add_argument(
        "--cache", type=Path, metavar="FILE", help="keep results in this file, and use those in it"
    )
    parser.add_argument(
        "--write", action="store_true", help="write the scores into the file, as comments"
    )
    parser.add_argument(
        "--picture",
        metavar="FILE",
        type=OutputName,
        help="write the curve of the chances to this file, as SVG",
    )
    themes = [theme.value for theme in Theme]
    parser.add_argument(
        "--theme", choices=themes, default="auto", help="the colours of the picture"
    )
    add_format(parser, ("text", "json-lines"), ": an object for each action")


@dataclass
class GameAnalysis:
    """The analysis of a record, as far as it is known."""

    record: NamedGame
    reports: list[JsonReport | None]
    """The last report for each position."""
    first: int = 0
    """The number of actions that are left out at the start."""
    verdicts: list[ActionVerdict] = field(default_factory=list)

    def judge(self) -> list[ActionVerdict]:
        """Judge further actions, and return the new verdicts."""
        new = list(verdicts(self.record.game, self.reports, self.first + len(self.verdicts)))
        self.verdicts += new
        return new


def run(options: Namespace) -> int:
    """Run the command and return its exit status."""
    selection = records(options)
    played = [record for record in selection.records if record.game.actions]
    if not played:
        raise UsageError("There are no actions to analyse. Name a record with `moves:`.")
    if options.write and (selection.source is None or selection.source.origin.path is None):
        raise UsageError("--write needs a .ben39 file.")
    if options.picture and len(played) > 1:
        raise UsageError(
            f"The file has {plural(len(played), 'game')}. Choose one for the picture with --record."
        )
    results = SearchResults.of(options.cache)
    status, analyses = selection.status, list[GameAnalysis]()
    try:
        for record in played:
            analysis = GameAnalysis(record, [None] * len(record.game.states), options.first - 1)
            analyses.append(analysis)
            for verdict in _judged(analysis, limits(options, SECONDS), options.jobs, known=results):
                if options.format == "json-lines":
                    print(json.dumps({"record": record.json_name, **as_json(verdict)}), flush=True)
    except KeyboardInterrupt:
        status = Status.INTERRUPTED
    paint = paint_for(sys.stdout)
    for number, analysis in enumerate(analyses if options.format == "text" else []):
        heading = (
            paint("heading", analysis.record.title) + "\n" if len(selection.records) > 1 else ""
        )
        sys.stdout.write("\n" * (number > 0) + heading)
        sys.stdout.writelines(f"{line}\n" for line in _table(analysis, paint))
    if options.picture:
        shown, name = analyses[0].verdicts, analyses[0].record.title
        drawn = curve(
            shown, title=name, description=" ".join(summary(shown)), theme=Theme(options.theme)
        )
        put(drawn.encode(), options.picture)
    if options.write and selection.source:
        write(selection.source, _commented(selection.source, analyses))
    return status


def _judged(
    analysis: GameAnalysis, search_limits: Limits, jobs: int, known: SearchResults
) -> Iterator[ActionVerdict]:
    """Search the positions of a game. The verdicts as they become known."""
    game, progress = analysis.record.game, Progress()
    states = game.states
    result_keys = list(keys(game, search_limits))
    wanted = list[tuple[int, Game]]()
    for ply in range(analysis.first, len(states)):
        analysis.reports[ply] = known.known.get(result_keys[ply])
        if analysis.reports[ply] is None and not is_ended(states[ply]):
            wanted.append((ply, Game(game.start, game.actions[:ply])))
    yield from analysis.judge()
    try:
        for count, (ply, report) in enumerate(searched(wanted, search_limits, jobs), 1):
            known.keep(result_keys[ply], report)
            analysis.reports[ply] = report
            progress.step(
                count, f"of {plural(len(wanted), 'position')} of {analysis.record.title} searched"
            )
            yield from analysis.judge()
    finally:
        progress.hide()


def _table(analysis: GameAnalysis, paint: Paint) -> Iterator[str]:
    """A line for each action, and a sentence for each side."""
    rows = [("", "action", "score", "depth", "loss", "")]
    for verdict in analysis.verdicts:
        loss = f"{verdict.loss:.1f}" if verdict.loss >= 0.05 else ""
        action, depth = verdict.action + verdict.sign, str(verdict.depth or "")
        rows.append((verdict.number, action, verdict.score_text, depth, loss, verdict.words))
    yield from aligned(rows, paint)
    if missing := len(analysis.record.game.actions) - analysis.first - len(analysis.verdicts):
        yield f"Not analysed: {plural(missing, 'action')}."
    yield ""
    for sentence in summary(analysis.verdicts):
        yield from wrapped(sentence, columns(sys.stdout))


def _commented(source: SourceText, analyses: list[GameAnalysis]) -> str:
    """The text of a file with the verdicts as comments.

    Raises:
        UsageError: The games of the file would no longer be read.
    """
    (sign,) = by_name("ben39").line_comments
    edits = [
        edit
        for analysis in analyses
        for edit in comments(
            source.text, analysis.record.plays[analysis.first :], analysis.verdicts, mark=sign
        )
    ]
    text, ben39 = apply(source.text, edits), by_name("ben39")
    before, after = (definitions.every(Document.open(ben39, each)) for each in (source.text, text))
    if [(each.name, each.game) for _, each in before] != [
        (each.name, each.game) for _, each in after
    ]:
        reason = "the comments would change a game, or make a record too long. Nothing was written."
        raise UsageError(f"{source.name}: {reason}")
    return text


# Searches by several processes

_stop: Flag | None = None
"""In a process of the pool: set when the searches have to end."""


def searched(
    games: Sequence[tuple[int, Game]], limits: Limits, jobs: int
) -> Iterator[tuple[int, JsonReport]]:
    """The last reports of searches from the last positions of games, each with its number, in the
    order of arrival.

    An exception in the caller ends all searches.
    """
    if jobs == 1 or len(games) < 2 or not HAS_PROCESSES:
        for number, game in games:
            yield number, _search(game, limits)
        return
    stop = Event()
    processes = min(jobs, len(games), _MAX_ON_WINDOWS if sys.platform == "win32" else MAX_JOBS)
    with ProcessPoolExecutor(processes, initializer=_prepare, initargs=(stop,)) as pool:
        try:
            with _delayed_interrupts():  # which the processes inherit
                numbers = {pool.submit(_search, game, limits): number for number, game in games}
            for future in as_completed(numbers):
                yield numbers[future], future.result()
        except BrokenExecutor:
            raise UsageError(
                "A process of the search has ended unexpectedly. Try --jobs 1."
            ) from None
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
    """Prepare a process of the pool, which ends with its parent; interrupts are for the parent
    alone.
    """
    global _stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _stop = stop
    if parent := parent_process():
        Thread(
            target=lambda: (connection.wait([parent.sentinel]), os._exit(1)), daemon=True
        ).start()


def _search(game: Game, limits: Limits) -> JsonReport:
    """The last report of a search, or the last one before the searches have to end."""
    last: JsonReport = {"depth": 0, "lines": []}
    for last in evaluate(game, limits):  # noqa: B007
        if _stop and _stop.is_set():
            break
    return last


# The file that keeps their results


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
        with named_errors(str(path)):
            lines = read_named(path, MAX_BYTES).splitlines(keepends=True)
        known: dict[str, JsonReport] = {}
        for line in lines:
            if result := _result(line):
                known.update([result])
            elif not known:
                advice = "Name a file that --cache has written, or a new one."
                raise UsageError(f"`{path}` has no results of searches. {advice}")
        results = cls(path, known)
        if lines and not lines[-1].endswith(b"\n"):
            results._append(b"")
        return results

    def keep(self, key: str, report: JsonReport) -> None:
        """Keep a report. Raises OSError."""
        self.known[key] = report
        self._append(json.dumps({"key": key, "report": report}).encode())

    def _append(self, line: bytes) -> None:
        """Add a line to the file. Raises OSError."""
        if self.path:
            with named_errors(str(self.path)):
                writing.append(self.path, line)


def _result(line: bytes) -> tuple[str, JsonReport] | None:
    """The key and the report of a line; None if it is not valid."""
    with suppress(ValueError, RecursionError):
        match json.loads(line):
            case {"key": str(key), "report": {"depth": int(), "lines": [*lines]} as report}:
                return (key, report) if all(map(_is_line, lines)) else None
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
