"""Lists the moves of a piece in a position: where it ends, what it takes, what it puts down.

examples:
  wazir moves fmWfcF --square d4 --foes c5
  wazir moves pieces.betza --name Cannon --board 9x10 --square b3 --friends b5
  wazir moves fhmN --reader xboard                   as a program reads it
  wazir moves --json-lines < requests.jsonl > answers.jsonl
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from wazir.cli.arguments import Target, add_reader, add_target, board_of, documents, found, played
from wazir.cli.command import Status, UsageError
from wazir.cli.console import aligned, paint_for, plural, safe, say
from wazir.cli.json_lines import add_json_lines, answer_requests
from wazir.features import requests
from wazir.features.requests import read_square
from wazir.piece.board import PlayingBoard, square_name
from wazir.piece.model import Square
from wazir.piece.motion.results import Position, results


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    add_target(parser, nargs="?")
    add_reader(parser)
    side = "the side of the piece (default: white)"
    friends = "squares of pieces of its own side, such as a1,b2"
    parser.add_argument(
        "--square",
        metavar="SQUARE",
        help="the square of the piece (default: the middle of the board)",
    )
    parser.add_argument("--side", choices=("white", "black"), default="white", help=side)
    parser.add_argument("--friends", default="", metavar="SQUARES", help=friends)
    parser.add_argument(
        "--foes", default="", metavar="SQUARES", help="squares of pieces of the other side"
    )
    parser.add_argument(
        "--moved", default="", metavar="SQUARES", help="squares of pieces that have moved"
    )
    parser.add_argument("--not-virgin", action="store_true", help="the piece itself has moved")
    add_json_lines(parser)


def run(options: Namespace) -> int:
    """Run the command and return its exit status."""
    if options.json_lines:
        if options.target is not None:
            raise UsageError(
                "--json-lines reads pieces from standard input, not from the arguments."
            )
        answer_requests(requests.moves)
        return Status.CLEAN
    if options.target is None:
        raise UsageError("No piece given. Name a piece, as in `wazir moves fmWfcF`, or a file.")
    if options.reader:
        _print_table(options, played(options.target, options))
        return Status.CLEAN
    matches, status = found(documents(options.target, options), options.name, "piece")
    match = None
    if matches:
        pieces = [match for match in matches if match.definition.game is None] or matches
        match = pieces[0] if options.name else pieces[-1]
    if match and match.definition.game is not None:
        raise UsageError("This is a game. Use `wazir ben39 actions` for its legal actions.")
    if match and match.piece:
        _print_table(options, match)
    return status


def _print_table(options: Namespace, target: Target) -> None:
    board = board_of(options, target.definition)
    square = read_square(options.square, board) if options.square else board.middle
    position = Position(
        board=board,
        friends=_squares(options.friends, board) - {square},
        foes=_squares(options.foes, board) - {square},
        moved=_squares(options.moved, board),
        white=options.side == "white",
        virgin=not options.not_virgin,
    )
    moves_of_piece = results(target.moving, position, square)
    if moves_of_piece.endless:
        raise UsageError("The program hangs here: a ride goes round the board for ever.")
    rows = [
        (
            "(gone)" if result.to is None else square_name(result.to, board),
            " ".join(square_name(taken, board) for taken in result.takes),
            ", ".join(
                f"{square_name(origin, board)} on {square_name(to, board)}"
                for to, origin in result.puts
            ),
            safe(", ".join(result.becomes)),
            safe(", ".join(result.when)),
        )
        for result in moves_of_piece.all
    ]
    columns = zip(("to", "takes", "puts down", "becomes", "when"), *rows, strict=True)
    # Without empty columns.
    used = [column for column in columns if column[0] == "to" or any(column[1:])]
    print(*aligned([*zip(*used, strict=True)], paint_for(sys.stdout)), sep="\n")
    count = plural(len(moves_of_piece.all), "move")
    end = " or more: the search was cut off." if moves_of_piece.incomplete else "."
    say(
        f"{target.definition.name or 'The piece'} on {square_name(square, board)}, board {board}: "
        f"{count}{end}"
    )


def _squares(text: str, board: PlayingBoard) -> frozenset[Square]:
    return frozenset(read_square(name, board) for name in text.replace(",", " ").split())
