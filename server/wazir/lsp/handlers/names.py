"""Names: definitions, references, renaming, links to the library, and the call hierarchy."""

from __future__ import annotations

from functools import cache, partial
from typing import TypeAlias

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from wazir.document import Document
from wazir.features import names, structure
from wazir.features.names import HighlightKind
from wazir.lsp import convert
from wazir.lsp.documents import OpenFile
from wazir.lsp.session import Session
from wazir.text import Encoding, Span

_File: TypeAlias = OpenFile[Document]

_LINK = "Open the definition"
_HIGHLIGHTS = {
    HighlightKind.DEFINED: types.DocumentHighlightKind.Write,
    HighlightKind.USED: types.DocumentHighlightKind.Read,
    HighlightKind.SAME: types.DocumentHighlightKind.Text,
}


def definition(session: Session, params: types.DefinitionParams) -> list[types.LocationLink] | types.Location | None:
    """The definition of the name at a position, in the file or in the library of the notation."""
    file, offset = session.place(params)
    encoding = session.client.encoding
    target = names.definition(file.document, offset)
    if target is None:
        return None
    home, span = (file, target.span) if target.span else _in_library(session, file, target.name)
    if not home or not span:
        return None
    place = convert.range_(home.document, span, encoding)
    if not session.client.definition_links:
        return types.Location(home.uri, place)
    item = structure.definition(home.document, target.name)
    whole = convert.range_(home.document, item.span, encoding) if item else place
    origin = convert.range_(file.document, target.origin, encoding)
    return [types.LocationLink(home.uri, whole, place, origin)]


def _in_library(session: Session, file: _File, name: str) -> tuple[_File | None, Span | None]:
    library = session.library(file.document.notation)
    span = next(library.document.definitions_named(name), None) if library else None
    return (library, span) if span else (None, None)


def references(session: Session, params: types.ReferenceParams) -> list[types.Location] | None:
    """The references to the name at a position."""
    file, offset = session.place(params)
    document, encoding = file.document, session.client.encoding
    spans = names.references(document, offset, params.context.include_declaration)
    return [types.Location(file.uri, place) for place in convert.ranges(document, spans, encoding)]


def highlights(session: Session, params: types.DocumentHighlightParams) -> list[types.DocumentHighlight] | None:
    """The places to highlight for a position."""
    file, offset = session.place(params)
    highlights = names.highlights(file.document, offset)
    places = convert.ranges(file.document, [highlight.span for highlight in highlights], session.client.encoding)
    kinds = [_HIGHLIGHTS[highlight.kind] for highlight in highlights]
    return list(map(types.DocumentHighlight, places, kinds))


# Renaming


