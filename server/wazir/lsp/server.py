"""The server: the state of one client's session. pygls is imported for the first request that needs it."""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from wazir import __version__, notations
from wazir.document import Document
from wazir.document.beginning import beginning
from wazir.lsp import dispatch
from wazir.lsp.configuration import Configuration
from wazir.lsp.diagnostics import Comparisons, DiagnosticWriter, Publisher
from wazir.lsp.documents import Changes, OpenFile, OutdatedError, SentCompletions
from wazir.lsp.endpoint import INVALID_PARAMS, Endpoint, RpcError
from wazir.lsp.positions import changing, offset_of, uri_of
from wazir.lsp.processes import Evaluations, Verdicts
from wazir.lsp.raw_json import Json
from wazir.lsp.scheduling import SLICE, Idle, Slices, Work, importing
from wazir.lsp.schema import SECTION, Client, client, essentials, folder_uris, theme
from wazir.lsp.workspace import ENDINGS, ClientFiles, Disk, file_path, is_markdown, library, notation_of, path_in
from wazir.notations.notation import Notation
from wazir.settings.files import SECTIONS
from wazir.steps import Steps
from wazir.system import HAS_PROCESSES, is_alive
from wazir.text import Span

if TYPE_CHECKING:
    from lsprotocol import types

    from wazir.lsp.pygls_shim import Protocol

log = logging.getLogger(__name__)

LARGEST = 16_000_000
"""Characters of a document. A larger one is ignored, because it would take too much time and memory."""
THEME = "wazir/theme"
"""The notification that the theme has changed."""
_WATCH = 3.0
"""Seconds between checks of whether the parent process is still running."""
_SILENCE = 1.0
"""Seconds without a message after which the features are imported."""


