"""Reports of a search as plain data: for scripts, for clients, and for the lens above a record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from wazir.ben39.actions import spell
from wazir.ben39.position import State
from wazir.ben39.search import Limits, Line, Report, search

Said = dict[str, Any]
"""A report in the form of `wazir eval --json-lines`, whose help describes it."""

_SHOWN = 4
"""The number of actions of a line in a summary."""


def evaluate(state: State, limits: Limits) -> Iterator[Said]:
    """The reports of a search as they arrive, some of them without changes."""
    return map(said, search(state, limits))


def said(report: Report) -> Said:
    """A report as plain data."""
    return {
        "depth": report.depth,
        "seconds": round(report.seconds, 3),
        "nodes": report.nodes,
        "nps": round(report.nodes / report.seconds) if report.seconds else 0,
        "done": report.done,
        "lines": [{"score": _score(line), "pv": [spell(action) for action in line.actions]} for line in report.lines],
    }


def _score(line: Line) -> dict[str, int]:
    return {"cp": line.score} if line.mate is None else {"mate": line.mate}


def summary(report: Mapping[str, Any]) -> str:
    """The best line of a report in a few words: `+0.35 at depth 4: Rj4-j8 Ph10-h8`."""
    if not report["lines"]:
        return "no line yet"
    best = report["lines"][0]
    actions = best["pv"]
    more = " …" * (len(actions) > _SHOWN)
    return f"{written(best['score'])} at depth {report['depth']}: {' '.join(actions[:_SHOWN])}{more}"


def written(score: Mapping[str, int]) -> str:
    """A score in pawns from the side to move with its sign, or the number of actions to the win: `#3`."""
    return f"#{score['mate']}" if "mate" in score else f"{score['cp'] / 100:+.2f}"
