"""Pictures of diagrams: self-contained and deterministic SVG (M13)."""

from __future__ import annotations

import base64
import re
from html import escape
from math import hypot

from wazir.piece.drawing.board import (
    TYPE_SIZE,
    Entry,
    Layout,
    Point,
    background,
    coordinates,
    entries_of,
    layout_of,
    to_frame,
)
from wazir.piece.drawing.diagram import Diagram, Mark, of_reach
from wazir.piece.drawing.lines import Edge, Lines, lines_of
from wazir.piece.drawing.shapes import (
    CELL,
    DEVIATIONS,
    LINE_WIDTH,
    MARKS,
    STAYS,
    Colours,
    Shape,
    Theme,
    mover_shape,
    number,
    piece_shape,
)
from wazir.piece.drawing.window import Window
from wazir.piece.model import Reach, Square

__all__ = ["FONT", "LIMIT", "Theme", "allowed", "data_uri", "escaped", "of_diagram", "picture"]

LIMIT = 44_000
"""The maximum size in bytes, so that a data URI stays below 60,000 characters."""

FONT = "system-ui,sans-serif"
_LONGEST_TITLE, _LONGEST_DESCRIPTION = 200, 1_000
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LEFT_OUT = "Lines are left out to keep this small."


def picture(
    reach: Reach,
    *,
    title: str,
    description: str,
    letter: str = "",
    theme: Theme = Theme.LIGHT,
    height: int = 200,
    legend: bool = True,
    limit: int = LIMIT,
    window: Window | None = None,
) -> str:
    """The picture of a piece without a position, as SVG.

    Args:
        reach: Its reach.
        title: Its name, for screen readers.
        description: A sentence about it, for screen readers.
        letter: The letter on the mover; only the first character is shown.
        theme: The colours.
        height: The total height in pixels; a long legend adds to it.
        legend: Whether to explain the marks below the board.
        limit: The maximum size in bytes. A larger picture omits lines, with a note.
        window: The window; by default the square of M12 around the piece.
    """
    return of_diagram(
        of_reach(reach, window),
        title=title, description=description, letter=letter, theme=theme, height=height, legend=legend, limit=limit,
    )  # fmt: skip


def of_diagram(
    diagram: Diagram,
    *,
    title: str,
    description: str,
    letter: str = "",
    theme: Theme = Theme.LIGHT,
    height: int = 200,
    legend: bool = True,
    limit: int = LIMIT,
) -> str:
    """The picture of a diagram, as SVG; see *picture*."""
    head = f"<title>{escaped(title, _LONGEST_TITLE)}</title><desc>{escaped(description, _LONGEST_DESCRIPTION)}</desc>"
    ink = sum(MARKS[mark].ink for mark in diagram.marks.values()) / (CELL * LINE_WIDTH)

    def drawn(lines: Lines, notes: tuple[str, ...]) -> str:
        layout = layout_of(diagram.window, entries_of(diagram, notes) if legend else [], height)
        return _svg(diagram, lines, layout, head, letter, theme.colours)

    whole = drawn(lines_of(diagram, ink), diagram.warnings)
    return whole if len(whole.encode()) <= limit else drawn(Lines(), (*diagram.warnings, _LEFT_OUT))


def data_uri(svg: str) -> str:
    """A picture as a data URI."""
    return "data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode("ascii")


def escaped(text: str, longest: int) -> str:
    """At most *longest* characters of a text, escaped for XML and HTML."""
    return escape(allowed(text if len(text) <= longest else text[: longest - 1] + "…"))


def allowed(text: str) -> str:
    """A text without characters that are invalid in XML."""
    return _FORBIDDEN.sub("\ufffd", text)


def _svg(diagram: Diagram, lines: Lines, layout: Layout, head: str, letter: str, colours: Colours) -> str:
    width, height = number(layout.width), number(layout.height)
    body = "".join((
        f'<rect fill="{colours["panel"]}" width="{width}" height="{height}" rx="{number(4 * layout.unit)}"/>',
        background(layout, colours),
        _strokes(diagram, lines, layout, colours["line"]),
        _uses(diagram, layout),
        _mover(diagram, layout, letter, colours),
        coordinates(diagram.board, layout, colours),
        _legend(layout, colours["text"]),
    ))  # fmt: skip
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{layout.pixels[0]}" height="{layout.pixels[1]}" '
        f'viewBox="0 0 {width} {height}" role="img" font-family="{FONT}">'
        f"{head}{_definitions(diagram, layout, colours)}{body}</svg>"
    )


def _definitions(diagram: Diagram, layout: Layout, colours: Colours) -> str:
    """The definitions of all used shapes."""
    shapes = {shape.id: shape for (shape, _), _, _ in layout.entries if shape}
    shapes |= {shape.id: shape for _, shape in _shapes(diagram)}
    groups = "".join(f'<g id="{key}">{shape.svg(colours)}</g>' for key, shape in shapes.items())
    return f"<defs>{groups}</defs>"


