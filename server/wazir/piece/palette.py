"""The colours of pictures, light and dark, told apart by all common kinds of colour vision (M13)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from wazir.piece.shapes import LINE_WIDTH


class Theme(Enum):
    """For what background a picture is made."""

    LIGHT = "light"
    DARK = "dark"
    AUTO = "auto"
    """Light, or dark where the reader's system prefers it."""


LIGHT: Mapping[str, str] = {
    "panel": "#FFFFFF",
    "square": "#F7F4EC",
    "other square": "#ECE5D6",
    "third square": "#FFFEFA",
    "frame": "#8C8474",
    "text": "#26282B",
    "line": "#6B7A86",
    "mover": "#26282B",
    "letter": "#FFFFFF",
    "piece": "#6E6A62",
    "quiet": "#0072B2",
    "capture": "#D55E00",
    "friend": "#B5568A",
    "hop": "#008A63",
    "condition": "#9A6400",
}
DARK: Mapping[str, str] = {
    "panel": "#1E2023",
    "square": "#3A3D42",
    "other square": "#2D3033",
    "third square": "#25272A",
    "frame": "#7D838A",
    "text": "#E8E8E6",
    "line": "#8FA3B3",
    "mover": "#F2F1EE",
    "letter": "#1E2023",
    "piece": "#A9ABAE",
    "quiet": "#56B4E9",
    "capture": "#FF8A3D",
    "friend": "#E08DBA",
    "hop": "#2BC49A",
    "condition": "#E69F00",
}
"""Every mark stands out from both square colours by a contrast of at least 3 to 1."""

_FILL, _STROKE = "{{fill:{0}}}", "{{fill:none;stroke:{0}}}"
_RULES = (
    (".p", "panel", _FILL),
    (".s", "square", _FILL),
    (".k", "other square", _STROKE),
    (".i", "other square", _FILL),
    (".j", "third square", _FILL),
    (".f", "frame", _STROKE),
    (".t", "text", _FILL),
    (".l", "line", _STROKE),
    (".a", "line", _FILL),
    (".o", "mover", _FILL),
    (".y", "mover", _STROKE),
    (".n", "letter", _FILL),
    (".g", "piece", _FILL),
    (".h", "piece", _STROKE),
    (".B", "quiet", _FILL),
    (".b", "quiet", _STROKE),
    (".c", "capture", _STROKE),
    (".d", "friend", _STROKE),
    (".v", "hop", _FILL),
    (".q", "condition", _STROKE),
)
"""The classes of a picture: what is filled and what is stroked with which colour."""


def _rules(colours: Mapping[str, str]) -> str:
    return "".join(selector + rule.format(colours[name]) for selector, name, rule in _RULES)


_ALWAYS = (
    f"text{{font-family:system-ui,sans-serif}}.l{{stroke-width:{LINE_WIDTH}}}"
    ".n{font-size:12px;font-weight:700;text-anchor:middle}.x{font-size:7px;text-anchor:middle}"
)


def style(theme: Theme) -> str:
    """The style sheet of a picture."""
    return _ALWAYS + themed(theme, _rules(LIGHT), _rules(DARK))


def themed(theme: Theme, light: str, dark: str) -> str:
    """The rules that hold in a theme, of those for a light background and those for a dark one."""
    if theme is Theme.AUTO:
        return f"{light}@media(prefers-color-scheme:dark){{{dark}}}"
    return dark if theme is Theme.DARK else light
