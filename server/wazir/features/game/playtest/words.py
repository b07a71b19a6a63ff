"""What a report says in sentences, and how its figures are written: for texts and pages."""

from __future__ import annotations

from collections.abc import Iterator

from wazir.features.game.playtest.comparison import Comparison
from wazir.features.game.playtest.endings import ENDINGS
from wazir.features.game.playtest.intervals import MIN_GAMES, Estimate, Quartiles, share
from wazir.features.game.playtest.report import Report

PIECE_HEADS = ("piece", "moves a ply", "captures", "captured", "at start", "at end")
"""The headings of the table of pieces."""
LIMITS = (
    "Engines are not people: random and greedy players never plan, and a program at a few nodes "
    "sees a few moves ahead.",
    "A variant that is fair or lively between them may be neither between people, and the other "
    "way round.",
    "An interval says how much chance is in a figure, and nothing about better players.",
)
"""What the figures cannot say."""
SOURCES = (
    "C. Browne, Automatic Generation and Evaluation of Recombination Games, PhD thesis, "
    "Queensland University of Technology, 2008",
    "M. Stephenson, D. J. N. J. Soemers, E. Piette, C. Browne, General Game Heuristic Prediction "
    "Based on Ludeme Descriptions, IEEE Conference on Games, 2021, and the metrics of Ludii",
    "E. B. Wilson, Probable Inference, the Law of Succession, and Statistical Inference, Journal "
    "of the American Statistical Association 22, 1927",
    "S. Holm, A Simple Sequentially Rejective Multiple Test Procedure, Scandinavian Journal of "
    "Statistics 6, 1979",
)
"""Where the measures come from."""
_MAX_SQUARES_NAMED = 12


def percent(estimate: Estimate | None) -> str:
    """A share with its interval, in percent."""
    if estimate is None:
        return "-"
    value, low, high = (100 * part for part in estimate[:3])
    return f"{value:.1f} % ({low:.1f} to {high:.1f})"


def number(estimate: Estimate | None) -> str:
    """A figure with its interval."""
    if estimate is None:
        return "-"
    return f"{estimate.value:.2f} ({estimate.low:.2f} to {estimate.high:.2f})"


def spread(lengths: Quartiles | None) -> str:
    """The spread of lengths in words."""
    if lengths is None:
        return "-"
    return (
        f"median {lengths.median:.0f}, half of them {lengths.lower:.0f} to {lengths.upper:.0f}, "
        f"shortest {lengths.least:g}, longest {lengths.most:g}"
    )


def title(report: Report) -> str:
    """What was played."""
    count = len(report.games)
    games = f"{count:,} game{'' if count == 1 else 's'}"
    return f"{report.name}: {games}, {report.terms.words}, seed {report.terms.seed}"


def verdicts(report: Report) -> Iterator[str]:
    """What the intervals allow to say of the results (T3)."""
    results = report.results
    if not report.games:
        yield "No game has ended."
        return
    if len(report.games) < MIN_GAMES:
        yield f"Fewer than {MIN_GAMES} games give no verdict."
    else:
        yield from _verdicts_on_enough(report)
    wins = share(results.white + results.black, len(report.games))
    if wins and not wins.value:
        yield f"No game was won: if games can be won, at most {100 * wins.high:.1f} % are."
    yield from report.facts


def _verdicts_on_enough(report: Report) -> Iterator[str]:
    """The verdicts on enough games."""
    results = report.results
    found = results.white_share
    if found is None:
        yield "No game was finished."
    elif results.is_one_sided:
        better = "White" if found.value > 0.5 else "Black"
        yield f"One-sided: {better} is better, and the interval lies outside 45 to 55 %."
    else:
        yield "Not shown to be one-sided."
    yield from _verdict_on_draws(report)
    if results.is_unfinished:
        yield "Unfinished: more than 5 % of the games do not end."


def _verdict_on_draws(report: Report) -> Iterator[str]:
    """Whether there are more draws than in chess; nothing for chess itself, and for other games."""
    chess = report.chess
    if not report.subject.is_like_chess:
        return
    if chess is None:
        yield "Draws are not judged: there are no figures of chess with these players."
        return
    draws = f"{100 * chess.draws:.1f} % draws"
    text = f"chess of the same players has {draws}, in {chess.games:,} games"
    if report.results.is_drawish(chess.draws):
        yield f"Drawish: {text}."
    else:
        yield f"Not shown to be drawish: {text}."


def never(report: Report) -> Iterator[str]:
    """The goals that no game reached, and the pieces and squares that take no part."""
    goals = [ENDINGS[name] for name in report.never_met]
    if goals:
        yield f"Goals that no game reached: {', '.join(goals)}."
    idle = [use.name for use in report.pieces if use.is_idle]
    if idle:
        yield f"Pieces that move in less than 10 % of their games: {', '.join(idle)}."
    squares = report.squares.never
    if squares and report.games:
        named = ", ".join(squares[:_MAX_SQUARES_NAMED])
        others = len(squares) - _MAX_SQUARES_NAMED
        more = f" and {others} more" if others > 0 else ""
        places = "Squares" if len(report.subject.boards) == 1 else "Places"
        yield f"{places} that no piece enters: {named}{more}."


# Rows of tables


def piece_rows(report: Report) -> Iterator[tuple[str, ...]]:
    """What each kind of piece does (T7)."""
    for use in report.pieces:
        yield (
            use.name,
            "-" if use.moves is None else f"{use.moves.value:.2f}",
            f"{use.captures:.2f}",
            f"{use.captured:.2f}",
            f"{use.start:.2f}",
            f"{use.end:.2f}",
        )


def value_rows(report: Report) -> Iterator[tuple[str, str, str]]:
    """The values of pieces by the results of games, beside their static estimates (T9)."""
    for each in report.values.values if report.values else ():
        yield (
            each.name,
            f"{each.value:.1f} ({each.low:.1f} to {each.high:.1f})",
            "-" if each.static is None else f"{each.static:.1f}",
        )


def unknown_values(report: Report) -> Iterator[str]:
    """The kinds of pieces whose values the games do not show (T9)."""
    if report.values and report.values.unknown:
        yield f"Values that these games do not show: {', '.join(report.values.unknown)}."
        if {*report.terms.players} == {"random"}:
            yield "Random players hardly use a stronger piece: let others play to see values."


def difference_rows(comparison: Comparison) -> Iterator[tuple[str, ...]]:
    """The figures of two variants with their differences (T10)."""
    for name, (first, second) in comparison.figures.items():
        contrast = comparison.differences[name]
        yield (
            name,
            f"{first.value:.3f}",
            f"{second.value:.3f}",
            f"{contrast.difference:+.3f} ({contrast.low:+.3f} to {contrast.high:+.3f})",
            "*" if contrast.is_marked else "",
        )
