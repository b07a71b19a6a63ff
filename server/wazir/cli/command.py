"""The interface of commands and the parsers of their arguments; it imports nothing that takes long."""

from __future__ import annotations

import textwrap
from argparse import Action, ArgumentParser, HelpFormatter, Namespace
from collections.abc import Mapping
from enum import IntEnum
from typing import Any, Protocol


class Status(IntEnum):
    """Exit statuses. The last two follow the convention of shells."""

    CLEAN = 0
    PROBLEMS = 1
    USAGE_ERROR = 2
    INTERRUPTED = 130
    BROKEN_PIPE = 141


class UsageError(Exception):
    """A usage error. The message is a sentence for the user."""


class Command(Protocol):
    """A module that is a command. Its docstring is the help: paragraphs, and examples at the end."""

    __doc__: str | None

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments of the command to its parser."""

    def run(self, options: Namespace) -> int:
        """Run the command and return its exit status."""


class HelpText(HelpFormatter):
    """Wraps paragraphs to the width of the terminal, except those with indented lines."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        paragraphs = text.strip().split("\n\n")
        wrapper = textwrap.TextWrapper(width, break_on_hyphens=False)
        lines = (part if "\n  " in part else wrapper.fill(part) for part in paragraphs)
        return textwrap.indent("\n\n".join(lines), indent)


Headings = Mapping[str, Mapping[str, str]]
"""The names of commands with their summaries, below headings."""


class Parser(ArgumentParser):
    """A parser of a command, or of a group of commands, which its help lists below headings."""

    def __init__(self, doc: str | None = "", headings: Headings | None = None, **options: Any) -> None:
        description, heading, examples = (doc or "").partition("examples:\n")
        super().__init__(
            description=description,
            epilog=heading + examples,
            formatter_class=HelpText,
            allow_abbrev=False,
            **options,
        )
        self._headings = headings
        if headings:
            self.set_defaults(group=self)

    def format_help(self) -> str:
        """The help text."""
        if self._headings is None:
            return super().format_help()
        formatter = self.formatter_class(prog=self.prog)
        formatter.add_usage(f"{self.prog} COMMAND ...", [], [])
        formatter.add_text(self.description)
        for heading, commands in self._headings.items():
            formatter.start_section(heading)
            formatter.add_arguments([Action([], name, metavar=name, help=text) for name, text in commands.items()])
            formatter.end_section()
        formatter.start_section("options")
        formatter.add_arguments([action for action in self._actions if action.option_strings])
        formatter.end_section()
        formatter.add_text(self.epilog)
        return formatter.format_help()
