"""Sheets: every picture of a file in one, which is valid by itself and says what stands in the file
as text.
"""

from __future__ import annotations

from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drawings import SVG, styled, unpainted
from wazir.document import Document
from wazir.features import sheet as module
from wazir.features.gallery import figures_of
from wazir.features.sheet import MAX_FIGURES, Figure, sheet
from wazir.notations import by_name
from wazir.piece.drawing.shapes import Theme

PIECES = (
    "Knight = N\nPawn: fmWfcFifmnD # double step\n\nQ\nBroken = fmW(\nLong = " + "mW" * 60 + "\n"
)


def figures(text: str) -> list[Figure]:
    """The pieces of a text."""
    return [figure for figure in figures_of(Document.open(by_name("betza"), text)) if figure]


def drawn(some: list[Figure], title: str = "Pieces", theme: Theme = Theme.AUTO) -> Element:
    """Their sheet."""
    return ElementTree.fromstring(sheet(some, title, theme))


NAME, TEXT = "15", "12"
"""The sizes of the names and of the texts of pieces."""


def texts(element: Element, size: str) -> list[str]:
    """What is said in text of a size, outside of pictures."""
    return [
        text.text or "" for text in element.findall(f"{SVG}text") if text.get("font-size") == size
    ]


def test_every_piece_has_a_picture_a_name_and_its_text() -> None:
    """One without a name has none, and one with an error that leaves nothing to draw has no
    picture.
    """
    groups = drawn(figures(PIECES)).findall(f"{SVG}g")

    assert [texts(group, NAME) for group in groups] == [
        ["Knight"],
        ["Pawn"],
        [],
        ["Broken"],
        ["Long"],
    ]
    assert [texts(group, TEXT) for group in groups][:3] == [["N"], ["fmWfcFifmnD"], ["Q"]]
    assert [group.find(f"{SVG}svg") is not None for group in groups] == [
        True,
        True,
        True,
        True,
        True,
    ]
    assert len(texts(groups[4], TEXT)) == 4
    assert texts(groups[4], TEXT)[-1].endswith("…")
    assert not drawn([Figure("None", "?", "")]).findall(f".//{SVG}svg")


def test_as_much_of_a_long_word_as_there_is_room_for() -> None:
    """All lines are full, though it can be broken nowhere."""
    (group,) = drawn([Figure("x" * 500, "", "")]).findall(f"{SVG}g")
    first, second = texts(group, NAME)

    assert len(first) == len(second)
    assert second == first[:-1] + "…"


def test_nothing_overlaps() -> None:
    """Each picture and text lies inside of the sheet, and no picture reaches into another."""
    root = drawn(figures(PIECES * 4))
    boxes = [
        tuple(int(drawing.get(side) or 0) for side in ("x", "y", "width", "height"))
        for drawing in root.iter(f"{SVG}svg")
    ]
    (_, _, width, height), *pictures = boxes

    assert len(pictures) == 20
    assert all(x + w <= width and y + h <= height for x, y, w, h in pictures)
    for number, (x, y, w, h) in enumerate(pictures):
        assert all(
            x + w <= a or a + c <= x or y + h <= b or b + d <= y for a, b, c, d in pictures[:number]
        )


def test_shapes_stand_there_once() -> None:
    """Whatever is used is defined, by an identifier that nothing else has."""
    root = drawn(figures(PIECES * 4))
    identifiers = [element.get("id") for element in root.iter() if element.get("id")]

    assert len(identifiers) == len(set(identifiers))
    assert {use.get("href", "#")[1:] for use in root.iter(f"{SVG}use")} == set(identifiers)


@pytest.mark.parametrize("theme", Theme)
def test_a_sheet_needs_no_style_sheet(theme: Theme) -> None:
    """It has the colours of one theme, on a ground of its own."""
    root = drawn(figures(PIECES), theme=theme)

    assert not styled(root)
    assert not unpainted(root)
    assert root[2].get("fill") == theme.colours["panel"]
    assert root.get("fill") == theme.colours["text"]


def test_a_sheet_is_bounded() -> None:
    """It says that there are more pieces than it shows."""
    figure = Figure("W", "W", "")
    root = drawn([figure] * (MAX_FIGURES + 1))

    assert len(root.findall(f"{SVG}g")) == MAX_FIGURES
    assert "left out" in (root.findtext(f"{SVG}title") or "")
    assert "left out" not in (drawn([figure] * MAX_FIGURES).findtext(f"{SVG}title") or "")
    assert (
        len({text.get("x") for text in root.iter(f"{SVG}text") if text.text == "W"})
        == module.MAX_COLUMNS
    )


@given(st.text(max_size=300), st.text(max_size=2_000))
def test_no_text_is_markup(name: str, text: str) -> None:
    """Whatever a file says, the sheet is valid and holds nothing of it but text."""
    root = drawn([Figure(name, text, "")], name)

    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        "svg",
        "title",
        "defs",
        "rect",
        "g",
        "text",
    }
