"""Completion from end to end: what is offered, in the form that the client knows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from lsp.client import ALL, Client, merged, serving


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with serving() as client:
        yield client


def test_completion(client: Client) -> None:
    """What may come, each with what it replaces and a line about it; more about one when it is asked for."""
    answer = client.ask("completion", client.open("Queen = K\nKing = K\nPawn = fmWfcF\n"), 2, 8)
    position = {"line": 2, "character": 8}
    item = next(item for item in answer["items"] if item["label"] == "r")

    assert answer["isIncomplete"] is True
    assert item["textEdit"] == {"range": {"start": position, "end": position}, "newText": "r"}
    assert item["labelDetails"]["description"]
    assert "documentation" not in item
    resolved = client.request("completionItem/resolve", item)
    assert resolved["documentation"]["kind"] == "markdown"
    assert "```" in resolved["documentation"]["value"]


def test_keys_can_be_read_to_their_end(client: Client) -> None:
    """Editors cut the names of rows with much beside them. One of the items that begin as typed is preselected."""
    uri = client.open("[a:chess]\npromotionP\n", "file:///variants.ini", "fairy-variants")
    items = client.ask("completion", uri, 1, 10)["items"]
    beside = {item["label"]: item.get("labelDetails", {}).get("description", "") for item in items}

    assert all(len(label + more) <= 44 for label, more in beside.items() if len(label) > 8)
    assert any(item.get("detail") for item in items)
    assert ["promotionP" in item["label"] for item in items if item.get("preselect")] == [True]


def test_resolving_what_was_never_offered(client: Client) -> None:
    """An item that the server does not know comes back as it was."""
    for data in (None, [10**6, 0], [1, -1], ["1", 0], {"a": 1}):
        item = {"label": "x", "data": data} if data is not None else {"label": "x"}
        assert client.request("completionItem/resolve", item) == item


def test_snippets_for_those_who_know_them() -> None:
    """Texts with tab stops are offered at the start of a line, and marked as such."""
    with serving() as client:
        items = client.ask("completion", client.open(""), 0, 0)["items"]
        snippets = [item for item in items if item.get("insertTextFormat") == 2]

        assert snippets
        assert all("$" in item["textEdit"]["newText"] for item in snippets)


def test_completion_with_the_range_said_once() -> None:
    """For clients that can be told defaults for all items."""
    capabilities = merged(
        ALL, {"textDocument": {"completion": {"completionList": {"itemDefaults": ["editRange"]}}}}
    )
    with serving(capabilities) as client:
        answer: Any = client.ask("completion", client.open("A = f\n"), 0, 5)
        ranges = {str(item["textEdit"]["range"]) for item in answer["items"] if "textEdit" in item}

        if "itemDefaults" in answer:
            assert answer["itemDefaults"]["editRange"]["end"] == {"line": 0, "character": 5}
            assert not ranges
        else:
            assert len(ranges) > 1
