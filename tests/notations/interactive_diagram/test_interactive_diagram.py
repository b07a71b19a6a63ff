"""Blocks of the Interactive Diagram: what their pieces are."""

from __future__ import annotations

from wazir.document import Document
from wazir.features.completion import complete
from wazir.features.hover import HoverOptions, hover
from wazir.features.markup import plain
from wazir.notations import by_name

DIAGRAM = by_name("interactive-diagram")


def test_d1_letters_are_those_of_xbetza() -> None:
    """D1: L and C are (1,3), J and Z (2,3), whatever XBoard reads."""
    text = '<p class="idiagram">\n' + "".join(
        f"{letter}1:{letter}:{letter}::a1\n" for letter in "LCJZ"
    )
    document = Document.open(DIAGRAM, text)
    pieces = [
        definition.piece
        for placed in document.chunks()
        for definition in document.analysis(placed).definitions
    ]
    moves = [piece.moves for piece in pieces if piece]

    assert len(moves) == 4
    assert moves[0] == moves[1] != moves[2] == moves[3]


def test_f25_moves_are_explained_and_completed() -> None:
    """F25: as in a file of Betza's notation; the name is the piece. F24: keys too."""
    text = '<p class="idiagram">\nsquareSize=40\nfirst:A:BN:x:a1\n\n</p>'
    document = Document.open(DIAGRAM, text)

    def hover_text(written: str) -> str:
        answer = hover(document, text.index(written), HoverOptions(style="text"))
        assert answer
        return plain(answer.blocks)

    assert "Archbishop" in hover_text("first:")
    assert "knight" in hover_text("N:x").lower()
    assert "pixels" in hover_text("squareSize")
    assert "W" in [item.label for item in complete(document, text.index(":x"))]
    keys = [item.label for item in complete(document, text.index("\n</p>"))]
    assert "symmetry=" in keys
    assert "squareSize=" not in keys
