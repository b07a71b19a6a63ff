"""Variants that play themselves in an editor: by pyffish, or by the engine of the client."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import wazir
from lsp.client import Client, Message, Refused, serving
from wazir.engines.games import play
from wazir.features.game.playtest.page import page
from wazir.game_setup import GameSetup
from wazir.lsp.handlers.playtests import seed_words

pytest.importorskip("pyffish", reason="pyffish is not installed")

URI = "file:///v/variants.ini"
TEXT = """\
# comment
[mine:antichess]

[broken:nothing]
"""
CANCELLED = -32800


def playtest(line: int, **more: object) -> Message:
    place = {"textDocument": {"uri": URI}, "position": {"line": line, "character": 1}}
    return place | {"partialResultToken": "part"} | more


def parts(client: Client) -> list[Message]:
    """The partial results so far."""
    return [
        message["params"]["value"]
        for message in client.heard
        if message["method"] == "$/progress" and message["params"]["token"] == "part"
    ]


def test_the_report_grows_while_pyffish_plays() -> None:
    """It is the page of the command line."""
    with serving({}) as client:
        client.open(TEXT, URI, "fairy-variants")
        answer = client.request("wazir/playtest", playtest(1, games=6, seed=7))
        numbers = [part["played"] for part in parts(client)]

    assert sorted({*numbers}) == [1, 2, 3, 4, 5, 6]
    assert any("html" in part for part in parts(client))
    report = wazir.playtest("antichess", games=6, seed=7)
    expected = page(report).replace("antichess", "mine")
    assert (answer["played"], answer["games"], answer["problem"]) == (6, 6, "")
    assert answer["html"].replace("antichess", "mine") == expected


def test_an_engine_that_refuses_a_variant_is_told_in_its_words() -> None:
    with serving({}) as client:
        client.open(TEXT, URI, "fairy-variants")
        answer = client.request("wazir/playtest", playtest(3, games=2))

    assert answer["played"] == 0
    assert answer["problem"].startswith("The engine does not load `broken`. Variant template")
    assert "No game has ended." in answer["html"]


def number(words: list[int]) -> int:
    """An integer by its words of 32 bits, the lowest first."""
    return sum(word << 32 * at for at, word in enumerate(words))


@pytest.mark.parametrize("seed", ["1 opening 0", "1 game 199", "", "77777 game 1"])
def test_the_words_of_a_seed_are_the_integer_that_python_makes_of_it(seed: str) -> None:
    expected = random.Random(seed).getstate()

    assert random.Random(number(seed_words(seed))).getstate() == expected


class WithGames(Client):
    """A client that plays by itself, as pyffish has played before."""

    known: list[Message]
    """The games, in the order of the questions."""
    asked: list[Message]

    def _reply(self, method: str, params: Any) -> object:
        if method != "wazir/game":
            return super()._reply(method, params)
        self.asked.append(params)
        if len(self.asked) > len(self.known):
            return {"problem": "The engine crashes on this variant."}
        return self.known[len(self.asked) - 1]


@pytest.fixture
def client() -> Iterator[WithGames]:
    played = list[Message]()
    setup = GameSetup(
        config="",
        name="antichess",
        players=("random", "random"),
        seed=1,
        opening=4,
        plies=400,
        values={},
        clock=100,
        folds=3,
        is_claimed=False,
        changes_sides=False,
    )
    play(setup, 3, played.append, 1)
    client = WithGames.forked()
    client.known = [{**game, "isCheck": game["is_check"]} for game in played]
    client.asked = []
    try:
        client.start({}, {"variants": True, "games": 1, "playtests": True})
        client.open(TEXT, URI, "fairy-variants")
        yield client
    finally:
        client.close()


def test_a_client_that_plays_is_asked_for_each_game(client: WithGames) -> None:
    """The measures are those of pyffish's games, though it does not say which rule ended them."""
    answer = client.request("wazir/playtest", playtest(1, games=3))

    expected = page(wazir.playtest("antichess", games=3))
    assert answer["html"] == expected.replace("antichess", "mine")
    assert client.asked[2] == {
        "config": TEXT,
        "name": "mine",
        "players": ["random", "random"],
        "seeds": [seed_words("1 opening 2"), seed_words("1 game 2")],
        "opening": 4,
        "plies": 400,
        "values": {},
        "clock": 100,
        "folds": 3,
        "isClaimed": False,
        "changesSides": False,
    }


def test_games_that_have_ended_are_kept_when_the_engine_fails(client: WithGames) -> None:
    answer = client.request("wazir/playtest", playtest(1, games=5))

    assert (answer["played"], answer["games"]) == (3, 5)
    assert answer["problem"] == "The engine crashes on this variant."
    assert "mine: 3 games" in answer["html"]


@pytest.mark.parametrize("field", [{"fens": []}, {"fens": [[0, ""]]}, {"moves": [1]}, {"legal": 5}])
def test_an_answer_of_the_client_that_is_no_game_ends_the_games(
    client: WithGames, field: Message
) -> None:
    client.known[1] |= field
    answer = client.request("wazir/playtest", playtest(1, games=3))

    assert (answer["played"], answer["problem"]) == (1, "The engine has no answer.")


def test_a_cancelled_request_sends_the_report_on_its_games_and_ends_that_of_the_client(
    client: WithGames,
) -> None:
    identity = client.post("wazir/playtest", playtest(1, games=10_000))
    client.known *= 10_000
    while len(client.asked) < 3:
        client._take(client.receive())
    client.notify("$/cancelRequest", {"id": identity})
    with pytest.raises(Refused) as refused:
        client.answer(identity)

    last = parts(client)[-1]
    assert refused.value.code == CANCELLED
    assert 2 <= last["played"] < 10_000
    assert f"mine: {last['played']} games" in last["html"]
    assert client.next("$/cancelRequest")["id"]


@pytest.mark.parametrize(("options", "lines"), [({"playtests": True}, [1, 3]), ({}, [])])
def test_a_client_that_has_the_command_gets_it_above_each_section(
    options: Message, lines: list[int]
) -> None:
    client = Client.forked()
    try:
        client.start({}, options)
        client.open(TEXT, URI, "fairy-variants")
        lenses = client.request("textDocument/codeLens", {"textDocument": {"uri": URI}})
    finally:
        client.close()

    assert [lens["range"]["start"]["line"] for lens in lenses] == lines
    for lens in lenses:
        assert lens["command"]["title"] == "Playtest"
        assert lens["command"]["arguments"] == [URI, lens["range"]["start"]]


def test_there_is_no_playtest_without_a_variant_or_of_too_many_games() -> None:
    with serving({}) as client:
        client.open(TEXT, URI, "fairy-variants")

        assert client.request("wazir/playtest", playtest(0)) is None
        with pytest.raises(Refused, match="At most 20,000 games"):
            client.request("wazir/playtest", playtest(1, games=20_001))
