"""Messages, their answers, cancelling, and what happens when one fails: a server in this process, without transport."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from lsp.client import ALL, Message, insertion
from wazir.lsp import configuration, scheduling
from wazir.lsp.raw_json import Json
from wazir.lsp.scheduling import Idle, Slices, sliced
from wazir.lsp.server import WazirServer

HOVER, FOLDS = types.TEXT_DOCUMENT_HOVER, types.TEXT_DOCUMENT_FOLDING_RANGE
PLACE = {"textDocument": {"uri": "x"}, "position": {"line": 0, "character": 0}}


class Talk:
    """A server that hears messages from a test, and what it said."""

    def __init__(self, *, initialized: bool = True) -> None:
        self.sent: list[Message] = []
        self.server = WazirServer()
        self.endpoint = self.server.endpoint
        self.endpoint.set_writer(self, include_headers=False)
        if initialized:
            self.say(
                {"id": 0, "method": "initialize", "params": {"processId": None, "rootUri": None, "capabilities": {}}}
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
            self.endpoint.take(json.dumps({"jsonrpc": "2.0", **message}))

    def let(self, method: str, answer: Callable[[Any], Any]) -> None:
        """Puts an answer in place of that of a feature."""
        self.server.typed.fm.features[method] = answer

    def errors(self) -> list[tuple[object, int]]:
        return [(message["id"], message["error"]["code"]) for message in self.sent if "error" in message]

    def codes(self) -> list[str]:
        """The codes of all published diagnostics."""
        published = [one for one in self.sent if one.get("method") == types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS]
        return [found["code"] for one in published for found in one["params"]["diagnostics"]]


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
    "other parameters": ('{"jsonrpc": "2.0", "id": 7, "method": "textDocument/hover", "params": [1]}', -32602, 7),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_no_message_is_answered_by_an_error(name: str) -> None:
    """The error has the code of the protocol, and the id if there was one; the next message is heard."""
    text, code, identity = BROKEN[name]

    async def talk() -> None:
        talk = Talk()
        talk.let(HOVER, lambda _: None)
        talk.endpoint.take(text)
        talk.say({"id": 8, "method": HOVER, "params": PLACE})

        assert talk.errors() == [(identity, code)]
        assert talk.sent[-1] == {"jsonrpc": "2.0", "id": 8, "result": None}

    asyncio.run(talk())


@in_loop
async def test_values_are_written_as_they_are(talk: Talk) -> None:
    """Ready JSON is passed on; typed values become plain; surrogates survive."""
    talk.let(FOLDS, lambda _: Json.of('{"a":', "[1]}"))
    talk.let(HOVER, lambda _: types.Hover("\ud800 typed"))
    talk.say({"id": 1, "method": FOLDS, "params": {"textDocument": {"uri": "x"}}})
    talk.say({"id": "2", "method": HOVER, "params": PLACE})

    assert talk.sent == [
        {"jsonrpc": "2.0", "id": 1, "result": {"a": [1]}},
        {"jsonrpc": "2.0", "id": "2", "result": {"contents": "\ud800 typed"}},
    ]


def crash(_: object) -> None:
    raise KeyError("the secret text of a document")


async def crash_later() -> None:
    await asyncio.sleep(0)
    crash(None)


@in_loop
async def test_a_crash_is_told_and_the_next_request_is_answered(talk: Talk) -> None:
    """The client gets an internal error and a line for its log; what failed says nothing of a document there."""
    talk.let(HOVER, crash)
    talk.let(types.TEXT_DOCUMENT_REFERENCES, lambda _: crash_later())
    talk.let(FOLDS, lambda _: None)
    talk.endpoint.notifications[types.WORKSPACE_DID_CHANGE_CONFIGURATION] = crash
    talk.endpoint.notifications[types.TEXT_DOCUMENT_DID_OPEN] = crash
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
    assert [message["method"] for message in talk.sent if "method" in message] == ["window/logMessage"] * 4
    assert "secret" not in json.dumps(talk.sent)


def test_a_crash_is_logged_with_its_place_and_without_its_words(caplog: pytest.LogCaptureFixture) -> None:
    """The log names the type and the lines of code; the words, which may quote a text, come at debug level."""

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
    item = {"uri": "file:///a.betza", "languageId": "betza", "version": 1, "text": "secret = secret"}

    async def talk() -> None:
        talk = Talk()
        talk.say(
            {"method": types.TEXT_DOCUMENT_DID_OPEN, "params": {"textDocument": item}},
            {"method": types.TEXT_DOCUMENT_DID_OPEN, "params": "secret"},
            {"id": 1, "method": types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, "params": {"textDocument": {"uri": item["uri"]}}},
            {"id": 2, "method": HOVER, "params": {"textDocument": "secret"}},
        )
        while talk.endpoint.pending:
            await asyncio.sleep(0)
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
async def test_a_result_that_cannot_be_written_is_an_error(talk: Talk) -> None:
    """It is answered all the same."""
    talk.let(HOVER, lambda _: object())
    talk.say({"id": 1, "method": HOVER, "params": PLACE})

    assert talk.errors() == [(1, -32603)]


@in_loop
async def test_a_request_that_is_being_answered_can_be_cancelled(talk: Talk) -> None:
    """A coroutine is stopped where it waits, and is answered as cancelled; others go on; unknown ids change nothing."""

    async def wait(line: int) -> None:
        while line == 7:
            await asyncio.sleep(0)

    talk.let(HOVER, lambda params: wait(params.position.line))
    talk.say({"id": 1, "method": HOVER, "params": PLACE | {"position": {"line": 7, "character": 0}}})
    talk.say({"id": 2, "method": HOVER, "params": PLACE})
    await some_turns()
    talk.say(*({"method": "$/cancelRequest", "params": params} for params in ({"id": 1}, {"id": 99}, {}, None)))
    await some_turns()

    assert talk.errors() == [(1, -32800)]
    assert {message["id"] for message in talk.sent} == {1, 2}
    assert talk.endpoint.pending == 0


@in_loop
async def test_a_coroutine_begins_before_the_next_message(talk: Talk) -> None:
    """What a request asks about is looked at before a change that comes behind it."""
    order: list[object] = []

    async def later() -> None:
        order.append("later")

    def ask(_: object) -> Coroutine[Any, Any, None]:
        order.append("asked")
        return later()

    talk.let(HOVER, ask)
    talk.endpoint.notifications[types.TEXT_DOCUMENT_DID_CHANGE] = order.append
    talk.say({"id": 1, "method": HOVER, "params": PLACE}, {"method": types.TEXT_DOCUMENT_DID_CHANGE, "params": 2})
    await some_turns()

    assert order == ["asked", 2, "later"]


@in_loop
async def test_rest_comes_once(talk: Talk) -> None:
    """However many messages come at once, what is done in idle moments is done once, after the last."""
    order: list[object] = []
    idle = Idle(lambda: order.append("idle"))
    for number in range(3):
        idle.after_message()
        order.append(number)
    await some_turns()
    idle.after_message()
    await some_turns()

    assert order == [0, 1, 2, "idle", "idle"]


def test_rest_comes_even_if_messages_never_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that types without pause does not keep diagnostics away for ever: they come every 50 milliseconds."""
    now, idle = 0.0, list[float]()
    monkeypatch.setattr(scheduling, "perf_counter", lambda: now)

    async def talk() -> None:
        nonlocal now
        waiting = Idle(lambda: idle.append(now))
        while now < 0.5:
            waiting.after_message()
            await asyncio.sleep(0)
            now += 1 / 64

    asyncio.run(talk())

    assert idle[:6] == [number / 64 for number in range(4, 30, 5)]


