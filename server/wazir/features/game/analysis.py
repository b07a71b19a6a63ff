"""The analysis of a game: what each action gains or loses by the search, and marks for the worst ones (G26)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from typing import Any, NamedTuple

from wazir.ben39.actions import Action, Game, number, spell
from wazir.ben39.position import Side, is_ended, turn
from wazir.ben39.rules import actions
from wazir.ben39.words import title
from wazir.cancelling import check
from wazir.document import Document
from wazir.features.game.evaluation import SHOWN, JsonReport, written
from wazir.features.game.position import game_of
from wazir.notations.results import InlayHint
from wazir.text import Span

Score = Mapping[str, int]
"""`cp` in hundredths of a pawn, or `mate`, as in a report."""


class Mark(NamedTuple):
    """A mark for an action that loses chances."""

    name: str
    sign: str
    least: int
    """The minimum loss of the chance to win, in percentage points."""


MARKS = (Mark("blunder", "??", 15), Mark("mistake", "?", 10), Mark("inaccuracy", "?!", 5))
"""All marks, the worst first. The losses are those of lichess.org."""

SECONDS = 1.0
"""The default time for a position."""
_STEEPNESS = 0.00368208
"""The growth of the chance with the score, as lichess.org fits it to games of chess; there are none of Ben39 to fit."""


def chance(score: Score) -> float:
    """The chance to win in percent: 50 for a level score, so that a pawn counts less the more a side is ahead."""
    if "mate" in score:
        return 100.0 if score["mate"] > 0 else 0.0
    return 100 / (1 + exp(-_STEEPNESS * max(min(score["cp"], 10_000), -10_000)))


def for_white(score: Score, side: Side) -> Score:
    """A score from White's point of view, given that of *side*."""
    return score if side is Side.WHITE else {kind: -value for kind, value in score.items()}


@dataclass(frozen=True, slots=True)
class Verdict:
    """An action of a game, with what the search finds before and after it. Scores and chances are White's."""

    ply: int
    """The number of actions before it."""
    number: str
    """`2.`, or `2...` for Black."""
    side: Side
    action: str
    score: Score | None
    """None if the action takes the king."""
    depth: int
    """The depth of the search after it, in plies."""
    chance: float
    """White's chance to win after it, in percent."""
    loss: float
    """The chance that its side loses by it, in percentage points."""
    mark: Mark | None
    best: tuple[str, ...]
    """The best line before it."""
    best_score: Score

    @property
    def score_text(self) -> str:
        """The score, or the result of a finished game."""
        return written(self.score) if self.score else "1-0" if self.side is Side.WHITE else "0-1"

    @property
    def words(self) -> str:
        """The mark with the better line; empty without a mark."""
        more = " …" * (len(self.best) > SHOWN)
        return f"{self.mark.name}, better {' '.join(self.best[:SHOWN])}{more}" if self.mark else ""

    @property
    def sign(self) -> str:
        """The sign of the mark; empty without a mark."""
        return self.mark.sign if self.mark else ""

    @property
    def reason(self) -> str:
        """The mark with the better line and the scores as a sentence."""
        return f"{self.words[:1].upper()}{self.words[1:]}: {self.score_text} instead of {written(self.best_score)}."


def verdicts(game: Game, reports: Sequence[JsonReport | None], first: int = 0) -> Iterator[Verdict]:
    """The verdicts about the actions of a game, up to the first that is not known.

    Args:
        game: The game.
        reports: The last report of a search of each position of the game; None if it was not searched.
        first: The number of the first action to judge.
    """
    for ply, action in enumerate(game.actions[first:], first):
        before, after, ended = reports[ply], reports[ply + 1], is_ended(game.states[ply + 1])
        if not (before and before["lines"] and (ended or (after and after["lines"]))):
            return
        yield _verdict(game, ply, action, before, None if ended else after)


def _verdict(game: Game, ply: int, action: Action, before: JsonReport, after: JsonReport | None) -> Verdict:
    side = turn(game.states[ply])
    best = before["lines"][0]
    score = for_white(after["lines"][0]["score"], side.other) if after else None
    white = chance(score) if score else 100.0 * (side is Side.WHITE)
    best_score = for_white(best["score"], side)
    loss = chance(best_score) - white if side is Side.WHITE else white - chance(best_score)
    same = {spell(other) for other in actions(game.states[ply]) if other.change == action.change}
    loss = 0.0 if best["pv"][:1] and best["pv"][0] in same else max(loss, 0.0)
    return Verdict(
        ply,
        number(ply + turn(game.start)),
        side,
        spell(action),
        score,
        after["depth"] if after else 0,
        white,
        loss,
        next((mark for mark in MARKS if loss >= mark.least), None),
        tuple(best["pv"]),
        best_score,
    )


def as_json(verdict: Verdict) -> dict[str, Any]:
    """A verdict in the form of `wazir ben39 analyse --json-lines`, which docs/json-lines.md describes."""
    return {
        "ply": verdict.ply,
        "number": verdict.number,
        "side": str(verdict.side),
        "action": verdict.action,
        "score": verdict.score,
        "depth": verdict.depth,
        "chance": round(verdict.chance, 1),
        "loss": round(verdict.loss, 1),
        "mark": verdict.mark and verdict.mark.name,
        "best": {"score": verdict.best_score, "pv": list(verdict.best)},
    }


def from_json(data: Mapping[str, Any]) -> Verdict:
    """The verdict of plain data."""
    return Verdict(
        data["ply"],
        data["number"],
        Side[data["side"].upper()],
        data["action"],
        data["score"],
        data["depth"],
        data["chance"],
        data["loss"],
        next((mark for mark in MARKS if mark.name == data["mark"]), None),
        tuple(data["best"]["pv"]),
        data["best"]["score"],
    )


def analysis_as_json(verdicts: Sequence[Verdict], length: int) -> dict[str, Any]:
    """The verdicts about a game in the form of `wazir/analyse`. *length* is the number of its actions."""
    return {
        "actions": [
            as_json(verdict) | {"scoreText": verdict.score_text, "words": verdict.words} for verdict in verdicts
        ],
        "missing": length - len(verdicts),
        "summary": list(summary(verdicts)),
    }


def marks(document: Document, span: Span, known: Callable[[Game], Iterable[Verdict]]) -> tuple[InlayHint, ...]:
    """The marks after the actions within a span as inlay hints, in order. *known* gives the verdicts about a game."""
    hints = list[InlayHint]()
    for placed in document.chunks(span):
        check()
        for definition in document.analysis(placed).definitions:
            if game := game_of(definition):
                for verdict in known(game):
                    end = placed.start + definition.plays[verdict.ply].end
                    if verdict.mark and span.contains_inclusive(end):
                        hints.append(InlayHint(end, verdict.sign, verdict.reason))
    return tuple(hints)


def summary(verdicts: Iterable[Verdict]) -> Iterator[str]:
    """A sentence about each side: its marks, and the mean loss of its actions."""
    of_sides: dict[Side, list[Verdict]] = {side: [] for side in Side}
    for verdict in verdicts:
        of_sides[verdict.side].append(verdict)
    for side, own in of_sides.items():
        counts = Counter(verdict.mark for verdict in own)
        marks = ", ".join(_counted(mark, counts[mark]) for mark in reversed(MARKS))
        if own:
            yield f"{title(side)}: {marks}; mean loss {sum(verdict.loss for verdict in own) / len(own):.1f} points."


def _counted(mark: Mark, count: int) -> str:
    plural = f"{mark.name[:-1]}ies" if mark.name.endswith("y") else f"{mark.name}s"
    return f"{count} {mark.name if count == 1 else plural}"
