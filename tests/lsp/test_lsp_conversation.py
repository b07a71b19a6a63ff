"""The order of messages, their answers, cancelling, and what happens when one fails: without documents or features."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from wazir.lsp.conversation import Conversation, Failure, State
from wazir.lsp.ready import Json
from wazir.lsp.transport import Frames

Message = dict[str, Any]


class Talk:
    """A conversation in this process, and what it said."""

    def __init__(self) -> None:
        self.said: list[Message] = []
        self._frames = Frames()
        self.conversation = Conversation()
        self.conversation.structure = lambda value, kind: kind(value)
        self.conversation.plain = lambda value: value.plain()
        self.conversation.connect(self._write, local=True)
        self.conversation.state = State.OPEN

    def _write(self, data: bytes) -> None:
        self.said += [json.loads(body or b"") for body in self._frames.feed(data)]

    def say(self, *messages: object) -> None:
        """Lets the conversation hear messages in one piece."""
        bodies = [json.dumps({"jsonrpc": "2.0", **m} if isinstance(m, dict) else m).encode() for m in messages]
        self.conversation.receive(b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(body), body) for body in bodies))

    def errors(self) -> list[tuple[object, int]]:
        return [(message["id"], message["error"]["code"]) for message in self.said if "error" in message]


def in_loop(test: Callable[[Talk], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    """A test that runs in a loop with a conversation of its own."""

    def run() -> None:
        async def talk() -> None:
            await test(Talk())

        asyncio.run(talk())

    run.__doc__, run.__name__ = test.__doc__, test.__name__
    return run


async def rest() -> None:
    """Gives the loop a few turns."""
    for _ in range(10):
        await asyncio.sleep(0)


BROKEN = {
    "no JSON": ("{", -32700, None),
    "nested without end": ("[" * 200_000, -32700, None),
    "a number without end": ("1" * 10_000, -32700, None),
    "a list": ("[1]", -32600, None),
    "no version": ('{"id": 7, "method": "shutdown"}', -32600, 7),
    "another version": ('{"jsonrpc": "1.0", "id": 7, "method": "shutdown"}', -32600, 7),
    "an id that is none": ('{"jsonrpc": "2.0", "id": [7], "method": "shutdown"}', -32600, None),
    "an unknown method": ('{"jsonrpc": "2.0", "id": 7, "method": "wazir/fly"}', -32601, 7),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_no_message_is_answered_by_an_error(name: str) -> None:
    """The error has the code of the protocol, and the id if there was one; the next message is heard."""
    text, code, identity = BROKEN[name]

    async def talk() -> None:
        talk = Talk()
        talk.conversation.requests["echo"] = None, lambda params: params
        talk.conversation.take(text)
        talk.say({"id": 8, "method": "echo", "params": [1]})

        assert talk.errors() == [(identity, code)]
        assert talk.said[-1] == {"jsonrpc": "2.0", "id": 8, "result": [1]}

    asyncio.run(talk())


@in_loop
async def test_parameters_of_another_type_are_refused(talk: Talk) -> None:
    """The error is InvalidParams; the handler is not called."""
    talk.conversation.requests["double"] = int, lambda number: 2 * number
    talk.say({"id": 1, "method": "double", "params": "x"}, {"id": 2, "method": "double", "params": "21"})

    assert talk.errors() == [(1, -32602)]
    assert talk.said[-1]["result"] == 42


@in_loop
async def test_values_are_written_as_they_are(talk: Talk) -> None:
    """Null is a result; ready JSON is passed on; typed values inside plain ones become plain; surrogates survive."""

    class Typed:
        def plain(self) -> str:
            return "\ud800 plain"

    talk.conversation.requests["null"] = None, lambda _: None
    talk.conversation.requests["json"] = None, lambda _: Json.of('{"a":', "[1]}")
    talk.conversation.requests["typed"] = None, lambda _: {"a": [Typed()]}
    talk.say(*({"id": name, "method": name} for name in ("null", "json", "typed")))

    assert [message["result"] for message in talk.said] == [None, {"a": [1]}, {"a": ["\ud800 plain"]}]


@in_loop
async def test_a_crash_is_told_and_the_next_request_is_answered(talk: Talk) -> None:
    """The client gets an internal error and a line for its log; what failed says nothing of a document there."""

    def crash(_: object) -> None:
        raise KeyError("the secret text of a document")

    async def crash_later() -> None:
        await asyncio.sleep(0)
        crash(None)

    talk.conversation.requests |= {"crash": (None, crash), "later": (None, lambda _: crash_later())}
    talk.conversation.requests["echo"] = None, lambda params: params
    talk.conversation.notifications["fall"] = crash
    talk.say(
        {"id": 1, "method": "crash"}, {"method": "fall"}, {"id": 2, "method": "later"}, {"id": 3, "method": "echo"}
    )
    await rest()

    assert talk.errors() == [(1, -32603), (2, -32603)]
    assert [m["id"] for m in talk.said if "result" in m] == [3]
    assert [m["method"] for m in talk.said if "method" in m] == ["window/logMessage"] * 3
    assert "secret" not in json.dumps(talk.said)


def test_a_crash_is_logged_with_its_place_and_without_its_words(caplog: pytest.LogCaptureFixture) -> None:
    """The usual log names the type and the lines of code; the words, which may quote a text, are for debugging."""

    def crash(_: object) -> None:
        raise KeyError("the secret text of a document")

    async def talk(level: int) -> str:
        talk = Talk()
        caplog.clear()
        caplog.set_level(level, "wazir.lsp.conversation")
        talk.conversation.requests["crash"] = None, crash
        talk.say({"id": 1, "method": "crash"})
        return caplog.text

    usual = asyncio.run(talk(logging.INFO))

    assert "KeyError" in usual
    assert "test_lsp_conversation.py" in usual
    assert "secret" not in usual
    assert "secret" in asyncio.run(talk(logging.DEBUG))


@in_loop
async def test_a_failure_is_answered_with_its_own_words(talk: Talk) -> None:
    """A handler refuses by raising; nothing is logged, for nothing went wrong."""

    def refuse(_: object) -> None:
        raise Failure(-32803, "No.", {"why": 1})

    talk.conversation.requests["refuse"] = None, refuse
    talk.say({"id": 1, "method": "refuse"})

    assert talk.said == [{"jsonrpc": "2.0", "id": 1, "error": {"code": -32803, "message": "No.", "data": {"why": 1}}}]


@in_loop
async def test_a_result_that_cannot_be_written_is_an_error(talk: Talk) -> None:
    """It is answered all the same."""
    talk.conversation.requests["object"] = None, lambda _: object()
    talk.say({"id": 1, "method": "object"})

    assert talk.errors() == [(1, -32603)]


@in_loop
async def test_a_request_that_waits_can_be_cancelled(talk: Talk) -> None:
    """It is answered as cancelled, and its handler is not called; an unknown id changes nothing."""
    called = []
    talk.conversation.requests["count"] = None, lambda _: called.append(1)
    talk.say(
        {"id": 1, "method": "count"},
        {"id": 2, "method": "count"},
        {"method": "$/cancelRequest", "params": {"id": 2}},
        {"method": "$/cancelRequest", "params": {"id": 99}},
        {"method": "$/cancelRequest", "params": None},
        {"id": 3, "method": "count"},
    )

    assert talk.errors() == [(2, -32800)]
    assert called == [1, 1]


@in_loop
async def test_a_request_that_is_being_answered_can_be_cancelled(talk: Talk) -> None:
    """A coroutine is stopped where it waits, and is answered as cancelled; others go on."""

    async def wait(params: object) -> object:
        while params == "for ever":
            await asyncio.sleep(0)
        return params

    talk.conversation.requests["wait"] = None, wait
    talk.say({"id": 1, "method": "wait", "params": "for ever"}, {"id": 2, "method": "wait", "params": "a little"})
    await rest()
    talk.say({"method": "$/cancelRequest", "params": {"id": 1}})
    await rest()

    assert talk.errors() == [(1, -32800)]
    assert {message["id"] for message in talk.said} == {1, 2}


@in_loop
async def test_messages_are_handled_in_order_and_rest_comes_once(talk: Talk) -> None:
    """However many messages come at once, what is done in idle moments is done once, after the last."""
    order: list[object] = []
    talk.conversation.notifications["note"] = order.append
    talk.conversation.requests["ask"] = None, order.append
    talk.conversation.idle = lambda: order.append("idle")
    talk.say({"method": "note", "params": 1}, {"id": 1, "method": "ask", "params": 2}, {"method": "note", "params": 3})
    talk.say({"method": "note", "params": 4})
    await rest()

    assert order == [1, 2, 3, 4, "idle"]


@in_loop
async def test_rest_comes_even_if_messages_never_stop(talk: Talk) -> None:
    """A client that types without pause does not keep diagnostics away for ever."""
    idle = []
    talk.conversation.notifications["note"] = lambda _: None
    talk.conversation.idle = lambda: idle.append(1)
    end = asyncio.get_running_loop().time() + 0.5
    while asyncio.get_running_loop().time() < end:
        talk.say({"method": "note"})
        await asyncio.sleep(0)

    assert 3 <= len(idle) <= 20


@in_loop
async def test_work_is_cut_into_slices(talk: Talk) -> None:
    """When the queue takes long, the loop gets its turn in between, and a cancellation overtakes what waits."""
    import time

    talk.conversation.requests["slow"] = None, lambda _: time.sleep(0.02)
    talk.say(*({"id": number, "method": "slow"} for number in range(5)))
    assert len(talk.said) == 1

    talk.say({"method": "$/cancelRequest", "params": {"id": 4}})
    while len(talk.said) < 5:
        await asyncio.sleep(0)
    assert talk.errors() == [(4, -32800)]


@in_loop
async def test_answers_reach_those_who_asked(talk: Talk) -> None:
    """A result goes to the question; a refusal counts as no result; answers to nothing are ignored."""
    heard: list[object] = []
    talk.conversation.ask("client/one", None, heard.append)
    talk.conversation.ask("client/two", {"a": 1}, heard.append)
    one, two = (message["id"] for message in talk.said)
    talk.say(
        {"id": two, "result": [2]},
        {"id": one, "error": {"code": 1, "message": "no"}},
        {"id": one, "result": 3},
        {"id": None, "error": {"code": 1, "message": "?"}},
    )

    assert heard == [[2], None]


TURNS = [
    (State.NEW, "hover", -32002),
    (State.NEW, "shutdown", -32002),
    (State.OPEN, "initialize", -32600),
    (State.SHUT, "hover", -32600),
    (State.SHUT, "initialize", -32600),
]


@pytest.mark.parametrize(("state", "method", "code"), TURNS)
def test_requests_out_of_turn_are_refused(state: State, method: str, code: int) -> None:
    """Before `initialize`, after it, and after `shutdown`, with the codes of the protocol."""

    async def talk() -> None:
        talk = Talk()
        talk.conversation.requests |= {name: (None, lambda _: 1) for name in ("hover", "shutdown", "initialize")}
        talk.conversation.state = state
        talk.say({"id": 1, "method": method})

        assert talk.errors() == [(1, code)]

    asyncio.run(talk())


@pytest.mark.parametrize(("state", "status"), [(State.NEW, 1), (State.OPEN, 1), (State.SHUT, 0)])
@pytest.mark.parametrize("way", ["exit", "lost"])
def test_the_status_says_whether_it_ended_well(state: State, status: int, way: str) -> None:
    """0 only after `shutdown`, be it by `exit` or because the client has gone."""

    async def talk() -> int:
        talk = Talk()
        talk.conversation.state = state
        if way == "exit":
            talk.say({"method": "exit"})
        else:
            talk.conversation.lost()
        return await talk.conversation.finished()

    assert asyncio.run(talk()) == status


def test_a_client_that_does_not_listen_ends_it() -> None:
    """When nothing can be written any more, the conversation is over, with status 1."""

    def broken(_: bytes) -> None:
        raise BrokenPipeError

    async def talk() -> int:
        talk = Talk()
        talk.conversation.connect(broken, local=True)
        talk.say({"id": 1, "method": "nothing"})
        return await talk.conversation.finished()

    assert asyncio.run(talk()) == 1
