"""Results of features as values of the protocol."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import attrs
from lsprotocol import types

from wazir.document import Document
from wazir.lsp.positions import Columns
from wazir.lsp.raw_json import Json, JsonWriter
from wazir.lsp.schema import Client
from wazir.notations.results import InlayHint, Signature, TokenType
from wazir.steps import Steps
from wazir.text import Edit, Encoding, Span

if TYPE_CHECKING:
    from wazir.features.completion import Completion
    from wazir.features.structure import Fold, Symbol


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
    TokenType.ATOM: int(types.CompletionItemKind.Class),
    TokenType.DIRECTION: int(types.CompletionItemKind.Property),
    TokenType.MODE: int(types.CompletionItemKind.Keyword),
    TokenType.MODIFIER: int(types.CompletionItemKind.Keyword),
    TokenType.RANGE: int(types.CompletionItemKind.Value),
    TokenType.OPERATOR: int(types.CompletionItemKind.Operator),
    TokenType.NAME: int(types.CompletionItemKind.Function),
    TokenType.DIRECTIVE: int(types.CompletionItemKind.Snippet),
    TokenType.ARGUMENT: int(types.CompletionItemKind.EnumMember),
    TokenType.COMMENT: int(types.CompletionItemKind.Text),
    TokenType.STRING: int(types.CompletionItemKind.Text),
    TokenType.WHITE: int(types.CompletionItemKind.Variable),
    TokenType.BLACK: int(types.CompletionItemKind.Variable),
    TokenType.MOVABLE: int(types.CompletionItemKind.Struct),
}
_SNIPPET = int(types.InsertTextFormat.Snippet)


_PIECE = int(types.SymbolKind.Class)


def completions(document: Document, found: Sequence[Completion], client: Client, data: object) -> dict[str, Any]:
    """A `CompletionList`, whose items are JSON. *data* and the index identify each in `completionItem/resolve`."""
    places = {span: _place(document, span, client.encoding) for span in {one.span for one in found}}
    shared = next(iter(places.values())) if client.item_defaults and len(places) == 1 else None
    items = [
        Json.of(_as_json(_completion(one, client, places[one.span], shared is not None, [data, number])))
        for number, one in enumerate(found)
    ]
    defaults = {"itemDefaults": {"editRange": shared}} if shared else {}
    return {"isIncomplete": True, "items": items, **defaults}


_as_json = json.JSONEncoder(separators=(",", ":")).encode


def _place(document: Document, span: Span, encoding: Encoding) -> dict[str, dict[str, int]]:
    """A `Range`, as values of JSON."""
    ends = (document.units_at(offset, encoding) for offset in (span.start, span.end))
    start, end = ({"line": line, "character": column} for line, column in ends)
    return {"start": start, "end": end}


def _completion(one: Completion, client: Client, place: object, is_shared: bool, data: object) -> dict[str, Any]:
    """A `CompletionItem`, as values of JSON."""
    item: dict[str, Any] = {"label": one.label, "kind": _COMPLETION_KINDS[one.token_type], "sortText": one.sort}
    if one.filter != one.label:
        item["filterText"] = one.filter
    if one.snippet:
        item["insertTextFormat"] = _SNIPPET
    if client.label_details:
        item["labelDetails"] = {"description": one.detail}
    else:
        item["detail"] = one.detail
    if is_shared:
        item["textEditText"] = one.insert
    else:
        item["textEdit"] = {"range": place, "newText": one.insert}
    item["data"] = data
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


# As JSON

_CONTAINERS = (types.CodeAction, types.TextDocumentEdit, types.WorkspaceEdit)
"""Types of the protocol that may hold many values."""
_UNDERSCORE = re.compile("_(.)")


def encoded(value: object, unstructured: Callable[[object], object]) -> Steps[Json]:
    """A value as JSON, element by element. *unstructured* converts other values of the protocol."""
    if isinstance(value, Json):
        return value
    writer = JsonWriter()
    yield from _encode(value, unstructured, writer)
    return writer.json()


def _encode(value: object, unstructured: Callable[[object], object], writer: JsonWriter) -> Steps[None]:
    if isinstance(value, Json):
        for part in value.parts:
            writer.add(part)
    elif isinstance(value, list | tuple):
        separator = "["
        for one in value:
            writer.add(separator)
            yield from _encode(one, unstructured, writer)
            separator = ","
            yield
        writer.add("]" if value else "[]")
    elif isinstance(value, _CONTAINERS) or (isinstance(value, dict) and value):
        separator = "{"
        for name, one in (value if isinstance(value, dict) else _members(value)).items():
            writer.add(f"{separator}{json.dumps(name)}:")
            yield from _encode(one, unstructured, writer)
            separator = ","
        writer.add("}")
    else:
        writer.add(json.dumps(value, default=unstructured, separators=(",", ":")))


def _members(value: Any) -> dict[str, Any]:
    """The members of a value of the protocol that are not None, by their names in JSON."""
    members = ((field.name, getattr(value, field.name)) for field in attrs.fields(type(value)))
    return {_UNDERSCORE.sub(lambda found: found[1].upper(), name): one for name, one in members if one is not None}
