"""Bytes in and bytes out: a server at standard input and output, or at a port."""

from __future__ import annotations

import asyncio
import gc
import os
import stat
import sys
import threading
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any

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

    The address is told on standard error.

    Returns:
        The exit status: 0 only after shutdown.

    Raises:
        OSError: If the port cannot be used.
    """
    return _run(lambda server: _at_port(server, host, port))


def new_server() -> WazirServer:
    """A server, for which much is imported the first time."""
    gc.disable()  # meanwhile there is nothing to collect, and much to look through
    from wazir.lsp.server import WazirServer

    server = WazirServer()
    gc.freeze()
    gc.enable()
    return server


def _run(serve: Callable[[WazirServer], Coroutine[Any, Any, int]]) -> int:
    server = new_server()
    try:
        return asyncio.run(serve(server))
    except SystemExit as end:  # pygls' answer to `exit`
        return int(end.code or 0)


async def _at_stdio(server: WazirServer) -> int:
    from pygls.io_ import StdinAsyncReader, StdoutWriter

    from wazir.lsp.uris import HOME

    source, sink = sys.stdin.buffer, 1
    reader: Any
    if _can_wait_for(source.fileno(), sink):  # pygls' reader hands each message to a thread and back three times,
        reader = asyncio.StreamReader()  # which takes longer than all that is done at a keystroke
        loop = asyncio.get_running_loop()
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), source)
    else:
        reader = StdinAsyncReader(source, server.thread_pool)
    os.set_blocking(sink, True)  # some clients hand over one that is not
    server.is_local, server.home = True, HOME
    return await _converse(server, reader, StdoutWriter(os.fdopen(os.dup(sink), "wb")))  # a copy, for pygls closes it


def _can_wait_for(source: int, sink: int) -> bool:
    """Whether the loop itself can read: pipes and sockets, but not one that is the output too, which has to block."""
    mode = os.fstat(source).st_mode
    can = sys.platform != "win32" and (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode))
    return can and not os.path.sameopenfile(source, sink)


async def _at_port(server: WazirServer, host: str, port: int) -> int:
    first: asyncio.Future[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = (
        asyncio.get_running_loop().create_future()
    )

    def came(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if first.done():
            writer.close()
        else:
            first.set_result((reader, writer))

    listener = await asyncio.start_server(came, host, port)
    sys.stderr.write("Listening on {}:{}\n".format(*listener.sockets[0].getsockname()[:2]))
    sys.stderr.flush()
    reader, writer = await first
    listener.close()
    return await _converse(server, reader, writer)


async def _converse(server: WazirServer, reader: Any, writer: Any) -> int:
    from pygls.io_ import run_async

    conversation = asyncio.current_task()
    assert conversation
    server.protocol.hang_up = conversation.cancel
    server.protocol.set_writer(writer)
    with suppress(asyncio.CancelledError, EOFError, OSError, ValueError):  # the client has gone, or talks nonsense
        await run_async(threading.Event(), reader, server.protocol, error_handler=server.report_server_error)
    return 0 if server.protocol.is_shut_down else 1
