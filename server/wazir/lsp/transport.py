"""A server at standard input and output, or at a port."""

from __future__ import annotations

import asyncio
import gc
import os
import sys
import threading
from collections.abc import Callable, Coroutine
from functools import partial
from typing import TYPE_CHECKING, Any

from wazir.system import let_wait

if TYPE_CHECKING:
    from wazir.lsp.server import WazirServer


def serve_stdio() -> int:
    """
    Serves the client at standard input and output until the conversation is over.

    Whatever else is printed meanwhile goes to standard error.

    Returns:
        The exit status: 0 only after shutdown.
    """
    printed, sys.stdout = sys.stdout, sys.stderr
    try:
        return _run(_at_stdio)
    finally:
        sys.stdout = printed


def serve_tcp(host: str = "127.0.0.1", port: int = 0) -> int:
    """
    Waits for one client at a port, 0 for any free one, and serves it until the conversation is over.

    The address is told on standard error. Who does not speak LSP is refused.

    Returns:
        The exit status: 0 only after shutdown.

    Raises:
        OSError: If the port cannot be used.
    """
    return _run(partial(_at_port, host, port))


def new_server() -> WazirServer:
    """A server, for which much is imported the first time."""
    gc.disable()  # meanwhile there is nothing to collect, and much to look through
    from wazir.lsp.server import WazirServer

    server = WazirServer()
    gc.freeze()
    gc.enable()
    return server


class _Sink:
    """Sends what pygls writes."""

    def __init__(self, send: Callable[[bytes], object], close: Callable[[], None]) -> None:
        self._send, self._close = send, close

    def write(self, data: bytes) -> None:
        """Waits until everything is on its way."""
        self._send(data)

    def close(self) -> None:
        """Sends nothing any more."""
        self._close()


def _run(serve: Callable[[WazirServer, threading.Event], Coroutine[Any, Any, int]]) -> int:
    server, gone = new_server(), threading.Event()
    try:
        return asyncio.run(serve(server, gone))
    except SystemExit as end:  # pygls' answer to `exit`
        return int(end.code or 0)
    finally:
        gone.set()


async def _at_stdio(server: WazirServer, gone: threading.Event) -> int:
    from wazir.lsp.conversation import Conversation
    from wazir.lsp.uris import HOME

    source, sink = sys.stdin.fileno(), os.dup(1)  # a copy, for pygls closes it
    let_wait(source)  # some clients hand over streams that do not
    let_wait(sink)
    server.is_local, server.home = True, HOME
    server.protocol.set_writer(_Sink(partial(_write, sink), partial(os.close, sink)))
    return await Conversation(server.protocol, partial(os.read, source)).hold(gone)


def _write(sink: int, data: bytes) -> None:
    while data:
        data = data[os.write(sink, data) :]


async def _at_port(host: str, port: int, server: WazirServer, gone: threading.Event) -> int:
    from wazir.lsp.conversation import Conversation
    from wazir.lsp.port import first_client

    connection, first = await first_client(host, port)
    with connection:
        server.protocol.set_writer(_Sink(connection.sendall, connection.close))
        return await Conversation(server.protocol, connection.recv).hold(gone, first)
