"""The analysis of a game: what each action gains or loses by the search, with marks for the worst
ones (G26).

It is shown as sentences, as marks, and as a curve of chances in SVG.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import exp
from typing import Any, NamedTuple

from wazir.ben39 import actions as ben39_actions
from wazir.ben39.actions import Action, Game, spell
from wazir.ben39.position import Side, is_ended, turn
from wazir.ben39.rules import actions
from wazir.ben39.words import title
from wazir.budget import check
from wazir.document import Document
from wazir.features.game.evaluation import SHOWN, JsonReport, judged, written
from wazir.features.game.position import game_of
from wazir.notations.results import InlayHint
from wazir.piece.drawing.shapes import Theme, number
from wazir.piece.drawing.svg import FONT, escaped
from wazir.text import BLANKS, Edit, Span, line_end, line_start, newline, without_end

Score = Mapping[str, int]
"""`cp` in hundredths of a pawn, or `mate`, as in a report."""


class ActionMark(NamedTuple):
    """A mark for an action that loses chances."""

    name: str
    sign: str
    least: int
    """The minimum loss of the chance to win, in percentage points."""


MARKS = (
    ActionMark("blunder", "??", 15),
    ActionMark("mistake", "?", 10),
    ActionMark("inaccuracy", "?!", 5),
)
"""All marks, the worst first. The losses are those of lichess.org."""

SECONDS = 1.0
"""The default time for a position."""
_STEEPNESS = 0.00368208
"""The growth of the chance with the score, as lichess.org fits it to games of chess, for lack of
games of Ben39.
"""

_WINNING_SCORE = 10_000
"""The score from which a side has won as good as surely. It bounds the exponent."""


def chance(score: Score) -> float:
    """The chance to win in percent: 50 for a level score, so that a pawn counts less the more a
    side is ahead.
    """
    if "mate" in score:
        return 100.0 if score["mate"] > 0 else 0.0
    return 100 / (1 + exp(-_STEEPNESS * max(min(score["cp"], _WINNING_SCORE), -_WINNING_SCORE)))


def for_white(score: Score, side: Side) -> Score:
    """A score from White's point of view, given that of *side*."""
    return score if side is Side.WHITE else {kind: -value for kind, value in score.items()}


@dataclass(frozen=True, slots=True)
class ActionVerdict:
    """An action of a game, with what the search finds before and after it. Scores and chances are
    White's.
    """

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
    mark: ActionMark | None
    best: tuple[str, ...]
    """The best line before it."""
    best_score: Score

    @property
    def score_text(self) -> str:
        """The score, or the result of a finished game."""
        if self.score:
            return written(self.score)
        if self.side is Side.WHITE:
            return "1-0"
        return "0-1"

    @property
    def standing(self) -> str:
        """Which side is better after it: `White is better by 0.35 pawns at depth 4`."""
        if self.score:
            return f"{judged(self.score, Side.WHITE)} at depth {self.depth}"
        return f"{title(self.side)} wins"

    @property
    def sentence(self) -> str:
        """The action, its mark, the standing and a better line."""
        return (
            f"{self.number} {self.action}{self.sign} "
            f"{'; '.join(filter(None, (self.standing, self.words)))}"
        )

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
        return (
            f"{self.words[:1].upper()}{self.words[1:]}: {self.score_text} instead of "
            f"{written(self.best_score)}."
        )


def verdicts(
    game: Game, reports: Sequence[JsonReport | None], first: int = 0
) -> Iterator[ActionVerdict]:
    """The verdicts about the actions of a game, up to the first that is not known.

    Args:
        game: The game.
        reports: The last report of a search of each position of the game; None if it was not
            searched.
        first: The number of the first action to judge.
    """
    for ply, action in enumerate(game.actions[first:], first):
        before, after = reports[ply], reports[ply + 1]
        if not before or not before["lines"]:
            return
        if is_ended(game.states[ply + 1]):
            after = None
        elif not after or not after["lines"]:
            return
        yield _verdict(game, ply, action, before=before, after=after)


