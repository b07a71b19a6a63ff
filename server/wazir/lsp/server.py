"""The server: pygls' language server, with what one client has open, and what else there is to know about it."""

from __future__ import annotations

import asyncio
import gc
import inspect
import logging
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from lsprotocol import types
from pygls.exceptions import FeatureRequestError, JsonRpcContentModified
from pygls.lsp.server import LanguageServer

from wazir import __version__, notations
from wazir.document import Document
from wazir.lsp import from_lsp, requests
from wazir.lsp.changing import Changes
from wazir.lsp.client import Client, client, theme
from wazir.lsp.completions import RecentCompletions
from wazir.lsp.configuration import Configuration
from wazir.lsp.evaluating import Evaluations
from wazir.lsp.handed import Handed
from wazir.lsp.opened import Opened, OpenFile, OpenMarkdown
from wazir.lsp.problems import Writer
from wazir.lsp.protocol import Protocol
from wazir.lsp.push import Push
from wazir.lsp.ready import encoded
from wazir.lsp.rest import Rest
from wazir.lsp.slices import LENGTH, Slices, Work
from wazir.lsp.uris import file_path, is_markdown, notation_of, path_in
from wazir.lsp.workspace import Disk, library
from wazir.notations.base import Notation
from wazir.steps import Steps
from wazir.system import is_alive

log = logging.getLogger(__name__)

LARGEST = 16_000_000
"""Characters of a document. One with more is left alone, for it would take too much time and memory."""
THEME = "wazir/theme"
"""The notification of another theme."""
_LIFE_SIGN = 3.0
"""Seconds between looks at whether the process that started us is still there."""
_SILENCE = 1.0
"""Seconds without any message, after which there is time for what takes a while."""


