"""A position as a picture: SVG that needs nothing else, the same bytes for the same position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from wazir.ben39.actions import Action, spell
from wazir.ben39.board import FIXED, LINE_FILES, RING, ROWS, SQUARE_FILES, SQUARES, places
from wazir.ben39.position import HAND, RESERVE, Piece, Position, Side, State, unpack
from wazir.ben39.rules import control, immobilized, in_check
from wazir.ben39.words import title as name_of
from wazir.features.boards.layout import (
    ASIDE,
    CELL,
    HEIGHT,
    LEFT,
    MIDDLE,
    SIDE,
    SLOT,
    STORES,
    TOP,
    WIDTH,
    Point,
    named,
    square,
)
from wazir.features.boards.pieces import GRID, INK, SMALL, definitions, letter_id, pen, shape_id, stored_id
from wazir.features.boards.played import Item, Layer, marks, use
from wazir.piece.drawing.shapes import Colours, Theme, number
from wazir.piece.drawing.svg import FONT, escaped

_LONGEST_TITLE, _LONGEST_DESCRIPTION = 200, 1_000
_TILE_SCALE, _DISC_SCALE = 0.72, 0.9
"""Of pieces in hand and in reserve."""


def picture(
    state: State,
    *,
    title: str,
    description: str,
    played: Action | None = None,
    theme: Theme = Theme.LIGHT,
    height: int = 300,
) -> str:
    """A position as SVG.

    Args:
        state: The position.
        title: Its name, for screen readers.
        description: A sentence about it, for screen readers.
        played: The action that led to it, which is drawn as an arrow.
        theme: Its colours.
        height: In pixels.
    """
    found, colours = list(items(state, played)), theme.colours
    shapes = {part.partition('"')[0] for item in found for part in item.svg.split('href="#')[1:]}
    size = f'width="{round(WIDTH * height / HEIGHT)}" height="{height}" viewBox="0 0 {WIDTH} {HEIGHT}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="{FONT}">'
        f"<title>{escaped(title, _LONGEST_TITLE)}</title><desc>{escaped(description, _LONGEST_DESCRIPTION)}</desc>"
        f"<defs>{definitions(colours, shapes)}</defs>{panel(colours)}{ground(colours)}{layers(found, colours)}</svg>"
    )


def layers(found: list[Item], colours: Colours) -> str:
    """The elements of a picture, each layer above the one before."""
    return "".join(
        f'<g data-layer="{layer.name.lower()}">{"".join(item.svg for item in found if item.layer is layer)}</g>'
        for layer in Layer
    ).format_map(colours)


def panel(colours: Colours) -> str:
    """What lies below everything else."""
    return f'<rect width="{WIDTH}" height="{HEIGHT}" rx="4" fill="{colours["panel"]}"/>'


def ground(colours: Colours) -> str:
    """What is the same in all pictures: the fixed squares, the names along the edges, where squares may move to."""
    fixed = [(number, square(number)) for number in places(FIXED)]
    shades = ["".join(_box(at) for n, at in fixed if (n % ROWS + n // ROWS) % 2 == shade) for shade in (0, 1)]
    ghosts = "".join(_box(square(number)) for number in RING)
    return (
        f'<path fill="none" stroke="{{faint}}" stroke-dasharray="2 3" d="{ghosts}"/>'
        f'<path fill="{{other square}}" d="{shades[0]}"/><path fill="{{square}}" d="{shades[1]}"/>'
        f'<path d="{"".join(shades)}" {GRID}/>' + "".join(_names())
    ).format_map(colours)


def _box(middle: Point) -> str:
    return f"M{number(middle[0] - CELL / 2)} {number(middle[1] - CELL / 2)}h{CELL}v{CELL}h-{CELL}z"


def _names() -> Iterator[str]:
    """Files and ranks; those of squares are bold."""
    pen = 'fill="{soft}" font-size="13" text-anchor="middle"'
    bold = f'{pen} font-weight="700"'
    for files, ranks, kind in ((SQUARE_FILES, range(2, 15, 2), bold), (LINE_FILES, range(1, 16, 2), pen)):
        for file in files:
            yield f'<text x="{number(named(f"{file}1")[0])}" y="{TOP + SIDE + 20}" {kind}>{file}</text>'
        for rank in ranks:
            y = number(named(f"a{rank}")[1] + 4.6)
            yield f'<text x="{LEFT - 23}" y="{y}" {kind}>{rank}</text>'


def items(state: State, played: Action | None = None) -> Iterator[Item]:
    """What is drawn on the ground for a position, in an order that depends on nothing else."""
    position = unpack(state)
    checked = frozenset(side for side in Side if in_check(state, side))
    for name in position.movable:
        yield use(Layer.TILES, "tile", named(name))
    if played is not None:
        yield from marks(state, played)
    for where in (position.squares, position.intersections):
        for name, (side, piece) in where.items():
            yield use(Layer.PIECES, shape_id(side, piece), named(name))
    yield from _signs(state, position, checked)
    yield from _aside(position, checked, played)


def _signs(state: State, position: Position, checked: frozenset[Side]) -> Iterator[Item]:
    """What is to be known of pieces and movable squares at a glance: immobilized, in check, controlled."""
    for place in places(immobilized(state)):
        side, piece = position.squares[SQUARES[place]]
        yield use(Layer.SIGNS, "bar", square(place))
        yield use(Layer.SIGNS, letter_id(side, piece), square(place))
    for name, (side, piece) in position.squares.items():
        if piece is Piece.KING and side in checked:
            yield use(Layer.SIGNS, "check", named(name))
    for name in position.movable:
        counted = control(state, SQUARES.index(name))
        at = _badge_place(name)
        yield Item(Layer.SIGNS, _badge(at, f"{counted.counts[0]}:{counted.counts[1]}", counted.side))


_BESIDE = {"d14": (-34, 0), "l14": (34, 0), "n12": (0, -26.8), "n4": (0, 26.8)}
_BESIDE |= {"l2": (34, 0), "d2": (-34, 0), "b4": (0, 26.8), "b12": (0, -26.8)}
"""Where the count of a movable square is from its middle: in the empty corner of the board beside it."""


def _badge_place(name: str) -> Point:
    x, y = named(name)
    return x + _BESIDE[name][0], y + _BESIDE[name][1]


def _badge(at: Point, words: str, side: Side | None) -> str:
    """Who has how many pieces at a movable square, in the colours of the side that controls it."""
    place = f'x="{number(at[0] - 12)}" y="{number(at[1] - 6.5)}"'
    shape = "" if side is None else f'<rect {place} width="24" height="13" rx="3" {pen(side)}/>'
    ink = "soft" if side is None else f"on {INK[side]}"
    return f'{shape}<text x="{number(at[0])}" y="{number(at[1] + 4.2)}" fill="{{{ink}}}" {SMALL}>{words}</text>'


# Beside the board

_HEAD = 'fill="{text}" font-size="16" font-weight="700"'
_CHECK = 'fill="{capture}" font-size="16" font-weight="700"'
_NOTE = 'fill="{text}" font-size="13"'
_LABEL = 'fill="{soft}" font-size="13"'


def _aside(position: Position, checked: frozenset[Side], played: Action | None) -> Iterator[Item]:
    for side in (Side.BLACK, Side.WHITE):
        store = STORES[side]
        yield _words(store.title, name_of(side), _HEAD, 14)
        if not position.ended and position.turn is side:
            yield Item(Layer.ASIDE, f'<path fill="{{quiet}}" d="M{ASIDE} {number(store.title - 10)}l10 5-10 5z"/>')
        rows = (
            ("hand", store.hand_label, store.hand, position.hands[side], HAND),
            ("reserve", store.reserve_label, store.reserve, position.reserves[side], RESERVE),
        )
        for label, above, height, letters, order in rows:
            yield _words(above, label if letters else f"{label}: none", _LABEL)
            yield from _row(side, Counter(letters), order, height)
    for line, (text, kind) in enumerate(_said(position, checked, played)):
        yield _words(MIDDLE - 10 + 19 * line, text, kind)


def _row(side: Side, letters: Counter[str], order: str, height: float) -> Iterator[Item]:
    """The pieces of a hand or a reserve, each kind once with how many there are."""
    scale = _TILE_SCALE if order is HAND else _DISC_SCALE
    for slot, letter in enumerate(letter for letter in order if letters[letter]):
        x, count = ASIDE + 8 + slot * SLOT, letters[letter]
        place = f"translate({number(x)} {number(height)}) scale({scale})"
        yield Item(Layer.ASIDE, f'<use href="#{stored_id(side, letter)}" transform="{place}"/>')
        if count > 1:
            yield _words(height + 4.6, str(count), _NOTE, x + 9 - ASIDE)


def _words(height: float, text: str, kind: str, indent: float = 0) -> Item:
    x = number(ASIDE + indent)
    return Item(Layer.ASIDE, f'<text x="{x}" y="{number(height)}" {kind}>{escaped(text, 60)}</text>')


def _said(position: Position, checked: frozenset[Side], played: Action | None) -> Iterator[tuple[str, str]]:
    """What stands between the two sides: whose turn it is, how the game stands, the last action."""
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
