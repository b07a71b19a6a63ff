"""The arguments that determine how texts are read."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from wazir.cli.command import UsageError
from wazir.notations import REGISTRY, by_name
from wazir.notations.notation import Context, Notation
from wazir.piece.board import parse_board
from wazir.settings.files import Project, nearest, problems_of


def add_reading(parser: ArgumentParser) -> None:
    """Add the arguments that determine how a text is read."""
    dialects = sorted({dialect for notation in REGISTRY if notation.pins_dialect for dialect in notation.dialects})
    parser.add_argument(
        "--dialect",
        "--style",
        choices=dialects,
        metavar="NAME",
        help=f"the dialect or style, overrides directives in the text: {', '.join(dialects)}",
    )
    parser.add_argument("--board", type=board, metavar="SIZE", help="the board, such as 10x8, 'cylinder 8x8' or hex5")
    add_notation(parser)


def add_notation(parser: ArgumentParser, among: Sequence[Notation] = REGISTRY) -> None:
    """Add the argument that names a notation."""
    names = [notation.name for notation in among]
    parser.add_argument(
        "--notation",
        choices=names,
        metavar="NAME",
        help=f"the notation of files and standard input; limits folders to its files: {', '.join(names)}",
    )


def board(text: str) -> str:
    """Validate the name of a board."""
    try:
        parse_board(text)
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from None
    return text


def context(options: Namespace, notation: Notation, path: Path | None = None) -> Context:
    """The context of a text in a notation: from the arguments of *add_reading*, and from the settings of the project.

    Directives do not change arguments. Those that do not apply to the notation are ignored.

    Args:
        options: The arguments.
        notation: The notation.
        path: The file of the text; the current folder by default.

    Raises:
        UsageError: The settings of the project are invalid.
    """
    project = project_of(path or Path())
    settings = project.at(path or Path()).context(notation) if project else Context()
    arguments: dict[str, Any] = {
        field: value
        for field, value in _arguments(options).items()
        if field in _FIELDS and _APPLIES[field](notation, value)
    }
    return replace(settings, **arguments, fixed=frozenset(arguments))


def project_of(path: Path) -> Project | None:
    """The settings that apply to a file or folder, or None.

    Raises:
        UsageError: They are invalid.
    """
    project = nearest(path)
    if project and (problems := [*problems_of(project)]):
        more = f" ({len(problems) - 1} more)" if problems[1:] else ""
        raise UsageError(problems[0] + more)
    return project


_FIELDS = ("dialect", "board", "profile")
"""The arguments that are fields of `Context`."""
_APPLIES: Mapping[str, Callable[[Notation, str], bool]] = {
    "dialect": lambda notation, value: notation.pins_dialect and value in notation.dialects,
    "board": lambda notation, _: not notation.has_games,
    "square": lambda notation, _: not notation.has_games,
    "profile": lambda notation, value: value in notation.profiles,
}
"""Whether an argument with a value applies to a notation, by the name of the argument."""


def _arguments(options: Namespace) -> dict[str, str]:
    """The arguments that determine how a text is read, with their values."""
    values = {field: getattr(options, field, None) for field in _APPLIES}
    return {field: value for field, value in values.items() if value is not None}


def fitting(options: Namespace) -> tuple[Notation, ...]:
    """The candidate notations of a text without a file name: the one given, or those that all arguments apply to."""
    if options.notation:
        return (by_name(options.notation),)
    arguments = _arguments(options).items()
    return tuple(n for n in REGISTRY if all(_APPLIES[field](n, value) for field, value in arguments)) or REGISTRY


def check_fit(options: Namespace, notations: Iterable[Notation]) -> None:
    """Check that each argument applies to at least one of the notations.

    Raises:
        UsageError: An argument applies to none of them.
    """
    arguments = _arguments(options)
    if not arguments:
        return  # without reading the files that *notations* may come from
    distinct = tuple({notation.name: notation for notation in notations}.values())
    for field, value in arguments.items():
        if distinct and not any(_APPLIES[field](notation, value) for notation in distinct):
            raise UsageError(f"{_titles(distinct)} no {_missing(field, value, distinct)}.")


def _titles(notations: Sequence[Notation]) -> str:
    """The titles as the subject of a sentence, with the verb."""
    first, *others = (notation.title for notation in notations)
    return f"{', '.join((first, *others[:-1]))} and {others[-1]} have" if others else f"{first} has"


def _missing(field: str, value: str, notations: Sequence[Notation]) -> str:
    """The argument as the end of the sentence; for a dialect also the dialects that the notations have."""
    if field != "dialect":
        return f"{field} `{value}`"
    words = dict.fromkeys(n.dialect_word if n.pins_dialect else "dialect" for n in notations)
    dialects = [name for notation in notations if notation.pins_dialect for name in notation.dialects]
    return f"{' or '.join(words)} `{value}`" + (f" ({', '.join(dialects)})" if dialects else "")
