"""What one client has open, and what else there is to know about it."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from lsprotocol import types

from wazir import notations
from wazir.document import Document
from wazir.features.completion import Completion
from wazir.features.hover import HoverOptions
from wazir.lsp import from_lsp
from wazir.lsp.client import Client
from wazir.lsp.configuration import Configuration
from wazir.lsp.conversation import Conversation
from wazir.lsp.opened import OpenFile
from wazir.lsp.problems import Writer
from wazir.lsp.push import Push
from wazir.lsp.uris import notation_of
from wazir.lsp.workspace import Disk
from wazir.notations.base import HintKind

log = logging.getLogger(__name__)

_LIFE_SIGN = 3.0
"""Seconds between looks at whether the process that started us is still there."""
_REMEMBERED = 4
"""How many lists of completions can still be asked about."""


class Session:
    """One client: its abilities, its settings, what it has open, and what it was offered last."""

    def __init__(self, conversation: Conversation) -> None:
        self.conversation = conversation
        self.client = Client()
        self.writer = Writer(self.client, local=False)
        self.files: dict[str, OpenFile] = {}
        self.folders: tuple[str, ...] = ()
        """The URIs of the folders of its workspace."""
        self.configuration = Configuration(conversation, self._settings_changed)
        self._push = Push(conversation)
        self._disk = Disk()
        self._proposed: OrderedDict[int, tuple[OpenFile, Sequence[Completion]]] = OrderedDict()
        self._proposals = 0

    # The course of a session

    def begin(self, client: Client, params: types.InitializeParams) -> None:
        """Takes what `initialize` says."""
        self.client = client
        self.writer = self._push.writer = Writer(client, local=self.conversation.local)
        self._push.is_wanted = not client.pull
        self.folders = tuple(folder.uri for folder in params.workspace_folders or ())
        if not self.folders and params.root_uri:
            self.folders = (params.root_uri,)
        self.configuration.begin(params.initialization_options)
        if params.process_id is not None and self.conversation.local:
            self._watch(params.process_id)

    def initialized(self, _: object) -> None:
        """The client is ready to be asked: for its settings, and to tell when files change."""
        self.configuration.follow(self.client, self.folders)
        if self.client.pull and self.client.diagnostic_refresh and self.client.registers_watchers:
            patterns = [f"**/*{ending}" for notation in notations.REGISTRY for ending in notation.extensions]
            watchers = [{"globPattern": pattern} for pattern in patterns]
            self.conversation.register("workspace/didChangeWatchedFiles", {"watchers": watchers})

    def idle(self) -> None:
        """Sends the diagnostics that are due, unless settings are about to come."""
        if not self.configuration.is_awaited:
            self._push.idle()

    def _watch(self, process: int) -> None:
        """Ends the session when the process that started us has gone."""
        if sys.platform == "win32" or not _is_alive(process):
            return  # Windows has no such signal; a process that cannot be seen from here is not the one to watch

        def look() -> None:
            if _is_alive(process):
                asyncio.get_running_loop().call_later(_LIFE_SIGN, look)
            else:
                self.conversation.lost()

        asyncio.get_running_loop().call_later(_LIFE_SIGN, look)

    # Documents

    def did_open(self, params: Any) -> None:
        """A document was opened; one of no notation is left alone."""
        item = params["textDocument"]
        uri, text = item["uri"], item["text"]
        if notation := notation_of(uri, item.get("languageId")):
            document = Document.open(notation, text, self.configuration.context(uri))
            self.files[uri] = OpenFile(uri, item.get("version"), document)
            self._push.is_due(self.files[uri])
        else:
            log.info("A document of no notation known here was opened.")

    def did_change(self, params: Any) -> None:
        """A document was changed."""
        item = params["textDocument"]
        if file := self.files.get(item["uri"]):
            file.document, file.near = from_lsp.changed(file.document, params["contentChanges"], self.client.encoding)
            file.version = item.get("version")
            self._push.is_due(file)

    def did_close(self, params: Any) -> None:
        """A document was closed."""
        if file := self.files.pop(params["textDocument"]["uri"], None):
            self._push.closed(file)

    def file(self, identifier: types.TextDocumentIdentifier) -> OpenFile | None:
        """The open file with an address."""
        return self.files.get(identifier.uri)

    async def documents(self) -> dict[str, OpenFile]:
        """All documents of the workspace by address: those that are open, and those in its folders."""
        found = await self._disk.documents(self.folders, self.files, self.configuration.context)
        return {uri: OpenFile(uri, None, document) for uri, document in found.items()} | self.files

    # The workspace

    def did_change_folders(self, params: Any) -> None:
        """Folders came or went."""
        event = params["event"]
        gone = {folder["uri"] for folder in event.get("removed", ())}
        came = [folder["uri"] for folder in event.get("added", ())]
        self.folders = tuple(dict.fromkeys([uri for uri in self.folders if uri not in gone] + came))
        self.configuration.did_change(None, self.folders)

    def did_change_watched_files(self, _: object) -> None:
        """Files that are not open have changed."""
        self._refresh("workspace/diagnostic/refresh", self.client.pull and self.client.diagnostic_refresh)

    def did_change_configuration(self, params: object) -> None:
        """Settings have changed."""
        self.configuration.did_change(params, self.folders)

    def _settings_changed(self) -> None:
        for file in self.files.values():
            context = self.configuration.context(file.uri)
            if context != file.document.context:
                file.document = Document.open(file.document.notation, file.document.text, context)
                self._push.is_due(file)
        self.idle()
        self._refresh("workspace/diagnostic/refresh", self.client.pull and self.client.diagnostic_refresh)
        self._refresh("workspace/inlayHint/refresh", self.client.inlay_refresh)

    def _refresh(self, method: str, can: bool) -> None:
        """Tells a client that asks for what it shows to ask again."""
        if can and self.files:
            self.conversation.ask(method, None)

    # What features want to know

    def hover_options(self, uri: str) -> HoverOptions:
        """How a hover looks for this client."""
        pictures = self.client.pictures and self.client.markdown_hover
        return HoverOptions(pictures, self.client.theme, self.configuration.at(uri).diagram.style)

    def hint_kinds(self, uri: str) -> frozenset[HintKind]:
        """The kinds of inlay hints that are switched on."""
        chosen = self.configuration.at(uri).inlay_hints
        return frozenset(kind for kind in HintKind if chosen.enabled and getattr(chosen, kind.value))

    def propose(self, file: OpenFile, found: Sequence[Completion]) -> int:
        """Remembers for a while what was offered, and gives the number to ask for it."""
        self._proposals += 1
        self._proposed[self._proposals] = replace(file), found
        if len(self._proposed) > _REMEMBERED:
            self._proposed.popitem(last=False)
        return self._proposals

    def proposed(self, data: object) -> tuple[Document, Completion, HoverOptions] | None:
        """What was offered under a number at a place of that list, for which document, and how it is to be shown."""
        match data:
            case [int(number), int(place)] if number in self._proposed:
                file, found = self._proposed[number]
                if 0 <= place < len(found):
                    pictures = self.client.pictures and self.client.markdown_completion
                    return file.document, found[place], replace(self.hover_options(file.uri), pictures=pictures)
        return None


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
