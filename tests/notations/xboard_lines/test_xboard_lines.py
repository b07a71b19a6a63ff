"""Lines of XBoard: what their pieces are."""

from __future__ import annotations

from wazir.document import Document
from wazir.features.completion import complete
from wazir.features.hover import HoverOptions, hover
from wazir.features.markup import plain
from wazir.notations import by_name

XBOARD = by_name("xboard")


def test_f20_moves_are_explained_and_completed() -> None:
    """F20: as in a file of Betza's notation; the letter is the piece."""
    document = Document.open(XBOARD, "piece A& BN\n")

    def hover_text(offset: int) -> str:
        found = hover(document, offset, HoverOptions(style="text"))
        assert found
        return plain(found.blocks)

    assert "Archbishop" in hover_text(6)
    assert "knight" in hover_text(10).lower()
    assert "engine" in hover_text(0)
    assert "W" in [one.label for one in complete(document, 11)]
