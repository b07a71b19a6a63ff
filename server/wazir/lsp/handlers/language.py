"""Hover, completion, signature help, inlay hints, formatting, symbols, folding, selection, tokens
and diagnostics.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from hashlib import blake2b
from itertools import count

from lsprotocol import types

from wazir.addresses import SITE
from wazir.budget import in_time
from wazir.document import Document
from wazir.features import completion, formatting, markup, structure
from wazir.features import hover as hovering
from wazir.features.game.analysis import marks
from wazir.features.hover import HoverOptions
from wazir.features.markup import Block
from wazir.lsp import convert
from wazir.lsp.documents import AnyFile, OpenFile
from wazir.lsp.snapshot import Snapshot
from wazir.lsp.workspace import page_uri
from wazir.notations.results import HintKind, TokenType
from wazir.piece.drawing.svg import Theme
from wazir.text import common_start

MAX_CHARACTERS_WITH_PICTURES = 60_000
"""Characters of a text with pictures. Some editors truncate longer ones, and show part of a picture
as text.
"""


def hover(snapshot: Snapshot, params: types.HoverParams) -> types.Hover | None:
    """The hover at a position, without pictures if it would be too long for editors."""
    file, offset = snapshot.place(params)
    for options in _hover_options(snapshot, file, is_markdown=snapshot.client.markdown_hover):
        answer = hovering.hover(file.document, offset, options)
        if answer is None:
            return None
        content, span = _hover_content(snapshot, answer), answer.span
        if not _is_too_long(content):
            break
    return types.Hover(content, snapshot.columns(file.document).range(span))


def _hover_content(snapshot: Snapshot, answer: hovering.Hover) -> types.MarkupContent:
    """The blocks of a hover. A client that shows HTML gets the picture beside the text."""
    client = snapshot.client
    if client.markdown_hover and client.html:
        value = markup.side_by_side(answer.blocks)
        return types.MarkupContent(types.MarkupKind.Markdown, value)
    return _content(answer.blocks, client.markdown_hover)


def _is_too_long(content: types.MarkupContent) -> bool:
    """Whether editors may cut a text with pictures."""
    return len(content.value) > MAX_CHARACTERS_WITH_PICTURES


def complete(snapshot: Snapshot, params: types.CompletionParams) -> types.CompletionList | None:
    """The completions at a position; null if nobody asked for them and they do not help there."""
    (file, offset), context = snapshot.place(params), params.context
    typed = context.trigger_character if context else None
    if typed and typed not in file.document.notation.files.triggers:
        return None
    is_asked = context is None or context.trigger_kind is types.CompletionTriggerKind.Invoked
    if not is_asked and not completion.helps_unasked(file.document, offset):
        return None
    items = completion.complete(file.document, offset, snapshot.client.snippets)
    return convert.completion_list(
        file.document, items, snapshot.client, data=snapshot.session.completions.keep(file, items)
    )


def resolve_completion(snapshot: Snapshot, item: types.CompletionItem) -> types.CompletionItem:
    """A completion with its documentation."""
    if sent := snapshot.session.completions.find(item.data):
        file, chosen = sent
        markdown = snapshot.client.markdown_completion
        for options in _hover_options(snapshot, file, is_markdown=markdown):
            content = _content(completion.resolve(file.document, chosen, options), markdown)
            if not _is_too_long(content):
                break
        item.documentation = (
            content if markdown or snapshot.client.plain_completion else content.value
        )
    return item


def _hover_options(
    snapshot: Snapshot, file: OpenFile[Document], *, is_markdown: bool
) -> tuple[HoverOptions, HoverOptions]:
    """The options of a hover, and those of a shorter one, without pictures."""
    settings = snapshot.session.configuration.at(file.uri)
    options = HoverOptions(
        pictures=snapshot.client.pictures and is_markdown,
        theme=Theme(snapshot.client.theme),
        style=settings.diagram.style,
        evaluation=snapshot.session.evaluations.summary,
        diagnostics=not snapshot.client.html,
        page=partial(page_uri, snapshot.session.home, file.document.notation.name),
        site=SITE if is_markdown else "",
        figures=settings.hover.figures,
    )
    return options, replace(options, pictures=False)


def _content(blocks: Sequence[Block], markdown: bool) -> types.MarkupContent:
    if markdown:
        return types.MarkupContent(types.MarkupKind.Markdown, markup.markdown(blocks))
    return types.MarkupContent(types.MarkupKind.PlainText, markup.plain(blocks))


def signature_help(
    snapshot: Snapshot, params: types.SignatureHelpParams
) -> types.SignatureHelp | None:
    """The signature of the function around a position; null without one."""
    file, offset = snapshot.place(params)
    signature = completion.signature(file.document, offset)
    return convert.signature_help(signature, snapshot.client) if signature else None


def inlay_hints(snapshot: Snapshot, params: types.InlayHintParams) -> list[types.InlayHint] | None:
    """The inlay hints in a range, of the kinds that are enabled; null if all are disabled."""
    opened = snapshot.opened(params.text_document)
    chosen = snapshot.session.configuration.at(params.text_document.uri).inlay_hints
    kinds = [kind for kind in HintKind if chosen.enabled and getattr(chosen, kind.value)]
    hints = list[types.InlayHint]()
    for document in opened.documents(params.range.start.line, params.range.end.line):
        columns = snapshot.columns(document)
        span = snapshot.span(document, params.range)
        hints += [
            convert.inlay_hint(columns, hint) for hint in structure.inlay(document, span, kinds)
        ]
        if chosen.marks and document.notation.games:
            hints += [
                convert.inlay_hint(columns, hint)
                for hint in marks(document, span, snapshot.session.verdicts.of)
            ]
    return hints if chosen.enabled or hints else None


# Formatting


def format_text(
    snapshot: Snapshot, params: types.DocumentFormattingParams | types.DocumentRangeFormattingParams
) -> list[types.TextEdit] | None:
    """The edits that format a document, or the definitions in a range."""
    opened = snapshot.opened(params.text_document)
    edits = list[types.TextEdit]()
    where = params.range if isinstance(params, types.DocumentRangeFormattingParams) else None
    for document in (
        opened.documents(where.start.line, where.end.line) if where else opened.documents()
    ):
        span = snapshot.span(document, where) if where else None
        edits += convert.edits(snapshot.columns(document), formatting.format(document, span))
    return edits


def format_on_type(
    snapshot: Snapshot, params: types.DocumentOnTypeFormattingParams
) -> list[types.TextEdit] | None:
    """The edits that format what a typed character completes."""
    file, offset = snapshot.place(params)
    changes = formatting.format_on_type(file.document, offset, params.ch)
    return convert.edits(snapshot.columns(file.document), changes)


# Structure


def document_symbols(
    snapshot: Snapshot, params: types.DocumentSymbolParams
) -> list[types.DocumentSymbol] | list[types.SymbolInformation] | None:
    """The definitions of a document."""
    opened = snapshot.opened(params.text_document)
    each = [
        (snapshot.columns(document), structure.symbols(document)) for document in opened.documents()
    ]
    if snapshot.client.hierarchical_symbols:
        return [item for columns, symbols in each for item in convert.symbols(columns, symbols)]
    return [
        convert.symbol_information(columns, symbol, opened.uri)
        for columns, symbols in each
        for symbol in symbols
    ]


async def workspace_symbols(
    snapshot: Snapshot, params: types.WorkspaceSymbolParams
) -> list[types.SymbolInformation]:
    """The definitions of the workspace that match a query."""
    files = await snapshot.documents()
    uris = {id(file.document): uri for uri, file in files.items()}

    def matching() -> list[types.SymbolInformation]:
        documents = [file.document for file in files.values()]
        return [
            convert.symbol_information(snapshot.columns(document), symbol, uris[id(document)])
            for document, symbol in structure.matching(documents, params.query)
        ]

    return await snapshot.session.server.in_thread(matching)


def folding_ranges(
    snapshot: Snapshot, params: types.FoldingRangeParams
) -> list[types.FoldingRange] | None:
    """The parts of a document that can be folded."""
    documents = snapshot.opened(params.text_document).documents()
    return [
        convert.folding_range(document, fold)
        for document in documents
        for fold in structure.folds(document)
    ]


def selection_ranges(
    snapshot: Snapshot, params: types.SelectionRangeParams
) -> list[types.SelectionRange] | None:
    """The ranges to which a selection grows, for each of some positions."""
    chosen = list[types.SelectionRange]()
    snapshot.opened(params.text_document)
    for position in in_time(params.positions):
        document = snapshot.file(params.text_document, position).document
        spans = structure.selection(document, snapshot.offset(document, position))
        chosen.append(convert.selection_range(snapshot.columns(document), spans))
    return chosen + [
        types.SelectionRange(types.Range(place, place)) for place in params.positions[len(chosen) :]
    ]


# Semantic tokens

_TYPES = {kind: number for number, kind in enumerate(TokenType)}
_results = count(1)
"""The ids of results."""


def semantic_tokens(
    snapshot: Snapshot, params: types.SemanticTokensParams | types.SemanticTokensDeltaParams
) -> types.SemanticTokens | types.SemanticTokensDelta | None:
    """All tokens of a document; of a request for the changes since a previous result these, if that
    is the last one.
    """
    file = snapshot.opened(params.text_document)
    data, result = _encoded(snapshot, file.documents()), str(next(_results))
    known, before = snapshot.session.semantic_tokens.get(file.uri, ("", []))
    snapshot.session.semantic_tokens[file.uri] = result, data
    if isinstance(params, types.SemanticTokensParams) or known != params.previous_result_id:
        return types.SemanticTokens(data, result)
    start = common_start(before, data)
    end = common_start(before[start:][::-1], data[start:][::-1])
    removed = len(before) - start - end
    added = data[start : len(data) - end]
    edits = [types.SemanticTokensEdit(start, removed, added)] if removed or added else []
    return types.SemanticTokensDelta(edits, result)


def semantic_tokens_in_range(
    snapshot: Snapshot, params: types.SemanticTokensRangeParams
) -> types.SemanticTokens | None:
    """The tokens of the chunks that a range touches."""
    file = snapshot.opened(params.text_document)
    documents = file.documents(params.range.start.line, params.range.end.line)
    return types.SemanticTokens(_encoded(snapshot, documents, params.range))


def _encoded(
    snapshot: Snapshot, documents: Iterable[Document], where: types.Range | None = None
) -> list[int]:
    """The tokens of documents, five numbers each, as in the protocol."""
    data = list[int]()
    last_line = last_column = 0
    for document in documents:
        columns = snapshot.columns(document)
        for token in structure.tokens(document, snapshot.span(document, where) if where else None):
            line, column = columns.at(token.start)
            _, end = columns.at(token.start + token.length)
            further = column - last_column if line == last_line else column
            data += (line - last_line, further, end - column, _TYPES[token.type], 0)
            last_line, last_column = line, column
    return data


# Diagnostics for clients that request them


def document_diagnostics(
    snapshot: Snapshot, params: types.DocumentDiagnosticParams
) -> types.DocumentDiagnosticReport:
    """The diagnostics of a document, or a report that they are unchanged.

    If they take long, and the client can be told to request them again, a report of those that are
    known so far.
    """
    if not (file := snapshot.files.get(params.text_document.uri)):
        return types.RelatedFullDocumentDiagnosticReport([])
    if snapshot.client.diagnostic_refresh and not snapshot.session.publisher.is_complete(file):
        first, is_all = file.first_diagnostics()
        if not is_all:
            snapshot.session.publisher.finish(file)
            return types.RelatedFullDocumentDiagnosticReport(
                snapshot.session.diagnostics(file, first)
            )
    items, result = _result(snapshot, file)
    if result == params.previous_result_id:
        return types.RelatedUnchangedDocumentDiagnosticReport(result)
    return types.RelatedFullDocumentDiagnosticReport(items, result_id=result)


async def workspace_diagnostics(
    snapshot: Snapshot, params: types.WorkspaceDiagnosticParams
) -> types.WorkspaceDiagnosticReport:
    """The diagnostics of every file of the workspace, open or not."""
    files: dict[str, AnyFile] = {**await snapshot.documents(), **snapshot.files}
    before = {known.uri: known.value for known in params.previous_result_ids}
    # A client may have requested the diagnostics of a Markdown file just before it was closed.
    closed = dict.fromkeys(
        uri for uri in (*before, *snapshot.session.closed_markdown) if uri not in files
    )

    def report(uri: str, file: AnyFile) -> types.WorkspaceDocumentDiagnosticReport:
        items, result = _result(snapshot, file)
        if result == before.get(uri):
            return types.WorkspaceUnchangedDocumentDiagnosticReport(uri, result, file.version)
        return types.WorkspaceFullDocumentDiagnosticReport(
            uri, items, file.version, result_id=result
        )

    reports = await snapshot.session.server.in_thread(
        lambda: [report(uri, file) for uri, file in files.items()]
    )
    gone = [types.WorkspaceFullDocumentDiagnosticReport(uri, []) for uri in closed]
    return types.WorkspaceDiagnosticReport([*reports, *gone])


def _result(snapshot: Snapshot, file: AnyFile) -> tuple[list[types.Diagnostic], str]:
    """The diagnostics of a file, and the id of this result."""
    items = snapshot.session.diagnostics(file, list(file.diagnostics()))
    return items, blake2b(repr(items).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
