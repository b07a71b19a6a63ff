"""Files for shells, made of the parser of the command line: scripts that complete command lines, the manual page."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from wazir.cli.command import Command, Status, optional

SHELLS = ("bash", "zsh", "fish", "powershell", "tcsh")


class Complete(Command):
    """Prints a script that completes commands, options and files on the command line.

    examples:
      wazir complete bash > ~/.local/share/bash-completion/completions/wazir
      wazir complete zsh > ~/.zfunc/_wazir
      wazir complete fish > ~/.config/fish/completions/wazir.fish
    """

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments of the command to its parser."""
        parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help=", ".join(SHELLS))

    def run(self, options: Namespace) -> int:
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


class Man(Command):
    """Prints the manual page: all commands with their options.

    examples:
      wazir man > ~/.local/share/man/man1/wazir.1
      wazir man | man -l -
    """

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The command has no arguments."""

    def run(self, options: Namespace) -> int:
        """Run the command and return its exit status."""
        needs = "The manual page needs the package argparse-manpage"
        manpage = optional("argparse_manpage.manpage", needs, "terminal")
        from wazir.cli import make_parser  # late, because it imports this module

        about = {
            "project_name": "wazir",
            "manual_title": "Wazir",
            "description": "notations of chess variants",
        }
        lines = str(manpage.Manpage(make_parser(), about | {"date": " "})).splitlines()
        print("\n".join(map(str.rstrip, lines)).rstrip())
        return Status.CLEAN
