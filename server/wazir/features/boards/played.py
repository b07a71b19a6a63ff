"""The last action as it is drawn: what moved by an arrow, what was captured by a frame (G20)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import IntEnum
from math import cos, hypot, pi, sin
from typing import NamedTuple

from wazir.ben39.actions import Action, Kind, before
from wazir.ben39.board import AROUND, CORNER_MASKS, FIXED, crossings, places
from wazir.ben39.position import Side, State
from wazir.ben39.scene import Scene, on_lines, scene
from wazir.ben39.travel import rotated
from wazir.features.boards.layout import CELL, LINE_ROOM, SQUARE_ROOM, Point, crossing, square
from wazir.features.boards.pieces import ACTION, DASHED
from wazir.piece.drawing.shapes import number


class Layer(IntEnum):
    """What lies above what."""

    TILES = 0
    MARKS = 1
    ARROWS = 2
    PIECES = 3
    SIGNS = 4
    ASIDE = 5


class Item(NamedTuple):
    """An element of a picture."""

    layer: Layer
    svg: str
    """Colours are roles of a palette."""


def use(layer: Layer, shape: str, at: Point) -> Item:
    """A shape somewhere."""
    return Item(layer, f'<use href="#{shape}" x="{number(at[0])}" y="{number(at[1])}"/>')


def marks(state: State, action: Action) -> Iterator[Item]:
    """The marks and arrows of the action that led to a state."""
    was = scene(before(state, action))
    yield from _DRAWN[action.kind](was, action)


# Arrows

_HEAD, _HALF = 7.5, 5.0
"""The length of an arrowhead, and half of its width."""


def _arrow(start: Point, end: Point, room: tuple[float, float], dash: str = "", both: bool = False) -> Item:
    """A straight arrow that keeps away from what stands at its ends."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    step = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    tip = (end[0] - step[0] * room[1], end[1] - step[1] * room[1])
    tail = (start[0] + step[0] * room[0], start[1] + step[1] * room[0])
    heads = _head(tip, step) + (_head(tail, (-step[0], -step[1])) if both else "")
    neck = (tip[0] - step[0] * _HEAD, tip[1] - step[1] * _HEAD)
    from_ = (tail[0] + step[0] * _HEAD, tail[1] + step[1] * _HEAD) if both else tail
    return _line(f"M{_at(from_)}L{_at(neck)}", heads, dash)


def _line(line: str, heads: str, dash: str = "") -> Item:
    """The line of an arrow with its heads."""
    return Item(Layer.ARROWS, f'<path d="{line}" {ACTION}{dash}/><path d="{heads}" fill="{{quiet}}"/>')


def _head(tip: Point, step: Point) -> str:
    x, y = tip[0] - step[0] * _HEAD, tip[1] - step[1] * _HEAD
    sides = ((x - step[1] * _HALF, y + step[0] * _HALF), (x + step[1] * _HALF, y - step[0] * _HALF))
    return f"M{_at(tip)}L{_at(sides[0])}L{_at(sides[1])}z"


