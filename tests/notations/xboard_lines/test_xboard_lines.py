"""Lines of XBoard: what their pieces are."""

from __future__ import annotations

import pytest

from wazir.document import Document
from wazir.features.completion import complete
from wazir.features.hover import HoverOptions, hover
from wazir.features.markup import plain
from wazir.notations import by_name
from wazir.notations.notation import Context

XBOARD = by_name("xboard")


def test_f20_moves_are_explained_and_completed() -> None:
    """F20: as in a file of Betza's notation; the letter is the piece."""
    document = Document.open(XBOARD, "piece A& BN\n")

    def hover_text(offset: int) -> str:
        answer = hover(document, offset, HoverOptions(style="text"))
        assert answer
        return plain(answer.blocks)

    assert "Archbishop" in hover_text(6)
    assert "knight" in hover_text(10).lower()
    assert "engine" in hover_text(0)
    assert "W" in [item.label for item in complete(document, 11)]


@pytest.mark.parametrize(
    ("line", "board"),
    [
        ("setup 9x10+0_fairy 9/9 w - - 0 1", "9x10"),
        ("setup (PNBRQKpnbrqk) 26x1+0_fairy 26 w - - 0 1", "26x1"),
        ("setup 8/8/8/8/8/8/8/8 w - - 0 1", "10x8"),
        ("setup 27x8+0_fairy 27/27 w - - 0 1", "10x8"),
        ("setup 8x0+0_fairy 8/8 w - - 0 1", "10x8"),
    ],
)
def test_f23_setup_names_the_board_of_what_follows(line: str, board: str) -> None:
    """F23: `FxR`, if there is such a board; otherwise the board stays. One that is fixed stays in
    any case.
    """
    text = f"piece R& R\n{line}\npiece B& B\n"
    fixed = Context(board="7x7", fixed=frozenset({"board"}))

    boards = [
        placed.context.board
        for placed in Document.open(XBOARD, text, Context(board="10x8")).chunks()
    ]
    assert boards == ["10x8", "10x8", board]
    assert {placed.context.board for placed in Document.open(XBOARD, text, fixed).chunks()} == {
        "7x7"
    }
