"""Tells the names of a piece among well-known ones, and those that it is related to. Exit status 1: it has
none.

examples:
  wazir name BN
  wazir name '(knight :rider)'
  wazir name pieces.betza --name Cannon
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from wazir.cli.arguments import add_target, pieces
from wazir.cli.command import Status
from wazir.cli.console import fitted, say
from wazir.features.known import Naming, Relation, compounds, namings
from wazir.piece.model import Piece


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
        for line in _names(piece):
            is_named = True
            print("\n".join(fitted(line, sys.stdout)))
    if valid and not is_named:
        say("None of these is a well-known piece." if is_several else "No well-known piece moves like this.")
    return status if is_named else Status.PROBLEMS


def _names(piece: Piece) -> Iterator[str]:
    """A line for each known piece that the piece is, or is related to."""
    known = namings(piece)
    yield from map(in_words, known)
    if not any(naming.relation is Relation.SAME for naming in known):
        for parts in compounds(piece):
            yield f"{' + '.join(part.name for part in parts)} (compound)"


def in_words(naming: Naming) -> str:
    """`Silver General, Khon (shogi), turned round`."""
    relation = "" if naming.relation is Relation.SAME else f", {naming.relation.value}"
    return f"{', '.join(naming.known.names)} ({naming.known.known_from}){relation}"
