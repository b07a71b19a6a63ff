"""The settings of one client: asked for, followed, and found for a document."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from wazir.lsp.client import Client
from wazir.lsp.conversation import Conversation
from wazir.lsp.settings import SECTION, Settings, read
from wazir.notations.base import Context

PATIENCE = 0.3
"""Seconds for which the first diagnostics wait for the answer of a client that was asked for its settings."""
_WARNING = 2


class Configuration:
    """What is set, for the whole workspace and for each of its folders."""

    def __init__(self, conversation: Conversation, changed: Callable[[], None], settled: Callable[[], None]) -> None:
        """*changed* is called when settings have changed, *settled* when the first ones are no longer waited for."""
        self._conversation, self._changed, self._settled = conversation, changed, settled
        self._asks = False
        self._fallback: object = None
        self._by_folder: dict[str, Settings] = {"": Settings()}
        self._complaints: set[str] = set()
        self._waiting: asyncio.TimerHandle | None = None

    @property
    def is_awaited(self) -> bool:
        """The client was asked for the first time and may yet answer soon."""
        return self._waiting is not None

    def at(self, uri: str) -> Settings:
        """What is set for a document, by the innermost folder that it lies in."""
        inside = [folder for folder in self._by_folder if not folder or uri.startswith(folder.rstrip("/") + "/")]
        return self._by_folder[max(inside, key=len)]

    def context(self, uri: str) -> Context:
        """What holds at the top of a document."""
        chosen = self.at(uri)
        return Context(dialect=chosen.dialect or None, board=chosen.board or None, profile=chosen.profile or None)

    def begin(self, options: object) -> None:
        """Takes the settings among the initialization options, which hold wherever the client says nothing else."""
        self._fallback = options.get("settings", options) if isinstance(options, Mapping) else None
        self._take({"": None})

    def follow(self, client: Client, folders: tuple[str, ...]) -> None:
        """Asks a client that can be asked, and wants to hear of changes."""
        self._asks = client.configuration
        if client.registers_configuration:
            self._conversation.register("workspace/didChangeConfiguration", {"section": SECTION})
        if self._asks:
            self._waiting = asyncio.get_running_loop().call_later(PATIENCE, self._known)
            self.ask(folders)

    def did_change(self, params: object, folders: tuple[str, ...]) -> None:
        """Takes the settings that came with the news that they have changed, or asks for them."""
        if self._asks:
            self.ask(folders)
        elif isinstance(params, Mapping):
            self._take({"": params.get("settings")})

    def ask(self, folders: tuple[str, ...]) -> None:
        """Asks for the settings of all folders."""
        scopes = ("", *folders)
        items: list[dict[str, Any]] = [
            {"section": SECTION} | ({"scopeUri": scope} if scope else {}) for scope in scopes
        ]

        def take(answer: object) -> None:
            values = answer if isinstance(answer, list) and len(answer) == len(scopes) else [None] * len(scopes)
            self._take(dict(zip(scopes, values, strict=True)))
            self._known()

        self._conversation.ask("workspace/configuration", {"items": items}, take)

    def _known(self) -> None:
        if self._waiting:
            self._waiting.cancel()
            self._waiting = None
            self._settled()

    def _take(self, given: Mapping[str, object]) -> None:
        before, self._by_folder = self._by_folder, {}
        for folder, values in given.items():
            self._by_folder[folder], complaints = read(self._fallback if values is None else values)
            for complaint in complaints:
                self._complain(complaint)
        if self._by_folder != before:
            self._changed()

    def _complain(self, complaint: str) -> None:
        """Tells the user, but of each value only once."""
        if complaint not in self._complaints:
            self._complaints.add(complaint)
            self._conversation.notify("window/showMessage", {"type": _WARNING, "message": complaint})
