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
    """What may come, each with what it replaces and a line about it; more about one when it is
    asked for.
    """
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
    """Editors cut the names of rows with much beside them. One of the items that begin as typed is
    preselected.
    """
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

        assert answer["itemDefaults"]["editRange"]["end"] == {"line": 0, "character": 5}
        assert not any("textEdit" in item for item in answer["items"])


@pytest.mark.parametrize(
    ("text", "language", "is_offered"),
    [
        ("A = RN", "betza", False),
        ("A = RN ", "betza", False),
        ("Cha", "betza", False),
        ("Queen = Q\nGrand Cha", "betza", False),
        ("A = ", "betza", True),
        ("A = m", "betza", True),
        ("A = chanc", "betza", True),
        ("// style: c\narch", "lcpn", False),
        ("// style: c\na := arch", "lcpn", True),
        ("(def a wazir)", "lcpn", False),
        ("(def a (/ waz", "lcpn", True),
        (":A { m(1, 15)!", "bensahas", False),
        ("Old:Du", "bensahas", False),
        (":A { m(", "bensahas", True),
        ("[a:chess]\nmax", "fairy-variants", True),
        ("[a:chess]\ncustomPiece1 = a:RN", "fairy-variants", False),
    ],
)
@pytest.mark.parametrize("kind", [2, 3])
def test_unasked_completions_come_where_they_help(
    client: Client, text: str, language: str, kind: int, is_offered: bool
) -> None:
    """Not after a finished piece, and not in a name at the start of a line; who asks gets all."""
    ending = {"fairy-variants": "ini"}.get(language, language)
    uri = client.open(text, f"file:///{kind}/{language}{len(text)}.{ending}", language)
    line, column = text.count("\n"), len(text.rpartition("\n")[2])
    context = {"triggerKind": kind}
    answer = client.ask("completion", uri, line, column, context=context)

    assert bool(answer and answer["items"]) is is_offered


def test_texts_with_blanks_are_snippets() -> None:
    """Neovim inserts the whole of a snippet, but only the first word of another text."""
    with serving() as client:
        uri = client.open("; style: lisp\n(def a wildeb", "file:///a.lcpn", "lcpn")
        (item,) = [
            item
            for item in client.ask("completion", uri, 1, 13)["items"]
            if item["label"] == "wildebeest"
        ]

        assert item["insertTextFormat"] == 2
        assert item["textEdit"]["newText"] == "(/ knight camel)"
