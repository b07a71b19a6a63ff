"""The pieces that `show` and `moves` are about."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from wazir.cli.command import UsageError, check_fit, context, fitting
from wazir.cli.files import STDIN, chosen, find, read
from wazir.document import Document, Placed
from wazir.features import definitions
from wazir.notations import for_file, is_markdown
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
    among = fitting(options)
    if not _is_place(target):
        notation = chosen(target, among, "The text")
        check_fit(options, [notation])
        yield "", Document.open(notation, target, context(options, notation))
        return
    origins = find([target], among, options.notation)
    check_fit(options, (origin.notation for origin in origins))
    for origin in origins:
        try:
            yield origin.name, Document.open(origin.notation, read(origin).text, context(options, origin.notation))
        except OSError as error:
            raise UsageError(f"{origin.name}: {error.strerror or error}") from None


def _is_place(target: str) -> bool:
    """Whether a target is a place to read from, not a text: by its ending, or as there is such a file or folder."""
    if target == STDIN or for_file(target) or is_markdown(target):
        return True
    with suppress(OSError, ValueError):  # of a text that cannot be a path
        path = Path(target)
        return bool(target) and (path.is_dir() or (bool(path.suffix) and path.is_file()))
    return False


def targets(opened: Iterable[tuple[str, Document]], name: str | None) -> Iterator[Target]:
    """The definitions of some documents: those of a name, or all."""
    for _, document in opened:
        found = definitions.every(document) if name is None else definitions.named(document, name)
        for placed, definition in found:
            yield Target(definition, _title(document, placed, definition.span))


def nothing(opened: Iterable[tuple[str, Document]], what: str, name: str | None) -> str:
    """What to say where no definition was found."""
    if name is not None:
        return f"There is no {what} `{name}`."
    is_wrong = any(True for _, document in opened for _ in document.diagnostics())
    return (
        f"There is no {what} that can be read; `wazir check` tells why."
        if is_wrong
        else f"There is no {what} in this text."
    )


def _title(document: Document, placed: Placed, span: Span) -> str:
    """A definition on one line, with all that could not be read of it, without its comments, cut if it is very long."""
    analysis = document.analysis(placed)
    next_start = min((one.span.start for one in analysis.definitions if one.span.start > span.start), default=None)
    tokens = [one for one in analysis.tree.tokens if span.start <= one.start and (next_start or one.end) >= one.end]
    comments = [token for token in tokens if document.notation.token_type(token) is TokenType.COMMENT]
    end = max((token.end for token in tokens if token not in comments), default=span.end)
    text, at = "", span.start
    for comment in comments:
        text, at = text + placed.chunk.text[at : min(comment.start, end)], comment.end
    line = " ".join((text + placed.chunk.text[at:end]).split())
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
