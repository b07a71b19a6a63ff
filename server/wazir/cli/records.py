"""The records and the search of `eval`, `perft`, `actions` and `play`."""

from __future__ import annotations

import math
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from wazir.ben39 import fen
from wazir.ben39.actions import Game, spell
from wazir.ben39.position import OPENING, Rule, State, turn, under, unpack
from wazir.ben39.reading import play
from wazir.ben39.search import Limits
from wazir.cli.command import Status, UsageError
from wazir.cli.console import Paint, Progress, columns, complain, safe
from wazir.cli.files import STDIN, Origin, Source, find, read
from wazir.document import Document, Placed
from wazir.features import definitions, formatting
from wazir.features.edits import apply
from wazir.features.game.evaluation import JsonReport, evaluate, summary
from wazir.features.game.position import game_of
from wazir.notations import REGISTRY, by_name, for_file, is_markdown, recognized
from wazir.notations.results import Definition
from wazir.text import Span

_BEN39 = "ben39"
_MOST_NAMED = 20
"""The maximum number of records that a message lists."""


@dataclass(frozen=True, slots=True)
class Record:
    """A record of a game."""

    name: str | None
    """None for a record without a name, and for a position given by --fen."""
    game: Game
    plays: tuple[Span, ...] = ()
    """The spans of its actions in the file."""


@dataclass(frozen=True, slots=True)
class Found:
    """The chosen records."""

    records: tuple[Record, ...]
    status: Status
    """PROBLEMS if a record has an error; a message about it was printed."""
    source: Source | None = None
    """The file; None for a position given by --fen."""

    def headings(self, paint: Paint) -> Iterator[tuple[Record, str]]:
        """Each record with its heading, which is empty if there is only one record."""
        for record in self.records:
            yield record, paint("heading", title(record)) + "\n" if len(self.records) > 1 else ""


def title(record: Record) -> str:
    """The name of a record, safe for a terminal."""
    return safe(record.name or "Unnamed record")


def add_records(parser: ArgumentParser) -> None:
    """Add the arguments that choose the records of a file, or a position."""
    parser.add_argument("file", nargs="?", metavar="FILE", help="a .ben39 file, or - for standard input")
    add_record(parser)
    parser.add_argument("--fen", metavar="LINE", help="a position in its one-line form, instead of a file")
    parser.add_argument("--rules", metavar="RULES", help="the rules of --fen that are not the usual ones")
    parser.add_argument("--moves", metavar="ACTIONS", help="the actions played from the position of --fen")


