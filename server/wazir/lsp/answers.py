"""The answers to requests: one function a feature, which only converts; `requests` lists them."""

from __future__ import annotations

from collections.abc import Coroutine
from dataclasses import replace
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcContentModified

from wazir.document import Document
from wazir.features import completion, folding, formatting, inlay, signatures, structure, symbols
from wazir.features import hover as hovering
from wazir.features.hover import HoverOptions
from wazir.lsp import from_lsp, to_lsp
from wazir.lsp.client import Client
from wazir.lsp.columns import Columns
from wazir.lsp.opened import OpenFile
from wazir.lsp.ready import Json, Listing
from wazir.lsp.server import WazirServer
from wazir.lsp.slices import Slices
from wazir.notations.base import HintKind
from wazir.text import Edit, Span


def hover(server: WazirServer, params: types.HoverParams) -> types.Hover | None:
    """What stands at a place."""
    if not (file := server.file(params.text_document)):
        return None
    offset = from_lsp.offset(file.document, params.position, server.client.encoding)
    options = _hover_options(server, file.uri, server.client.markdown_hover)
    found = hovering.hover(file.document, offset, options)
    if found and not to_lsp.fits(found.blocks):
        found = hovering.hover(file.document, offset, replace(options, pictures=False))
    return to_lsp.hover(file.document, found, server.client) if found else None


def complete(server: WazirServer, params: types.CompletionParams) -> types.CompletionList | None:
    """What may be written at a place."""
    file, asked = server.file(params.text_document), params.context
    if not file:
        return None
    if asked and asked.trigger_character and asked.trigger_character not in file.document.notation.triggers:
        return None
    offset = from_lsp.offset(file.document, params.position, server.client.encoding)
    found = completion.complete(file.document, offset, server.client.snippets)
    return to_lsp.completions(file.document, found, server.client, server.proposals.keep(file, found))


def resolve_completion(server: WazirServer, item: types.CompletionItem) -> types.CompletionItem:
    """The rest about something that may be written: its text and its drawing."""
    if proposed := server.proposals.find(item.data):
        file, chosen = proposed
        markdown = server.client.markdown_completion
        options = _hover_options(server, file.uri, markdown)
        blocks = completion.resolve(file.document, chosen, options)
        if not to_lsp.fits(blocks):
            blocks = completion.resolve(file.document, chosen, replace(options, pictures=False))
        documentation = to_lsp.content(blocks, markdown=markdown)
        item.documentation = documentation if markdown or server.client.plain_completion else documentation.value
    return item


def _hover_options(server: WazirServer, uri: str, markdown: bool) -> HoverOptions:
    style = server.configuration.at(uri).diagram.style
    return HoverOptions(server.client.pictures and markdown, server.client.theme, style)


def format_document(
    server: WazirServer, params: types.DocumentFormattingParams
) -> Coroutine[Any, Any, list[types.TextEdit]] | None:
    """The edits that lay a document out evenly."""
    file = server.file(params.text_document)
    return _formatted(server.client, file, None) if file else None


def format_range(
    server: WazirServer, params: types.DocumentRangeFormattingParams
) -> Coroutine[Any, Any, list[types.TextEdit]] | None:
    """The edits that lay out the blocks or definitions which a range touches."""
    if not (file := server.file(params.text_document)):
        return None
    span = from_lsp.span(file.document, params.range, server.client.encoding)
    return _formatted(server.client, file, span)


async def _formatted(client: Client, file: OpenFile, span: Span | None) -> list[types.TextEdit]:
    document, edits, slices = file.document, list[Edit](), Slices()
    for some in formatting.each(document, span):
        edits += some
        if slices.is_over():
            await slices.others()
            if file.document is not document:
                raise JsonRpcContentModified("The text has changed meanwhile.")
    return to_lsp.edits(document, edits, client.encoding)


def format_on_type(server: WazirServer, params: types.DocumentOnTypeFormattingParams) -> list[types.TextEdit] | None:
    """The edits that lay out what was just finished."""
    if not (file := server.file(params.text_document)):
        return None
    offset = from_lsp.offset(file.document, params.position, server.client.encoding)
    changes = formatting.format_on_type(file.document, offset, params.ch)
    return to_lsp.edits(file.document, changes, server.client.encoding)


def outline(server: WazirServer, params: types.DocumentSymbolParams) -> Coroutine[Any, Any, Json] | None:
    """The pieces of a document."""
    file = server.file(params.text_document)
    return _outline(server.client, file.uri, file.document) if file else None


async def _outline(client: Client, uri: str, document: Document) -> Json:
    columns, slices, listing = Columns(document, client.encoding), Slices(), Listing()
    for one in symbols.each(document):
        if client.hierarchical_symbols:
            listing.add(to_lsp.symbol_json(columns, one))
        else:
            listing.add(to_lsp.symbol_information_json(columns, one, uri))
        if slices.is_over():
            await slices.others()
    return listing.json()


async def find_symbols(server: WazirServer, params: types.WorkspaceSymbolParams) -> Json:
    """The pieces that a query finds, in open documents and in the files of the workspace."""
    documents = await server.documents()
    addresses = {id(file.document): uri for uri, file in documents.items()}
    found = symbols.matching((file.document for file in documents.values()), params.query)
    listing = Listing()
    for document, one in found:
        columns = Columns(document, server.client.encoding)
        listing.add(to_lsp.symbol_information_json(columns, one, addresses[id(document)]))
    return listing.json()


async def folds(server: WazirServer, params: types.FoldingRangeParams) -> list[types.FoldingRange] | None:
    """What can be folded away."""
    if not (file := server.file(params.text_document)):
        return None
    found, slices = [], Slices()
    for one in folding.each(file.document):
        found.append(one)
        if slices.is_over():
            await slices.others()
    return [to_lsp.fold(one) for one in folding.in_order(found)]


def selections(server: WazirServer, params: types.SelectionRangeParams) -> list[types.SelectionRange] | None:
    """What a selection grows to, for each of some places."""
    if not (file := server.file(params.text_document)):
        return None
    document, encoding = file.document, server.client.encoding
    offsets = [from_lsp.offset(document, position, encoding) for position in params.positions]
    return [to_lsp.selection(document, structure.selection(document, offset), encoding) for offset in offsets]


def signature(server: WazirServer, params: types.SignatureHelpParams) -> types.SignatureHelp | None:
    """What the function around a place is given."""
    if not (file := server.file(params.text_document)):
        return None
    offset = from_lsp.offset(file.document, params.position, server.client.encoding)
    found = signatures.signature(file.document, offset)
    return to_lsp.signature(found, server.client) if found else None


def inlay_hints(server: WazirServer, params: types.InlayHintParams) -> list[types.InlayHint] | None:
    """Remarks between the signs of a range, of the kinds that are switched on."""
    file = server.file(params.text_document)
    chosen = server.configuration.at(params.text_document.uri).inlay_hints
    if not file or not chosen.enabled:
        return None
    kinds = [kind for kind in HintKind if getattr(chosen, kind.value)]
    span = from_lsp.span(file.document, params.range, server.client.encoding)
    return [to_lsp.inlay(file.document, one, server.client.encoding) for one in inlay.inlay(file.document, span, kinds)]
