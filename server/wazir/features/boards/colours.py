"""The colours of boards, light and dark, and the sheet of styles that uses them."""

from __future__ import annotations

from collections.abc import Mapping

from wazir.piece import palette
from wazir.piece.palette import Theme, themed

LIGHT: Mapping[str, str] = {
    **palette.LIGHT,
    "line": "#857C6A",
    "faint": "#B9B09C",
    "soft": "#5C5F63",
    "white": "#FFFFFF",
    "white edge": "#26282B",
    "on white": "#26282B",
    "black": "#26282B",
    "black edge": "#26282B",
    "on black": "#FFFFFF",
    "bar": "#D55E00",
}
DARK: Mapping[str, str] = {
    **palette.DARK,
    "line": "#868C93",
    "faint": "#5A5F66",
    "soft": "#A9ABAE",
    "white": "#F2F1EE",
    "white edge": "#F2F1EE",
    "on white": "#1E2023",
    "black": "#17191B",
    "black edge": "#D5D6D4",
    "on black": "#F2F1EE",
    "bar": "#DD670F",
}
"""Pieces stand out from the squares by their fill or their edge, letters from their pieces, and what is marked from
the squares, each by a contrast of at least 3 to 1.
"""

_RULES = (
    ("pa", "fill", "panel"),
    ("sq", "fill", "square"),
    ("so", "fill", "other square"),
    ("ln", "stroke", "line"),
    ("gh", "stroke", "faint"),
    ("tx", "fill", "text"),
    ("ts", "fill", "soft"),
    ("w", "fill", "white"),
    ("w", "stroke", "white edge"),
    ("k", "fill", "black"),
    ("k", "stroke", "black edge"),
    ("wt", "fill", "on white"),
    ("kt", "fill", "on black"),
    ("ws", "stroke", "on white"),
    ("ks", "stroke", "on black"),
    ("ac", "stroke", "quiet"),
    ("ah", "fill", "quiet"),
    ("ca", "stroke", "capture"),
    ("ch", "fill", "capture"),
    ("ba", "stroke", "bar"),
)
"""The classes of a picture, and which colour fills or strokes what has them."""
_HOLLOW = ("ln", "gh", "ws", "ks", "ac", "ca", "ba")
_ALWAYS = (
    ("text", "font-family:system-ui,sans-serif;stroke:none"),
    ("w", "stroke-width:1.4;stroke-linejoin:round"),
    ("k", "stroke-width:1.4;stroke-linejoin:round"),
    ("ln", "stroke-width:1.1"),
    ("hv", "stroke-width:2.2"),
    ("ws", "stroke-width:1.7"),
    ("ks", "stroke-width:1.7"),
    ("ac", "stroke-width:2.6"),
    ("ca", "stroke-width:2.6"),
    ("ba", "stroke-width:2.8"),
    ("dd", "stroke-dasharray:4.5 3"),
    ("pl", "font-size:14px;font-weight:700;text-anchor:middle"),
    ("ll", "font-size:10.5px;font-weight:700;text-anchor:middle"),
    ("fr", "font-size:9px;text-anchor:middle"),
    ("ev", "font-weight:700"),
    ("sm", "font-size:10px"),
    ("he", "font-size:13px;font-weight:700"),
)


def style(theme: Theme) -> str:
    """The sheet of styles of a picture."""
    always = "".join(
        f"{name if name == 'text' else '.' + name}{{{rule}}}"
        for name, rule in (*((hollow, "fill:none") for hollow in _HOLLOW), *_ALWAYS)
    )
    light, dark = (
        "".join(f".{name}{{{what}:{colours[colour]}}}" for name, what, colour in _RULES) for colours in (LIGHT, DARK)
    )
    return always + themed(theme, light, dark)
