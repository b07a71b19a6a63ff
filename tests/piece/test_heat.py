"""Numbers on a board as a picture: valid, escaped, readable without colours."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from drawings import SVG
from wazir.piece.board import parse_board
from wazir.piece.drawing.heat_map import heat_map
from wazir.piece.drawing.shapes import Theme


@pytest.mark.parametrize("board", ["8x8", "1x1", "26x26", "hex3", "cylinder 5x4"])
@pytest.mark.parametrize("theme", list(Theme))
def test_every_number_is_written_on_its_square(board: str, theme: Theme) -> None:
    """A square without one stays empty; the largest is the deepest."""
    on = parse_board(board)
    values = [None if number == 1 else number for number, _ in enumerate(on.squares())]
    picture = heat_map(on, values, title="<b> & co", description="What it is.", theme=theme)
    root = ElementTree.fromstring(picture)
    discs = [float(disc.attrib["fill-opacity"]) for disc in root.iter(f"{SVG}circle")]
    written = [text.text for text in root.iter(f"{SVG}text")]

    assert root.findtext(f"{SVG}title") == "<b> & co"
    assert discs == sorted(discs)
    assert len(discs) == len(values) - values.count(None)
    assert written[: len(discs)] == [str(value) for value in values if value is not None]
    assert picture == heat_map(on, values, title="<b> & co", description="What it is.", theme=theme)
