"""Whatever takes long is done in steps, between which others have their turn; what concerns one text stays in order."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from lsprotocol.types import ErrorCodes, LSPErrorCodes

from lsp.client import ALL, Message, insertion, merged
from wazir.lsp import transport
from wazir.lsp.scheduling import Slices

ABILITIES = merged(ALL, {"workspace": {"configuration": None}})
COUNT = 20
"""Definitions of the large text."""
LARGE, GAME, SMALL = "file:///large.lcpn", "file:///large.ben39", "file:///small.betza"
TEXT = "a := wazir\n" + "".join(f"p{n}  := a /\n  rook:forward\n" for n in range(COUNT)) + "x := rok\n" * COUNT
RECORDS = "position miniature\nmoves:\n1. Bf4-b8 I@m1\n" * COUNT
WHOLE = {"start": {"line": 0, "character": 0}, "end": {"line": 10_000, "character": 0}}
OPTIONS = {"tabSize": 4, "insertSpaces": True}


class Talk:
    """A server in this loop, each step of whose work is a slice."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.turns = 0
        """Slices that were over."""
        self.sent: list[Message] = []
        self._take = transport.begin(lambda body: self.sent.append(json.loads(body)), lambda _: None, "file:///home")
        monkeypatch.setattr(Slices, "is_over", self._is_over)

    def _is_over(self) -> bool:
        self.turns += 1
        return True

    def send(self, method: str, params: object, **more: object) -> None:
        """Hands a message over; whatever it can be answered at once is answered."""
        self._take(json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}))

    def open(self, uri: str, text: str) -> None:
        """Opens a document."""
        self.send("textDocument/didOpen", {"textDocument": {"uri": uri, "version": 1, "text": text}})

    def answered(self) -> list[object]:
        """The ids of the answers, in order."""
        return [message["id"] for message in self.sent if "id" in message and "method" not in message]

    def answer(self, identity: object) -> Any:
        """The result of a request."""
        return next(message["result"] for message in self.sent if message.get("id") == identity)

    def error(self, identity: object) -> Any:
        """Why a request is refused."""
        return next(message["error"] for message in self.sent if message.get("id") == identity)

    async def until(self, is_so: Callable[[], object]) -> None:
        """Lets the server work until something is so."""
        while not is_so():
            await asyncio.sleep(0)

    async def begin(self) -> None:
        """Opens all documents."""
        options = {"inlayHints": {"enabled": True}}
        given = {"processId": None, "rootUri": None, "capabilities": ABILITIES, "initializationOptions": options}
        self.send("initialize", given, id="first")
        self.send("initialized", {})
        for uri, text in ((LARGE, TEXT), (GAME, RECORDS), (SMALL, "Probe = WfF\n")):
            self.open(uri, text)
            await self.until(lambda uri=uri: any(one.get("params", {}).get("uri") == uri for one in self.sent))

    def hover(self, identity: str) -> None:
        """Asks for a hover in the small document."""
        place = {"line": 0, "character": 8}
        self.send("textDocument/hover", {"textDocument": {"uri": SMALL}, "position": place}, id=identity)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Talk], Coroutine[Any, Any, None]]], None]:
    """Runs a conversation, after all documents are open."""

    def run(talk: Callable[[Talk], Coroutine[Any, Any, None]]) -> None:
        async def all_of_it() -> None:
            one = Talk(monkeypatch)
            await asyncio.wait_for(one.begin(), 60)
            await asyncio.wait_for(talk(one), 60)

        asyncio.run(all_of_it())

    return run


