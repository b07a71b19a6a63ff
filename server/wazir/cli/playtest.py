"""Plays a variant by itself, many games at a time, and measures whether it is a good game: who
wins, how games end, how long they are, how many moves a side can choose from, and what each piece
and square does. Each figure has its interval of 95 %. Two variants are compared under the same
terms, with the rules that differ; it marks differences that chance does not explain.

The players: `random` plays each legal move alike. `greedy` wins if it can, takes the dearest piece
that it does not lose more for, and is slow, because it tries each move. `engine` is a program for
UCI, such as Fairy-Stockfish, at a fixed number of nodes a move. The first moves of each game are
random. A seed gives the same games on every machine, with any number of processes.

It needs pyffish, the library of Fairy-Stockfish: pip install 'wazir[engine]'. Ctrl-C ends the
games, and prints the report on those that have ended.

Engines are not people: figures of weak players say how the rules work, not whether people like
them.

examples:
  wazir playtest variants.ini:mine                       200 games at random
  wazir playtest variants.ini:mine --output report.html  a page with plots
  wazir playtest chess kingofthehill --games 500         two variants side by side
  wazir playtest variants.ini:mine --player greedy --games 50
  wazir playtest variants.ini:mine --player engine --program /usr/local/bin/fairy-stockfish
  wazir playtest variants.ini:mine --format pgn > games.pgn
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path

from wazir.cli.command import (
    Status,
    UsageError,
    add_choice,
    add_format,
    add_number,
    add_output,
    wrapped,
)
from wazir.cli.console import Progress, aligned, columns, complain, paint_for, plural, safe
from wazir.cli.files import put_form
from wazir.cli.variant import VariantTarget, difference_lines, selected
from wazir.engines import EngineError
from wazir.engines.games import MAX_GAMES, GameData, default_jobs, play
from wazir.engines.library import require
from wazir.features import variants
from wazir.features.definitions import Json
from wazir.features.game.playtest import words
from wazir.features.game.playtest.comparison import Comparison, compared
from wazir.features.game.playtest.endings import ENDINGS
from wazir.features.game.playtest.game import Game
from wazir.features.game.playtest.measures import ChoiceAtPly
from wazir.features.game.playtest.page import MARK, comparison_page, page
from wazir.features.game.playtest.pgn import pgn
from wazir.features.game.playtest.report import Report, report_on
from wazir.features.game.playtest.report_json import as_json, comparison_as_json
from wazir.features.game.playtest.setup import Terms, setup_of, static_values

PLAYERS = ("random", "greedy", "engine")
MAX_PLIES, MAX_NODES, MAX_JOBS = 10_000, 1_000_000_000, 256
_WIDTH_OF_PLOT = 60
_HEIGHTS = " ▁▂▃▄▅▆▇█"
_SHADES = " ░▒▓█"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command to its parser."""
    what = "FILE:NAME, a file with one variant, or a built-in variant"
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


@dataclass
class _Run:
    """The games of a variant, as far as they are played."""

    target: VariantTarget
    terms: Terms
    games: list[Game]
    problem: EngineError | None = None
    is_interrupted: bool = False

    @property
    def report(self) -> Report:
        """The report on the games."""
        defined = self.target.defined
        return report_on(defined, self.terms, self.games, static=static_values(defined))


def run(options: Namespace) -> int:
    """Run the command and return its exit status."""
    require()
    targets = [_chosen(options.variant, options)]
    if options.other is not None:
        targets.append(_chosen(options.other, options))
    players = (options.player, options.against or options.player)
    if "engine" in players and not options.program:
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
            complain(str(each.problem))
    with_games = [each for each in runs if each.games]
    if with_games:
        _put(with_games, options)
    if runs[-1].is_interrupted:
        return Status.INTERRUPTED
    return Status.PROBLEMS if any(each.problem for each in runs) else Status.CLEAN


def _chosen(target: str, options: Namespace) -> VariantTarget:
    """The variant that the user names.

    Raises:
        UsageError: There is none, or several.
    """
    found = selected(target, options)
    if len(found) > 1:
        names = ", ".join(f"{target}:{each.variant.name}" for each in found[:5])
        raise UsageError(f"`{target}` has {plural(len(found), 'variant')}. Choose one: {names}.")
    return found[0]


def _played(target: VariantTarget, terms: Terms, options: Namespace) -> _Run:
    """The games of a variant. Shows the progress."""
    found = _Run(target, terms, [])
    progress, name = Progress(), target.variant.name
    program = str(Path(options.program).resolve()) if options.program else ""
    setup = setup_of(target.defined, terms, target.config, program=program)
    what = f"of {plural(options.games, 'game')} of {name} played"

    def keep(data: GameData) -> None:
        found.games.append(Game.of(data))
        progress.step(len(found.games), what)

    try:
        play(setup, options.games, keep, jobs=options.jobs)
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
        lines = _compared_lines(comparison, _rules_of(runs)) if comparison else _lines(reports[0])
        text = "\n".join(lines) + "\n"
    else:
        text = _WRITERS[form](reports, comparison, runs)
    put_form(text, options.output, form)


def _rules_of(runs: Sequence[_Run]) -> Json:
    """What differs in the rules of two variants."""
    a, b = (each.target.variant for each in runs)
    return variants.compared_as_json(a, b, None)


def _json(reports: Sequence[Report], comparison: Comparison | None, runs: Sequence[_Run]) -> str:
    data = comparison_as_json(comparison, _rules_of(runs)) if comparison else as_json(reports[0])
    return json.dumps(data, indent=1, ensure_ascii=False)


def _pgn(reports: Sequence[Report], _comparison: Comparison | None, _runs: Sequence[_Run]) -> str:
    return "\n".join(pgn(game, report.variant) for report in reports for game in report.games)


