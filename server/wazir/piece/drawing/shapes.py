"""Colours, shapes and boards of pictures. Shapes alone identify marks; colours only support them
(M13).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from importlib.resources import files
from textwrap import wrap
from types import MappingProxyType
from typing import NamedTuple

from wazir.piece.board import HEXAGON, PlayingBoard, Window, square_name
from wazir.piece.drawing.diagram import Diagram, Goal, Mark
from wazir.piece.equivalence import Deviation
from wazir.piece.model import Content, Lattice, Square

Colours = Mapping[str, str]
"""The colour of each role, as an SVG attribute value."""

_FILE = tomllib.loads((files(__package__) / "shapes.toml").read_text("utf-8"))
LIGHT: Colours = {role: light for role, (light, _) in _FILE["colours"].items()}
DARK: Colours = {role: dark for role, (_, dark) in _FILE["colours"].items()}


class Theme(Enum):
    """The theme of a picture."""

    LIGHT = "light"
    DARK = "dark"
    AUTO = "auto"
    """For unknown backgrounds: light, on its own panel."""

    @property
    def colours(self) -> Colours:
        """The colours of the theme."""
        return DARK if self is Theme.DARK else LIGHT


def _variable(role: str) -> str:
    return f"--{role.replace(' ', '-')}"


VARIABLES: Colours = {role: f"var({_variable(role)})" for role in LIGHT}
"""The colours as CSS variables, which a page sets with `style_sheet`."""


def style_sheet(more: Mapping[Theme, str] = MappingProxyType({})) -> str:
    """CSS rules that set the variables by the theme of the system or of VS Code.

    Args:
        more: Further declarations of a theme.
    """
    light, dark = (
        "".join(f"{_variable(role)}:{colour};" for role, colour in theme.colours.items())
        + more.get(theme, "")
        for theme in (Theme.LIGHT, Theme.DARK)
    )
    return (
        f"body {{{light}}}\n@media screen and (prefers-color-scheme: dark) {{ body {{{dark}}} }}\n"
        f"body.vscode-light, body.vscode-high-contrast-light {{{light}}}\n"
        f"body.vscode-dark, body.vscode-high-contrast:not(.vscode-high-contrast-light) {{{dark}}}\n"
    )


CELL = 22
"""The side of a square. Shapes are centred on it."""

LINE_WIDTH = 1.4


class Shape(NamedTuple):
    """An SVG element that is defined once and referenced."""

    id: str
    template: str
    """SVG with roles instead of colours."""
    radius: float
    """The distance that lines keep from its centre."""
    ink: int
    """Its area."""

    def svg(self, colours: Colours) -> str:
        """The shape in some colours."""
        return self.template.format_map(colours)


MARKS = {Mark[name]: Shape(**row) for name, row in _FILE["marks"].items()}
DEVIATIONS = {Deviation[name]: Shape(**row) for name, row in _FILE["deviations"].items()}
"""Drawn over the marks of squares on which an engine deviates."""
GOALS = {Goal[name]: Shape(**row) for name, row in _FILE["goals"].items()}
"""The flags of squares on which a side wins."""
PALACE = Shape(**_FILE["palace"])
"""The sample of the line around squares that royal pieces may not leave."""
_PIECES = {name: Shape(**row) for name, row in _FILE["pieces"].items()}
STAYS = _PIECES["STAYS"]
"""A ring around the mover, if a move may end there."""


def piece_shape(content: Content, white: bool) -> Shape:
    """The shape of another piece; its side may be unknown.

    Args:
        content: Its relation to the mover.
        white: Whether the mover is White.
    """
    if content not in (Content.FRIEND, Content.FOE):
        return _PIECES["HURDLE"]
    return _PIECES["WHITE_MAN" if (content is Content.FRIEND) == white else "BLACK_MAN"]


def mover_shape(white: bool) -> Shape:
    """The shape of the mover, in the colour of its side."""
    return _PIECES["WHITE_MOVER" if white else "BLACK_MOVER"]


@lru_cache(maxsize=4096)
def number(value: float) -> str:
    """A number rounded to one decimal, without trailing zeros."""
    short = f"{value:.1f}"
    short = short[:-2] if short.endswith(".0") else short
    return "0" if short == "-0" else short


# Boards


MARGIN = 10
"""The margin around the board, for arrowheads or coordinates."""
HEX_MARGIN = 18
"""The margin to the left and right of hexagons."""
TYPE_SIZE = 10.0
LINE_HEIGHT = 14.0
ICON_WIDTH = 18.0
LETTER_WIDTH = 5.6
BELOW = 4.0
"""Metrics of the legend in pixels: font size, line height, width of a mark, mean width of a letter,
and gap.
"""
MAX_LINES_OF_COLUMN = 3
"""A longer legend has two columns, if there is room."""
COLUMN_GAP = 4.0
NOTE_LENGTH = 34
"""The maximum length of a line of a note, in characters."""
MIN_SHARE_OF_BOARD = 0.55
"""The minimum share of the height for the board. A longer legend makes the picture higher."""

Entry = tuple[Shape | None, str]
"""A shape of the legend with its meaning, or text alone."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout of a picture. Lengths are in units of the picture, except the total size, in
    pixels.
    """

    window: Window
    left: float
    """The left edge of the board without its frame. The top edge is *MARGIN*."""
    width: float
    height: float
    pixels: tuple[int, int]
    unit: float
    """Units per pixel."""
    entries: tuple[tuple[Entry, float, float], ...]
    """Each entry of the legend, with its left end and its vertical middle."""

    def middle(self, square: Square) -> tuple[float, float]:
        """The centre of a square."""
        x, y = self.window.middle(square)
        return self.left + x * CELL, MARGIN + y * CELL


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a board is in its picture, in units of the picture."""

    left: float
    top: float
    square: float
    """The side of a square."""


