"""What one client has open, and what else there is to know about it."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from wazir import notations
from wazir.document import Document
from wazir.lsp import from_lsp
from wazir.lsp.client import Client
from wazir.lsp.configuration import Configuration
from wazir.lsp.conversation import Conversation
from wazir.lsp.opened import OpenFile
from wazir.lsp.problems import Writer
from wazir.lsp.push import Push
from wazir.lsp.uris import notation_of, path_in
from wazir.lsp.workspace import Disk

if TYPE_CHECKING:
    from lsprotocol import types

    from wazir.features.completion import Completion

log = logging.getLogger(__name__)

LARGEST = 16_000_000
"""Characters of a document. One with more is left alone, for it would take too much time and memory."""
_LIFE_SIGN = 3.0
"""Seconds between looks at whether the process that started us is still there."""


class Proposals:
    """Lists of completions that were offered, for as long as the client is likely to ask for more about them."""

    def __init__(self) -> None:
        self._kept: deque[tuple[int, OpenFile, Sequence[Completion]]] = deque(maxlen=4)
        self._last = 0

    def keep(self, file: OpenFile, found: Sequence[Completion]) -> int:
        """Keeps a list that was offered for a file as it is now, and gives the number of the list."""
        self._last += 1
        self._kept.append((self._last, replace(file), found))
        return self._last

    def find(self, data: object) -> tuple[OpenFile, Completion] | None:
        """What was offered for which file, by the number of the list and the place in it."""
        match data:
            case [int(number), int(place)]:
                lists = {kept: (file, found) for kept, file, found in self._kept}
                file, found = lists.get(number, (None, ()))
                return (file, found[place]) if file and 0 <= place < len(found) else None
        return None


class Session:
    """One client: its abilities, its settings, what it has open, and what it was offered last."""

    def __init__(self, conversation: Conversation) -> None:
        self.conversation = conversation
        self.client = Client()
        self.writer = Writer(self.client, local=False)
        self.files: dict[str, OpenFile] = {}
        self.folders: tuple[str, ...] = ()
        """The URIs of the folders of its workspace."""
        self.configuration = Configuration(conversation, self._settings_changed, self.idle)
        self._push = Push(conversation)
        self._disk = Disk()
        self.proposals = Proposals()

    # The course of a session

    def begin(self, client: Client, params: Mapping[str, Any]) -> None:
        """Takes what `initialize` says."""
        self.client = client
        self.writer = self._push.writer = Writer(client, local=self.conversation.local)
        self._push.is_wanted = not client.pull
        self.folders = _folders(params.get("workspaceFolders")) or _folders([{"uri": params.get("rootUri")}])
        self.configuration.begin(params.get("initializationOptions"))
        process = params.get("processId")
        if isinstance(process, int) and self.conversation.local:
            self._watch(process)

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

    @property
    def is_busy(self) -> bool:
        """A document is being looked through."""
        return self._push.is_busy

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
        uri, notation = item["uri"], notation_of(item["uri"], item.get("languageId"))
        if notation is None:
            log.info("A document of no notation known here was opened.")
            self._close(uri)
        elif len(item["text"]) > LARGEST:
            self._leave_alone(uri)
        else:
            document = Document.open(notation, item["text"], self.configuration.context(uri))
            self.files[uri] = OpenFile(uri, item.get("version"), document)
            self._push.is_due(self.files[uri])

    def did_change(self, params: Any) -> None:
        """A document was changed."""
        item = params["textDocument"]
        if file := self.files.get(item["uri"]):
            file.document, file.near = from_lsp.changed(file.document, params["contentChanges"], self.client.encoding)
            file.version = item.get("version")
            self._push.is_due(file)
            if file.document.length > LARGEST:
                self._leave_alone(file.uri)

    def did_close(self, params: Any) -> None:
        """A document was closed."""
        self._close(params["textDocument"]["uri"])

    def _close(self, uri: str) -> None:
        if file := self.files.pop(uri, None):
            self._push.closed(file)

    def _leave_alone(self, uri: str) -> None:
        self._close(uri)
        message = f"{path_in(uri)} is left alone, for it has more than {LARGEST:,} characters."
        self.conversation.notify("window/showMessage", {"type": 2, "message": message})

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


def _folders(said: object) -> tuple[str, ...]:
    """The URIs in a list of folders, whatever else is in it."""
    uris = [folder.get("uri") for folder in said if isinstance(folder, dict)] if isinstance(said, list) else []
    return tuple(uri for uri in uris if isinstance(uri, str))


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
