"""Reports of a search as plain data, and the lenses above records that show them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from wazir.ben39.actions import Action, Game, spell
from wazir.ben39.evaluation import WORTH, facts
from wazir.ben39.position import Piece, Side, State, turn
from wazir.ben39.rules import Status, actions
from wazir.ben39.search import Limits, Line, Report, search
from wazir.ben39.words import pawns, title
from wazir.document import Document
from wazir.features.definitions import every
from wazir.features.game.position import game_of
from wazir.text import Span

JsonReport = dict[str, Any]
"""A report in the form of `wazir ben39 eval --format json-lines`, which docs/json-lines.md
describes.
"""

SHOWN = 4
"""The number of actions of a line in a summary."""


class Level(NamedTuple):
    """A strength of the program as an opponent."""

    words: str
    limits: Limits
    """Those of its search. All have a time, because the program may run on a slow machine, or in a
    browser.
    """


LEVELS = (
    Level("one move ahead", Limits(depth=1, seconds=2)),
    Level("two moves ahead", Limits(depth=2, seconds=3)),
    Level("1 second", Limits(seconds=1)),
    Level("3 seconds", Limits(seconds=3)),
    Level("10 seconds", Limits(seconds=10)),
)
"""The weakest first."""


def evaluate(game: Game, limits: Limits) -> Iterator[JsonReport]:
    """The reports of a search from the last position of a game as they arrive, some of them without
    changes.
    """
    side = turn(game.state)
    return (as_json(report, side) for report in search(game.state, limits, game.states))


def as_json(report: Report, side: Side) -> JsonReport:
    """A report as plain data. *side* is the side to move."""
    return {
        "depth": report.depth,
        "seconds": round(report.seconds, 3),
        "nodes": report.nodes,
        "nps": round(report.nodes / report.seconds) if report.seconds else 0,
        "done": report.done,
        "lines": [_line(line, side) for line in report.lines],
    }


def _line(line: Line, side: Side) -> JsonReport:
    score = {"cp": line.score} if line.mate is None else {"mate": line.mate}
    return {
        "score": score,
        "words": judged(score, side),
        "pv": [spell(action) for action in line.actions],
    }


def judged(score: Mapping[str, int], side: Side) -> str:
    """A score in words, which name the better side: `White is better by 1.2 pawns`. *side* is the
    side to move.
    """
    number = score["mate"] if "mate" in score else score["cp"]
    better = title(side if number > 0 else side.other)
    if "mate" in score:
        return f"{better} wins in {abs(number)}"
    unit = "pawn" if abs(number) == WORTH[Piece.PAWN] else "pawns"
    return (
        f"{better} is better by {pawns(abs(number))} {unit}" if number else "The position is level"
    )


def best(state: State, report: Mapping[str, Any]) -> Action | None:
    """The first action of the best line of a report, or a legal one if there is no line or it is of
    another position; None without legal ones.
    """
    legal = {spell(action): action for action in actions(state)}
    first = report["lines"][0]["pv"][:1] if report.get("lines") else []
    wanted = first[0] if first else ""
    return legal.get(wanted) or legal.get(min(legal, default=""))


def summary(report: Mapping[str, Any]) -> str:
    """The best line of a report in a few words: `White is better by 0.35 pawns at depth 4:
    Rj4-j8`.
    """
    if not report["lines"]:
        return "no line yet"
    line = report["lines"][0]
    more = " …" * (len(line["pv"]) > SHOWN)
    return f"{line['words']} at depth {report['depth']}: {' '.join(line['pv'][:SHOWN])}{more}"


def written(score: Mapping[str, int]) -> str:
    """A score in pawns from the side to move with its sign, or the number of actions to the win:
    `#3`.
    """
    return f"#{score['mate']}" if "mate" in score else f"{score['cp'] / 100:+.2f}"


@dataclass(frozen=True, slots=True)
class Lens:
    """A line of text above a record."""

    span: Span
    """The span of its subject; the lens is above the first line."""
    title: str
    state: State | None = None
    """The position that its command evaluates; None for a lens without a command."""


def lenses(
    document: Document, label: Callable[[State], str | None] = lambda _: None
) -> tuple[Lens, ...]:
    """The lenses of a document, in order.

    Args:
        document: The document.
        label: The evaluation of a position as the title of its lens, if there is one.
    """
    above = list[Lens]()
    for placed, definition in every(document) if document.notation.games else ():
        if game := game_of(definition):
            span = (definition.name_span or definition.span).moved(placed.start)
            known = facts(game.state)
            moves = f"{known.actions} move{'s' * (known.actions != 1)}"
            standing = _STANDINGS.get(known.status, f"{title(known.turn.other)} has won")
            if not known.actions:
                above.append(Lens(span, standing))
            else:
                above.append(Lens(span, f"{standing}, {moves} left" if standing else moves))
                above.append(Lens(span, label(game.state) or "Evaluate", game.state))
    return tuple(above)


_STANDINGS = {
    Status.NONE: "",
    Status.CHECK: "Check",
    Status.MATE: "Mate",
    Status.STALEMATE: "Stalemate",
}