def _verdict(
    game: Game, ply: int, action: Action, before: JsonReport, after: JsonReport | None
) -> ActionVerdict:
    side = turn(game.states[ply])
    best = before["lines"][0]
    score = for_white(after["lines"][0]["score"], side.other) if after else None
    white = chance(score) if score else 100.0 * (side is Side.WHITE)
    best_score = for_white(best["score"], side)
    loss = chance(best_score) - white if side is Side.WHITE else white - chance(best_score)
    same = {spell(other) for other in actions(game.states[ply]) if other.change == action.change}
    loss = 0.0 if same & {*best["pv"][:1]} else max(loss, 0.0)
    label = ben39_actions.number(ply + turn(game.start))
    depth = after["depth"] if after else 0
    mark = next((mark for mark in MARKS if loss >= mark.least), None)
    line = tuple(best["pv"])
    return ActionVerdict(
        ply=ply,
        number=label,
        side=side,
        action=spell(action),
        score=score,
        depth=depth,
        chance=white,
        loss=loss,
        mark=mark,
        best=line,
        best_score=best_score,
    )


def as_json(verdict: ActionVerdict) -> dict[str, Any]:
    """A verdict in the form of `wazir ben39 analyse --format json-lines`, which docs/json-lines.md
    describes.
    """
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


def from_json(data: Mapping[str, Any]) -> ActionVerdict:
    """The verdict of plain data."""
    same = {
        key: data[key] for key in ("ply", "number", "action", "score", "depth", "chance", "loss")
    }
    mark = next((mark for mark in MARKS if mark.name == data["mark"]), None)
    best = data["best"]
    side, line = Side[data["side"].upper()], tuple(best["pv"])
    return ActionVerdict(**same, side=side, mark=mark, best=line, best_score=best["score"])


def analysis_as_json(verdicts: Sequence[ActionVerdict], length: int) -> dict[str, Any]:
    """The verdicts about a game in the form of `wazir/analyse`. *length* is the number of its
    actions.
    """
    actions = list[dict[str, Any]]()
    for verdict in verdicts:
        marked = {"scoreText": verdict.score_text, "sign": verdict.sign, "words": verdict.words}
        actions.append(as_json(verdict) | marked | {"sentence": verdict.sentence})
    return {
        "actions": actions,
        "missing": length - len(verdicts),
        "summary": list(summary(verdicts)),
    }


def agreement(game: Game, report: JsonReport, verdicts: Sequence[ActionVerdict]) -> str:
    """Why the evaluation of the last position of a game and its analysis differ; empty if they do
    not.

    Args:
        game: The game.
        report: The last report of a search of its last position.
        verdicts: The known verdicts about its actions.
    """
    verdict = next((verdict for verdict in verdicts if verdict.ply == len(game.actions) - 1), None)
    if verdict is None or not report["lines"]:
        return ""
    if for_white(report["lines"][0]["score"], turn(game.state)) == verdict.score:
        return ""
    sign = (report["depth"] > verdict.depth) - (report["depth"] < verdict.depth)
    why = {
        -1: "The analysis searched deeper.",
        0: "Each stopped at another point of the search at the next depth.",
        1: "The evaluation searched deeper.",
    }[sign]
    return f"In the analysis: {verdict.standing}. {why}"


def marks(
    document: Document, span: Span, known: Callable[[Game], Iterable[ActionVerdict]]
) -> tuple[InlayHint, ...]:
    """The marks after the actions within a span as inlay hints, in order. *known* gives the
    verdicts about a game.
    """
    hints = list[InlayHint]()
    for placed in document.chunks(span):
        check()
        for definition in document.analysis(placed).definitions:
            game = game_of(definition)
            if game is None:
                continue
            for verdict in known(game):
                end = placed.start + definition.plays[verdict.ply].end
                if verdict.mark and span.contains_inclusive(end):
                    hints.append(InlayHint(end, verdict.sign, verdict.reason))
    return tuple(hints)


def summary(verdicts: Iterable[ActionVerdict]) -> Iterator[str]:
    """A sentence about each side: its marks, and the mean loss of its actions."""
    verdicts = list(verdicts)
    for side in Side:
        own = [verdict for verdict in verdicts if verdict.side is side]
        counts = Counter(verdict.mark for verdict in own)
        marks = ", ".join(_counted(mark, counts[mark]) for mark in reversed(MARKS))
        if own:
            yield (
                f"{title(side)}: {marks}; mean loss "
                f"{sum(verdict.loss for verdict in own) / len(own):.1f} points."
            )


