"""What a client can ask for: one handler a feature, which only converts, and the list of them."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from typing import Any

from lsprotocol import types

from wazir.document import Document
from wazir.features import completion, formatting, inlay, names, structure, symbols
from wazir.features import hover as hovering
from wazir.lsp import actions, from_lsp, pull, semantic, to_lsp
from wazir.lsp.client import Client
from wazir.lsp.columns import Columns
from wazir.lsp.conversation import Failure
from wazir.lsp.ready import Json, Listing
from wazir.lsp.session import Session
from wazir.lsp.slices import Slices


@dataclass(frozen=True, slots=True)
class Request:
    """A request that is answered."""

    method: str
    handle: Callable[[Session, Any], Any]
    """From the session and the typed parameters to the typed answer, or to a coroutine that gives it."""
    options: object = None
    """What the client is told about it besides that it is there."""
    when: Callable[[Client], bool] = lambda _: True
    """For which clients."""


def hover(session: Session, params: types.HoverParams) -> types.Hover | None:
    """What stands at a place."""
    if not (file := session.file(params.text_document)):
        return None
    offset = from_lsp.offset(file.document, params.position, session.client.encoding)
    options = session.hover_options(file.uri)
    found = hovering.hover(file.document, offset, options)
    if found and not to_lsp.fits(found.blocks):
        found = hovering.hover(file.document, offset, replace(options, pictures=False))
    return to_lsp.hover(file.document, found, session.client) if found else None


def complete(session: Session, params: types.CompletionParams) -> types.CompletionList | None:
    """What may be written at a place."""
    if not (file := session.file(params.text_document)):
        return None
    offset = from_lsp.offset(file.document, params.position, session.client.encoding)
    found = completion.complete(file.document, offset, session.client.snippets)
    return to_lsp.completions(file.document, found, session.client, session.propose(file, found))


def resolve_completion(session: Session, item: types.CompletionItem) -> types.CompletionItem:
    """The rest about something that may be written: its text and its drawing."""
    if proposed := session.proposed(item.data):
        document, chosen, options = proposed
        blocks = completion.resolve(document, chosen, options)
        if not to_lsp.fits(blocks):
            blocks = completion.resolve(document, chosen, replace(options, pictures=False))
        item.documentation = to_lsp.content(blocks, markdown=session.client.markdown_completion)
    return item


def format_document(session: Session, params: types.DocumentFormattingParams) -> list[types.TextEdit] | None:
    """The edits that lay a document out evenly."""
    if not (file := session.file(params.text_document)):
        return None
    return to_lsp.edits(file.document, formatting.format(file.document), session.client.encoding)


def format_range(session: Session, params: types.DocumentRangeFormattingParams) -> list[types.TextEdit] | None:
    """The edits that lay out the blocks which a range touches."""
    if not (file := session.file(params.text_document)):
        return None
    span = from_lsp.span(file.document, params.range, session.client.encoding)
    return to_lsp.edits(file.document, formatting.format(file.document, span), session.client.encoding)


def format_on_type(session: Session, params: types.DocumentOnTypeFormattingParams) -> list[types.TextEdit] | None:
    """The edits that lay out the line just finished, and its block."""
    if not (file := session.file(params.text_document)):
        return None
    offset = from_lsp.offset(file.document, params.position, session.client.encoding)
    return to_lsp.edits(file.document, formatting.format_on_type(file.document, offset), session.client.encoding)


def outline(session: Session, params: types.DocumentSymbolParams) -> Coroutine[Any, Any, Json] | None:
    """The pieces of a document."""
    file = session.file(params.text_document)
    return _outline(session.client, file.uri, file.document) if file else None


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


async def find_symbols(session: Session, params: types.WorkspaceSymbolParams) -> Json:
    """The pieces that a query finds, in open documents and in the files of the workspace."""
    documents = await session.documents()
    addresses = {id(file.document): uri for uri, file in documents.items()}
    found = symbols.matching((file.document for file in documents.values()), params.query)
    listing = Listing()
    for document, one in found:
        columns = Columns(document, session.client.encoding)
        listing.add(to_lsp.symbol_information_json(columns, one, addresses[id(document)]))
    return listing.json()


def folds(session: Session, params: types.FoldingRangeParams) -> list[types.FoldingRange] | None:
    """What can be folded away."""
    file = session.file(params.text_document)
    return [to_lsp.fold(one) for one in structure.folds(file.document)] if file else None


def selections(session: Session, params: types.SelectionRangeParams) -> list[types.SelectionRange] | None:
    """What a selection grows to, for each of some places."""
    if not (file := session.file(params.text_document)):
        return None
    document, encoding = file.document, session.client.encoding
    offsets = [from_lsp.offset(document, position, encoding) for position in params.positions]
    return [to_lsp.selection(document, structure.selection(document, offset), encoding) for offset in offsets]


def highlights(session: Session, params: types.DocumentHighlightParams) -> list[types.DocumentHighlight] | None:
    """The places that are like one."""
    if not (file := session.file(params.text_document)):
        return None
    document, encoding = file.document, session.client.encoding
    found = names.highlights(document, from_lsp.offset(document, params.position, encoding))
    return [to_lsp.highlight(document, one, encoding) for one in found]


def references(session: Session, params: types.ReferenceParams) -> list[types.Location] | None:
    """Where the name at a place stands."""
    if not (file := session.file(params.text_document)):
        return None
    document, encoding = file.document, session.client.encoding
    found = names.name_at(document, from_lsp.offset(document, params.position, encoding))
    spans = names.occurrences(document, found.name) if found else ()
    return [types.Location(file.uri, to_lsp.range_(document, span, encoding)) for span in spans]


def prepare_rename(session: Session, params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
    """The name that can be changed at a place."""
    if not (file := session.file(params.text_document)):
        return None
    document, encoding = file.document, session.client.encoding
    found = names.name_at(document, from_lsp.offset(document, params.position, encoding))
    return types.PrepareRenamePlaceholder(to_lsp.range_(document, found.span, encoding), found.name) if found else None


def rename(session: Session, params: types.RenameParams) -> types.WorkspaceEdit | None:
    """The edits that give a piece a new name."""
    if not (file := session.file(params.text_document)):
        return None
    offset = from_lsp.offset(file.document, params.position, session.client.encoding)
    try:
        changes = names.rename(file.document, offset, params.new_name)
    except names.CannotRename as refusal:
        raise Failure(types.LSPErrorCodes.RequestFailed, str(refusal)) from None
    return to_lsp.workspace_edit(file.uri, file.version, file.document, changes, session.client)


def inlay_hints(session: Session, params: types.InlayHintParams) -> list[types.InlayHint] | None:
    """Remarks between the signs of a range, of the kinds that are switched on."""
    file = session.file(params.text_document)
    if not file or not (kinds := session.hint_kinds(file.uri)):
        return None
    span = from_lsp.span(file.document, params.range, session.client.encoding)
    return [
        to_lsp.inlay(file.document, one, session.client.encoding) for one in inlay.inlay(file.document, span, kinds)
    ]


REQUESTS = (
    Request(types.TEXT_DOCUMENT_HOVER, hover),
    Request(
        types.TEXT_DOCUMENT_COMPLETION,
        complete,
        types.CompletionOptions(trigger_characters=list("%=: -([?"), resolve_provider=True),
    ),
    Request(types.COMPLETION_ITEM_RESOLVE, resolve_completion),
    Request(types.TEXT_DOCUMENT_FORMATTING, format_document),
    Request(types.TEXT_DOCUMENT_RANGE_FORMATTING, format_range),
    Request(
        types.TEXT_DOCUMENT_ON_TYPE_FORMATTING,
        format_on_type,
        types.DocumentOnTypeFormattingOptions(first_trigger_character="\n"),
    ),
    Request(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, outline),
    Request(types.WORKSPACE_SYMBOL, find_symbols),
    Request(types.TEXT_DOCUMENT_FOLDING_RANGE, folds),
    Request(types.TEXT_DOCUMENT_SELECTION_RANGE, selections),
    Request(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, highlights),
    Request(types.TEXT_DOCUMENT_REFERENCES, references),
    Request(types.TEXT_DOCUMENT_PREPARE_RENAME, prepare_rename),
    Request(types.TEXT_DOCUMENT_RENAME, rename),
    Request(types.TEXT_DOCUMENT_INLAY_HINT, inlay_hints),
    Request(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, semantic.full, semantic.LEGEND),
    Request(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA, semantic.delta),
    Request(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, semantic.part),
    Request(
        types.TEXT_DOCUMENT_CODE_ACTION,
        actions.code_actions,
        types.CodeActionOptions(code_action_kinds=list(actions.KINDS), resolve_provider=True),
    ),
    Request(types.CODE_ACTION_RESOLVE, actions.resolve),
    Request(types.WORKSPACE_EXECUTE_COMMAND, actions.execute),
    Request(
        types.TEXT_DOCUMENT_DIAGNOSTIC,
        pull.of_document,
        types.DiagnosticOptions(identifier="wazir", inter_file_dependencies=False, workspace_diagnostics=True),
        when=lambda client: client.pull,
    ),
    Request(types.WORKSPACE_DIAGNOSTIC, pull.of_workspace, when=lambda client: client.pull),
)
"""Everything that can be asked for."""
