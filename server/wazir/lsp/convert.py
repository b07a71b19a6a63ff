"""Offsets to and from the client's lines and columns, and results of features as values of the protocol."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from wazir.document import Document
from wazir.lsp.schema import Client
from wazir.notations.results import InlayHint, Signature, TokenType
from wazir.steps import Steps
from wazir.text import Edit, Encoding, Span

if TYPE_CHECKING:
    from wazir.document.markdown import Markdown
    from wazir.features.completion import Completion
    from wazir.features.structure import Fold, Symbol

# From the client


def uri_of(params: Any) -> str | None:
    """The URI of the document that a request is about, if any."""
    data = getattr(params, "data", None)  # of a code action, to resolve it
    if isinstance(params, Mapping):  # of a custom request
        about = params.get("textDocument")
        uri = about.get("uri") if isinstance(about, Mapping) else None
    elif isinstance(data, Mapping):
        uri = data.get("uri")
    else:
        about = getattr(params, "text_document", None) or getattr(params, "item", None)
        uri = params if isinstance(params, str) else getattr(about, "uri", None)
    return uri if isinstance(uri, str) else None


def offset_of(document: Document, position: types.Position, encoding: Encoding) -> int:
    """The offset of a position. Positions beyond a line or the text are moved to its end."""
    return document.offset_in(position.line, position.character, encoding)


def span_of(document: Document, where: types.Range, encoding: Encoding) -> Span:
    """The span of a range."""
    start = offset_of(document, where.start, encoding)
    return Span(start, max(start, offset_of(document, where.end, encoding)))


def changing(
    document: Document | Markdown, changes: Iterable[Mapping[str, Any]], encoding: Encoding
) -> Steps[Document | Markdown]:
    """
    The document after raw content changes.

    Raises:
        KeyError, TypeError: Something is missing or has the wrong type.
    """
    for change in changes:
        text, where = change["text"], change.get("range")
        if not isinstance(text, str):
            raise TypeError("The text of a change is not a string.")
        if where is None:
            document = yield from document.opened(text)
            continue
        start, end = where["start"], where["end"]
        first = document.offset_in(start["line"], start["character"], encoding)
        last = first if start == end else document.offset_in(end["line"], end["character"], encoding)
        document = yield from document.applying(Edit(Span(first, max(first, last)), text))
    return document


# To the client


class Columns:
    """The lines and columns of offsets in the file; fast for offsets on the line of the previous one."""

    def __init__(self, document: Document, encoding: Encoding) -> None:
        self._document, self._encoding = document, encoding
        self._line, self._text, self._start, self._end = 0, "", 0, -1
        self._is_ascii = True

    def at(self, offset: int) -> tuple[int, int]:
        """The line and the column of an offset."""
        if not self._start <= offset < self._end:
            self._go_to(offset)
        column = offset - self._start
        return self._line, column if self._is_ascii else self._encoding.units(self._text[:column])

    def range_json(self, start: int, end: int) -> str:
        """The range between two offsets, as JSON."""
        (line, column), (last, last_column) = self.at(start), self.at(end)
        return f'{{"start":{{"line":{line},"character":{column}}},"end":{{"line":{last},"character":{last_column}}}}}'

    def _go_to(self, offset: int) -> None:
        self._line, self._start, self._text = self._document.line_at(offset)
        self._end = self._start + len(self._text)
        self._is_ascii = self._text.isascii()


def position(document: Document, offset: int, encoding: Encoding) -> types.Position:
    """The position of an offset."""
    return types.Position(*document.units_at(offset, encoding))


def range_(document: Document, span: Span, encoding: Encoding) -> types.Range:
    """The range of a span."""
    return types.Range(position(document, span.start, encoding), position(document, span.end, encoding))


def ranges(document: Document, spans: Iterable[Span], encoding: Encoding) -> Iterator[types.Range]:
    """The ranges of many spans; fast if they are in order."""
    columns = Columns(document, encoding)
    for span in spans:
        start, end = columns.at(span.start), columns.at(span.end)
        yield types.Range(types.Position(*start), types.Position(*end))


def edits(document: Document, changes: Sequence[Edit], encoding: Encoding) -> Steps[list[types.TextEdit]]:
    """Edits of one document, all in terms of the text before."""
    written, made = document.origin.written, list[types.TextEdit]()
    for change, place in zip(changes, ranges(document, (change.span for change in changes), encoding), strict=True):
        made.append(types.TextEdit(place, written(change.text)))
        yield
    return made


_ANNOTATION = "confirmed"


def workspace_edit(
    uri: str, version: int | None, document: Document, changes: Sequence[Edit], client: Client, label: str = ""
) -> Steps[types.WorkspaceEdit]:
    """Edits of one document as an edit of the workspace, for its version if the client supports that.

    With a label, the client shows the edits before they are applied, if it supports that.
    """
    converted = yield from edits(document, changes, client.encoding)
    if not client.document_changes:
        return types.WorkspaceEdit(changes={uri: converted})
    identifier = types.OptionalVersionedTextDocumentIdentifier(uri=uri, version=version)
    if not label or not client.confirms_edits:
        return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(identifier, list(converted))])
    annotated = [types.AnnotatedTextEdit(_ANNOTATION, one.range, one.new_text) for one in converted]
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


_PIECE = int(types.SymbolKind.Class)


def completions(document: Document, found: Sequence[Completion], client: Client, data: object) -> types.CompletionList:
    """A completion list. *data* and the index identify each item in `completionItem/resolve`."""
    places = {span: range_(document, span, client.encoding) for span in {one.span for one in found}}
    shared = next(iter(places.values())) if client.item_defaults and len(places) == 1 else None
    return types.CompletionList(
        is_incomplete=True,
        items=[
            _completion(one, client, places[one.span], shared is not None, [data, number])
            for number, one in enumerate(found)
        ],
        item_defaults=types.CompletionItemDefaults(edit_range=shared) if shared else None,
    )


def _completion(
    one: Completion, client: Client, place: types.Range, is_shared: bool, data: object
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
    if is_shared:
        item.text_edit_text = one.insert
    else:
        item.text_edit = types.TextEdit(place, one.insert)
    return item


def symbols_json(columns: Columns, found: Sequence[Symbol]) -> str:
    """`DocumentSymbol`s, as JSON. Those within the symbol before them are its children."""
    parts: list[str] = []
    around: list[Symbol] = []
    for one, following in zip(found, (*found[1:], None), strict=False):
        while around and not _holds(around[-1], one):
            parts.append("]}")
            around.pop()
        separator = "," if parts and not parts[-1].endswith("[") else ""
        parts.append(f"{separator}{_symbol_json(columns, one)}")
        if following and _holds(one, following):
            parts.append(',"children":[')
            around.append(one)
        else:
            parts.append("}")
    return "".join((*parts, "]}" * len(around)))


def _holds(one: Symbol, other: Symbol) -> bool:
    return one.span != other.span and one.span.contains_range(other.span)


def _symbol_json(columns: Columns, one: Symbol) -> str:
    """A `DocumentSymbol`, as JSON without its last brace."""
    return (
        f'{{"name":{json.dumps(one.name or "?")},"detail":{json.dumps(one.detail)},"kind":{_PIECE},'
        f'"range":{columns.range_json(*one.span)},"selectionRange":{columns.range_json(*one.selection)}'
    )


def symbol_information_json(columns: Columns, one: Symbol, uri: str) -> str:
    """A `SymbolInformation`, as JSON."""
    return (
        f'{{"name":{json.dumps(one.name or "?")},"kind":{_PIECE},'
        f'"location":{{"uri":{json.dumps(uri)},"range":{columns.range_json(*one.selection)}}}}}'
    )


def folding_range(document: Document, one: Fold) -> types.FoldingRange:
    """Lines that can be folded."""
    first = document.origin.line
    return types.FoldingRange(first + one.start_line, first + one.end_line, kind=one.kind.value or None)


def signature_help(one: Signature, client: Client) -> types.SignatureHelp:
    """The signature of a function. Parameters are offsets in the label if the client supports that."""
    parameters, at = [], 0
    for label, documentation in one.parameters:
        start = one.label.find(label, at)
        at = start + len(label) if start >= 0 else at
        place = (Encoding.UTF16.units(one.label[:start]), Encoding.UTF16.units(one.label[: start + len(label)]))
        shown = place if client.label_offsets and start >= 0 else label
        parameters.append(types.ParameterInformation(shown, documentation or None))
    information = types.SignatureInformation(one.label, one.documentation or None, parameters)
    return types.SignatureHelp([information], 0, one.active)


def selection_range(document: Document, spans: Sequence[Span], encoding: Encoding) -> types.SelectionRange:
    """Spans, innermost first and at least one, as a chain of parents."""
    *inner, outermost = (range_(document, span, encoding) for span in spans)
    chain = types.SelectionRange(outermost)
    for one in reversed(inner):
        chain = types.SelectionRange(one, chain)
    return chain


def inlay_hint(document: Document, one: InlayHint, encoding: Encoding) -> types.InlayHint:
    """An inlay hint."""
    place = position(document, one.offset, encoding)
    return types.InlayHint(place, one.label, tooltip=one.tooltip or None, padding_left=True)
