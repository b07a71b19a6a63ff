"""Plays a variant by itself, many games at a time, and measures whether it is a good game: who
wins, how games end, how long they are, how many moves a side can choose from, and what each piece
and square does. Each figure has its interval of 95 %. Two variants are compared under the same
terms, with the rules that differ; it marks differences that chance does not explain.

The players: `random` plays each legal move alike. `greedy` wins if it can, takes the dearest piece
that it does not lose more for, and is slow, because it tries each move. `engine` is a program for
UCI, such as Fairy-Stockfish, at a fixed number of nodes a move. The first moves of each game are
random. A seed gives the same games on every machine, with any number of processes.

It needs pyffish, the library of Fairy-Stockfish: pip install 'wazir[engine]'. Ben39 needs nothing:
it is played from a position of a .ben39 file, or from its start, and `engine` is its own search.
Ctrl-C ends the games, and prints the report on those that have ended.

Engines are not people: figures of weak players say how the rules work, not whether people like
them.

examples:
  wazir playtest variants.ini:mine                       200 games at random
  wazir playtest variants.ini:mine --output report.html  a page with plots
  wazir playtest chess kingofthehill --games 500         two variants side by side
  wazir playtest variants.ini:mine --player greedy --games 50
  wazir playtest variants.ini:mine --player engine --program /usr/local/bin/fairy-stockfish
  wazir playtest variants.ini:mine --format pgn > games.pgn
  wazir playtest ben39 --player engine --nodes 500 --games 20
  wazir playtest puzzles.ben39:second                    from a position of Ben39
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wazir.ben39.actions import Game as Ben39Actions
from wazir.ben39.position import OPENING
from wazir.ben39.rules import actions
from wazir.cli.arguments import is_place
from wazir.cli.ben39.records import NamedGame, records
from wazir.cli.command import (
    Status,
    UsageError,
    add_choice,
    add_format,
    add_number,
    add_output,
)
from wazir.cli.console import (
    Progress,
    complain,
    json_text,
    plural,
)
from wazir.cli.files import notation_of, put_form
from wazir.cli.playtest_text import comparison_lines, report_lines
from wazir.cli.variant import selected, split_target
from wazir.engines import EngineError
from wazir.engines.games import MAX_GAMES, GameData, default_jobs, play, play_by_program
from wazir.engines.library import require
from wazir.features import variants
from wazir.features.definitions import Json
from wazir.features.game.playtest import ben39
from wazir.features.game.playtest.ben39 import Ben39Game, Ben39Subject
from wazir.features.game.playtest.comparison import Comparison, compared
from wazir.features.game.playtest.game import Game, PlayedGame
from wazir.features.game.playtest.page import comparison_page, page
from wazir.features.game.playtest.report import Report, report_of
from wazir.features.game.playtest.report_json import as_json, comparison_as_json
from wazir.features.game.playtest.setup import Terms, setup_of, static_values
from wazir.features.game.playtest.subject import Subject
from wazir.features.game.playtest.variants import VariantSubject
from wazir.notations.variant import ResolvedVariant

PLAYERS = ("random", "greedy", "engine")
_BEN39 = "ben39"
"""The game that the engine of Wazir plays, and the format of its records."""
MAX_PLIES, MAX_NODES, MAX_JOBS = 10_000, 1_000_000_000, 256


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    what = (
        "FILE:NAME, a file with one variant or one record of Ben39, a built-in variant, or `ben39`"
    )
    parser.add_argument("variant", metavar="VARIANT", help=what)
    parser.add_argument("other", metavar="OTHER", nargs="?", help="a variant to compare with")
    add_number(
        parser,
        name="--games",
        least=1,
        most=MAX_GAMES,
        about=f"the number of games of a variant, at most {MAX_GAMES:,}, because memory keeps "
        "them all (default: 200)",
        default=200,
    )
    add_choice(
        parser, "--player", choices=PLAYERS, about="who plays (default: random)", default="random"
    )
    add_choice(
        parser,
        "--against",
        choices=PLAYERS,
        about="the other player (default: the same); colours change, each opening is played twice",
    )
    parser.add_argument("--program", metavar="PATH", help="the program of the player `engine`")
    add_number(
        parser,
        name="--nodes",
        least=1,
        most=MAX_NODES,
        about="the nodes that the program searches for a move (default: 1,000)",
        default=1000,
    )
    add_number(
        parser,
        name="--seed",
        least=0,
        most=2**63 - 1,
        about="another seed gives other games (default: 1)",
        default=1,
    )
    add_number(
        parser,
        name="--opening",
        least=0,
        most=MAX_PLIES,
        about="the number of random plies at the start (default: 4)",
        default=4,
    )
    add_number(
        parser,
        name="--plies",
        least=1,
        most=MAX_PLIES,
        about="a longer game is cut off (default: 400)",
        default=400,
    )
    add_number(
        parser,
        name="--jobs",
        least=1,
        most=MAX_JOBS,
        about="the number of processes (default: one for each processor)",
        default=default_jobs(),
    )
    add_format(parser, ("text", *_WRITERS), "; html is a page with plots")
    add_output(parser)


@dataclass(frozen=True)
class _Target:
    """What the user names."""

    subject: Subject[Any]
    play: Callable[[Terms, Namespace, Callable[[GameData], None]], None]
    """Plays games under some terms, with the options of the command, and tells each."""
    game: Callable[[GameData], PlayedGame]
    variant: ResolvedVariant | None = None
    """None for Ben39."""
    why_not_played: Callable[[EngineError], str] = str
    """A problem of the engine with it, and where its reason is shown if it is known."""


@dataclass
class _Run:
    """The games of a variant, or of Ben39, as far as they are played."""

    target: _Target
    terms: Terms
    games: list[PlayedGame]
    problem: EngineError | None = None
    is_interrupted: bool = False

    @property
    def report(self) -> Report:
        """The report on the games."""
        return report_of(self.target.subject, self.terms, self.games)


def run(options: Namespace) -> int:
    """Run the command and return its exit status."""
    names = [name for name in (options.variant, options.other) if name is not None]
    are_ben39 = [*map(_is_ben39, names)]
    _require_valid(options, are_ben39)
    if not all(are_ben39):
        require()
    targets = [
        _position(name, options) if is_ben39 else _variant(name, options)
        for name, is_ben39 in zip(names, are_ben39, strict=True)
    ]
    players = (options.player, options.against or options.player)
    if "engine" in players and not options.program and not all(are_ben39):
        raise UsageError("The player `engine` needs a program: --program PATH.")
    terms = Terms(
        players=players,
        seed=options.seed,
        opening=options.opening,
        plies=options.plies,
        nodes=options.nodes if "engine" in players else 0,
    )
    runs = list[_Run]()
    for target in targets:
        runs.append(_played(target, terms, options))
        if runs[-1].is_interrupted:
            break
    for each in runs:
        if each.problem:
            complain(each.target.why_not_played(each.problem))
    with_games = [each for each in runs if each.games]
    if with_games:
        _put(with_games, options)
    if runs[-1].is_interrupted:
        return Status.INTERRUPTED
    return Status.PROBLEMS if any(each.problem for each in runs) else Status.CLEAN


def _is_ben39(target: str) -> bool:
    """Whether a target is the game Ben39, or a file of its records."""
    notation = notation_of(split_target(target)[0])
    is_game = target == _BEN39 and not is_place(target)
    return is_game or (notation is not None and notation.games is not None)


def _require_valid(options: Namespace, are_ben39: Sequence[bool]) -> None:
    """Nothing, if the options go together.

    Raises:
        UsageError: They do not.
    """
    if any(are_ben39) and len(are_ben39) > 1:
        raise UsageError("Only variants are compared.")
    if any(are_ben39) and options.program:
        raise UsageError("--program is for variants. Ben39 is played by its own search.")
    if any(are_ben39) and options.format == "pgn":
        raise UsageError("Games of Ben39 are not written as PGN. Use --format ben39.")
    if not any(are_ben39) and options.format == _BEN39:
        raise UsageError("--format ben39 is for Ben39. Use --format pgn.")


def _variant(name: str, options: Namespace) -> _Target:
    """The variant that the user names.

    Raises:
        UsageError: There is none, or several.
    """
    found = selected(name, options)
    if len(found) > 1:
        names = ", ".join(f"{name}:{each.variant.name}" for each in found[:5])
        raise UsageError(f"`{name}` has {plural(len(found), 'variant')}. Choose one: {names}.")
    target = found[0]

    def play_some(terms: Terms, options: Namespace, keep: Callable[[GameData], None]) -> None:
        program = str(Path(options.program).resolve()) if options.program else ""
        setup = setup_of(target.defined, terms, target.config, program=program)
        play(setup, options.games, keep, jobs=options.jobs)

    subject = VariantSubject(target.defined, static_values(target.defined))
    return _Target(subject, play_some, Game.of, target.variant, target.why_not_played)


def _position(name: str, options: Namespace) -> _Target:
    """The position of Ben39 that the user names.

    Raises:
        UsageError: There is none, or several, or its game has ended.
    """
    record = NamedGame(None, Ben39Actions(OPENING)) if name == _BEN39 else _record(name, options)
    start, title = record.game.state, record.name or ben39.TITLE
    if not actions(start):
        raise UsageError(f"The game of `{title}` has ended.")

    def play_some(terms: Terms, options: Namespace, keep: Callable[[GameData], None]) -> None:
        program = ben39.program_of(start, terms, title)
        play_by_program(program, options.games, keep, jobs=options.jobs)

    return _Target(Ben39Subject(title), play_some, Ben39Game.of)


def _record(target: str, options: Namespace) -> NamedGame:
    """The record of a file.

    Raises:
        UsageError: There is none, or several.
    """
    file, name = split_target(target)
    chosen = {**vars(options), "file": file, "record": name, "fen": None}
    match records(Namespace(**chosen)).records:
        case [record]:
            return record
        case []:
            raise UsageError(f"`{target}` has no valid record.")
        case several:
            names = ", ".join(f"{file}:{each.name}" for each in several[:5] if each.name)
            raise UsageError(f"`{file}` has {plural(len(several), 'record')}. Choose one: {names}.")


def _played(target: _Target, terms: Terms, options: Namespace) -> _Run:
    """The games of a target. Shows the progress."""
    found = _Run(target, terms, [])
    progress = Progress()
    what = f"of {plural(options.games, 'game')} of {target.subject.name} played"

    def keep(data: GameData) -> None:
        found.games.append(target.game(data))
        progress.step(len(found.games), what)

    try:
        target.play(terms, options, keep)
    except EngineError as problem:
        found.problem = problem
    except KeyboardInterrupt:
        found.is_interrupted = True
    finally:
        progress.hide()
    return found


# Output


def _put(runs: Sequence[_Run], options: Namespace) -> None:
    """Write the report on the games of one or two variants."""
    form = options.format
    if form == "text" and options.output and options.output.endswith(".html"):
        form = "html"
    reports = [each.report for each in runs]
    comparison = compared(*reports) if len(reports) == 2 else None
    if form == "text":
        if comparison:
            lines = comparison_lines(comparison, _rules_of(runs))
        else:
            lines = report_lines(reports[0])
        text = "\n".join(lines) + "\n"
    else:
        text = _WRITERS[form](reports, comparison, runs)
    put_form(text, options.output, form)


def _rules_of(runs: Sequence[_Run]) -> Json:
    """What differs in the rules of two variants."""
    both = [each.target.variant for each in runs if each.target.variant]
    return variants.compared_as_json(both[0], both[1], None)


def _json(reports: Sequence[Report], comparison: Comparison | None, runs: Sequence[_Run]) -> str:
    data = comparison_as_json(comparison, _rules_of(runs)) if comparison else as_json(reports[0])
    return json_text(data, indent=1)


def _texts(reports: Sequence[Report], _comparison: Comparison | None, _runs: Sequence[_Run]) -> str:
    return "\n".join(report.subject.record(game) for report in reports for game in report.games)


def _html(reports: Sequence[Report], comparison: Comparison | None, runs: Sequence[_Run]) -> str:
    return comparison_page(comparison, _rules_of(runs)) if comparison else page(reports[0])


_Writer = Callable[[Sequence[Report], Comparison | None, Sequence[_Run]], str]
_WRITERS: Mapping[str, _Writer] = {
    "json": _json,
    "html": _html,
    "pgn": _texts,
    _BEN39: _texts,
}
