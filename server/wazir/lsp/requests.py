"""What a client can ask for: the list of requests, who answers each, and what the client is told about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from wazir.lsp.client import Client
from wazir.notations.base import TokenType

Offer = Mapping[str, Any]

APPLY = "wazir.apply"
"""The command of code actions for clients that know only commands; its arguments are a title and an edit."""
ACTION_KINDS = ("quickfix", "refactor.rewrite", "source.fixAll")


def _always(_: Client) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Request:
    """A request that is answered."""

    method: str
    answer: str
    """
    The module of this package and its function: from the session and the typed parameters to a typed value, a plain
    one or `Json`, or to a coroutine that gives it. It is imported when somebody asks, or in an idle moment, so that
    the first diagnostics need not wait for lsprotocol and the features.
    """
    offer: Offer
    """What it adds to the capabilities of the server."""
    when: Callable[[Client], bool] = _always
    """The clients that it is offered to."""


_COMPLETION = {"triggerCharacters": list("%=: -([?"), "resolveProvider": True}
_LEGEND = {"tokenTypes": [kind.value for kind in TokenType], "tokenModifiers": list[str]()}
_TOKENS = {"legend": _LEGEND, "full": {"delta": True}}
_DIAGNOSTICS = {"identifier": "wazir", "interFileDependencies": False, "workspaceDiagnostics": True}
_ACTIONS = {"codeActionKinds": list(ACTION_KINDS), "resolveProvider": True}

REQUESTS = (
    Request("textDocument/hover", "answers.hover", {"hoverProvider": True}),
    Request("textDocument/completion", "answers.complete", {"completionProvider": _COMPLETION}),
    Request("completionItem/resolve", "answers.resolve_completion", {}),
    Request("textDocument/formatting", "answers.format_document", {"documentFormattingProvider": True}),
    Request("textDocument/rangeFormatting", "answers.format_range", {"documentRangeFormattingProvider": True}),
    Request(
        "textDocument/onTypeFormatting",
        "answers.format_on_type",
        {"documentOnTypeFormattingProvider": {"firstTriggerCharacter": "\n"}},
    ),
    Request("textDocument/documentSymbol", "answers.outline", {"documentSymbolProvider": True}),
    Request("workspace/symbol", "answers.find_symbols", {"workspaceSymbolProvider": True}),
    Request("textDocument/foldingRange", "answers.folds", {"foldingRangeProvider": True}),
    Request("textDocument/selectionRange", "answers.selections", {"selectionRangeProvider": True}),
    Request("textDocument/documentHighlight", "answers.highlights", {"documentHighlightProvider": True}),
    Request("textDocument/references", "answers.references", {"referencesProvider": True}),
    Request("textDocument/rename", "answers.rename", {"renameProvider": True}),
    Request(
        "textDocument/prepareRename",
        "answers.prepare_rename",
        {"renameProvider": {"prepareProvider": True}},
        when=lambda client: client.prepares_rename,
    ),
    Request("textDocument/inlayHint", "answers.inlay_hints", {"inlayHintProvider": True}),
    Request("textDocument/semanticTokens/full", "semantic.full", {"semanticTokensProvider": _TOKENS}),
    Request("textDocument/semanticTokens/full/delta", "semantic.delta", {}),
    Request("textDocument/semanticTokens/range", "semantic.part", {"semanticTokensProvider": {"range": True}}),
    Request("textDocument/codeAction", "actions.code_actions", {"codeActionProvider": True}),
    Request(
        "codeAction/resolve",
        "actions.resolve",
        {"codeActionProvider": _ACTIONS},
        when=lambda client: client.action_literals,
    ),
    Request(
        "workspace/executeCommand",
        "actions.execute",
        {"executeCommandProvider": {"commands": [APPLY]}},
        when=lambda client: not client.action_literals,
    ),
    Request(
        "textDocument/diagnostic",
        "pull.of_document",
        {"diagnosticProvider": _DIAGNOSTICS},
        when=lambda client: client.pull,
    ),
    Request("workspace/diagnostic", "pull.of_workspace", {}, when=lambda client: client.pull),
)
"""Everything that can be asked for."""

_ALWAYS: Offer = {
    "textDocumentSync": {"openClose": True, "change": 2},
    "workspace": {"workspaceFolders": {"supported": True, "changeNotifications": True}},
}


def capabilities(client: Client) -> dict[str, Any]:
    """What the server can do for a client."""
    told: dict[str, Any] = {"positionEncoding": client.encoding.value, **_ALWAYS}
    for request in REQUESTS:
        for name, value in request.offer.items() if request.when(client) else ():
            known = told.get(name)
            told[name] = {**known, **value} if isinstance(known, dict) and isinstance(value, dict) else value
    return told
