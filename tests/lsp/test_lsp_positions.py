"""Positions of Ben39 from end to end: lenses, and a search that shows how far it is and can be
stopped.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from lsp.client import ALL, Client, Message, Refused, insertion, merged, serving
from wazir.ben39.actions import Game
from wazir.ben39.position import OPENING
from wazir.ben39.search import Limits
from wazir.lsp import processes

ABILITIES = merged(
    ALL, {"window": {"workDoneProgress": True}, "workspace": {"codeLens": {"refreshSupport": True}}}
)

RECORDS = """\
; Two positions.
position start
moves: 1. X@e5 X@e11

position taken
turn: white
castles: g3+ g13+
board:
14      |###|:::|*K*|:::|
13      +---+---*C--+---+---+
12      |:::|   |:R:|   |:::|
3       +---+---C---+---+
2           |:::| K |:::|###|
"""
"""In the second, White can take the king at once."""


@pytest.fixture
def client() -> Iterator[Client]:
    with serving(ABILITIES) as client:
        yield client


def opened(client: Client, text: str = RECORDS) -> str:
    uri = client.open(text, "file:///games/two.ben39", "ben39")
    client.diagnostics(uri)
    return uri


def lenses(client: Client, uri: str) -> list[tuple[int, str]]:
    """The line and the title of each lens."""
    answer = client.request("textDocument/codeLens", {"textDocument": {"uri": uri}})
    return [(lens["range"]["start"]["line"], lens["command"]["title"]) for lens in answer]


def place(uri: str, line: int, **more: object) -> Message:
    return {"textDocument": {"uri": uri}, "position": {"line": line, "character": 0}, **more}


def progress(client: Client, token: object) -> Iterator[Any]:
    """The values of a progress until its end."""
    while True:
        value = client.next("$/progress", lambda params: params["token"] == token)["value"]
        yield value
        if value.get("kind") == "end":
            return


def test_what_is_played_or_set_up_is_written(client: Client) -> None:
    """As edits of the text, with the number of actions that they remove; what cannot be is
    refused.
    """
    uri = opened(client)
    moves = client.request("wazir/write", place(uri, 1, at=1, played=["X@e13"]))
    after = {
        "range": {"start": {"line": 2, "character": 14}, "end": {"line": 2, "character": 20}},
        "newText": " X@e13",
    }
    start = client.request("wazir/write", place(uri, 1, at=0, fen="", change=["turn"]))

    assert (moves["uri"], moves["lost"], moves["edits"]) == (uri, 1, [after])
    assert start["lost"] == 2
    assert "turn: black\nboard:\n15 " in start["edits"][0]["newText"]
    for wrong in ({"played": []}, {"played": ["X@e5"]}, {"fen": "", "change": ["h2", "g3"]}):
        with pytest.raises(Refused) as refused:
            client.request("wazir/write", place(uri, 1, **wrong))
        assert refused.value.code == -32602


def test_clocks_and_problems_are_of_the_position(client: Client) -> None:
    uri = opened(client)
    timed = place(uri, 1, at=0, played=["X@e5"], clock="1+5", spent=[20], thinking=60)
    view = client.request("wazir/position", timed)
    set_up = client.request("wazir/position", place(uri, 1, fen="", change=["h2", ""]))

    assert view["clock"] == {
        "white": 45.0,
        "black": 0.0,
        "fallen": "black",
        "result": "Black's flag has fallen. White wins on time.",
    }
    assert view["actions"] == []
    sheet = client.request("wazir/copy", {**timed, "form": "sheet"})["text"]
    assert sheet.endswith(
        "X@e5  A Chad rook enters from the reserve on e5.\n\nBlack's flag has fallen. White wins "
        "on time.\n"
    )
    assert [problem["message"] for problem in set_up["problems"]] == [
        "White has no king on the whole board."
    ]
    assert set_up["problems"][0]["severity"] == 1


def test_lenses_say_how_positions_stand(client: Client) -> None:
    """Above each record: its actions, what is out of the ordinary, and a command to look ahead."""
    uri = opened(client)
    shown = lenses(client, uri)

    assert [line for line, _ in shown] == [1, 1, 4, 4]
    assert [title for _, title in shown][1::2] == ["Evaluate", "Evaluate"]
    assert shown[0][1].endswith(" moves")


def test_a_lens_evaluates_with_progress(client: Client) -> None:
    """The command of a lens looks ahead, shows how far it is, and its lens tells what was found
    (G26).
    """
    uri = opened(client)
    lens = client.request("textDocument/codeLens", {"textDocument": {"uri": uri}})[-1]["command"]
    evaluation = client.request(
        "workspace/executeCommand", {"command": lens["command"], "arguments": lens["arguments"]}
    )
    token = client.next("window/workDoneProgress/create")["token"]
    kinds = [value["kind"] for value in progress(client, token)]

    assert evaluation["record"] == "taken"
    assert evaluation["lines"][0]["score"] == {"mate": 1}
    assert evaluation["lines"][0]["pv"] == ["Rh12xh14"]
    assert evaluation["done"]
    assert (kinds[0], kinds[-1]) == ("begin", "end")
    assert client.next("workspace/codeLens/refresh") is None
    assert lenses(client, uri)[-1] == (
        4,
        f"White wins in 1 at depth {evaluation['depth']}: Rh12xh14",
    )
    hover = client.ask("hover", uri, 4, 12)["contents"]["value"]
    assert f"Evaluation: White wins in 1 at depth {evaluation['depth']}: Rh12xh14" in hover


def test_a_client_that_refuses_a_token_gets_no_progress(client: Client) -> None:
    """It gets the evaluation all the same."""
    client.refused = frozenset({"window/workDoneProgress/create"})
    evaluation = client.request("wazir/evaluate", place(opened(client), 1, nodes=500))

    assert client.next("window/workDoneProgress/create")["token"]
    assert evaluation["lines"]
    assert [message for message in client.heard if message["method"] == "$/progress"] == []


def test_partial_results(client: Client) -> None:
    """A client that wants partial results gets every report; a limit of nodes gives the same answer
    each time.
    """
    uri = opened(client)
    asked = place(uri, 1, nodes=2_000, lines=2, partialResultToken="part", workDoneToken="work")
    first = client.request("wazir/evaluate", asked)
    heard = [m["params"] for m in client.heard if m["method"] == "$/progress"]
    again = client.request("wazir/evaluate", place(uri, 1, nodes=2_000, lines=2))

    parts = [params["value"] for params in heard if params["token"] == "part"]
    assert parts[-1] == first
    assert {part["record"] for part in parts} == {"start"}
    assert [value["kind"] for value in progress(client, "work")][-1] == "end"
    assert len(first["lines"]) == 2
    assert first["nodes"] <= 2_000 + 500
    assert [line["pv"] for line in again["lines"]] == [line["pv"] for line in first["lines"]]


@pytest.mark.parametrize(
    ("line", "level", "action"), [(4, 1, "Rh12xh14"), (4, 3, "Rh12xh14"), (1, 1, None)]
)
def test_the_program_replies(client: Client, line: int, level: int, action: str | None) -> None:
    """It takes a king at every level; elsewhere it plays something legal, and says what it thinks
    of it.
    """
    uri = opened(client)
    shown = client.request("wazir/position", place(uri, line))
    reply = client.request("wazir/reply", place(uri, line, level=level))

    assert reply["action"] in (
        {action} if action else {move["spelled"] for move in shown["actions"]}
    )
    assert reply["words"] == next(
        move["words"] for move in shown["actions"] if move["spelled"] == reply["action"]
    )
    assert " at depth " in reply["summary"]
    assert level <= len(shown["levels"])
    assert client.request("wazir/position", place(uri, line))["evaluation"] is None


def test_there_is_no_reply_after_the_end(client: Client) -> None:
    uri = opened(client)

    assert client.request("wazir/reply", place(uri, 4, played=["Rh12xh14"], level=1)) is None
    with pytest.raises(Refused):
        client.request("wazir/reply", place(uri, 4, level=99))


def test_the_place_chooses_the_position(client: Client) -> None:
    """With the cursor in the moves, the position is that after the action under it (G22)."""
    uri = opened(client)
    at = {"textDocument": {"uri": uri}, "position": {"line": 2, "character": 12}, "nodes": 500}
    between = client.request("wazir/evaluate", at)
    at_the_end = client.request("wazir/evaluate", place(uri, 1, nodes=500))

    assert between["lines"][0]["pv"][0] != "X@e5"
    assert between["lines"] != at_the_end["lines"]


@pytest.mark.parametrize("way", ["progress", "command", "request", "edit", "close"])
def test_a_search_is_stopped(client: Client, way: str) -> None:
    """A search without an end ends at once when somebody stops it, and its best line so far
    stays.
    """
    uri = opened(client)
    asked = client.post("wazir/evaluate", place(uri, 1, seconds=600, workDoneToken="long"))
    reported = client.next(
        "$/progress", lambda params: "at depth" in params["value"].get("message", "")
    )
    if way == "progress":
        client.notify("window/workDoneProgress/cancel", {"token": "long"})
    elif way == "command":
        client.request("workspace/executeCommand", {"command": "wazir.stopEvaluation"})
    elif way == "request":
        client.notify("$/cancelRequest", {"id": asked})
    elif way == "edit":
        client.change(uri, 2, insertion(2, 0, "turn: black\n"))
    else:
        client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    if way == "request":
        with pytest.raises(Refused):
            client.answer(asked)
    else:
        assert client.answer(asked)["lines"]
    assert reported["token"] == "long"
    if way in ("progress", "command", "request"):
        assert " at depth " in lenses(client, uri)[1][1]


def test_another_search_takes_the_place(client: Client) -> None:
    """One search at a time: the next one ends the one before, which gives its best line so far."""
    uri = opened(client)
    long = client.post("wazir/evaluate", place(uri, 1, seconds=600))
    client.next("workspace/codeLens/refresh")
    short = client.request("wazir/evaluate", place(uri, 4, depth=2))

    assert short["lines"][0]["score"] == {"mate": 1}
    client.answer(long)


@pytest.mark.parametrize(
    ("looks", "expected"),
    [(None, [0, 1.125, 3.25, 7.375, 10]), (4, [0, 1.125, 3.25, 4, 5.125, 7.25, 10])],
)
def test_a_client_that_has_not_looked_is_told_less_often(
    monkeypatch: pytest.MonkeyPatch, looks: float | None, expected: list[float]
) -> None:
    """Whoever waits for quiet before looking at the lenses gets it, and who has forgotten to look
    is told again.
    """
    now, heard = 0.0, list[float]()
    evaluations = processes.Evaluations(lambda: heard.append(now))

    async def reports(*_: object) -> AsyncIterator[Message]:
        nonlocal now
        while now < 10:
            now += 1 / 8
            if now == looks:
                evaluations.seen()
            yield {}

    monkeypatch.setattr(processes, "reports", reports)
    monkeypatch.setattr(processes, "monotonic", lambda: now)
    asyncio.run(evaluations.evaluate(("", ""), Game(OPENING), Limits(), lambda _: None))

    assert heard == expected


def test_a_client_that_looks_is_told_of_more(client: Client) -> None:
    """Each look at the lenses is followed by word of the next news, while the search goes on."""
    uri = opened(client)
    asked = client.post("wazir/evaluate", place(uri, 1, seconds=600))
    for _ in range(3):
        client.next("workspace/codeLens/refresh")
        assert (1, "Stop") in lenses(client, uri)
    client.request("workspace/executeCommand", {"command": "wazir.stopEvaluation"})
    client.answer(asked)


def test_typing_goes_on_during_a_search(client: Client) -> None:
    """Other requests are answered while a search goes on."""
    uri = opened(client)
    asked = client.post("wazir/evaluate", place(uri, 1, seconds=600, workDoneToken="long"))
    client.next("$/progress", lambda params: params["token"] == "long")

    assert client.ask("hover", uri, 4, 12)
    client.request("workspace/executeCommand", {"command": "wazir.stopEvaluation"})
    client.answer(asked)


def test_requests_that_make_no_sense(client: Client) -> None:
    """Wrong parameters are refused, and the session goes on."""
    uri = opened(client)
    for params in (
        None,
        {},
        {"textDocument": {"uri": "x"}},
        place(uri, 1, nodes=-1),
        place("x", 1, depth="3"),
    ):
        with pytest.raises(Refused):
            client.request("wazir/evaluate", params)

    assert client.request("wazir/evaluate", place(uri, 1, depth=1))


def test_a_position_in_markdown(client: Client) -> None:
    """A record in a fenced block has lenses and can be evaluated too."""
    text = f"# A game\n\n```ben39\n{RECORDS}```\n"
    uri = client.open(text, "file:///games/notes.md", "markdown")
    evaluation = client.request("wazir/evaluate", place(uri, 7, depth=2))

    assert lenses(client, uri)[-1] == (
        7,
        f"White wins in 1 at depth {evaluation['depth']}: Rh12xh14",
    )


def test_what_has_no_position(client: Client) -> None:
    """Where there is no position there is nothing to evaluate, and there are no lenses."""
    uri = client.open("Wazir = W\n")

    assert client.request("wazir/evaluate", place(uri, 0)) is None
    assert client.request("wazir/evaluate", place("file:///none.ben39", 0)) is None
    assert lenses(client, uri) == []
