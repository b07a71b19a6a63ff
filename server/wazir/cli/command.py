"""The interface of commands and the parsers of their arguments; it imports nothing that takes
long.
"""

from __future__ import annotations

import re
import textwrap
from argparse import (
    Action,
    ArgumentError,
    ArgumentParser,
    ArgumentTypeError,
    HelpFormatter,
    Namespace,
)
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from enum import IntEnum
from importlib import import_module
from itertools import chain
from typing import Any, NoReturn, Protocol

_MAX_LETTERS_OF_NAME = 200
"""The maximum length of a file name in a message, in characters."""


class Status(IntEnum):
    """Exit statuses. The last two follow the convention of shells."""

    CLEAN = 0
    PROBLEMS = 1
    USAGE_ERROR = 2
    INTERRUPTED = 130
    BROKEN_PIPE = 141


def add_format(parser: ArgumentParser, formats: Iterable[str], more: str = "") -> None:
    """Add the argument that chooses the form of the output, the first by default."""
    names = tuple(formats)
    summary = f"{', '.join(names)}{more} (default: {names[0]})"
    parser.add_argument("--format", choices=names, default=names[0], metavar="FORMAT", help=summary)


def add_choice(
    parser: ArgumentParser,
    *names: str,
    choices: Iterable[str],
    about: str,
    metavar: str = "NAME",
    **more: Any,
) -> None:
    """Add an argument that is one of some words, which its help lists."""
    words = list(choices)
    parser.add_argument(
        *names, choices=words, metavar=metavar, help=f"{about}: {', '.join(words)}", **more
    )


def add_number(
    parser: ArgumentParser,
    *,
    name: str,
    least: int,
    most: int,
    about: str,
    default: int | None = None,
) -> None:
    """Add an argument that is a whole number in a range."""

    def parse(text: str) -> int:
        with suppress(ValueError):
            if least <= (number := int(text)) <= most:
                return number
        raise ArgumentTypeError(f"{text[:40]!r} is not a whole number from {least:,} to {most:,}")

    metavar = "N" if name.startswith("-") else name.upper()
    parser.add_argument(name, type=parse, default=default, metavar=metavar, help=about)


class OutputName(str):
    """The name of a file that a command writes, as an argument. It may not be that of an input."""

    __slots__ = ()


def add_output(parser: Any) -> None:
    """Add the argument that names the file for the output, None for standard output, to a parser or
    a group of it.
    """
    about = "write to this file; - is the output"
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        type=lambda name: None if name == "-" else OutputName(name),
        help=about,
    )


class UsageError(Exception):
    """A usage error. The message is a sentence for the user."""


def cut(name: str) -> str:
    """A name for a message, without the end of a very long one."""
    return name if len(name) <= _MAX_LETTERS_OF_NAME else name[:_MAX_LETTERS_OF_NAME] + "…"


def optional(module: str, needs: str, extra: str) -> Any:
    """A module of a package that only an extra installs.

    Args:
        module: The module.
        needs: What needs which package, as the start of a sentence.
        extra: The extra of `wazir` that installs it.

    Raises:
        UsageError: The package is not installed.
    """
    try:
        return import_module(module)
    except ImportError:
        raise UsageError(f"{needs}: pip install 'wazir[{extra}]'.") from None


class Command(Protocol):
    """A module that is a command. Its docstring is the help: paragraphs, and examples at the
    end.
    """

    __doc__: str | None

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments of the command to its parser."""

    def run(self, options: Namespace) -> int:
        """Run the command and return its exit status."""


class HelpText(HelpFormatter):
    """Wraps paragraphs and examples to the width of the terminal; no word is broken."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        paragraphs = text.strip().split("\n\n")
        lines = (
            _examples(part, width) if "\n  " in part else wrapped(part, width)
            for part in paragraphs
        )
        return textwrap.indent("\n\n".join("\n".join(part) for part in lines), indent)

    def _split_lines(self, text: str, width: int) -> list[str]:
        return wrapped(text, width)


def _examples(text: str, width: int) -> Iterator[str]:
    """Indented command lines, each with a remark, which moves below a line that is too wide."""
    for line in text.splitlines():
        command, _, remark = line.strip().partition("  ")
        parts = (
            wrapped(command, width, "  ", others="      "),
            wrapped(remark, width, "      ", others="      "),
        )
        yield from [line] if len(line) <= width else chain(*parts)


