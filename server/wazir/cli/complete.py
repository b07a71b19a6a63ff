"""Prints a script that completes commands, options and files on the command line.

examples:
  wazir complete bash > ~/.local/share/bash-completion/completions/wazir
  wazir complete zsh > ~/.zfunc/_wazir
  wazir complete fish > ~/.config/fish/completions/wazir.fish
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from wazir.cli.command import Status, optional

SHELLS = ("bash", "zsh", "fish", "powershell", "tcsh")


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help=", ".join(SHELLS))


def run(options: Namespace) -> int:
    """Run the command and return its exit status."""
    shtab = optional("shtab", "Completion needs the package shtab", "terminal")
    from wazir.cli import make_parser  # late, because it imports this module

    parser = make_parser()
    _complete_files(parser, shtab.FILE)
    print(shtab.complete(parser, shell=options.shell))
    return Status.CLEAN


def _complete_files(parser: ArgumentParser, completer: object) -> None:
    """Set the completer of all arguments that are files."""
    for action in parser._actions:
        if isinstance(action.choices, dict):  # commands
            for subparser in action.choices.values():
                _complete_files(subparser, completer)
        elif "FILE" in str(action.metavar):
            action.complete = completer  # type: ignore[attr-defined]
