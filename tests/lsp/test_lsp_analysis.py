"""`wazir/analyse`: what the actions of a record gain or lose, with progress and cancellation."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from lsp.client import Client, Refused, serving

GAME = "; two\n\nposition a\nmoves: Bf4-b8 I@m1\nBb8xf12\nposition none\n"


@pytest.fixture
def client() -> Iterator[Client]:
    with serving({}) as client:
        yield client


def opened(client: Client) -> str:
    return client.open(GAME, "file:///games/a.ben39", "ben39")


def at(uri: str, line: int, **more: object) -> dict[str, object]:
    return {"textDocument": {"uri": uri}, "position": {"line": line, "character": 0}, **more}


def test_g26_each_action_is_judged(client: Client) -> None:
    """With its line, and a curve in which each has its place; every verdict comes as soon as it is known."""
    uri = opened(client)
    answer = client.request("wazir/analyse", at(uri, 4, nodes=200, partialResultToken="part", theme="dark"))
    parts = [m["params"]["value"] for m in client.heard if m["method"] == "$/progress"]

    assert (answer["record"], answer["missing"]) == ("a", 0)
    assert [(one["action"], one["line"]) for one in answer["actions"]] == [("Bf4-b8", 3), ("I@m1", 3), ("Bb8xf12", 4)]
    assert [one["action"] for one in parts if "action" in one] == ["Bf4-b8", "I@m1", "Bb8xf12"]
    assert len(answer["summary"]) == 2
    assert ElementTree.fromstring(answer["svg"]) is not None
    assert answer["svg"].count("data-at") == 3


def test_a_record_without_actions_has_an_empty_curve(client: Client) -> None:
    uri = opened(client)
    answer = client.request("wazir/analyse", at(uri, 5))

    assert (answer["record"], answer["actions"], answer["missing"]) == ("none", [], 0)


def test_a_cancelled_progress_keeps_what_is_done(client: Client) -> None:
    """The answer comes at once."""
    uri = opened(client)
    asked = client.post("wazir/analyse", at(uri, 3, seconds=600, workDoneToken="long"))
    client.next("$/progress", lambda params: params["value"].get("kind") == "begin")
    client.notify("window/workDoneProgress/cancel", {"token": "long"})
    answer = client.answer(asked)

    assert (answer["actions"], answer["missing"]) == ([], 3)


def test_a_cancelled_request_ends_its_searches(client: Client) -> None:
    uri = opened(client)
    asked = client.post("wazir/analyse", at(uri, 3, seconds=600, workDoneToken="long"))
    client.next("$/progress", lambda params: params["value"].get("kind") == "begin")
    client.notify("$/cancelRequest", {"id": asked})

    with pytest.raises(Refused):
        client.answer(asked)
    assert client.request("wazir/analyse", at(uri, 5))["record"] == "none"
