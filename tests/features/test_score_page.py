"""The score sheet as a page: its rows, and names that are no markup."""

from __future__ import annotations

from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from wazir.ben39.actions import Game
from wazir.ben39.fen import write
from wazir.ben39.position import OPENING
from wazir.ben39.reading import play
from wazir.features.game.page import score_page


class Rows(HTMLParser):
    """The texts of the cells of a page, and all its elements."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.tags: list[str] = []
        self.is_cell = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag == "tr":
            self.rows.append([])
        elif tag in ("th", "td"):
            self.is_cell = True
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        self.is_cell = self.is_cell and tag not in ("th", "td")

    def handle_data(self, data: str) -> None:
        if self.is_cell:
            self.rows[-1][-1] += data


def page(start: Game, *texts: str, name: str = "a", result: str = "") -> str:
    game, refused = play(start, texts)
    assert refused is None
    return score_page(name, game, result)


def test_a_row_has_an_action_of_each_side() -> None:
    assert Rows(page(Game(OPENING), "X@e5", "X@g5", "Xe5-c5")).rows == [
        ["No.", "White", "Black"],
        [
            "1.",
            "X@e5 A Chad rook enters from the reserve on e5.",
            "X@g5 A Chad rook enters from the reserve on g5.",
        ],
        ["2.", "Xe5-c5 The Chad rook goes from e5 to c5.", ""],
    ]


def test_a_game_from_a_position_of_black() -> None:
    """The first cell of White is empty; the position and the result are told."""
    state = play(Game(OPENING), ["X@e5"])[0].state
    text = page(Game(state), "X@g5", result="White resigns. Black wins.")

    assert Rows(text).rows[1] == ["1.", "", "X@g5 A Chad rook enters from the reserve on g5."]
    assert f"From {write(state)}" in text
    assert "<p>White resigns. Black wins.</p>" in text


@given(st.text(max_size=300))
def test_a_name_is_no_markup(name: str) -> None:
    assert (
        Rows(page(Game(OPENING), "X@e5", name=name)).tags == Rows(page(Game(OPENING), "X@e5")).tags
    )
