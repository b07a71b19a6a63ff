"""A position as SVG; equal positions give equal bytes. The last action is drawn with arrows and
marks (G20). Its shapes and lengths are those of `shapes.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from enum import IntEnum
from math import cos, hypot, pi, sin
from typing import NamedTuple

from wazir.ben39.actions import Action, Kind, before, spell
from wazir.ben39.board import (
    AROUND,
    FIXED,
    LINE_FILES,
    RING,
    ROWS,
    SQUARE_FILES,
    SQUARES,
    places,
)
from wazir.ben39.carrying import rotated, travelling_corners
from wazir.ben39.position import (
    HAND,
    RESERVE,
    Piece,
    Position,
    Side,
    State,
    unpack,
)
from wazir.ben39.rules import control, immobilized, in_check
from wazir.ben39.side_view import SideView, side_view
from wazir.ben39.words import title as name_of
from wazir.features.game.shapes import (
    ACTION,
    ASIDE,
    BOARD_WIDTH,
    CELL,
    DASHED,
    GRID,
    HAND_ROW,
    HEIGHT,
    LEFT,
    LINE_ROOM,
    MIDDLE,
    RESERVE_ROW,
    SIDE,
    SLOT,
    SMALL,
    SQUARE_ROOM,
    TITLES,
    TOP,
    WIDTH,
    Point,
    crossing,
    definitions,
    letter_id,
    named,
    pen,
    shape_id,
    square,
    stored_id,
)
from wazir.piece.drawing.shapes import Colours, Theme, number
from wazir.piece.drawing.svg import FONT, escaped


class Layer(IntEnum):
    """The layers of a picture, from bottom to top."""

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
    """The SVG, with roles of a palette as colours."""


def use(layer: Layer, shape: str, at: Point) -> Item:
    """A shape at a point."""
    return Item(layer, f'<use href="#{shape}" x="{number(at[0])}" y="{number(at[1])}"/>')


_MAX_LETTERS_OF_TITLE, _MAX_LETTERS_OF_DESCRIPTION = 200, 1_000
_TILE_SCALE, _DISC_SCALE = 0.72, 0.9
"""The scales of pieces in hand and in reserve."""


def picture(
    state: State,
    *,
    title: str,
    description: str,
    played: Action | None = None,
    theme: Theme = Theme.LIGHT,
    height: int = 300,
    whole: bool = False,
) -> str:
    """A position as SVG.

    Args:
        state: The position.
        title: The name for screen readers.
        description: A sentence for screen readers.
        played: The action that led to the position.
        theme: The colours.
        height: The height in pixels.
        whole: Draw the board alone, and define all shapes, for a view that shows the hands and
            reserves itself.
    """
    drawn = [item for item in items(state, played) if not whole or item.layer is not Layer.ASIDE]
    colours = theme.colours
    width = BOARD_WIDTH if whole else WIDTH
    shapes = (
        None
        if whole
        else {part.partition('"')[0] for item in drawn for part in item.svg.split('href="#')[1:]}
    )
    size = (
        f'width="{round(width * height / HEIGHT)}" height="{height}" viewBox="0 0 {width} {HEIGHT}"'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="{FONT}">'
        f"<title>{escaped(title, _MAX_LETTERS_OF_TITLE)}</title>"
        f"<desc>{escaped(description, _MAX_LETTERS_OF_DESCRIPTION)}</desc>"
        f"<defs>{definitions(colours, shapes)}</defs>"
        f"{panel(colours)}{ground(colours)}{layers(drawn, colours)}</svg>"
    )


def layers(drawn: list[Item], colours: Colours) -> str:
    """The elements of a picture by layer, from bottom to top."""
    groups = []
    for layer in Layer:
        elements = "".join(item.svg for item in drawn if item.layer is layer)
        groups.append(f'<g data-layer="{layer.name.lower()}">{elements}</g>')
    return "".join(groups).format_map(colours)


def panel(colours: Colours) -> str:
    """The background."""
    return f'<rect width="{WIDTH}" height="{HEIGHT}" rx="4" fill="{colours["panel"]}"/>'


def ground(colours: Colours) -> str:
    """The elements of all pictures: the fixed squares, the ring of movable ones, and the names
    along the edges.
    """
    fixed = [(number, square(number)) for number in places(FIXED)]
    shades = [
        "".join(_box(at) for n, at in fixed if (n % ROWS + n // ROWS) % 2 == shade)
        for shade in (0, 1)
    ]
    ghosts = "".join(_box(square(number)) for number in RING)
    return (
        f'<path fill="none" stroke="{{faint}}" stroke-dasharray="2 3" d="{ghosts}"/>'
        f'<path fill="{{other square}}" d="{shades[0]}"/><path fill="{{square}}" d="{shades[1]}"/>'
        f'<path d="{"".join(shades)}" {GRID}/>' + "".join(_names())
    ).format_map(colours)


def _box(middle: Point) -> str:
    return f"M{number(middle[0] - CELL / 2)} {number(middle[1] - CELL / 2)}h{CELL}v{CELL}h-{CELL}z"


def _names() -> Iterator[str]:
    """The names of files and ranks; those of squares are bold."""
    pen = 'fill="{soft}" font-size="13" text-anchor="middle"'
    bold = f'{pen} font-weight="700"'
    for files, ranks, kind in (
        (SQUARE_FILES, range(2, 15, 2), bold),
        (LINE_FILES, range(1, 16, 2), pen),
    ):
        for file in files:
            x = number(named(f"{file}1")[0])
            yield f'<text x="{x}" y="{TOP + SIDE + 20}" {kind}>{file}</text>'
        for rank in ranks:
            y = number(named(f"a{rank}")[1] + 4.6)
            yield f'<text x="{LEFT - 23}" y="{y}" {kind}>{rank}</text>'


def items(state: State, played: Action | None = None) -> Iterator[Item]:
    """The elements of a position above the ground, in a fixed order."""
    position = unpack(state)
    checked = frozenset(side for side in Side if in_check(state, side))
    for name in position.movable:
        yield use(Layer.TILES, "tile", named(name))
    if played is not None:
        yield from _DRAWN[played.kind](side_view(before(state, played)), played)
    for name, (side, piece) in position.pieces.items():
        yield use(Layer.PIECES, shape_id(side, piece), named(name))
    yield from _signs(state, position, checked)
    yield from _aside(position, checked, played)


def _signs(state: State, position: Position, checked: frozenset[Side]) -> Iterator[Item]:
    """The marks of immobilized pieces, of check, and of the control of movable squares."""
    for place in places(immobilized(state)):
        side, piece = position.pieces[SQUARES[place]]
        yield use(Layer.SIGNS, "bar", square(place))
        yield use(Layer.SIGNS, letter_id(side, piece), square(place))
    for name, (side, piece) in position.pieces.items():
        if piece is Piece.KING and side in checked:
            yield use(Layer.SIGNS, "check", named(name))
    # The numbers of pieces there, in the colours of the side that controls it.
    for name in position.movable:
        counted = control(state, SQUARES.index(name))
        ink = "soft"
        shape = ""
        x, y = (sum(pair) for pair in zip(named(name), _BESIDE[name], strict=True))
        if counted.side is not None:
            ink = f"on {counted.side}"
            corner = f'x="{number(x - 12)}" y="{number(y - 6.5)}"'
            shape = f'<rect {corner} width="24" height="13" rx="3" {pen(counted.side)}/>'
        middle = f'x="{number(x)}" y="{number(y + 4.2)}"'
        white, black = counted.counts
        yield Item(
            Layer.SIGNS, f'{shape}<text {middle} fill="{{{ink}}}" {SMALL}>{white}:{black}</text>'
        )


_BESIDE = {"d14": (-34, 0), "l14": (34, 0), "n12": (0, -26.8), "n4": (0, 26.8)}
_BESIDE |= {"l2": (34, 0), "d2": (-34, 0), "b4": (0, 26.8), "b12": (0, -26.8)}
"""The offsets of the counts of movable squares from their middles, into the empty corners of the
board.
"""


# Beside the board

_HEAD = 'fill="{text}" font-size="16" font-weight="700"'
_CHECK = 'fill="{capture}" font-size="16" font-weight="700"'
_NOTE = 'fill="{text}" font-size="13"'
_LABEL = 'fill="{soft}" font-size="13"'


def _aside(position: Position, checked: frozenset[Side], played: Action | None) -> Iterator[Item]:
    for side in (Side.BLACK, Side.WHITE):
        top = TITLES[side]
        yield _words(top, name_of(side), _HEAD, indent=14)
        if not position.ended and position.turn is side:
            yield Item(
                Layer.ASIDE, f'<path fill="{{quiet}}" d="M{ASIDE} {number(top - 10)}l10 5-10 5z"/>'
            )
        rows = (
            ("hand", top + 18, top + HAND_ROW, position.hands[side], HAND),
            ("reserve", top + 60, top + RESERVE_ROW, position.reserves[side], RESERVE),
        )
        for label, above, height, letters, order in rows:
            yield _words(above, label if letters else f"{label}: none", _LABEL)
            yield from _row(side, Counter(letters), order, height=height)
    for line, (text, kind) in enumerate(_state_lines(position, checked, played)):
        yield _words(MIDDLE - 10 + 19 * line, text, kind)


def _row(side: Side, letters: Counter[str], order: str, height: float) -> Iterator[Item]:
    """The pieces of a hand or a reserve, each kind once with its number."""
    scale = _TILE_SCALE if order is HAND else _DISC_SCALE
    for slot, letter in enumerate(letter for letter in order if letters[letter]):
        x, count = ASIDE + 8 + slot * SLOT, letters[letter]
        place = f"translate({number(x)} {number(height)}) scale({scale})"
        yield Item(Layer.ASIDE, f'<use href="#{stored_id(side, letter)}" transform="{place}"/>')
        if count > 1:
            yield _words(height + 4.6, str(count), _NOTE, indent=x + 9 - ASIDE)


def _words(height: float, text: str, kind: str, indent: float = 0) -> Item:
    x = number(ASIDE + indent)
    return Item(
        Layer.ASIDE, f'<text x="{x}" y="{number(height)}" {kind}>{escaped(text, 60)}</text>'
    )


def _state_lines(
    position: Position, checked: frozenset[Side], played: Action | None
) -> Iterator[tuple[str, str]]:
    """The lines between the two sides: the side to move, check, the last action."""
    side = position.turn
    if position.ended:
        yield f"{name_of(side.other)} has won", _HEAD
    else:
        yield f"{name_of(side)} to move", _HEAD
        if side in checked:
            yield "in check", _CHECK
        if side.other in checked:
            yield f"can take {name_of(side.other)}'s king", _NOTE
    if played is not None:
        yield f"after {spell(played)}", _NOTE


# Arrows

_ARROWHEAD, _HALF = 7.5, 5.0
"""The length of an arrowhead, and half of its width."""


def _arrow(
    start: Point, end: Point, room: tuple[float, float], dash: str = "", both: bool = False
) -> Item:
    """A straight arrow that leaves some room at its ends."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    step = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    tip = (end[0] - step[0] * room[1], end[1] - step[1] * room[1])
    tail = (start[0] + step[0] * room[0], start[1] + step[1] * room[0])
    heads = _head(tip, step) + (_head(tail, (-step[0], -step[1])) if both else "")
    neck = (tip[0] - step[0] * _ARROWHEAD, tip[1] - step[1] * _ARROWHEAD)
    from_ = (tail[0] + step[0] * _ARROWHEAD, tail[1] + step[1] * _ARROWHEAD) if both else tail
    return _line(f"M{_at(from_)}L{_at(neck)}", heads, dash)


