"""Random messages: sessions that begin soundly and go wrong in every layer. A sound request is
always answered.

    PYTHONPATH=server:tests python tests/lsp/fuzz.py --messages 1000000 --seed 7

speaks to a server in this process, without threads; with `--stdio` to one in a process of its own.
Bytes of bodies, JSON, parameters, edits, ids, the order of messages, and the answers to what the
server asks go wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import copy
import json
import logging
import random
import resource
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from lsprotocol import types

from lsp.client import ALL, Client, Message, merged
from wazir import system
from wazir.lsp import connection
from wazir.lsp.custom_requests import CUSTOM_REQUESTS

PULL = merged(
    ALL,
    {"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": True}}},
)
CAPABILITIES: list[Message] = [
    ALL,
    PULL,
    {},
    {"textDocument": 7, "general": {"positionEncodings": ["utf-8"]}},
]
SESSION = 5_000
"""Messages of a session."""
STEP = 100
"""Messages between two sound requests."""
TEXTS = {
    "a.betza": "A = WfF\nB = [DA]mN # x\nc = t[FR]\n",
    "b.lcpn": "(define (a) (or wazir ferz))\n(b (a :forward))\n",
    "c.ben39": "position one\nmoves:\n1. Pe2-e4 Pe7-e5\n",
    "d.bensahas": "A: [1,0]\n",
    "e.md": "# x\n```betza\nA = W\n```\n```ben39\nposition x\n```\n",
}
CRUMBS = [
    "",
    "\n",
    "\r",
    "(",
    "]",
    "W",
    " = ",
    "\ud83d",
    "\U0001f984",
    "\0",
    "#",
    "```\n",
    "x" * 300,
    "(" * 40,
]
PROBE = "file:///probe.betza"
JUNK: list[Callable[[], Any]] = [
    lambda: None,
    lambda: True,
    lambda: -1,
    lambda: 0,
    lambda: 10**30,
    lambda: 2**31,
    lambda: 1.5,
    lambda: float("inf"),
    lambda: "",
    lambda: "\ud800",
    lambda: "file:///a.betza",
    lambda: "x" * 5_000,
    list,
    dict,
    lambda: [None] * 20,
    lambda: {"line": -1, "character": 10**12},
    lambda: [{}],
    lambda: {"uri": 3},
    lambda: deep(400),
    lambda: {"jsonrpc": "2.0", "method": "no/such"},
    lambda: {"jsonrpc": "2.0", "id": 1, "result": None},
]
NOT_SENT = {types.EXIT, types.SHUTDOWN}
METHODS = (
    sorted({*types.METHOD_TO_TYPES} - NOT_SENT)
    + list(CUSTOM_REQUESTS) * 3
    + ["no/such", "$/no", ""]
)
DOCUMENT_METHODS = [method for method in METHODS if method.startswith(("textDocument/", "wazir/"))]


def deep(levels: int) -> Any:
    """Lists in lists."""
    value: Any = []
    for _ in range(levels):
        value = [value]
    return value


class Fuzzer:
    """Makes the bodies of one message after the other; the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.asked: list[Any] = []
        """Ids of what the server has asked."""

    def initialize(self) -> Message:
        """The first message."""
        params = {"processId": None, "rootUri": None, "capabilities": self.rng.choice(CAPABILITIES)}
        return {"jsonrpc": "2.0", "id": "first", "method": "initialize", "params": params}

    def message(self) -> bytes:
        """One message, more or less."""
        message: Any = self._sound()
        for _ in range(self.rng.choice((0, 0, 1, 1, 1, 2, 4))):
            message = self._changed(message)
        try:
            body = json.dumps(
                message,
                ensure_ascii=self.rng.random() < 0.7,
                indent=self.rng.choice((None, None, 1)),
            )
        except RecursionError:
            body = "[" * 5_000
        return self._broken(body.encode("utf-8", "surrogatepass"))

    def _sound(self) -> Message:
        rng, message = self.rng, self._params()
        if (
            "method" in message
            and rng.random() < 0.8
            and not message["method"].startswith("textDocument/did")
        ):
            message["id"] = rng.choice(
                (rng.randrange(50), rng.randrange(50), str(rng.randrange(9)), 10**20)
            )
        return {"jsonrpc": "2.0", **message}

    def _params(self) -> Message:
        """A method and its parameters, or an answer."""
        rng, kind = self.rng, self.rng.random()
        uri = f"file:///{rng.choice(list(TEXTS))}"
        item: Message = {"uri": uri, "version": rng.choice((1, 2, -5, 10**10, None))}
        if kind < 0.1:
            text = rng.choice(list(TEXTS.values())) * rng.choice((1, 1, 3))
            item |= {"languageId": "", "text": text}
            return {"method": "textDocument/didOpen", "params": {"textDocument": item}}
        if kind < 0.3:
            changes = [self._edit() for _ in range(rng.choice((1, 1, 2)))]
            return {
                "method": "textDocument/didChange",
                "params": {"textDocument": item, "contentChanges": changes},
            }
        if kind < 0.33:
            return {"method": "textDocument/didClose", "params": {"textDocument": item}}
        if kind < 0.4:
            return {
                "method": "$/cancelRequest",
                "params": {"id": rng.choice((rng.randrange(50), "7", None))},
            }
        if kind < 0.48:
            identity = self.asked.pop() if self.asked and rng.random() < 0.8 else rng.randrange(50)
            answer = rng.choice(JUNK)()
            error = {"code": rng.choice((-32601, 0, "x")), "message": answer}
            return {
                "id": identity,
                **({"result": answer} if rng.random() < 0.7 else {"error": error}),
            }
        if kind < 0.5:
            settings = {
                "wazir": {
                    "board": rng.choice(("", "9x9", "no")),
                    "dialect": rng.choice(("", "xbetza", 7)),
                }
            }
            return {"method": "workspace/didChangeConfiguration", "params": {"settings": settings}}
        place = {"textDocument": item, "position": self._place()}
        more = {
            "range": {"start": self._place(), "end": self._place()},
            "positions": [self._place()],
            "context": {"diagnostics": [], "includeDeclaration": True},
            "options": {"tabSize": 2, "insertSpaces": True},
            "newName": rng.choice(("Other", "", "a b")),
            "ch": rng.choice("\n)x"),
            "form": rng.choice(("html", "svg", "moves", "lisp")),
            "query": rng.choice(("", "a")),
            "depth": 1,
            "command": rng.choice(("wazir.stopEvaluation", "wazir.evaluate", "no")),
            "arguments": [rng.choice(JUNK)()],
            "value": "off",
        }
        methods = METHODS if rng.random() < 0.2 else DOCUMENT_METHODS
        return {"method": rng.choice(methods), "params": {**place, **more}}

    def _place(self) -> Message:
        rng = self.rng
        return {
            "line": rng.choice((0, 1, 1, 2, 3, 9, 2**31 - 1)),
            "character": rng.choice((0, 1, 2, 4, 7, 2**31 - 1)),
        }

    def _edit(self) -> Message:
        text = self.rng.choice((*CRUMBS, *TEXTS.values()))
        if self.rng.random() < 0.3:
            return {"text": text}
        return {"range": {"start": self._place(), "end": self._place()}, "text": text}

    def _changed(self, message: Any) -> Any:
        """A message with something in it taken away, added, or put in place of something else."""
        rng, message = self.rng, copy.deepcopy(message)
        node, way = message, rng.choice((1, 2, 2, 3, 3, 4, 5))
        for step in range(way):
            if not isinstance(node, dict | list) or not node:
                break
            key = rng.choice(list(node)) if isinstance(node, dict) else rng.randrange(len(node))
            if step == way - 1 or not isinstance(node[key], dict | list) or not node[key]:
                kind = rng.random()
                if kind < 0.25:
                    del node[key]
                elif kind < 0.35 and isinstance(node, dict):
                    node["more"] = rng.choice(JUNK)()
                elif key != "method" or rng.random() < 0.2:
                    node[key] = rng.choice(JUNK)()
                break
            node = node[key]
        return rng.choice(JUNK)() if rng.random() < 0.01 else message

    def _broken(self, body: bytes) -> bytes:
        rng, kind = self.rng, self.rng.random()
        if kind < 0.1 and body:  # bytes that are others
            broken = bytearray(body)
            for _ in range(rng.choice((1, 1, 3))):
                broken[rng.randrange(len(broken))] = rng.randrange(256)
            body = bytes(broken)
        elif kind < 0.12:
            body = body[: rng.randrange(len(body) + 1)]
        elif kind < 0.13:
            body = rng.randbytes(rng.choice((1, 20, 300)))
        return body


