"""The colours and shapes of pictures. Shapes alone identify marks; colours only support them (M13)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import NamedTuple

from wazir.piece.drawing.diagram import Mark
from wazir.piece.equivalence.deviations import Deviation
from wazir.piece.model import Content

Colours = Mapping[str, str]
"""The colour of each role, as an SVG attribute value."""

LIGHT: Colours = {
    "panel": "#FFFFFF",
    "square": "#F7F4EC",
    "other square": "#ECE5D6",
    "third square": "#FFFEFA",
    "frame": "#8C8474",
    "grid": "#857C6A",
    "faint": "#B9B09C",
    "text": "#26282B",
    "soft": "#5C5F63",
    "line": "#6B7A86",
    "white": "#FFFFFF",
    "white edge": "#26282B",
    "on white": "#26282B",
    "black": "#26282B",
    "black edge": "#26282B",
    "on black": "#FFFFFF",
    "piece": "#6E6A62",
    "quiet": "#0072B2",
    "capture": "#D55E00",
    "friend": "#B5568A",
    "hop": "#008A63",
    "condition": "#9A6400",
    "bar": "#D55E00",
    "deviation": "#6A3FA0",
}
DARK: Colours = {
    "panel": "#1E2023",
    "square": "#3A3D42",
    "other square": "#2D3033",
    "third square": "#25272A",
    "frame": "#7D838A",
    "grid": "#868C93",
    "faint": "#5A5F66",
    "text": "#E8E8E6",
    "soft": "#A9ABAE",
    "line": "#8FA3B3",
    "white": "#F2F1EE",
    "white edge": "#F2F1EE",
    "on white": "#1E2023",
    "black": "#17191B",
    "black edge": "#D5D6D4",
    "on black": "#F2F1EE",
    "piece": "#A9ABAE",
    "quiet": "#56B4E9",
    "capture": "#FF8A3D",
    "friend": "#E08DBA",
    "hop": "#2BC49A",
    "condition": "#E69F00",
    "bar": "#DD670F",
    "deviation": "#CDABFA",
}
"""Marks contrast with squares, pieces by fill or stroke, and letters with pieces, each by at least 3:1. White's pieces
are light and Black's dark in both themes.
"""


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
        "".join(f"{_variable(role)}:{colour};" for role, colour in theme.colours.items()) + more.get(theme, "")
        for theme in (Theme.LIGHT, Theme.DARK)
    )
    return (
        f"body {{{light}}}\n@media (prefers-color-scheme: dark) {{ body {{{dark}}} }}\n"
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


MARKS = {
    Mark.BOTH: Shape("X", '<circle r="6" fill="{quiet}"/>', 8, 113),
    Mark.CANNON: Shape(
        "M",
        '<circle r="6.3" fill="none" stroke="{quiet}" stroke-width="2"/>'
        '<path d="M-2.8-2.8L2.8 2.8M2.8-2.8L-2.8 2.8" stroke="{capture}" stroke-width="2.2"/>',
        9,
        115,
    ),
    Mark.MOVE: Shape("m", '<circle r="5" fill="none" stroke="{quiet}" stroke-width="2.5"/>', 8, 79),
    Mark.CAPTURE: Shape("c", '<path d="M-5-5L5 5M5-5L-5 5" stroke="{capture}" stroke-width="3"/>', 8, 76),
    Mark.DESTROY: Shape(
        "d", '<path d="M0-6.5L6.5 0 0 6.5-6.5 0z" fill="none" stroke="{friend}" stroke-width="2.3"/>', 9, 85
    ),
    Mark.HOP: Shape("h", '<path d="M0-6.5L6.3 5-6.3 5z" fill="{hop}"/>', 8, 72),
    Mark.FIRST: Shape(
        "i",
        '<circle r="5.2" fill="none" stroke="{quiet}" stroke-width="2.4" stroke-dasharray="2.4 1.7"/>',
        8,
        46,
    ),
    Mark.RIFLE: Shape(
        "r",
        '<circle r="4.4" fill="none" stroke="{capture}" stroke-width="1.7"/>'
        '<path d="M0-8V-1.6M0 1.6V8M-8 0H-1.6M1.6 0H8" stroke="{capture}" stroke-width="1.7"/>',
        9,
        90,
    ),
    Mark.CONDITION: Shape(
        "q",
        '<path d="M-5.2-5.2H5.2V5.2H-5.2z" fill="none" stroke="{condition}" stroke-width="2.3" '
        'stroke-dasharray="3.2 2" stroke-dashoffset="1.6"/>',
        9,
        59,
    ),
    Mark.FREEZE: Shape(
        "z", '<path d="M7-10V-4M4.4-8.5L9.6-5.5M4.4-5.5L9.6-8.5" stroke="{piece}" stroke-width="1.2"/>', 8, 22
    ),
    Mark.EDGE: Shape("w", '<path d="M-7 1L1-7M-7 7L7-7M-1 7L7-1" stroke="{piece}" stroke-width="1.6"/>', 8, 70),
}

_BADGE = (
    '<circle cx="7" cy="-7" r="3.9" fill="{{deviation}}"/>'
    '<path d="{}" fill="none" stroke="{{panel}}" stroke-width="1.5"/>'
)
_FRAME = '<path d="M-10-10H10V10H-10z" fill="none" stroke="{{deviation}}" stroke-width="1.6"{}/>'
DEVIATIONS = {
    Deviation.ADDED: Shape("da", _FRAME.format("") + _BADGE.format("M4.6-7H9.4M7-9.4V-4.6"), 10, 88),
    Deviation.OMITTED: Shape(
        "do", '<path d="M-9 9L5-5" stroke="{deviation}" stroke-width="2.2"/>' + _BADGE.format("M4.6-7H9.4"), 10, 90
    ),
    Deviation.CHANGED: Shape(
        "dc", _FRAME.format(' stroke-dasharray="3.4 2.2"') + _BADGE.format("M4.5-6.4Q5.7-8.6 7-7T9.5-7.6"), 10, 75
    ),
}
"""Drawn over the marks of squares on which an engine deviates."""

HURDLE = Shape("u", '<circle r="4" fill="{piece}"/>', 7, 50)
"""A piece of either side that a move needs."""
_MAN = '<path d="{1}" fill="{{{0}}}" stroke="{{{0} edge}}" stroke-width="1.2"/>'
WHITE_MAN = Shape("wm", _MAN.format("white", "M0-6.5L5-3.5 6 6H-6L-5-3.5z"), 8, 100)
BLACK_MAN = Shape("bm", _MAN.format("black", "M0 6.5L5 3.5 6-6H-6L-5 3.5z"), 8, 100)
"""Men point in the direction of their pawns, so that sides differ by shape too."""
_MOVER = '<circle r="8.5" fill="{{{0}}}" stroke="{{{0} edge}}" stroke-width="1.3"/>'
WHITE_MOVER = Shape("wo", _MOVER.format("white"), 9.5, 0)
BLACK_MOVER = Shape("bo", _MOVER.format("black"), 9.5, 0)
STAYS = Shape("y", '<circle r="10.3" fill="none" stroke="{text}" stroke-width="1.2" stroke-dasharray="3.2 2"/>', 11, 45)
"""A ring around the mover, if a move may end there."""


def piece_shape(content: Content, white: bool) -> Shape:
    """The shape of another piece; its side may be unknown.

    Args:
        content: Its relation to the mover.
        white: Whether the mover is White.
    """
    if content not in (Content.FRIEND, Content.FOE):
        return HURDLE
    return WHITE_MAN if (content is Content.FRIEND) == white else BLACK_MAN


def mover_shape(white: bool) -> Shape:
    """The shape of the mover, in the colour of its side."""
    return WHITE_MOVER if white else BLACK_MOVER


def number(value: float) -> str:
    """A number rounded to one decimal, without trailing zeros."""
    short = f"{value:.1f}"
    short = short[:-2] if short.endswith(".0") else short
    return "0" if short == "-0" else short
