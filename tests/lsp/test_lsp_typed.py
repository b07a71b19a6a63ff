"""A client that takes nothing but what the protocol's types allow: pygls', by pytest-lsp, over
stdio.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from functools import cache

import pytest
import pytest_lsp
from lsprotocol import types
from pygls.protocol import default_converter
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities
from pytest_lsp.client import register_lsp_features

from lsp.client import environment

COMMAND = [sys.executable, "-m", "wazir", "lsp"]
URI = "file:///typed.betza"
TEXT = "Pawn = fmWfcF\nOther = KK-V\nPawn = nN\n"
DOCUMENT = types.TextDocumentIdentifier(URI)
ALL = types.Range(types.Position(0, 0), types.Position(3, 0))

converter = cache(default_converter)
"""The converter of all clients: each compiles code for every type that it meets."""


def typed_client() -> LanguageClient:
    """A client as `pytest_lsp` makes it, with that converter."""
    client = LanguageClient(converter_factory=converter)
    register_lsp_features(client)
    return client


@pytest_lsp.fixture(
    params=["visual-studio-code", "neovim@v0.7", "neovim", "emacs"],
    config=ClientServerConfig(
        server_command=COMMAND, server_env=environment(), client_factory=typed_client
    ),
)
async def client(request: pytest.FixtureRequest, lsp_client: LanguageClient) -> AsyncIterator[None]:
    """Clients that announce what well-known editors do."""
    lsp_client.feature(types.CLIENT_REGISTER_CAPABILITY)(lambda params: None)
    await lsp_client.initialize_session(
        types.InitializeParams(capabilities=client_capabilities(request.param), process_id=None)
    )
    item = types.TextDocumentItem(URI, "betza", 1, TEXT)
    lsp_client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    yield
    await lsp_client.shutdown_session()


async def findings(client: LanguageClient) -> list[types.Diagnostic]:
    """The diagnostics that the client requests, or is sent next."""
    if client.capabilities.text_document and client.capabilities.text_document.diagnostic:
        report = await client.text_document_diagnostic_async(
            types.DocumentDiagnosticParams(DOCUMENT)
        )
        assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
        return list(report.items)
    await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    return list(client.diagnostics[URI])


@pytest.mark.asyncio
async def test_answers_are_of_the_types_of_the_protocol(client: LanguageClient) -> None:
    """Every answer can be read by a client that knows the protocol as types, and a change reaches
    it.
    """
    at = types.Position(0, 8)
    diagnostics = await findings(client)
    # A slow server publishes the diagnostics of the first definitions first.
    async with asyncio.timeout(60):
        while not {"unknown-letter", "duplicate-name"} <= {
            diagnostic.code for diagnostic in diagnostics
        }:
            diagnostics = await findings(client)

    hover = await client.text_document_hover_async(types.HoverParams(DOCUMENT, at))
    assert isinstance(hover, types.Hover)
    completions = await client.text_document_completion_async(types.CompletionParams(DOCUMENT, at))
    assert isinstance(completions, types.CompletionList)
    assert await client.completion_item_resolve_async(completions.items[0])
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(DOCUMENT))
    assert symbols
    assert await client.workspace_symbol_async(types.WorkspaceSymbolParams("pawn"))
    assert await client.text_document_folding_range_async(types.FoldingRangeParams(DOCUMENT))
    assert await client.text_document_selection_range_async(
        types.SelectionRangeParams(DOCUMENT, [at])
    )
    assert await client.text_document_document_highlight_async(
        types.DocumentHighlightParams(DOCUMENT, at)
    )
    context = types.ReferenceContext(include_declaration=True)
    assert await client.text_document_references_async(
        types.ReferenceParams(context, DOCUMENT, types.Position(0, 0))
    )
    assert await client.text_document_rename_async(
        types.RenameParams(DOCUMENT, types.Position(0, 0), "Peon")
    )
    options = types.FormattingOptions(tab_size=4, insert_spaces=True)
    assert await client.text_document_formatting_async(
        types.DocumentFormattingParams(DOCUMENT, options)
    )
    tokens = await client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(DOCUMENT)
    )
    assert isinstance(tokens, types.SemanticTokens)
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(DOCUMENT, ALL, types.CodeActionContext(diagnostics))
    )
    assert actions

    change = types.TextDocumentContentChangePartial(range=ALL, text="Pawn = fmWfcF\n")
    identifier = types.VersionedTextDocumentIdentifier(version=2, uri=URI)
    client.text_document_did_change(types.DidChangeTextDocumentParams(identifier, [change]))
    while (diagnostics := await findings(client)) and URI in client.diagnostics:
        continue  # an earlier text's
    assert diagnostics == []
