"""`wazir show`: pieces drawn as text, as a picture, or as a page."""

from __future__ import annotations

import sys
import textwrap
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

from wazir.cli.command import Command, Status, UsageError, add_reading
from wazir.cli.console import Paint, Progress, columns, complain, paint_for, plain, safe, whole
from wazir.cli.files import STDIN
from wazir.cli.target import Target, add_target, board_of, documents, square_of, targets
from wazir.features.gallery import gallery
from wazir.piece.describe import sentence
from wazir.piece.diagram import Diagram, drawing, of_board, of_reach
from wazir.piece.reach import reach
from wazir.piece.svg import Theme, of_diagram

WIDEST = 100
"""No sentence runs on beyond that column."""


def _arguments(parser: ArgumentParser) -> None:
    add_target(parser)
    add_reading(parser)
    parser.add_argument("--square", metavar="SQUARE", help="show the whole board, with the piece on this square")
    parser.add_argument(
        "--as", dest="form", choices=("text", "svg", "html"), default="text",
        help="as text, as one picture, or as a page with pictures of all pieces (default: text)",
    )  # fmt: skip
    parser.add_argument("--theme", choices=[t.value for t in Theme], default="auto", help="of pictures (default: auto)")
    parser.add_argument("--output-file", metavar="FILE", help="write to this file")


def _run(options: Namespace) -> int:
    if options.form == "html":
        return _write(options, _page(options))
    found = list(targets(options))
    if not found:
        raise UsageError(f"There is no piece `{options.name}`." if options.name else "There is no piece in this text.")
    if options.form == "svg":
        return _write(options, _picture(options, found))
    return _show(options, found)


def _show(options: Namespace, found: list[Target]) -> int:
    paint = plain if options.output_file else paint_for(sys.stdout)
    room = columns(sys.stdout, WIDEST)
    progress = Progress()
    parts = []
    for number, target in enumerate(found, 1):
        part = "\n".join(_drawn(target, _diagram(options, target), paint, room))
        progress.step(number, "pieces drawn")
        parts.append(part)
    progress.hide()
    return _write(options, "\n\n".join(parts) + "\n")


def _diagram(options: Namespace, target: Target) -> Diagram | None:
    """The piece by itself, or on the whole board where one was asked for; None if there is nothing to draw."""
    piece = target.definition.piece
    if piece is None:
        return None
    if options.board is None and options.square is None:
        return of_reach(reach(piece))
    board = board_of(options, target.definition)
    square = square_of(options.square, board) if options.square else None
    return of_board(reach(piece, horizon=board.longest), board, square)


def _drawn(target: Target, diagram: Diagram | None, paint: Paint, room: int) -> Iterator[str]:
    definition = target.definition
    yield paint("heading", safe(target.title)) + paint("code", f"  ({definition.dialect})")
    if definition.broken:
        yield paint("error", "It has an error, which `wazir check` tells; this is what could be read.")
    if diagram is None or definition.piece is None:
        return
    yield from textwrap.wrap(safe(sentence(definition.piece)), room)
    yield ""
    drawn = drawing(diagram)
    longest = max(map(len, drawn.rows))
    legend = (f"{sign} {safe(words)}" for sign, words in drawn.legend)
    for row, words in zip_longest(drawn.rows, legend, fillvalue=""):
        yield f"  {row:{longest}}    {words}".rstrip()
    if drawn.note:
        yield from textwrap.wrap(safe(drawn.note), room, initial_indent="  ", subsequent_indent="  ")


def _picture(options: Namespace, found: list[Target]) -> str:
    if len(found) > 1:
        raise UsageError(f"A picture shows one piece, and there are {len(found):,}. Choose one with --name.")
    (target,) = found
    diagram = _diagram(options, target)
    if diagram is None or target.definition.piece is None:
        raise UsageError("The piece has an error that leaves nothing to draw; `wazir check` says which.")
    name = target.definition.name or target.title
    return of_diagram(
        diagram,
        title=name,
        description=sentence(target.definition.piece),
        letter=target.definition.name or "",
        theme=Theme(options.theme),
    )


def _page(options: Namespace) -> str:
    if options.name is not None:
        raise UsageError("A page shows all pieces: leave out --name, or leave out --as html.")
    title = "Pieces" if options.target == STDIN else options.target
    return gallery(((name or title, document) for name, document in documents(options)), safe(title))


def _write(options: Namespace, text: str) -> int:
    if options.output_file is None:
        sys.stdout.write(text if text.endswith("\n") else text + "\n")
        return Status.CLEAN
    try:
        Path(options.output_file).write_text(whole(text), "utf-8")
    except OSError as error:
        complain(f"{options.output_file}: {error.strerror or error}")
        return Status.WRONG_USE
    return Status.CLEAN


COMMAND = Command(
    description="Draws pieces: what each can do from where it stands, with a sentence and a legend.",
    examples=(
        "wazir show fmWfcF                                  a piece as text",
        "wazir show pieces.betza --name Cannon --board 9x10 on a whole board",
        "wazir show '[F?R]' --as svg --output-file griffon.svg",
        "wazir show pieces.betza --as html --output-file pieces.html",
    ),
    arguments=_arguments,
    run=_run,
)
