"""Finds the names of a piece among well-known ones, and pieces that it is related to. The exit
status is 1 if it has no name.

examples:
  wazir name BN
  wazir name '(knight :rider)'
  wazir name pieces.betza --name Cannon
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from wazir.cli.arguments import add_target, pieces
from wazir.cli.command import Status
from wazir.cli.console import fitted, say
from wazir.features.known import Relation, compounds, namings


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    add_target(parser)


def run(options: Namespace) -> int:
    """Run the command and return its exit status."""
    valid, status = pieces(options)
    is_several, is_named = len(valid) > 1, False
    for target, piece in valid:
        if is_several:
            say(f"{target.title}:")
        lines, known = list[str](), namings(piece)
        for naming in known:  # `Silver General, Khon (shogi), turned round`
            relation = "" if naming.relation is Relation.SAME else f", {naming.relation.value}"
            lines.append(f"{', '.join(naming.known.names)} ({naming.known.known_from}){relation}")
            if naming.known.note and not relation:
                lines.append(f"  {naming.known.note}")
        if not any(naming.relation is Relation.SAME for naming in known):
            lines += (
                f"{' + '.join(part.name for part in parts)} (compound)"
                for parts in compounds(piece)
            )
        for line in lines:
            is_named = True
            print("\n".join(fitted(line, sys.stdout)))
    if valid and not is_named:
        say(
            "None of these is a well-known piece."
            if is_several
            else "No well-known piece moves like this."
        )
    return status if is_named else Status.PROBLEMS
