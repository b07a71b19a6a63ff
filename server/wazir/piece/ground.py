"""The board below a picture: its squares or hexagons, its frame, and names along its edges (M13)."""

from __future__ import annotations

from collections.abc import Iterator

from wazir.piece.board import square_name
from wazir.piece.diagram import Diagram
from wazir.piece.legend import MARGIN, Layout
from wazir.piece.model import Lattice
from wazir.piece.palette import Colours
from wazir.piece.shapes import CELL, number
from wazir.piece.window import HEXAGON

Point = tuple[float, float]

_CORNER = HEXAGON * CELL / 2
"""From the middle of a hexagon to its corners."""
_EDGES = (
    (CELL / 2, -_CORNER / 2), (CELL / 2, _CORNER / 2), (0, _CORNER),
    (-CELL / 2, _CORNER / 2), (-CELL / 2, -_CORNER / 2), (0, -_CORNER),
)  # fmt: skip
"""The edges of a hexagon, clockwise from its left shoulder."""
_HEXAGON = "l11 6.4v12.7l-11 6.3-11-6.3v-12.7z"
"""A hexagon from its upper corner, rounded so that hexagons side by side meet."""
_SHADES = ("square", "other square", "third square")
"""The colours of hexagons; no two beside each other have the same."""


def ground(layout: Layout, colours: Colours) -> str:
    """The squares or hexagons with their frame."""
    drawn = _squares(layout) if layout.window.lattice is Lattice.SQUARE else _hexagons(layout)
    return drawn.format_map(colours)


def _squares(layout: Layout) -> str:
    """One rectangle, and a dashed line for each row of the other colour."""
    x, (width, height) = layout.left, (side * CELL for side in layout.window.size)
    rows = []
    for row, squares in enumerate(layout.window.rows()):
        other = (squares[0][0] + squares[0][1]) % 2
        start, middle = x + (CELL if other else 0), MARGIN + (row + 0.5) * CELL
        if start < x + width:
            rows.append(f"M{number(start)} {number(middle)}H{number(x + width)}")
    place = f'x="{number(x)}" y="{MARGIN}" width="{number(width)}" height="{number(height)}"'
    dashes = f'<path stroke="{{other square}}" stroke-width="{CELL}" stroke-dasharray="{CELL}" d="{"".join(rows)}"/>'
    return f'<rect fill="{{square}}" {place}/>{dashes}<rect fill="none" stroke="{{frame}}" {place}/>'


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
    outline = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in _outline(layout)) + "z"
    shades = "".join(f'<path fill="{{{_SHADES[n]}}}" d="{"".join(path)}"/>' for n, path in paths.items() if path)
    return f'<path fill="{{{_SHADES[0]}}}" d="{outline}"/>{shades}<path fill="none" stroke="{{frame}}" d="{outline}"/>'


def _outline(layout: Layout) -> Iterator[Point]:
    """The corners of the outermost hexagons, clockwise."""
    top = next(iter(layout.window.rows()))
    x, y = layout.middle(top[0])
    x, y = x - CELL / 2, y - _CORNER / 2
    for side in range(6):
        edges = [side, *((side + 1) % 6, side) * (len(top) - 1)]
        for edge in edges:
            yield x, y
            x, y = x + _EDGES[edge][0], y + _EDGES[edge][1]


def to_frame(start: Point, towards: Point, layout: Layout) -> Point:
    """Where a line that leads out of the window crosses its frame."""
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


def coordinates(diagram: Diagram, layout: Layout, colours: Colours) -> str:
    """The names of files and ranks along the edges of a concrete board; of the ends of rows on hexagons."""
    if diagram.board is None:
        return ""
    rows, named = list(diagram.window.rows()), []
    if diagram.board.lattice is Lattice.HEX:
        aside = CELL / 2 + 8
        for square, to in ((row[end], side) for row in rows for end, side in ((0, -aside), (-1, aside))):
            x, y = layout.middle(square)
            named.append((x + to, y + 2.6, square_name(square, diagram.board)))
    else:
        bottom = MARGIN + layout.window.size[1] * CELL + 7.8
        named += [(layout.middle(square)[0], bottom, square_name(square, diagram.board)[:1]) for square in rows[-1]]
        left = layout.left - 5
        named += [(left, layout.middle(row[0])[1] + 2.6, str(diagram.board.rank(row[0], True))) for row in rows[::-1]]
    pen = f'fill="{colours["text"]}" font-size="7" text-anchor="middle"'
    return "".join(f'<text x="{number(x)}" y="{number(y)}" {pen}>{name}</text>' for x, y, name in named)
