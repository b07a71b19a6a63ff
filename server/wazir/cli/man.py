"""Prints the manual page: all commands with their options.

examples:
  wazir man > ~/.local/share/man/man1/wazir.1
  wazir man | man -l -
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from wazir.cli.command import Status, optional


def add_arguments(parser: ArgumentParser) -> None:
    """The command has no arguments."""


def run(options: Namespace) -> int:
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
