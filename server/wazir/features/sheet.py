"""Sheets (an SVG of many pictures, each with its name and its text), and the head of a page with pictures."""

from __future__ import annotations

import base64
import hashlib
import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from math import ceil, sqrt
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from wazir.piece.drawing.shapes import Theme, style_sheet
from wazir.piece.drawing.svg import FONT, allowed, escaped

LONGEST_TITLE = 120

_PAPER = {Theme.LIGHT: "--paper:#fbfaf7;--rule:#dcd6ca;", Theme.DARK: "--paper:#16181a;--rule:#35383c;"}
STYLE = f"""
:root {{ color-scheme: light dark; }}
@media print {{ :root {{ color-scheme: light; }} }}
{style_sheet(_PAPER)}
body {{
  margin: 0 auto; max-width: 76rem; padding: 1.5rem;
  font: 1rem/1.45 system-ui, sans-serif; color: var(--text);
  background: var(--vscode-editor-background, var(--paper)); --edge: var(--vscode-contrastBorder, var(--rule));
}}
h1, h2 {{ font-weight: 650; line-height: 1.2; overflow-wrap: anywhere; }}
h2 {{ margin: 2.2rem 0 1rem; }}
h3 {{ margin: 0 0 .6rem; font-size: 1.1rem; overflow-wrap: anywhere; }}
p {{ margin: .4rem 0; overflow-wrap: anywhere; }}
a {{ color: inherit; }}
nav ul {{ columns: 16rem; padding-left: 1.2rem; }}
code {{ font: .95rem ui-monospace, monospace; overflow-wrap: anywhere; white-space: pre-wrap; }}
.soft {{ color: var(--soft); font-size: .9rem; }}
"""
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


def head(title: str, style: str, *, script: str = "", pictures: bool = False) -> str:
    """The head of a page as HTML, up to the start of its body.

    Args:
        title: The title, as plain text.
        style: The only style sheet.
        script: The only script, which the page contains at its end; if empty, no script runs.
        pictures: Whether the page contains pictures.
    """
    allowed = {
        "default-src": "'none'",
        "img-src": "data:" if pictures else "",
        "style-src": f"'{_digest(style)}'",
        "script-src": f"'{_digest(script)}'" if script else "",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    policy = "; ".join(f"{what} {sources}" for what, sources in allowed.items() if sources)
    return _HEAD.format(policy=policy, title=escaped(title, LONGEST_TITLE), style=style)


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")


MOST_FIGURES = 500
"""The maximum number of figures; further ones are left out."""
MOST_COLUMNS = 6
SPACE = "http://www.w3.org/2000/svg"
ElementTree.register_namespace("", SPACE)

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

    font: Mapping[str, str]
    height: int
    """The line height."""
    advance: float
    """The usual width of a character."""
    most: int
    """The maximum number of lines."""

    def lines(self, text: str, width: int) -> list[str]:
        """The lines of a text."""
        room = max(int(width / self.advance), 2)
        lines = textwrap.wrap(allowed(text[: room * (self.most + 1)]), room)
        if len(lines) > self.most:
            lines[self.most - 1 :] = [lines[self.most - 1][: room - 1] + "…"]
        return lines


_TITLE = _Type({"font-size": "20", "font-weight": "700"}, 26, 11.5, 2)
_NAME = _Type({"font-size": "15", "font-weight": "700"}, 20, 9.0, 2)
_TEXT = _Type({"font-size": "12", "font-family": "ui-monospace,monospace"}, 16, 7.3, 4)


@dataclass(frozen=True, slots=True)
class _Panel:
    """A parsed figure."""

    figure: Figure
    picture: Element
    """The picture without shared definitions; empty if absent."""
    shapes: tuple[Element, ...] = ()

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return int(self.picture.get("width", 0)), int(self.picture.get("height", 0))


def sheet(figures: Iterable[Figure], title: str, theme: Theme = Theme.AUTO) -> str:
    """The sheet of some pictures, as SVG.

    Args:
        figures: The pictures in reading order, either all of pieces or all of positions, in the same theme.
        title: The title of the sheet, as plain text.
        theme: The theme of the pictures.
    """
    panels = [_read(figure) for figure in islice(figures, MOST_FIGURES + 1)]
    if len(panels) > MOST_FIGURES:
        title += f" (the first {MOST_FIGURES}; the others are left out to keep this small)"
    return ElementTree.tostring(_sheet(panels[:MOST_FIGURES], title, theme), encoding="unicode") + "\n"


def _read(figure: Figure) -> _Panel:
    if not figure.svg:
        return _Panel(figure, Element(_tag("svg")))
    picture = ElementTree.fromstring(figure.svg)
    shapes = picture.findall(_tag("defs"))
    for part in shapes:
        picture.remove(part)
    return _Panel(figure, picture, tuple(shape for part in shapes for shape in part))


def _sheet(panels: list[_Panel], title: str, theme: Theme) -> Element:
    columns = max(1, min(MOST_COLUMNS, ceil(sqrt(len(panels)))))
    column = max([_NARROWEST, *(panel.size[0] for panel in panels)])
    width = _MARGIN + columns * (column + _MARGIN)
    colours = theme.colours
    root = Element(_tag("svg"), {"width": str(width), "font-family": FONT, "fill": colours["text"]})
    SubElement(root, _tag("title")).text = allowed(title)
    shapes = {shape.get("id"): shape for panel in panels for shape in panel.shapes}
    SubElement(root, _tag("defs")).extend(shapes.values())
    ground = SubElement(root, _tag("rect"), {"fill": colours["panel"], "width": str(width)})
    top = _written(root, _TITLE, title, (_MARGIN, _MARGIN), width - 2 * _MARGIN) + _MARGIN // 2
    for start in range(0, len(panels), columns):
        row = panels[start : start + columns]
        places = [_MARGIN + number * (column + _MARGIN) for number in range(len(row))]
        top = max(_placed(root, panel, (x, top), column) for panel, x in zip(row, places, strict=True)) + _MARGIN
    for element in (root, ground):
        element.set("height", str(top))
    root.set("viewBox", f"0 0 {width} {top}")
    return root


def _placed(root: Element, panel: _Panel, at: tuple[int, int], width: int) -> int:
    """Draw a figure with its texts, and return the top of the next row."""
    x, top = at
    group = SubElement(root, _tag("g"))
    top = _written(group, _NAME, panel.figure.name, at, width) + 4
    if panel.size[1]:
        panel.picture.set("x", str(x))
        panel.picture.set("y", str(top))
        group.append(panel.picture)
        top += panel.size[1] + 4
    return _written(group, _TEXT, panel.figure.text, (x, top), width)


def _written(parent: Element, kind: _Type, text: str, at: tuple[int, int], width: int) -> int:
    """Write a text below a point, and return its bottom."""
    x, top = at
    for line in kind.lines(text, width):
        top += kind.height
        place = {"x": str(x), "y": str(top - kind.height // 4)}
        SubElement(parent, _tag("text"), {**place, **kind.font}).text = line
    return top


def _tag(name: str) -> str:
    return f"{{{SPACE}}}{name}"