@pytest.mark.parametrize(
    ("method", "uri", "more"),
    [
        ("textDocument/documentSymbol", LARGE, {}),
        ("textDocument/foldingRange", LARGE, {}),
        ("textDocument/documentLink", LARGE, {}),
        ("textDocument/codeLens", GAME, {}),
        ("textDocument/documentHighlight", LARGE, {}),
        ("textDocument/references", LARGE, {"context": {"includeDeclaration": True}}),
        ("textDocument/rename", LARGE, {"newName": "other"}),
        ("textDocument/formatting", LARGE, {"options": OPTIONS}),
        ("textDocument/formatting", GAME, {"options": OPTIONS}),
        ("textDocument/rangeFormatting", LARGE, {"options": OPTIONS, "range": WHOLE}),
        ("textDocument/selectionRange", LARGE, {"positions": [{"line": 1, "character": 1}]}),
        ("textDocument/inlayHint", LARGE, {"range": WHOLE}),
        ("textDocument/semanticTokens/full", LARGE, {}),
        ("textDocument/semanticTokens/full/delta", LARGE, {"previousResultId": "1"}),
        ("textDocument/semanticTokens/range", LARGE, {"range": WHOLE}),
        ("textDocument/codeAction", LARGE, {"range": WHOLE, "context": {"diagnostics": []}}),
        ("textDocument/codeAction", LARGE, {"range": WHOLE, "context": {"diagnostics": [], "only": ["source.fixAll"]}}),
        ("codeAction/resolve", LARGE, {"title": "Convert", "data": {"uri": LARGE, "line": 0, "dialect": "sql"}}),
        ("codeAction/resolve", LARGE, {"title": "Fix", "data": {"uri": LARGE, "line": 0}}),
        ("callHierarchy/incomingCalls", LARGE, {"item": "a"}),
        ("workspace/symbol", LARGE, {"query": "p"}),
        ("wazir/gallery", LARGE, {}),
        ("wazir/gallery", LARGE, {"form": "svg"}),
        ("wazir/gallery", LARGE, {"form": "list"}),
        ("wazir/gallery", GAME, {}),
        ("wazir/cards", LARGE, {"positions": [{"line": line, "character": 1} for line in range(COUNT)]}),
        ("wazir/convert", LARGE, {"form": "lisp"}),
        ("wazir/convert", GAME, {"form": "fen"}),
    ],
    ids=lambda value: value if isinstance(value, str) else next(iter(value.values()), None) if value else "",
)
def test_a_hover_is_answered_meanwhile(
    run: Callable[[Callable[[Talk], Coroutine[Any, Any, None]]], None], method: str, uri: str, more: Message
) -> None:
    """While a whole file is looked through, others have their turn after each of its definitions."""

    async def talk(one: Talk) -> None:
        place: Message = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}}
        given = {**place, **more}
        if given.get("item"):
            one.send("textDocument/prepareCallHierarchy", place, id="prepared")
            await one.until(lambda: "prepared" in one.answered())
            [given["item"]] = one.answer("prepared")
        one.turns = 0
        one.send(method, given, id="large")
        one.hover("small")
        await one.until(lambda: "large" in one.answered())

        assert one.answered()[-2:] == ["small", "large"]
        assert one.answer("large") is not None
        assert one.turns >= COUNT

    run(talk)


def test_requests_while_a_text_opens(run: Callable[[Callable[[Talk], Coroutine[Any, Any, None]]], None]) -> None:
    """They wait for the text and for the changes before them, in order; those about other texts do not."""

    async def talk(one: Talk) -> None:
        uri, symbols = "file:///other.lcpn", "textDocument/documentSymbol"
        asked = {"textDocument": {"uri": uri}}
        one.open(uri, TEXT)
        one.send(symbols, asked, id="before")
        changes = [insertion(0, 0, "first", 1)]
        one.send("textDocument/didChange", {"textDocument": {"uri": uri, "version": 2}, "contentChanges": changes})
        one.send(symbols, asked, id="behind")
        one.hover("small")
        await one.until(lambda: "behind" in one.answered())

        assert one.answered()[-3:] == ["small", "before", "behind"]
        assert one.error("before")["code"] == LSPErrorCodes.ContentModified  # for the change comes after its first step
        assert one.answer("behind")[0]["name"] == "first"

    run(talk)


def test_a_request_that_fails_after_it_has_waited(
    run: Callable[[Callable[[Talk], Coroutine[Any, Any, None]]], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is refused, even if it fails in the step in which the text is open."""

    async def talk(one: Talk) -> None:
        one.hover("small")
        await one.until(lambda: "small" in one.answered())
        one.open("file:///other.lcpn", TEXT)
        one.send("wazir/piece", {"textDocument": {"uri": "file:///other.lcpn"}}, id="refused")
        monkeypatch.setattr(Slices, "is_over", lambda _: False)
        await one.until(lambda: "refused" in one.answered())

        assert one.error("refused")["code"] == ErrorCodes.InvalidParams

    run(talk)


def test_a_request_is_answered_for_the_text_it_was_asked_about(
    run: Callable[[Callable[[Talk], Coroutine[Any, Any, None]]], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What does not take long is answered before the change that comes behind it."""

    async def talk(one: Talk) -> None:
        monkeypatch.setattr(Slices, "is_over", lambda _: False)
        asked = {"textDocument": {"uri": SMALL}}
        for version, name in enumerate("ABC", 2):
            item = {"uri": SMALL, "version": version}
            changes = [{"text": f"{name} = W\n"}]
            one.send("textDocument/didChange", {"textDocument": item, "contentChanges": changes})
            one.send("textDocument/documentSymbol", asked, id=name)
        await one.until(lambda: "C" in one.answered())

        assert [one.answer(name)[0]["name"] for name in "ABC"] == ["A", "B", "C"]

    run(talk)


def test_colours_of_a_text_that_changes_meanwhile(
    run: Callable[[Callable[[Talk], Coroutine[Any, Any, None]]], None],
) -> None:
    """They are worthless then, and the client is told so."""

    async def talk(one: Talk) -> None:
        asked, method = {"textDocument": {"uri": LARGE}}, "textDocument/semanticTokens/full"
        one.send(method, asked, id="before")
        changes = [insertion(0, 0, "first", 1)]
        one.send("textDocument/didChange", {"textDocument": {"uri": LARGE, "version": 2}, "contentChanges": changes})
        one.send(method, asked, id="behind")
        await one.until(lambda: "behind" in one.answered())

        assert one.error("before")["code"] == LSPErrorCodes.ContentModified
        assert one.answer("behind")["data"][2] == len("first")

    run(talk)
