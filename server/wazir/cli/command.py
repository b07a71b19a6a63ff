"""What a command is, and the arguments that several of them take."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

from wazir.notations import REGISTRY, by_name
from wazir.notations.base import Context, Notation
from wazir.piece.board import parse_board


class Status(IntEnum):
    """The exit statuses; the last two follow the custom of shells."""

    CLEAN = 0
    FINDINGS = 1
    WRONG_USE = 2
    INTERRUPTED = 130
    BROKEN_PIPE = 141


class UsageError(Exception):
    """The command was asked for something that it cannot do; the text is a sentence for the user."""


@dataclass(frozen=True, slots=True)
class Command:
    """One of the things that can be asked for on the command line."""

    description: str
    examples: tuple[str, ...]
    arguments: Callable[[ArgumentParser], None]
    run: Callable[[Namespace], int]
    """Does it, and gives the exit status."""


def add_reading(parser: ArgumentParser) -> None:
    """The arguments that say how a text is read."""
    dialects = sorted({dialect for notation in REGISTRY for dialect in notation.dialects})
    parser.add_argument(
        "--dialect",
        "--style",
        choices=dialects,
        metavar="NAME",
        help=f"read everything in this dialect or style, whatever the text says: {', '.join(dialects)}",
    )
    parser.add_argument("--board", type=board, metavar="SIZE", help="the board, such as 10x8, 'cylinder 8x8' or hex5")
    parser.add_argument(
        "--notation",
        choices=[notation.name for notation in REGISTRY],
        metavar="NAME",
        help=f"the notation, where no file name tells it: {', '.join(notation.name for notation in REGISTRY)}",
    )


def board(text: str) -> str:
    """The text, if it names a board."""
    try:
        parse_board(text)
    except ValueError as wrong:
        raise ArgumentTypeError(str(wrong)) from None
    return text


def context(options: Namespace, notation: Notation) -> Context:
    """What the arguments of *add_reading* say about a text in a notation; a directive does not change it.

    What they say about other notations is nothing to it.
    """
    given = {field: getattr(options, field, None) for field in ("dialect", "board", "profile")}
    for field, known in ("dialect", notation.dialects), ("profile", notation.profiles):
        if given[field] not in known:
            given[field] = None
    fixed = frozenset(field for field, value in given.items() if value is not None)
    return Context(given["dialect"], given["board"], given["profile"], fixed)


def notation(options: Namespace) -> Notation:
    """The notation of a text without a file name: the one that is named, or has the dialect that is; or the first."""
    if options.notation:
        return by_name(options.notation)
    return next((one for one in REGISTRY if options.dialect in one.dialects), REGISTRY[0])
