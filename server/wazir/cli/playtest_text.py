"""The report of a playtest as text, with plots of characters."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from math import ceil

from wazir.cli.command import wrapped
from wazir.cli.console import aligned, columns, paint_for, safe
from wazir.cli.variant import difference_lines
from wazir.features.definitions import Json
from wazir.features.game.playtest import words
from wazir.features.game.playtest.comparison import Comparison
from wazir.features.game.playtest.endings import ENDINGS
from wazir.features.game.playtest.measures import ChoiceAtPly
from wazir.features.game.playtest.page import MARK
from wazir.features.game.playtest.report import Report
from wazir.features.game.playtest.subject import Board
from wazir.features.game.playtest.values import PieceValues

_WIDTH_OF_PLOT = 60
_HEIGHTS = " ▁▂▃▄▅▆▇█"
_SHADES = " ░▒▓█"


def report_lines(report: Report) -> Iterator[str]:
    """A report as text with small plots."""
    yield _heading(safe(words.title(report)))
    yield from ("", _heading("Results"))
    yield from _result_lines(report)
    yield from ("", _heading("How games end"))
    yield from _ending_lines(report)
    yield from ("", _heading("Length and choice"))
    yield from _length_lines(report)
    if report.drama:
        yield from ("", _heading("Drama"))
        yield f"Lead changes a game: {words.number(report.drama.lead_changes)}."
        yield f"Decided after: {words.percent(report.drama.decided)} of the game."
        yield f"Comebacks: {words.percent(report.drama.comebacks)} of the decisive games."
    yield from ("", _heading("Pieces"))
    yield from _piece_lines(report)
    never = list(words.never(report))
    if never:
        yield from ("", _heading("What never happened"))
        yield from _wrapped(never)
    yield from ("", _heading("What this does not say"))
    yield from _wrapped(words.LIMITS)


def _heading(text: str) -> str:
    return paint_for(sys.stdout)("heading", text)


def _wrapped(sentences: Iterable[str]) -> Iterator[str]:
    """Sentences in lines as wide as the terminal."""
    for sentence in sentences:
        yield from wrapped(safe(sentence), columns(sys.stdout))


def _result_lines(report: Report) -> Iterator[str]:
    results = report.results
    rows = [
        ("White wins", results.white, results.shares["white"]),
        ("draws", results.draws, results.shares["draws"]),
        ("Black wins", results.black, results.shares["black"]),
        ("cut off", results.cut, results.shares["cut"]),
    ]
    cells = [
        (name, f"{count:,}", words.percent(share), _bar(share.value if share else 0))
        for name, count, share in rows
    ]
    yield from aligned([("", "games", "share", ""), *cells], paint_for(sys.stdout))
    yield f"White's share: {words.percent(results.white_share)}"
    if report.first_player:
        yield f"Share of {report.terms.players[0]}: {words.percent(report.first_player)}"
    yield from _wrapped(words.verdicts(report))


def _ending_lines(report: Report) -> Iterator[str]:
    count = len(report.games)
    cells = [
        (ENDINGS[name], f"{number:,}", _bar(number / count))
        for name, number in report.endings.items()
    ]
    yield from aligned([("", "games", ""), *cells], paint_for(sys.stdout))


def _length_lines(report: Report) -> Iterator[str]:
    yield from _wrapped([f"Plies of finished games: {words.spread(report.length)}."])
    choice = report.choice
    yield f"Legal moves: {words.number(choice.legal)} a ply."
    yield f"Plies with one legal move: {words.percent(choice.forced)}."
    for name in ("captures", "checks", "promotions", "drops"):
        yield f"{name.capitalize()} a game: {words.number(getattr(choice, name))}."
    yield from _plot(choice.by_ply)


def _piece_lines(report: Report) -> Iterator[str]:
    cells = [tuple(map(safe, row)) for row in words.piece_rows(report)]
    yield from aligned([words.PIECE_HEADS, *cells], paint_for(sys.stdout))
    if report.values:
        yield from _value_lines(report, report.values)
    for board in report.subject.boards:
        yield from ("", _heading(f"{board.title} entered"))
        yield from _map(report, board)
    yield "From ░ for few moves that end there to █ for the most."


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


def _value_lines(report: Report, values: PieceValues) -> Iterator[str]:
    """The values of pieces by the results of games, beside their static estimates."""
    yield ""
    if values.values:
        rows = [tuple(map(safe, row)) for row in words.value_rows(report)]
        heads = ("piece", f"value by results, in {safe(values.unit_name)}s", "by its moves")
        yield from aligned([heads, *rows], paint_for(sys.stdout))
    for sentence in words.unknown_values(report):
        yield from wrapped(safe(sentence), columns(sys.stdout))


def _map(report: Report, board: Board) -> Iterator[str]:
    """The places of a board, darker where more pieces arrive."""
    entries = report.squares.entries
    most = max((entries.get(name, 0) for name in board.places), default=0) or 1
    for rank in reversed(board.ranks):
        names = [f"{file}{rank}" for file in board.files]
        shades = "".join(_SHADES[ceil(4 * entries.get(name, 0) / most)] * 2 for name in names)
        yield f"{rank:2} {shades}".rstrip()
    yield "   " + "".join(f"{file} " for file in board.files).rstrip()


def comparison_lines(comparison: Comparison, rules: Json) -> Iterator[str]:
    """Two variants side by side."""
    paint = paint_for(sys.stdout)
    a, b = comparison.a, comparison.b
    for report in (a, b):
        yield paint("heading", safe(words.title(report)))
    yield ""
    yield from difference_lines(rules)
    yield ""
    heads = ("", safe(a.name), safe(b.name), "difference", "")
    yield from aligned([heads, *words.difference_rows(comparison)], paint)
    yield from wrapped(f"* {MARK}", columns(sys.stdout))
