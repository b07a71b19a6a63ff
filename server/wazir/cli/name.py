"""`wazir name`: what a piece is called."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from wazir.cli.command import Command, Status, UsageError, add_reading
from wazir.cli.console import safe, say
from wazir.cli.target import add_target, documents, nothing, targets
from wazir.features.known import Naming, Relation, compounds, namings
from wazir.piece.model import Piece


def _arguments(parser: ArgumentParser) -> None:
    add_target(parser)
    add_reading(parser)


def _run(options: Namespace) -> int:
    opened = list(documents(options))
    found = [one for one in targets(opened, options.name) if one.definition.piece]
    if not found:
        raise UsageError(nothing(opened, "piece", options.name))
    named = 0
    for target in found:
        piece = target.definition.piece
        lines = list(_lines(piece)) if piece and not target.definition.broken else []
        named += bool(lines)
        if len(found) > 1:
            say(f"{safe(target.title)}:")
        for line in lines:
            print(line)
    if not named:
        say("No well-known piece moves like this." if len(found) == 1 else "None of these is a well-known piece.")
    return Status.CLEAN if named else Status.PROBLEMS


def _lines(piece: Piece) -> Iterator[str]:
    """A line for each known piece that the piece is, or is related to."""
    found = namings(piece)
    yield from map(in_words, found)
    if not any(naming.relation is Relation.SAME for naming in found):
        yield from (f"{' + '.join(known.name for known in parts)} (compound)" for parts in compounds(piece))


def in_words(naming: Naming) -> str:
    """`Silver General, Khon (shogi), turned round`."""
    relation = "" if naming.relation is Relation.SAME else f", {naming.relation.value}"
    return f"{', '.join(naming.known.names)} ({naming.known.known_from}){relation}"


COMMAND = Command(
    description="Tells the names of a piece among well-known ones, and those that it is related to. "
    "Exit status 1: it has none.",
    examples=("wazir name BN", "wazir name '(knight :rider)'", "wazir name pieces.betza --name Cannon"),
    arguments=_arguments,
    run=_run,
)
