"""Connections to a client: standard input and output, a TCP port, or messages that a browser worker passes in."""

from __future__ import annotations

import asyncio
import logging
import os
import queue
import re
import socket
import sys
import threading
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any, NoReturn

from wazir.lsp.scheduling import SLICE, importing
from wazir.system import let_wait

if TYPE_CHECKING:
    from wazir.lsp.endpoint import Endpoint
    from wazir.lsp.server import WazirServer


log = logging.getLogger(__name__)

LARGEST = 256_000_000
"""Bytes of a body. A header with a larger number is ignored."""
_LONGEST = 100
"""Bytes at the end that may begin a line with `Content-Length`, or the end of a header."""
_LINE = rb"content-length[ \t]*:[ \t]*(\d{1,15})[ \t]*\r?(?=\n)"
_BEGIN = re.compile(_LINE, re.IGNORECASE)
_NEXT = re.compile(rb"(\n\r?\n)|" + _LINE, re.IGNORECASE)
_HEADERS = re.compile(rb"(?:\s*[\w-]+[ \t]*:[^\n]*(?:\n|\Z))*\s*")
_TO_COME = re.compile(rb"\s*(?:[\w-]+[ \t]*:[^\n]*\n)*[\w-]*[ \t]*(?::[^\n]*)?")
_UNDECIDED = 8_192
"""Bytes of headers without a length, after which a client is assumed not to speak LSP."""


class Framing:
    """Takes bytes as they arrive, and returns bodies."""

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._length: int | None = None
        """The length in the header that is being read."""
        self._needed: int | None = None
        """The length of the body, once the header has been read."""
        self._searched = 0
        """Bytes of the body that have been searched for a header."""
        self._log_level = logging.WARNING

    def feed(self, data: bytes) -> None:
        """Takes some bytes."""
        self._bytes += data

    def take(self) -> bytes | None:
        """The next body; None if it is incomplete."""
        while self._needed is not None or self._header():
            if (body := self._body()) is None:
                return None
            if body.strip():
                return body
        return None

    def _header(self) -> bool:
        """Reads to the end of a header with a length."""
        while found := _NEXT.search(self._bytes):
            is_end = found[1] is not None
            if self._length is None:
                self._skipped(found.start())
            if is_end and self._length is not None:
                self._needed, self._length, self._searched = self._length, None, 0
                del self._bytes[: found.end()]
                return True
            if not is_end:
                self._length = length if (length := int(found[2])) <= LARGEST else None
            del self._bytes[: found.end() - is_end]  # the line feed may be the first of the two that end the header
        if len(self._bytes) > _LONGEST:
            if self._length is None:
                self._skipped(len(self._bytes) - _LONGEST)
            del self._bytes[:-_LONGEST]
        return False

    def _body(self) -> bytes | None:
        """The body, if it is complete. It ends before the next header, even if it should be longer."""
        assert self._needed is not None
        there = min(len(self._bytes), self._needed)
        if self._bytes.find(b"\n", self._searched, there) >= 0:
            early = _BEGIN.search(self._bytes, max(0, self._searched - _LONGEST), there)
            self._needed = early.start() if early else self._needed
        self._searched = there
        if len(self._bytes) < self._needed:
            return None
        body = bytes(self._bytes[: self._needed])
        end = 1 + max(body.rfind(b"}"), body.rfind(b"]"))
        del self._bytes[:end]  # what follows the last object may begin the next header
        self._needed = None
        return body[:end] or body

    def _skipped(self, end: int) -> None:
        """Logs skipped bytes up to *end*, unless they are a header; as a warning only the first time."""
        skipped = bytes(self._bytes[:end])
        if skipped.strip() and not _HEADERS.fullmatch(skipped):
            log.log(self._log_level, "Skipped %s bytes that are not an LSP message.", f"{len(skipped):,}")
            self._log_level = logging.DEBUG


def is_lsp(start: bytes) -> bool | None:
    """Whether bytes begin with the header of an LSP message; None if more bytes are needed."""
    found = _BEGIN.search(start)
    head = start[: found.start()] if found else start
    if not (_HEADERS if found else _TO_COME).fullmatch(head) or len(head) > _UNDECIDED:
        return False
    return True if found else None


# Transport


_CHUNK = 1 << 16
"""Bytes per read."""


def serve_stdio() -> int:
    """
    Serves the client at standard input and output until the session ends.

    Other output goes to standard error meanwhile.

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
    Waits for one client at a port, 0 for any free one, and serves it until the session ends.

    The address is written to standard error. Clients that do not speak LSP are refused.

    Returns:
        The exit status: 0 only after shutdown.

    Raises:
        OSError: The port cannot be used.
    """
    return _run(partial(_at_port, host, port))


