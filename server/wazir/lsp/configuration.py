"""The settings of one client: asked for, followed, and found for a document."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from wazir import notations
from wazir.lsp.client import Client
from wazir.lsp.settings import SECTION, Settings, read
from wazir.notations.base import Context, Notation

if TYPE_CHECKING:
    from wazir.document.markdown import Languages
    from wazir.lsp.server import WazirServer

PATIENCE = 0.3
"""Seconds for which the first diagnostics wait for the answer of a client that was asked for its settings."""


class Configuration:
    """What is set, for the whole workspace and for each of its folders."""

    def __init__(self, server: WazirServer, changed: Callable[[], None], settled: Callable[[], None]) -> None:
        """*changed* is called when settings have changed, *settled* when the first ones are no longer waited for."""
        self._server, self._changed, self._settled = server, changed, settled
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
        return _at(self._by_folder, uri)

    def context(self, uri: str, notation: Notation) -> Context:
        """What holds at the top of a document in a notation; what is set for others is nothing to it."""
        chosen = self.at(uri)
        dialect = getattr(chosen, notation.dialect_word, chosen.dialect)
        return Context(
            dialect=dialect if dialect in notation.dialects else None,
            board=chosen.board or None,
            profile=chosen.profile if chosen.profile in notation.profiles else None,
        )

    def languages(self, uri: str) -> Languages:
        """What the blocks of a Markdown file may be in."""
        return {notation.name: (notation, self.context(uri, notation)) for notation in notations.REGISTRY}

    def begin(self, options: object) -> None:
        """Takes the settings among the initialization options, which hold wherever the client says nothing else."""
        self._fallback = options.get("settings", options) if isinstance(options, Mapping) else None
        self._take({"": None})

    def follow(self, client: Client, folders: tuple[str, ...]) -> None:
        """Asks a client that can be asked, and wants to hear of changes."""
        self._asks = client.configuration
        if client.registers_configuration:
            options = types.DidChangeConfigurationRegistrationOptions(SECTION)
            self._server.wish(types.WORKSPACE_DID_CHANGE_CONFIGURATION, options)
        if self._asks:
            self._waiting = asyncio.get_running_loop().call_later(PATIENCE, self._known)
            self.ask(folders)

    def did_change(self, given: object, folders: tuple[str, ...]) -> None:
        """Asks for settings that have changed; takes those that came with the news if it cannot ask."""
        if self._asks:
            self.ask(folders)
        else:
            self._take({"": given})

    def ask(self, folders: tuple[str, ...]) -> None:
        """Asks for the settings of all folders."""
        scopes = ("", *folders)
        items = [types.ConfigurationItem(scope or None, SECTION) for scope in scopes]

        def take(answer: Future[Any]) -> None:
            refused = answer.cancelled() or answer.exception()
            values = () if refused else answer.result() or ()
            self._take(dict(zip(scopes, values if len(values) == len(scopes) else [None] * len(scopes), strict=True)))
            self._known()

        asked = self._server.workspace_configuration(types.ConfigurationParams(items))
        asked.add_done_callback(take)

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
        if any(_at(before, folder) != _at(self._by_folder, folder) for folder in (*before, *self._by_folder)):
            self._changed()

    def _complain(self, complaint: str) -> None:
        """Tells the user, but of each value only once."""
        if complaint not in self._complaints:
            self._complaints.add(complaint)
            self._server.window_show_message(types.ShowMessageParams(types.MessageType.Warning, complaint))


def _at(by_folder: Mapping[str, Settings], uri: str) -> Settings:
    """What is set for an address, by the innermost folder that it lies in, or is."""
    inside = [folder for folder in by_folder if f"{uri}/".startswith(folder.rstrip("/") + "/") or not folder]
    return by_folder[max(inside, key=len)]
