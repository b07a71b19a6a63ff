"""Counts the lines of play of a given length, to compare implementations of the rules. The count is
on the last line of the output. Lines that end early by the capture of a king are not counted.

examples:
  wazir ben39 perft opening.ben39 2         103184
  wazir ben39 perft game.ben39 2 --record end --divide
  echo 'turn: black' | wazir ben39 perft - 1
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator

from wazir.ben39.actions import Action, spell
from wazir.ben39.position import State
from wazir.ben39.rules import divide, parts
from wazir.cli.ben39.records import DEEPEST, add_file, records
from wazir.cli.command import Status, add_number
from wazir.cli.console import Progress, paint_for, plural, say


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    add_file(parser)
    add_number(
        parser, name="depth", least=0, most=DEEPEST, about="the length of the lines, in actions"
    )
    parser.add_argument(
        "--divide", action="store_true", help="also print the count for each first action"
    )
    bulk = "count the last action of each line without making it, which is faster"
    parser.add_argument("--bulk", action="store_true", help=bulk)


def run(options: Namespace) -> int:
    """Run the command and return its exit status."""
    selection = records(options)
    for record, heading in selection.headings(paint_for(sys.stdout)):
        sys.stdout.write(heading)
        lines, progress = 0, Progress()
        try:
            for lines in _running_counts(record.game.state, options, progress):
                progress.step(lines, "lines counted")
        except KeyboardInterrupt:
            progress.hide()
            say(f"Interrupted after {plural(lines, 'line')}.")
            return Status.INTERRUPTED
        progress.hide()
        print(lines)
    return selection.status


def _running_counts(state: State, options: Namespace, progress: Progress) -> Iterator[int]:
    """The number of lines so far. With `--divide` the count of each first action is printed."""
    lines, depth, bulk = 0, options.depth, options.bulk
    firsts: Iterable[tuple[Action | None, Iterator[int]]] = [(None, parts(state, depth, bulk))]
    if options.divide and depth:
        divided = sorted(divide(state, depth, bulk), key=lambda first: spell(first[0]))
        firsts = divided
    for action, counts in firsts:
        before = lines
        for part in counts:
            lines += part
            yield lines
        if action:
            progress.hide()
            print(spell(action), lines - before)
