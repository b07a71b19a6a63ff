"""Lists the legal actions in the positions of a file, in alphabetical order. The position of a
record is the one after its moves. A game that has ended has no legal actions.

examples:
  wazir ben39 actions game.ben39                       all records
  wazir ben39 actions game.ben39 --record opening --format json
  echo 'moves: X@e5 C+@g11' | wazir ben39 actions -
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace

from wazir.ben39.actions import spell
from wazir.ben39.rules import actions
from wazir.ben39.words import describe
from wazir.cli.ben39.records import add_records, records
from wazir.cli.command import add_format
from wazir.cli.console import paint_for


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    add_records(parser)
    add_format(parser, ("text", "json"), ": a list of objects with record, action, kind, words")


def run(options: Namespace) -> int:
    """Run the command and return its exit status."""
    selection = records(options)
    if options.format == "json":
        rows = [
            {
                "record": record.json_name,
                "action": spell(action),
                "kind": action.kind.value,
                "words": describe(record.game.state, action),
            }
            for record in selection.records
            for action in sorted(actions(record.game.state), key=spell)
        ]
        print(json.dumps(rows, indent=1))
        return selection.status
    for record, heading in selection.headings(paint_for(sys.stdout)):
        spelled = sorted(map(spell, actions(record.game.state)))
        sys.stdout.write(heading + "".join(f"{spelling}\n" for spelling in spelled))
    return selection.status
