"""Two variants that were played under the same terms, side by side (T10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from wazir.features.game.playtest.endings import ENDINGS
from wazir.features.game.playtest.intervals import Contrast, Estimate, contrasts, mean, share
from wazir.features.game.playtest.report import Report


def estimates(report: Report, endings: Sequence[str] = ()) -> dict[str, Estimate]:
    """The figures of a report that have an interval, by their names."""
    choice = report.choice
    results = report.results
    count = len(report.games)
    finished = [game.plies for game in report.games if game.result is not None]
    found = {
        "White's share": results.white_share,
        "wins of White": results.shares["white"],
        "draws": results.shares["draws"],
        "wins of Black": results.shares["black"],
        "cut off": results.shares["cut"],
        **{
            f"ends by {ENDINGS[name]}": share(report.endings.get(name, 0), count)
            for name in endings
            if name != "cut"
        },
        "plies of finished games": mean(finished),
        "legal moves a ply": choice.legal,
        "plies with one legal move": choice.forced,
        "captures a game": choice.captures,
        "checks a game": choice.checks,
        "promotions a game": choice.promotions,
        "drops a game": choice.drops,
    }
    if report.drama:
        found |= {
            "lead changes": report.drama.lead_changes,
            "decided after": report.drama.decided,
            "comebacks": report.drama.comebacks,
        }
    return {name: estimate for name, estimate in found.items() if estimate}


@dataclass(frozen=True)
class Comparison:
    """Two variants side by side (T10)."""

    a: Report
    b: Report
    figures: Mapping[str, tuple[Estimate, Estimate]]
    differences: Mapping[str, Contrast]


def compared(a: Report, b: Report) -> Comparison:
    """Two variants that were played under the same terms, side by side (T10)."""
    endings = list(dict.fromkeys((*a.endings, *b.endings)))
    first, second = estimates(a, endings), estimates(b, endings)
    both = {name: (first[name], second[name]) for name in first if name in second}
    return Comparison(a, b, both, differences=contrasts(both))
