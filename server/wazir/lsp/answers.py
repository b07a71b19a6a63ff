"""The answers to requests: one function a feature, which only converts; `requests` lists them."""

from __future__ import annotations

from collections.abc import Coroutine
from dataclasses import replace
from functools import partial
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcContentModified

from wazir.features import completion, folding, formatting, inlay, signatures, structure, symbols
from wazir.features import hover as hovering
from wazir.features.hover import HoverOptions
from wazir.lsp import from_lsp, to_lsp
from wazir.lsp.client import Client
from wazir.lsp.columns import Columns
from wazir.lsp.opened import Opened
from wazir.lsp.ready import Json, Listing
from wazir.lsp.server import WazirServer
from wazir.lsp.slices import Slices
from wazir.lsp.uris import page_uri
from wazir.notations.base import HintKind, Notation
from wazir.text import Edit


def hover(server: WazirServer, params: types.HoverParams) -> types.Hover | None:
    """What stands at a place."""
    if not (file := server.file(params.text_document, params.position)):
        return None
    offset = from_lsp.offset(file.document, params.position, server.client.encoding)
    options = _hover_options(server, file.uri, file.document.notation, server.client.markdown_hover)
    found = hovering.hover(file.document, offset, options)
    if found and not to_lsp.fits(found.blocks):
        found = hovering.hover(file.document, offset, replace(options, pictures=False))
    return to_lsp.hover(file.document, found, server.client) if found else None


def complete(server: WazirServer, params: types.CompletionParams) -> types.CompletionList | None:
    """What may be written at a place."""
    file, asked = server.file(params.text_document, params.position), params.context
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
        options = _hover_options(server, file.uri, file.document.notation, markdown)
        blocks = completion.resolve(file.document, chosen, options)
        if not to_lsp.fits(blocks):
            blocks = completion.resolve(file.document, chosen, replace(options, pictures=False))
        documentation = to_lsp.content(blocks, markdown=markdown)
        item.documentation = documentation if markdown or server.client.plain_completion else documentation.value
    return item


def _hover_options(server: WazirServer, uri: str, notation: Notation, markdown: bool) -> HoverOptions:
    style = server.configuration.at(uri).diagram.style
    return HoverOptions(
        server.client.pictures and markdown,
        server.client.theme,
        style,
        server.evaluations.said,
        findings=not server.client.html,
        page=partial(page_uri, server.home, notation.name) if server.home else lambda _: None,
    )


def format_document(
    server: WazirServer, params: types.DocumentFormattingParams
) -> Coroutine[Any, Any, list[types.TextEdit]] | None:
    """The edits that lay a document out evenly."""
    opened = server.opened(params.text_document)
    return _formatted(server.client, opened, replace(opened), None) if opened else None


def format_range(
    server: WazirServer, params: types.DocumentRangeFormattingParams
) -> Coroutine[Any, Any, list[types.TextEdit]] | None:
    """The edits that lay out the blocks or definitions which a range touches."""
    if not (opened := server.opened(params.text_document)):
        return None
    return _formatted(server.client, opened, replace(opened), params.range)


async def _formatted(client: Client, opened: Opened, asked: Opened, where: types.Range | None) -> list[types.TextEdit]:
    found, slices = list[types.TextEdit](), Slices()
    for document in asked.documents(where.start.line, where.end.line) if where else asked.documents():
        edits, span = list[Edit](), from_lsp.span(document, where, client.encoding) if where else None
        for some in formatting.each(document, span):
            edits += some
            if slices.is_over():
                await slices.others()
                if opened.document is not asked.document:
                    raise JsonRpcContentModified("The text has changed meanwhile.")
        found += to_lsp.edits(document, edits, client.encoding)
    return found


def format_on_type(server: WazirServer, params: types.DocumentOnTypeFormattingParams) -> list[types.TextEdit] | None:
    """The edits that lay out what was just finished."""
    if not (file := server.file(params.text_document, params.position)):
        return None
    offset = from_lsp.offset(file.document, params.position, server.client.encoding)
    changes = formatting.format_on_type(file.document, offset, params.ch)
    return to_lsp.edits(file.document, changes, server.client.encoding)


def outline(server: WazirServer, params: types.DocumentSymbolParams) -> Coroutine[Any, Any, Json] | None:
    """The pieces of a document."""
    opened = server.opened(params.text_document)
    return _outline(server.client, replace(opened)) if opened else None


async def _outline(client: Client, asked: Opened) -> Json:
    slices, listing = Slices(), Listing()
    for document in asked.documents():
        columns = Columns(document, client.encoding)
        for one in symbols.each(document):
            if client.hierarchical_symbols:
                listing.add(to_lsp.symbol_json(columns, one))
            else:
                listing.add(to_lsp.symbol_information_json(columns, one, asked.uri))
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
    if not (opened := server.opened(params.text_document)):
        return None
    folds, slices = list[types.FoldingRange](), Slices()
    for document in list(opened.documents()):
        found = []
        for one in folding.each(document):
            found.append(one)
            if slices.is_over():
                await slices.others()
        folds += [to_lsp.fold(document, one) for one in folding.in_order(found)]
    return folds


def selections(server: WazirServer, params: types.SelectionRangeParams) -> list[types.SelectionRange] | None:
    """What a selection grows to, for each of some places."""
    if not server.opened(params.text_document):
        return None
    encoding, chosen = server.client.encoding, list[types.SelectionRange]()
    for position in params.positions:
        if not (file := server.file(params.text_document, position)):
            return None
        offset = from_lsp.offset(file.document, position, encoding)
        chosen.append(to_lsp.selection(file.document, structure.selection(file.document, offset), encoding))
    return chosen


def signature(server: WazirServer, params: types.SignatureHelpParams) -> types.SignatureHelp | None:
    """What the function around a place is given."""
    if not (file := server.file(params.text_document, params.position)):
        return None
    offset = from_lsp.offset(file.document, params.position, server.client.encoding)
    found = signatures.signature(file.document, offset)
    return to_lsp.signature(found, server.client) if found else None


def inlay_hints(server: WazirServer, params: types.InlayHintParams) -> list[types.InlayHint] | None:
    """Remarks between the signs of a range, of the kinds that are switched on."""
    opened, encoding = server.opened(params.text_document), server.client.encoding
    chosen = server.configuration.at(params.text_document.uri).inlay_hints
    if not opened or not chosen.enabled:
        return None
    kinds = [kind for kind in HintKind if getattr(chosen, kind.value)]
    hints = list[types.InlayHint]()
    for document in opened.documents(params.range.start.line, params.range.end.line):
        span = from_lsp.span(document, params.range, encoding)
        hints += [to_lsp.inlay(document, one, encoding) for one in inlay.inlay(document, span, kinds)]
    return hints
