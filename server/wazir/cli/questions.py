"""Questions about pieces: those of scripts, which texts reach some squares, and what a piece is called."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable

from wazir.cli.arguments import add_target, board, pieces
from wazir.cli.command import Command, Status, UsageError, add_format
from wazir.cli.console import aligned, complain, fitted, paint_for, safe, say
from wazir.features.definitions import Json
from wazir.features.known import Relation, compounds, namings
from wazir.features.questions import KINDS, ask, find, found_as_json, names_as_json, read_wanted
from wazir.features.requests import Request, answer_line
from wazir.piece.board import DEFAULT, parse_board, square_name


def add_json_lines(parser: ArgumentParser) -> None:
    """Add the argument for requests of scripts."""
    parser.add_argument(
        "--json-lines",
        action="store_true",
        help="read requests from standard input, one JSON object per line, and answer each on one line",
    )


def answer_requests(answer: Callable[[Request], Json]) -> None:
    """Answer requests in order, each as soon as it is read."""
    for line in iter(sys.stdin.buffer.readline, b""):
        if line.strip():
            print(answer_line(line.decode("utf-8", "replace"), answer), flush=True)


class Ask(Command):
    """Answers questions about pieces, for scripts. The field `ask` of a request names the question.

    examples:
      wazir ask --json-lines < requests.jsonl > answers.jsonl
    """

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the argument for requests of scripts."""
        add_json_lines(parser)

    def run(self, options: Namespace) -> int:
        """Run the command and return its exit status."""
        if not options.json_lines:
            raise UsageError("Use --json-lines: questions are read from standard input.")
        answer_requests(ask)
        return Status.CLEAN


class Find(Command):
    """Finds the shortest texts in all notations for a piece that reaches exactly some squares.

    examples:
      wazir find d6,e6,c6:capture
      wazir find c5,e5,c3,e3,b6,f6,b2,f2
      wazir find d5,d6,d7,d8 --square d4 --on d8
    """

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments of the command to its parser."""
        squares = (
            "the squares that the piece reaches, separated by commas or blanks; `:quiet` or `:capture` after a square "
            "restricts it to moves without capture, or to captures"
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

    def run(self, options: Namespace) -> int:
        """Run the command and return its exit status."""
        matches = list(find(read_wanted(_request(options))))
        if options.format == "json":
            print(json.dumps({"found": [found_as_json(match) for match in matches]}))
        elif matches:
            rows = [("notation", "text", "name")]
            for match in matches:
                title = (
                    match.notation.title
                    if match.dialect is None
                    else f"{match.notation.title}, {match.dialect}"
                )
                names = [
                    str(row["name"])
                    for row in names_as_json(match.piece)
                    if row["relation"] == "same"
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
    """The arguments of *Find* as a request of `wazir ask`."""
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


class Name(Command):
    """Tells the names of a piece among well-known ones, and those that it is related to. Exit status 1: it has
    none.

    examples:
      wazir name BN
      wazir name '(knight :rider)'
      wazir name pieces.betza --name Cannon
    """

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments of the command to its parser."""
        add_target(parser)

    def run(self, options: Namespace) -> int:
        """Run the command and return its exit status."""
        valid, status = pieces(options)
        is_several, is_named = len(valid) > 1, False
        for target, piece in valid:
            if is_several:
                say(f"{target.title}:")
            lines, known = list[str](), namings(piece)
            for naming in known:  # `Silver General, Khon (shogi), turned round`
                relation = "" if naming.relation is Relation.SAME else f", {naming.relation.value}"
                lines.append(
                    f"{', '.join(naming.known.names)} ({naming.known.known_from}){relation}"
                )
            if not any(naming.relation is Relation.SAME for naming in known):
                lines += (
                    f"{' + '.join(part.name for part in parts)} (compound)"
                    for parts in compounds(piece)
                )
            for line in lines:
                is_named = True
                print("\n".join(fitted(line, sys.stdout)))
        if valid and not is_named:
            say(
                "None of these is a well-known piece."
                if is_several
                else "No well-known piece moves like this."
            )
        return status if is_named else Status.PROBLEMS
