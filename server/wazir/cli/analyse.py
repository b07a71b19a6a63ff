"""`wazir analyse`: the mistakes in a game of Ben39, as a table, as a curve, and as comments in the file."""

from __future__ import annotations

import json
import os
import sys
import textwrap
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from wazir.ben39.actions import Game
from wazir.ben39.position import is_ended
from wazir.ben39.search import Limits
from wazir.cli.command import Command, Status, UsageError
from wazir.cli.console import Paint, Progress, aligned, columns, paint_for, plural
from wazir.cli.files import Source, put, write
from wazir.cli.records import WIDEST, Found, Record, add_limits, add_records, limits, records, title, whole_number
from wazir.cli.searching import Results, keys, searched
from wazir.document import Document
from wazir.features import definitions
from wazir.features.edits import apply
from wazir.features.game.analysis import MARKS, SECONDS, Verdict, as_json, summary, verdicts
from wazir.features.game.curve import curve
from wazir.features.game.evaluation import JsonReport
from wazir.features.game.writing import comments
from wazir.notations import by_name
from wazir.notations.ben39.meaning import MOST_ACTIONS
from wazir.piece.drawing.shapes import Theme
from wazir.text import whole

MOST_JOBS = 256


def _arguments(parser: ArgumentParser) -> None:
    add_records(parser)
    add_limits(parser, SECONDS)
    parser.add_argument(
        "--jobs",
        type=whole_number(1, MOST_JOBS),
        default=os.cpu_count() or 1,
        metavar="N",
        help="the number of processes (default: one for each processor)",
    )
    parser.add_argument(
        "--from",
        dest="first",
        type=whole_number(1, MOST_ACTIONS),
        default=1,
        metavar="N",
        help="begin with the N-th action of each game (default: 1)",
    )
    parser.add_argument("--cache", type=Path, metavar="FILE", help="keep results in this file, and use those in it")
    parser.add_argument("--write", action="store_true", help="write the scores into the file, as comments")
    parser.add_argument("--picture", metavar="FILE", help="write the curve of the chances to this file, as SVG")
    parser.add_argument(
        "--theme", choices=[theme.value for theme in Theme], default="auto", help="the colours of the picture"
    )
    parser.add_argument("--json-lines", action="store_true", help="print each action as a JSON object")


@dataclass
class Analysis:
    """The analysis of a record, as far as it is known."""

    record: Record
    reports: list[JsonReport | None]
    """The last report for each position."""
    first: int = 0
    """The number of actions that are left out at the start."""
    found: list[Verdict] = field(default_factory=list)

    def judge(self) -> list[Verdict]:
        """Judge further actions, and return the new verdicts."""
        new = list(verdicts(self.record.game, self.reports, self.first + len(self.found)))
        self.found += new
        return new


def _run(options: Namespace) -> int:
    found = records(options)
    played = [one for one in found.records if one.game.actions]
    _check(options, found, played)
    chosen, results = limits(options, SECONDS), Results.of(options.cache)
    status, done = found.status, list[Analysis]()
    try:
        for record in played:
            done.append(Analysis(record, [None] * len(record.game.states), options.first - 1))
            for new in _analysed(done[-1], chosen, options.jobs, results):
                if options.json_lines:
                    _print_objects(record, new)
    except KeyboardInterrupt:
        status = Status.INTERRUPTED
    if not options.json_lines:
        _print_tables(done, several=len(found.records) > 1)
    if options.picture:
        put(_picture(done[0], Theme(options.theme)).encode(), options.picture)
    if options.write and found.source:
        write(found.source, _commented(found.source, done))
    return status


def _check(options: Namespace, found: Found, played: list[Record]) -> None:
    """Raise a UsageError for arguments that do not fit the records."""
    if not played:
        raise UsageError("There are no actions to analyse. Name a record with `moves:`.")
    if options.write and (found.source is None or found.source.origin.path is None):
        raise UsageError("--write needs a file.")
    if options.picture and len(played) > 1:
        raise UsageError(f"The file has {plural(len(played), 'game')}. Choose one for the picture with --record.")


def _analysed(analysis: Analysis, chosen: Limits, jobs: int, results: Results) -> Iterator[list[Verdict]]:
    """Search the positions of a game. The new verdicts after each result, which may be none."""
    game, progress = analysis.record.game, Progress()
    names = list(keys(game, chosen))
    wanted = list[tuple[int, Game]]()
    for at, (state, key) in islice(enumerate(zip(game.states, names, strict=True)), analysis.first, None):
        analysis.reports[at] = results.known.get(key)
        if analysis.reports[at] is None and not is_ended(state):
            wanted.append((at, Game(game.start, game.actions[:at])))
    yield analysis.judge()
    try:
        for done, (at, report) in enumerate(searched(wanted, chosen, jobs), 1):
            results.keep(names[at], report)
            analysis.reports[at] = report
            progress.step(done, f"of {plural(len(wanted), 'position')} of {title(analysis.record)} searched")
            yield analysis.judge()
    finally:
        progress.hide()


