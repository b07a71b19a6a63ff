"""Bytes in and bytes out: frames of the base protocol over stdio or a socket. Knows nothing of what they say."""

from __future__ import annotations

import asyncio
import os
import re
import select
import socket
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Protocol

LARGEST = 1 << 29
"""Bytes of a body; a larger one is skipped, not kept."""
_LONGEST_HEADER = 1 << 13
_LENGTH = re.compile(rb"(?:^|\r\n)content-length:[ \t]*(\d{1,18})[ \t]*(?:\r\n|$)", re.IGNORECASE)
_NEXT = re.compile(rb"content-length:", re.IGNORECASE)


class Frames:
    """Cuts a stream of bytes into the bodies of messages, however the stream is broken into pieces."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._missing = 0
        self._skip = 0
        self._lost = False

    def feed(self, data: bytes) -> Iterator[bytes | None]:
        """The bodies that are complete with *data*; None stands for something that is not a message."""
        buffer = self._buffer
        buffer += data
        while buffer:
            if self._skip:
                dropped = min(self._skip, len(buffer))
                del buffer[:dropped]
                self._skip -= dropped
            elif self._missing:
                if len(buffer) < self._missing:
                    return
                with memoryview(buffer) as view:
                    body = bytes(view[: self._missing])
                del buffer[: self._missing]
                self._missing = 0
                yield body
            elif self._lost:
                found = _NEXT.search(buffer)
                del buffer[: found.start() if found else max(len(buffer) - len("content-length"), 0)]
                if not found:
                    return
                self._lost = False
            else:
                end = buffer.find(b"\r\n\r\n")
                if end < 0 and len(buffer) < _LONGEST_HEADER:
                    return
                if not self._header(end):
                    yield None

    def _header(self, end: int) -> bool:
        """Takes the header that ends at *end*; False if it tells no length, or one that is out of all measure."""
        found = _LENGTH.search(self._buffer, 0, end) if end >= 0 else None
        if found:
            length = int(found[1])
            del self._buffer[: end + 4]
            if length > LARGEST:
                self._skip = length
                return False
            self._missing = length
            return length > 0
        inside = _NEXT.search(self._buffer, 1, max(end, 1))
        del self._buffer[: inside.start() if inside else max(end + 4, 1)]
        self._lost = True
        return False


class Peer(Protocol):
    """What a transport carries bytes for."""

    def connect(self, write: Callable[[bytes], None], *, local: bool) -> None:
        """Takes the way to answer; *local* if the client is a process of this machine that started us."""

    def receive(self, data: bytes) -> None:
        """Takes what the client sent."""

    def lost(self) -> None:
        """Is told that the client has gone."""

    async def finished(self) -> int:
        """The exit status, as soon as the conversation is over."""


def serve_stdio(peer: Peer) -> int:
    """
    Carries messages over standard input and output until the conversation is over.

    Whatever else is printed meanwhile goes to standard error.

    Returns:
        The exit status.
    """
    source, sink = sys.stdin.fileno(), sys.stdout.fileno()
    printed, sys.stdout = sys.stdout, sys.stderr
    try:
        return asyncio.run(_converse(peer, partial(os.read, source), partial(_write_all, sink), source, local=True))
    finally:
        sys.stdout = printed


def serve_tcp(peer: Peer, host: str = "127.0.0.1", port: int = 0) -> int:
    """
    Waits for one client at a port, 0 for any free one, and carries its messages until the conversation is over.

    The address is told on standard error.

    Returns:
        The exit status.

    Raises:
        OSError: If the port cannot be used.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.create_server((host, port), family=family) as listener:
        sys.stderr.write("Listening on {}:{}\n".format(*listener.getsockname()[:2]))
        sys.stderr.flush()
        connection, _ = listener.accept()
    with connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return asyncio.run(_converse(peer, connection.recv, connection.sendall, connection.fileno(), local=False))


async def _converse(
    peer: Peer, read: Callable[[int], bytes], write: Callable[[bytes], None], descriptor: int, *, local: bool
) -> int:
    loop = asyncio.get_running_loop()

    def ready() -> None:
        if not _pass_on(peer, read):
            loop.remove_reader(descriptor)

    peer.connect(write, local=local)
    try:
        loop.add_reader(descriptor, ready)
    except (NotImplementedError, OSError, ValueError):  # Windows, and files: a thread waits in the loop's place
        _read_in_thread(loop, peer, read)
        return await peer.finished()
    try:
        return await peer.finished()
    finally:
        loop.remove_reader(descriptor)


def _pass_on(peer: Peer, read: Callable[[int], bytes]) -> bool:
    """Hands over what there is to read; False if nothing will come any more."""
    try:
        data = read(1 << 20)
    except (InterruptedError, BlockingIOError):  # nothing there after all
        return True
    except OSError:
        data = b""
    if data:
        peer.receive(data)
    else:
        peer.lost()
    return bool(data)


def _read_in_thread(loop: asyncio.AbstractEventLoop, peer: Peer, read: Callable[[int], bytes]) -> None:
    import threading

    def run() -> None:
        data = b"?"
        while data:
            try:
                data = read(1 << 20)
            except OSError:
                data = b""
            try:
                loop.call_soon_threadsafe(partial(peer.receive, data) if data else peer.lost)
            except RuntimeError:  # the loop has ended
                return

    threading.Thread(target=run, name="reader", daemon=True).start()


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        try:
            view = view[os.write(descriptor, view) :]
        except BlockingIOError:  # somebody else has made the pipe so
            select.select([], [descriptor], [])
