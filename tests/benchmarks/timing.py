"""A client that takes the time: one thread that waits on both pipes, so that nothing of its own is
measured.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import wazir

Message = dict[str, Any]

CAPABILITIES: Message = {
    "general": {"positionEncodings": ["utf-16"]},
    "textDocument": {
        "hover": {"contentFormat": ["markdown"]},
        "completion": {"completionItem": {"snippetSupport": True}},
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "formatting": {},
        "semanticTokens": {
            **{"requests": {"full": True, "range": True}, "formats": ["relative"]},
            **{
                "tokenTypes": ["class", "property", "keyword", "function", "number", "operator"],
                "tokenModifiers": [],
            },
        },
        "publishDiagnostics": {"versionSupport": True, "relatedInformation": True},
    },
}
PUBLISHED = "textDocument/publishDiagnostics"
PATIENCE = 60.0
"""Seconds for any message."""


class Timer:
    """A server process, and when its messages come; Linux only."""

    def __init__(
        self, command: list[str], options: object = None, capabilities: Message = CAPABILITIES
    ) -> None:
        self.born = perf_counter()
        environment = {**os.environ, "PYTHONPATH": str(Path(wazir.__file__).parents[1])}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed program has its bytecode
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
        )
        assert self._process.stdin
        assert self._process.stdout
        self._to, self._from = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._to, False)
        self._buffer = bytearray()
        self._id = 0
        params = {"processId": os.getpid(), "rootUri": None, "capabilities": capabilities}
        self.request("initialize", {**params, "initializationOptions": options})
        self.send(self.message("initialized", {}))

    @staticmethod
    def message(method: str, params: object, **more: object) -> bytes:
        """A message as it is sent."""
        body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}).encode()
        return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)

    def send(self, data: bytes) -> float:
        """Sends a message, reading meanwhile, and gives the time at which that began."""
        begun, left = perf_counter(), memoryview(data)
        while left:
            readable, writable, _ = select.select([self._from], [self._to], [], PATIENCE)
            if readable:
                self._buffer += os.read(self._from, 1 << 20)
            if writable:
                left = left[os.write(self._to, left[:65536]) :]
        return begun

    def until(
        self, accept: Callable[[Message], bool], patience: float = PATIENCE
    ) -> tuple[float, Message]:
        """The first message that is acceptable, and when its last byte came. TimeoutError if none
        comes.
        """
        came = perf_counter()
        while True:
            while (end := self._buffer.find(b"\r\n\r\n")) >= 0:
                size = int(
                    bytes(self._buffer[:end]).lower().split(b"content-length:")[1].split()[0]
                )
                if len(self._buffer) < end + 4 + size:
                    break
                message = json.loads(self._buffer[end + 4 : end + 4 + size])
                del self._buffer[: end + 4 + size]
                if "method" in message and "id" in message:
                    self.send(json_answer(message["id"]))
                elif accept(message):
                    return came, message
            if not select.select([self._from], [], [], patience)[0]:
                raise TimeoutError
            read = os.read(self._from, 1 << 20)
            came = perf_counter()
            if not read:
                raise EOFError
            self._buffer += read

    def post(self, method: str, params: object) -> tuple[int, float]:
        """Sends a request: its id, and when that began."""
        self._id += 1
        return self._id, self.send(self.message(method, params, id=self._id))

    def request(self, method: str, params: object) -> tuple[float, Message]:
        """The answer to a request, and how long it took."""
        identity, begun = self.post(method, params)
        came, message = self.until(lambda message: message.get("id") == identity)
        return came - begun, message

    def diagnosed(self, uri: str, version: int, data: bytes) -> tuple[float, float]:
        """When a message was sent, and when the first diagnostics came that it leads to.

        After an opening the first ones may be those of a part of the file, which have no version.
        """
        begun = self.send(data)

        def fits(message: Message) -> bool:
            params = message.get("params") or {}
            return (
                message.get("method") == PUBLISHED
                and params["uri"] == uri
                and params.get("version", 1) >= version
            )

        came, message = self.until(fits)
        self._is_partial = "version" not in message["params"]
        return begun, came

    def open(self, uri: str, language: str, text: str) -> tuple[float, float]:
        """When a document was opened, and when its first diagnostics came."""
        item = {"uri": uri, "languageId": language, "version": 1, "text": text}
        return self.diagnosed(uri, 1, self.message("textDocument/didOpen", {"textDocument": item}))

    def last_diagnostics(self, uri: str, silence: float, came: float) -> float:
        """When the last diagnostics of a document came, before a silence in seconds; *came* if none
        come.

        After those of a part the others come, however long that takes.
        """
        while True:
            patience = PATIENCE if self._is_partial else silence
            try:
                arrived, message = self.until(
                    lambda message: message.get("method") == PUBLISHED, patience
                )
            except TimeoutError:
                return came
            if message["params"]["uri"] == uri:
                came, self._is_partial = arrived, "version" not in message["params"]

    def peak(self) -> float:
        """The most memory that the process ever had, in megabytes."""
        status = Path(f"/proc/{self._process.pid}/status").read_text("utf-8")
        return int(status.split("VmHWM:")[1].split()[0]) / 1024

    def close(self) -> None:
        """Ends the process."""
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream:
                stream.close()


def json_answer(identity: object) -> bytes:
    """An answer without a result to a question of the server."""
    body = json.dumps({"jsonrpc": "2.0", "id": identity, "result": None}).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