def _shapes(diagram: Diagram) -> list[tuple[Square, Shape]]:
    """The contents of squares: pieces below, marks above, deviations over them."""
    pieces = [(square, piece_shape(content, diagram.white)) for square, content in diagram.pieces.items()]
    stays = [(diagram.here, STAYS)] if diagram.stays else []
    frozen = [(square, MARKS[Mark.FREEZE]) for square in diagram.frozen if diagram.marks.get(square) != Mark.FREEZE]
    marks = [(square, MARKS[mark]) for square, mark in diagram.marks.items()]
    deviations = [(square, DEVIATIONS[how]) for square, how in diagram.deviations.items()]
    return [*pieces, *marks, *frozen, *stays, *deviations]


def _strokes(diagram: Diagram, lines: Lines, layout: Layout, colour: str) -> str:
    """Rides, bent paths and arrows."""
    radii = {square: shape.radius for square, shape in _shapes(diagram)}
    radii[diagram.here] = mover_shape(diagram.white).radius
    turns = set(lines.bent)
    turned = {end for _, end in lines.bent}
    straight = [_between(edge, radii, layout) for edge in lines.straight if edge not in turns]
    bent = [_between(edge, radii, layout) for edge in lines.bent]
    heads = []
    for arrow in lines.arrows:
        start = layout.middle(arrow[0])
        tip = to_frame(start, layout.middle(arrow[1]), layout)
        (bent if arrow[0] in turned else straight).append(_segment(start, tip, radii.get(arrow[0], 0), 0))
        heads.append(_head(start, tip))
    stroke = f'fill="none" stroke="{colour}" stroke-width="{LINE_WIDTH}"'
    found = ""
    if any(straight):
        found += f'<path {stroke} d="{"".join(straight)}"/>'
    if any(bent):
        found += f'<path {stroke} stroke-dasharray="2.4 1.8" d="{"".join(bent)}"/>'
    if heads:
        found += f'<path fill="{colour}" d="{"".join(heads)}"/>'
    return found


def _between(edge: Edge, radii: dict[Square, float], layout: Layout) -> str:
    start, end = edge
    return _segment(layout.middle(start), layout.middle(end), radii.get(start, 0), radii.get(end, 0))


def _segment(a: Point, b: Point, keep_a: float, keep_b: float) -> str:
    """A line that keeps away from the marks at its ends; empty if there is no room."""
    length = hypot(b[0] - a[0], b[1] - a[1])
    if length <= keep_a + keep_b + 0.5:
        return ""
    x, y = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    return (
        f"M{number(a[0] + x * keep_a)} {number(a[1] + y * keep_a)}"
        f"L{number(b[0] - x * keep_b)} {number(b[1] - y * keep_b)}"
    )


def _head(start: Point, tip: Point) -> str:
    """An arrowhead outside the frame, with its base on it."""
    length = hypot(tip[0] - start[0], tip[1] - start[1])
    x, y = (tip[0] - start[0]) / length, (tip[1] - start[1]) / length
    base = (tip[0] + x * 1.6, tip[1] + y * 1.6)
    points = (
        (base[0] - y * 3.6, base[1] + x * 3.6),
        (base[0] + x * 5.6, base[1] + y * 5.6),
        (base[0] + y * 3.6, base[1] - x * 3.6),
    )
    return "M" + "L".join(f"{number(px)} {number(py)}" for px, py in points) + "z"


def _use(shape: Shape, x: float, y: float) -> str:
    return f'<use href="#{shape.id}" x="{number(x)}" y="{number(y)}"/>'


def _uses(diagram: Diagram, layout: Layout) -> str:
    return "".join(_use(shape, *layout.middle(square)) for square, shape in _shapes(diagram))


def _mover(diagram: Diagram, layout: Layout, letter: str, colours: Colours) -> str:
    """The mover with its letter."""
    x, y = layout.middle(diagram.here)
    shown = escaped(letter[:1].strip(), 1)
    ink = f'fill="{colours["on white" if diagram.white else "on black"]}"'
    text = f'<text y="4.3" {ink} font-size="12" font-weight="700" text-anchor="middle">{shown}</text>' if shown else ""
    return f'<g transform="translate({number(x)} {number(y)})">{mover_shape(diagram.white).svg(colours)}{text}</g>'


def _legend(layout: Layout, colour: str) -> str:
    """The legend below the board."""
    if not layout.entries:
        return ""
    unit = layout.unit
    return f'<g fill="{colour}" font-size="{number(TYPE_SIZE * unit)}">' + "".join(
        _line(entry, x, y, unit) for entry, x, y in layout.entries
    ) + "</g>"  # fmt: skip


def _line(entry: Entry, x: float, y: float, unit: float) -> str:
    shape, words = entry
    icon = ""
    if shape:
        place = f"translate({number(x + 6 * unit)} {number(y)})"
        icon = f'<use href="#{shape.id}" transform="{place} scale({unit * min(0.72, 6 / shape.radius):.2f})"/>'
    start = x + (16 * unit if shape else 0)
    return f'{icon}<text x="{number(start)}" y="{number(y + 3.5 * unit)}">{escape(words)}</text>'
