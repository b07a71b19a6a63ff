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
    """With a curve in which each has its place; every verdict comes as soon as it is known."""
    uri = opened(client)
    answer = client.request(
        "wazir/analyse", at(uri, 4, nodes=200, partialResultToken="part", theme="dark")
    )
    parts = [m["params"]["value"] for m in client.heard if m["method"] == "$/progress"]

    assert (answer["record"], answer["missing"]) == ("a", 0)
    assert [action["action"] for action in answer["actions"]] == ["Bf4-b8", "I@m1", "Bb8xf12"]
    assert [part["action"] for part in parts if "action" in part] == ["Bf4-b8", "I@m1", "Bb8xf12"]
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


BLUNDER = "position b\nmoves: Bf4-b8 I@m1 Bb8xf12\nSf14xf12 R@f14 Bj12-l10 Rf14-d14\n"
"""The last action leaves a king that can be taken."""


def marks(client: Client, uri: str) -> list[tuple[int, int, str]]:
    within = {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}
    hints = client.request(
        "textDocument/inlayHint", {"textDocument": {"uri": uri}, "range": within}
    )
    return [
        (hint["position"]["line"], hint["position"]["character"], hint["label"])
        for hint in hints or ()
    ]


def test_marks_are_in_the_text_once_it_is_analysed(client: Client) -> None:
    """They stay when the record moves, and go with their action."""
    uri = client.open(BLUNDER, "file:///games/b.ben39", "ben39")
    before = marks(client, uri)
    client.request("wazir/analyse", at(uri, 0, nodes=200))
    after = marks(client, uri)
    client.change(uri, 2, {"text": f"; It moves.\n{BLUNDER}"})
    moved = marks(client, uri)
    client.change(uri, 3, {"text": BLUNDER.replace("Rf14-d14", "Rf14xf12")})

    assert before == []
    assert after[-1] == (2, 32, "??")
    assert moved == [(line + 1, character, sign) for line, character, sign in after]
    assert marks(client, uri) == after[:-1]


def test_marks_can_be_turned_off() -> None:
    with serving({}, {"inlayHints": {"marks": False}}) as client:
        uri = client.open(BLUNDER, "file:///games/b.ben39", "ben39")
        client.request("wazir/analyse", at(uri, 0, nodes=200))

        assert marks(client, uri) == []


def test_a_position_tells_what_is_known_of_its_line_of_play(client: Client) -> None:
    """Also of the actions that were taken back; only what is not known is searched."""
    uri = opened(client)
    line = {"at": 1, "played": ["I@m1"], "undone": ["Bb8xf12", "Sf14xf12"]}
    client.request("wazir/analyse", at(uri, 3, nodes=200))
    before = client.request("wazir/position", at(uri, 3, picture=False, **line))["analysis"]
    client.heard.clear()
    answer = client.request(
        "wazir/analyse", at(uri, 3, nodes=200, partialResultToken="part", **line)
    )
    parts = [m["params"]["value"] for m in client.heard if m["method"] == "$/progress"]
    of_line = client.request("wazir/position", at(uri, 3, picture=False, **line))["analysis"]
    of_record = client.request("wazir/position", at(uri, 3, picture=False, at=1))["analysis"]

    assert [action["action"] for action in before["actions"]] == ["Bf4-b8", "I@m1", "Bb8xf12"]
    assert (before["missing"], of_line["missing"], of_record["missing"]) == (1, 0, 0)
    assert [part["action"] for part in parts if "action" in part] == ["Sf14xf12"]
    assert of_line["actions"] == answer["actions"]
    assert of_record["actions"] == before["actions"]