def add_record(parser: ArgumentParser) -> None:
    """Add the argument that chooses a record by its name."""
    parser.add_argument("--record", metavar="NAME", help="the record of this name")


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """A parser for an argument that is a whole number in a range."""

    def parse(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if not least <= number <= most:
            raise ArgumentTypeError(f"{safe(text[:40])!r} is not a whole number from {least:,} to {most:,}")
        return number

    return parse


def records(options: Namespace) -> Found:
    """The records that the arguments choose. Prints a message for each record with an error.

    Raises:
        UsageError: There are none, or the file cannot be read.
    """
    if line := getattr(options, "fen", None):
        if options.file is not None or options.record is not None:
            raise UsageError("--fen cannot be combined with a file or --record.")
        start = under(_position(line), _rules((options.rules or "").split()))
        played, refused = play(Game(start), (options.moves or "").split())
        if refused:
            raise UsageError(f"--moves: {refused.reason}")
        return Found((Record(None, played),), Status.CLEAN)
    for given in ("moves", "rules"):
        if getattr(options, given, None) is not None:
            raise UsageError(f"--{given} needs --fen.")
    if options.file is None:
        raise UsageError("No position given. Name a .ben39 file, or - for standard input.")
    origin = _origin(options.file)
    source = read(origin)
    chosen = _chosen(Document.open(origin.notation, source.text), origin, options.record)
    broken = [one for _, one in chosen if one.broken]
    for one in broken:
        complain(f"{origin.name}: {_called(one)} has an error (see `wazir check`); using the part that could be read.")
    usable = tuple(
        Record(one.name, game, tuple(play.moved(placed.start) for play in one.plays))
        for placed, one in chosen
        if (game := game_of(one))
    )
    return Found(usable, Status.PROBLEMS if broken else Status.CLEAN, source)


def _called(definition: Definition) -> str:
    return f"The record `{definition.name}`" if definition.name else "The record"


def _rules(names: list[str]) -> frozenset[Rule]:
    if unknown := [name for name in names if name not in set(Rule)]:
        raise UsageError(f"Unknown rule `{unknown[0]}`. The rules are {', '.join(Rule)}.")
    return frozenset(map(Rule, names))


def _position(text: str) -> State:
    found = fen.read(text.strip())
    if found.state is None:
        raise UsageError(f"Invalid one-line position: {found.faults[0].message}")
    return found.state


def _origin(name: str) -> Origin:
    known = for_file(name)
    if name != STDIN and (Path(name).is_dir() or is_markdown(name) or (known and known.name != _BEN39)):
        raise UsageError(f"`{name}` is not a .ben39 file. Name one, or - for standard input.")
    (origin,) = find([name], [by_name(_BEN39)], _BEN39)
    return origin


def _chosen(document: Document, origin: Origin, name: str | None) -> list[tuple[Placed, Definition]]:
    found = list(definitions.every(document) if name is None else definitions.named(document, name))
    if not found:
        raise UsageError(f"{origin.name}: {_none(document, name)}")
    return found


def _none(document: Document, name: str | None) -> str:
    if name is None:
        other = recognized(document.text, REGISTRY)
        if other and other is not document.notation:
            return f"The text is {other.title}; the command needs records of {document.notation.title}."
        is_wrong = any(True for _ in document.diagnostics())
        return "No valid record; `wazir check` shows the errors." if is_wrong else "No record found."
    names = [one.name for _, one in definitions.every(document) if one.name]
    more = f" and {len(names) - _MOST_NAMED:,} more" if len(names) > _MOST_NAMED else ""
    return f"No record named `{name}`." + (f" The records are {', '.join(names[:_MOST_NAMED])}{more}." if names else "")


# Writing


def written(name: str, game: Game, note: str = "") -> str:
    """A game as the text of a file, with a note as a comment at its end."""
    lines = [f"position {name}"]
    if game.start != OPENING:
        lines.append(f"fen: {fen.write(game.start)}")
        if rules := unpack(game.start).rules:
            lines.append(f"rules: {' '.join(sorted(rules))}")
    if game.actions:
        spelled = [spell(action) for action in game.actions]
        rows = [" ".join(spelled[max(at, 0) : at + 2]) for at in range(-turn(game.start), len(spelled), 2)]
        lines += ["moves:", f"1. {rows[0]}", *rows[1:]]
    if note:
        lines.append(f"; {note}")
    document = Document.open(by_name(_BEN39), "\n".join(lines) + "\n")
    return apply(document.text, formatting.format(document))


DEEPEST, MOST_NODES = 99, 10**15
LONGEST = 10.0**9
"""Seconds."""
WIDEST = 100


def add_limits(parser: ArgumentParser, seconds: float) -> None:
    """Add the arguments that limit a search. Without any of them it ends after *seconds*."""
    parser.add_argument("--depth", type=whole_number(1, DEEPEST), metavar="N", help="search N actions deep")
    parser.add_argument(
        "--nodes",
        type=whole_number(1, MOST_NODES),
        metavar="N",
        help="search N positions, with a reproducible result",
    )
    parser.add_argument(
        "--time",
        "--seconds",
        type=_seconds,
        metavar="SECONDS",
        help=f"search for this time (default: {seconds:g} s, if there is no other limit)",
    )


def limits(options: Namespace, seconds: float, lines: int = 1) -> Limits:
    """The limits of the arguments."""
    if options.depth is None and options.nodes is None and options.time is None:
        return Limits(seconds=seconds, lines=lines)
    return Limits(depth=options.depth, nodes=options.nodes, seconds=options.time, lines=lines)


def _seconds(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = math.nan
    if not 0 < found <= LONGEST:
        raise ArgumentTypeError(f"{text[:40]!r} is not a number of seconds")
    return found


def followed(game: Game, limits: Limits, progress: Progress) -> Iterator[JsonReport]:
    """The reports of a search as they arrive, also shown as progress."""
    try:
        for report in evaluate(game, limits):
            room = columns(sys.stderr, WIDEST) - len(f"{report['nodes']:,} nodes:  ...")
            progress.step(report["nodes"], f"nodes: {summary(report)[:room]}")
            yield report
    finally:
        progress.hide()
