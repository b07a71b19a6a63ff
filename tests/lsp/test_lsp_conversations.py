"""Requests with all that a server answers, for several clients: `conversations.txt`.

The file begins with the documents, each below a line `=== NAME`. A line that begins with `$` is a
request: a client of `CLIENTS`, a method, a document with a position or a range (lines and columns
from 0, as in the protocol), and further parameters as JSON. Behind `>` a second request may follow,
about the element of the answer that has a name. Below it stands the answer, an element of a list on
each line. Ranges are written as in the request, long texts and lists cut. `PYTHONPATH=server:tests
python tests/lsp/test_lsp_conversations.py` writes the answers into the file, to be judged.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from lsp.client import ALL, ROOT, Client, Message, Refused, merged, serving

FILE = Path(__file__).with_name("conversations.txt")
HEAD, *REQUESTS = FILE.read_text("utf-8").split("\n\n$ ")
FOLDER = "file:///pieces/"
CLIENTS: dict[str, Message] = {
    "modern": merged(
        ALL,
        {
            "general": {"positionEncodings": ["utf-8"]},
            "textDocument": {
                "completion": {"completionList": {"itemDefaults": ["editRange"]}},
                "definition": {"linkSupport": True},
                "diagnostic": {"relatedInformation": True, "tagSupport": {"valueSet": [1]}},
                "signatureHelp": {
                    "signatureInformation": {"parameterInformation": {"labelOffsetSupport": True}}
                },
            },
            "workspace": {
                "workspaceEdit": {"resourceOperations": ["create"], "changeAnnotationSupport": {}}
            },
        },
    ),
    "usual": ALL,
    "plain": {},
}
"""What clients announce, by name."""
CONTEXTS: dict[str, Message] = {
    "codeAction": {"diagnostics": []},
    "references": {"includeDeclaration": True},
}
"""The contexts of requests that need one."""
LONGEST, SHORTEST, MOST = 300, 40, 12
"""Characters of a text and of a picture, and elements of a list that are shown."""


class Request(NamedTuple):
    """A request of a client and what the server answers."""

    client: str
    method: str
    document: str
    more: Message
    then: str
    """The method of a second request, and the name of what it is about."""
    words: str
    """The line that it is written as."""
    answer: str

    def __str__(self) -> str:
        return self.words


def request(text: str) -> Request:
    words, _, answer = text.rstrip("\n").partition("\n")
    asked, _, then = words.partition(" > ")
    asked, _, more = asked.partition(" {")
    client, method, document, place = f"{asked}   ".split(" ", 3)
    start, _, end = place.strip().partition("-")
    params: Message = {"options": {"tabSize": 4, "insertSpaces": True}}
    if start:
        position = dict(zip(("line", "character"), map(int, start.split(":")), strict=True))
        params["position"] = position
        if end:
            params["range"] = {
                "start": position,
                "end": dict(zip(("line", "character"), map(int, end.split(":")), strict=True)),
            }
    if method in CONTEXTS:
        params["context"] = CONTEXTS[method]
    return Request(
        client,
        method,
        document,
        merged(params, json.loads(f"{{{more}" if more else "{}")),
        then,
        words,
        answer,
    )


def shown(value: Any) -> Any:
    """A value of an answer in the short form of the file."""
    if isinstance(value, str):
        value = value.replace(str(ROOT), "/wazir").replace(FOLDER, "")
        most = SHORTEST if value.startswith("<") else LONGEST
        return value if len(value) <= most else f"{value[:most]}… ({len(value)} characters)"
    if isinstance(value, list):
        items = [shown(item) for item in value[:MOST]]
        return items if len(value) <= MOST else [*items, f"… ({len(value)} elements)"]
    if not isinstance(value, dict):
        return value
    if value.keys() == {"line", "character"}:
        return f"{value['line']}:{value['character']}"
    if value.keys() == {"start", "end"}:
        return f"{shown(value['start'])}-{shown(value['end'])}"
    # The numbers of results depend on the requests before.
    is_number = {
        "resultId": True,
        "data": isinstance(value.get("data"), list) and len(value["data"]) == 2,
    }
    return {shown(name): shown(inner) for name, inner in value.items() if not is_number.get(name)}


def answered(clients: dict[str, Client], asked: Request) -> str:
    """The answer of a server, as it stands in the file."""
    client = clients[asked.client]
    uri = f"{FOLDER}{asked.document}"
    method = asked.method if asked.method.startswith("wazir/") else f"textDocument/{asked.method}"
    try:
        answer = client.request(method, {"textDocument": {"uri": uri}, **asked.more})
        if asked.then:
            method, _, name = asked.then.partition(" ")
            items = answer["items"] if isinstance(answer, dict) else answer or ()
            item = next(
                (item for item in items if name in map(item.get, ("title", "label", "name"))), None
            )
            assert item, f"{name} is not among {shown(items)}"
            answer = client.request(method, item if method.endswith("/resolve") else {"item": item})
    except Refused as refused:
        return f"! {refused.code} {refused.message}"
    if not isinstance(answer, list):
        return json.dumps(shown(answer), ensure_ascii=False)
    return "\n".join(json.dumps(item, ensure_ascii=False) for item in shown(answer)) or "[]"


@pytest.fixture(scope="module")
def clients() -> Iterator[dict[str, Client]]:
    with ExitStack() as stack:
        yield conversing(stack)


def conversing(stack: ExitStack) -> dict[str, Client]:
    """A client of each kind, in which all documents are open."""
    every = {name: stack.enter_context(serving(announced)) for name, announced in CLIENTS.items()}
    for client in every.values():
        for part in HEAD.split("=== ")[1:]:
            name, _, text = part.partition("\n")
            client.open(f"{text.rstrip()}\n", f"{FOLDER}{name}", "")
    return every


@pytest.mark.parametrize("asked", [request(text) for text in REQUESTS], ids=str)
def test_what_a_server_answers(clients: dict[str, Client], asked: Request) -> None:
    """It is what stands in the file."""
    assert answered(clients, asked) == asked.answer


if __name__ == "__main__":
    with ExitStack() as opened:
        servers = conversing(opened)
        parts = [f"{asked.words}\n{answered(servers, asked)}" for asked in map(request, REQUESTS)]
    FILE.write_text("\n\n$ ".join([HEAD, *parts]) + "\n", "utf-8")