def test_work_that_nobody_waits_for_pauses_while_messages_come(monkeypatch: pytest.MonkeyPatch) -> None:
    """After each slice it waits until 0.2 seconds have passed since the last message."""
    now, pauses = 100.0, list[float]()

    async def sleep(seconds: float) -> None:
        nonlocal now
        pauses.append(round(seconds, 3))
        now += seconds

    def steps() -> Iterator[None]:
        nonlocal now
        now += 1  # longer than a slice, without a message
        yield
        idle.after_message()
        now += 0.05
        yield
        now += 0.05

    idle = Idle(lambda: None)
    monkeypatch.setattr(scheduling, "perf_counter", lambda: now)
    monkeypatch.setattr(asyncio, "sleep", sleep)
    asyncio.run(idle.finished(steps()))

    assert pauses == [0, 0, 0.15]


def test_work_that_nobody_waits_for_pauses_while_a_request_is_handled(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the request takes: every slice of time is its own."""
    monkeypatch.setattr(Slices, "is_over", lambda _: True)
    order = list[str]()

    def steps(name: str, count: int) -> Iterator[None]:
        for _ in range(count):
            order.append(name)
            yield

    async def both() -> None:
        request = asyncio.ensure_future(sliced(steps("request", 3)))
        await asyncio.gather(Idle(lambda: None).finished(steps("idle", 2)), request)

    asyncio.run(both())

    assert order == ["idle", "request", "request", "request", "idle"]


def test_short_work_begins_after_messages_and_other_work() -> None:
    """It may be one of thousands of pieces, each of which ends within its first slice."""
    order = list[str]()

    def steps(name: str) -> Iterator[None]:
        order.append(name)
        yield

    async def together() -> None:
        work = [asyncio.ensure_future(sliced(steps(f"work {number}"))) for number in range(2)]
        asyncio.get_running_loop().call_soon(order.append, "message")
        await asyncio.gather(*work)

    asyncio.run(together())

    assert order == ["message", "work 0", "work 1"]


def test_the_first_diagnostics_wait_for_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of a document that is opened before the client has answered."""
    monkeypatch.setattr(configuration, "PATIENCE", 3600)
    item = {"uri": "file:///a.betza", "languageId": "betza", "version": 1, "text": "A = W-F\n"}

    async def talk() -> tuple[list[str], list[str]]:
        one = Talk(initialized=False)
        one.say(
            {"id": 0, "method": types.INITIALIZE, "params": {"processId": None, "rootUri": None, "capabilities": ALL}},
            {"method": types.INITIALIZED, "params": {}},
            {"method": types.TEXT_DOCUMENT_DID_OPEN, "params": {"textDocument": item}},
        )
        await some_turns()
        before = one.codes()
        asked = next(message for message in one.sent if message.get("method") == types.WORKSPACE_CONFIGURATION)
        one.say({"id": asked["id"], "result": [{"dialect": "xbetza"}]})
        await some_turns()
        return before, one.codes()

    assert asyncio.run(talk()) == ([], ["wrong-dialect"])


def test_changes_that_come_together_are_diagnosed_once() -> None:
    """Of a hundred changes in one piece only the last is told about."""
    item = {"uri": "file:///burst.betza", "languageId": "betza", "version": 1, "text": "A = W\n"}
    changes = [
        {"textDocument": {**item, "version": version}, "contentChanges": [insertion(0, 4, "f")]}
        for version in range(2, 102)
    ]

    async def talk() -> list[int]:
        one = Talk()
        one.say({"method": types.TEXT_DOCUMENT_DID_OPEN, "params": {"textDocument": item}})
        one.say(*({"method": types.TEXT_DOCUMENT_DID_CHANGE, "params": change} for change in changes))
        while not one.sent or one.sent[-1]["params"]["version"] < 101:
            await asyncio.sleep(0)
        return [message["params"]["version"] for message in one.sent]

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
            assert talk.endpoint.is_shut_down
        talk.say({"id": 1, "method": method, "params": PLACE})

        assert talk.errors() == [(1, code)]

    asyncio.run(talk())


@in_loop
async def test_a_client_that_does_not_listen_ends_it(talk: Talk) -> None:
    """When nothing can be written any more, the conversation is over."""

    class Broken:
        def write(self, _: bytes) -> None:
            raise BrokenPipeError

        def close(self) -> None:
            """Is never called."""

    over: list[int] = []
    talk.endpoint.hang_up = lambda: over.append(1)
    talk.let(HOVER, lambda _: None)
    talk.endpoint.set_writer(Broken())
    talk.say({"id": 1, "method": HOVER, "params": PLACE})

    assert over
