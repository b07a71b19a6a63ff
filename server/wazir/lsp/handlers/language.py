"""Hover, completion, signature help, inlay hints, formatting, symbols, folding and selection."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from lsprotocol import types

from wazir.features import completion, formatting, markup, structure, tokens
from wazir.features import hover as hovering
from wazir.features.hover import HoverOptions
from wazir.features.markup import Block
from wazir.lsp import convert
from wazir.lsp.positions import Columns, offset_of, span_of
from wazir.lsp.raw_json import Json, JsonArray
from wazir.lsp.scheduling import sliced
from wazir.lsp.schema import Client
from wazir.lsp.server import WazirServer
from wazir.lsp.workspace import page_uri
from wazir.notations.notation import Notation
from wazir.notations.results import HintKind
from wazir.steps import Steps

LONGEST = 60_000
"""Characters of a text with pictures. Some editors truncate longer ones, and show part of a picture as text."""


def hover(server: WazirServer, params: types.HoverParams) -> Steps[types.Hover | None]:
    """The hover at a position. A client that shows HTML gets the picture beside the text."""
    if not (file := server.file(params.text_document, params.position)):
        return None
    client, document = server.client, file.document
    offset = offset_of(document, params.position, client.encoding)
    options = _hover_options(server, file.uri, document.notation, client.markdown_hover)
    found = yield from hovering.hover.steps(document, offset, options)
    content = found and _content(found.blocks, client.markdown_hover)
    if content and len(content.value) > LONGEST and options.pictures:
        found = yield from hovering.hover.steps(document, offset, replace(options, pictures=False))
        content = found and _content(found.blocks, client.markdown_hover)
    if not found or not content:
        return None
    if client.markdown_hover and client.html:
        content.value = markup.side_by_side(found.blocks)
    return types.Hover(content, convert.range_(document, found.span, client.encoding))


def complete(server: WazirServer, params: types.CompletionParams) -> Steps[dict[str, Any] | None]:
    """The completions at a position."""
    file, asked = server.file(params.text_document, params.position), params.context
    if not file:
        return None
    if asked and asked.trigger_character and asked.trigger_character not in file.document.notation.triggers:
        return None
    offset = offset_of(file.document, params.position, server.client.encoding)
    yield from completion.preparing(file.document, offset)
    found = yield from completion.complete.steps(file.document, offset, server.client.snippets)
    yield
    return convert.completions(file.document, found, server.client, server.completions.keep(file, found))


def resolve_completion(server: WazirServer, item: types.CompletionItem) -> Steps[types.CompletionItem]:
    """A completion with its documentation."""
    if sent := server.completions.find(item.data):
        file, chosen = sent
        markdown = server.client.markdown_completion
        options = _hover_options(server, file.uri, file.document.notation, markdown)
        blocks = yield from completion.resolve.steps(file.document, chosen, options)
        content = _content(blocks, markdown)
        if len(content.value) > LONGEST and options.pictures:
            blocks = yield from completion.resolve.steps(file.document, chosen, replace(options, pictures=False))
            content = _content(blocks, markdown)
        item.documentation = content if markdown or server.client.plain_completion else content.value
    return item


def _hover_options(server: WazirServer, uri: str, notation: Notation, markdown: bool) -> HoverOptions:
    return HoverOptions(
        server.client.pictures and markdown,
        server.client.theme,
        server.configuration.at(uri).diagram.style,
        server.evaluations.summary,
        diagnostics=not server.client.html,
        page=partial(page_uri, server.home, notation.name),
        figures=server.configuration.at(uri).hover.figures,
    )


def _content(blocks: Sequence[Block], markdown: bool) -> types.MarkupContent:
    if markdown:
        return types.MarkupContent(types.MarkupKind.Markdown, markup.markdown(blocks, pictures=True))
    return types.MarkupContent(types.MarkupKind.PlainText, markup.plain(blocks))


def signature_help(server: WazirServer, params: types.SignatureHelpParams) -> types.SignatureHelp | None:
    """The signature of the function around a position."""
    if not (file := server.file(params.text_document, params.position)):
        return None
    offset = offset_of(file.document, params.position, server.client.encoding)
    found = completion.signature(file.document, offset)
    return convert.signature_help(found, server.client) if found else None


def inlay_hints(server: WazirServer, params: types.InlayHintParams) -> Steps[list[types.InlayHint] | None]:
    """The inlay hints in a range, of the kinds that are enabled."""
    opened, encoding = server.opened(params.text_document), server.client.encoding
    chosen = server.configuration.at(params.text_document.uri).inlay_hints
    if not opened:
        return None
    kinds = [kind for kind in HintKind if chosen.enabled and getattr(chosen, kind.value)]
    hints = list[types.InlayHint]()
    for document in opened.documents(params.range.start.line, params.range.end.line):
        yield
        span = span_of(document, params.range, encoding)
        for one in (yield from tokens.inlay.steps(document, span, kinds)):
            hints.append(convert.inlay_hint(document, one, encoding))
            yield
        if chosen.marks and document.notation.has_games:
            from wazir.features.game.analysis import marks  # late, because most documents do not need it

            for one in (yield from marks.steps(document, span, server.verdicts.of)):
                hints.append(convert.inlay_hint(document, one, encoding))
                yield
    return hints if chosen.enabled or hints else None


# Formatting


def format_document(server: WazirServer, params: types.DocumentFormattingParams) -> Steps[list[types.TextEdit] | None]:
    """The edits that format a document."""
    return _formatted(server, params.text_document, None)


def format_range(
    server: WazirServer, params: types.DocumentRangeFormattingParams
) -> Steps[list[types.TextEdit] | None]:
    """The edits that format the definitions in a range."""
    return _formatted(server, params.text_document, params.range)


def _formatted(
    server: WazirServer, identifier: types.TextDocumentIdentifier, where: types.Range | None
) -> Steps[list[types.TextEdit] | None]:
    encoding, found = server.client.encoding, list[types.TextEdit]()
    if not (opened := server.opened(identifier)):
        return None
    for document in opened.documents(where.start.line, where.end.line) if where else opened.documents():
        span = span_of(document, where, encoding) if where else None
        yield
        edits = yield from formatting.format.steps(document, span)
        found += yield from convert.edits(document, edits, encoding)
    return found


def format_on_type(
    server: WazirServer, params: types.DocumentOnTypeFormattingParams
) -> Steps[list[types.TextEdit] | None]:
    """The edits that format what a typed character completes."""
    if not (file := server.file(params.text_document, params.position)):
        return None
    offset = offset_of(file.document, params.position, server.client.encoding)
    changes = yield from formatting.format_on_type.steps(file.document, offset, params.ch)
    return (yield from convert.edits(file.document, changes, server.client.encoding))


# Structure


def document_symbols(server: WazirServer, params: types.DocumentSymbolParams) -> Steps[Json | None]:
    """The definitions of a document. Only blocks that have changed or moved since the last request are written."""
    parts, kept = list[str](), dict[Hashable, str]()
    if not (opened := server.opened(params.text_document)):
        return None
    for document in opened.documents():
        columns = Columns(document, server.client.encoding)
        for block, span, line in document.blocks():
            key = block, line, document.origin
            written = opened.outline.get(key)
            if written is None:
                found = yield from structure.symbols.steps(document, span)
                written = _symbols(server.client, columns, found, opened.uri)
            kept[key] = written
            if written:
                parts += (",", written) if parts else (written,)
            yield
    opened.outline = kept
    return Json.of("[", *parts, "]")


def _symbols(client: Client, columns: Columns, found: Sequence[structure.Symbol], uri: str) -> str:
    if client.hierarchical_symbols:
        return convert.symbols_json(columns, found)
    return ",".join([convert.symbol_information_json(columns, one, uri) for one in found])


async def workspace_symbols(server: WazirServer, params: types.WorkspaceSymbolParams) -> Json:
    """The definitions of the workspace that match a query."""
    documents = await server.documents()
    uris = {id(file.document): uri for uri, file in documents.items()}

    def matching() -> Steps[Json]:
        found = yield from structure.matching.steps([file.document for file in documents.values()], params.query)
        array = JsonArray()
        for document, one in found:
            yield
            columns = Columns(document, server.client.encoding)
            array.add(convert.symbol_information_json(columns, one, uris[id(document)]))
        return array.json()

    return await sliced(matching())


def folding_ranges(server: WazirServer, params: types.FoldingRangeParams) -> Steps[list[types.FoldingRange] | None]:
    """The parts of a document that can be folded."""
    found = list[types.FoldingRange]()
    if not (opened := server.opened(params.text_document)):
        return None
    for document in opened.documents():
        for one in (yield from structure.folds.steps(document)):
            found.append(convert.folding_range(document, one))
            yield
    return found


def selection_ranges(
    server: WazirServer, params: types.SelectionRangeParams
) -> Steps[list[types.SelectionRange] | None]:
    """The ranges to which a selection grows, for each of some positions."""
    encoding, chosen = server.client.encoding, list[types.SelectionRange]()
    if not server.opened(params.text_document):
        return None
    for position in params.positions:
        if not (file := server.file(params.text_document, position)):
            return None
        offset = offset_of(file.document, position, encoding)
        spans = yield from structure.selection.steps(file.document, offset)
        chosen.append(convert.selection_range(file.document, spans, encoding))
        yield
    return chosen