INTERNAL = -32603
WARNING = 2
"""The code of internal errors."""


class Here:
    """A server in this process. What it says is looked at for answers and questions."""

    def __init__(self, fuzzer: Fuzzer) -> None:
        self.answers: dict[Any, Message] = {}
        self.faults: list[Message] = []
        """Internal errors."""
        self.status: int | None = None
        self._fuzzer = fuzzer
        self._take = connection.start_in_worker(self._hear, self._end)

    def send(self, body: bytes) -> None:
        """Passes a message to the server."""
        self._take(body.decode("utf-8", "surrogateescape"))

    def _hear(self, body: str) -> None:
        message = json.loads(body)
        internal = message.get("error", {}).get("code") == INTERNAL
        if internal or (
            message.get("method") == "window/logMessage" and message["params"]["type"] <= WARNING
        ):
            self.faults.append(message)
        if "method" not in message:
            self.answers[message["id"]] = message
        elif "id" in message and len(self._fuzzer.asked) < 1_000:
            self._fuzzer.asked.append(message["id"])

    def _end(self, status: int) -> None:
        self.status = status

    async def ask(self, message: Message) -> Any:
        """The result of a request."""
        self.send(json.dumps(message).encode())
        until = time.process_time() + 5
        while message["id"] not in self.answers:
            await asyncio.sleep(0)
            assert time.process_time() < until, f"no answer to {message}"
        answer = self.answers.pop(message["id"])
        self.answers.clear()
        return answer["result"]


