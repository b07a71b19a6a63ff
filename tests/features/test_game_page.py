"""The page of games: it steps through every action, needs nothing else, and says all that it
shows.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from itertools import accumulate
from typing import Any

import pytest
from test_board_picture import GAMES
from test_gallery import Page

from wazir.ben39.actions import Game, after, spell
from wazir.ben39.position import OPENING
from wazir.ben39.rules import actions
from wazir.features.game import page as module
from wazir.features.game.page import page
from wazir.features.game.picture import Layer, items
from wazir.piece.drawing.shapes import VARIABLES


def played(length: int) -> Game:
    """A game of so many actions: each time the one in the middle of those that are legal."""
    state, done = OPENING, []
    for _ in range(length):
        legal = sorted(actions(state), key=spell)
        done.append(legal[len(legal) // 2])
        state = after(state, done[-1])
    return Game(OPENING, tuple(done))


LONG = played(30)
ALL = [*GAMES.items(), ("long", LONG), ("still", Game(OPENING))]
HTML = page(ALL, "My games")


def data(html: str) -> Any:
    """What the page tells its script."""
    match = re.search(r'<script type="application/json" id="data">(.*?)</script>', html, re.S)
    assert match
    return json.loads(match[1])


def test_every_step_shows_the_picture_of_its_position() -> None:
    """What comes and goes adds up to the elements of each picture, at their layers."""
    content = data(HTML)

    assert len(content["games"]) == len(ALL)
    for steps, (_, game) in zip(content["games"], ALL, strict=True):
        shown = list(
            accumulate(steps, lambda before, toggled: before ^ set(toggled), initial=set[int]())
        )[1:]
        assert len(shown) == len(game.actions) + 1
        for numbers, state, action in zip(shown, game.states, (None, *game.actions), strict=True):
            wanted = {
                (int(item.layer), item.svg.format_map(VARIABLES)) for item in items(state, action)
            }
            assert {tuple(content["items"][number]) for number in numbers} == wanted


def test_an_element_is_on_the_page_once() -> None:
    content = [tuple(item) for item in data(HTML)["items"]]

    assert len(content) == len(set(content))
    assert {layer for layer, _ in content} == {int(layer) for layer in Layer}


def test_the_actions_are_listed_as_they_are_written_and_in_words() -> None:
    listed = re.findall(r"<li><code>(.*?)</code> <span>(.*?)</span></li>", HTML)
    spelled = [spell(action) for _, game in ALL for action in game.actions]

    assert [code.replace("&gt;", ">").replace("&lt;", "<") for code, _ in listed] == spelled
    assert all(re.match(r"(White|Black): .+\. .+\.$", words) for _, words in listed)
    assert "We5:d4xl4 White: the wizard on e5" in Page(HTML).text


def test_without_its_script_the_page_shows_the_start_and_the_end() -> None:
    """Two figures a game, one where nothing is played; buttons wait until the script is there."""
    html = re.sub("<script.*?</script>", "", HTML, flags=re.S)
    tags = Page(html)
    kinds = [figure["class"] for figure in tags.all("figure")]

    assert kinds == ["now", "end"] * (len(ALL) - 1) + ["now"]
    assert all("hidden" in group for group in tags.all("div") if group.get("class") == "buttons")
    assert "At the start: White to move." in tags.text
    assert html.count('data-layer="pieces"') == len(kinds)


def test_the_policy_of_the_page_allows_its_style_and_script_alone() -> None:
    style = re.search(r"<style>(.*?)</style>", HTML, re.S)
    script = re.search(r'<script type="module">(.*?)</script>', HTML, re.S)
    policy = next(meta["content"] for meta in Page(HTML).all("meta") if meta.get("http-equiv"))

    assert style
    assert script
    style_digest, script_digest = (
        base64.b64encode(hashlib.sha256(part[1].encode()).digest()).decode()
        for part in (style, script)
    )
    assert policy == (
        f"default-src 'none'; style-src 'sha256-{style_digest}'; script-src "
        f"'sha256-{script_digest}'; base-uri 'none'; form-action 'none'"
    )


def test_the_page_needs_nothing_else() -> None:
    tags = Page(HTML)

    assert not {tag for tag, _ in tags.tags} & {
        "iframe",
        "object",
        "embed",
        "link",
        "form",
        "base",
        "img",
        "image",
    }
    assert [set(script) for script in tags.all("script")] == [{"type", "id"}, {"type"}]
    assert all((link["href"] or "").startswith("#game") for link in tags.all("a"))
    assert not [
        name
        for _, attributes in tags.tags
        for name in attributes
        if name.startswith("on") or name == "style"
    ]
    assert not re.search(r"(?i)https?:|@import|url\(|fetch\(|eval\(|XMLHttp", HTML)


def test_every_shape_is_on_the_page() -> None:
    """The parts of pictures that come later use what is defined at the top, once."""
    ids = re.findall(r' id="([^"]+)"', HTML)
    parts = "".join(svg for _, svg in data(HTML)["items"]) + HTML

    assert len(ids) == len(set(ids))
    assert set(re.findall(r'<use href="#([^"]+)"', parts)) <= set(ids)


def test_the_page_can_be_read_without_seeing_it() -> None:
    """A language, headings, names of sections and boards, a place where each action is told, names
    of buttons.
    """
    tags = Page(HTML)
    ids = {attributes["id"] for _, attributes in tags.tags if "id" in attributes}
    boards = [svg for svg in tags.all("svg") if svg.get("role") == "img"]

    assert tags.all("html") == [{"lang": "en"}]
    assert len(tags.all("h1")) == len(tags.all("main")) == 1
    assert {section["aria-labelledby"] for section in tags.all("section")} <= ids
    assert all(svg.get("aria-label") for svg in boards)
    assert len(
        [caption for caption in tags.all("figcaption") if caption.get("aria-live") == "polite"]
    ) == len(ALL)
    assert {button["aria-label"] for button in tags.all("button")} == {
        "First Position",
        "Previous Move",
        "Next Move",
        "Last Position",
    }


def test_the_page_suits_dark_rooms_paper_and_keyboards() -> None:
    style = re.search(r"<style>(.*?)</style>", HTML, re.S)

    assert style
    assert "prefers-color-scheme: dark" in style[1]
    assert "@media print" in style[1]
    assert ":focus-visible" in style[1]
    assert not re.search("transition|animation|scroll-behavior: smooth", style[1])
    assert all(f"{key}:" in HTML for key in ("ArrowLeft", "ArrowRight", "Home", "End"))


def test_names_are_escaped() -> None:
    hostile = '</script><img src=x onerror="alert(1)">\ud800'
    html = page([(hostile, LONG), (hostile, Game(OPENING))], hostile)
    tags = Page(html)

    assert not tags.all("img")
    assert len(tags.all("script")) == 2
    assert '</script><img src=x onerror="alert(1)">' in tags.text
    assert html.encode()
    assert "<" not in json.dumps(data(html)["games"])


def test_a_page_of_very_many_games_and_actions_stays_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games beyond a number are counted; of actions beyond a number it is said how many are left
    out.
    """
    monkeypatch.setattr(module, "MAX_GAMES", 3)
    monkeypatch.setattr(module, "MAX_ACTIONS", 40)
    html = page([(str(number), LONG) for number in range(5)])
    tags = Page(html)

    assert [len(steps) for steps in data(html)["games"]] == [31, 11, 1]
    assert "5 games with 150 moves." in tags.text
    assert "2 games are left out" in tags.text
    assert "20 more moves are left out" in tags.text
    assert "30 more moves are left out" in tags.text


def test_each_action_adds_little_to_the_page() -> None:
    """A step is a few numbers and a line of the list, not a picture."""
    short, long = (len(page([("game", played(length))])) for length in (10, 30))

    assert (long - short) / 20 < 1_000


def test_a_page_without_games_is_a_page() -> None:
    text = Page(page([])).text

    assert "0 games with 0 moves." in text
    assert "left out" not in text
    assert "Keys:" not in text


def test_a_page_of_one_game_has_no_list_of_games() -> None:
    assert not Page(page([("one", Game(OPENING))])).all("nav")
    assert Page(HTML).all("nav")