def _counted(mark: ActionMark, count: int) -> str:
    plural = f"{mark.name[:-1]}ies" if mark.name.endswith("y") else f"{mark.name}s"
    return f"{count} {mark.name if count == 1 else plural}"


# Verdicts as comments


EVALUATION = re.compile(r"\[%eval [^\]\r\n]*\]")
"""The part of a comment that an analysis has written. Files of chess games have the same form."""
_BEFORE = "  "


def evaluation(verdict: ActionVerdict) -> str:
    """A verdict as a part of a comment: `[%eval -3.10,4 blunder, better Rj4xj8]`."""
    depth = f",{verdict.depth}" if verdict.score else ""
    return f"[%eval {verdict.score_text}{depth}{' ' * bool(verdict.mark)}{verdict.words}]"


def comments(
    text: str, plays: Sequence[Span], verdicts: Sequence[ActionVerdict], mark: str
) -> Iterator[Edit]:
    """The edits that write verdicts after the actions of a record, each of which ends its line
    then.

    They replace those of an earlier analysis.

    Args:
        text: The text of the record.
        plays: The spans of its actions.
        verdicts: The verdicts about the first of them.
        mark: What begins a comment.
    """
    for play, verdict in zip(plays, verdicts, strict=False):
        rest = without_end(text[play.end : line_end(text, play.end)])
        following, stop = rest.lstrip(BLANKS), play.end + len(rest)
        evaluated = evaluation(verdict)
        if following.startswith(mark):
            first, *others = EVALUATION.split(following)
            replaced = f"{first}{evaluated}{''.join(others)}"
            comment = replaced if others else f"{following.rstrip(BLANKS)} {evaluated}"
            yield Edit(Span(stop - len(following), stop), comment)
        elif following:
            line = text[line_start(text, play.start) : stop]
            indent = line[: len(line) - len(line.lstrip(BLANKS))]
            yield Edit(
                Span(play.end, stop - len(following)),
                f"{_BEFORE}{mark} {evaluated}{newline(text)}{indent}",
            )
        else:
            yield Edit(Span(play.end, stop), f"{_BEFORE}{mark} {evaluated}")


# The curve of chances: equal analyses give equal bytes


CURVE_WIDTH, CURVE_HEIGHT = 640, 236
_LEFT = 30
_TOP = 12
_ROOM = 600
_TALL = 180
_LEGEND = 222
_NUMBERED = 12
"""The maximum number of move numbers along the edge."""
_MAX_LETTERS = 200

MARK_SHAPES: Mapping[str, tuple[str, str]] = {
    "inaccuracy": ("condition", "m-3.6 0a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0z"),
    "mistake": ("friend", "m0-4.8l4.8 4.8l-4.8 4.8l-4.8-4.8z"),
    "blunder": ("capture", "m-4-4l8 8m0-8l-8 8"),
}
"""The colour and the path of each mark; shapes alone tell them apart."""


def curve(
    verdicts: Sequence[ActionVerdict], *, title: str, description: str, theme: Theme = Theme.AUTO
) -> str:
    """The chance of White after each action, as SVG. The area below the curve is White's.

    An element with `data-at` covers each action; its value is the number of actions played.

    Args:
        verdicts: The verdicts about the actions of a game.
        title: The name for screen readers.
        description: A sentence for screen readers.
        theme: The colours.
    """
    chances = [
        *(chance(verdict.best_score) for verdict in verdicts[:1]),
        *(verdict.chance for verdict in verdicts),
    ]
    points = [_point(at, len(verdicts), value) for at, value in enumerate(chances)]
    pairs = zip(verdicts, points[1:], strict=True)
    marks = [_drawn_mark(verdict.mark, *point) for verdict, point in pairs if verdict.mark]
    parts = (*_ground(), *_white_area(points), *_numbers(verdicts), *marks, *_legend(verdicts))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{CURVE_WIDTH}" height="{CURVE_HEIGHT}" '
        f'viewBox="0 0 {CURVE_WIDTH} {CURVE_HEIGHT}" '
        f'role="img" font-family="{FONT}"><title>{escaped(title, _MAX_LETTERS)}</title>'
        f"<desc>{escaped(description, _MAX_LETTERS)}</desc>"
        f"{''.join(parts).format_map(theme.colours)}{''.join(_covers(verdicts, points))}</svg>"
    )


