"""The colours of pictures, light and dark, told apart by all common kinds of colour vision (M13).

A drawing names colours by their roles, as `{quiet}`. A picture is drawn with the colours of a theme: some programs
ignore style sheets in SVG. A part of a page is drawn with `VARIABLES`, so that the page chooses the theme.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType

Colours = Mapping[str, str]
"""The colour of each role, as an SVG attribute holds it."""

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
}
"""Marks stand out from the squares, pieces by their fill or their edge, and letters from their pieces, each by a
contrast of at least 3 to 1. White's pieces are light and Black's are dark in both themes.
"""


class Theme(Enum):
    """For what background a picture is made."""

    LIGHT = "light"
    DARK = "dark"
    AUTO = "auto"
    """The background is unknown: light, on a panel of its own."""

    @property
    def colours(self) -> Colours:
        """The colours of the theme."""
        return DARK if self is Theme.DARK else LIGHT


def _variable(role: str) -> str:
    return f"--{role.replace(' ', '-')}"


VARIABLES: Colours = {role: f"var({_variable(role)})" for role in LIGHT}
"""The colours that a page sets with `style_sheet`."""


def style_sheet(more: Mapping[Theme, str] = MappingProxyType({})) -> str:
    """The rules of a page that set the variables: as the reader's system is, or as VS Code is where it shows the page.

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
