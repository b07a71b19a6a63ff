"""The records of games that `eval`, `perft`, `actions` and `play` are about."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from wazir.ben39 import fen
from wazir.ben39.actions import Game, spell
from wazir.ben39.position import OPENING, State, turn
from wazir.cli.command import Status, UsageError
from wazir.cli.console import Paint, complain, safe
from wazir.cli.files import STDIN, Origin, find, read
from wazir.document import Document
from wazir.features import definitions, formatting
from wazir.features.edits import apply
from wazir.features.recognition import recognized
from wazir.notations import REGISTRY, by_name, for_file, is_markdown
from wazir.notations.base import Definition

_BEN39 = "ben39"
_MOST_NAMED = 20
"""Of a file with more records, where one was asked for that is not there, the others are only counted."""


@dataclass(frozen=True, slots=True)
class Record:
    """A record that was asked for."""

    name: str | None
    """None where it has none, or was given as a line."""
    game: Game


@dataclass(frozen=True, slots=True)
class Found:
    """The records that were asked for."""

    records: tuple[Record, ...]
    status: Status
    """FINDINGS if any has an error, of which the user has been told."""

    def headings(self, paint: Paint) -> Iterator[tuple[Record, str]]:
        """Each record with what stands above what is said of it; nothing where there is only one."""
        for record in self.records:
            yield record, paint("heading", title(record)) + "\n" if len(self.records) > 1 else ""


def title(record: Record) -> str:
    """What a record is called on a line of a terminal."""
    return safe(record.name or "A record without a name")


def add_records(parser: ArgumentParser) -> None:
    """The arguments that choose records of a file, or a position in place of them."""
    parser.add_argument("file", nargs="?", metavar="FILE", help="a .ben39 file, or - for standard input")
    add_record(parser)
    parser.add_argument("--fen", metavar="LINE", help="in place of a file: a position in its one-line form")


def add_record(parser: ArgumentParser) -> None:
    """The argument that chooses a record by its name."""
    parser.add_argument("--record", metavar="NAME", help="which record of the file")


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """Reads an argument that is a whole number within bounds."""

    def parse(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if not least <= number <= most:
            raise ArgumentTypeError(f"{safe(text[:40])!r} is no whole number from {least:,} to {most:,}")
        return number

    return parse


def records(options: Namespace) -> Found:
    """The records that the arguments choose, as far as they can be read; the user is told of those with errors.

    Raises:
        UsageError: There is none, or the file cannot be read.
    """
    if line := getattr(options, "fen", None):
        if options.file is not None or options.record is not None:
            raise UsageError("With --fen there is no file to choose from.")
        return Found((Record(None, Game(_position(line))),), Status.CLEAN)
    if options.file is None:
        raise UsageError("Which position? Name a .ben39 file, or - for standard input.")
    origin = _origin(options.file)
    try:
        document = Document.open(origin.notation, read(origin).text)
    except OSError as error:
        raise UsageError(f"{origin.name}: {error.strerror or error}") from None
    chosen = list(_chosen(document, origin, options.record))
    broken = [one for one in chosen if one.broken or one.game is None]
    for one in broken:
        complain(f"{origin.name}: {_called(one)} has an error, which `wazir check` tells; this is what could be read.")
    usable = tuple(Record(one.name, one.game) for one in chosen if one.game)
    return Found(usable, Status.FINDINGS if broken else Status.CLEAN)


def _called(definition: Definition) -> str:
    return f"The record `{definition.name}`" if definition.name else "The record"


def _position(text: str) -> State:
    found = fen.read(text.strip())
    if found.state is None:
        raise UsageError(f"This is no position in one line: {found.faults[0].message}")
    return found.state


def _origin(name: str) -> Origin:
    known = for_file(name)
    if name != STDIN and (Path(name).is_dir() or is_markdown(name) or (known and known.name != _BEN39)):
        raise UsageError(f"`{name}` is no file of records. Name a .ben39 file, or - for standard input.")
    (origin,) = find([name], [by_name(_BEN39)], _BEN39)
    return origin


def _chosen(document: Document, origin: Origin, name: str | None) -> Iterator[Definition]:
    found = definitions.every(document) if name is None else definitions.named(document, name)
    chosen = [definition for _, definition in found]
    if not chosen:
        raise UsageError(f"{origin.name}: {_none(document, name)}")
    yield from chosen


def _none(document: Document, name: str | None) -> str:
    if name is None:
        other = recognized(document.text, REGISTRY)
        if other and other is not document.notation:
            return f"This is {other.title}; the command is about records of {document.notation.title}."
        is_wrong = any(True for _ in document.diagnostics())
        return "There is no record that can be read; `wazir check` tells why." if is_wrong else "There is no record."
    names = [one.name for _, one in definitions.every(document) if one.name]
    more = f" and {len(names) - _MOST_NAMED:,} more" if len(names) > _MOST_NAMED else ""
    return f"There is no record `{name}`" + (f"; there are {', '.join(names[:_MOST_NAMED])}{more}." if names else ".")


# Writing


def written(name: str, game: Game) -> str:
    """A game as the text of a file."""
    lines = [f"position {name}"]
    if game.start != OPENING:
        lines.append(f"fen: {fen.write(game.start)}")
    if game.actions:
        spelled = [spell(action) for action in game.actions]
        rows = [" ".join(spelled[max(at, 0) : at + 2]) for at in range(-turn(game.start), len(spelled), 2)]
        lines += ["moves:", f"1. {rows[0]}", *rows[1:]]
    document = Document.open(by_name(_BEN39), "\n".join(lines) + "\n")
    return apply(document.text, formatting.format(document))