def _print_objects(record: Record, new: list[Verdict]) -> None:
    for verdict in new:
        sys.stdout.write(json.dumps({"record": record.name and whole(record.name)} | as_json(verdict)) + "\n")
    sys.stdout.flush()


def _print_tables(done: list[Analysis], *, several: bool) -> None:
    paint = paint_for(sys.stdout)
    for number, analysis in enumerate(done):
        heading = paint("heading", title(analysis.record)) + "\n" if several else ""
        sys.stdout.write("\n" * (number > 0) + heading)
        sys.stdout.writelines(f"{line}\n" for line in _table(analysis, paint))


def _table(analysis: Analysis, paint: Paint) -> Iterator[str]:
    """A line for each action, and a sentence for each side."""
    room = columns(sys.stdout, WIDEST)
    rows = [("", "action", "score", "depth", "loss", "")]
    for one in analysis.found:
        loss = f"{one.loss:.1f}" if one.loss >= 0.05 else ""
        rows.append((one.number, one.action + one.sign, one.score_text, str(one.depth or ""), loss, one.words))
    yield from (line if len(line) <= room else line[: room - 1] + "…" for line in aligned(rows, paint))
    missing = len(analysis.record.game.actions) - analysis.first - len(analysis.found)
    if missing:
        yield f"Not analysed: {plural(missing, 'action')}."
    yield ""
    for sentence in summary(analysis.found):
        yield from textwrap.wrap(sentence, room)


def _picture(analysis: Analysis, theme: Theme) -> str:
    return curve(
        analysis.found, title=title(analysis.record), description=" ".join(summary(analysis.found)), theme=theme
    )


def _commented(source: Source, done: list[Analysis]) -> str:
    """The text of a file with the verdicts as comments.

    Raises:
        UsageError: The games of the file would no longer be read.
    """
    (sign,) = by_name("ben39").line_comments
    edits = [edit for one in done for edit in comments(source.text, one.record.plays[one.first :], one.found, sign)]
    text = apply(source.text, edits)
    if _games(text) != _games(source.text):
        raise UsageError(
            f"{source.name}: the comments would change a game, or make a record too long. Nothing was written."
        )
    return text


def _games(text: str) -> list[object]:
    """The names and games of a file."""
    return [(one.name, one.game) for _, one in definitions.every(Document.open(by_name("ben39"), text))]


_FORM = """
--json-lines prints an object for each action, in order:

  {"record": "second", "ply": 11, "number": "6...", "side": "black", "action": "Ie13-e7", "score": {"cp": 310},
   "depth": 4, "chance": 75.8, "loss": 20.1, "mark": "blunder", "best": {"score": {"cp": 35}, "pv": ["P@d8", "Rj4xj8"]}}

ply is the number of actions before it. score, depth and chance are of the position after it, from White's point of
view; score is null if the action takes the king. best is the best line before it. mark is inaccuracy, mistake, blunder
or null."""

_MARKS = "".join(
    f"  {mark.sign:2} {mark.name}, if it loses at least {mark.least} percentage points\n" for mark in reversed(MARKS)
)

ANALYSE = Command(
    description="Analyses the games of a file: searches the positions before and after each action, and marks actions\n"
    "that lose chances. Scores are in pawns, from White's point of view; #3 is a forced win of White, #-3 of Black.\n\n"
    "The chance to win follows from the score: 100 / (1 + exp(-0.00368208 x)) percent for x hundredths of a pawn, 100\n"
    "or 0 for a forced win. So a pawn counts less the more a side is ahead. An action that is not the best one is\n"
    f"marked as\n\n{_MARKS}\n"
    "Ctrl-C ends the analysis, keeps what is done, and gives exit status 130. With --cache FILE a later run goes on\n"
    "from there. --write puts each action on its own line, with a comment such as `[%eval -3.10,4 blunder, better\n"
    "Rj4xj8]`; writing again replaces it. With --nodes the result is reproducible.\n" + _FORM,
    examples=(
        "wazir analyse game.ben39                                  a second for each position",
        "wazir analyse games.ben39 --record second --time 5 --picture curve.svg",
        "wazir analyse game.ben39 --nodes 20000 --write            comments in the file",
        "wazir analyse game.ben39 --time 60 --cache results.jsonl  can be interrupted and run again",
    ),
    arguments=_arguments,
    run=_run,
)
