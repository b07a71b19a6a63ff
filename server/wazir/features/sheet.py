"""Sheets (an SVG of many pictures, each with its name and its text), and the head of a page with
pictures.
"""

from __future__ import annotations

import base64
import hashlib
import re
import textwrap
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from itertools import islice
from math import ceil, sqrt

from wazir.piece.drawing.shapes import Theme, style_sheet
from wazir.piece.drawing.svg import FONT, SPACE, allowed, escaped, size_of

MAX_LETTERS_OF_TITLE = 120

PAPER = {
    Theme.LIGHT: "--paper:#fbfaf7;--rule:#dcd6ca;",
    Theme.DARK: "--paper:#16181a;--rule:#35383c;",
}
"""The colours of a page besides those of pictures."""


def resource(name: str) -> str:
    """The text of a style sheet or a script of this package."""
    return (files(__package__) / name).read_text("utf-8")


STYLE = style_sheet(PAPER) + resource("page.css")
"""The common style sheet. It follows the theme of the system, or of VS Code."""

_HEAD = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
"""


def head(
    title: str, style: str, *, script: str = "", pictures: bool = False, frames: bool = False
) -> str:
    """The head of a page as HTML, up to the start of its body.

    Args:
        title: The title, as plain text.
        style: The only style sheet.
        script: The only script, which the page contains at its end; if empty, no script runs.
        pictures: Whether the page contains pictures.
        frames: Whether the page contains frames with files beside it, which a service worker
            serves.
    """
    allowed = {
        "default-src": "'none'",
        "img-src": "data:" if pictures else "",
        "frame-src": "'self'" if frames else "",
        "worker-src": "'self'" if frames else "",
        "style-src": f"'{_digest(style)}'",
        "script-src": f"'{_digest(script)}'" if script else "",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    policy = "; ".join(f"{what} {sources}" for what, sources in allowed.items() if sources)
    return _HEAD.format(policy=policy, title=safe(title), style=style)


def contents(sections: Iterable[tuple[str, int]], anchor: str) -> str:
    """Links to the sections of a page, each with its name and its length; *anchor* begins their
    addresses.
    """
    listed = "".join(
        f'<li><a href="#{anchor}{number}">{safe(name)}</a> <span class="soft">{length}</span></li>'
        for number, (name, length) in enumerate(sections)
    )
    return f'<nav aria-label="Contents"><ul>{listed}</ul></nav>'


def themed_images(
    draw: Callable[[str, Theme], str], title: str, address: Callable[[str], str]
) -> str:
    """The pictures of a subject for both themes, of which a style sheet shows one. A `source` of a
    `picture` is not printed.

    Args:
        draw: Returns the picture with a title in a theme, as SVG.
        title: The title.
        address: The address of a picture, given as SVG.
    """
    alternative = escaped(f"Diagram of {title or 'the piece'}", MAX_LETTERS_OF_TITLE)
    pictures = {theme.value: address(draw(title, theme)) for theme in (Theme.LIGHT, Theme.DARK)}
    return "".join(
        f'<img class="on-{on}" src="{where}" alt="{alternative}">' for on, where in pictures.items()
    )


def safe(title: str) -> str:
    """A title or a name as HTML."""
    return escaped(title, MAX_LETTERS_OF_TITLE)


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")


MAX_FIGURES = 500
"""The maximum number of figures; further ones are left out."""
MAX_COLUMNS = 6

_DEFINITIONS = re.compile(r"<defs>.*?</defs>")
_SHAPE = re.compile(r"<g id=.*?</g>(?=<g id=|</defs>)")
_MARGIN, _NARROWEST = 24, 180
"""The margin and the gap between columns, and the minimum width of a column, in pixels."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture on a sheet."""

    name: str
    text: str
    """The text below the picture."""
    svg: str
    """The picture; empty if there is nothing to draw."""


@dataclass(frozen=True, slots=True)
class _Type:
    """A style of text; lengths are in pixels."""

    font: str
    """Its attributes."""
    height: int
    """The line height."""
    advance: float
    """The usual width of a character."""
    most: int
    """The maximum number of lines."""

    def written(self, text: str, x: int, top: int, width: int) -> tuple[str, int]:
        """A text below a point, and its bottom."""
        room, texts = max(int(width / self.advance), 2), ""
        if len(lines := textwrap.wrap(allowed(text[: room * (self.most + 1)]), room)) > self.most:
            lines[self.most - 1 :] = [lines[self.most - 1][: room - 1] + "…"]
        for line in lines:
            top += self.height
            texts += f'<text x="{x}" y="{top - self.height // 4}" {self.font}>{escape(line)}</text>'
        return texts, top


_TITLE = _Type('font-size="20" font-weight="700"', height=26, advance=11.5, most=2)
_NAME = _Type('font-size="15" font-weight="700"', height=20, advance=9.0, most=2)
_TEXT = _Type('font-size="12" font-family="ui-monospace,monospace"', height=16, advance=7.3, most=4)


def sheet(figures: Iterable[Figure], title: str, theme: Theme = Theme.AUTO) -> str:
    """The sheet of some pictures, as SVG.

    Args:
        figures: The pictures in reading order, either all of pieces or all of positions, in the
            same theme.
        title: The title of the sheet, as plain text.
        theme: The theme of the pictures.
    """
    shown, colours = list(islice(figures, MAX_FIGURES + 1)), theme.colours
    if len(shown) > MAX_FIGURES:
        title += f" (the first {MAX_FIGURES}; the others are left out to keep this small)"
        shown.pop()
    columns = max(1, min(MAX_COLUMNS, ceil(sqrt(len(shown)))))
    column = max([_NARROWEST, *(size_of(figure.svg)[0] for figure in shown)])
    width = _MARGIN + columns * (column + _MARGIN)
    lefts = range(_MARGIN, width, column + _MARGIN)
    body, top = _TITLE.written(title, _MARGIN, _MARGIN, width=width - 2 * _MARGIN)
    top += _MARGIN // 2
    for start in range(0, len(shown), columns):
        row = [
            _placed(figure, x, top, width=column)
            for x, figure in zip(lefts, shown[start:], strict=False)
        ]
        body += "".join(text for text, _ in row)
        top = max(bottom for _, bottom in row) + _MARGIN
    shapes = dict.fromkeys(shape for figure in shown for shape in _SHAPE.findall(figure.svg))
    return (
        f'<svg xmlns="{SPACE}" width="{width}" height="{top}" viewBox="0 0 {width} {top}" '
        f'font-family="{FONT}" fill="{colours["text"]}">'
        f"<title>{escape(allowed(title))}</title><defs>{''.join(shapes)}</defs>"
        f'<rect fill="{colours["panel"]}" width="{width}" height="{top}"/>{body}</svg>\n'
    )


def _placed(figure: Figure, x: int, top: int, width: int) -> tuple[str, int]:
    """A figure with its texts, and their bottom. The shapes of its picture are defined by the
    sheet.
    """
    name, top = _NAME.written(figure.name, x, top, width=width)
    picture, height = "", size_of(figure.svg)[1]
    if height:
        picture = _DEFINITIONS.sub("", figure.svg).replace("<svg", f'<svg x="{x}" y="{top + 4}"', 1)
        top += height + 4
    text, bottom = _TEXT.written(figure.text, x, top + 4, width=width)
    return f"<g>{name}{picture}{text}</g>", bottom
