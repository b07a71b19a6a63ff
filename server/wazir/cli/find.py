"""`wazir find`: texts for squares; and `wazir name`: names of a piece."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from wazir.cli.command import Command, Status, UsageError
from wazir.cli.console import aligned, complain, paint_for, safe, say
from wazir.cli.reading import add_reading, board
from wazir.cli.target import add_target, documents, nothing, targets, with_errors
from wazir.features.definitions import Json
from wazir.features.known import Naming, Relation, compounds, namings
from wazir.features.questions import KINDS, Found, find, found_as_json, names_as_json, read_wanted
from wazir.features.requests import RequestError
from wazir.piece.board import DEFAULT, parse_board, square_name
from wazir.piece.model import Piece


def _find_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "squares",
        metavar="SQUARES",
        help="the squares that the piece reaches, with commas between; `:quiet` or `:capture` after one where it does "
        "only that",
    )
    parser.add_argument("--square", metavar="SQUARE", help="where it stands (default: the middle of the board)")
    parser.add_argument("--board", type=board, default=DEFAULT, metavar="SIZE", help="a rectangle (default: 8x8)")
    parser.add_argument(
        "--on", metavar="SQUARES", help="where rides go on beyond the drawing; without it rides may go on or not"
    )
    parser.add_argument(
        "--as", dest="form", choices=("table", "json"), default="table", help="as a table, or as JSON (default: table)"
    )


def _find(options: Namespace) -> int:
    try:
        wanted = read_wanted(_request(options))
    except RequestError as wrong:
        raise UsageError(str(wrong)) from None
    found = list(find(wanted))
    if options.form == "json":
        print(json.dumps({"found": [found_as_json(one) for one in found]}))
    elif found:
        rows = [row for one in found for row in _rows(one)]
        for line in aligned([("notation", "text", "name"), *rows], paint_for(sys.stdout)):
            print(line)
    else:
        complain("There is no text that reaches just these squares.")
    return Status.CLEAN if found else Status.PROBLEMS


def _request(options: Namespace) -> Json:
    ticked = {}
    for word in options.squares.replace(",", " ").split():
        name, _, kind = word.partition(":")
        if kind not in ("", *KINDS):
            raise UsageError(f"A square is reached by {', '.join(KINDS)}, not by `{kind}`.")
        ticked[name] = kind or "both"
    if not ticked:
        raise UsageError("Name the squares that the piece reaches, such as `d6,e6`.")
    request: Json = {"squares": ticked, "board": options.board}
    on = parse_board(options.board)
    request["square"] = options.square or square_name(on.middle, on)
    return request if options.on is None else request | {"on": options.on.replace(",", " ").split()}


def _rows(found: Found) -> Iterator[tuple[str, str, str]]:
    """The lines of a text, the first with its notation and the best-known name."""
    title = found.notation.title if found.dialect is None else f"{found.notation.title}, {found.dialect}"
    same = [row["name"] for row in names_as_json(found.piece) if row["relation"] == "same"]
    name = str(same[0]) if same else ""
    for number, line in enumerate(found.source.splitlines()):
        yield ("", safe(line), "") if number else (title, safe(line), name)


FIND = Command(
    description="Finds the shortest texts in all notations that reach just some squares around a piece.",
    examples=(
        "wazir find d6,e6,c6:capture",
        "wazir find c5,e5,c3,e3,b6,f6,b2,f2",
        "wazir find d5,d6,d7,d8 --square d4 --on d8",
    ),
    arguments=_find_arguments,
    run=_find,
)


def _name_arguments(parser: ArgumentParser) -> None:
    add_target(parser)
    add_reading(parser)


def _name(options: Namespace) -> int:
    opened = list(documents(options))
    found = [one for one in targets(opened, options.name) if one.definition.piece]
    if not found:
        raise UsageError(nothing(opened, "piece", options.name))
    named, readable = 0, [one for one in found if not one.definition.broken]
    for target in readable:
        piece = target.definition.piece
        lines = list(_lines(piece)) if piece else []
        named += bool(lines)
        if len(found) > 1:
            say(f"{safe(target.title)}:")
        for line in lines:
            print(line)
    if len(readable) < len(found):
        complain(with_errors(len(found) - len(readable)))
    if readable and not named:
        say("No well-known piece moves like this." if len(found) == 1 else "None of these is a well-known piece.")
    return Status.CLEAN if named else Status.PROBLEMS


def _lines(piece: Piece) -> Iterator[str]:
    """A line for each known piece that the piece is, or is related to."""
    found = namings(piece)
    yield from map(in_words, found)
    if not any(naming.relation is Relation.SAME for naming in found):
        yield from (f"{' + '.join(known.name for known in parts)} (compound)" for parts in compounds(piece))


def in_words(naming: Naming) -> str:
    """`Silver General, Khon (shogi), turned round`."""
    relation = "" if naming.relation is Relation.SAME else f", {naming.relation.value}"
    return f"{', '.join(naming.known.names)} ({naming.known.known_from}){relation}"


NAME = Command(
    description="Tells the names of a piece among well-known ones, and those that it is related to. "
    "Exit status 1: it has none.",
    examples=("wazir name BN", "wazir name '(knight :rider)'", "wazir name pieces.betza --name Cannon"),
    arguments=_name_arguments,
    run=_name,
)
