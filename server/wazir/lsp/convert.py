"""Values of the protocol to and from offsets, documents, and the results of features."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from lsprotocol import types

from wazir.diagnostics import Diagnostic, Tag
from wazir.document import Document
from wazir.document.markdown import Markdown
from wazir.features.completion import Completion
from wazir.features.structure import Fold, Symbol
from wazir.lsp.capabilities import Client
from wazir.lsp.documents import ChunkDiagnostics, OpenFile
from wazir.lsp.workspace import page_uri
from wazir.notations.results import InlayHint, Signature, TokenType
from wazir.text import Edit, Encoding, Span

# Offsets


def changed(
    document: Document | Markdown,
    changes: Iterable[types.TextDocumentContentChangeEvent],
    encoding: Encoding,
) -> Document | Markdown:
    """The document after content changes. A range is of the whole text, also in Markdown."""
    for change in changes:
        if isinstance(change, types.TextDocumentContentChangeWholeDocument):
            document = document.with_text(change.text)
        else:
            ends = (change.range.start, change.range.end)
            first, last = (document.offset_in(end.line, end.character, encoding) for end in ends)
            document = document.apply(Edit(Span(first, max(first, last)), change.text))
    return document


class Columns:
    """The places of offsets in the file, in columns of the client; fast on the line of the previous
    offset.
    """

    def __init__(self, document: Document, encoding: Encoding) -> None:
        self.document = document
        self._region = document.region
        self._encoding = encoding
        self._line, self._text = 0, ""
        self._start, self._end = 0, -1
        self._is_ascii = True

    def at(self, offset: int) -> tuple[int, int]:
        """The line and the column of an offset."""
        if not self._start <= offset < self._end:
            self._move_to_line(offset)
        column = offset - self._start
        return self._line, column if self._is_ascii else self._encoding.units(self._text[:column])

    def _move_to_line(self, offset: int) -> None:
        """Read the line of the file at an offset. It may begin before that of the document, as
        after the margin of a block of Markdown.
        """
        host = self._region.host
        start, self._end = self.document.line_span(self.document.line_of(offset))
        start_in_host = self._region.to_host(start)
        self._line = host.line_of(start_in_host)
        margin = start_in_host - host.line_starts[self._line]
        self._start = start - margin
        self._text = host.text[start_in_host - margin : start_in_host + self._end - start]
        self._is_ascii = self._text.isascii()

    def position(self, offset: int) -> types.Position:
        """The position of an offset."""
        return types.Position(*self.at(offset))

    def range(self, span: Span) -> types.Range:
        """The range of a span."""
        return types.Range(self.position(span.start), self.position(span.end))


# Diagnostics

LIMIT = 100
"""The number of diagnostics that are sent for a file."""
_TAGS = {
    Tag.UNNECESSARY: types.DiagnosticTag.Unnecessary,
    Tag.DEPRECATED: types.DiagnosticTag.Deprecated,
}
_TOP = types.Range(types.Position(0, 0), types.Position(0, 0))


def diagnostics(
    uri: str,
    own: Sequence[ChunkDiagnostics],
    *,
    more: Iterable[ChunkDiagnostics],
    client: Client,
    home: str | None,
) -> list[types.Diagnostic]:
    """The most severe diagnostics of a file, after one that tells how many are omitted.

    Args:
        uri: The URI of the file.
        own: Its diagnostics.
        more: Further ones, which are always sent.
        client: The capabilities of the client.
        home: The URI at which the client can open the files of this package, if it can.
    """
    counted = [*_in_documents(own)]
    worst = sorted(counted, key=lambda item: item[2].code.severity)[:LIMIT]
    sent, columns_of = list[types.Diagnostic](), dict[Document, Columns]()
    if (omitted := len(counted) - LIMIT) > 0:
        number = f"{omitted:,} more diagnostics are" if omitted > 1 else "One more diagnostic is"
        message = f"{number} not shown here. `wazir check` lists all of them."
        sent.append(
            types.Diagnostic(_TOP, message, types.DiagnosticSeverity.Information, source="wazir")
        )
    for document, start, diagnostic in (*worst, *_in_documents(more)):
        columns = columns_of.setdefault(document, Columns(document, client.encoding))
        page = page_uri(home, document.notation.name, diagnostic.code.id)
        sent.append(_diagnostic(diagnostic.moved(start), columns, uri, page=page, client=client))
    return sent


def _in_documents(groups: Iterable[ChunkDiagnostics]) -> Iterator[tuple[Document, int, Diagnostic]]:
    """Each diagnostic with its document, and the offset from which its spans count."""
    for document, start, diagnostics_of_chunk in groups:
        for diagnostic in diagnostics_of_chunk:
            yield document, start, diagnostic


def _diagnostic(
    diagnostic: Diagnostic, columns: Columns, uri: str, page: str, client: Client
) -> types.Diagnostic:
    """A diagnostic of a document, with the page of its code."""
    code = diagnostic.code
    tags = [_TAGS[tag] for tag in code.tags if _TAGS[tag] in client.diagnostic_tags]
    related = [
        types.DiagnosticRelatedInformation(
            types.Location(uri, columns.range(related.span)), related.message
        )
        for related in diagnostic.related
    ]
    return types.Diagnostic(
        range=columns.range(diagnostic.span),
        message=diagnostic.message,
        severity=types.DiagnosticSeverity(code.severity),
        code=code.id,
        code_description=types.CodeDescription(page) if client.diagnostic_pages else None,
        source="wazir",
        tags=tags or None,
        related_information=(related or None) if client.diagnostic_related else None,
    )


# Edits


def edits(columns: Columns, changes: Sequence[Edit]) -> list[types.TextEdit]:
    """Edits of one document, all in terms of the text before."""
    written = columns.document.region.written
    return [types.TextEdit(columns.range(span), written(text)) for span, text in changes]


_ANNOTATION = "confirmed"


def workspace_edit(
    file: OpenFile[Document], changes: Sequence[Edit], client: Client, label: str = ""
) -> types.WorkspaceEdit:
    """Edits of one document as an edit of the workspace, for its version if the client supports
    that.

    With a label, the client shows the edits before they are applied, if it supports that.
    """
    converted = edits(Columns(file.document, client.encoding), changes)
    if not client.document_changes:
        return types.WorkspaceEdit(changes={file.uri: converted})
    confirmation = _confirmation(label, None) if label and client.confirms_edits else None
    changed = _document_edit(
        file.uri, file.version, converted, is_confirmed=confirmation is not None
    )
    return types.WorkspaceEdit(document_changes=[changed], change_annotations=confirmation)


def new_file(
    uri: str, text: str, label: str, note: str | None, client: Client
) -> types.WorkspaceEdit:
    """The edit that creates a file, which fails if there is one; shown before it is applied, with a
    note.
    """
    confirmation = _confirmation(label, note) if client.confirms_edits else None
    created = types.CreateFile(uri, annotation_id=_ANNOTATION if confirmation else None)
    written = _document_edit(
        uri, None, [types.TextEdit(_TOP, text)], is_confirmed=confirmation is not None
    )
    return types.WorkspaceEdit(document_changes=[created, written], change_annotations=confirmation)


def _document_edit(
    uri: str, version: int | None, changes: Sequence[types.TextEdit], *, is_confirmed: bool
) -> types.TextDocumentEdit:
    identifier = types.OptionalVersionedTextDocumentIdentifier(uri=uri, version=version)
    if not is_confirmed:
        return types.TextDocumentEdit(identifier, list(changes))
    annotated = [
        types.AnnotatedTextEdit(_ANNOTATION, edit.range, edit.new_text) for edit in changes
    ]
    return types.TextDocumentEdit(identifier, annotated)


def _confirmation(label: str, note: str | None) -> dict[str, types.ChangeAnnotation]:
    return {_ANNOTATION: types.ChangeAnnotation(label, needs_confirmation=True, description=note)}


_SPECIAL_IN_SNIPPET = re.compile(r"[\\$}]")
MAX_LETTERS_BESIDE, MAX_LETTERS_OF_ROW = 8, 44
"""Characters of a label that leave room beside them, and of a row that editors show whole."""
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


def completion_list(
    document: Document, completions: Sequence[Completion], client: Client, data: object
) -> types.CompletionList:
    """A list of completions. *data* and the index identify each in `completionItem/resolve`."""
    if not completions:
        return types.CompletionList(is_incomplete=True, items=[])
    replaced = Columns(document, client.encoding).range(completions[0].span)
    items = []
    for number, completion in enumerate(completions):
        item, text = completion.item, completion.insert
        is_snippet = item.snippet is not None
        if client.snippets and not is_snippet and re.search(r"\s", text):
            # Neovim 0.11 inserts only the first word of a text, but the whole of a snippet.
            is_snippet, text = True, _SPECIAL_IN_SNIPPET.sub(r"\\\g<0>", text)
        row = item.label + item.detail
        fits = len(item.label) <= MAX_LETTERS_BESIDE or len(row) <= MAX_LETTERS_OF_ROW
        beside = client.label_details and fits
        converted = types.CompletionItem(
            item.label,
            label_details=types.CompletionItemLabelDetails(description=item.detail)
            if beside
            else None,
            kind=_COMPLETION_KINDS[item.token_type],
            detail=None if beside else item.detail,
            sort_text=f"{item.rank:04}",
            filter_text=completion.filter if completion.filter != item.label else None,
            insert_text_format=types.InsertTextFormat.Snippet if is_snippet else None,
            preselect=completion.preselect or None,
            text_edit_text=text if client.item_defaults else None,
            text_edit=None if client.item_defaults else types.TextEdit(replaced, text),
            data=[data, number],
        )
        items.append(converted)
    defaults = types.CompletionItemDefaults(edit_range=replaced) if client.item_defaults else None
    return types.CompletionList(is_incomplete=True, items=items, item_defaults=defaults)


_PIECE = types.SymbolKind.Class


def symbols(columns: Columns, symbols: Iterable[Symbol]) -> list[types.DocumentSymbol]:
    """Symbols in order. Those within a symbol before them are its children."""
    top = list[types.DocumentSymbol]()
    around = list[tuple[Span, types.DocumentSymbol, list[types.DocumentSymbol]]]()
    for symbol in symbols:
        while around and (
            symbol.span == around[-1][0] or not around[-1][0].contains_range(symbol.span)
        ):
            around.pop()
        place = columns.range(symbol.span)
        name = columns.range(symbol.selection)
        item = types.DocumentSymbol(
            symbol.name or "?", _PIECE, place, selection_range=name, detail=symbol.detail
        )
        siblings = top
        if around:
            _, parent, siblings = around[-1]
            parent.children = siblings
        siblings.append(item)
        around.append((symbol.span, item, []))
    return top


def symbol_information(columns: Columns, symbol: Symbol, uri: str) -> types.SymbolInformation:
    """A symbol of a list without levels."""
    return types.SymbolInformation(
        types.Location(uri, columns.range(symbol.selection)), symbol.name or "?", _PIECE
    )


def folding_range(document: Document, fold: Fold) -> types.FoldingRange:
    """Lines that can be folded."""
    first = document.region.first_line
    return types.FoldingRange(
        first + fold.start_line, first + fold.end_line, kind=fold.kind.value or None
    )


def signature_help(signature: Signature, client: Client) -> types.SignatureHelp:
    """The signature of a function. Parameters are offsets in the label if the client supports
    that.
    """
    parameters, at, text = [], 0, signature.label
    for label, documentation in signature.parameters:
        start = text.index(label, at)
        at = start + len(label)
        place = (Encoding.UTF16.units(text[:start]), Encoding.UTF16.units(text[:at]))
        shown = place if client.label_offsets else label
        parameters.append(types.ParameterInformation(shown, documentation or None))
    information = types.SignatureInformation(text, signature.documentation or None, parameters)
    return types.SignatureHelp([information], 0, signature.active)


def selection_range(columns: Columns, spans: Sequence[Span]) -> types.SelectionRange:
    """Spans, innermost first and at least one, as a chain of parents."""
    *inner, outermost = map(columns.range, spans)
    chain = types.SelectionRange(outermost)
    for place in reversed(inner):
        chain = types.SelectionRange(place, chain)
    return chain


def inlay_hint(columns: Columns, hint: InlayHint) -> types.InlayHint:
    """An inlay hint."""
    place = columns.position(hint.offset)
    return types.InlayHint(place, hint.label, tooltip=hint.tooltip or None, padding_left=True)
