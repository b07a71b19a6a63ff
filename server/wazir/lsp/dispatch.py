"""The list of requests: which function handles each, and what the server announces to the client."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any, Protocol

from wazir.lsp.endpoint import Endpoint
from wazir.lsp.positions import uri_of
from wazir.lsp.processes import Evaluations
from wazir.lsp.raw_json import Json
from wazir.lsp.schema import Client
from wazir.notations import REGISTRY
from wazir.notations.results import TokenType
from wazir.piece.known import fingerprints, table
from wazir.steps import Steps

_OWN = "wazir/"
"""The start of methods that are not in the protocol."""
_INCREMENTAL = 2
"""Changes of documents arrive as edits."""
APPLY = "wazir.apply"
"""The command of code actions for clients that support only commands. Its arguments are a title and an edit."""
EVALUATE, STOP = "wazir.evaluate", "wazir.stopEvaluation"
"""The commands of lenses. The arguments of the first are the URI of a document and a position in it."""
READINGS = "wazir.showReadings"
"""The command of clients that show readings. Its arguments are the URI of a document and a position in it."""
ACTION_KINDS = ("quickfix", "refactor.rewrite", "source.fixAll")
_DIAGNOSTICS = "diagnostics"
"""The module of handlers that does not need the features, so that the first diagnostics do not wait for imports."""
MODULES = ("language", "actions", "names", "semantic_tokens", "games", "views")
"""The other modules of handlers."""
TYPES = "lsp.pygls_shim"
"""The module that imports the types of the protocol, which takes longer than a slice."""
_FEATURES = (
    *("piece.equivalence.same", "piece.drawing.svg", "piece.words.sentence", "ben39.evaluation"),
    *("features.game.position", "features.hover", "features.game.view", "notations.betza.engines.comparison"),
)
_NOTATIONS = (
    *("notations.lcpn.reading", "notations.lcpn.names", "notations.lcpn.layout", "notations.bensahas.write"),
    *("notations.bensahas.ranges", "notations.ben39.meaning", "notations.variants_ini.meaning"),
)
"""Modules that the handlers and the notations import. They are imported before them, so that no import takes long."""


def _always(_: Client) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Request:
    """A request, and how the server announces that it supports it."""

    method: str
    handler: str
    """
    A module of `handlers` and a function in it, imported when it is first needed, or when the client is silent. The
    function takes the server and the parameters, and returns a value of the protocol or `Json`, or steps or a coroutine
    that do.
    """
    capability: str = ""
    """The member of the capabilities of the server; empty if another request announces it."""
    options: object = True
    """The value of that member."""
    when: Callable[[Client], bool] = _always
    """The clients to which it is announced."""


_LEGEND = {"tokenTypes": [kind.value for kind in TokenType], "tokenModifiers": []}
_TRIGGERS = sorted({character for notation in REGISTRY for character in notation.triggers})

REQUESTS = (
    Request("textDocument/hover", "language.hover", "hoverProvider"),
    Request(
        "textDocument/completion",
        "language.complete",
        "completionProvider",
        {"triggerCharacters": _TRIGGERS, "resolveProvider": True},
    ),
    Request("completionItem/resolve", "language.resolve_completion"),
    Request(
        "textDocument/signatureHelp",
        "language.signature_help",
        "signatureHelpProvider",
        {"triggerCharacters": list("(, ;"), "retriggerCharacters": list(")")},
    ),
    Request("textDocument/inlayHint", "language.inlay_hints", "inlayHintProvider", {"resolveProvider": False}),
    Request("textDocument/formatting", "language.format_document", "documentFormattingProvider"),
    Request("textDocument/rangeFormatting", "language.format_range", "documentRangeFormattingProvider"),
    Request(
        "textDocument/onTypeFormatting",
        "language.format_on_type",
        "documentOnTypeFormattingProvider",
        {"firstTriggerCharacter": "\n", "moreTriggerCharacter": list(")]}")},
    ),
    Request("textDocument/documentSymbol", "language.document_symbols", "documentSymbolProvider"),
    Request("workspace/symbol", "language.workspace_symbols", "workspaceSymbolProvider", {"resolveProvider": False}),
    Request("textDocument/foldingRange", "language.folding_ranges", "foldingRangeProvider"),
    Request("textDocument/selectionRange", "language.selection_ranges", "selectionRangeProvider"),
    Request("textDocument/definition", "names.definition", "definitionProvider"),
    Request("textDocument/documentHighlight", "names.highlights", "documentHighlightProvider"),
    Request("textDocument/references", "names.references", "referencesProvider"),
    Request("textDocument/rename", "names.rename", "renameProvider"),
    Request(
        "textDocument/prepareRename",
        "names.prepare_rename",
        "renameProvider",
        {"prepareProvider": True},
        when=lambda client: client.prepares_rename,
    ),
    Request("textDocument/documentLink", "names.document_links", "documentLinkProvider", {"resolveProvider": False}),
    Request("textDocument/prepareCallHierarchy", "names.prepare_calls", "callHierarchyProvider"),
    Request("callHierarchy/incomingCalls", "names.incoming_calls"),
    Request("callHierarchy/outgoingCalls", "names.outgoing_calls"),
    Request(
        "textDocument/semanticTokens/full",
        "semantic_tokens.full",
        "semanticTokensProvider",
        {"legend": _LEGEND, "full": {"delta": True}, "range": True},
    ),
    Request("textDocument/semanticTokens/full/delta", "semantic_tokens.delta"),
    Request("textDocument/semanticTokens/range", "semantic_tokens.in_range"),
    Request(
        "textDocument/codeAction",
        "actions.code_actions",
        "codeActionProvider",
        {"codeActionKinds": list(ACTION_KINDS), "resolveProvider": True},
        when=lambda client: client.action_literals,
    ),
    Request("codeAction/resolve", "actions.resolve", when=lambda client: client.action_literals),
    Request(
        "textDocument/codeAction",
        "actions.code_commands",
        "codeActionProvider",
        when=lambda client: not client.action_literals,
    ),
    Request("textDocument/codeLens", "games.code_lenses", "codeLensProvider", {"resolveProvider": False}),
    Request(
        "textDocument/diagnostic",
        f"{_DIAGNOSTICS}.of_document",
        "diagnosticProvider",
        {"identifier": "wazir", "interFileDependencies": False, "workspaceDiagnostics": True},
        when=lambda client: client.pull,
    ),
    Request("workspace/diagnostic", f"{_DIAGNOSTICS}.of_workspace", when=lambda client: client.pull),
    *(
        Request(f"{_OWN}{name}", handler)
        for name, handler in (
            ("piece", "views.piece"),
            ("position", "views.position"),
            ("write", "views.write"),
            ("evaluate", "games.evaluate"),
            ("analyse", "games.analyse"),
            ("figures", "views.figures"),
            ("readings", "views.readings"),
            ("find", "views.find"),
            ("gallery", "views.gallery_page"),
            ("cards", "views.cards"),
            ("copy", "views.copy"),
            ("forms", "views.forms"),
            ("convert", "views.convert"),
            ("fence", "views.fence"),
        )
    ),
)
"""All requests. The parameters of those of `wazir/` are in `custom_requests`."""
EVALUATION = Request("workspace/executeCommand", "games.evaluate_command")
"""The command `wazir.evaluate`."""


def capabilities(client: Client) -> dict[str, object]:
    """What the server announces to a client."""
    commands = [EVALUATE, STOP] if client.action_literals else [EVALUATE, STOP, APPLY]
    return {
        "positionEncoding": client.encoding.value,
        "textDocumentSync": {"openClose": True, "change": _INCREMENTAL, "save": False},
        **{one.capability: one.options for one in REQUESTS if one.capability and one.when(client)},
        "executeCommandProvider": {"commands": commands},
        "workspace": {"workspaceFolders": {"supported": True, "changeNotifications": True}},
    }


class Session(Protocol):
    """What the dispatch needs of the server."""

    @property
    def client(self) -> Client:
        """The capabilities of the client."""

    @property
    def endpoint(self) -> Endpoint:
        """The messages of the client."""

    @property
    def evaluations(self) -> Evaluations:
        """The evaluations of positions."""

    def loading(self) -> Steps[None]:
        """Imports the features."""

    def preparing(self, params: Any) -> Steps[None]:
        """Computes what a request needs to know of other definitions."""

    def first_lines(self, uri: str | None) -> Json | None:
        """The diagnostics of the first lines of a document that was opened just now."""

    def when_ready(self, uri: str | None, request: Steps[Any], early: Callable[[], Json | None]) -> Any:
        """Handles a request when a document has no pending changes, unless it has an answer before."""


def call(session: Session, request: Request, *params: Any) -> Any:
    """Calls the handler of a request when its document is ready.

    The parameters of custom requests, which lsprotocol does not know, are validated.
    """
    module, name = request.handler.split(".")

    def handle() -> Steps[Any]:
        given = params
        if module != _DIAGNOSTICS:
            yield from session.loading()
        if request.method.startswith(_OWN):
            from wazir.lsp.custom_requests import CUSTOM_REQUESTS, structured

            given = (structured(CUSTOM_REQUESTS[request.method], *params),)
        yield from session.preparing(given[0])
        return getattr(import_module(f"wazir.lsp.handlers.{module}"), name)(session, *given)

    uri = uri_of(params[0])
    early = partial(session.first_lines, uri) if module == _DIAGNOSTICS else lambda: None
    return session.when_ready(uri, handle(), early)


def loading() -> Steps[None]:
    """Imports all handlers, and the features with them."""
    for module in (TYPES, *_FEATURES, *(f"lsp.handlers.{module}" for module in MODULES)):
        import_module(f"wazir.{module}")
        yield


def loading_notations() -> Steps[None]:
    """Imports the functions of all notations, and reads the tables of known pieces."""
    for module in _NOTATIONS:
        import_module(f"wazir.{module}")
        yield
    for notation in REGISTRY:
        for part in ("analyser", "resolver", "editor", "readers"):
            getattr(notation, part)
            yield
    for known in (table, fingerprints):
        known()
        yield