def probe(number: int) -> Message:
    """A sound request."""
    place = {"textDocument": {"uri": PROBE}, "position": {"line": 0, "character": 8}}
    return {
        "jsonrpc": "2.0",
        "id": f"probe {number}",
        "method": "textDocument/hover",
        "params": place,
    }


def opening() -> Message:
    """The notification that opens the document of the sound requests."""
    item = {"uri": PROBE, "languageId": "betza", "version": 1, "text": "Probe = WF\n"}
    return {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": item}}


async def session(seed: int, messages: int) -> None:
    """A session with a server in this process; fails if a sound request is not answered as it was
    at first.
    """
    fuzzer = Fuzzer(seed)
    server = Here(fuzzer)
    await server.ask(fuzzer.initialize())
    for message in ({"jsonrpc": "2.0", "method": "initialized", "params": {}}, opening()):
        server.send(json.dumps(message).encode())
    expected = None
    for number in range(messages):
        if number % STEP == 0:
            answer = await server.ask(probe(number))
            expected = expected or answer
            assert answer == expected is not None, f"seed {seed}, message {number}: {answer}"
            assert not server.faults, f"seed {seed}, before message {number}: {server.faults}"
        server.send(fuzzer.message())
        if number % 10 == 0:
            await asyncio.sleep(0)
    result = await server.ask({"jsonrpc": "2.0", "id": "last", "method": "shutdown"})
    assert result is None
    server.send(json.dumps({"jsonrpc": "2.0", "method": "exit"}).encode())
    assert server.status == 0


def fuzz(messages: int, seed: int) -> Iterator[int]:
    """Sessions with servers in this process; says how many messages there were so far."""
    for done in range(0, messages, SESSION):
        asyncio.run(session(seed + done, min(SESSION, messages - done)))
        yield min(done + SESSION, messages)


def fuzz_process(messages: int, seed: int) -> Iterator[int]:
    """One session with a server in a process of its own."""
    fuzzer = Fuzzer(seed)
    with closing(Client("--log-level", "error")) as client:
        client.start()
        client.send(opening())
        client._id = 1_000  # apart from the ids of random messages
        threading.Thread(
            target=client.errors, daemon=True
        ).start()  # a full pipe would keep the server waiting
        place = {"textDocument": {"uri": PROBE}, "position": {"line": 0, "character": 8}}
        expected = client.request("textDocument/hover", place)
        for done in range(0, messages, STEP):
            bodies = [fuzzer.message() for _ in range(min(STEP, messages - done))]
            client.write(
                b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(body), body) for body in bodies)
            )
            answer = client.request("textDocument/hover", place)
            assert answer == expected is not None, f"seed {seed}, message {done}: {answer}"
            client.heard.clear()
            yield min(done + STEP, messages)
        sys.stderr.write(f"\nmemory of the server: {memory(client.process.pid)} MB\n")
        assert client.stop() == 0


def memory(process: int) -> int:
    """Megabytes that a process has in use."""
    pages = int(Path(f"/proc/{process}/statm").read_text("ascii").split()[1])
    return pages * resource.getpagesize() // 1_000_000


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--stdio", action="store_true", help="speak to a server in a process of its own"
    )
    options = parser.parse_args()
    system.HAS_PROCESSES = False
    logging.disable()
    start = time.perf_counter()
    for done in (fuzz_process if options.stdio else fuzz)(options.messages, options.seed):
        used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1_000
        sys.stdout.write(
            f"\r{done:,} messages, {time.perf_counter() - start:.0f} s, at most {used} MB"
        )
        sys.stdout.flush()
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
