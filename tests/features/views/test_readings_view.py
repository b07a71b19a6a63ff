"""All readings of the piece at a place: by each dialect, and by each engine (E3)."""

from __future__ import annotations

import pytest

from wazir.document import Document
from wazir.features.views.readings import ReadingsView, readings_at
from wazir.notations import by_name
from wazir.piece.drawing.shapes import Theme


def shown(
    text: str, notation: str = "betza", at: str = "", board: str | None = None
) -> ReadingsView | None:
    return readings_at(Document.open(by_name(notation), text), text.index(at), board, Theme.LIGHT)


def test_e3_equal_readings_are_together() -> None:
    """One is that of the file; each has a picture on the board that is asked for."""
    view = shown("Stepper = W03\n", board="5x5")

    assert view
    assert (view.title, view.board, view.span) == ("W03", "5x5", (0, 13))
    assert [(reading.names, reading.is_of_file) for reading in view.readings] == [
        (("original", "extended", "xbetza"), True),
        (("Fairy-Stockfish",), False),
        (("XBoard",), False),
    ]
    assert all(reading.svg.startswith("<svg") for reading in view.readings)


def test_x18_a_reading_that_fails_says_so() -> None:
    """X18: what cannot be read has the reason in place of its moves, and no picture."""
    view = shown("Hanging = onR\n")
    assert view
    (refused,) = (reading for reading in view.readings if reading.names == ("XBoard",))

    assert (refused.svg, "hangs" in refused.sentence) == ("", True)


@pytest.mark.parametrize(
    ("notation", "text", "at", "count"),
    [
        ("fairy-variants", "[a]\ncustomPiece1 = a:R12\n", "R12", 2),
        ("fairy-variants", "[a]\ncustomPiece1 = a:R12\n", "[a]", None),
        ("betza", "# a comment\nRook = R\n", "comment", None),
        ("betza", "Nothing =\n", "", None),
        ("lcpn", "(def a wazir)\n", "", None),
    ],
)
def test_only_moves_in_betza_have_several_readings(
    notation: str, text: str, at: str, count: int | None
) -> None:
    """In the files of engines too; there are none beside the moves, without moves, or in another
    notation.
    """
    view = shown(text, notation, at)

    assert (view and len(view.readings)) == count
