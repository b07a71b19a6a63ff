"""The records that the commands of Ben39 read and write, and the limits of their searches."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from wazir.ben39 import fen
from wazir.ben39.actions import Game, spell
from wazir.ben39.position import Rule, under
from wazir.ben39.reading import play
from wazir.ben39.search import Limits
from wazir.cli.arguments import found
from wazir.cli.command import Status, UsageError, add_number, cut
from wazir.cli.console import Paint, Progress, safe
from wazir.cli.files import STDIN, MarkdownOrigin, SourceText, blocks, find, is_folder, read
from wazir.document import Document
from wazir.features import definitions, formatting
from wazir.features.game.evaluation import JsonReport, evaluate, summary
from wazir.features.game.position import game_of
from wazir.features.game.record import record_text
from wazir.notations import REGISTRY, by_name, for_file, is_markdown, recognized
from wazir.text import Span, apply, whole

_BEN39 = by_name("ben39")


@dataclass(frozen=True, slots=True)
class NamedGame:
    """A record of a game."""

    name: str | None
    """None for a record without a name, and for a position given by --fen."""
    game: Game
    plays: tuple[Span, ...] = ()
    """The spans of its actions in the file."""

    @property
    def title(self) -> str:
        """The name, safe for a terminal."""
        return safe(self.name or "Unnamed record")

    @property
    def json_name(self) -> str | None:
        """The name without lone surrogates; None without a name."""
        return self.name and whole(self.name)


@dataclass(frozen=True, slots=True)
class Selection:
    """The chosen records."""

    records: tuple[NamedGame, ...]
    status: Status
    """PROBLEMS if a record has an error, which was printed."""
    source: SourceText | None = None
    """The file of records; None for a position given by --fen, and for Markdown."""

    def headings(self, paint: Paint) -> Iterator[tuple[NamedGame, str]]:
        """Each record with its heading, which is empty if there is only one record."""
        for number, record in enumerate(self.records):
            is_one = len(self.records) == 1
            yield (
                record,
                "" if is_one else "\n" * (number > 0) + paint("heading", record.title) + "\n",
            )


def add_records(parser: ArgumentParser) -> None:
    """Add the arguments that choose the records of a file, or a position."""
    add_file(parser, nargs="?")
    parser.add_argument(
        "--fen", metavar="LINE", help="a position in its one-line form, instead of a file"
    )
    parser.add_argument(
        "--rules", metavar="RULES", help="the rules of --fen that are not the usual ones"
    )
    parser.add_argument(
        "--moves", metavar="ACTIONS", help="the actions played from the position of --fen"
    )


def add_file(parser: ArgumentParser, nargs: str | None = None) -> None:
    """Add the arguments that choose the records of a file."""
    parser.add_argument(
        "file", nargs=nargs, metavar="FILE", help="a .ben39 file, or - for standard input"
    )
    add_record(parser)


def add_record(parser: ArgumentParser) -> None:
    """Add the argument that chooses a record by its name."""
    parser.add_argument("--record", metavar="NAME", help="the record of this name")


def records(options: Namespace) -> Selection:
    """The records that the arguments choose. The errors of others are printed.

    Raises:
        UsageError: The arguments choose no record, or cannot be combined.
    """
    if getattr(options, "fen", None):
        return Selection((NamedGame(None, _game_of_fen(options)),), Status.CLEAN)
    for option in ("moves", "rules"):
        if getattr(options, option, None) is not None:
            raise UsageError(f"--{option} needs --fen.")
    if options.file is None:
        raise UsageError("No position given. Name a .ben39 file, or - for standard input.")
    if is_markdown(options.file):
        page = MarkdownOrigin(name=options.file, path=Path(options.file))
        in_blocks = [*blocks(read(page).text, notation=_BEN39.name)]
        if not in_blocks:
            raise UsageError(f"`{cut(options.file)}` has no fenced block in {_BEN39.title}.")
        return _selected([(options.file, document) for document in in_blocks], options, None)
    notation = for_file(options.file)
    is_other = is_folder(options.file) or notation not in (None, _BEN39)
    if options.file != STDIN and is_other:
        raise UsageError(
            f"`{cut(options.file)}` is not a .ben39 file. Name one, or - for standard input."
        )
    (origin,) = find([options.file], [_BEN39], _BEN39.name)
    source = read(origin)
    document = Document.open(origin.notation, source.text)
    other = recognized(document.text, REGISTRY)
    if other and other is not document.notation and not any(definitions.every(document)):
        raise UsageError(
            f"The text is {other.title}; the command needs records of {document.notation.title}."
        )
    return _selected([(origin.name, document)], options, source)


def _selected(
    documents: list[tuple[str, Document]], options: Namespace, source: SourceText | None
) -> Selection:
    """The records of some documents that the arguments choose. The errors of others are printed."""
    matches, status = found(documents, options.record, "record")
    usable = []
    for match in matches:
        definition = match.definition
        if game := game_of(definition):
            spans = tuple(play.moved(match.start) for play in definition.plays)
            usable.append(NamedGame(definition.name, game, spans))
    return Selection(tuple(usable), status, source)


def _game_of_fen(options: Namespace) -> Game:
    """The game of --fen, --rules and --moves."""
    if options.file is not None or options.record is not None:
        raise UsageError("--fen cannot be combined with a file or --record.")
    position = fen.read(options.fen.strip())
    if position.state is None:
        raise UsageError(f"Invalid one-line position: {position.faults[0].message}")
    rules = (options.rules or "").split()
    if unknown := [rule for rule in rules if rule not in set(Rule)]:
        raise UsageError(f"Unknown rule `{unknown[0]}`. The rules are {', '.join(Rule)}.")
    game, refused = play(
        Game(under(position.state, frozenset(map(Rule, rules)))), (options.moves or "").split()
    )
    if refused:
        raise UsageError(f"--moves: {refused.reason}")
    return game


# Writing


def written(name: str, game: Game, note: str = "") -> str:
    """A game as the text of a file, with a note as a comment at its end."""
    text = record_text(name, game.start, [*map(spell, game.actions)], note)
    document = Document.open(_BEN39, text)
    return apply(document.text, formatting.format(document))


DEEPEST, MAX_NODES = 99, 10**15
MAX_SECONDS = 10.0**9
"""Seconds."""


def add_limits(parser: ArgumentParser, seconds: float) -> None:
    """Add the arguments that limit a search. Without any of them it ends after *seconds*."""
    add_number(parser, name="--depth", least=1, most=DEEPEST, about="search N actions deep")
    add_number(
        parser,
        name="--nodes",
        least=1,
        most=MAX_NODES,
        about="search N positions, with a reproducible result",
    )
    about = f"search for this time (default: {seconds:g} s, if there is no other limit)"
    parser.add_argument("--time", "--seconds", type=_seconds, metavar="SECONDS", help=about)


def limits(options: Namespace, seconds: float, lines: int = 1) -> Limits:
    """The limits of the arguments."""
    has_limit = any(limit is not None for limit in (options.depth, options.nodes, options.time))
    return Limits(
        options.depth, options.nodes, seconds=options.time if has_limit else seconds, lines=lines
    )


def _seconds(text: str) -> float:
    with suppress(ValueError):
        if 0 < (seconds := float(text)) <= MAX_SECONDS:
            return seconds
    raise ArgumentTypeError(f"{text[:40]!r} is not a number of seconds")


def followed(game: Game, limits: Limits, progress: Progress) -> Iterator[JsonReport]:
    """The reports of a search as they arrive, also shown as progress."""
    try:
        for report in evaluate(game, limits):
            progress.step(report["nodes"], f"nodes: {summary(report)}")
            yield report
    finally:
        progress.hide()
