"""What a command is, and the arguments that several of them take."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterable, Mapping, Sequence
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
    dialects = sorted({dialect for notation in REGISTRY if notation.pins_dialect for dialect in notation.dialects})
    parser.add_argument(
        "--dialect",
        "--style",
        choices=dialects,
        metavar="NAME",
        help=f"read everything in this dialect or style, whatever the text says: {', '.join(dialects)}",
    )
    parser.add_argument("--board", type=board, metavar="SIZE", help="the board, such as 10x8, 'cylinder 8x8' or hex5")
    add_notation(parser)


def add_notation(parser: ArgumentParser, among: Sequence[Notation] = REGISTRY) -> None:
    """The argument that names a notation."""
    names = [notation.name for notation in among]
    parser.add_argument(
        "--notation",
        choices=names,
        metavar="NAME",
        help=f"read files and standard input in this notation, and only its files in folders: {', '.join(names)}",
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
    given = {
        field: value
        for field, has in _HAS.items()
        if field in _FIELDS and (value := getattr(options, field, None)) is not None and has(notation, value)
    }
    return Context(**given, fixed=frozenset(given))


_FIELDS = ("dialect", "board", "profile")
"""The arguments that a context has too."""
_HAS: Mapping[str, Callable[[Notation, str], bool]] = {
    "dialect": lambda notation, value: notation.pins_dialect and value in notation.dialects,
    "board": lambda notation, _: not notation.has_games,
    "square": lambda notation, _: not notation.has_games,
    "profile": lambda notation, value: value in notation.profiles,
}
"""Whether a notation has what an argument says, by the name of the argument."""


def fitting(options: Namespace) -> tuple[Notation, ...]:
    """The notations that a text without a name may be in: the one that is named, or those that fit what is said."""
    if options.notation:
        return (by_name(options.notation),)
    given = _given(options)
    return tuple(one for one in REGISTRY if all(_HAS[field](one, given[field]) for field in given)) or REGISTRY


def check_fit(options: Namespace, notations: Iterable[Notation]) -> None:
    """Checks that every argument says something about one of the notations that are read, if any is.

    Raises:
        UsageError: One does not.
    """
    given = _given(options)
    some = tuple({notation.name: notation for notation in notations}.values()) if given else ()
    for field, value in given.items() if some else ():
        if not any(_HAS[field](notation, value) for notation in some):
            there = [name for one in some if one.pins_dialect for name in one.dialects] if field == "dialect" else []
            more = f": there are {', '.join(there)}" if there else ""
            raise UsageError(f"{_titles(some)} no {_missing(field, some)} `{value}`{more}.")


def _titles(notations: Sequence[Notation]) -> str:
    first, *others = (notation.title for notation in notations)
    return f"{', '.join((first, *others[:-1]))} and {others[-1]} have" if others else f"{first} has"


def _missing(field: str, notations: Sequence[Notation]) -> str:
    if field != "dialect":
        return field
    return " or ".join(dict.fromkeys(one.dialect_word if one.pins_dialect else "dialect" for one in notations))


def _given(options: Namespace) -> dict[str, str]:
    values = {field: getattr(options, field, None) for field in _HAS}
    return {field: value for field, value in values.items() if value is not None}
