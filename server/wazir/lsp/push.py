"""Diagnostics for clients that wait to be told: sent when the client has nothing more to say."""

from __future__ import annotations

import asyncio
import json

from wazir.lsp.client import Client
from wazir.lsp.opened import Opened
from wazir.lsp.problems import Writer
from wazir.lsp.protocol import Protocol
from wazir.lsp.slices import is_quick, sliced


class Push:
    """What is due, and what is being worked on."""

    def __init__(self, protocol: Protocol) -> None:
        self.writer = Writer(Client(), None)
        self.is_wanted = True
        """The client waits for diagnostics; else it asks for them."""
        self._protocol = protocol
        self._due: dict[str, Opened] = {}
        self._at_work: dict[str, asyncio.Task[None]] = {}

    @property
    def is_busy(self) -> bool:
        """Something takes long."""
        return bool(self._at_work)

    def is_due(self, file: Opened) -> None:
        """What was sent of a file, if anything, does not hold any more."""
        if self.is_wanted:
            self._due[file.uri] = file

    def closed(self, file: Opened) -> None:
        """Takes back what was sent of a file."""
        self._due.pop(file.uri, None)
        self._interrupt(file.uri)
        if self.is_wanted:
            self._send(file.uri, None, "[]")

    def idle(self) -> None:
        """Sends what is due; where that takes long, between other messages, as soon as all is known."""
        due, self._due = self._due, {}
        for file in due.values():
            self._interrupt(file.uri)
            if is_quick(file.document.work()):
                self._diagnose(file)
            else:
                self._at_work[file.uri] = asyncio.get_running_loop().create_task(self._later(file))

    async def _later(self, file: Opened) -> None:
        document = file.document
        await sliced(document.work())
        if file.document is document:  # else this is about to be interrupted
            del self._at_work[file.uri]
            self._diagnose(file)

    def _interrupt(self, uri: str) -> None:
        if task := self._at_work.pop(uri, None):
            task.cancel()

    def _diagnose(self, file: Opened) -> None:
        self._send(file.uri, file.version, self.writer.findings(file))

    def _send(self, uri: str, version: int | None, found: str) -> None:
        versioned = "" if version is None else f'"version":{json.dumps(version)},'
        self._protocol.send_json(
            '{"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":'
            f'{{"uri":{json.dumps(uri)},{versioned}"diagnostics":{found}}}}}'
        )
