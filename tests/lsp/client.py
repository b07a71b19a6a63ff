"""A small client: a server process, messages as plain data, nothing in between that could hide what
was sent.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Self

from lsp.forks import Forked, Nursery

Message = dict[str, Any]

ROOT = Path(__file__).parents[2]
PATIENCE = 120.0
"""Seconds for anything; a test that waits that long has failed."""

ALL: Message = {
    "general": {"positionEncodings": ["utf-16"]},
    "textDocument": {
        "hover": {"contentFormat": ["markdown", "plaintext"]},
        "completion": {
            "completionItem": {
                "snippetSupport": True,
                "documentationFormat": ["markdown"],
                "labelDetailsSupport": True,
            }
        },
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "codeAction": {
            "codeActionLiteralSupport": {
                "codeActionKind": {"valueSet": ["quickfix", "refactor", "source"]}
            },
            "isPreferredSupport": True,
            "resolveSupport": {"properties": ["edit"]},
        },
        "rename": {"prepareSupport": True},
        "publishDiagnostics": {
            "relatedInformation": True,
            "versionSupport": True,
            "tagSupport": {"valueSet": [1, 2]},
            "codeDescriptionSupport": True,
        },
    },
    "workspace": {
        "configuration": True,
        "workspaceEdit": {"documentChanges": True},
        "didChangeConfiguration": {"dynamicRegistration": True},
        "didChangeWatchedFiles": {"dynamicRegistration": True},
        "inlayHint": {"refreshSupport": True},
    },
}
"""The capabilities of a modern client that waits for diagnostics to come."""


def environment(path: str = "") -> dict[str, str]:
    """The environment of a server that runs from this checkout, installed or not."""
    known = os.environ.get("PYTHONPATH")
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(ROOT / "server"), *([known] if known else [])]) + path,
    }


def merged(base: Message, more: Message) -> Message:
    """Nested objects, with some members changed; None takes one away."""
    result = dict(base)
    for name, value in more.items():
        if value is None:
            result.pop(name, None)
        elif isinstance(value, dict) and isinstance(base.get(name), dict):
            result[name] = merged(base[name], value)
        else:
            result[name] = value
    return result


def frame(message: object) -> bytes:
    """A message as it goes over the wire."""
    body = json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


class Refused(Exception):  # noqa: N818
    """The server answered a request with an error."""

    def __init__(self, error: Message) -> None:
        super().__init__(error["message"])
        self.code: int = error["code"]
        self.message: str = error["message"]
        self.data = error.get("data")


class Wire:
    """Messages over two streams."""

    def __init__(self, write: Callable[[bytes], None], stream: Any) -> None:
        self.write = write
        self._inbox: queue.Queue[Message | None] = queue.Queue()
        self._reader = threading.Thread(target=self._read, args=[stream], daemon=True)
        self._reader.start()

    def _read(self, stream: Any) -> None:
        while True:
            length = 0
            while (line := stream.readline()) not in (b"\r\n", b""):
                name, value = line.split(b":", 1)
                length = int(value) if name.lower() == b"content-length" else length
            body = stream.read(length) if line else b""
            if not line or len(body) < length:  # the server has ended, perhaps within a message
                self._inbox.put(None)
                return
            self._inbox.put(json.loads(body))

    def send(self, *messages: Message) -> None:
        """Sends messages in one piece."""
        self.write(b"".join(frame({"jsonrpc": "2.0", **message}) for message in messages))

    def receive(self, patience: float = PATIENCE) -> Message:
        """The next message; EOFError when the server has closed its output, queue.Empty when it
        stays silent.
        """
        message = self._inbox.get(timeout=patience)
        if message is None:
            raise EOFError
        return message


class Client(Wire):
    """A client that speaks to a server of its own: a process that is started, or one that was
    forked.
    """

    refused: frozenset[str] = frozenset()
    """The requests of the server that are answered by an error."""

    def __init__(
        self,
        *arguments: str,
        settings: object = None,
        program: Sequence[str] = ("-m", "wazir"),
        folder: Path | None = None,
        path: str = "",
        process: Forked | None = None,
    ) -> None:
        """A server that is started in a folder, with something more in the path of Python, unless
        it is there.
        """
        self.process: Forked | subprocess.Popen[bytes] = process or subprocess.Popen(
            [sys.executable, *program, "lsp", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
            env=environment(path),
        )
        assert self.process.stdin
        assert self.process.stdout
        super().__init__(self._to_process, self.process.stdout)
        self._held: list[bytes] | None = None
        self.settings = settings
        self.heard: list[Message] = []
        """Every message of the server but answers, in order."""
        self._id = 0
        self._answers: dict[int, Message] = {}

    @classmethod
    def forked(
        cls,
        program: Sequence[str] = ("-m", "wazir"),
        settings: object = None,
        arguments: Sequence[str] = (),
    ) -> Self:
        """A client of a server that is there at once, and has imported all."""
        process = Forked(_nursery(tuple(program)), ["lsp", *arguments])
        return cls(settings=settings, process=process)

    def _to_process(self, data: bytes) -> None:
        assert self.process.stdin
        if self._held is not None:
            self._held.append(data)
            return
        self.process.stdin.write(data)
        self.process.stdin.flush()

    @contextmanager
    def together(self) -> Iterator[None]:
        """What is sent meanwhile goes out in one write: the server has all of it when it begins."""
        self._held = []
        yield
        held, self._held = self._held, None
        self._to_process(b"".join(held))

    # The course of a conversation

    def start(
        self, capabilities: Message | None = None, options: object = None, **more: object
    ) -> Message:
        """Initializes, tells the settings if it can be asked for them, and gives the server's
        answer.
        """
        announced = ALL if capabilities is None else capabilities
        params = {
            "processId": os.getpid(),
            "rootUri": None,
            "capabilities": announced,
            "initializationOptions": options,
        }
        answer: Message = self.request("initialize", {**params, **more})
        self.notify("initialized", {})
        if (announced.get("workspace") or {}).get("configuration") is True:
            while not any(message["method"] == "workspace/configuration" for message in self.heard):
                self._take(self.receive())
        return answer

    def stop(self) -> int:
        """Ends the server as the protocol wants, and gives its exit status."""
        self.request("shutdown", None)
        self.notify("exit", None)
        return self.process.wait(PATIENCE)

    def close(self) -> None:
        """Ends the server whatever it does."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self._reader.join(PATIENCE)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream:
                try:
                    stream.close()
                except BrokenPipeError:
                    continue

    def errors(self) -> str:
        """What the server, which has ended, wrote on its standard error."""
        assert self.process.stderr
        return self.process.stderr.read().decode()

    # Messages

    def notify(self, method: str, params: object) -> None:
        """Sends a notification."""
        self.send({"method": method, "params": params})

    def post(self, method: str, params: object) -> int:
        """Sends a request and does not wait."""
        self._id += 1
        self.send({"id": self._id, "method": method, "params": params})
        return self._id

    def request(self, method: str, params: object) -> Any:
        """The result of a request."""
        return self.answer(self.post(method, params))

    def answer(self, identity: int) -> Any:
        """The result of a request that was posted; Refused if that is an error."""
        while identity not in self._answers:
            self._take(self.receive())
        message = self._answers.pop(identity)
        if "error" in message:
            raise Refused(message["error"])
        return message["result"]

    def next(self, method: str, accept: Callable[[Any], bool] = lambda _: True) -> Any:
        """The parameters of the first message with that method that was not taken yet and is
        acceptable.
        """
        while True:
            for number, message in enumerate(self.heard):
                if message["method"] == method and accept(message.get("params")):
                    del self.heard[number]
                    return message.get("params")
            self._take(self.receive())

    def _take(self, message: Message) -> None:
        if "method" not in message:
            self._answers[message["id"]] = message
            return
        self.heard.append(message)
        if "id" in message and message["method"] in self.refused:
            self.send({"id": message["id"], "error": {"code": -32601, "message": "No."}})
        elif "id" in message:
            self.send(
                {
                    "id": message["id"],
                    "result": self._reply(message["method"], message.get("params")),
                }
            )

    def _reply(self, method: str, params: Any) -> object:
        if method == "workspace/configuration":
            return [self.settings for _ in params["items"]]
        if method == "workspace/applyEdit":
            return {"applied": True}
        return None

    # Documents

    def open(
        self, text: str, uri: str = "file:///pieces/some.betza", language: str = "betza"
    ) -> str:
        """Opens a document, and gives its address."""
        item = {"uri": uri, "languageId": language, "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})
        return uri

    def change(self, uri: str, version: int, *changes: Message) -> None:
        """Changes a document."""
        item = {"uri": uri, "version": version}
        self.notify(
            "textDocument/didChange", {"textDocument": item, "contentChanges": list(changes)}
        )

    def diagnostics(self, uri: str, version: int | None = None) -> list[Message]:
        """All diagnostics that come for a document, of a version if one is named."""

        def fits(params: Message) -> bool:
            known = params.get("version")
            is_all = known is not None or not params["diagnostics"]
            return params["uri"] == uri and is_all and version in (None, known)

        items: list[Message] = self.next("textDocument/publishDiagnostics", fits)["diagnostics"]
        return items

    def ask(self, feature: str, uri: str, line: int = 0, character: int = 0, **more: object) -> Any:
        """The answer of a feature about a place in a document."""
        place = {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}}
        return self.request(f"textDocument/{feature}", {**place, **more})


def insertion(line: int, character: int, text: str, length: int = 0) -> Message:
    """A change that puts a text in a line, in place of some of it."""
    return {
        "range": {
            "start": {"line": line, "character": character},
            "end": {"line": line, "character": character + length},
        },
        "text": text,
    }


@cache
def _nursery(program: tuple[str, ...]) -> Nursery:
    return Nursery(program, environment(), ALL)


@contextmanager
def serving(
    capabilities: Message | None = None,
    options: object = None,
    settings: object = None,
    program: Sequence[str] = ("-m", "wazir"),
    arguments: Sequence[str] = (),
    **more: object,
) -> Iterator[Client]:
    """A client whose server is forked and initialized, and is gone afterwards."""
    client = Client.forked(program, settings, arguments)
    try:
        client.start(capabilities, options, **more)
        yield client
    finally:
        client.close()
