"""What a search says of a position, as plain data: for scripts, for clients, and for the lens beside the position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from wazir.ben39 import fen
from wazir.ben39.position import State
from wazir.ben39.search import Limits, Report, search
from wazir.ben39.spelling import spell

Said = dict[str, Any]
"""
A report as it is written in JSON: `fen`, the position; `depth`, in actions; `nodes`; `seconds`; `nps`, nodes a second;
`done`, whether it is the last one; and `lines`, the best first, each with `score` (hundredths of a pawn from the side
to move), `mate` (n of `#n`, negative for the side that loses; null if no win is in sight), `text` (`+0.35`, `#2`) and
`actions`, spelled.
"""
_SHOWN = 4
"""Actions of a line in a summary."""


def evaluate(state: State, limits: Limits) -> Iterator[Said]:
    """The reports of a search as they come, some of them without news."""
    line = fen.write(state)
    return (_said(line, report) for report in search(state, limits))


def _said(line: str, report: Report) -> Said:
    return {
        "fen": line,
        "depth": report.depth,
        "nodes": report.nodes,
        "seconds": round(report.seconds, 3),
        "nps": round(report.nodes / report.seconds) if report.seconds else 0,
        "done": report.done,
        "lines": [
            {
                "score": one.score,
                "mate": one.mate,
                "text": str(one),
                "actions": [spell(action) for action in one.actions],
            }
            for one in report.lines
        ],
    }


def summary(said: Mapping[str, Any]) -> str:
    """The best line of a report in a few words: `+0.35 at depth 4: Rj4-j8 Ph10-h8`."""
    if not said["lines"]:
        return "no line yet"
    best = said["lines"][0]
    actions = best["actions"]
    more = " …" * (len(actions) > _SHOWN)
    return f"{best['text']} at depth {said['depth']}: {' '.join(actions[:_SHOWN])}{more}"
