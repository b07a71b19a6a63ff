"""`wazir actions`, `wazir perft` and `wazir eval`: positions of Ben39."""

from __future__ import annotations

import json
import sys
import textwrap
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from wazir.ben39 import fen
from wazir.ben39.actions import spell
from wazir.ben39.evaluation import facts
from wazir.ben39.position import Side, State, is_ended
from wazir.ben39.rules import actions, divide, parts
from wazir.ben39.words import describe, sentences
from wazir.cli.command import Command, Status
from wazir.cli.console import Paint, Progress, columns, paint_for, plural, say
from wazir.cli.records import (
    WIDEST,
    Found,
    add_limits,
    add_record,
    add_records,
    followed,
    limits,
    records,
    whole_number,
)
from wazir.features.definitions import Json
from wazir.features.game.evaluation import JsonReport, written
from wazir.text import whole


def _actions_arguments(parser: ArgumentParser) -> None:
    add_records(parser)
    parser.add_argument("--json", action="store_true", help="print a list of objects: record, action, kind, words")


def _actions(options: Namespace) -> int:
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


ACTIONS = Command(
    description="Lists the legal actions in the positions of a file, in alphabetical order.\n"
    "The position of a record is the one after its moves. A game that has ended has no legal actions.",
    examples=(
        "wazir actions game.ben39                        all records",
        "wazir actions game.ben39 --record opening --json",
        "echo 'moves: X@e5 C+@g11' | wazir actions -     two actions after the start",
    ),
    arguments=_actions_arguments,
    run=_actions,
)


DEEPEST = 99


def _perft_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a .ben39 file, or - for standard input")
    add_record(parser)
    parser.add_argument(
        "depth", type=whole_number(0, DEEPEST), metavar="DEPTH", help="the length of the lines, in actions"
    )
    parser.add_argument("--divide", action="store_true", help="also print the count for each first action")
    parser.add_argument(
        "--bulk", action="store_true", help="count the last action of each line without making it, which is faster"
    )


def _perft(options: Namespace) -> int:
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
        for part in parts(state, options.depth, options.bulk):
            lines += part
            yield lines
        return
    for action, counts in sorted(divide(state, options.depth, options.bulk), key=lambda first: spell(first[0])):
        before = lines
        for part in counts:
            lines += part
            yield lines
        progress.hide()
        print(spell(action), lines - before)


PERFT = Command(
    description="Counts the lines of play of a given length, to compare implementations of the rules.\n"
    "The count is on the last line of the output. Lines that end early by the capture of a king are not counted.",
    examples=(
        "wazir perft opening.ben39 2                    103184",
        "wazir perft game.ben39 2 --record end --divide the count for each first action",
        "echo 'turn: black' | wazir perft - 1           standard input",
    ),
    arguments=_perft_arguments,
    run=_perft,
)


SECONDS = 3.0
"""The default time of a search."""
MOST_LINES = 500


def _eval_arguments(parser: ArgumentParser) -> None:
    add_records(parser)
    add_limits(parser, SECONDS)
    parser.add_argument(
        "--lines", type=whole_number(1, MOST_LINES), default=1, metavar="N", help="show the best N actions (default: 1)"
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print a JSON object for each record")
    form.add_argument("--json-lines", action="store_true", help="print each report of a search as a JSON object")


def _eval(options: Namespace) -> int:
    found = records(options)
    chosen = limits(options, SECONDS, options.lines)
    paint = paint_for(sys.stdout)
    for number, (record, heading) in enumerate(found.headings(paint)):
        state = record.game.state
        name: Json = {"record": record.name and whole(record.name)}
        report: JsonReport | None = None
        interrupted = False
        try:
            for report in () if is_ended(state) else followed(record.game, chosen, Progress()):
                if options.json_lines:
                    _write(name | report)
        except KeyboardInterrupt:
            interrupted = True
            if report and not report["done"]:
                report = report | {"done": True}
                if options.json_lines:
                    _write(name | report)
        if options.json:
            _write(name | as_json(state) | {"search": report})
        elif not options.json_lines:
            sys.stdout.write("\n" * (number > 0) + heading)
            sys.stdout.writelines(f"{line}\n" for line in as_text(state, report, paint))
        if interrupted:
            return Status.INTERRUPTED
    return found.status


def _write(data: Json) -> None:
    sys.stdout.write(json.dumps(data) + "\n")
    sys.stdout.flush()


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
            square: {"side": None if one.side is None else str(one.side), **_by_side(one.counts)}
            for square, one in known.control.items()
        },
        "actions": {kind.value: count for kind, count in known.kinds.items()},
        "material": _by_side(known.material),
    }


def _by_side(numbers: tuple[int, int]) -> Json:
    return {str(side): numbers[side] for side in Side}


def as_text(state: State, report: JsonReport | None, paint: Paint) -> Iterator[str]:
    """The facts of a position and the last report of a search, as lines of text."""
    room = columns(sys.stdout, WIDEST)
    for sentence in sentences(facts(state)):
        yield from textwrap.wrap(sentence, room, subsequent_indent="  ", break_on_hyphens=False)
    if report is None:
        return
    yield ""
    for line in report["lines"]:
        score = f"{written(line['score']):>6}  "
        actions = textwrap.wrap(" ".join(line["pv"]), room - len(score), break_on_hyphens=False)
        yield paint("heading", score) + f"\n{' ' * len(score)}".join(actions)
    if report["lines"]:
        yield f"{report['lines'][0]['words']}."
    yield paint("code", f"Depth {report['depth']}, {plural(report['nodes'], 'node')}, {report['nps']:,} per second.")


_FORMS = """
--json-lines prints each report of a search as soon as it arrives, one object per line:

  {"record": "puzzle", "depth": 4, "seconds": 0.41, "nodes": 12000, "nps": 29268, "done": false,
   "lines": [{"score": {"cp": -35}, "words": "Black is better by 0.35", "pv": ["Rj4xj8", "P@d8"]}]}

The best line comes first; lines is empty until one is known. A score is from the side to move: cp in hundredths of a
pawn, or mate, the number of own actions up to and including the capture of the king, negative for the losing side;
words name the better side. nps is nodes per second. done is true only in the last report of a record, also if SIGINT
ends the search. record is null for a record without a name. A game that has ended has no reports.

--json prints an object for each record when its search is done, with the last report as search, or null:

  {"record": "puzzle", "fen": "...", "turn": "white", "status": "check", "winner": null, "takers": ["Rj8xj4"],
   "threats": [], "immobilized": ["d4"], "control": {"l2": {"side": "white", "white": 3, "black": 2}},
   "actions": {"move": 16, "drop": 0}, "material": {"white": 2200, "black": 2100}, "search": {"depth": 4}}

status is none, check, mate, stalemate or ended. takers are the actions that would capture the king if it were the
opponent's turn, threats those that capture it now. actions has a count for each kind."""


EVAL = Command(
    description="Shows the facts of the positions in a file, and searches for the best action.\n"
    "Scores are in pawns, from the side to move; #3 is a forced win in three own actions, #-3 a loss.\n"
    "Ctrl-C ends the search with the best line so far and exit status 130.\n" + _FORMS,
    examples=(
        "wazir eval game.ben39                              search each record for three seconds",
        "wazir eval game.ben39 --record opening --time 20 --lines 3",
        "wazir eval --fen '1skg/... d14,l2 w - ...' --nodes 20000 --json-lines",
        "echo 'moves: X@e5 C+@g11' | wazir eval -           standard input",
    ),
    arguments=_eval_arguments,
    run=_eval,
)
