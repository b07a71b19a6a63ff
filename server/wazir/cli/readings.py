"""`wazir readings`: what a text means in every dialect, and what every program plays for it."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace

from wazir.cli.command import Command, Status, board
from wazir.cli.console import columns, paint_for, safe
from wazir.cli.show import WIDEST, drawn
from wazir.cli.target import target_of
from wazir.features.readings import as_json, readings
from wazir.notations import REGISTRY
from wazir.piece.board import DEFAULT, parse_board
from wazir.piece.drawing.diagram import of_reach
from wazir.piece.motion.reach import reach


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("target", metavar="TEXT", help="a piece as text")
    parser.add_argument("--board", type=board, default=DEFAULT, metavar="SIZE", help="the board (default: 8x8)")
    parser.add_argument("--as", dest="form", choices=("text", "json"), default="text", help="(default: text)")


def _run(options: Namespace) -> int:
    notation = next(one for one in REGISTRY if one.readers)
    found = readings(notation, options.target, parse_board(options.board))
    if options.form == "json":
        json.dump({"source": options.target, "readings": [as_json(one) for one in found]}, sys.stdout, indent=1)
        sys.stdout.write("\n")
        return Status.CLEAN
    paint, room = paint_for(sys.stdout), columns(sys.stdout, WIDEST)
    parts = []
    for one in found:
        title = ", ".join(one.names)
        if one.piece is None:
            parts.append(f"{paint('heading', title)}\n{safe(one.why)}")
            continue
        parts.append("\n".join(drawn(target_of(one.piece, title), of_reach(reach(one.piece)), paint, room)))
    sys.stdout.write("\n\n".join(parts) + "\n")
    return Status.CLEAN


COMMAND = Command(
    description="Reads a piece in every dialect of Betza's notation, and as Fairy-Stockfish and XBoard read it.\n"
    "Readings that play alike on the board are shown together.",
    examples=(
        "wazir readings W03",
        "wazir readings fsK --as json",
        "wazir readings R12 --board 12x10",
    ),
    arguments=_arguments,
    run=_run,
)
