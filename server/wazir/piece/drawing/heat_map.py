"""Heat maps of numbers on squares as SVG (Q8, Q10)."""

from __future__ import annotations

from collections.abc import Sequence

from wazir.piece.board import PlayingBoard
from wazir.piece.drawing import shapes
from wazir.piece.drawing.shapes import Theme, number
from wazir.piece.drawing.svg import document

RADIUS = 9.5
_HEAT_MAP = 220
"""Pixels of height."""
FAINTEST, DEEPEST = 0.12, 0.85
"""The opacity of the smallest and of the largest number."""


def heat_map(
    board: PlayingBoard,
    values: Sequence[int | None],
    *,
    title: str,
    description: str,
    theme: Theme = Theme.LIGHT,
) -> str:
    """A heat map as SVG. Numbers are written on the squares, so that nothing depends on colour
    alone.

    Args:
        board: The board.
        values: The number of each square, in the order of the board. Squares without one stay
            empty.
        title: The title for screen readers.
        description: A sentence for screen readers.
        theme: The colours.
    """
    colours = theme.colours
    layout = shapes.layout_of(board.window, [], _HEAT_MAP)
    known = [value for value in values if value is not None] or [0]
    least, most = min(known), max(known)
    discs, numbers = [], []
    for square, value in zip(board.squares(), values, strict=True):
        if value is None:
            continue
        share = (value - least) / (most - least) if most > least else 0.0
        x, y = layout.middle(square)
        place = f'cx="{number(x)}" cy="{number(y)}" r="{RADIUS}"'
        discs.append(
            f'<circle {place} fill-opacity="{FAINTEST + share * (DEEPEST - FAINTEST):.2f}"/>'
        )
        ink = colours["panel" if share > 0.5 else "text"]
        numbers.append(f'<text x="{number(x)}" y="{number(y + 3)}" fill="{ink}">{value}</text>')
    body = (
        f'<g fill="{colours["quiet"]}">{"".join(discs)}</g>'
        f'<g font-size="8.5" font-weight="600" text-anchor="middle">{"".join(numbers)}</g>'
        f"{shapes.coordinates(board, layout, colours)}"
    )
    return document(
        layout=layout,
        colours=colours,
        title=title,
        description=description,
        definitions="",
        body=body,
    )
