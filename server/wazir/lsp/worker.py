"""A server whose messages somebody else carries: in a worker of an editor, without streams, threads or processes."""

from __future__ import annotations

import logging
from collections.abc import Callable

from wazir.lsp.transport import new_server


class _Outbox:
    """Hands over what pygls writes."""

    def __init__(self, send: Callable[[str], object]) -> None:
        self._send = send

    def write(self, message: bytes) -> None:
        """Hands over a message."""
        self._send(message.decode("ascii"))

    def close(self) -> None:
        """Nothing needs to be closed."""


def begin(
    send: Callable[[str], object], end: Callable[[int], object], home: str | None = None
) -> Callable[[str], None]:
    """
    Begins a conversation, in a thread whose event loop runs.

    Args:
        send: Takes each message of the server, as JSON.
        end: Is called when the client has ended the conversation, with the exit status: 0 only after shutdown.
        home: The address at which the client can open the files of this package, if it can.

    Returns:
        What takes each message of the client, as JSON.
    """
    logging.basicConfig(format="%(levelname)s %(name)s: %(message)s")
    server = new_server()
    server.has_disk, server.home = False, home
    server.protocol.set_writer(_Outbox(send), include_headers=False)

    def take(message: str) -> None:
        try:
            server.protocol.take(message)
        except SystemExit as over:  # pygls' answer to `exit`
            end(int(over.code or 0))

    return take
