"""Reports of a search as plain data, and the lenses above records that show them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from wazir.ben39.actions import Game, spell
from wazir.ben39.evaluation import Facts, facts
from wazir.ben39.position import State
from wazir.ben39.rules import Status
from wazir.ben39.search import Limits, Line, Report, search
from wazir.ben39.words import title
from wazir.document import Document
from wazir.features.game.position import game_of
from wazir.steps import Steps, stepwise
from wazir.text import Span

Said = dict[str, Any]
"""A report in the form of `wazir eval --json-lines`, whose help describes it."""

SHOWN = 4
"""The number of actions of a line in a summary."""


def evaluate(game: Game, limits: Limits) -> Iterator[Said]:
    """The reports of a search from the last position of a game as they arrive, some of them without changes."""
    return map(said, search(game.state, limits, game.states))


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
    more = " …" * (len(actions) > SHOWN)
    return f"{written(best['score'])} at depth {report['depth']}: {' '.join(actions[:SHOWN])}{more}"


def written(score: Mapping[str, int]) -> str:
    """A score in pawns from the side to move with its sign, or the number of actions to the win: `#3`."""
    return f"#{score['mate']}" if "mate" in score else f"{score['cp'] / 100:+.2f}"


@dataclass(frozen=True, slots=True)
class Lens:
    """A line of text above a record."""

    span: Span
    """The span of its subject; the lens is above the first line."""
    title: str
    state: State | None = None
    """The position that its command evaluates; None for a lens without a command."""


@stepwise
def lenses(document: Document, said: Callable[[State], str | None] = lambda _: None) -> Steps[tuple[Lens, ...]]:
    """The lenses of a document, in order.

    Args:
        document: The document.
        said: The evaluation of a position as the title of its lens, if there is one.
    """
    found = list[Lens]()
    for placed in document.chunks() if document.notation.has_games else ():
        for definition in document.analysis(placed).definitions:
            if game := game_of(definition):
                span = (definition.name_span or definition.span).moved(placed.start)
                found += _lenses(span, game.state, said)
            yield
        yield
    return tuple(found)


def _lenses(span: Span, state: State, said: Callable[[State], str | None]) -> Iterator[Lens]:
    found = facts(state)
    moves = f"{found.actions} move{'s' * (found.actions != 1)}"
    standing = _standing(found)
    yield Lens(span, f"{standing}, {moves} left" if standing else moves)
    if found.actions:
        yield Lens(span, said(state) or "Evaluate", state)


def _standing(found: Facts) -> str:
    """Check, mate, stalemate or the winner; else empty."""
    return {
        Status.NONE: "",
        Status.CHECK: "Check",
        Status.MATE: "Mate",
        Status.STALEMATE: "Stalemate",
        Status.ENDED: f"{title(found.turn.other)} has won",
    }[found.status]
