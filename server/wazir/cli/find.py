"""Finds the shortest texts in all notations for a piece that reaches exactly some squares.

examples:
  wazir find d6,e6,c6:capture
  wazir find c5,e5,c3,e3,b6,f6,b2,f2
  wazir find d5,d6,d7,d8 --square d4 --on d8
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace

from wazir.cli.arguments import board
from wazir.cli.command import Status, UsageError, add_format
from wazir.cli.console import aligned, complain, paint_for, safe
from wazir.features.definitions import Json
from wazir.features.questions import KINDS, find, found_as_json, names_as_json, read_wanted
from wazir.piece.board import DEFAULT, parse_board, square_name


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    squares = (
        "the squares that the piece reaches, separated by commas or blanks; `:quiet` or "
        "`:capture` after a square restricts it to moves without capture, or to captures"
    )
    square = "the square of the piece (default: the middle of the board)"
    on = "squares beyond which a ride continues (default: rides may continue or not)"
    parser.add_argument("squares", nargs="+", metavar="SQUARES", help=squares)
    parser.add_argument("--square", metavar="SQUARE", help=square)
    parser.add_argument(
        "--board",
        type=board,
        default=DEFAULT,
        metavar="SIZE",
        help="a rectangle (default: 8x8)",
    )
    parser.add_argument("--on", metavar="SQUARES", help=on)
    add_format(parser, ("table", "json"))


def run(options: Namespace) -> int:
    """Run the command and return its exit status."""
    matches = list(find(read_wanted(_request(options))))
    if options.format == "json":
        print(json.dumps({"found": [found_as_json(match) for match in matches]}))
    elif matches:
        rows = [("notation", "text", "name")]
        for match in matches:
            title = match.notation.title_in(match.dialect)
            names = [
                str(row["name"]) for row in names_as_json(match.piece) if row["relation"] == "same"
            ]
            first, *others = map(safe, match.source.splitlines())
            rows += [
                (title, first, names[0] if names else ""),
                *(("", line, "") for line in others),
            ]
        print(*aligned(rows, paint_for(sys.stdout)), sep="\n")
    else:
        complain("No text reaches exactly these squares.")
    return Status.CLEAN if matches else Status.PROBLEMS


def _request(options: Namespace) -> Json:
    """The arguments as a request of `wazir ask`."""
    kinds = {}
    for word in " ".join(options.squares).replace(",", " ").split():
        name, _, kind = word.partition(":")
        if kind not in ("", *KINDS):
            raise UsageError(f"Unknown kind `{kind}`. The kinds are {', '.join(KINDS)}.")
        kinds[name] = kind or "both"
    if not kinds:
        raise UsageError("Name the squares that the piece reaches, such as `d6,e6`.")
    playing_board = parse_board(options.board)
    square = options.square or square_name(playing_board.middle, playing_board)
    request: Json = {"squares": kinds, "board": options.board, "square": square}
    return request if options.on is None else request | {"on": options.on.replace(",", " ").split()}
