"""Lists the legal actions in the positions of a file, in alphabetical order. The position of a record is the
one after its moves. A game that has ended has no legal actions.

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
from wazir.cli.ben39.records import NamedGame, add_records, records
from wazir.cli.command import add_format
from wazir.cli.console import paint_for
from wazir.features.definitions import Json


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    add_records(parser)
    add_format(parser, ("text", "json"), ": a list of objects with record, action, kind, words")


def run(options: Namespace) -> int:
    """Run the command and return its exit status."""
    selection = records(options)
    if options.format == "json":
        print(json.dumps([action for record in selection.records for action in _actions_as_json(record)], indent=1))
        return selection.status
    for record, heading in selection.headings(paint_for(sys.stdout)):
        spelled = sorted(map(spell, actions(record.game.state)))
        sys.stdout.write(heading + "".join(f"{spelling}\n" for spelling in spelled))
    return selection.status


def _actions_as_json(record: NamedGame) -> list[Json]:
    state = record.game.state
    return [
        {
            "record": record.json_name,
            "action": spell(action),
            "kind": action.kind.value,
            "words": describe(state, action),
        }
        for action in sorted(actions(state), key=spell)
    ]
