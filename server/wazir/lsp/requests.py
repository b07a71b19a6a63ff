"""What a client can ask for: the list of features, who answers each, and what the client is told about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from wazir.lsp.client import Client
from wazir.notations import REGISTRY
from wazir.notations.base import TokenType

if TYPE_CHECKING:
    from wazir.lsp.server import WazirServer

APPLY = "wazir.apply"
"""The command of code actions for clients that know only commands; its arguments are a title and an edit."""
EVALUATE, STOP = "wazir.evaluate", "wazir.stopEvaluation"
"""The commands of lenses. The arguments of the first are the address of a document and a place in it."""
EVALUATION = "wazir/evaluate"
"""A request of ours: to look ahead with limits, and partial results."""
ACTION_KINDS = ("quickfix", "refactor.rewrite", "source.fixAll")
MODULES = ("answers", "navigation", "semantic", "actions", "positions", "views")
"""Where the answers are."""
PULL = "pull"
"""Where those are that need no features: diagnostics, for clients that ask."""


def _always(_: Client) -> bool:
    return True


def _pulls(client: Client) -> bool:
    return client.pull


def _takes_actions(client: Client) -> bool:
    return client.action_literals


@dataclass(frozen=True, slots=True)
class Request:
    """A request that is answered; pygls tells the client about it, from the method and the options."""

    method: str
    answer: str
    """
    The module of this package and its function: from the server and the typed parameters to a typed value or `Json`,
    or to steps or a coroutine that give it. It is imported when somebody asks, or in a silent moment, so that the first
    diagnostics need not wait for the features.
    """
    options: Any = None
    when: Callable[[Client], bool] = _always
    """The clients that it is offered to."""


_LEGEND = types.SemanticTokensLegend(token_types=[kind.value for kind in TokenType], token_modifiers=[])

_TRIGGERS = sorted({sign for notation in REGISTRY for sign in notation.triggers})

REQUESTS = (
    Request(types.TEXT_DOCUMENT_HOVER, "answers.hover"),
    Request(
        types.TEXT_DOCUMENT_COMPLETION,
        "answers.complete",
        types.CompletionOptions(trigger_characters=_TRIGGERS, resolve_provider=True),
    ),
    Request(types.COMPLETION_ITEM_RESOLVE, "answers.resolve_completion"),
    Request(types.TEXT_DOCUMENT_FORMATTING, "answers.format_document"),
    Request(types.TEXT_DOCUMENT_RANGE_FORMATTING, "answers.format_range"),
    Request(
        types.TEXT_DOCUMENT_ON_TYPE_FORMATTING,
        "answers.format_on_type",
        types.DocumentOnTypeFormattingOptions(first_trigger_character="\n", more_trigger_character=list(")]}")),
    ),
    Request(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, "answers.outline"),
    Request(types.WORKSPACE_SYMBOL, "answers.find_symbols"),
    Request(types.TEXT_DOCUMENT_FOLDING_RANGE, "answers.folds"),
    Request(types.TEXT_DOCUMENT_SELECTION_RANGE, "answers.selections"),
    Request(
        types.TEXT_DOCUMENT_SIGNATURE_HELP,
        "answers.signature",
        types.SignatureHelpOptions(trigger_characters=list("(, ;"), retrigger_characters=list(")")),
    ),
    Request(types.TEXT_DOCUMENT_DEFINITION, "navigation.define"),
    Request(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, "navigation.highlights"),
    Request(types.TEXT_DOCUMENT_REFERENCES, "navigation.references"),
    Request(types.TEXT_DOCUMENT_RENAME, "navigation.rename"),
    Request(
        types.TEXT_DOCUMENT_PREPARE_RENAME, "navigation.prepare_rename", when=lambda client: client.prepares_rename
    ),
    Request(types.TEXT_DOCUMENT_DOCUMENT_LINK, "navigation.document_links"),
    Request(types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY, "navigation.prepare_calls"),
    Request(types.CALL_HIERARCHY_INCOMING_CALLS, "navigation.used_in"),
    Request(types.CALL_HIERARCHY_OUTGOING_CALLS, "navigation.built_from"),
    Request(types.TEXT_DOCUMENT_INLAY_HINT, "answers.inlay_hints"),
    Request(types.TEXT_DOCUMENT_CODE_LENS, "positions.code_lenses"),
    Request(EVALUATION, "positions.evaluate_request"),
    Request("wazir/piece", "views.piece"),
    Request("wazir/position", "views.position"),
    Request("wazir/figures", "figuring.figures"),
    Request("wazir/find", "figuring.found_texts"),
    Request("wazir/gallery", "views.page"),
    Request("wazir/cards", "views.cards"),
    Request("wazir/copy", "views.copy"),
    Request("wazir/forms", "views.forms"),
    Request("wazir/convert", "views.convert"),
    Request("wazir/fence", "views.fence"),
    Request(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, "semantic.full", _LEGEND),
    Request(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA, "semantic.delta"),
    Request(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, "semantic.part"),
    Request(
        types.TEXT_DOCUMENT_CODE_ACTION,
        "actions.code_actions",
        types.CodeActionOptions(code_action_kinds=list(ACTION_KINDS), resolve_provider=True),
        when=_takes_actions,
    ),
    Request(types.CODE_ACTION_RESOLVE, "actions.resolve", when=_takes_actions),
    Request(types.TEXT_DOCUMENT_CODE_ACTION, "actions.code_commands", when=lambda client: not client.action_literals),
    Request(
        types.TEXT_DOCUMENT_DIAGNOSTIC,
        f"{PULL}.of_document",
        types.DiagnosticOptions(identifier="wazir", inter_file_dependencies=False, workspace_diagnostics=True),
        when=_pulls,
    ),
    Request(types.WORKSPACE_DIAGNOSTIC, f"{PULL}.of_workspace", when=_pulls),
)
"""Everything that can be asked for."""


def register(server: WazirServer, client: Client) -> None:
    """Registers what a client can be offered; pygls makes the capabilities of the server from that."""
    for request in REQUESTS:
        if request.when(client):
            server.feature(request.method, request.options)(handler(request.answer))

    @server.command(EVALUATE)
    def evaluate(uri: str, position: types.Position) -> Any:
        """Looks ahead in the position at a place."""
        return handler("positions.evaluate")(server, uri, position)

    @server.command(STOP)
    def stop() -> None:
        """Ends the search that goes on."""
        server.evaluations.stop()

    if not client.action_literals:

        @server.command(APPLY)
        def apply(title: str, edit: types.WorkspaceEdit) -> None:
            """Carries out an action that was given as a command."""
            server.workspace_apply_edit(types.ApplyWorkspaceEditParams(edit, title))


def handler(answer: str) -> Callable[..., Any]:
    """What answers a request, imported with all features when it is first asked; diagnostics go before that."""
    module, name = answer.split(".")

    def handle(ls: WazirServer, *params: Any) -> Any:
        def run() -> Any:
            if module != PULL:
                ls.load()
            return getattr(import_module(f"wazir.lsp.{module}"), name)(ls, *params)

        return ls.when_ready(params[0], run) if params else run()

    return handle


def load() -> None:
    """Imports all answers, and the features with them."""
    for module in MODULES:
        import_module(f"wazir.lsp.{module}")
