"""The answers to requests: one function a feature, which only converts; `requests` lists them."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from lsprotocol import types

from wazir.features import completion, folding, formatting, inlay, signatures, structure, symbols
from wazir.features import hover as hovering
from wazir.features.hover import HoverOptions
from wazir.lsp import from_lsp, to_lsp
from wazir.lsp.columns import Columns
from wazir.lsp.ready import Json, Listing
from wazir.lsp.server import WazirServer
from wazir.lsp.slices import sliced
from wazir.lsp.uris import page_uri
from wazir.notations.base import HintKind, Notation
from wazir.steps import Steps


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


def complete(server: WazirServer, params: types.CompletionParams) -> Steps[types.CompletionList | None]:
    """What may be written at a place."""
    file, asked = server.file(params.text_document, params.position), params.context
    if not file:
        return None
    if asked and asked.trigger_character and asked.trigger_character not in file.document.notation.triggers:
        return None
    offset = from_lsp.offset(file.document, params.position, server.client.encoding)
    found = completion.complete(file.document, offset, server.client.snippets)
    yield
    return to_lsp.completions(file.document, found, server.client, server.completions.keep(file, found))


def resolve_completion(server: WazirServer, item: types.CompletionItem) -> types.CompletionItem:
    """The rest about something that may be written: its text and its drawing."""
    if proposed := server.completions.find(item.data):
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


def format_document(server: WazirServer, params: types.DocumentFormattingParams) -> Steps[list[types.TextEdit] | None]:
    """The edits that lay a document out evenly."""
    return _formatted(server, params.text_document, None)


def format_range(
    server: WazirServer, params: types.DocumentRangeFormattingParams
) -> Steps[list[types.TextEdit] | None]:
    """The edits that lay out the blocks or definitions which a range touches."""
    return _formatted(server, params.text_document, params.range)


def _formatted(
    server: WazirServer, identifier: types.TextDocumentIdentifier, where: types.Range | None
) -> Steps[list[types.TextEdit] | None]:
    encoding, found = server.client.encoding, list[types.TextEdit]()
    if not (opened := server.opened(identifier)):
        return None
    for document in opened.documents(where.start.line, where.end.line) if where else opened.documents():
        span = from_lsp.span(document, where, encoding) if where else None
        edits = yield from formatting.format.steps(document, span)
        found += yield from to_lsp.edits(document, edits, encoding)
    return found


def format_on_type(
    server: WazirServer, params: types.DocumentOnTypeFormattingParams
) -> Steps[list[types.TextEdit] | None]:
    """The edits that lay out what was just finished."""
    if not (file := server.file(params.text_document, params.position)):
        return None
    offset = from_lsp.offset(file.document, params.position, server.client.encoding)
    changes = yield from formatting.format_on_type.steps(file.document, offset, params.ch)
    return (yield from to_lsp.edits(file.document, changes, server.client.encoding))


def outline(server: WazirServer, params: types.DocumentSymbolParams) -> Steps[Json | None]:
    """The pieces of a document."""
    client, listing = server.client, Listing()
    if not (opened := server.opened(params.text_document)):
        return None
    for document in opened.documents():
        columns = Columns(document, client.encoding)
        for one in (yield from symbols.symbols.steps(document)):
            if client.hierarchical_symbols:
                listing.add(to_lsp.symbol_json(columns, one))
            else:
                listing.add(to_lsp.symbol_information_json(columns, one, opened.uri))
            yield
    return listing.json()


async def find_symbols(server: WazirServer, params: types.WorkspaceSymbolParams) -> Json:
    """The pieces that a query finds, in open documents and in the files of the workspace."""
    documents = await server.documents()
    addresses = {id(file.document): uri for uri, file in documents.items()}
    found = await sliced(symbols.matching.steps([file.document for file in documents.values()], params.query))
    listing = Listing()
    for document, one in found:
        columns = Columns(document, server.client.encoding)
        listing.add(to_lsp.symbol_information_json(columns, one, addresses[id(document)]))
    return listing.json()


def folds(server: WazirServer, params: types.FoldingRangeParams) -> Steps[list[types.FoldingRange] | None]:
    """What can be folded away."""
    found = list[types.FoldingRange]()
    if not (opened := server.opened(params.text_document)):
        return None
    for document in opened.documents():
        for one in (yield from folding.folds.steps(document)):
            found.append(to_lsp.fold(document, one))
            yield
    return found


def selections(server: WazirServer, params: types.SelectionRangeParams) -> Steps[list[types.SelectionRange] | None]:
    """What a selection grows to, for each of some places."""
    if not server.opened(params.text_document):
        return None
    encoding, chosen = server.client.encoding, list[types.SelectionRange]()
    for position in params.positions:
        if not (file := server.file(params.text_document, position)):
            return None
        offset = from_lsp.offset(file.document, position, encoding)
        spans = yield from structure.selection.steps(file.document, offset)
        chosen.append(to_lsp.selection(file.document, spans, encoding))
        yield
    return chosen


def signature(server: WazirServer, params: types.SignatureHelpParams) -> types.SignatureHelp | None:
    """What the function around a place is given."""
    if not (file := server.file(params.text_document, params.position)):
        return None
    offset = from_lsp.offset(file.document, params.position, server.client.encoding)
    found = signatures.signature(file.document, offset)
    return to_lsp.signature(found, server.client) if found else None


def inlay_hints(server: WazirServer, params: types.InlayHintParams) -> Steps[list[types.InlayHint] | None]:
    """Remarks between the signs of a range, of the kinds that are switched on."""
    opened, encoding = server.opened(params.text_document), server.client.encoding
    chosen = server.configuration.at(params.text_document.uri).inlay_hints
    if not opened or not chosen.enabled:
        return None
    kinds = [kind for kind in HintKind if getattr(chosen, kind.value)]
    hints = list[types.InlayHint]()
    for document in opened.documents(params.range.start.line, params.range.end.line):
        span = from_lsp.span(document, params.range, encoding)
        for one in (yield from inlay.inlay.steps(document, span, kinds)):
            hints.append(to_lsp.inlay(document, one, encoding))
            yield
    return hints