def begin(
    send: Callable[[str], object], end: Callable[[int], object], home: str | None = None
) -> Callable[[str], None]:
    """
    Starts a server without streams, threads or processes, as a browser worker needs it; an event loop must be running.

    Args:
        send: Receives each message of the server, as JSON.
        end: Is called with the exit status after the client's `exit`: 0 only after shutdown.
        home: The URI at which the client can open the files of this package, if it can.

    Returns:
        A function that takes each message of the client, as JSON.
    """
    logging.basicConfig(format="%(levelname)s %(name)s: %(message)s")
    server = new_server()
    server.has_disk, server.home = False, home
    writer = _Writer(lambda message: send(message.decode("ascii")), lambda: None)
    server.endpoint.set_writer(writer, include_headers=False)

    def take(message: str) -> None:
        try:
            server.endpoint.take(message)
        except SystemExit as status:  # pygls' answer to `exit`
            end(int(status.code or 0))

    return take


def new_server() -> WazirServer:
    """A server. The first call imports most of the program."""
    with importing():
        from wazir.lsp.server import WazirServer

        return WazirServer()


class _Writer:
    """The writer that pygls expects."""

    def __init__(self, send: Callable[[bytes], object], close: Callable[[], None]) -> None:
        self._send, self._close = send, close

    def write(self, data: bytes) -> None:
        """Sends all bytes, and waits for that."""
        self._send(data)

    def close(self) -> None:
        """Closes the stream."""
        self._close()


def _run(serve: Callable[[WazirServer, threading.Event], Coroutine[Any, Any, int]]) -> int:
    server, gone = new_server(), threading.Event()
    try:
        return asyncio.run(serve(server, gone))
    except SystemExit as status:  # pygls' answer to `exit`
        return int(status.code or 0)
    finally:
        gone.set()


async def _at_stdio(server: WazirServer, gone: threading.Event) -> int:
    from wazir.lsp.workspace import HOME

    source, target = sys.stdin.fileno(), os.dup(1)  # a copy, because pygls closes it
    let_wait(source)  # some clients pass non-blocking streams
    let_wait(target)
    server.is_local, server.home = True, HOME
    server.endpoint.set_writer(_Writer(partial(_write, target), partial(os.close, target)))
    return await Connection(server.endpoint, partial(os.read, source)).run(gone)


def _write(target: int, data: bytes) -> None:
    while data:
        data = data[os.write(target, data) :]


async def _at_port(host: str, port: int, server: WazirServer, gone: threading.Event) -> int:
    client, first = await _first_client(host, port)
    with client:
        server.endpoint.set_writer(_Writer(client.sendall, client.close))
        return await Connection(server.endpoint, client.recv).run(gone, first)


# Messages of a client

GRACE = 1.5
"""Seconds of CPU time after the end of the input, for the messages before it and perhaps the import of pygls."""
_LIMIT = 2.0
"""Seconds of CPU time after the end of the input, after which the process exits in any case."""
_INTERVAL = 0.5
"""Seconds between two checks of whether the process is still working."""
_IDLE = 0.01
"""Seconds of CPU time between two checks; with less the process is blocked, perhaps by a client that does not read."""
_MAX_CHUNKS = 1_000
"""Chunks of input that are read ahead."""


class Connection:
    """
    Reads one client's messages, and handles them in slices of time.

    A thread reads, so that the end of the input is noticed even while the server is busy.
    """

    def __init__(self, endpoint: Endpoint, read: Callable[[int], bytes]) -> None:
        """*read* waits for bytes, at most the given number, and returns none at the end."""
        self._endpoint, self._read = endpoint, read
        self._loop = asyncio.get_running_loop()
        self._framing = Framing()
        self._chunks = deque[bytes]()
        self._capacity = threading.Semaphore(_MAX_CHUNKS)
        self._is_scheduled = False
        self._deadline: float | None = None
        """The CPU time until which messages are handled, once the input has ended."""
        self._ended = self._loop.create_future()
        endpoint.hang_up = self.end

    async def run(self, gone: threading.Event, first: bytes = b"") -> int:
        """
        Handles messages until the client or the server ends the session.

        Args:
            gone: Is set when the server has ended. The process exits if that takes too long after the end of the input.
            first: Bytes that have been read already.

        Returns:
            The exit status: 0 only after shutdown.
        """
        if first:
            self.receive(first)
        threading.Thread(target=self._listen, args=[gone], daemon=True).start()
        await self._ended
        return self._status

    def end(self) -> None:
        """Ends the session. Remaining messages are dropped."""
        if not self._ended.done():
            self._ended.set_result(None)

    @property
    def _status(self) -> int:
        return 0 if self._endpoint.is_shut_down else 1

    def _listen(self, gone: threading.Event) -> None:
        with suppress(RuntimeError):  # the loop is closed: the server has ended
            with suppress(OSError):
                while data := self._read(_CHUNK):
                    self._capacity.acquire()
                    self._loop.call_soon_threadsafe(self.receive, data)
            self._loop.call_soon_threadsafe(self._input_ended)
        start = before = process_time()
        while not gone.wait(_INTERVAL):
            now = process_time()
            if now - start > _LIMIT or now - before < _IDLE:
                os._exit(self._status)
            before = now

    def receive(self, data: bytes) -> None:
        """Takes bytes of the client, in the event loop."""
        self._chunks.append(data)
        self._schedule()

    def _input_ended(self) -> None:
        self._deadline = process_time() + GRACE
        self._schedule()

    def _schedule(self) -> None:
        if not self._is_scheduled:
            self._is_scheduled = True
            self._handle()

    def _handle(self) -> None:
        """Handles messages for one slice of time, or until none is left."""
        until = perf_counter() + SLICE
        while not self._ended.done() and not (self._deadline and process_time() > self._deadline):
            if (body := self._framing.take()) is not None:
                self._endpoint.take(body)
                if perf_counter() > until:
                    self._loop.call_soon(self._handle)
                    return
            elif self._chunks:
                self._framing.feed(self._chunks.popleft())
                self._capacity.release()
            else:
                break
        self._is_scheduled = False
        if self._deadline:
            self.end()