def _line(line: str, heads: str, dash: str = "") -> Item:
    """The line of an arrow with its heads."""
    return Item(
        Layer.ARROWS, f'<path d="{line}" {ACTION}{dash}/><path d="{heads}" fill="{{quiet}}"/>'
    )


def _head(tip: Point, step: Point) -> str:
    x, y = tip[0] - step[0] * _ARROWHEAD, tip[1] - step[1] * _ARROWHEAD
    sides = ((x - step[1] * _HALF, y + step[0] * _HALF), (x + step[1] * _HALF, y - step[0] * _HALF))
    return f"M{_at(tip)}L{_at(sides[0])}L{_at(sides[1])}z"


def _at(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


# The kinds of actions


def _move(_: SideView, action: Action) -> Iterator[Item]:
    origin, target = (named(action.kind.names[place]) for place in (action.origin, action.target))
    mark, room = (
        ("left", (9, SQUARE_ROOM)) if action.kind is Kind.MOVE else ("gone", (5.5, LINE_ROOM))
    )
    yield use(Layer.MARKS, mark, origin)
    if action.taken:
        yield use(Layer.MARKS, "taken", target)
    yield _arrow(origin, target, room)


def _placed(was: SideView, action: Action) -> Iterator[Item]:
    """The mark and the arrow of a dropped piece, which comes from the side of its owner."""
    on_square = action.kind is Kind.DROP
    at = named(action.kind.names[action.target])
    room = 18.5 if on_square else 13.0
    start = (at[0], at[1] + (-room - 15 if was.side is Side.BLACK else room + 15))
    yield use(Layer.MARKS, "new" if on_square else "actor", at)
    yield _arrow(start, at, (0, room))


def _teleport(was: SideView, action: Action) -> Iterator[Item]:
    wizards = list(places(was.mine[action.piece]))
    origin, target = action.wizard, next(place for place in wizards if place != action.wizard)
    yield from (use(Layer.MARKS, "actor", crossing(place)) for place in (origin, target))
    start = square(action.origin)
    offset = start[0] - crossing(origin)[0], start[1] - crossing(origin)[1]
    end = crossing(target)[0] + offset[0], crossing(target)[1] + offset[1]
    if action.taken:
        yield use(Layer.MARKS, "taken", end)
    if not (swaps := action.manner == "/"):
        yield use(Layer.MARKS, "left", start)
    room = (SQUARE_ROOM if swaps else 9, 4 if action.manner == "*" else SQUARE_ROOM)
    yield _arrow(start, end, room, dash=DASHED, both=swaps)


def _rotation(was: SideView, action: Action) -> Iterator[Item]:
    """An arc for each rotated piece, from the middle of a square almost to that of the next."""
    spider, clockwise = action.origin, action.target
    yield use(Layer.MARKS, "actor", crossing(spider))
    around = AROUND[spider]
    for origin, target in rotated(was, spider, clockwise):
        if target is not None and was.enemy >> target & 1:
            yield use(Layer.MARKS, "taken", square(target))
        yield _arc(crossing(spider), around.index(origin), clockwise)


def _arc(middle: Point, quarter: int, clockwise: int) -> Item:
    """An arc around a crossing to the next square; quarter 0 starts north-west, 1 north-east."""
    radius = CELL / 2**0.5
    begins = (-0.75 + quarter / 2) * pi
    ends = (-0.75 + (quarter + clockwise) / 2) * pi - clockwise * pi / 6
    neck = ends - clockwise * _ARROWHEAD / radius
    start, base, tip = (
        (middle[0] + radius * cos(angle), middle[1] + radius * sin(angle))
        for angle in (begins, neck, ends)
    )
    along = ((tip[0] - base[0]) / _ARROWHEAD, (tip[1] - base[1]) / _ARROWHEAD)
    r, sweep = number(radius), int(clockwise > 0)
    return _line(f"M{_at(start)}A{r} {r} 0 0 {sweep} {_at(base)}", _head(tip, along))


def _shift(was: SideView, action: Action) -> Iterator[Item]:
    """The outline and the arrow of a moved square, and arrows for the pieces that travelled with
    its corners.
    """
    start, end = square(action.origin), square(action.target)
    yield Item(Layer.MARKS, f'<path d="{_box(start)}" {ACTION}{DASHED}/>')
    yield _arrow(start, end, (0, SQUARE_ROOM))
    travelling = travelling_corners(was.layout, action.origin, action.travellers)
    for corner in places(travelling & (was.own_lines | was.enemy_lines)):
        from_ = crossing(corner)
        yield _arrow(
            from_,
            (from_[0] + end[0] - start[0], from_[1] + end[1] - start[1]),
            (0, LINE_ROOM),
            dash=DASHED,
        )


_DRAWN: dict[Kind, Callable[[SideView, Action], Iterator[Item]]] = {
    Kind.MOVE: _move,
    Kind.LINE: _move,
    Kind.DROP: _placed,
    Kind.ENTER: _placed,
    Kind.TELEPORT: _teleport,
    Kind.ROTATE: _rotation,
    Kind.SQUARE: _shift,
}