class WazirServer:
    """A server for one client."""

    def __init__(self) -> None:
        self.endpoint = Endpoint(lambda: self.typed)
        self.is_local = False
        """The client is a process on this machine that started the server."""
        self.home: str | None = None
        """The URI at which the client can open the files of this package, if it can."""
        self.has_disk = True
        """The server can read files."""
        self.client = Client()
        self.folders: tuple[str, ...] = ()
        """The URIs of the workspace folders."""
        self._announced: dict[str, Any] = {}
        """The parameters of `initialize`."""
        self.writer = DiagnosticWriter(self.client, None)
        self.files: dict[str, OpenFile[Any]] = {}
        """The open files by URI."""
        self.closed_markdown: set[str] = set()
        """The URIs of closed Markdown files, which have no diagnostics any more."""
        self.configuration = Configuration(self.endpoint, self._settings_changed, self.idle)
        self.completions = SentCompletions()
        self.evaluations = Evaluations(self._evaluation_changed)
        self.verdicts = Verdicts()
        self.changes = Changes(self.endpoint)
        self.publisher = Publisher(self.endpoint, self._refresh_diagnostics)
        self._comparisons = Comparisons(self.endpoint, self._duplicates_changed, lambda: self.publisher.is_busy)
        self._disk = Disk()
        self._client_files = ClientFiles(self.endpoint.answer)
        self._libraries: dict[str, OpenFile[Document] | None] = {}
        self._loading: asyncio.TimerHandle | None = None
        self._warming: asyncio.Task[None] | None = None
        self._was_busy = False
        self.is_loaded = False
        """All features are imported."""
        self._register_notifications()

    def _register_notifications(self) -> None:
        self.endpoint.requests["initialize"] = self._initialize
        self.endpoint.notifications |= {
            "initialized": self._initialized,
            "textDocument/didOpen": self.did_open,
            "textDocument/didChange": self.did_change,
            "textDocument/didClose": self.did_close,
            "workspace/didChangeConfiguration": self._configuration_changed,
            "workspace/didChangeWorkspaceFolders": self._folders_changed,
            "workspace/didChangeWatchedFiles": self._files_changed,
            THEME: self._theme_changed,
        }
        self.endpoint.idle = Idle(lambda: self.endpoint.protect("Work in an idle moment", self.idle))

    @cached_property
    def typed(self) -> Protocol:
        """pygls' side of the session, with the handlers of all requests that the client supports."""
        self.idle()  # the import takes long
        with importing():
            from wazir.lsp.pygls_shim import TypedServer

        return TypedServer(self, self._announced).protocol

    # The session

    def _initialize(self, params: Any) -> object:
        """Reads the capabilities of the client, and returns those of the server."""
        if not isinstance(params, dict) or not isinstance(params.get("capabilities"), dict):
            raise RpcError(INVALID_PARAMS, "The parameters are not those of `initialize`.")
        self._announced, known, options = params, essentials(params), params.get("initializationOptions")
        self.client = client(params["capabilities"], options)
        self.writer = self.publisher.writer = DiagnosticWriter(self.client, self.home)
        self.publisher.is_enabled = not self.client.pull
        named = [folder["uri"] for folder in known["workspaceFolders"]]
        self.folders = tuple(dict.fromkeys(named or filter(None, [known["rootUri"]])))
        self.configuration.begin(options)
        if known["processId"] is not None and self.is_local:
            self._watch(known["processId"])
        self.endpoint.is_initialized = True
        return {
            "capabilities": dispatch.capabilities(self.client),
            "serverInfo": {"name": "wazir", "version": __version__},
        }

    def _theme_changed(self, params: Any) -> None:
        """Pictures are drawn for another theme from now on."""
        name = params.get("theme") if isinstance(params, dict) else None
        self.client = replace(self.client, theme=theme(name))

    def _initialized(self, _: object) -> None:
        """Requests settings and notifications from the client."""
        if self.client.registers_configuration:
            self._subscribe("workspace/didChangeConfiguration", {"section": SECTION})
        self.configuration.follow(can_ask=self.client.configuration, folders=self.folders)
        if self.client.registers_watchers:
            patterns = [f"**/{name}" for name in SECTIONS]
            if self.client.pull and self.client.diagnostic_refresh:
                patterns += [f"**/*{ending}" for ending in ENDINGS]
                self._client_files.is_watched = True
            watchers = [{"globPattern": pattern} for pattern in patterns]
            self._subscribe("workspace/didChangeWatchedFiles", {"watchers": watchers})

    def _subscribe(self, method: str, options: object) -> None:
        entry = {"id": f"wazir-{method}", "method": method, "registerOptions": options}
        self.endpoint.request("client/registerCapability", {"registrations": [entry]})

    def idle(self) -> None:
        """Publishes diagnostics, unless settings are about to arrive. Is called when no message is waiting."""
        if not self.configuration.is_awaited:
            self.publisher.publish()
        self._comparisons.wait()
        self._stop_outdated_search()
        if not self.is_loaded:
            if self._loading:
                self._loading.cancel()
            self._loading = asyncio.get_running_loop().call_later(_SILENCE, self._load_in_silence)

    def _load_in_silence(self) -> None:
        busy, self._was_busy = self._was_busy or self.publisher.is_busy, self.publisher.is_busy
        if busy:
            self._loading = asyncio.get_running_loop().call_later(_SILENCE, self._load_in_silence)
        else:
            self._warming = asyncio.get_running_loop().create_task(self._load_later())

    async def _load_later(self) -> None:
        if HAS_PROCESSES:
            await asyncio.to_thread(import_module, f"wazir.{dispatch.TYPES}")
        await self.endpoint.idle.finished(self.loading())

    def loading(self) -> Steps[None]:
        """Imports the features in steps, after publishing what is due; then the notations when nothing is waiting."""
        if self.is_loaded:
            return
        self.idle()
        yield from dispatch.loading()
        if not self.is_loaded:
            self.is_loaded = True
            self._warming = asyncio.get_running_loop().create_task(
                self.endpoint.idle.finished(dispatch.loading_notations())
            )
            log.info("All features are ready.")

    def _watch(self, process: int) -> None:
        """Ends the session when the parent process has ended."""
        if not is_alive(process):
            return  # the process is not visible from here

        def check() -> None:
            if is_alive(process):
                asyncio.get_running_loop().call_later(_WATCH, check)
            else:
                self.endpoint.hang_up()

        asyncio.get_running_loop().call_later(_WATCH, check)

    # Text synchronisation

    def did_open(self, params: Any) -> None:
        """Opens a document. One of no notation is ignored."""
        item = params["textDocument"]
        uri, language, text = item["uri"], item.get("languageId"), item["text"]
        notation = notation_of(uri, language, text)
        if not notation and not is_markdown(uri, language):
            log.info("Ignored a document of an unknown notation.")
            self._close(uri)
        elif len(text) > LARGEST:
            self._ignore(uri)
        else:
            self._close(uri, is_replaced=True)
            steps: Steps[Any]
            if notation:
                steps = self._opening(uri, notation, text)
            else:
                from wazir.document.markdown import Markdown  # late, because the start does not need it

                self.closed_markdown.discard(uri)
                steps = Markdown.opening(self.configuration.languages(uri), text)
            self.changes.begin(uri, steps, partial(self._opened, uri, item.get("version")))

    def _opening(self, uri: str, notation: Notation, text: str) -> Steps[Document]:
        """Opens a document, and publishes the diagnostics of its first lines before it cuts the others."""
        context = self.configuration.context(uri, notation)
        lines = yield from beginning(notation, text, context)
        self.publisher.begin(uri, lines)
        if lines:
            self.idle()
            self.changes.retry(uri)
        return (yield from Document.opening(notation, text, context))

    def first_lines(self, uri: str | None) -> Json | None:
        """The diagnostics of the first lines of a document that was opened just now, if the client can ask again."""
        items = self.publisher.first(uri, self.files.get(uri)) if uri and self.client.diagnostic_refresh else None
        return None if items is None else Json.of('{"kind":"full","items":', items, "}")

    def _opened(self, uri: str, version: int | None, document: Any) -> None:
        self.files[uri] = OpenFile(uri, version, document)
        self.publisher.schedule(self.files[uri], is_new=True)
        self._comparisons.schedule(self.files[uri])
        self._apply_settings(self.files[uri])

    def did_change(self, params: Any) -> None:
        """Changes a document."""
        item, changes = params["textDocument"], params["contentChanges"]
        uri = item["uri"]
        file = self.files.get(uri)
        if self.changes.must_wait(uri, partial(self.did_change, params)) or not file:
            return
        steps = changing(file.document, changes, self.client.encoding)
        self.changes.begin(uri, steps, partial(self._changed, file, item.get("version")))

    def _changed(self, file: OpenFile[Any], version: int | None, document: Any) -> None:
        file.document, file.version = document, version
        self.publisher.schedule(file)
        self._comparisons.schedule(file)
        if document.length > LARGEST:
            self._ignore(file.uri)

    def did_close(self, params: Any) -> None:
        """Closes a document."""
        self._close(params["textDocument"]["uri"])

    def _close(self, uri: str, *, is_replaced: bool = False) -> None:
        file = self.files.pop(uri, None)
        if file:
            self._comparisons.cancel(file)
        if file and file.is_markdown and not is_replaced:
            self.closed_markdown.add(uri)
        if (self.changes.cancel(uri) or file) and not is_replaced:
            self.publisher.clear(uri)

    def _ignore(self, uri: str) -> None:
        self._close(uri)
        self.endpoint.warn(f"{path_in(uri)} is ignored because it has more than {LARGEST:,} characters.")

    # Requests

    def when_ready(self, uri: str | None, request: Steps[Any], early: Callable[[], Json | None]) -> Any:
        """Handles a request when a document has no pending changes, unless *early* has an answer before.

        Returns:
            The result; a coroutine if it has to be waited for, or if it takes more than a slice of time.
        """
        begun = asyncio.get_running_loop().create_future()

        def begin() -> None:
            if begun.done():
                return
            try:
                if known := early():
                    begun.set_result(known)
                elif not self.changes.must_wait(uri, begin):
                    begun.set_result(self._begin_request(uri, request))
            except Exception as problem:  # a waiting request has no caller any more
                begun.set_exception(problem)

        begin()
        return begun.result() if begun.done() else _awaited(begun)

    def _begin_request(self, uri: str | None, request: Steps[Any]) -> Any:
        work, asked = Work(self._handling(request)), self._document(uri)
        if work.is_done(Slices(SLICE)):
            return work.result

        def check() -> None:
            if self._document(uri) is not asked:
                raise OutdatedError("The document has changed.")

        async def later() -> Any:
            answer = await work.finished(check)
            return await answer if inspect.isawaitable(answer) else answer

        return later()

    def _handling(self, request: Steps[Any]) -> Steps[Any]:
        """The answer to a request, which may be a generator of steps."""
        answer = yield from request
        if not inspect.isgenerator(answer):
            return answer
        return (yield from self.typed.encoded((yield from answer)))

    def _document(self, uri: str | None) -> object:
        file = self.files.get(uri or "")
        return file and file.document

    def preparing(self, params: Any) -> Steps[None]:
        """Computes what the definitions at the position or in the range of a request need to know of others."""
        file = self.files.get(uri_of(params) or "")
        where: Any = getattr(params, "range", None)
        place: Any = getattr(params, "position", None)
        if file and (where or place):
            start, end = (where.start, where.end) if where else (place, place)
            for document in file.documents(start.line, end.line):
                first, last = (offset_of(document, one, self.client.encoding) for one in (start, end))
                yield from document.preparing(Span(first, max(first, last)))

    def opened(self, identifier: types.TextDocumentIdentifier) -> OpenFile[Any] | None:
        """The open file with a URI."""
        return self.files.get(identifier.uri)

    def file(
        self, identifier: types.TextDocumentIdentifier, position: types.Position | None = None
    ) -> OpenFile[Document] | None:
        """The open file with a URI; of a Markdown file the block at a position."""
        file = self.files.get(identifier.uri)
        if position and file:
            return file.block(position.line)
        return None if file is None or file.is_markdown else file

    def file_at(self, uri: str) -> OpenFile[Document] | None:
        """The open file or the library with a URI, as it is now."""
        libraries = (self.library(notation) for notation in notations.REGISTRY)
        known = self.files.get(uri)
        if known is None or known.is_markdown:
            known = next((one for one in libraries if one and one.uri == uri), None)
        return known and replace(known)

    # The workspace

    def library(self, notation: Notation) -> OpenFile[Document] | None:
        """The library of a notation, if the client can open it; as it is in the editor if it is open."""
        if self.home and notation.name not in self._libraries:
            self._libraries[notation.name] = library(notation, self.home)
        found = self._libraries.get(notation.name)
        return self.files.get(found.uri, found) if found else None

    async def documents(self) -> dict[str, OpenFile[Document]]:
        """All documents of the workspace by URI, open or not, without Markdown files."""
        is_remote = not self.has_disk or any(file_path(folder) is None for folder in self.folders)
        if is_remote and self.client.provides_files:
            found = await self._client_files.documents(self.files, self.configuration.context)
        else:
            folders = self.folders if self.has_disk else ()
            found = await self._disk.documents(folders, self.files, self.configuration.context)
        opened = {uri: file for uri, file in self.files.items() if not file.is_markdown}
        return {uri: OpenFile(uri, None, document) for uri, document in found.items()} | opened

    def _folders_changed(self, params: Any) -> None:
        added, removed = (folder_uris(params["event"].get(part)) for part in ("added", "removed"))
        self.folders = tuple(dict.fromkeys([*(one for one in self.folders if one not in removed), *added]))
        self._client_files.changed()
        self.configuration.did_change(None, self.folders)
        self._refresh_diagnostics()

    def _files_changed(self, params: Any) -> None:
        if any(path_in(one["uri"]).endswith(tuple(SECTIONS)) for one in params["changes"]):
            self._settings_changed()
        self._client_files.changed()
        self._refresh_diagnostics()

    def _configuration_changed(self, params: Any) -> None:
        self.configuration.did_change(params.get("settings") if isinstance(params, dict) else None, self.folders)

    def _settings_changed(self) -> None:
        for file in [*self.files.values()]:
            self._apply_settings(file)
        self.idle()
        self._refresh_diagnostics()
        self.refresh_inlay_hints()

    def _apply_settings(self, file: OpenFile[Any]) -> None:
        """Opens a file again if its settings have changed."""
        if self.changes.must_wait(file.uri, partial(self._apply_settings, file)):
            return
        document = file.document
        if file.is_markdown:
            languages = self.configuration.languages(file.uri)
            steps = None if languages == document.languages else document.reopened(languages)
        else:
            is_same = self.configuration.context(file.uri, document.notation) == document.context
            steps = None if is_same else self._opening(file.uri, document.notation, document.text)
        if steps:
            self.changes.begin(file.uri, steps, partial(self._changed, file, file.version))

    def _duplicates_changed(self, file: OpenFile[Any]) -> None:
        self.publisher.schedule(file)
        self.publisher.publish()
        self._refresh_diagnostics()

    def refresh_inlay_hints(self) -> None:
        """Tells the client to request inlay hints again."""
        if self.client.inlay_refresh and self.files:
            self.endpoint.request("workspace/inlayHint/refresh")

    def _evaluation_changed(self) -> None:
        """Refreshes lenses, which show evaluations."""
        if self.client.lens_refresh and self.files:
            self.endpoint.request("workspace/codeLens/refresh")

    def _stop_outdated_search(self) -> None:
        """Ends the search of a position whose record has changed."""
        if self.evaluations.state is not None:
            uri, record = self.evaluations.source
            file = self.files.get(uri)
            texts = (placed.chunk.text for one in (file.documents() if file else ()) for placed in one.chunks())
            if record not in texts:
                self.evaluations.stop()

    def _refresh_diagnostics(self) -> None:
        """Tells a client that requests diagnostics to do so again."""
        if self.client.pull and self.client.diagnostic_refresh and self.files:
            self.endpoint.request("workspace/diagnostic/refresh")


async def _awaited(begun: asyncio.Future[Any]) -> Any:
    answer = await begun
    return await answer if inspect.isawaitable(answer) else answer
