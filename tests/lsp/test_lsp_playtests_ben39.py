"""Ben39 plays itself in an editor, which needs no library."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from lsp.client import Client, Message, Refused, serving
from wazir import system
from wazir.ben39.position import OPENING
from wazir.features.game.playtest.setup import Terms
from wazir.lsp.handlers import playtests

URI = "file:///v/game.ben39"
TEXT = (Path(__file__).parents[1] / "ben39" / "playtest.ben39").read_text("utf-8")


def playtest(line: int, character: int = 10, **more: object) -> Message:
    place = {
        "textDocument": {"uri": URI},
        "position": {"line": line, "character": character},
    }
    return place | {"partialResultToken": "part", "games": 3} | more


def test_the_report_is_that_of_the_command_and_leaves_out_what_does_not_fit() -> None:
    """All players are there, without any program."""
    with serving({}) as client:
        client.open(TEXT, URI, "ben39")
        answer = client.request("wazir/playtest", playtest(0, player="greedy"))
        again = client.request("wazir/playtest", playtest(0, player="greedy"))
        first = next(
            message["params"]["value"]
            for message in client.heard
            if message["method"] == "$/progress"
        )

    assert (answer["played"], answer["games"], answer["problem"]) == (3, 3, "")
    assert (first["players"], first["others"]) == (["random", "greedy", "engine"], [])
    assert (answer["report"]["variant"], answer["report"]["chess"]) == ("first", None)
    assert "<h1>Playtest of first</h1>" in answer["html"]
    assert again == answer


def test_games_begin_at_the_position_that_is_shown() -> None:
    """After the moves of the record, or after others that are played on the board."""
    with serving({}) as client:
        client.open(TEXT, URI, "ben39")
        more = {"player": "engine", "nodes": 20, "games": 1}
        after = client.request("wazir/playtest", playtest(4, 20, **more))
        board = client.request("wazir/playtest", playtest(4, 20, at=0, played=["X@e5"], **more))
        with pytest.raises(Refused, match="The game has ended"):
            client.request("wazir/playtest", playtest(6))

    assert after["html"].count("fen: ") == board["html"].count("fen: ") == 1
    assert after["report"]["notable"] != board["report"]["notable"]
    assert after["report"]["drama"] is not None


def test_a_client_that_has_the_command_gets_it_above_each_position_that_goes_on() -> None:
    client = Client.forked()
    try:
        client.start({}, {"playtests": True})
        client.open(TEXT, URI, "ben39")
        lenses = client.request("textDocument/codeLens", {"textDocument": {"uri": URI}})
    finally:
        client.close()
    found = [lens for lens in lenses if lens["command"]["title"] == "Playtest"]

    assert [lens["range"]["start"]["line"] for lens in found] == [0, 3]
    for lens in found:
        assert lens["command"]["command"] == "wazir.playtest"
        assert lens["command"]["arguments"] == [URI, lens["range"]["start"]]


def test_without_processes_games_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others may work between two plies."""
    terms = Terms(("random", "greedy"), seed=5, opening=2, plies=30)
    ticks = 0

    async def play() -> list[Any]:
        nonlocal ticks
        games = list[Any]()
        playing = asyncio.create_task(playtests.play_ben39(OPENING, terms, 3, games.append))
        while not playing.done():
            ticks += 1
            await asyncio.sleep(0)
        return sorted(games, key=lambda game: game.index)

    in_processes = asyncio.run(play())
    monkeypatch.setattr(system, "HAS_PROCESSES", False)
    ticks = 0

    games = asyncio.run(play())
    assert games == in_processes
    assert ticks >= sum(game.plies for game in games) > 60
