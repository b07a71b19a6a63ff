"""`wazir actions`: all legal actions of a position."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace

from wazir.ben39.actions import spell
from wazir.ben39.rules import actions
from wazir.ben39.words import describe
from wazir.cli.command import Command
from wazir.cli.console import paint_for
from wazir.cli.records import Found, add_records, records
from wazir.features.definitions import Json
from wazir.text import whole


def _arguments(parser: ArgumentParser) -> None:
    add_records(parser)
    parser.add_argument("--json", action="store_true", help="print a list of objects: record, action, kind, words")


def _run(options: Namespace) -> int:
    found = records(options)
    if options.json:
        json.dump(_listed(found), sys.stdout, indent=1)
        sys.stdout.write("\n")
        return found.status
    for number, (record, heading) in enumerate(found.headings(paint_for(sys.stdout))):
        spelled = sorted(map(spell, actions(record.game.state)))
        sys.stdout.write("\n" * (number > 0) + heading + "".join(f"{one}\n" for one in spelled))
    return found.status


def _listed(found: Found) -> list[Json]:
    return [
        {
            "record": record.name and whole(record.name),
            "action": spell(action),
            "kind": action.kind.value,
            "words": describe(record.game.state, action),
        }
        for record in found.records
        for action in sorted(actions(record.game.state), key=spell)
    ]


COMMAND = Command(
    description="Lists the legal actions in the positions of a file, in alphabetical order.\n"
    "The position of a record is the one after its moves. A game that has ended has no legal actions.",
    examples=(
        "wazir actions game.ben39                        all records",
        "wazir actions game.ben39 --record opening --json",
        "echo 'moves: X@e5 C+@g11' | wazir actions -     two actions after the start",
    ),
    arguments=_arguments,
    run=_run,
)
