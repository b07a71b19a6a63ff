"""Messages, their answers, cancelling, and what happens when one fails: a server in this process,
without threads.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Coroutine
from inspect import iscoroutinefunction
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from lsp.client import ALL, PATIENCE, Message, insertion
from wazir import system
from wazir.budget import spend
from wazir.lsp import configuration
from wazir.lsp.server import Feature, Server

HOVER, FOLDS = types.TEXT_DOCUMENT_HOVER, types.TEXT_DOCUMENT_FOLDING_RANGE
PLACE = {"textDocument": {"uri": "x"}, "position": {"line": 0, "character": 0}}


@pytest.fixture(autouse=True)
def without_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests are handled in place."""
    monkeypatch.setattr(system, "HAS_PROCESSES", False)


class Talk:
    """A server that hears messages from a test, and what it said."""

    def __init__(self, *, initialized: bool = True) -> None:
        self.sent: list[Message] = []
        self.server = Server()
        self.server.protocol.set_writer(self, include_headers=False)
        if initialized:
            self.say(
                {
                    "id": 0,
                    "method": "initialize",
                    "params": {"processId": None, "rootUri": None, "capabilities": {}},
                }
            )
            self.sent.clear()

    def write(self, data: bytes) -> None:
        """Takes what the server says."""
        self.sent.append(json.loads(data))

    def close(self) -> None:
        """Is called at the end."""

    def say(self, *messages: Message) -> None:
        """Lets the server hear messages."""
        for message in messages:
            self.hear(json.dumps({"jsonrpc": "2.0", **message}))

    def hear(self, body: str) -> None:
        """Lets the server hear a text, as the loop that reads does."""
        try:
            message = json.loads(body)
        except (ValueError, RecursionError) as problem:
            self.server.report_server_error(problem, JsonRpcException)
        else:
            self.server.protocol.handle_message(message)

    def let(self, method: str, answer: Callable[[Any], Any]) -> None:
        """Puts an answer in place of that of a feature."""
        if iscoroutinefunction(answer):

            async def handler(_: object, params: Any) -> Any:
                return await answer(params)
        else:

            def handler(_: object, params: Any) -> Any:
                return answer(params)

        self.server.protocol.fm.features[method] = self.server.handler_of(Feature(method, handler))

    def errors(self) -> list[tuple[object, int]]:
        return [
            (message["id"], message["error"]["code"]) for message in self.sent if "error" in message
        ]

    def codes(self) -> list[str]:
        """The codes of all published diagnostics."""
        published = [
            message
            for message in self.sent
            if message.get("method") == types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS
        ]
        return [
            diagnostic["code"]
            for message in published
            for diagnostic in message["params"]["diagnostics"]
        ]


