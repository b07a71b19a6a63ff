"""Shows the facts of the positions in a file, and searches for the best action. Scores are in
pawns, from the side to move; #3 is a forced win in three own actions, #-3 a loss. Ctrl-C ends the
search with the best line so far and exit status 130.

--format json-lines prints each report of a search as soon as it arrives, --format json an object
for each record when its search is done. The page JSON lines of the documentation describes them.

examples:
  wazir ben39 eval game.ben39                 three seconds for each record
  wazir ben39 eval game.ben39 --record opening --time 20 --lines 3
  wazir ben39 eval --fen '1skg/... d14,l2 w - ...' --nodes 20000 --format json-lines
  echo 'moves: X@e5 C+@g11' | wazir ben39 eval -
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from wazir.ben39 import fen
from wazir.ben39.actions import spell
from wazir.ben39.evaluation import facts
from wazir.ben39.position import Side, State, is_ended
from wazir.ben39.search import Limits
from wazir.ben39.words import sentences
from wazir.cli.ben39.records import (
    NamedGame,
    add_limits,
    add_records,
    followed,
    limits,
    records,
)
from wazir.cli.command import Status, add_format, add_number, wrapped
from wazir.cli.console import Paint, Progress, columns, paint_for, plural
from wazir.features.definitions import Json
from wazir.features.game.evaluation import JsonReport, written

SECONDS = 3.0
"""The default time of a search."""
MAX_LINES = 500


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    add_records(parser)
    add_limits(parser, SECONDS)
    add_number(
        parser,
        name="--lines",
        least=1,
        most=MAX_LINES,
        about="show the best N actions (default: 1)",
        default=1,
    )
    add_format(
        parser,
        ("text", "json", "json-lines"),
        ": an object for each record, or for each report of a search",
    )


def run(options: Namespace) -> int:
    """Run the command and return its exit status."""
    selection = records(options)
    search_limits = limits(options, SECONDS, options.lines)
    paint = paint_for(sys.stdout)
    for record, heading in selection.headings(paint):
        report, is_interrupted = _searched(
            record, search_limits, as_json_lines=options.format == "json-lines"
        )
        if options.format == "json":
            print(
                json.dumps(
                    {"record": record.json_name, **as_json(record.game.state), "search": report}
                )
            )
        elif options.format == "text":
            sys.stdout.write(heading)
            sys.stdout.writelines(f"{line}\n" for line in as_text(record.game.state, report, paint))
        if is_interrupted:
            return Status.INTERRUPTED
    return selection.status


def _searched(
    record: NamedGame, search_limits: Limits, *, as_json_lines: bool
) -> tuple[JsonReport | None, bool]:
    """The last report of a search, which may be None, and whether an interrupt ended the search."""
    report: JsonReport | None = None
    if is_ended(record.game.state):
        return None, False
    is_interrupted = False
    try:
        for report in followed(record.game, search_limits, Progress()):
            if as_json_lines:
                print(json.dumps({"record": record.json_name, **report}), flush=True)
    except KeyboardInterrupt:
        is_interrupted = True
        if report and not report["done"]:
            report = report | {"done": True}
            if as_json_lines:
                print(json.dumps({"record": record.json_name, **report}), flush=True)
    return report, is_interrupted


def as_json(state: State) -> Json:
    """The facts of a position as plain data."""
    known = facts(state)
    return {
        "fen": fen.write(state),
        "turn": str(known.turn),
        "status": known.status.value,
        "winner": None if known.winner is None else str(known.winner),
        "takers": [spell(action) for action in known.takers],
        "threats": [spell(action) for action in known.threats],
        "immobilized": list(known.immobilized),
        "control": {
            square: {
                "side": None if control.side is None else str(control.side),
                **_by_side(control.counts),
            }
            for square, control in known.control.items()
        },
        "actions": {kind.value: count for kind, count in known.kinds.items()},
        "material": _by_side(known.material),
    }


def _by_side(numbers: tuple[int, int]) -> Json:
    return {str(side): numbers[side] for side in Side}


def as_text(state: State, report: JsonReport | None, paint: Paint) -> Iterator[str]:
    """The facts of a position and the last report of a search, as lines of text."""
    room = columns(sys.stdout)
    for sentence in sentences(facts(state)):
        yield from wrapped(sentence, room, others="  ")
    if report is None:
        return
    yield ""
    for line in report["lines"]:
        score = f"{written(line['score']):>6}  "
        actions = wrapped(" ".join(line["pv"]), room - len(score))
        yield paint("heading", score) + f"\n{' ' * len(score)}".join(actions)
    if report["lines"]:
        yield f"{report['lines'][0]['words']}."
    yield paint(
        "code",
        (
            f"Depth {report['depth']}, {plural(report['nodes'], 'node')}, {report['nps']:,} per "
            "second."
        ),
    )
