"""Results of features as values of the protocol."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from lsprotocol import types

from wazir.document import Document
from wazir.features.completion import Completion
from wazir.features.structure import Fold, Symbol
from wazir.lsp.positions import Columns
from wazir.lsp.schema import Client
from wazir.notations.results import InlayHint, Signature, TokenType
from wazir.text import Edit, Encoding, Span


def position(document: Document, offset: int, encoding: Encoding) -> types.Position:
    """The position of an offset."""
    return types.Position(*document.region.units_at(offset, encoding))


def range_(document: Document, span: Span, encoding: Encoding) -> types.Range:
    """The range of a span."""
    return types.Range(position(document, span.start, encoding), position(document, span.end, encoding))


def ranges(document: Document, spans: Iterable[Span], encoding: Encoding) -> Iterator[types.Range]:
    """The ranges of many spans; fast if they are in order."""
    return map(Columns(document, encoding).range, spans)


def edits(document: Document, changes: Sequence[Edit], encoding: Encoding) -> list[types.TextEdit]:
    """Edits of one document, all in terms of the text before."""
    places = ranges(document, [change.span for change in changes], encoding)
    texts = [document.region.written(change.text) for change in changes]
    return list(map(types.TextEdit, places, texts))


_ANNOTATION = "confirmed"


def workspace_edit(
    uri: str, version: int | None, document: Document, changes: Sequence[Edit], client: Client, label: str = ""
) -> types.WorkspaceEdit:
    """Edits of one document as an edit of the workspace, for its version if the client supports that.

    With a label, the client shows the edits before they are applied, if it supports that.
    """
    converted = edits(document, changes, client.encoding)
    if not client.document_changes:
        return types.WorkspaceEdit(changes={uri: converted})
    identifier = types.OptionalVersionedTextDocumentIdentifier(uri=uri, version=version)
    if not label or not client.confirms_edits:
        return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(identifier, list(converted))])
    annotated = [types.AnnotatedTextEdit(_ANNOTATION, edit.range, edit.new_text) for edit in converted]
    return types.WorkspaceEdit(
        document_changes=[types.TextDocumentEdit(identifier, annotated)], change_annotations=_confirmed(label)
    )


def new_file(uri: str, text: str, label: str, note: str | None, client: Client) -> types.WorkspaceEdit:
    """The edit that creates a file, which fails if there is one; shown before it is applied, with a note."""
    start = types.Range(types.Position(0, 0), types.Position(0, 0))
    identifier = types.OptionalVersionedTextDocumentIdentifier(uri=uri, version=None)
    if not client.confirms_edits:
        made = types.TextDocumentEdit(identifier, [types.TextEdit(start, text)])
        return types.WorkspaceEdit(document_changes=[types.CreateFile(uri), made])
    annotated = types.TextDocumentEdit(identifier, [types.AnnotatedTextEdit(_ANNOTATION, start, text)])
    return types.WorkspaceEdit(
        document_changes=[types.CreateFile(uri, annotation_id=_ANNOTATION), annotated],
        change_annotations=_confirmed(label, note),
    )


def _confirmed(label: str, note: str | None = None) -> dict[str, types.ChangeAnnotation]:
    return {_ANNOTATION: types.ChangeAnnotation(label, needs_confirmation=True, description=note)}


_COMPLETION_KINDS = {
    TokenType.ATOM: types.CompletionItemKind.Class,
    TokenType.DIRECTION: types.CompletionItemKind.Property,
    TokenType.MODE: types.CompletionItemKind.Keyword,
    TokenType.MODIFIER: types.CompletionItemKind.Keyword,
    TokenType.RANGE: types.CompletionItemKind.Value,
    TokenType.OPERATOR: types.CompletionItemKind.Operator,
    TokenType.NAME: types.CompletionItemKind.Function,
    TokenType.DIRECTIVE: types.CompletionItemKind.Snippet,
    TokenType.ARGUMENT: types.CompletionItemKind.EnumMember,
    TokenType.COMMENT: types.CompletionItemKind.Text,
    TokenType.STRING: types.CompletionItemKind.Text,
    TokenType.WHITE: types.CompletionItemKind.Variable,
    TokenType.BLACK: types.CompletionItemKind.Variable,
    TokenType.MOVABLE: types.CompletionItemKind.Struct,
}


def completions(document: Document, found: Sequence[Completion], client: Client, data: object) -> types.CompletionList:
    """A list of completions. *data* and the index identify each in `completionItem/resolve`."""
    places = {span: range_(document, span, client.encoding) for span in {completion.span for completion in found}}
    shared = next(iter(places.values())) if client.item_defaults and len(places) == 1 else None
    items = []
    for number, completion in enumerate(found):
        item = _completion(completion, client)
        item.data = [data, number]
        if shared:
            item.text_edit_text = completion.insert
        else:
            item.text_edit = types.TextEdit(places[completion.span], completion.insert)
        items.append(item)
    defaults = types.CompletionItemDefaults(edit_range=shared) if shared else None
    return types.CompletionList(is_incomplete=True, items=items, item_defaults=defaults)


def _completion(completion: Completion, client: Client) -> types.CompletionItem:
    """A completion without its edit."""
    details = types.CompletionItemLabelDetails(description=completion.detail) if client.label_details else None
    return types.CompletionItem(
        completion.label,
        label_details=details,
        kind=_COMPLETION_KINDS[completion.token_type],
        detail=None if details else completion.detail,
        sort_text=completion.sort,
        filter_text=completion.filter if completion.filter != completion.label else None,
        insert_text_format=types.InsertTextFormat.Snippet if completion.snippet else None,
    )


_PIECE = types.SymbolKind.Class


def symbols(columns: Columns, found: Iterable[Symbol]) -> list[types.DocumentSymbol]:
    """Symbols in order. Those within a symbol before them are its children."""
    top = list[types.DocumentSymbol]()
    around = list[tuple[Symbol, types.DocumentSymbol, list[types.DocumentSymbol]]]()
    for symbol in found:
        while around and not _holds(around[-1][0], symbol):
            around.pop()
        place, name = columns.range(symbol.span), columns.range(symbol.selection)
        item = types.DocumentSymbol(symbol.name or "?", _PIECE, place, name, symbol.detail)
        siblings = top
        if around:
            _, parent, siblings = around[-1]
            parent.children = siblings
        siblings.append(item)
        around.append((symbol, item, []))
    return top


def _holds(outer: Symbol, inner: Symbol) -> bool:
    return outer.span != inner.span and outer.span.contains_range(inner.span)


def symbol_information(columns: Columns, symbol: Symbol, uri: str) -> types.SymbolInformation:
    """A symbol of a list without levels."""
    return types.SymbolInformation(types.Location(uri, columns.range(symbol.selection)), symbol.name or "?", _PIECE)


def folding_range(document: Document, fold: Fold) -> types.FoldingRange:
    """Lines that can be folded."""
    first = document.region.first_line
    return types.FoldingRange(first + fold.start_line, first + fold.end_line, kind=fold.kind.value or None)


def signature_help(signature: Signature, client: Client) -> types.SignatureHelp:
    """The signature of a function. Parameters are offsets in the label if the client supports that."""
    parameters, at, text = [], 0, signature.label
    for label, documentation in signature.parameters:
        start = text.find(label, at)
        at = start + len(label) if start >= 0 else at
        place = (Encoding.UTF16.units(text[:start]), Encoding.UTF16.units(text[: start + len(label)]))
        shown = place if client.label_offsets and start >= 0 else label
        parameters.append(types.ParameterInformation(shown, documentation or None))
    information = types.SignatureInformation(text, signature.documentation or None, parameters)
    return types.SignatureHelp([information], 0, signature.active)


def selection_range(document: Document, spans: Sequence[Span], encoding: Encoding) -> types.SelectionRange:
    """Spans, innermost first and at least one, as a chain of parents."""
    *inner, outermost = (range_(document, span, encoding) for span in spans)
    chain = types.SelectionRange(outermost)
    for place in reversed(inner):
        chain = types.SelectionRange(place, chain)
    return chain


def inlay_hint(document: Document, hint: InlayHint, encoding: Encoding) -> types.InlayHint:
    """An inlay hint."""
    place = position(document, hint.offset, encoding)
    return types.InlayHint(place, hint.label, tooltip=hint.tooltip or None, padding_left=True)