def _point(at: int, count: int, value: float) -> tuple[float, float]:
    return _LEFT + _ROOM * at / max(count, 1), _TOP + _TALL * (1 - value / 100)


def _ground() -> Iterator[str]:
    """The background, Black's area over all of the plot, and the lines of level chances."""
    yield f'<rect width="{CURVE_WIDTH}" height="{CURVE_HEIGHT}" rx="4" fill="{{panel}}"/>'
    yield f'<rect x="{_LEFT}" y="{_TOP}" width="{_ROOM}" height="{_TALL}" fill="{{faint}}"/>'
    for share in (100, 50, 0):
        y = _TOP + _TALL * (1 - share / 100)
        yield _text(_LEFT - 4, y + 4, str(share), anchor="end")
        yield f'<path d="M{_LEFT} {number(y)}h{_ROOM}" stroke="{{grid}}"/>'


def _white_area(points: Sequence[tuple[float, float]]) -> Iterator[str]:
    """White's area and its edge."""
    if not points:
        return
    path = " ".join(f"{number(x)} {number(y)}" for x, y in points)
    yield f'<path d="M{path}L{number(points[-1][0])} {_TOP + _TALL}H{_LEFT}z" fill="{{white}}"/>'
    yield (
        f'<path d="M{_LEFT} {number(_TOP + _TALL / 2)}h{_ROOM}" stroke="{{grid}}" '
        'stroke-dasharray="3 3"/>'
    )
    yield (
        f'<path d="M{path}" fill="none" stroke="{{quiet}}" stroke-width="1.6" '
        'stroke-linejoin="round"/>'
    )


def _numbers(verdicts: Sequence[ActionVerdict]) -> Iterator[str]:
    """Some move numbers below the actions of White."""
    white = [at for at, verdict in enumerate(verdicts) if not verdict.number.endswith("...")]
    for at in white[:: -(-len(white) // _NUMBERED) or 1]:
        x = _point(at + 1, len(verdicts), 0)[0]
        label = verdicts[at].number.rstrip(".")
        yield _text(x, _TOP + _TALL + 14, label, anchor="middle")


def _drawn_mark(mark: ActionMark, x: float, y: float) -> str:
    """A mark, with an edge in the colour of the background around it."""
    role, path = MARK_SHAPES[mark.name]
    drawn = f'd="M{number(x)} {number(y)}{path}" fill="none"'
    return (
        f'<path {drawn} stroke="{{panel}}" stroke-width="5"/><path {drawn} stroke="{{{role}}}" '
        'stroke-width="2.2"/>'
    )


def _legend(verdicts: Sequence[ActionVerdict]) -> Iterator[str]:
    """The marks that occur, and what the areas are."""
    shown = {verdict.mark for verdict in verdicts}
    for x, mark in enumerate(mark for mark in reversed(MARKS) if mark in shown):
        yield _drawn_mark(mark, _LEFT + 165 * x + 5, _LEGEND)
        yield _text(
            _LEFT + 165 * x + 16,
            _LEGEND + 4,
            f"{mark.name} (from {mark.least} points)",
            anchor="start",
        )
    yield _text(_LEFT + _ROOM, _LEGEND + 4, "White's chance in %", anchor="end")


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-size="11" text-anchor="{anchor}" '
        f'fill="{{soft}}">{text}</text>'
    )


def _covers(
    verdicts: Sequence[ActionVerdict], points: Sequence[tuple[float, float]]
) -> Iterator[str]:
    """An invisible element over each action, with its verdict in words."""
    for verdict, (before, after) in zip(verdicts, pairwise(points), strict=True):
        x = number((before[0] + after[0]) / 2)
        wide = number(after[0] - before[0])
        area = f'x="{x}" y="{_TOP}" width="{wide}" height="{_TALL}" fill="transparent"'
        title = f"<title>{escaped(verdict.sentence, _MAX_LETTERS)}</title>"
        yield f'<rect {area} data-at="{verdict.ply + 1}">{title}</rect>'
