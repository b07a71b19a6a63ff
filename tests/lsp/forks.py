"""Servers that are forked from a Python that has imported the program, so that each is there at
once.

The start itself is tested with processes of its own.
"""

from __future__ import annotations

import atexit
import gc
import io
import json
import os
import pkgutil
import runpy
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from importlib import import_module
from typing import Any

_MAX_BYTES = 1 << 16
"""Bytes of a request or an answer."""


class Nursery:
    """A process that has imported the program, and forks it."""

    def __init__(
        self, program: Sequence[str], environment: dict[str, str], capabilities: object
    ) -> None:
        """Its servers are prepared for clients with some capabilities."""
        self._requests, theirs = socket.socketpair()
        with theirs:
            arguments = str(theirs.fileno()), json.dumps(capabilities)
            self._process = subprocess.Popen(
                [sys.executable, __file__, *arguments, *program],
                pass_fds=[theirs.fileno()],
                env=environment,
            )
        atexit.register(self.close)

    def close(self) -> None:
        """Ends the process; servers that run go on."""
        self._requests.close()
        self._process.wait()

    def ask(self, request: object, streams: Sequence[int] = ()) -> Any:
        """The answer to a request, which may pass on streams."""
        socket.send_fds(self._requests, [json.dumps(request).encode()], streams)
        return json.loads(self._requests.recv(_MAX_BYTES))


class Forked:
    """A process that was forked; it has what `subprocess.Popen` has, as far as clients need
    that.
    """

    def __init__(self, source: Nursery, arguments: Sequence[str]) -> None:
        self._source = source
        pipes = [os.pipe() for _ in range(3)]
        inner = [pipes[0][0], pipes[1][1], pipes[2][1]]
        self.stdin = os.fdopen(pipes[0][1], "wb")
        self.stdout, self.stderr = (os.fdopen(pipe[0], "rb") for pipe in pipes[1:])
        self.pid: int = source.ask(arguments, inner)
        for stream in inner:
            os.close(stream)
        self._status: int | None = None

    def poll(self) -> int | None:
        """The exit status, if it has ended; negative after a signal."""
        if self._status is None:
            self._status = self._source.ask(self.pid)
        return self._status

    def wait(self, timeout: float = 60.0) -> int:
        """Waits for the end, and gives the exit status."""
        late = time.monotonic() + timeout
        while (status := self.poll()) is None:
            if time.monotonic() > late:
                raise subprocess.TimeoutExpired("wazir lsp", timeout)
            time.sleep(0.005)
        return status

    def send_signal(self, number: int) -> None:
        """Sends a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """Ends it at once."""
        self.send_signal(signal.SIGKILL)


# In the process that forks


def prepare(capabilities: object, program: Sequence[str]) -> None:
    """Does once what all servers do: imports, texts of each notation, a start. Collects the garbage
    of that.
    """
    if program[0] != "-m":
        runpy.run_path(program[0])
    import wazir

    for module in pkgutil.walk_packages(wazir.__path__, "wazir."):
        import_module(module.name)
    from wazir.document import Document
    from wazir.features.hover import HoverOptions, hover
    from wazir.notations import REGISTRY

    for notation in REGISTRY:
        document = Document.open(notation, "x = W")
        list(document.diagnostics())
        hover(document, 4, HoverOptions())
    greet(capabilities)
    gc.collect()
    gc.freeze()
    gc.unfreeze = lambda: None


def greet(capabilities: object) -> None:
    """Initializes a server, whose converter is that of all servers."""
    from wazir.lsp.server import Server

    server = Server()
    server.protocol.set_writer(io.BytesIO())
    params = {"processId": None, "rootUri": None, "capabilities": capabilities}
    for message in (
        {"id": 1, "method": "initialize", "params": params},
        {"id": 2, "method": "shutdown"},
    ):
        server.protocol.handle_message({"jsonrpc": "2.0", **message})
    assert server.protocol.is_shut_down


def serve(requests: socket.socket) -> None:
    """Forks for arguments, and tells the status for a process, until nobody asks."""
    while True:
        data, streams, *_ = socket.recv_fds(requests, _MAX_BYTES, 3)
        if not data:
            return
        request = json.loads(data)
        if isinstance(request, int):
            ended, status = os.waitpid(request, os.WNOHANG)
            answer = os.waitstatus_to_exitcode(status) if ended else None
        elif answer := os.fork():
            for stream in streams:
                os.close(stream)
        else:
            requests.close()
            for number, stream in enumerate(streams):
                os.dup2(stream, number)
                os.close(stream)
            for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
                setattr(sys, name, os.fdopen(getattr(sys, name).fileno(), mode, closefd=False))
            from wazir.cli import main

            status = main(request)
            sys.stderr.flush()
            # The end of the interpreter writes to all memory, which is then copied.
            os._exit(status)
        requests.sendall(json.dumps(answer).encode())


if __name__ == "__main__":
    del sys.path[0]
    prepare(json.loads(sys.argv[2]), sys.argv[3:])
    serve(socket.socket(fileno=int(sys.argv[1])))
