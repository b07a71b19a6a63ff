"""The list of requests: which function handles each, and what the server announces to the client."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any, Protocol

from lsprotocol import types

from wazir.lsp.convert import uri_of
from wazir.lsp.raw_json import Json
from wazir.lsp.schema import Client
from wazir.notations import REGISTRY
from wazir.notations.results import TokenType
from wazir.piece.known import fingerprints, table
from wazir.steps import Steps

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
    """A request. pygls announces a capability for it, from the method and the options."""

    method: str
    handler: str
    """
    A module of `handlers` and a function in it, imported when it is first needed, or when the client is silent. The
    function takes the server and the parameters, and returns a value of the protocol or `Json`, or steps or a coroutine
    that do.
    """
    options: Any = None
    when: Callable[[Client], bool] = _always
    """The clients to which it is announced."""


_LEGEND = types.SemanticTokensLegend(token_types=[kind.value for kind in TokenType], token_modifiers=[])
_TRIGGERS = sorted({character for notation in REGISTRY for character in notation.triggers})

REQUESTS = (
    Request(types.TEXT_DOCUMENT_HOVER, "language.hover"),
    Request(
        types.TEXT_DOCUMENT_COMPLETION,
        "language.complete",
        types.CompletionOptions(trigger_characters=_TRIGGERS, resolve_provider=True),
    ),
    Request(types.COMPLETION_ITEM_RESOLVE, "language.resolve_completion"),
    Request(
        types.TEXT_DOCUMENT_SIGNATURE_HELP,
        "language.signature_help",
        types.SignatureHelpOptions(trigger_characters=list("(, ;"), retrigger_characters=list(")")),
    ),
    Request(types.TEXT_DOCUMENT_INLAY_HINT, "language.inlay_hints"),
    Request(types.TEXT_DOCUMENT_FORMATTING, "language.format_document"),
    Request(types.TEXT_DOCUMENT_RANGE_FORMATTING, "language.format_range"),
    Request(
        types.TEXT_DOCUMENT_ON_TYPE_FORMATTING,
        "language.format_on_type",
        types.DocumentOnTypeFormattingOptions(first_trigger_character="\n", more_trigger_character=list(")]}")),
    ),
    Request(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, "language.document_symbols"),
    Request(types.WORKSPACE_SYMBOL, "language.workspace_symbols"),
    Request(types.TEXT_DOCUMENT_FOLDING_RANGE, "language.folding_ranges"),
    Request(types.TEXT_DOCUMENT_SELECTION_RANGE, "language.selection_ranges"),
    Request(types.TEXT_DOCUMENT_DEFINITION, "names.definition"),
    Request(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, "names.highlights"),
    Request(types.TEXT_DOCUMENT_REFERENCES, "names.references"),
    Request(types.TEXT_DOCUMENT_RENAME, "names.rename"),
    Request(types.TEXT_DOCUMENT_PREPARE_RENAME, "names.prepare_rename", when=lambda client: client.prepares_rename),
    Request(types.TEXT_DOCUMENT_DOCUMENT_LINK, "names.document_links"),
    Request(types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY, "names.prepare_calls"),
    Request(types.CALL_HIERARCHY_INCOMING_CALLS, "names.incoming_calls"),
    Request(types.CALL_HIERARCHY_OUTGOING_CALLS, "names.outgoing_calls"),
    Request(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, "semantic_tokens.full", _LEGEND),
    Request(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA, "semantic_tokens.delta"),
    Request(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, "semantic_tokens.in_range"),
    Request(
        types.TEXT_DOCUMENT_CODE_ACTION,
        "actions.code_actions",
        types.CodeActionOptions(code_action_kinds=list(ACTION_KINDS), resolve_provider=True),
        when=lambda client: client.action_literals,
    ),
    Request(types.CODE_ACTION_RESOLVE, "actions.resolve", when=lambda client: client.action_literals),
    Request(types.TEXT_DOCUMENT_CODE_ACTION, "actions.code_commands", when=lambda client: not client.action_literals),
    Request(types.TEXT_DOCUMENT_CODE_LENS, "games.code_lenses"),
    Request(
        types.TEXT_DOCUMENT_DIAGNOSTIC,
        f"{_DIAGNOSTICS}.of_document",
        types.DiagnosticOptions(identifier="wazir", inter_file_dependencies=False, workspace_diagnostics=True),
        when=lambda client: client.pull,
    ),
    Request(types.WORKSPACE_DIAGNOSTIC, f"{_DIAGNOSTICS}.of_workspace", when=lambda client: client.pull),
    Request("wazir/piece", "views.piece"),
    Request("wazir/position", "views.position"),
    Request("wazir/write", "views.write"),
    Request("wazir/evaluate", "games.evaluate"),
    Request("wazir/analyse", "games.analyse"),
    Request("wazir/figures", "views.figures"),
    Request("wazir/readings", "views.readings"),
    Request("wazir/find", "views.find"),
    Request("wazir/gallery", "views.gallery_page"),
    Request("wazir/cards", "views.cards"),
    Request("wazir/copy", "views.copy"),
    Request("wazir/forms", "views.forms"),
    Request("wazir/convert", "views.convert"),
    Request("wazir/fence", "views.fence"),
)
"""All requests. The parameters of those of `wazir/` are in `custom_requests`."""


class Server(Protocol):
    """What the dispatch needs of the server."""

    def loading(self) -> Steps[None]:
        """Imports the features."""

    def preparing(self, params: Any) -> Steps[None]:
        """Computes what a request needs to know of other definitions."""

    def first_lines(self, uri: str | None) -> Json | None:
        """The diagnostics of the first lines of a document that was opened just now."""

    def when_ready(self, uri: str | None, request: Steps[Any], early: Callable[[], Json | None]) -> Any:
        """Handles a request when a document has no pending changes, unless it has an answer before."""


def handler_of(request: Request) -> Callable[..., Any]:
    """The handler of a request."""

    def handle(ls: Server, *params: Any) -> Any:  # pygls recognizes the name `ls`
        return call(
            ls, request.handler, *params, custom="" if request.method in types.METHOD_TO_TYPES else request.method
        )

    return handle


def call(server: Server, handler: str, *params: Any, custom: str = "") -> Any:
    """Calls a function of `handlers` when the document of the request is ready.

    Args:
        server: The server.
        handler: A module of `handlers` and a function in it.
        params: The parameters.
        custom: The method of a custom request, whose parameters lsprotocol does not know. They are validated.
    """
    module, name = handler.split(".")

    def request() -> Steps[Any]:
        given = params
        if module != _DIAGNOSTICS:
            yield from server.loading()
        if custom:
            from wazir.lsp.custom_requests import CUSTOM_REQUESTS, structured

            given = (structured(CUSTOM_REQUESTS[custom], *params),)
        yield from server.preparing(given[0])
        return getattr(import_module(f"wazir.lsp.handlers.{module}"), name)(server, *given)

    uri = uri_of(params[0])
    early = partial(server.first_lines, uri) if module == _DIAGNOSTICS else lambda: None
    return server.when_ready(uri, request(), early)


def loading() -> Steps[None]:
    """Imports all handlers, and the features with them."""
    for module in (*_FEATURES, *(f"lsp.handlers.{module}" for module in MODULES)):
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
