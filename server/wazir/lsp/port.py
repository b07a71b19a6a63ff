"""A port at which a client is awaited: the first that speaks LSP. Browsers and others are refused."""

from __future__ import annotations

import asyncio
import re
import socket
import sys
from contextlib import suppress
from typing import NoReturn

from wazir.lsp.framing import is_lsp

_PATIENCE = 30.0
"""Seconds for the first words."""
_CANDIDATES = 16
"""Connections that may be silent at the same time."""
_STEP = 1 << 16
_REQUEST = re.compile(rb"[A-Z]+ ")
"""How a request of HTTP begins."""
_REFUSAL = b"HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\nThis is no web server.\n"


async def first_client(host: str, port: int) -> tuple[socket.socket, bytes]:
    """
    Waits for a client that speaks LSP, and tells the address on standard error.

    Returns:
        The connection, and what was read of it already.

    Raises:
        OSError: If the port cannot be used.
    """
    loop = asyncio.get_running_loop()
    chosen: asyncio.Future[tuple[socket.socket, bytes]] = loop.create_future()
    found = await loop.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, *_, address = found[0]
    with socket.create_server(address[:2], family=family) as listener:
        listener.setblocking(False)
        _tell("Listening on {}:{}".format(*listener.getsockname()[:2]))
        candidates = dict[asyncio.Task[None], socket.socket]()

        async def listen() -> NoReturn:
            while True:
                connection, _ = await loop.sock_accept(listener)
                if len(candidates) >= _CANDIDATES:
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
    """Hears what somebody says first, who is then chosen or refused."""
    connection.setblocking(False)
    with suppress(OSError):  # who is silent for too long, or goes, is left alone
        async with asyncio.timeout(_PATIENCE):
            start = await _start(connection)
            if is_lsp(start) and not chosen.done():
                connection.setblocking(True)
                chosen.set_result((connection.dup(), start))
            elif start:
                await _refuse(connection, start)


async def _start(connection: socket.socket) -> bytes:
    """What somebody says, as far as it tells whether it is LSP."""
    start = b""
    while is_lsp(start) is None and (data := await asyncio.get_running_loop().sock_recv(connection, _STEP)):
        start += data
    return start


async def _refuse(connection: socket.socket, start: bytes) -> None:
    _tell(f"Refused a client that does not speak LSP. It began with {start[:40]!r}.")
    if _REQUEST.match(start):
        loop = asyncio.get_running_loop()
        await loop.sock_sendall(connection, _REFUSAL)
        connection.shutdown(socket.SHUT_WR)
        while await loop.sock_recv(connection, _STEP):  # what is unread when it is closed may take the answer away
            continue


def _tell(text: str) -> None:
    with suppress(OSError):
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()