def _at(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


# The kinds of actions


def _move(_: Scene, action: Action) -> Iterator[Item]:
    yield use(Layer.MARKS, "left", square(action.origin))
    if action.taken:
        yield use(Layer.MARKS, "taken", square(action.target))
    yield _arrow(square(action.origin), square(action.target), (9, SQUARE_ROOM))


def _slide(_: Scene, action: Action) -> Iterator[Item]:
    yield use(Layer.MARKS, "gone", crossing(action.origin))
    yield _arrow(crossing(action.origin), crossing(action.target), (5.5, LINE_ROOM))


def _placed(was: Scene, action: Action) -> Iterator[Item]:
    """What is dropped comes from the side of its owner."""
    on_square = action.kind is Kind.DROP
    at = square(action.target) if on_square else crossing(action.target)
    room = 18.5 if on_square else 13.0
    start = (at[0], at[1] + (-room - 15 if was.side is Side.BLACK else room + 15))
    yield use(Layer.MARKS, "new" if on_square else "actor", at)
    yield _arrow(start, at, (0, room))


def _teleport(was: Scene, action: Action) -> Iterator[Item]:
    wizards = list(places(was.mine[action.piece]))
    here, there = action.wizard, next(place for place in wizards if place != action.wizard)
    yield from (use(Layer.MARKS, "actor", crossing(place)) for place in (here, there))
    start = square(action.origin)
    end = square(action.target) if action.target >= 0 else _beside(start, here, there)
    if action.taken:
        yield use(Layer.MARKS, "taken", end)
    if action.manner != "/":
        yield use(Layer.MARKS, "left", start)
    swaps = action.manner == "/"
    room = (SQUARE_ROOM if swaps else 9, SQUARE_ROOM if action.target >= 0 else 4)
    if hypot(end[0] - start[0], end[1] - start[1]) > sum(room):
        yield _arrow(start, end, room, DASHED, swaps)


def _beside(start: Point, here: int, there: int) -> Point:
    """The place that is to one wizard as *start* is to the other."""
    a, b = crossing(here), crossing(there)
    return start[0] - a[0] + b[0], start[1] - a[1] + b[1]


def _rotation(was: Scene, action: Action) -> Iterator[Item]:
    """An arc for each piece that went round, from the middle of a square almost to that of the next."""
    spider, clockwise = action.origin, action.target
    yield use(Layer.MARKS, "actor", crossing(spider))
    around = AROUND[spider]
    for origin, target in rotated(was, spider, clockwise):
        if target is not None and was.enemy >> target & 1:
            yield use(Layer.MARKS, "taken", square(target))
        yield _arc(crossing(spider), around.index(origin), clockwise)


def _arc(middle: Point, quarter: int, clockwise: int) -> Item:
    """From the square north-west (0), north-east (1) and so on around a crossing to the next one."""
    radius = CELL / 2**0.5
    begins = (-0.75 + quarter / 2) * pi
    ends = (-0.75 + (quarter + clockwise) / 2) * pi - clockwise * pi / 6
    neck = ends - clockwise * _HEAD / radius
    start, base, tip = (
        (middle[0] + radius * cos(angle), middle[1] + radius * sin(angle)) for angle in (begins, neck, ends)
    )
    along = ((tip[0] - base[0]) / _HEAD, (tip[1] - base[1]) / _HEAD)
    r, sweep = number(radius), int(clockwise > 0)
    return _line(f"M{_at(start)}A{r} {r} 0 0 {sweep} {_at(base)}", _head(tip, along))


def _shift(was: Scene, action: Action) -> Iterator[Item]:
    """The square from where it was, and what travelled from its corners."""
    start, end = square(action.origin), square(action.target)
    x, y = start[0] - CELL / 2, start[1] - CELL / 2
    outline = f"M{_at((x, y))}h{CELL}v{CELL}h-{CELL}z"
    yield Item(Layer.MARKS, f'<path d="{outline}" {ACTION}{DASHED}/>')
    yield _arrow(start, end, (0, SQUARE_ROOM))
    shared = crossings((FIXED | was.movable) & ~(1 << action.origin))
    travelling = CORNER_MASKS[action.origin] & ~shared | action.travellers
    standing = on_lines(was.mine) | on_lines(was.theirs)
    for corner in places(travelling & standing):
        from_ = crossing(corner)
        yield _arrow(from_, (from_[0] + end[0] - start[0], from_[1] + end[1] - start[1]), (0, LINE_ROOM), DASHED)


_DRAWN: dict[Kind, Callable[[Scene, Action], Iterator[Item]]] = {
    Kind.MOVE: _move,
    Kind.LINE: _slide,
    Kind.DROP: _placed,
    Kind.ENTER: _placed,
    Kind.TELEPORT: _teleport,
    Kind.ROTATE: _rotation,
    Kind.SQUARE: _shift,
}
