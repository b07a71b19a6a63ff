"""`wazir moves`: the moves of a piece in a position; and `wazir ask`: questions of scripts."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence

from wazir.cli.command import Command, Status, UsageError
from wazir.cli.console import Paint, aligned, paint_for, safe, say
from wazir.cli.reading import add_reading
from wazir.cli.target import add_reader, add_target, board_of, documents, nothing, played, square_of, targets
from wazir.features.definitions import Json
from wazir.features.questions import ask
from wazir.features.requests import Request, answer_line, moves
from wazir.notations.results import Definition
from wazir.piece.board import PlayingBoard, square_name
from wazir.piece.model import Piece, Result, Results, Square
from wazir.piece.motion.results import Position, results


def _ask_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--json-lines",
        action="store_true",
        help="read requests from standard input, one JSON object per line, and answer each on one line",
    )


def _ask(options: Namespace) -> int:
    if not options.json_lines:
        raise UsageError("Use --json-lines: questions are read from standard input.")
    answer_requests(ask)
    return Status.CLEAN


ASK = Command(
    description="Answers questions about pieces, for scripts. The field `ask` of a request names the question.",
    examples=("wazir ask --json-lines < requests.jsonl > answers.jsonl",),
    arguments=_ask_arguments,
    run=_ask,
)


def answer_requests(ask: Callable[[Request], Json]) -> None:
    """Answer requests in order, each as soon as it is read."""
    for line in iter(sys.stdin.buffer.readline, b""):
        if line.strip():
            sys.stdout.write(answer_line(line.decode("utf-8", "replace"), ask) + "\n")
            sys.stdout.flush()


def _moves_arguments(parser: ArgumentParser) -> None:
    add_target(parser, nargs="?")
    add_reading(parser)
    add_reader(parser)
    parser.add_argument("--square", metavar="SQUARE", help="the square of the piece (default: the middle of the board)")
    parser.add_argument(
        "--side", choices=("white", "black"), default="white", help="the side of the piece (default: white)"
    )
    parser.add_argument(
        "--friends", default="", metavar="SQUARES", help="squares of pieces of its own side, such as a1,b2"
    )
    parser.add_argument("--foes", default="", metavar="SQUARES", help="squares of pieces of the other side")
    parser.add_argument("--moved", default="", metavar="SQUARES", help="squares of pieces that have moved")
    parser.add_argument("--not-virgin", action="store_true", help="the piece itself has moved")
    parser.add_argument(
        "--json-lines",
        action="store_true",
        help="read requests from standard input, one JSON object per line, and answer each on one line: with results, "
        "or with an error and the diagnostics of the text",
    )


def _moves(options: Namespace) -> int:
    if options.json_lines:
        if options.target is not None:
            raise UsageError("--json-lines reads pieces from standard input, not from the arguments.")
        answer_requests(moves)
        return Status.CLEAN
    if options.target is None:
        raise UsageError("No piece given. Name a piece, as in `wazir moves fmWfcF`, or a file.")
    return _table(options)


def _chosen(options: Namespace) -> Definition:
    if options.reader:
        return played(options).definition
    opened = list(documents(options))
    pieces = list(targets(opened, options.name))
    if not pieces:
        raise UsageError(nothing(opened, "piece", options.name))
    definition = pieces[0 if options.name else -1].definition
    if definition.game is not None:
        raise UsageError("This is a game. Use `wazir actions` for its legal actions.")
    if definition.broken or definition.piece is None:
        raise UsageError(definition.reason or "The piece has an error; `wazir check` shows it.")
    return definition


def _table(options: Namespace) -> int:
    definition = _chosen(options)
    board = board_of(options, definition)
    square = square_of(options.square, board) if options.square else board.middle
    position = Position(
        board=board,
        friends=_squares(options.friends, board) - {square},
        foes=_squares(options.foes, board) - {square},
        moved=_squares(options.moved, board),
        white=options.side == "white",
        virgin=not options.not_virgin,
    )
    found = results(definition.piece or Piece(()), position, square)
    if found.endless:
        raise UsageError("The program hangs here: a ride goes round the board for ever.")
    paint = paint_for(sys.stdout)
    sys.stdout.writelines(f"{line}\n" for line in table(found, board, paint))
    say(_summary(found, definition.name, square, board))
    return Status.CLEAN


def _squares(text: str, board: PlayingBoard) -> frozenset[Square]:
    return frozenset(square_of(name, board) for name in text.replace(",", " ").split())


def _summary(found: Results, name: str | None, square: Square, board: PlayingBoard) -> str:
    count, on = len(found.found), square_name(square, board)
    what = f"{name or 'The piece'} on {on}, board {board}: {count:,} move{'' if count == 1 else 's'}"
    return what + (" or more: the search was cut off." if found.incomplete else ".")


def table(found: Results, board: PlayingBoard, paint: Paint) -> Iterator[str]:
    """The lines of a table with a row for each result, without empty columns."""
    rows = [_row(result, board) for result in found.found]
    heads = ("to", "takes", "puts down", "becomes", "when")
    used = [number for number, head in enumerate(heads) if head == "to" or any(row[number] for row in rows)]
    lines = [[heads[n] for n in used], *([row[n] for n in used] for row in rows)]
    yield from aligned(lines, paint)


def _row(result: Result, board: PlayingBoard) -> Sequence[str]:
    return (
        "(gone)" if result.to is None else square_name(result.to, board),
        " ".join(square_name(square, board) for square in result.takes),
        ", ".join(f"{square_name(origin, board)} on {square_name(to, board)}" for to, origin in result.puts),
        safe(", ".join(result.becomes)),
        safe(", ".join(result.when)),
    )


MOVES = Command(
    description="Lists the moves of a piece in a position: where it ends, what it takes, what it puts down.",
    examples=(
        "wazir moves fmWfcF --square d4 --foes c5",
        "wazir moves pieces.betza --name Cannon --board 9x10 --square b3 --friends b5",
        "wazir moves fhmN --reader xboard                   as a program reads it",
        "wazir moves --json-lines < requests.jsonl > answers.jsonl",
    ),
    arguments=_moves_arguments,
    run=_moves,
)