def entries_of(diagram: Diagram, notes: tuple[str, ...]) -> list[Entry]:
    """The entries of the legend: used marks, other pieces, and short notes."""
    entries: list[Entry] = [(MARKS[mark], mark.words) for mark in diagram.used]
    entries += [(DEVIATIONS[how], words) for how, words in diagram.deviating]
    others = {
        Content.FRIEND: "a friend",
        Content.FOE: "a foe",
        Content.FRIEND | Content.FOE: "any piece",
    }
    shown = [content for content in others if content in diagram.pieces.values()]
    entries += [(piece_shape(content, diagram.white), others[content]) for content in shown]
    entries += [(GOALS[goal], goal.words) for goal in Goal if goal in diagram.goals.values()]
    if diagram.palace:
        entries.append((PALACE, "kings stay inside this line"))
    if diagram.stays:
        entries.append((STAYS, "may end where it stood"))
    return entries + [(None, line) for note in notes for line in wrap(note, NOTE_LENGTH)]


def layout_of(window: Window, entries: list[Entry], height: int) -> Layout:
    """The layout of a picture of about *height* pixels; a long legend makes it higher."""
    aside = MARGIN if window.lattice is Lattice.SQUARE else HEX_MARGIN
    columns = 2 if len(entries) > MAX_LINES_OF_COLUMN else 1
    rows = -(-len(entries) // columns)
    below = rows * LINE_HEIGHT + BELOW if rows else 0.0
    board_pixels = max(height - below, height * MIN_SHARE_OF_BOARD)
    board_width = window.size[0] * CELL + 2 * aside
    board_height = window.size[1] * CELL + 2 * MARGIN
    unit = board_height / board_pixels
    by_column = [entries[start : start + rows] for start in range(0, len(entries), rows or 1)]
    longest = [max(len(words) for _, words in column) for column in by_column]
    widths = [ICON_WIDTH + COLUMN_GAP + LETTER_WIDTH * letters for letters in longest]
    margin = MARGIN * 0.6
    width = max(board_width, sum(widths) * unit + 2 * margin)
    lefts = [margin, margin + widths[0] * unit] if entries else []
    placed = tuple(
        (entry, lefts[i // rows], board_height + ((i % rows) + 0.5) * LINE_HEIGHT * unit)
        for i, entry in enumerate(entries)
    )
    pixels = (round(width / unit), round(board_pixels + below))
    return Layout(
        window=window,
        left=(width - board_width) / 2 + aside,
        width=width,
        height=board_height + below * unit,
        pixels=pixels,
        unit=unit,
        entries=placed,
    )


Point = tuple[float, float]

_CORNER = HEXAGON * CELL / 2
"""The distance of a hexagon's corners from its centre."""
_EDGES = (
    (CELL / 2, -_CORNER / 2), (CELL / 2, _CORNER / 2), (0, _CORNER),
    (-CELL / 2, _CORNER / 2), (-CELL / 2, -_CORNER / 2), (0, -_CORNER),
)  # fmt: skip
"""The edges of a hexagon, clockwise from the upper left."""
_HEXAGON = "l11 6.4v12.7l-11 6.3-11-6.3v-12.7z"
"""The path of a hexagon from its upper corner, rounded so that neighbours meet."""
_SHADES = ("square", "other square", "third square")
"""The colours of hexagons; neighbours differ."""


def background(layout: Layout, colours: Colours) -> str:
    """The squares or hexagons with their frame."""
    drawn = _squares(layout) if layout.window.lattice is Lattice.SQUARE else _hexagons(layout)
    return drawn.format_map(colours)


def _squares(layout: Layout) -> str:
    """A rectangle, and a dashed line for each row of the other colour."""
    x = layout.left
    width, height = (side * CELL for side in layout.window.size)
    rows = []
    for row, squares in enumerate(layout.window.rows()):
        other = (squares[0][0] + squares[0][1]) % 2
        start, middle = x + (CELL if other else 0), MARGIN + (row + 0.5) * CELL
        rows.append(f"M{number(start)} {number(middle)}H{number(x + width)}")
    place = f'x="{number(x)}" y="{MARGIN}" width="{number(width)}" height="{number(height)}"'
    dashes = (
        f'<path stroke="{{other square}}" stroke-width="{CELL}" stroke-dasharray="{CELL}" '
        f'd="{"".join(rows)}"/>'
    )
    return (
        f'<rect fill="{{square}}" {place}/>{dashes}<rect fill="none" stroke="{{frame}}" {place}/>'
    )


def _hexagons(layout: Layout) -> str:
    """The outline, and a path for each of the two other colours."""
    paths: dict[int, list[str]] = {1: [], 2: []}
    for row in layout.window.rows():
        for shade, path in paths.items():
            of_shade = [square for square in row if (square[0] - square[1]) % 3 == shade]
            if of_shade:
                x, y = layout.middle(of_shade[0])
                following = f"m{3 * CELL} 0{_HEXAGON}" * (len(of_shade) - 1)
                path.append(f"M{number(x)} {number(y - _CORNER)}{_HEXAGON}{following}")
    top = next(iter(layout.window.rows()))
    x, y = layout.middle(top[0])
    x, y, corners = x - CELL / 2, y - _CORNER / 2, []
    for side in range(6):  # clockwise
        for edge in (side, *((side + 1) % 6, side) * (len(top) - 1)):
            corners.append(f"{number(x)} {number(y)}")
            x, y = x + _EDGES[edge][0], y + _EDGES[edge][1]
    outline = f"M{'L'.join(corners)}z"
    shades = "".join(
        f'<path fill="{{{_SHADES[n]}}}" d="{"".join(path)}"/>' for n, path in paths.items()
    )
    return (
        f'<path fill="{{{_SHADES[0]}}}" d="{outline}"/>{shades}<path fill="none" '
        f'stroke="{{frame}}" d="{outline}"/>'
    )


def to_frame(start: Point, towards: Point, layout: Layout) -> Point:
    """The point where a line that leaves the window crosses the frame."""
    width, height = layout.window.size
    x, y = start[0] - layout.left - width * CELL / 2, start[1] - MARGIN - height * CELL / 2
    across, along = towards[0] - start[0], towards[1] - start[1]
    parts = [
        (far * CELL - nx * x - ny * y) / (nx * across + ny * along)
        for nx, ny, far in layout.window.sides
        if nx * across + ny * along > 1e-6
    ]
    part = max(min(parts), 0)
    return start[0] + across * part, start[1] + along * part


def coordinates(board: PlayingBoard | None, layout: Layout, colours: Colours) -> str:
    """The coordinates along the edges of a board; on hexagons at the ends of rows."""
    if board is None:
        return ""
    rows, named = list(layout.window.rows()), []
    if board.lattice is Lattice.HEX:
        aside = CELL / 2 + 8
        for square, to in (
            (row[end], side) for row in rows for end, side in ((0, -aside), (-1, aside))
        ):
            x, y = layout.middle(square)
            named.append((x + to, y + 2.6, square_name(square, board)))
    else:
        bottom = MARGIN + layout.window.size[1] * CELL + 7.8
        named += [
            (layout.middle(square)[0], bottom, square_name(square, board)[:1])
            for square in rows[-1]
        ]
        left = layout.left - 5
        named += [
            (left, layout.middle(row[0])[1] + 2.6, str(board.rank(row[0], white=True)))
            for row in rows[::-1]
        ]
    pen = f'fill="{colours["text"]}" font-size="7" text-anchor="middle"'
    return "".join(
        f'<text x="{number(x)}" y="{number(y)}" {pen}>{name}</text>' for x, y, name in named
    )
