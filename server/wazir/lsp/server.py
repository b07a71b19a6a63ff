"""The server: a list of features and the functions that handle them, and pygls' server that calls
these.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from inspect import iscoroutinefunction
from typing import Any, NamedTuple, TypeVar

from lsprotocol import types
from pygls import exceptions
from pygls.lsp.server import LanguageServer

from wazir import __version__, system
from wazir.budget import STEPS_OF_REQUEST, Budget, Cancelled, OverBudget, spending
from wazir.engines import EngineError
from wazir.features import RequestError
from wazir.features.names import CannotRename
from wazir.features.written import CannotConvert
from wazir.lsp.capabilities import Client
from wazir.lsp.handlers import actions, games, language, names, playtests, views, wins
from wazir.lsp.protocol import THEME, Protocol, Request, converter
from wazir.lsp.schema import SECTION
from wazir.lsp.session import Session
from wazir.lsp.snapshot import NotOpenError, Snapshot
from wazir.lsp.workspace import ENDINGS
from wazir.notations import REGISTRY
from wazir.notations.results import TokenType
from wazir.settings.files import SECTIONS

log = logging.getLogger(__name__)
_Value = TypeVar("_Value")

_WORKERS = 8
"""The number of requests that are handled at the same time."""
_SECONDS_TO_ANSWER = 2.0
"""Seconds after which a request is cancelled if its document has changed, and after which some
answers are cut.
"""
_LOAD_AFTER = 2.0
"""Seconds after the start when the notations of no open text are imported, so that no request waits
for them.
"""
_WATCH = 3.0
"""Seconds between checks of whether the parent process is still running."""


class Feature(NamedTuple):
    """A request, and the function that handles it."""

    method: str
    handler: Callable[[Snapshot, Any], Any]
    """Returns a value of the protocol, or plain data for a custom request. A coroutine runs in the
    event loop, another function in a worker thread.
    """
    options: object = None
    """What the server announces."""
    when: Callable[[Client], bool] = lambda _: True
    """The clients to which it is announced."""


_TRIGGERS = sorted({character for entry in REGISTRY.entries for character in entry.files.triggers})
_COMPLETION = types.CompletionOptions(_TRIGGERS, resolve_provider=True)
_SIGNATURES = types.SignatureHelpOptions(list("(, ;"), list(")"))
_TYPED = types.DocumentOnTypeFormattingOptions("\n", list(")]}"))
_LEGEND = types.SemanticTokensLegend([kind.value for kind in TokenType], [])
_ACTIONS = types.CodeActionOptions(
    ("quickfix", "refactor.rewrite", "source.fixAll"), resolve_provider=True
)
_PULL = types.DiagnosticOptions(
    inter_file_dependencies=False, workspace_diagnostics=True, identifier="wazir"
)

FEATURES = (
    Feature(types.TEXT_DOCUMENT_HOVER, language.hover),
    Feature(types.TEXT_DOCUMENT_COMPLETION, language.complete, _COMPLETION),
    Feature(types.COMPLETION_ITEM_RESOLVE, language.resolve_completion),
    Feature(types.TEXT_DOCUMENT_SIGNATURE_HELP, language.signature_help, _SIGNATURES),
    Feature(types.TEXT_DOCUMENT_INLAY_HINT, language.inlay_hints),
    Feature(types.TEXT_DOCUMENT_FORMATTING, language.format_text),
    Feature(types.TEXT_DOCUMENT_RANGE_FORMATTING, language.format_text),
    Feature(types.TEXT_DOCUMENT_ON_TYPE_FORMATTING, language.format_on_type, _TYPED),
    Feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, language.document_symbols),
    Feature(types.WORKSPACE_SYMBOL, language.workspace_symbols),
    Feature(types.TEXT_DOCUMENT_FOLDING_RANGE, language.folding_ranges),
    Feature(types.TEXT_DOCUMENT_SELECTION_RANGE, language.selection_ranges),
    Feature(types.TEXT_DOCUMENT_DEFINITION, names.definition),
    Feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, names.highlights),
    Feature(types.TEXT_DOCUMENT_REFERENCES, names.references),
    Feature(types.TEXT_DOCUMENT_RENAME, names.rename),
    Feature(
        types.TEXT_DOCUMENT_PREPARE_RENAME,
        names.prepare_rename,
        when=lambda client: client.prepares_rename,
    ),
    Feature(types.TEXT_DOCUMENT_DOCUMENT_LINK, names.document_links),
    Feature(types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY, names.prepare_calls),
    Feature(types.CALL_HIERARCHY_INCOMING_CALLS, names.incoming_calls),
    Feature(types.CALL_HIERARCHY_OUTGOING_CALLS, names.outgoing_calls),
    Feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, language.semantic_tokens, _LEGEND),
    Feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA, language.semantic_tokens),
    Feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, language.semantic_tokens_in_range),
    Feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        actions.code_actions,
        _ACTIONS,
        when=lambda client: client.action_literals,
    ),
    Feature(types.CODE_ACTION_RESOLVE, actions.resolve, when=lambda client: client.action_literals),
    Feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        actions.code_commands,
        when=lambda client: not client.action_literals,
    ),
    Feature(types.TEXT_DOCUMENT_CODE_LENS, games.code_lenses),
    Feature(
        types.TEXT_DOCUMENT_DIAGNOSTIC,
        language.document_diagnostics,
        _PULL,
        when=lambda client: client.pull,
    ),
    Feature(
        types.WORKSPACE_DIAGNOSTIC, language.workspace_diagnostics, when=lambda client: client.pull
    ),
    Feature("wazir/piece", views.piece),
    Feature("wazir/position", views.position),
    Feature("wazir/view", views.view),
    Feature("wazir/play", games.play),
    Feature("wazir/write", views.write),
    Feature("wazir/evaluate", games.evaluate),
    Feature("wazir/reply", games.reply),
    Feature("wazir/analyse", games.analyse),
    Feature("wazir/playtest", playtests.playtest),
    Feature("wazir/wins", wins.wins),
    Feature("wazir/figures", views.figures),
    Feature("wazir/readings", views.readings),
    Feature("wazir/find", views.find),
    Feature("wazir/gallery", views.gallery_page),
    Feature("wazir/cards", views.cards),
    Feature("wazir/copy", views.copy),
    Feature("wazir/forms", views.forms),
    Feature("wazir/convert", views.convert),
    Feature("wazir/fence", views.fence),
)
"""All requests. The parameters of those of `wazir/` are in `custom_requests`."""

NOTIFICATIONS: dict[str, Callable[[Session, Any], None]] = {
    types.TEXT_DOCUMENT_DID_OPEN: Session.did_open,
    types.TEXT_DOCUMENT_DID_CHANGE: Session.did_change,
    types.TEXT_DOCUMENT_DID_CLOSE: Session.did_close,
    types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: Session.folders_changed,
    types.WORKSPACE_DID_CHANGE_CONFIGURATION: Session.settings_changed,
    types.WORKSPACE_DID_CHANGE_WATCHED_FILES: Session.files_changed,
    THEME: Session.theme_changed,
}
"""All notifications, and what each changes in the session."""


class Server(LanguageServer):
    """A server for one client."""

    protocol: Protocol

    def __init__(
        self,
        home: str | None = None,
        *,
        has_disk: bool = True,
        is_local: bool = False,
        engine: str = "",
    ) -> None:
        """
        Args:
            home: The URI at which the client can open the files of this package, if it can.
            has_disk: The server can read files.
            is_local: The client is a process on this machine that started the server.
            engine: The path of the engine's program.
        """
        super().__init__(
            "wazir",
            __version__,
            protocol_cls=Protocol,
            converter_factory=converter,
            max_workers=_WORKERS,
        )
        # pygls logs messages, and thereby the texts of documents.
        if not log.isEnabledFor(logging.DEBUG):
            logging.getLogger("pygls").setLevel(logging.CRITICAL)
        self.session = Session(self, home, has_disk=has_disk, engine=engine)
        self._is_local = is_local
        self.feature(types.INITIALIZED)(lambda _: self._initialized())
        for method, handler in NOTIFICATIONS.items():
            self.protocol.fm.add_builtin_feature(method, partial(handler, self.session))

    # The session

    def register(self, params: types.InitializeParams) -> None:
        """Registers the features that the client supports, and the commands."""
        session, client = self.session, self.session.client
        folders = [folder.uri for folder in params.workspace_folders or ()] or [
            params.root_uri or ""
        ]
        session.folders = tuple(dict.fromkeys(filter(None, folders)))
        session.configuration.begin()
        for feature in FEATURES:
            if feature.when(client):
                self.feature(feature.method, feature.options)(self.handler_of(feature))
        if params.process_id is not None and self._is_local and system.is_alive(params.process_id):
            threading.Thread(target=self._watch, args=[params.process_id], daemon=True).start()

        @self.command(games.EVALUATE)
        async def evaluate(uri: str, position: types.Position) -> Any:
            """Evaluates the game position at a position."""
            with self._protocol_errors(), self.protocol.cancellable():
                return await games.evaluate_command(self.session.snapshot(), uri, position)

        @self.command(games.CHECK)
        async def check(uri: str) -> None:
            """Shows what the engine says about a file."""
            with self._protocol_errors(), self.protocol.cancellable():
                await games.check(self.session.snapshot(), uri)

        self.command(games.STOP)(lambda: self.session.evaluations.stop())
        if not client.action_literals:

            @self.command(actions.APPLY)
            def apply(title: str, edit: types.WorkspaceEdit) -> None:
                """Applies a code action that was sent as a command."""
                self.workspace_apply_edit(types.ApplyWorkspaceEditParams(edit, title))

    def _initialized(self) -> None:
        """Requests settings and notifications from the client."""
        session, client = self.session, self.session.client
        if client.registers_configuration:
            self._subscribe(types.WORKSPACE_DID_CHANGE_CONFIGURATION, {"section": SECTION})
        session.configuration.follow()
        if client.registers_watchers:
            patterns = [f"**/{name}" for name in SECTIONS]
            if client.pull and client.diagnostic_refresh:
                patterns += [f"**/*{ending}" for ending in ENDINGS]
                session.client_files.is_watched = True
            watchers = [{"globPattern": pattern} for pattern in patterns]
            self._subscribe(types.WORKSPACE_DID_CHANGE_WATCHED_FILES, {"watchers": watchers})
        if system.HAS_PROCESSES:
            asyncio.get_running_loop().call_later(_LOAD_AFTER, self._load_notations)

    def _load_notations(self) -> None:
        """Imports all notations in a thread."""
        threading.Thread(target=REGISTRY.load, daemon=True).start()

    def _subscribe(self, method: str, options: object) -> None:
        params = types.RegistrationParams([types.Registration(f"wazir-{method}", method, options)])
        self.client_register_capability(params)

    def _watch(self, process: int) -> None:
        """Ends this process when its parent has ended."""
        while system.is_alive(process):
            time.sleep(_WATCH)
        os._exit(self.protocol.status)

    # Requests

    def handler_of(self, feature: Feature) -> Callable[[Request], Any]:
        """The handler of a feature as pygls calls it."""
        if iscoroutinefunction(feature.handler):

            async def await_answer(request: Request) -> Any:
                with self._protocol_errors(), self.protocol.cancellable():
                    return await feature.handler(request.snapshot, request.params)

            return await_answer

        def answer(request: Request) -> Any:
            budget = Budget(seconds=_SECONDS_TO_ANSWER, steps=STEPS_OF_REQUEST)
            budget.is_cancelled = lambda: (
                request.cancelled.is_set() or self._is_useless(request, budget)
            )
            with self._protocol_errors(), spending(budget):
                result = feature.handler(request.snapshot, request.params)
                if budget.is_cut:
                    self._log_incomplete(feature.method)
                return result

        return self.thread()(answer) if system.HAS_PROCESSES else answer

    def _log_incomplete(self, method: str) -> None:
        """Logs that an answer was cut."""
        message = f"The answer to `{method}` is incomplete: all of it would take too long."
        self.window_log_message(types.LogMessageParams(types.MessageType.Info, message))

    def _is_useless(self, request: Request, budget: Budget) -> bool:
        """Whether the document of a request was closed, or has changed and the answer takes
        long.
        """
        uri = getattr(getattr(request.params, "text_document", None), "uri", "")
        before = request.snapshot.files.get(uri)
        now = self.session.files.get(uri)
        if before is not None and now is None:
            return True
        return budget.is_over and before is not now

    @contextmanager
    def _protocol_errors(self) -> Iterator[None]:
        """Converts exceptions of the body to those of the protocol. If no document is open at a
        place, the body ends, and the answer is null.
        """
        try:
            yield
        except NotOpenError:
            return
        except exceptions.JsonRpcException:
            raise
        except Cancelled:
            raise exceptions.JsonRpcRequestCancelled("The request is cancelled.") from None
        except OverBudget:
            raise exceptions.JsonRpcException(
                "This is too complex to be answered.", types.LSPErrorCodes.RequestFailed
            ) from None
        except (RequestError, EngineError) as problem:
            raise exceptions.JsonRpcInvalidParams(str(problem)) from None
        except (CannotRename, CannotConvert) as refusal:
            raise exceptions.JsonRpcException(
                str(refusal), types.LSPErrorCodes.RequestFailed
            ) from None
        except Exception as problem:
            self.protocol.report("A request", problem)
            raise exceptions.JsonRpcInternalError(
                f"Internal error: {type(problem).__name__}."
            ) from None

    async def in_thread(self, work: Callable[[], _Value]) -> _Value:
        """The result of work, done in a thread where there are threads, and cancelled with the
        request that waits.
        """
        if not system.HAS_PROCESSES:
            return work()
        cancelled = threading.Event()

        def run() -> _Value:
            with spending(Budget(cancelled.is_set)):
                return work()

        try:
            return await asyncio.get_running_loop().run_in_executor(self.thread_pool, run)
        finally:
            cancelled.set()

    # Messages

    def warn(self, message: str) -> None:
        """Shows a warning to the user."""
        self.window_show_message(types.ShowMessageParams(types.MessageType.Warning, message))

    def partial_result(self, token: int | str | None, value: object) -> None:
        """Sends a part of the result of a request, if the client asked for it by a token."""
        if token is not None:
            self.progress(types.ProgressParams(token, value))

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Is called by pygls for exceptions. Those of requests are in their answers already."""
        # This is the loop that reads messages: all that can fail there is the parser of JSON.
        if source is exceptions.JsonRpcException:
            self.protocol.refuse(
                None, exceptions.JsonRpcParseError("The message is not valid JSON.")
            )
        elif source is not exceptions.FeatureRequestError:
            self.protocol.report("A message", sys.exc_info()[1] or error)
