"""From what features return to the client's lines, columns and types."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence

from lsprotocol import types

from wazir.document import Document
from wazir.features import markup
from wazir.features.completion import Completion
from wazir.features.folding import Fold
from wazir.features.hover import Hover
from wazir.features.markup import Block
from wazir.features.names import Highlight, HighlightKind
from wazir.features.symbols import Symbol
from wazir.lsp.client import Client
from wazir.lsp.columns import Columns
from wazir.notations.base import InlayHint, Signature, TokenType
from wazir.steps import Steps
from wazir.text import Edit, Encoding, Span

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
_PIECE = types.SymbolKind.Class
LONGEST = 60_000
"""Characters of a text with pictures."""


def position(document: Document, offset: int, encoding: Encoding) -> types.Position:
    """The position of an offset."""
    return types.Position(*document.units_at(offset, encoding))


def range_(document: Document, span: Span, encoding: Encoding) -> types.Range:
    """The range of a span."""
    return types.Range(position(document, span.start, encoding), position(document, span.end, encoding))


def ranges(document: Document, spans: Iterable[Span], encoding: Encoding) -> Iterator[types.Range]:
    """The ranges of many spans, which cost least in order."""
    columns = Columns(document, encoding)
    for span in spans:
        start, end = columns.at(span.start), columns.at(span.end)
        yield types.Range(types.Position(*start), types.Position(*end))


def edits(document: Document, changes: Sequence[Edit], encoding: Encoding) -> Steps[list[types.TextEdit]]:
    """Edits of one document, all of them in terms of the text before."""
    written, made = document.origin.written, list[types.TextEdit]()
    for change, place in zip(changes, ranges(document, (change.span for change in changes), encoding), strict=True):
        made.append(types.TextEdit(place, written(change.text)))
        yield
    return made


def workspace_edit(
    uri: str, version: int | None, document: Document, changes: Sequence[Edit], client: Client
) -> Steps[types.WorkspaceEdit]:
    """Edits of one document as a change of the workspace, for its version if the client heeds that."""
    converted = yield from edits(document, changes, client.encoding)
    if not client.document_changes:
        return types.WorkspaceEdit(changes={uri: converted})
    identifier = types.OptionalVersionedTextDocumentIdentifier(uri=uri, version=version)
    return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(identifier, list(converted))])


def content(blocks: Sequence[Block], *, markdown: bool) -> types.MarkupContent:
    """Blocks in the format that the client reads; the pictures among them are there because it wants them."""
    if markdown:
        return types.MarkupContent(types.MarkupKind.Markdown, markup.markdown(blocks, pictures=True))
    return types.MarkupContent(types.MarkupKind.PlainText, markup.plain(blocks))


def fits(blocks: Sequence[Block]) -> bool:
    """Whether blocks are short enough; some editors cut what is much longer, and show the rest of a picture as text."""
    return len(markup.markdown(blocks, pictures=True)) <= LONGEST


def hover(document: Document, found: Hover, client: Client) -> types.Hover:
    """What stands at a place: a client that shows HTML gets the picture beside the words."""
    text = content(found.blocks, markdown=client.markdown_hover)
    if client.markdown_hover and client.html:
        text.value = markup.side_by_side(found.blocks)
    return types.Hover(text, range_(document, found.span, client.encoding))


def completions(document: Document, found: Sequence[Completion], client: Client, data: object) -> types.CompletionList:
    """What may be written at a place; *data* and its number identify each when it is asked for more."""
    shared = range_(document, found[0].span, client.encoding) if found and client.item_defaults else None
    if any(one.span != found[0].span for one in found):
        shared = None
    return types.CompletionList(
        is_incomplete=True,
        items=[_completion(document, one, client, shared, [data, number]) for number, one in enumerate(found)],
        item_defaults=types.CompletionItemDefaults(edit_range=shared) if shared else None,
    )


def _completion(
    document: Document, one: Completion, client: Client, shared: types.Range | None, data: object
) -> types.CompletionItem:
    item = types.CompletionItem(
        label=one.label,
        kind=_COMPLETION_KINDS[one.token_type],
        sort_text=one.sort,
        filter_text=one.filter if one.filter != one.label else None,
        insert_text_format=types.InsertTextFormat.Snippet if one.snippet else None,
        data=data,
    )
    if client.label_details:
        item.label_details = types.CompletionItemLabelDetails(description=one.detail)
    else:
        item.detail = one.detail
    if shared:
        item.text_edit_text = one.insert
    else:
        item.text_edit = types.TextEdit(range_(document, one.span, client.encoding), one.insert)
    return item


def symbol_json(columns: Columns, one: Symbol) -> str:
    """A piece in the outline, as JSON."""
    return (
        f'{{"name":{json.dumps(one.name or "?")},"detail":{json.dumps(one.detail)},"kind":{int(_PIECE)},'
        f'"range":{columns.range_json(*one.span)},"selectionRange":{columns.range_json(*one.selection)}}}'
    )


def symbol_information_json(columns: Columns, one: Symbol, uri: str) -> str:
    """A piece in a list of symbols, as JSON."""
    return (
        f'{{"name":{json.dumps(one.name or "?")},"kind":{int(_PIECE)},'
        f'"location":{{"uri":{json.dumps(uri)},"range":{columns.range_json(*one.selection)}}}}}'
    )


def fold(document: Document, one: Fold) -> types.FoldingRange:
    """Lines that can be folded away."""
    first = document.origin.line
    return types.FoldingRange(first + one.start_line, first + one.end_line, kind=one.kind.value or None)


_HIGHLIGHTS = {
    HighlightKind.DEFINED: types.DocumentHighlightKind.Write,
    HighlightKind.USED: types.DocumentHighlightKind.Read,
    HighlightKind.SAME: types.DocumentHighlightKind.Text,
}


def highlight(one: Highlight, place: types.Range) -> types.DocumentHighlight:
    """A place like the one at the cursor."""
    return types.DocumentHighlight(place, _HIGHLIGHTS[one.kind])


def signature(one: Signature, client: Client) -> types.SignatureHelp:
    """What a function is given; its arguments by their places in the label, if the client can read those."""
    parameters, at = [], 0
    for label, documentation in one.parameters:
        start = one.label.find(label, at)
        at = max(start, at) + len(label) if start >= 0 else at
        place = (Encoding.UTF16.units(one.label[:start]), Encoding.UTF16.units(one.label[: start + len(label)]))
        shown = place if client.label_offsets and start >= 0 else label
        parameters.append(types.ParameterInformation(shown, documentation or None))
    information = types.SignatureInformation(one.label, one.documentation or None, parameters)
    return types.SignatureHelp([information], 0, one.active)


def selection(document: Document, spans: Sequence[Span], encoding: Encoding) -> types.SelectionRange:
    """Spans, innermost first and at least one, as a chain of parents."""
    *inner, outermost = (range_(document, span, encoding) for span in spans)
    chain = types.SelectionRange(outermost)
    for one in reversed(inner):
        chain = types.SelectionRange(one, chain)
    return chain


def inlay(document: Document, one: InlayHint, encoding: Encoding) -> types.InlayHint:
    """A remark in the text."""
    place = position(document, one.offset, encoding)
    return types.InlayHint(place, one.label, tooltip=one.tooltip or None, padding_left=True)
