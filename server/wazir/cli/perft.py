"""`wazir perft`: counts lines of play."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from wazir.ben39.actions import spell
from wazir.ben39.position import State
from wazir.ben39.rules import divide, parts
from wazir.cli.command import Command, Status
from wazir.cli.console import Progress, paint_for, plural, say
from wazir.cli.records import add_record, records, whole_number

DEEPEST = 99


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a .ben39 file, or - for standard input")
    add_record(parser)
    parser.add_argument(
        "depth", type=whole_number(0, DEEPEST), metavar="DEPTH", help="the length of the lines, in actions"
    )
    parser.add_argument("--divide", action="store_true", help="also print the count for each first action")


def _run(options: Namespace) -> int:
    found = records(options)
    for number, (record, heading) in enumerate(found.headings(paint_for(sys.stdout))):
        sys.stdout.write("\n" * (number > 0) + heading)
        progress = Progress()
        lines = 0
        try:
            for lines in _counting(record.game.state, options, progress):
                progress.step(lines, "lines counted")
        except KeyboardInterrupt:
            progress.hide()
            say(f"Interrupted after {plural(lines, 'line')}.")
            return Status.INTERRUPTED
        progress.hide()
        print(lines)
    return found.status


def _counting(state: State, options: Namespace, progress: Progress) -> Iterator[int]:
    """The running count of lines."""
    lines = 0
    if not (options.divide and options.depth):
        for part in parts(state, options.depth):
            lines += part
            yield lines
        return
    for action, counts in sorted(divide(state, options.depth), key=lambda first: spell(first[0])):
        before = lines
        for part in counts:
            lines += part
            yield lines
        progress.hide()
        print(spell(action), lines - before)


COMMAND = Command(
    description="Counts the lines of play of a given length, to compare implementations of the rules.\n"
    "The count is on the last line of the output. Lines that end early by the capture of a king are not counted.",
    examples=(
        "wazir perft opening.ben39 2                    103184",
        "wazir perft game.ben39 2 --record end --divide the count for each first action",
        "echo 'turn: black' | wazir perft - 1           standard input",
    ),
    arguments=_arguments,
    run=_run,
)
