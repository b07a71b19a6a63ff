"""Heat maps: a number for each square of a board (Q8, Q10)."""

from __future__ import annotations

from collections.abc import Sequence

from wazir.piece.board import PlayingBoard
from wazir.piece.drawing.shapes import Theme, background, coordinates, layout_of, number
from wazir.piece.drawing.svg import FONT, escaped

RADIUS = 9.5
FAINTEST, DEEPEST = 0.12, 0.85
"""The opacity of the smallest and of the largest number."""
LONGEST_TITLE, LONGEST_DESCRIPTION = 200, 1_000


def heat_map(
    board: PlayingBoard,
    values: Sequence[int | None],
    *,
    title: str,
    description: str,
    theme: Theme = Theme.LIGHT,
    height: int = 220,
) -> str:
    """A heat map as SVG. Numbers are written on the squares, so that nothing depends on colour alone.

    Args:
        board: The board.
        values: The number of each square, in the order of the board. Squares without one stay empty.
        title: The title for screen readers.
        description: A sentence for screen readers.
        theme: The colours.
        height: The height in pixels.
    """
    colours, layout = theme.colours, layout_of(board.window, [], height)
    known = [value for value in values if value is not None]
    least, most = (min(known), max(known)) if known else (0, 0)
    discs, numbers = [], []
    for square, value in zip(board.squares(), values, strict=True):
        if value is None:
            continue
        share = (value - least) / (most - least) if most > least else 0.0
        x, y = layout.middle(square)
        place = f'cx="{number(x)}" cy="{number(y)}" r="{RADIUS}"'
        discs.append(f'<circle {place} fill-opacity="{FAINTEST + share * (DEEPEST - FAINTEST):.2f}"/>')
        ink = colours["panel" if share > 0.5 else "text"]
        numbers.append(f'<text x="{number(x)}" y="{number(y + 3)}" fill="{ink}">{value}</text>')
    width, tall = number(layout.width), number(layout.height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{layout.pixels[0]}" height="{layout.pixels[1]}" '
        f'viewBox="0 0 {width} {tall}" role="img" font-family="{FONT}">'
        f"<title>{escaped(title, LONGEST_TITLE)}</title><desc>{escaped(description, LONGEST_DESCRIPTION)}</desc>"
        f'<rect fill="{colours["panel"]}" width="{width}" height="{tall}" rx="{number(4 * layout.unit)}"/>'
        f"{background(layout, colours)}"
        f'<g fill="{colours["quiet"]}">{"".join(discs)}</g>'
        f'<g font-size="8.5" font-weight="600" text-anchor="middle">{"".join(numbers)}</g>'
        f"{coordinates(board, layout, colours)}</svg>"
    )
