"""The pieces that `show` and `moves` are about."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from wazir.cli.command import UsageError, context, notation
from wazir.cli.files import STDIN, find, read
from wazir.document import Document, Placed
from wazir.features import definitions
from wazir.notations import for_file
from wazir.notations.base import Definition, TokenType
from wazir.piece.board import DEFAULT, PlayingBoard, parse_board, parse_square
from wazir.piece.model import Square
from wazir.text import Span

_LONGEST_TITLE = 200


@dataclass(frozen=True, slots=True)
class Target:
    """A definition that was asked for."""

    definition: Definition
    title: str
    """How it is written, on one line."""


def add_target(parser: ArgumentParser, *, optional: bool = False) -> None:
    """The arguments that name pieces."""
    parser.add_argument(
        "target",
        nargs="?" if optional else None,
        metavar="TEXT|FILE",
        help="a piece as text, a file (known by its ending), a folder, or - for standard input",
    )
    parser.add_argument("--name", metavar="PIECE", help="which piece of a file")


def documents(options: Namespace) -> Iterator[tuple[str, Document]]:
    """The documents that the target names, with their names, or the target itself as a document."""
    target: str = options.target
    if target != STDIN and for_file(target) is None and not (target and Path(target).is_dir()):
        chosen = notation(options)
        yield "", Document.open(chosen, target, context(options, chosen))
        return
    for origin in find([target], options.notation):
        try:
            yield origin.name, Document.open(origin.notation, read(origin).text, context(options, origin.notation))
        except OSError as error:
            raise UsageError(f"{origin.name}: {error.strerror or error}") from None


def targets(opened: Iterable[tuple[str, Document]], name: str | None) -> Iterator[Target]:
    """The definitions of some documents: those of a name, or all."""
    for _, document in opened:
        found = definitions.every(document) if name is None else definitions.named(document, name)
        for placed, definition in found:
            yield Target(definition, _title(document, placed, definition.span))


def _title(document: Document, placed: Placed, span: Span) -> str:
    """A part of a text on one line, without its comments, cut if it is very long."""
    text, at = "", span.start
    for token in document.analysis(placed).tree.tokens:
        if span.start <= token.start < span.end and document.notation.token_type(token) is TokenType.COMMENT:
            text, at = text + placed.chunk.text[at : token.start], token.end
    line = " ".join((text + placed.chunk.text[at : span.end]).split())
    return line if len(line) <= _LONGEST_TITLE else line[: _LONGEST_TITLE - 1] + "…"


def board_of(options: Namespace, definition: Definition) -> PlayingBoard:
    """The board that the arguments, else the file, else the custom say."""
    try:
        return parse_board(options.board or definition.board or DEFAULT)
    except ValueError as wrong:
        raise UsageError(str(wrong)) from None


def square_of(text: str, board: PlayingBoard) -> Square:
    """The square of that name."""
    try:
        return parse_square(text, board)
    except ValueError as wrong:
        raise UsageError(str(wrong)) from None
