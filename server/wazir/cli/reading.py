"""The arguments that determine how texts are read."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from wazir.cli.command import UsageError
from wazir.notations import REGISTRY, by_name
from wazir.notations.base import Context, Notation
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
    except ValueError as wrong:
        raise ArgumentTypeError(str(wrong)) from None
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
    own = project.at(path or Path()).context(notation) if project else Context()
    given = {
        field: value
        for field, has in _HAS.items()
        if field in _FIELDS and (value := getattr(options, field, None)) is not None and has(notation, value)
    }
    return replace(own, **given, fixed=frozenset(given))


def project_of(path: Path) -> Project | None:
    """The settings that hold for a file or folder, or None.

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
_HAS: Mapping[str, Callable[[Notation, str], bool]] = {
    "dialect": lambda notation, value: notation.pins_dialect and value in notation.dialects,
    "board": lambda notation, _: not notation.has_games,
    "square": lambda notation, _: not notation.has_games,
    "profile": lambda notation, value: value in notation.profiles,
}
"""Whether an argument with a value applies to a notation, by the name of the argument."""


def fitting(options: Namespace) -> tuple[Notation, ...]:
    """The candidate notations of a text without a file name: the one given, or those that all arguments apply to."""
    if options.notation:
        return (by_name(options.notation),)
    given = _given(options)
    return tuple(one for one in REGISTRY if all(_HAS[field](one, given[field]) for field in given)) or REGISTRY


def check_fit(options: Namespace, notations: Iterable[Notation]) -> None:
    """Check that each argument applies to at least one of the notations.

    Raises:
        UsageError: An argument applies to none of them.
    """
    given = _given(options)
    some = tuple({notation.name: notation for notation in notations}.values()) if given else ()
    for field, value in given.items() if some else ():
        if not any(_HAS[field](notation, value) for notation in some):
            there = [name for one in some if one.pins_dialect for name in one.dialects] if field == "dialect" else []
            more = f" ({', '.join(there)})" if there else ""
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
