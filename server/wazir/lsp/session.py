"""The state of one client's session: its capabilities, settings, open files and workspace."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from wazir.document import Document
from wazir.document.markdown import Markdown
from wazir.lsp import convert
from wazir.lsp.capabilities import Client, theme
from wazir.lsp.configuration import Configuration
from wazir.lsp.documents import (
    UNKNOWN_VERSION,
    AnyFile,
    ChunkDiagnostics,
    OpenFile,
    Publisher,
    SentCompletions,
)
from wazir.lsp.processes import Evaluations, Verdicts
from wazir.lsp.snapshot import Snapshot
from wazir.lsp.workspace import (
    MAX_FILES,
    ClientFiles,
    Disk,
    file_path,
    is_markdown,
    notation_of,
    path_in,
)
from wazir.settings.files import SECTIONS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from wazir.lsp.server import Server

log = logging.getLogger(__name__)

MAX_LETTERS = 16_000_000
"""Characters of a document. A larger one is ignored, because it would take too much time and
memory.
"""


class Session:
    """The state of a session. Messages change it in order; a request sees a snapshot."""

    def __init__(
        self, server: Server, home: str | None, *, has_disk: bool, engine: str = ""
    ) -> None:
        """
        Args:
            server: The messages of the client.
            home: The URI at which the client can open the files of this package, if it can.
            has_disk: The server can read files.
            engine: The path of the engine's program. It comes from the start of the server, because
                settings and messages may come from a folder.
        """
        self.server, self.home, self.has_disk = server, home, has_disk
        self.engine = engine
        self.client = Client()
        self.options: object = None
        """The initialization options."""
        self.folders: tuple[str, ...] = ()
        """The URIs of the workspace folders."""
        self.files: dict[str, AnyFile] = {}
        """The open files by URI. A change replaces the file."""
        self.closed_markdown: set[str] = set()
        """The URIs of closed Markdown files, which have no diagnostics any more."""
        self.configuration = Configuration(self)
        self.completions = SentCompletions()
        self.semantic_tokens: dict[str, tuple[str, list[int]]] = {}
        """By URI the semantic tokens that were sent last, and the id of that result."""
        self.engine_messages: dict[str, tuple[AnyFile, Sequence[ChunkDiagnostics]]] = {}
        """By URI the messages of an engine about a version of the file."""
        self.evaluations = Evaluations(self._evaluation_changed)
        self.verdicts = Verdicts()
        self.command_token: int | str | None = None
        """The progress token of the command that is about to be executed."""
        self.publisher = Publisher(self)
        self.disk = Disk()
        self.client_files = ClientFiles(server.protocol.send_request_async)
        self._warnings_shown = set[str]()
        """The warnings that the user has seen, each of which is shown once."""

    def snapshot(self) -> Snapshot:
        """What a request that arrives now sees."""
        return Snapshot(
            session=self,
            client=self.client,
            folders=self.folders,
            files=dict(self.files),
        )

    # Text synchronisation

    def did_open(self, params: types.DidOpenTextDocumentParams) -> None:
        """Opens a document. One of no notation is ignored."""
        item = params.text_document
        uri, language, text = item.uri, item.language_id, item.text
        if len(text) > MAX_LETTERS:
            self._ignore(uri)
        elif notation := notation_of(uri, language, text):
            document = Document.open(notation, text, self.configuration.context(uri, notation))
            self._replace(OpenFile(uri, _version(item), document))
        elif is_markdown(uri, language):
            self.closed_markdown.discard(uri)
            self._replace(
                OpenFile(
                    uri, _version(item), Markdown.open(self.configuration.languages(uri), text)
                )
            )
        else:
            log.info("Ignored a document of an unknown notation.")
            self._close(uri)

    def did_change(self, params: types.DidChangeTextDocumentParams) -> None:
        """Changes a document."""
        item = params.text_document
        if not (file := self.files.get(item.uri)):
            return
        document = convert.changed(file.document, params.content_changes, self.client.encoding)
        if document.length > MAX_LETTERS:
            self._ignore(file.uri)
        else:
            self._replace(OpenFile(file.uri, _version(item), document))

    def did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        """Closes a document."""
        self._close(params.text_document.uri)

    def _replace(self, file: AnyFile) -> None:
        """Replaces the version of a file, or adds one."""
        self.files[file.uri] = file
        if not self.configuration.is_awaited:
            self.publisher.schedule(file)
        self._stop_outdated_evaluation()

    def _stop_outdated_evaluation(self) -> None:
        """Ends the search of a position whose record has changed."""
        if self.evaluations.state is None:
            return
        uri, record = self.evaluations.source
        documents = self.files[uri].documents() if uri in self.files else ()
        chunks = (placed.chunk for document in documents for placed in document.chunks())
        if all(chunk.text != record for chunk in chunks):
            self.evaluations.stop()

    def _close(self, uri: str) -> None:
        file = self.files.pop(uri, None)
        self.semantic_tokens.pop(uri, None)
        self.engine_messages.pop(uri, None)
        if file:
            self.publisher.forget(uri)
            if file.is_markdown:
                self.closed_markdown.add(uri)

    def clear(self, uri: str) -> None:
        """Removes the diagnostics of a closed file, if the client does not request them."""
        if not self.client.pull:
            self.server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def _ignore(self, uri: str) -> None:
        self._close(uri)
        self.server.warn(
            f"{path_in(uri)} is ignored because it has more than {MAX_LETTERS:,} characters."
        )

    # Diagnostics

    def diagnostics(
        self, file: AnyFile, known: Sequence[ChunkDiagnostics]
    ) -> list[types.Diagnostic]:
        """The most severe diagnostics of a file, with hints about duplicate pieces and the messages
        of an engine.
        """
        file_checked, messages = self.engine_messages.get(file.uri, (None, ()))
        more = [*self.publisher.duplicates(file)]
        if file_checked is file:
            more += messages
        return convert.diagnostics(file.uri, known, more=more, client=self.client, home=self.home)

    def show_engine_messages(self, file: AnyFile, messages: Sequence[ChunkDiagnostics]) -> None:
        """Adds the messages of an engine to the diagnostics of a version of a file."""
        if self.files.get(file.uri) is file:
            self.engine_messages[file.uri] = file, messages
            self.publisher.schedule(file)
            self.refresh_diagnostics()

    def publish(self, file: AnyFile, known: Sequence[ChunkDiagnostics], *, is_all: bool) -> None:
        """Sends diagnostics; without the version of the file if more follow."""
        version = file.version if is_all else None
        params = types.PublishDiagnosticsParams(file.uri, self.diagnostics(file, known), version)
        self.server.text_document_publish_diagnostics(params)

    # The workspace

    async def closed_documents(self, opened: Mapping[str, AnyFile]) -> dict[str, Document]:
        """The documents of the workspace that are not open by URI, without Markdown files."""
        is_remote = not self.has_disk or any(file_path(folder) is None for folder in self.folders)
        context_of = self.configuration.context
        if is_remote and self.client.provides_files:
            closed = await self.client_files.documents(opened, context_of)
            is_complete = self.client_files.is_complete
        else:
            folders = self.folders if self.has_disk else ()
            closed = await self.server.in_thread(
                lambda: self.disk.documents(folders, opened, context_of)
            )
            is_complete = self.disk.is_complete
        most = f"{MAX_FILES:,}"
        message = f"The folder has more than {most} files. Wazir searches {most} of them."
        if not is_complete and message not in self._warnings_shown:
            self._warnings_shown.add(message)
            self.server.warn(message)
        return closed

    def folders_changed(self, params: types.DidChangeWorkspaceFoldersParams) -> None:
        """Adds and removes folders."""
        added, removed = (
            [folder.uri for folder in part] for part in (params.event.added, params.event.removed)
        )
        kept = [folder for folder in self.folders if folder not in removed]
        self.folders = tuple(dict.fromkeys([*kept, *added]))
        self.client_files.changed()
        self.configuration.did_change(None)
        self.refresh_diagnostics()

    def files_changed(self, params: types.DidChangeWatchedFilesParams) -> None:
        """Applies changed settings, and has changed files read again."""
        if any(path_in(change.uri).endswith(tuple(SECTIONS)) for change in params.changes):
            self.apply_settings()
        self.client_files.changed()
        self.refresh_diagnostics()

    # Settings

    def settings_changed(self, params: types.DidChangeConfigurationParams) -> None:
        """Takes changed settings, or asks for them."""
        self.configuration.did_change(params.settings)

    def theme_changed(self, params: Any) -> None:
        """Draws pictures for another theme from now on."""
        name = params.get("theme") if isinstance(params, dict) else None
        self.client = replace(self.client, theme=theme(name))

    def apply_settings(self) -> None:
        """Opens files again whose settings have changed."""
        for file in [*self.files.values()]:
            after: Document | Markdown
            if isinstance(file.document, Markdown):
                after = file.document.with_settings(self.configuration.languages(file.uri))
            else:
                context = self.configuration.context(file.uri, file.document.notation)
                after = file.document.with_settings(context)
            if after is not file.document:
                self._replace(OpenFile(file.uri, file.version, after))
        self.refresh_diagnostics()
        self.refresh_inlay_hints()

    # What the client requests again

    def refresh_inlay_hints(self) -> None:
        """Tells the client to request inlay hints again."""
        if self.client.inlay_refresh and self.files:
            self.server.workspace_inlay_hint_refresh(None)

    def refresh_diagnostics(self) -> None:
        """Tells a client that requests diagnostics to do so again."""
        if self.client.pull and self.client.diagnostic_refresh and self.files:
            self.server.workspace_diagnostic_refresh(None)

    def _evaluation_changed(self) -> None:
        """Refreshes lenses, which show evaluations."""
        if self.client.lens_refresh and self.files:
            self.server.workspace_code_lens_refresh(None)


def _version(item: types.TextDocumentItem | types.VersionedTextDocumentIdentifier) -> int | None:
    """The version of a document; None if the client sends none that is valid."""
    return item.version if item.version != UNKNOWN_VERSION else None