def in_loop(test: Callable[[Talk], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    """A test that runs in a loop with a server of its own."""

    def run() -> None:
        async def talk() -> None:
            await test(Talk())

        asyncio.run(talk())

    run.__doc__, run.__name__ = test.__doc__, test.__name__
    return run


async def some_turns() -> None:
    """Gives the loop a few turns."""
    for _ in range(10):
        await asyncio.sleep(0)


BROKEN = {
    "no JSON": ("{", -32700, None),
    "nested without end": ("[" * 200_000, -32700, None),
    "a number without end": ("1" * 10_000, -32700, None),
    "a list": ("[1]", -32600, None),
    "nothing": ("null", -32600, None),
    "no version": ('{"id": 7, "method": "shutdown"}', -32600, 7),
    "another version": ('{"jsonrpc": "1.0", "id": 7, "method": "shutdown"}', -32600, 7),
    "an id that is none": ('{"jsonrpc": "2.0", "id": [7], "method": "shutdown"}', -32600, None),
    "a method that is none": ('{"jsonrpc": "2.0", "id": 7, "method": [1]}', -32600, 7),
    "an id that is null": ('{"jsonrpc": "2.0", "id": null, "method": "shutdown"}', -32600, None),
    "a method that is null": ('{"jsonrpc": "2.0", "method": null}', -32600, None),
    "neither an id nor a method": ('{"jsonrpc": "2.0", "params": {}}', -32600, None),
    "an unknown method": ('{"jsonrpc": "2.0", "id": 7, "method": "wazir/fly"}', -32601, 7),
    "a notification as a request": (
        '{"jsonrpc": "2.0", "id": 7, "method": "$/setTrace", "params": {"value": "off"}}',
        -32601,
        7,
    ),
    "the end as a request": ('{"jsonrpc": "2.0", "id": 7, "method": "exit"}', -32601, 7),
    "other parameters": (
        '{"jsonrpc": "2.0", "id": 7, "method": "textDocument/hover", "params": [1]}',
        -32602,
        7,
    ),
    "a command without its arguments": (
        (
            '{"jsonrpc": "2.0", "id": 7, "method": "workspace/executeCommand", "params": '
            '{"command": "wazir.evaluate"}}'
        ),
        -32602,
        7,
    ),
    "a command with another argument": (
        '{"jsonrpc": "2.0", "id": 7, "method": "workspace/executeCommand", '
        '"params": {"command": "wazir.stopEvaluation", "arguments": [1]}}',
        -32602,
        7,
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_no_message_is_answered_by_an_error(name: str) -> None:
    """The error has the code of the protocol, and the id if there was one; the next message is
    heard.
    """
    text, code, identity = BROKEN[name]

    async def talk() -> None:
        talk = Talk()
        talk.let(HOVER, lambda _: None)
        talk.hear(text)
        talk.say({"id": 8, "method": HOVER, "params": PLACE})

        assert talk.errors() == [(identity, code)]
        assert talk.sent[-1] == {"jsonrpc": "2.0", "id": 8, "result": None}

    asyncio.run(talk())


@in_loop
async def test_values_are_written_as_they_are(talk: Talk) -> None:
    """Plain values are passed on; typed ones become plain; surrogates survive."""
    talk.let(FOLDS, lambda _: {"a": [1]})
    talk.let(HOVER, lambda _: types.Hover("\ud800 typed"))
    talk.say({"id": 1, "method": FOLDS, "params": {"textDocument": {"uri": "x"}}})
    talk.say({"id": "2", "method": HOVER, "params": PLACE})

    assert talk.sent == [
        {"jsonrpc": "2.0", "id": 1, "result": {"a": [1]}},
        {"jsonrpc": "2.0", "id": "2", "result": {"contents": "\ud800 typed"}},
    ]


def crash(_: object) -> None:
    raise KeyError("the secret text of a document")


async def crash_later(_: object) -> None:
    await asyncio.sleep(0)
    crash(None)


@in_loop
async def test_a_crash_is_told_and_the_next_request_is_answered(talk: Talk) -> None:
    """The client gets an internal error and a line for its log; what failed says nothing of a
    document there.
    """
    talk.let(HOVER, crash)
    talk.let(types.TEXT_DOCUMENT_REFERENCES, crash_later)
    talk.let(FOLDS, lambda _: None)
    talk.server.protocol.fm.builtin_features[types.WORKSPACE_DID_CHANGE_CONFIGURATION] = crash
    talk.say(
        {"id": 1, "method": HOVER, "params": PLACE},
        {"method": types.TEXT_DOCUMENT_DID_OPEN, "params": {}},
        {"method": types.WORKSPACE_DID_CHANGE_CONFIGURATION, "params": {"settings": None}},
        {
            "id": 2,
            "method": types.TEXT_DOCUMENT_REFERENCES,
            "params": PLACE | {"context": {"includeDeclaration": True}},
        },
        {"id": 3, "method": FOLDS, "params": {"textDocument": {"uri": "x"}}},
    )
    await some_turns()

    assert talk.errors() == [(1, -32603), (2, -32603)]
    assert [message["id"] for message in talk.sent if "result" in message] == [3]
    assert [message["method"] for message in talk.sent if "method" in message] == [
        "window/logMessage"
    ] * 3
    assert "secret" not in json.dumps(talk.sent)


def test_a_crash_is_logged_with_its_place_and_without_its_words(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The log names the type and the lines of code; the words, which may quote a text, come at
    debug level.
    """

    async def talk(level: int) -> str:
        caplog.clear()
        caplog.set_level(level)
        talk = Talk()
        talk.let(HOVER, crash)
        talk.say({"id": 1, "method": HOVER, "params": PLACE})
        return caplog.text

    usual = asyncio.run(talk(logging.INFO))

    assert "KeyError" in usual
    assert "test_lsp_protocol.py" in usual
    assert "secret" not in usual
    assert "secret" in asyncio.run(talk(logging.DEBUG))


def test_nothing_of_a_document_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    """Whatever is said, at any level but debug."""
    caplog.set_level(logging.INFO)
    item = {
        "uri": "file:///a.betza",
        "languageId": "betza",
        "version": 1,
        "text": "secret = secret",
    }

    async def talk() -> None:
        talk = Talk()
        talk.say(
            {"method": types.TEXT_DOCUMENT_DID_OPEN, "params": {"textDocument": item}},
            {"method": types.TEXT_DOCUMENT_DID_OPEN, "params": "secret"},
            {
                "id": 1,
                "method": types.TEXT_DOCUMENT_DOCUMENT_SYMBOL,
                "params": {"textDocument": {"uri": item["uri"]}},
            },
            {"id": 2, "method": HOVER, "params": {"textDocument": "secret"}},
        )
        await some_turns()
        assert "secret" in json.dumps(talk.sent)

    asyncio.run(talk())
    assert "secret" not in caplog.text


@in_loop
async def test_a_refusal_is_answered_with_its_own_words(talk: Talk) -> None:
    """A handler refuses by raising; the client's log hears nothing, for nothing went wrong."""

    def refuse(_: object) -> None:
        raise JsonRpcException("No.", types.LSPErrorCodes.RequestFailed)

    talk.let(HOVER, refuse)
    talk.say({"id": 1, "method": HOVER, "params": PLACE})

    assert talk.sent == [{"jsonrpc": "2.0", "id": 1, "error": {"code": -32803, "message": "No."}}]


@in_loop
async def test_a_request_that_is_being_answered_can_be_cancelled(talk: Talk) -> None:
    """A coroutine is stopped where it waits, and is answered as cancelled; others go on; unknown
    ids change nothing.
    """

    async def wait(params: Any) -> None:
        while params.position.line == 7:
            await asyncio.sleep(0)

    talk.let(HOVER, wait)
    talk.say(
        {"id": 1, "method": HOVER, "params": PLACE | {"position": {"line": 7, "character": 0}}}
    )
    talk.say({"id": 2, "method": HOVER, "params": PLACE})
    await some_turns()
    talk.say(
        *(
            {"method": "$/cancelRequest", "params": params}
            for params in ({"id": 1}, {"id": 99}, {}, None)
        )
    )
    await some_turns()

    assert talk.errors() == [(1, -32800)]
    assert {message["id"] for message in talk.sent} == {1, 2}


@in_loop
async def test_work_that_nobody_needs_ends_where_it_spends_its_budget(talk: Talk) -> None:
    """When the request is cancelled, and when its document is closed."""
    item = {"uri": "x", "languageId": "betza", "version": 1, "text": "W\n"}
    ends: list[Message] = [
        {"method": "$/cancelRequest", "params": {"id": 1}},
        {"method": "textDocument/didClose", "params": {"textDocument": {"uri": "x"}}},
    ]
    for number, end in enumerate(ends, 1):

        def work(_: object, end: Message = end) -> None:
            talk.say(end)
            spend(2_000)

        talk.let(HOVER, work)
        talk.say({"method": "textDocument/didOpen", "params": {"textDocument": item}})
        talk.say({"id": number, "method": HOVER, "params": PLACE})
        await some_turns()

    assert talk.errors() == [(1, -32800), (2, -32800)]


@in_loop
async def test_a_coroutine_sees_the_text_it_was_asked_about(talk: Talk) -> None:
    """Although it begins after the change that comes behind it."""
    seen = list[str]()

    async def later(session: Any, params: Any) -> None:
        seen.append(session.opened(params.text_document).document.text)

    talk.server.protocol.fm.features[HOVER] = talk.server.handler_of(Feature(HOVER, later))
    item = {"uri": "file:///a.betza", "languageId": "betza", "version": 1, "text": "A = W"}
    place = {"textDocument": item, "position": {"line": 0, "character": 0}}
    talk.say(
        {"method": types.TEXT_DOCUMENT_DID_OPEN, "params": {"textDocument": item}},
        {"id": 1, "method": HOVER, "params": place},
        {
            "method": types.TEXT_DOCUMENT_DID_CHANGE,
            "params": {
                "textDocument": {**item, "version": 2},
                "contentChanges": [{"text": "B = F"}],
            },
        },
        {"id": 2, "method": HOVER, "params": place},
    )
    await some_turns()

    assert seen == ["A = W", "B = F"]


def test_the_first_diagnostics_wait_for_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of a document that is opened before the client has answered."""
    monkeypatch.setattr(configuration, "SECONDS_TO_ANSWER", 3600)
    item = {"uri": "file:///a.betza", "languageId": "betza", "version": 1, "text": "A = W-F\n"}

    async def talk() -> tuple[list[str], list[str]]:
        talk = Talk(initialized=False)
        talk.say(
            {
                "id": 0,
                "method": types.INITIALIZE,
                "params": {"processId": None, "rootUri": None, "capabilities": ALL},
            },
            {"method": types.INITIALIZED, "params": {}},
            {"method": types.TEXT_DOCUMENT_DID_OPEN, "params": {"textDocument": item}},
        )
        await some_turns()
        before = talk.codes()
        asked = next(
            message
            for message in talk.sent
            if message.get("method") == types.WORKSPACE_CONFIGURATION
        )
        talk.say({"id": asked["id"], "result": [{"dialect": "xbetza"}]})
        await some_turns()
        return before, talk.codes()

    assert asyncio.run(talk()) == ([], ["wrong-dialect"])


def test_changes_that_come_together_are_diagnosed_once() -> None:
    """Of a hundred changes in one piece only the last is told about."""
    item = {"uri": "file:///burst.betza", "languageId": "betza", "version": 1, "text": "A = W\n"}
    changes = [
        {"textDocument": {**item, "version": version}, "contentChanges": [insertion(0, 4, "f")]}
        for version in range(2, 102)
    ]

    async def talk() -> list[int]:
        talk = Talk()
        talk.say({"method": types.TEXT_DOCUMENT_DID_OPEN, "params": {"textDocument": item}})
        talk.say(
            *({"method": types.TEXT_DOCUMENT_DID_CHANGE, "params": change} for change in changes)
        )
        async with asyncio.timeout(PATIENCE):
            while not talk.sent or talk.sent[-1]["params"]["version"] < 101:
                await asyncio.sleep(0)
        return [message["params"]["version"] for message in talk.sent]

    assert asyncio.run(talk()) == [101]


TURNS = [("new", HOVER, -32002), ("new", "shutdown", -32002), ("open", "initialize", -32600)]
TURNS += [("shut", HOVER, -32600), ("shut", "initialize", -32600)]


@pytest.mark.parametrize(("state", "method", "code"), TURNS)
def test_requests_out_of_turn_are_refused(state: str, method: str, code: int) -> None:
    """Before `initialize`, after it, and after `shutdown`, with the codes of the protocol."""

    async def talk() -> None:
        talk = Talk(initialized=state != "new")
        if state == "shut":
            talk.say({"id": 0, "method": "shutdown"})
            assert talk.server.protocol.is_shut_down
        talk.say({"id": 1, "method": method, "params": PLACE})

        assert talk.errors() == [(1, code)]

    asyncio.run(talk())
