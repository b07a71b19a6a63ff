"""What is made of the parser: `wazir complete` for shells, and `wazir man`, the manual page."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from wazir.cli.command import Command, Status, UsageError

SHELLS = ("bash", "zsh", "fish", "powershell", "tcsh")


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help=", ".join(SHELLS))


def _run(options: Namespace) -> int:
    try:
        import shtab
    except ImportError:
        raise UsageError("Completion needs the package shtab: pip install 'wazir[terminal]'.") from None
    parser = _parser()
    for command in parser._subparsers._group_actions[0].choices.values():  # type: ignore[union-attr]
        for argument in command._actions:
            if "FILE" in str(argument.metavar):
                argument.complete = shtab.FILE
    sys.stdout.write(shtab.complete(parser, shell=options.shell) + "\n")
    return Status.CLEAN


def _parser() -> ArgumentParser:
    """The parser of all commands."""
    from wazir.cli import COMMANDS, make_parser  # late, because they import this module

    return make_parser([*COMMANDS])


def _man(_: Namespace) -> int:
    try:
        from argparse_manpage.manpage import Manpage
    except ImportError:
        raise UsageError("The manual page needs the package argparse-manpage: pip install 'wazir[terminal]'.") from None
    about = {
        "date": " ",
        "project_name": "wazir",
        "manual_title": "Wazir",
        "description": "notations of chess variants",
    }
    page = str(Manpage(_parser(), about))
    sys.stdout.write("\n".join(line.rstrip() for line in page.splitlines()).rstrip() + "\n")
    return Status.CLEAN


COMPLETE = Command(
    description="Prints a script that completes commands, options and files on the command line.",
    examples=(
        "wazir complete bash > ~/.local/share/bash-completion/completions/wazir",
        "wazir complete zsh > ~/.zfunc/_wazir",
        "wazir complete fish > ~/.config/fish/completions/wazir.fish",
    ),
    arguments=_arguments,
    run=_run,
)

MAN = Command(
    description="Prints the manual page: all commands with their options.",
    examples=("wazir man > ~/.local/share/man/man1/wazir.1", "wazir man | man -l -"),
    arguments=lambda _: None,
    run=_man,
)
