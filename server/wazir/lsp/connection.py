"""Connections to a client: standard input and output, a TCP port, or messages that a browser worker
passes in.
"""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import os
import queue
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from types import SimpleNamespace

from pygls.exceptions import JsonRpcException
from pygls.io_ import run_async

from wazir.lsp.server import Server
from wazir.lsp.workspace import HOME
from wazir.system import let_wait

log = logging.getLogger(__name__)

_GRACE = 1.5
"""Seconds after the end of the input for the answers to requests before it, and for unwritten
messages.
"""
_CHUNK, _MAX_BYTES = 1 << 16, 1 << 20
"""Bytes of a read, and of a line of a header."""
_SWITCH = 0.0005
"""Seconds after which another thread runs. A request about a small file is not delayed by those
about large ones.
"""
_GARBAGE = (100_000, 50, 1_000)
"""Thresholds of the garbage collector. With the default ones opening a large file pauses for up to
0.3 seconds.
"""


class Writer:
    """Writes to a stream in a thread, so that one that is not read blocks nobody and messages never
    interleave.
    """

    def __init__(self, write: Callable[[bytes], object], most: int = 0) -> None:
        """*most* limits the messages that wait, if it is not 0; further ones are dropped."""
        self._write = write
        self._messages = queue.Queue[bytes | None](most)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def write(self, data: bytes) -> None:
        """Takes a message."""
        with suppress(queue.Full):
            self._messages.put_nowait(data)

    def close(self) -> None:
        """Waits briefly for unwritten messages."""
        with suppress(queue.Full):
            self._messages.put_nowait(None)
        self._thread.join(_GRACE)

    def _run(self) -> None:
        with suppress(OSError, ValueError):  # nobody reads any more
            while (data := self._messages.get()) is not None:
                self._write(data)


class LogHandler(logging.Handler):
    """Writes the log to standard error. A client that never reads it does not block the server."""

    def __init__(self) -> None:
        super().__init__()
        self._writer = Writer(partial(_write_all, 2), most=1_000)

    def emit(self, record: logging.LogRecord) -> None:
        """Takes a record."""
        self._writer.write(f"{self.format(record)}\n".encode("utf-8", "backslashreplace"))

    def close(self) -> None:
        """Waits briefly for unwritten records."""
        self._writer.close()
        super().close()


def _write_all(target: int, data: bytes) -> None:
    """Writes all of some bytes to a descriptor."""
    while data:
        data = data[os.write(target, data) :]


def _serve(server: Server, read: Callable[[int], bytes], write: Callable[[bytes], object]) -> int:
    """Serves a client until the session ends, and returns the exit status: 0 only after
    shutdown.
    """
    sys.setswitchinterval(_SWITCH)
    gc.set_threshold(*_GARBAGE)
    writer = Writer(write)
    server.protocol.set_writer(writer)
    try:
        asyncio.run(_listen(server, read))
    except (SystemExit, KeyboardInterrupt):
        log.info("The session ends.")
    except (EOFError, ValueError, OverflowError) as problem:
        log.error("The input cannot be read: %s", type(problem).__name__)
    server.session.files.clear()  # cancels their diagnosis
    end = threading.Timer(_GRACE, os._exit, [server.protocol.status])
    end.daemon = True
    end.start()
    server.thread_pool.shutdown()
    writer.close()
    return server.protocol.status


async def _listen(server: Server, read: Callable[[int], bytes]) -> None:
    """Handles messages until the end of the input, which is read in a thread while the server is
    busy.
    """
    stream = asyncio.StreamReader(limit=_MAX_BYTES)
    loop = asyncio.get_running_loop()

    def feed() -> None:
        with suppress(RuntimeError):  # the session has ended
            with suppress(OSError):
                while data := read(_CHUNK):
                    loop.call_soon_threadsafe(stream.feed_data, data)
            loop.call_soon_threadsafe(stream.feed_eof)

    threading.Thread(target=feed, daemon=True).start()
    await run_async(
        threading.Event(), stream, server.protocol, error_handler=server.report_server_error
    )


def serve_stdio(engine: str = "") -> int:
    """
    Serves the client at standard input and output until the session ends.

    Other output goes to standard error meanwhile.

    Args:
        engine: The path of the engine's program.

    Returns:
        The exit status: 0 only after shutdown.
    """
    printed, sys.stdout = sys.stdout, sys.stderr
    for stream in (0, 1):
        let_wait(stream)  # some clients pass non-blocking streams
    try:
        server = Server(HOME, is_local=True, engine=engine)
        return _serve(server, partial(os.read, 0), partial(_write_all, 1))
    finally:
        sys.stdout = printed


def start_in_worker(
    send: Callable[[str], object], end: Callable[[int], object], home: str | None = None
) -> Callable[[str], None]:
    """
    Starts a server without streams, threads or processes, as a browser worker needs it; an event
    loop must be running.

    Args:
        send: Receives each message of the server, as JSON.
        end: Is called with the exit status after the client's `exit`: 0 only after shutdown.
        home: The URI at which the client can open the files of this package, if it can.

    Returns:
        A function that takes each message of the client, as JSON.
    """
    logging.captureWarnings(capture=True)
    logging.basicConfig(format="%(levelname)s %(name)s: %(message)s")
    server = Server(home, has_disk=False)
    writer = SimpleNamespace(write=lambda data: send(data.decode("ascii")))
    server.protocol.set_writer(writer, include_headers=False)

    def take(text: str) -> None:
        try:
            server.protocol.handle_message(json.loads(text))
        except (
            ValueError,
            RecursionError,
        ) as problem:  # of the parser, because the protocol raises neither
            server.report_server_error(problem, JsonRpcException)
        except SystemExit as status:  # pygls' answer to `exit`
            end(int(status.code or 0))

    return take


# A TCP port, for debuggers

LOOPBACK = "127.0.0.1"
_START = b"Content-"
"""The first bytes of a client."""
_SECONDS_TO_CONNECT = 2.0
"""Seconds for the first bytes; then the next client is served."""


def serve_tcp(host: str = LOOPBACK, port: int = 0, engine: str = "") -> int:
    """
    Waits for one client at a port, 0 for any free one, and serves it until the session ends.

    The address is written to standard error. Clients that do not speak LSP are refused.

    Args:
        host: The address to listen on.
        port: The port.
        engine: The path of the engine's program.

    Returns:
        The exit status: 0 only after shutdown.

    Raises:
        OSError: The port cannot be used.
    """
    server = Server(engine=engine)
    with _first_client(host, port) as client:
        return _serve(server, client.recv, client.sendall)


def _first_client(host: str, port: int) -> socket.socket:
    """Waits for a client that speaks LSP, after writing the address to standard error."""
    family, *_, address = socket.getaddrinfo(host or LOOPBACK, port, type=socket.SOCK_STREAM)[0]
    with socket.create_server(address[:2], family=family) as listener:
        _print("Listening on {}:{}".format(*listener.getsockname()[:2]))
        while True:
            client, _ = listener.accept()
            if _speaks_lsp(client):
                return client
            client.close()


def _speaks_lsp(client: socket.socket) -> bool:
    """Whether a client begins as one of LSP. Web pages can make a browser send requests to a port
    of this machine.
    """
    client.settimeout(_SECONDS_TO_CONNECT)
    try:
        start = client.recv(len(_START), socket.MSG_PEEK)
    except OSError:
        return False
    client.settimeout(None)
    if start and _START.lower().startswith(start.lower()):
        return True
    if start:
        _print(f"Refused a client that does not speak LSP. It began with {start!r}.")
    return False


def _print(text: str) -> None:
    with suppress(OSError):
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()
