"""`wazir eval`: what there is to know of a position, and what is best to do."""

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
from wazir.ben39.words import sentences
from wazir.cli.command import Command, Status
from wazir.cli.console import Paint, Progress, columns, paint_for
from wazir.cli.output import plural
from wazir.cli.records import add_records, records, whole_number
from wazir.cli.searching import WIDEST, add_limits, followed, limits
from wazir.features.evaluation import Said, written
from wazir.features.findings import Json
from wazir.text import whole

SECONDS = 3.0
"""So long is a record searched where nothing else is said."""
MOST_LINES = 500


def _arguments(parser: ArgumentParser) -> None:
    add_records(parser)
    add_limits(parser, SECONDS)
    parser.add_argument(
        "--lines", type=whole_number(1, MOST_LINES), default=1, metavar="N", help="tell the best N actions (default: 1)"
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="a JSON object on a line for each record")
    form.add_argument("--json-lines", action="store_true", help="one for each report of a search, as it comes")


def _run(options: Namespace) -> int:
    found = records(options)
    chosen = limits(options, SECONDS, options.lines)
    paint = paint_for(sys.stdout)
    for number, (record, heading) in enumerate(found.headings(paint)):
        state = record.game.state
        name: Json = {"record": record.name and whole(record.name)}
        said: Said | None = None
        interrupted = False
        try:
            for said in () if is_ended(state) else followed(state, chosen, Progress()):
                if options.json_lines:
                    _write(name | said)
        except KeyboardInterrupt:
            interrupted = True
            if said and not said["done"]:
                said = said | {"done": True}
                if options.json_lines:
                    _write(name | said)
        if options.json:
            _write(name | as_json(state) | {"search": said})
        elif not options.json_lines:
            sys.stdout.write("\n" * (number > 0) + heading)
            sys.stdout.writelines(f"{line}\n" for line in as_text(state, said, paint))
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


def as_text(state: State, said: Said | None, paint: Paint) -> Iterator[str]:
    """The facts of a position, and the last report of a search, in lines for a person."""
    room = columns(sys.stdout, WIDEST)
    for sentence in sentences(facts(state)):
        yield from textwrap.wrap(sentence, room, subsequent_indent="  ", break_on_hyphens=False)
    if said is None:
        return
    yield ""
    for line in said["lines"]:
        score = f"{written(line['score']):>6}  "
        actions = textwrap.wrap(" ".join(line["pv"]), room - len(score), break_on_hyphens=False)
        yield paint("heading", score) + f"\n{' ' * len(score)}".join(actions)
    yield paint("code", f"Depth {said['depth']}, {plural(said['nodes'], 'node')}, {said['nps']:,} a second.")


_FORMS = """
--json-lines writes each report of a search as soon as there is one, an object on a line:

  {"record": "puzzle", "depth": 4, "seconds": 0.41, "nodes": 12000, "nps": 29268, "done": false,
   "lines": [{"score": {"cp": -35}, "pv": ["Rj4xj8", "P@d8"]}, {"score": {"mate": 2}, "pv": ["Zg3>"]}]}

The best line comes first; there are none until one is known. A score is that of the side to move: cp in hundredths
of a pawn, or mate, own actions up to and including the capture of the king, negative for who loses it. nps is nodes a
second. done is true in the last report of a record and only there, also where SIGINT ends the search. record is null
where it has no name. A game that has ended has no report.

--json writes an object for each record when it is done, with the last report as search, or null:

  {"record": "puzzle", "fen": "...", "turn": "white", "status": "check", "winner": null, "takers": ["Rj8xj4"],
   "threats": [], "immobilized": ["d4"], "control": {"l2": {"side": "white", "white": 3, "black": 2}},
   "actions": {"move": 16, "drop": 0}, "material": {"white": 2200, "black": 2100}, "search": {"depth": 4}}

status is none, check, mate, stalemate or ended. takers are actions by which the opponent could take the king if it
were its turn, threats those by which the side to move can now. actions has a number for each kind."""


COMMAND = Command(
    description="Tells what there is to know of the positions in a file, and looks ahead for the best action.\n"
    "Scores are in pawns, from the side to move; #3 is a win by force with the third own action from now, #-3 a loss.\n"
    "Ctrl-C ends the search with the best line so far, and status 130.\n" + _FORMS,
    examples=(
        "wazir eval game.ben39                              three seconds for each record",
        "wazir eval game.ben39 --record opening --time 20 --lines 3",
        "wazir eval --fen '1skg/... d14,l2 w - ...' --nodes 20000 --json-lines",
        "echo 'moves: X@e5 C+@g11' | wazir eval -           a text",
    ),
    arguments=_arguments,
    run=_run,
)