def _html(reports: Sequence[Report], comparison: Comparison | None, runs: Sequence[_Run]) -> str:
    return comparison_page(comparison, _rules_of(runs)) if comparison else page(reports[0])


_Writer = Callable[[Sequence[Report], Comparison | None, Sequence[_Run]], str]
_WRITERS: Mapping[str, _Writer] = {"json": _json, "html": _html, "pgn": _pgn}


# Text


def _lines(report: Report) -> Iterator[str]:
    """A report as text with small plots."""
    paint, room = paint_for(sys.stdout), columns(sys.stdout)

    def heading(text: str) -> Iterator[str]:
        yield from ("", paint("heading", text))

    def sentences(texts: Iterator[str] | Sequence[str]) -> Iterator[str]:
        for text in texts:
            yield from wrapped(safe(text), room)

    yield paint("heading", safe(words.title(report)))
    yield from heading("Results")
    results = report.results
    rows = [
        ("White wins", results.white, results.shares["white"]),
        ("draws", results.draws, results.shares["draws"]),
        ("Black wins", results.black, results.shares["black"]),
        ("cut off", results.cut, results.shares["cut"]),
    ]
    yield from aligned(
        [
            ("", "games", "share", ""),
            *(
                (name, f"{count:,}", words.percent(share), _bar(share.value if share else 0))
                for name, count, share in rows
            ),
        ],
        paint,
    )
    yield f"White's share: {words.percent(results.white_share)}"
    if report.first_player:
        yield f"Share of {report.terms.players[0]}: {words.percent(report.first_player)}"
    yield from sentences(words.verdicts(report))
    yield from heading("How games end")
    count = len(report.games)
    yield from aligned(
        [
            ("", "games", ""),
            *(
                (ENDINGS[name], f"{number:,}", _bar(number / count))
                for name, number in report.endings.items()
            ),
        ],
        paint,
    )
    yield from heading("Length and choice")
    yield from wrapped(f"Plies of finished games: {words.spread(report.length)}.", room)
    choice = report.choice
    yield f"Legal moves: {words.number(choice.legal)} a ply."
    yield f"Plies with one legal move: {words.percent(choice.forced)}."
    for name in ("captures", "checks", "promotions", "drops"):
        yield f"{name.capitalize()} a game: {words.number(getattr(choice, name))}."
    yield from _plot(choice.by_ply)
    if report.drama:
        yield from heading("Drama")
        yield f"Lead changes a game: {words.number(report.drama.lead_changes)}."
        yield f"Decided after: {words.percent(report.drama.decided)} of the game."
        yield f"Comebacks: {words.percent(report.drama.comebacks)} of the decisive games."
    yield from heading("Pieces")
    cells = [tuple(map(safe, row)) for row in words.piece_rows(report)]
    yield from aligned([words.PIECE_HEADS, *cells], paint)
    if report.values:
        yield from _value_lines(report)
    yield from heading("Squares entered")
    yield from _map(report)
    never = list(words.never(report))
    if never:
        yield from heading("What never happened")
        yield from sentences(never)
    yield from heading("What this does not say")
    yield from sentences(words.LIMITS)


def _bar(part: float) -> str:
    return "█" * round(part * 20)


def _plot(by_ply: Sequence[ChoiceAtPly]) -> Iterator[str]:
    """The mean number of legal moves by ply, in one line."""
    if len(by_ply) < 2:
        return
    step = -(-len(by_ply) // _WIDTH_OF_PLOT)
    groups = [by_ply[at : at + step] for at in range(0, len(by_ply), step)]
    heights = [sum(each.mean for each in group) / len(group) for group in groups]
    most = max(heights) or 1
    drawn = "".join(_HEIGHTS[round(height / most * 8)] for height in heights)
    yield f"Legal moves up to ply {by_ply[-1].ply}, at most {most:.0f}: {drawn}"


def _value_lines(report: Report) -> Iterator[str]:
    """The values of pieces by the results of games, beside their static estimates."""
    values = report.values
    assert values is not None
    yield ""
    if values.values:
        rows = [tuple(map(safe, row)) for row in words.value_rows(report)]
        heads = ("piece", f"value by results, in {safe(values.unit_name)}s", "by its moves")
        yield from aligned([heads, *rows], paint_for(sys.stdout))
    for sentence in words.unknown_values(report):
        yield from wrapped(safe(sentence), columns(sys.stdout))


def _map(report: Report) -> Iterator[str]:
    """The squares of the board, darker where more pieces arrive."""
    variant, entries = report.variant, report.squares.entries
    most = max(entries.values(), default=0) or 1
    for rank in range(variant.ranks, 0, -1):
        names = [f"{chr(ord('a') + file)}{rank}" for file in range(variant.files)]
        shades = "".join(_SHADES[ceil(4 * entries.get(name, 0) / most)] * 2 for name in names)
        yield f"{rank:2} {shades}".rstrip()
    yield "   " + "".join(f"{chr(ord('a') + file)} " for file in range(variant.files)).rstrip()
    yield "From ░ for few moves that end there to █ for the most."


def _compared_lines(comparison: Comparison, rules: Json) -> Iterator[str]:
    """Two variants side by side."""
    paint = paint_for(sys.stdout)
    a, b = comparison.a, comparison.b
    for report in (a, b):
        yield paint("heading", safe(words.title(report)))
    yield ""
    yield from difference_lines(rules)
    yield ""
    heads = ("", safe(a.variant.name), safe(b.variant.name), "difference", "")
    yield from aligned([heads, *words.difference_rows(comparison)], paint)
    yield from wrapped(f"* {MARK}", columns(sys.stdout))
