"""The chances of a game as a curve in SVG, with the marks of its actions; equal analyses give equal bytes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from wazir.features.game.analysis import MARKS, Mark, Verdict, chance
from wazir.piece.drawing.shapes import Colours, Theme, number
from wazir.piece.drawing.svg import FONT, escaped

WIDTH, HEIGHT = 640, 236
_LEFT, _TOP, _ROOM, _TALL = 30, 12, 600, 180
_LEGEND = 222
_NUMBERED = 12
"""The maximum number of move numbers along the edge."""
_LONGEST = 200

SHAPES: Mapping[str, tuple[str, str]] = {
    "inaccuracy": ("condition", "m-3.6 0a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0z"),
    "mistake": ("friend", "m0-4.8l4.8 4.8l-4.8 4.8l-4.8-4.8z"),
    "blunder": ("capture", "m-4-4l8 8m0-8l-8 8"),
}
"""The colour and the path of each mark; shapes alone tell them apart."""


def curve(verdicts: Sequence[Verdict], *, title: str, description: str, theme: Theme = Theme.AUTO) -> str:
    """The chance of White after each action, as SVG. The area below the curve is White's.

    An element with `data-at` covers each action; its value is the number of actions played.

    Args:
        found: The verdicts about the actions of a game.
        title: The name for screen readers.
        description: A sentence for screen readers.
        theme: The colours.
    """
    chances = [*(chance(verdict.best_score) for verdict in verdicts[:1]), *(verdict.chance for verdict in verdicts)]
    points = [_point(at, len(verdicts), value) for at, value in enumerate(chances)]
    background = (*_ground(theme.colours), *_line(points), *_numbers(verdicts))
    parts = (*background, *_marks(verdicts, points), *_legend(verdicts))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'role="img" font-family="{FONT}"><title>{escaped(title, _LONGEST)}</title>'
        f"<desc>{escaped(description, _LONGEST)}</desc>"
        f"{''.join(parts).format_map(theme.colours)}{''.join(_covers(verdicts, points))}</svg>"
    )


def _point(at: int, count: int, value: float) -> tuple[float, float]:
    return _LEFT + _ROOM * at / max(count, 1), _TOP + _TALL * (1 - value / 100)


def _ground(colours: Colours) -> Iterator[str]:
    """The background, Black's area over all of the plot, and the lines of level chances."""
    yield f'<rect width="{WIDTH}" height="{HEIGHT}" rx="4" fill="{colours["panel"]}"/>'
    yield f'<rect x="{_LEFT}" y="{_TOP}" width="{_ROOM}" height="{_TALL}" fill="{{faint}}"/>'
    for share in (100, 50, 0):
        y = number(_TOP + _TALL * (1 - share / 100))
        yield _text(_LEFT - 4, _TOP + _TALL * (1 - share / 100) + 4, str(share), "end")
        yield f'<path d="M{_LEFT} {y}h{_ROOM}" stroke="{{grid}}"/>'


def _line(points: Sequence[tuple[float, float]]) -> Iterator[str]:
    """White's area and its edge."""
    if not points:
        return
    path = " ".join(f"{number(x)} {number(y)}" for x, y in points)
    last, floor = number(points[-1][0]), _TOP + _TALL
    middle = number(_TOP + _TALL / 2)
    yield f'<path d="M{path}L{last} {floor}H{_LEFT}z" fill="{{white}}"/>'
    yield f'<path d="M{_LEFT} {middle}h{_ROOM}" stroke="{{grid}}" stroke-dasharray="3 3"/>'
    yield f'<path d="M{path}" fill="none" stroke="{{quiet}}" stroke-width="1.6" stroke-linejoin="round"/>'


def _numbers(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """Some move numbers below the actions of White."""
    white = [
        (at, verdict.number.rstrip(".")) for at, verdict in enumerate(verdicts, 1) if not verdict.number.endswith("...")
    ]
    for at, label in white[:: -(-len(white) // _NUMBERED) or 1]:
        yield _text(_point(at, len(verdicts), 0)[0], _TOP + _TALL + 14, label, "middle")


def _marks(verdicts: Sequence[Verdict], points: Sequence[tuple[float, float]]) -> Iterator[str]:
    for verdict, (x, y) in zip(verdicts, points[1:], strict=True):
        if verdict.mark:
            yield _mark(verdict.mark, x, y)


def _mark(mark: Mark, x: float, y: float) -> str:
    """A mark, with an edge in the colour of the background around it."""
    role, path = SHAPES[mark.name]
    drawn = f'd="M{number(x)} {number(y)}{path}" fill="none"'
    return f'<path {drawn} stroke="{{panel}}" stroke-width="5"/><path {drawn} stroke="{{{role}}}" stroke-width="2.2"/>'


def _legend(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """The marks that occur, and what the areas are."""
    x = _LEFT
    shown = {verdict.mark for verdict in verdicts}
    for mark in (mark for mark in reversed(MARKS) if mark in shown):
        yield _mark(mark, x + 5, _LEGEND)
        yield _text(x + 16, _LEGEND + 4, f"{mark.name} (from {mark.least} points)", "start")
        x += 165
    yield _text(_LEFT + _ROOM, _LEGEND + 4, "White's chance in %", "end")


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{number(x)}" y="{number(y)}" font-size="11" text-anchor="{anchor}" fill="{{soft}}">{text}</text>'


def _covers(verdicts: Sequence[Verdict], points: Sequence[tuple[float, float]]) -> Iterator[str]:
    """An invisible element over each action, with its verdict in words."""
    for verdict, (before, after) in zip(verdicts, pairwise(points), strict=True):
        words = f"{verdict.score_text}{', ' * bool(verdict.mark)}{verdict.words}"
        label = escaped(f"{verdict.number} {verdict.action} {words}", _LONGEST)
        wide = number(after[0] - before[0])
        x = number((before[0] + after[0]) / 2)
        area = f'x="{x}" y="{_TOP}" width="{wide}" height="{_TALL}" fill="transparent"'
        yield f'<rect {area} data-at="{verdict.ply + 1}">'
        yield f"<title>{label}</title></rect>"