def wrapped(text: str, width: int, first: str = "", others: str = "") -> list[str]:
    """The lines of a paragraph, below a width if no word is longer; the first and the others with
    an indent.
    """
    return textwrap.wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=others,
        break_long_words=False,
        break_on_hyphens=False,
    )


Headings = Mapping[str, Mapping[str, str]]
"""The names of commands with their summaries, below headings."""


SYNONYMS: Mapping[str, str] = {
    "--format": "--as --html --output --output-format --svg",
    "--output": "--output-file --out",
    "--name": "--piece --record",
    "--square": "--at --from",
    "--to": "--style",
    "--reader": "--engine --profile",
    "--foes": "--enemies",
    "--in-place": "--write",
}
"""The options, each with what else it may be called by those who do not know it."""


SHORTEST_START = 3
"""The minimum length of the start of a word that suggests the word."""


OPTION_SIMILARITY = 0.7
"""The minimum similarity of options, which is higher than that of words because all begin with
dashes.
"""


def similar(word: str, known: Iterable[str], cutoff: float = 0.6) -> str:
    """The known word that starts with a word, or is most similar to it; empty if none does or
    is.
    """
    from difflib import get_close_matches

    known = list(known)
    begun = [name for name in known if len(word) >= SHORTEST_START and name.startswith(word)]
    return "".join(begun[:1] or get_close_matches(word, known, n=1, cutoff=cutoff))


class Parser(ArgumentParser):
    """A parser of a command, or of a group of commands, which its help lists below headings."""

    def __init__(
        self, doc: str | None = "", headings: Headings | None = None, **options: Any
    ) -> None:
        doc = textwrap.dedent(
            f"    {doc or ''}"
        ).lstrip()  # that of a class is indented below its first line
        description, heading, examples = doc.partition("examples:\n")
        super().__init__(
            description=description,
            epilog=heading + examples,
            formatter_class=HelpText,
            allow_abbrev=False,
            **options,
        )
        self._headings = headings
        self.set_defaults(parser=self)

    def _check_value(self, action: Action, value: Any) -> None:
        """Report a value that is not a choice, in the same words under every version of Python."""
        if action.choices is None or value in action.choices:
            return
        choices = [str(choice) for choice in action.choices]
        meant = similar(str(value), choices)
        advice = f" Did you mean '{meant}'?" if meant else ""
        message = f"invalid choice: {value!r} (choose from {', '.join(choices)}).{advice}"
        raise ArgumentError(action, message)

    def unexpected(self, arguments: Sequence[str]) -> NoReturn:
        """Report arguments that the command does not have, with the option that was probably meant,
        and exit.
        """
        first, *others = arguments
        name, sign, value = first.partition("=")
        options = [option for action in self._actions for option in action.option_strings]
        formats = [
            form
            for action in self._actions
            if action.dest == "format"
            for form in action.choices or ()
        ]
        kind = "option" if name.startswith("-") else "argument"
        if kind == "option":
            values = (
                [value] if sign else [other for other in others[:1] if not other.startswith("-")]
            )
            known = [
                meant
                for meant, names in SYNONYMS.items()
                if name in names.split() and meant in options
            ]
            form = [f"--format {name[2:]}"] if name[2:] in formats else []
            nearest = similar(name, options, cutoff=OPTION_SIMILARITY)
            meant = " ".join([*(form or known or [nearest])[:1], *([] if form else values)])
        elif "--square" in options and re.fullmatch(r"[a-z]\d+", first):
            meant = f"--square {first}"
        else:
            meant = ""
        advice = f" Did you mean '{meant}'?" if meant.startswith("-") else ""
        self.error(f"unknown {kind} '{first}'.{advice}")

    def error(self, message: str) -> NoReturn:
        """Print the usage and an error message, and exit."""
        from wazir.cli.console import safe

        super().error(safe(message))

    def format_help(self) -> str:
        """The help text."""
        if self._headings is None:
            return super().format_help()
        formatter = self.formatter_class(prog=self.prog)
        formatter.add_usage(f"{self.prog} COMMAND ...", [], [])
        formatter.add_text(self.description)
        for heading, commands in self._headings.items():
            formatter.start_section(heading)
            formatter.add_arguments(
                [Action([], name, metavar=name, help=text) for name, text in commands.items()]
            )
            formatter.end_section()
        formatter.start_section("options")
        formatter.add_arguments([action for action in self._actions if action.option_strings])
        formatter.end_section()
        formatter.add_text(self.epilog)
        return formatter.format_help()
