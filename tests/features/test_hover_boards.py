"""Hovers over records of games: the board beside the words, as a picture or in signs."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from test_board_picture import SVG, layer, used, words

from wazir.ben39.fen import draw
from wazir.ben39.position import OPENING
from wazir.document import Document
from wazir.features import definitions
from wazir.features.game.position import drawing, sentence
from wazir.features.hover import HoverOptions, hover
from wazir.features.markup import (
    Block,
    CodeBlock,
    Heading,
    Paragraph,
    Picture,
    markdown,
    side_by_side,
)
from wazir.notations import by_name
from wazir.piece.drawing.svg import Theme

TEXT = "position start\nmoves: 1. X@e5 C+@g11 2. Ph6-h8\nexpect: perft 0 = 1\n"
PICTURES = HoverOptions(pictures=True, theme=Theme.DARK)


def blocks(place: str, options: HoverOptions, text: str = TEXT) -> tuple[Block, ...]:
    """What is said where a part of the text begins."""
    answer = hover(Document.open(by_name("ben39"), text), text.index(place), options)
    assert answer
    return answer.blocks


def picture_of(shown: tuple[Block, ...]) -> ElementTree.Element:
    (picture,) = (block for block in shown if isinstance(block, Picture))
    return ElementTree.fromstring(picture.svg)


def test_an_action_is_drawn_as_an_arrow_on_the_board_after_it() -> None:
    """G22: the position under the cursor is the one after the action there, not the last of the
    record.
    """
    root = picture_of(blocks("C+@g11", PICTURES))

    assert used(root, "marks") == {"actor g11"}
    assert {"wX e5", "kCs g11", "wP h6"} <= used(root, "pieces")
    assert "after C+@g11" in words(layer(root, "aside"))


def test_the_name_of_a_record_shows_its_last_position() -> None:
    shown_blocks = blocks("start", PICTURES)
    root = picture_of(shown_blocks)

    _, words_of_it, shown, *_ = shown_blocks
    assert words_of_it == Paragraph("Black to move.")
    assert isinstance(shown, Picture)
    assert "wP h8" in used(root, "pieces")
    assert shown.alt.startswith("start: Black to move.")
    assert root.findtext(f"{SVG}desc") == shown.alt.removeprefix("start: ")
    assert any(isinstance(block, Heading) and block.text == "start" for block in shown_blocks)


@pytest.mark.parametrize("options", [HoverOptions(), HoverOptions(pictures=True, style="text")])
def test_where_no_picture_is_shown_the_board_is_drawn_in_signs(options: HoverOptions) -> None:
    """G23: the canonical drawing, and below it whose turn it is and what is beside the board."""
    (code,) = (block for block in blocks("X@e5", options) if isinstance(block, CodeBlock))
    lines = code.text.splitlines()

    assert lines[10].startswith("5   +---+---X---+")
    assert "turn: black" in lines
    assert "white reserve: X X X X I W W Z Z C C" in lines


def test_where_none_is_wanted_there_is_no_board() -> None:
    shown = blocks("X@e5", HoverOptions(pictures=True, style="none"))

    assert not [block for block in shown if isinstance(block, CodeBlock | Picture)]


def test_what_is_no_word_shows_the_record() -> None:
    """Between the words of a record its last position stands, with the facts."""
    text = "position <b>*\nturn: black\nboard:\n"
    document = Document.open(by_name("ben39"), text)
    ((_, definition),) = definitions.every(document)
    answer = hover(document, definition.span.start + text.index(": black"), PICTURES)

    assert definition.game
    assert answer
    assert isinstance(answer.blocks[2], Picture)
    assert "<b>" not in markdown(answer.blocks)


def test_a_board_in_a_hover_is_small_enough_to_be_shown() -> None:
    """An editor cuts a hover at 100,000 characters, and shows 250 pixels of it."""
    shown = blocks("start", HoverOptions(pictures=True))
    text = side_by_side(shown)

    assert 'height="230"' in text
    assert len(text) < 60_000
    assert int(picture_of(shown).attrib["height"]) == 230


def test_the_text_of_a_board_is_the_drawing_with_the_keys_of_a_record() -> None:
    """G22, G23: what it says can be read again as a record."""
    text = drawing(OPENING)
    board, facts = text.split("\n\n")
    record = f"position again\n{facts}\nboard:\n{board}\n"
    ((_, definition),) = definitions.every(Document.open(by_name("ben39"), record))

    assert tuple(board.splitlines()) == draw(OPENING)
    assert definition.game
    assert not definition.broken
    assert definition.game.state == OPENING
    assert sentence(OPENING) == "White to move. Material: White 22, Black 22 (level)."
