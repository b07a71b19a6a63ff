"""Reads a piece in every dialect of Betza's notation, and as Fairy-Stockfish and XBoard read it.
Readings that play alike on the board are shown together.

examples:
  wazir readings W03
  wazir readings fsK --format json
  wazir readings R12 --board 12x10
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace

from wazir.cli.arguments import board, target_of
from wazir.cli.command import Status, add_format
from wazir.cli.console import columns, paint_for, safe
from wazir.cli.show import drawn
from wazir.features.views.readings import as_json, readings
from wazir.notations import REGISTRY
from wazir.piece.board import DEFAULT, parse_board
from wazir.piece.drawing.diagram import of_reach
from wazir.piece.motion.reach import reach


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    parser.add_argument("target", metavar="TEXT", help="a piece as text")
    parser.add_argument(
        "--board", type=board, default=DEFAULT, metavar="SIZE", help="the board (default: 8x8)"
    )
    add_format(parser, ("text", "json"))


def run(options: Namespace) -> int:
    """Run the command and return its exit status."""
    notation = next(notation for notation in REGISTRY if notation.readers)
    all_readings = readings(notation, options.target, parse_board(options.board))
    if options.format == "json":
        print(
            json.dumps(
                {"source": options.target, "readings": list(map(as_json, all_readings))},
                indent=1,
            )
        )
        return Status.CLEAN
    paint, parts = paint_for(sys.stdout), list[str]()
    for reading in all_readings:
        title = ", ".join(reading.names)
        lines = [paint("heading", title), safe(reading.why)]
        if reading.piece is not None:
            diagram = of_reach(reach(reading.piece))
            lines = [
                *drawn(target_of(reading.piece, title), diagram, paint, room=columns(sys.stdout))
            ]
        parts.append("\n".join(lines))
    print("\n\n".join(parts))
    return Status.CLEAN