def prepare_rename(session: Session, params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
    """The name at a position that can be renamed."""
    file, offset = session.place(params)
    document, encoding = file.document, session.client.encoding
    if names.name_at(document, offset) is None:
        return None
    try:
        name = names.renamable(document, offset)
    except names.CannotRename as refusal:
        raise _refused(refusal) from None
    place = convert.range_(document, name.span, encoding)
    return types.PrepareRenamePlaceholder(place, name.written)


def rename(session: Session, params: types.RenameParams) -> types.WorkspaceEdit | None:
    """The edits that rename a piece."""
    file, offset = session.place(params)
    try:
        changes = names.rename(file.document, offset, params.new_name)
    except names.CannotRename as refusal:
        raise _refused(refusal) from None
    return convert.workspace_edit(file.uri, file.version, file.document, changes, session.client)


def _refused(refusal: names.CannotRename) -> JsonRpcException:
    return JsonRpcException(str(refusal), types.LSPErrorCodes.RequestFailed)


# Links


def document_links(session: Session, params: types.DocumentLinkParams) -> list[types.DocumentLink] | None:
    """Links from names to their definitions in the library."""
    opened, links, has_library = session.opened(params.text_document), list[types.DocumentLink](), False
    for document in opened.documents():
        if library := session.library(document.notation):
            links += _links(document, library, session.client.encoding)
            has_library = True
    return links if has_library else None


def _links(document: Document, library: _File, encoding: Encoding) -> list[types.DocumentLink]:
    shown, address = list[types.DocumentLink](), cache(partial(_link_target, library))
    references = names.links(document)
    places = convert.ranges(document, [reference.span for reference in references], encoding)
    for reference, place in zip(references, places, strict=True):
        if target := address(reference.name):
            shown.append(types.DocumentLink(place, target=target, tooltip=_LINK))
    return shown


def _link_target(library: _File, name: str) -> str | None:
    """The URI of a definition in the library, with the line number as a fragment."""
    span = next(library.document.definitions_named(name), None)
    return f"{library.uri}#L{library.document.position(span.start).line + 1}" if span else None


# Call hierarchy


def prepare_calls(session: Session, params: types.CallHierarchyPrepareParams) -> list[types.CallHierarchyItem] | None:
    """The piece with the name at a position."""
    file = session.file(params.text_document)
    offset = convert.offset_of(file.document, params.position, session.client.encoding)
    key = structure.prepare(file.document, offset)
    item = _called(session, file, key) if key else None
    return [item] if item else None


def incoming_calls(
    session: Session, params: types.CallHierarchyIncomingCallsParams
) -> list[types.CallHierarchyIncomingCall] | None:
    """The pieces that use a piece; those that use one of the library also in the file of the request."""
    key, home, origin = _asked(session, params.item)
    if not key or not home:
        return None
    calls = _users(session, home, key, origin or home)
    if origin and origin.uri != home.uri and not names.is_defined(origin.document, key):
        calls = [*(_users(session, origin, key, origin)), *calls]
    return calls


def _users(session: Session, file: _File, key: str, origin: _File) -> list[types.CallHierarchyIncomingCall]:
    calls, document = list[types.CallHierarchyIncomingCall](), file.document
    for caller in structure.callers(document, key):
        places = list(convert.ranges(document, caller.places, session.client.encoding))
        item = _item(session, file, caller.key, caller.symbol, origin)
        calls.append(types.CallHierarchyIncomingCall(item, places))
    return calls


def outgoing_calls(
    session: Session, params: types.CallHierarchyOutgoingCallsParams
) -> list[types.CallHierarchyOutgoingCall] | None:
    """The pieces that a piece uses."""
    key, home, origin = _asked(session, params.item)
    if not key or not home:
        return None
    calls = []
    for callee in structure.callees(home.document, key):
        if item := _called(session, home, callee.key, origin):
            places = convert.ranges(home.document, callee.places, session.client.encoding)
            calls.append(types.CallHierarchyOutgoingCall(item, list(places)))
    return calls


def _asked(session: Session, item: types.CallHierarchyItem) -> tuple[str | None, _File | None, _File | None]:
    """The name of an item that was sent, the file that defines it, and the file of the first request."""
    match item.data:
        case {"key": str(key), "from": str(origin)}:
            return key, session.file_at(item.uri), session.file_at(origin)
    return None, None, None


def _called(session: Session, file: _File, key: str, origin: _File | None = None) -> types.CallHierarchyItem | None:
    """The piece with a name in a file or its library."""
    home = file if names.is_defined(file.document, key) else session.library(file.document.notation)
    symbol = structure.definition(home.document, key) if home else None
    return _item(session, home, key, symbol, origin or file) if home and symbol else None


def _item(
    session: Session, file: _File, key: str | None, symbol: structure.Symbol, origin: _File
) -> types.CallHierarchyItem:
    whole, name = convert.ranges(file.document, (symbol.span, symbol.selection), session.client.encoding)
    return types.CallHierarchyItem(
        symbol.name or "?",
        types.SymbolKind.Class,
        file.uri,
        whole,
        name,
        detail=symbol.detail or None,
        data={"key": key, "from": origin.uri},
    )