# A TCP port. Browsers and other programs that do not speak LSP are refused.

_PATIENCE = 30.0
"""Seconds for the first bytes."""
_MAX_CANDIDATES = 16
"""Connections that may be silent at the same time."""
_HTTP = re.compile(rb"[A-Z]+ ")
"""The start of an HTTP request."""
_REFUSAL = (
    b"HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\nThis is not a web server.\n"
)


async def _first_client(host: str, port: int) -> tuple[socket.socket, bytes]:
    """
    Waits for a client that speaks LSP, after writing the address to standard error.

    Returns:
        The connection, and the bytes that have been read from it.
    """
    loop = asyncio.get_running_loop()
    chosen: asyncio.Future[tuple[socket.socket, bytes]] = loop.create_future()
    found = await loop.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, *_, address = found[0]
    with socket.create_server(address[:2], family=family) as listener:
        listener.setblocking(False)
        _print("Listening on {}:{}".format(*listener.getsockname()[:2]))
        candidates = dict[asyncio.Task[None], socket.socket]()

        async def listen() -> NoReturn:
            while True:
                connection, _ = await loop.sock_accept(listener)
                if len(candidates) >= _MAX_CANDIDATES:
                    connection.close()
                    continue
                candidate = asyncio.create_task(_examine(connection, chosen))
                candidates[candidate] = connection
                candidate.add_done_callback(lambda one: candidates.pop(one).close())

        listening = asyncio.create_task(listen())
        chosen.add_done_callback(lambda _: listening.cancel())
        await asyncio.wait([listening])
        for candidate in candidates:
            candidate.cancel()
    return chosen.result() if chosen.done() else listening.result()


async def _examine(connection: socket.socket, chosen: asyncio.Future[tuple[socket.socket, bytes]]) -> None:
    """Reads the first bytes of a connection, and chooses or refuses it."""
    connection.setblocking(False)
    with suppress(OSError):  # a timeout, or a connection that is closed
        async with asyncio.timeout(_PATIENCE):
            start = b""
            while is_lsp(start) is None and (data := await asyncio.get_running_loop().sock_recv(connection, _CHUNK)):
                start += data
            if is_lsp(start) and not chosen.done():
                connection.setblocking(True)
                chosen.set_result((connection.dup(), start))
            elif start:
                await _refuse(connection, start)


async def _refuse(connection: socket.socket, start: bytes) -> None:
    _print(f"Refused a client that does not speak LSP. It began with {start[:40]!r}.")
    if _HTTP.match(start):
        loop = asyncio.get_running_loop()
        await loop.sock_sendall(connection, _REFUSAL)
        connection.shutdown(socket.SHUT_WR)
        while await loop.sock_recv(connection, _CHUNK):  # closing with unread bytes may discard the answer
            continue


def _print(text: str) -> None:
    with suppress(OSError):
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()


# The log

_MAX_RECORDS = 1_000
"""Records that may wait; further ones are dropped."""
_FLUSH = 0.5
"""Seconds to wait for unwritten records at the end."""


class LogWriter(logging.Handler):
    """Writes log records in a thread, so that a client that never reads standard error does not block the server."""

    def __init__(self, target: int = 2) -> None:
        super().__init__()
        self._target = target
        self._records = queue.Queue[bytes | None](_MAX_RECORDS)
        self._thread = threading.Thread(target=self._write, daemon=True)
        self._thread.start()

    def emit(self, record: logging.LogRecord) -> None:
        """Takes a record."""
        self._put(f"{self.format(record)}\n".encode("utf-8", "backslashreplace"))

    def close(self) -> None:
        """Waits briefly for unwritten records."""
        self._put(None)
        self._thread.join(_FLUSH)
        super().close()

    def _put(self, data: bytes | None) -> None:
        with suppress(queue.Full):
            self._records.put_nowait(data)

    def _write(self) -> None:
        with suppress(OSError):  # nobody reads the log any more
            while (data := self._records.get()) is not None:
                _write(self._target, data)