class WazirServer(LanguageServer):
    """A server for one client: its abilities, its settings, what it has open, and what it was offered last."""

    protocol: Protocol

    def __init__(self) -> None:
        super().__init__("wazir", __version__, protocol_cls=Protocol)
        if not log.isEnabledFor(logging.DEBUG):  # pygls logs what is said, and so the texts of documents
            logging.getLogger("pygls").setLevel(logging.CRITICAL)
        self.is_local = False
        """The client is a process of this machine that started us."""
        self.home: str | None = None
        """The address at which the client can open the files of this package, if it can."""
        self.has_disk = True
        """The files of the workspace can be read; else there are those that are open, or handed over by the client."""
        self.client = Client()
        self.writer = Writer(self.client, None)
        self.files: dict[str, OpenFile] = {}
        self.pages: dict[str, OpenMarkdown] = {}
        """The Markdown files that are open; features are asked for in their blocks."""
        self.closed_pages: set[str] = set()
        """The Markdown files that were open: they have no findings any more."""
        self.configuration = Configuration(self, self._settings_changed, self.idle)
        self.completions = RecentCompletions()
        self.evaluations = Evaluations(self._evaluation_changed)
        self._push = Push(self.protocol)
        self.changes = Changes(self.protocol)
        self._disk = Disk()
        self._handed = Handed(self.protocol.send_request_async)
        self._libraries: dict[str, OpenFile | None] = {}
        self._loading: asyncio.TimerHandle | None = None
        self._was_busy = False
        self.is_loaded = False
        """All features are imported."""
        self._listen()

    def _listen(self) -> None:
        """Registers what concerns the session; the features come with the client, who may not know all of them."""
        handlers: dict[str, Callable[[Any], None]] = {
            types.INITIALIZE: self._begin,
            types.INITIALIZED: self._follow,
            types.WORKSPACE_DID_CHANGE_CONFIGURATION: self._configuration_changed,
            types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: self._folders_changed,
            types.WORKSPACE_DID_CHANGE_WATCHED_FILES: self._files_changed,
            THEME: self._theme_changed,
        }
        for method, handler in handlers.items():
            self.feature(method)(partial(handler))  # which can be marked as pygls does it; a method cannot
        self.protocol.plain = {
            types.TEXT_DOCUMENT_DID_OPEN: self.did_open,
            types.TEXT_DOCUMENT_DID_CHANGE: self.did_change,
            types.TEXT_DOCUMENT_DID_CLOSE: self.did_close,
        }
        self.protocol.rest = Rest(lambda: self.protocol.protect("what is done when nothing waits", self.idle))

    # The course of a session

    def _begin(self, params: types.InitializeParams) -> None:
        """Takes what `initialize` says; abilities are read from plain data, for lsprotocol does not know all."""
        said = self.protocol.said
        self.client = client(said["capabilities"], said.get("initializationOptions"))
        self.writer = self._push.writer = Writer(self.client, self.home)
        self._push.is_wanted = not self.client.pull
        if not params.workspace_folders and params.root_uri:
            self.workspace.add_folder(types.WorkspaceFolder(params.root_uri, ""))
        self.configuration.begin(said.get("initializationOptions"))
        requests.register(self, self.client)
        if params.process_id is not None and self.is_local:
            self._watch(params.process_id)
        self.protocol.is_initialized = True

    def _theme_changed(self, params: Any) -> None:
        """Takes the theme for which pictures are drawn from now on."""
        self.client = replace(self.client, theme=theme(getattr(params, "theme", None)))

    def _follow(self, _: object) -> None:
        """The client is ready to be asked: for its settings, and to tell when files change."""
        self.configuration.follow(self.client, self.folders)
        if self.client.pull and self.client.diagnostic_refresh and self.client.registers_watchers:
            patterns = [f"**/*{ending}" for notation in notations.REGISTRY for ending in notation.extensions]
            watchers = [types.FileSystemWatcher(pattern) for pattern in patterns]
            self._handed.is_followed = True
            self.wish(
                types.WORKSPACE_DID_CHANGE_WATCHED_FILES, types.DidChangeWatchedFilesRegistrationOptions(watchers)
            )

    def wish(self, method: str, options: object) -> None:
        """Tells the client what we want to hear of."""
        entry = types.Registration(f"wazir-{method}", method, options)
        self.client_register_capability(types.RegistrationParams([entry]))

    def idle(self) -> None:
        """Sends the diagnostics that are due, unless settings are about to come."""
        if not self.configuration.is_awaited:
            self._push.idle()
        self._stop_what_is_gone()
        if not self.is_loaded:
            if self._loading:
                self._loading.cancel()
            self._loading = asyncio.get_running_loop().call_later(_SILENCE, self._silence)

    def _silence(self) -> None:
        """Uses a silence to load, unless the time is needed for a document."""
        busy, self._was_busy = self._was_busy or self._push.is_busy, self._push.is_busy
        if busy:
            self._loading = asyncio.get_running_loop().call_later(_SILENCE, self._silence)
        else:
            self.load()

    def load(self) -> None:
        """Imports the features, after sending what is due; that takes a while, the first time."""
        if self.is_loaded:
            return
        self.is_loaded = True
        self.idle()
        requests.load()
        gc.unfreeze()  # what was imported for the start was kept whole, to lose no time with what of it is garbage
        gc.collect()
        gc.freeze()
        log.info("All features are ready.")

    def _watch(self, process: int) -> None:
        """Ends the session when the process that started us has gone."""
        if not is_alive(process):
            return  # a process that cannot be seen from here is not the one to watch

        def look() -> None:
            if is_alive(process):
                asyncio.get_running_loop().call_later(_LIFE_SIGN, look)
            else:
                self.protocol.hang_up()

        asyncio.get_running_loop().call_later(_LIFE_SIGN, look)

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Is told by pygls what went wrong; requests are answered by then, and need nothing more."""
        if source is not FeatureRequestError:
            self.protocol.report("A message", error)

    # Documents

    def did_open(self, params: Any) -> None:
        """A document was opened; one of no notation is left alone."""
        item = params["textDocument"]
        uri, language, text = item["uri"], item.get("languageId"), item["text"]
        notation = notation_of(uri, language)
        if not notation and not is_markdown(uri, language):
            log.info("A document of no notation known here was opened.")
            self._close(uri)
        elif len(text) > LARGEST:
            self._leave_alone(uri)
        elif notation:
            document = Document.opening(notation, text, self.configuration.context(uri, notation))
            self._begin_text(uri, document, partial(OpenFile, uri, item.get("version")))
        else:
            from wazir.document.markdown import Markdown  # the start need not wait for it

            self.closed_pages.discard(uri)
            page = Markdown.opening(self.configuration.languages(uri), text)
            self._begin_text(uri, page, partial(OpenMarkdown, uri, item.get("version")))

    def _begin_text(self, uri: str, steps: Steps[Any], opened: Callable[[Any], Opened]) -> None:
        """Opens a text, which takes the place of what was open at its address."""
        self.files.pop(uri, None)
        self.pages.pop(uri, None)
        self.changes.cancel(uri)

        def take(text: Any) -> None:
            file = opened(text)
            if isinstance(file, OpenFile):
                self.files[uri] = file
            else:
                self.pages[uri] = file
            self._push.is_due(file)

        self.changes.begin(uri, steps, take)

    def did_change(self, params: Any) -> None:
        """A document was changed."""
        item, changes = params["textDocument"], params["contentChanges"]
        uri = item["uri"]
        file = self.files.get(uri) or self.pages.get(uri)
        if self.changes.must_wait(uri, partial(self.did_change, params)) or not file:
            return

        steps = from_lsp.changing(file.document, changes, self.client.encoding)
        self.changes.begin(uri, steps, partial(self._take, file, item.get("version")))

    def _take(self, file: Opened, version: int | None, document: Any) -> None:
        """Takes another document for a file."""
        file.document, file.version = document, version
        self._push.is_due(file)
        if document.length > LARGEST:
            self._leave_alone(file.uri)

    def did_close(self, params: Any) -> None:
        """A document was closed."""
        self._close(params["textDocument"]["uri"])

    def _close(self, uri: str) -> None:
        if uri in self.pages:
            self.closed_pages.add(uri)
        if opened := self.files.pop(uri, None) or self.pages.pop(uri, None):
            self._push.closed(opened)
        self.changes.cancel(uri)

    def _leave_alone(self, uri: str) -> None:
        self._close(uri)
        message = f"{path_in(uri)} is left alone, for it has more than {LARGEST:,} characters."
        self.window_show_message(types.ShowMessageParams(types.MessageType.Warning, message))

    def when_ready(self, params: Any, run: Callable[[], Any]) -> Any:
        """What a request is answered, or a coroutine where its document is at work, or must find out much for it."""
        uri = from_lsp.address(params)
        begun = asyncio.get_running_loop().create_future()

        def begin() -> None:
            if not self.changes.must_wait(uri, begin) and not begun.done():
                begun.set_result(self._begin_request(uri, params, run))

        begin()
        return begun.result() if begun.done() else _result(begun)

    def _begin_request(self, uri: str | None, params: Any, run: Callable[[], Any]) -> Any:
        work, asked = Work(self._answering(uri, params, run)), self._document(uri)
        if work.is_done(Slices(LENGTH)):
            return work.result

        def check() -> None:
            if self._document(uri) is not asked:
                raise JsonRpcContentModified("The text has changed meanwhile.")

        async def later() -> Any:
            answer = await work.finished(check)
            return await answer if inspect.isawaitable(answer) else answer

        return later()

    def _answering(self, uri: str | None, params: Any, run: Callable[[], Any]) -> Steps[Any]:
        """Answers a request; what answers it may do so in steps itself."""
        yield from self._preparing(uri, params)
        answer = run()
        if not inspect.isgenerator(answer):
            return answer
        return (yield from encoded((yield from answer), self.protocol.plain_value))

    def _document(self, uri: str | None) -> object:
        opened = self.files.get(uri or "") or self.pages.get(uri or "")
        return opened and opened.document

    def _preparing(self, uri: str | None, params: Any) -> Steps[None]:
        """Finds out what the definitions at a place, or in a range, need to know of others."""
        opened = self.files.get(uri or "") or self.pages.get(uri or "")
        place = getattr(params, "position", None)
        where = getattr(params, "range", None) or (place and types.Range(place, place))
        if opened and where:
            for document in opened.documents(where.start.line, where.end.line):
                yield from document.preparing(from_lsp.span(document, where, self.client.encoding))

    def opened(self, identifier: types.TextDocumentIdentifier) -> Opened | None:
        """What is open at an address."""
        return self.files.get(identifier.uri) or self.pages.get(identifier.uri)

    def file(self, identifier: types.TextDocumentIdentifier, position: types.Position | None = None) -> OpenFile | None:
        """The open file with an address; of a Markdown file the block at a place."""
        if position and (page := self.pages.get(identifier.uri)):
            return page.block(position.line)
        return self.files.get(identifier.uri)

    def file_at(self, uri: str) -> OpenFile | None:
        """The open file with an address, or the library that lies there; as it is now, whatever is changed later."""
        libraries = (self.library(notation) for notation in notations.REGISTRY)
        found = self.files.get(uri) or next((one for one in libraries if one and one.uri == uri), None)
        return found and replace(found)

    def library(self, notation: Notation) -> OpenFile | None:
        """The file of what every file of a notation knows, if the client can open it; as it is there, if it is open."""
        if self.home and notation.name not in self._libraries:
            self._libraries[notation.name] = library(notation, self.home)
        found = self._libraries.get(notation.name)
        return self.files.get(found.uri, found) if found else None

    async def documents(self) -> dict[str, OpenFile]:
        """All documents of the workspace by address: those that are open, and those in its folders."""
        is_far = not self.has_disk or any(file_path(folder) is None for folder in self.folders)
        if is_far and self.client.hands_files:
            found = await self._handed.documents(self.files, self.configuration.context)
        else:
            folders = self.folders if self.has_disk else ()
            found = await self._disk.documents(folders, self.files, self.configuration.context)
        return {uri: OpenFile(uri, None, document) for uri, document in found.items()} | self.files

    # The workspace

    @property
    def folders(self) -> tuple[str, ...]:
        """The URIs of the folders of the workspace."""
        return tuple(folder.uri for folder in self.workspace.folders.values())

    def _folders_changed(self, _: types.DidChangeWorkspaceFoldersParams) -> None:
        self._handed.changed()
        self.configuration.did_change(None, self.folders)
        self._refresh_diagnostics()

    def _files_changed(self, _: types.DidChangeWatchedFilesParams) -> None:
        """Files that are not open have changed."""
        self._handed.changed()
        self._refresh_diagnostics()

    def _configuration_changed(self, params: types.DidChangeConfigurationParams) -> None:
        self.configuration.did_change(params.settings, self.folders)

    def _settings_changed(self) -> None:
        opened: list[Opened] = [*self.files.values(), *self.pages.values()]
        for file in opened:
            self._set(file)
        self.idle()
        self._refresh_diagnostics()
        if self.client.inlay_refresh and (self.files or self.pages):
            self.workspace_inlay_hint_refresh(None)

    def _set(self, file: Opened) -> None:
        """Opens a file anew if other settings hold for it."""
        if self.changes.must_wait(file.uri, partial(self._set, file)):
            return
        if isinstance(file, OpenFile):
            notation, before = file.document.notation, file.document.context
            context = self.configuration.context(file.uri, notation)
            steps: Steps[Any] = Document.opening(notation, file.document.text, context)
            is_same = context == before
        else:
            languages = self.configuration.languages(file.uri)
            steps = file.document.opened(file.document.text, languages)
            is_same = languages == file.document.languages
        if not is_same:
            self.changes.begin(file.uri, steps, partial(self._take, file, file.version))

    def _evaluation_changed(self) -> None:
        """There is news of a position, which lenses tell."""
        if self.client.lens_refresh and (self.files or self.pages):
            self.workspace_code_lens_refresh(None)

    def _stop_what_is_gone(self) -> None:
        """Ends the search in a position whose record is not what it was."""
        if self.evaluations.state is not None:
            uri, record = self.evaluations.source
            opened = self.files.get(uri) or self.pages.get(uri)
            texts = (placed.chunk.text for one in (opened.documents() if opened else ()) for placed in one.chunks())
            if record not in texts:
                self.evaluations.stop()

    def _refresh_diagnostics(self) -> None:
        """Tells a client that asks for diagnostics to ask again."""
        if self.client.pull and self.client.diagnostic_refresh and (self.files or self.pages):
            self.workspace_diagnostic_refresh(None)


async def _result(begun: asyncio.Future[Any]) -> Any:
    answer = await begun
    return await answer if inspect.isawaitable(answer) else answer
