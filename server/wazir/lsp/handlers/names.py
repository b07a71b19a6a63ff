"""Names: definitions, references, renaming, links to the library, and the call hierarchy."""

from __future__ import annotations

from typing import TypeAlias

from lsprotocol import types

from wazir.document import Document
from wazir.features import names, structure
from wazir.lsp import convert
from wazir.lsp.documents import OpenFile
from wazir.lsp.session import Session

_File: TypeAlias = OpenFile[Document]


def definition(
    session: Session, params: types.DefinitionParams
) -> list[types.LocationLink] | types.Location | None:
    """The definition of the name at a position, in the file or in the library of the notation."""
    file, offset = session.place(params)
    if (target := names.definition(file.document, offset)) is None:
        return None
    home = file if target.span else session.library(file.document.notation)
    span = target.span or (home and next(home.document.definitions_named(target.name), None))
    if not home or not span:
        return None
    columns = session.columns(home.document)
    place = columns.range(span)
    if not session.client.definition_links:
        return types.Location(home.uri, place)
    item = structure.definition(home.document, target.name)
    whole = columns.range(item.span) if item else place
    origin = session.columns(file.document).range(target.origin)
    return [types.LocationLink(home.uri, whole, place, origin)]


def references(session: Session, params: types.ReferenceParams) -> list[types.Location] | None:
    """The references to the name at a position."""
    file, offset = session.place(params)
    spans = names.references(file.document, offset, params.context.include_declaration)
    return [
        types.Location(file.uri, place)
        for place in map(session.columns(file.document).range, spans)
    ]


def highlights(
    session: Session, params: types.DocumentHighlightParams
) -> list[types.DocumentHighlight] | None:
    """The places to highlight for a position."""
    file, offset = session.place(params)
    columns = session.columns(file.document)
    return [
        types.DocumentHighlight(
            columns.range(highlight.span), types.DocumentHighlightKind(highlight.kind)
        )
        for highlight in names.highlights(file.document, offset)
    ]


# Renaming


def prepare_rename(
    session: Session, params: types.PrepareRenameParams
) -> types.PrepareRenamePlaceholder | None:
    """The name at a position that can be renamed."""
    file, offset = session.place(params)
    if names.name_at(file.document, offset) is None:
        return None
    name = names.renamable(file.document, offset)
    return types.PrepareRenamePlaceholder(
        session.columns(file.document).range(name.span), name.written
    )


def rename(session: Session, params: types.RenameParams) -> types.WorkspaceEdit | None:
    """The edits that rename a piece."""
    file, offset = session.place(params)
    return convert.workspace_edit(
        file, names.rename(file.document, offset, params.new_name), session.client
    )


# Links


def document_links(session: Session, params: types.DocumentLinkParams) -> list[types.DocumentLink]:
    """Links from names to their definitions in the library."""
    links = list[types.DocumentLink]()
    for document in session.opened(params.text_document).documents():
        if not (library := session.library(document.notation)):
            continue
        columns = session.columns(document)
        for reference in names.links(document):
            if span := next(library.document.definitions_named(reference.name), None):
                target = f"{library.uri}#L{library.document.position(span.start).line + 1}"
                links.append(
                    types.DocumentLink(columns.range(reference.span), target, "Open the definition")
                )
    return links


# Call hierarchy


def prepare_calls(
    session: Session, params: types.CallHierarchyPrepareParams
) -> list[types.CallHierarchyItem] | None:
    """The piece with the name at a position; null without one."""
    file = session.file(params.text_document)
    offset = session.offset(file.document, params.position)
    key = structure.prepare(file.document, offset)
    item = _called(session, file, key) if key else None
    return [item] if item else None


def incoming_calls(
    session: Session, params: types.CallHierarchyIncomingCallsParams
) -> list[types.CallHierarchyIncomingCall] | None:
    """The pieces that use a piece; those that use one of the library also in the file of the
    request.
    """
    key, home, origin = _asked(session, params.item)
    if not key or not home:
        return None
    calls = _users(session, home, key, origin or home)
    if origin and origin.uri != home.uri and not origin.document.scope.defines(key):
        calls = [*(_users(session, origin, key, origin)), *calls]
    return calls


def _users(
    session: Session, file: _File, key: str, origin: _File
) -> list[types.CallHierarchyIncomingCall]:
    columns = session.columns(file.document)
    return [
        types.CallHierarchyIncomingCall(
            _item(session, file, caller.key, caller.symbol, origin),
            list(map(columns.range, caller.places)),
        )
        for caller in structure.callers(file.document, key)
    ]


def outgoing_calls(
    session: Session, params: types.CallHierarchyOutgoingCallsParams
) -> list[types.CallHierarchyOutgoingCall] | None:
    """The pieces that a piece uses."""
    key, home, origin = _asked(session, params.item)
    if not key or not home:
        return None
    columns = session.columns(home.document)
    return [
        types.CallHierarchyOutgoingCall(item, list(map(columns.range, callee.places)))
        for callee in structure.callees(home.document, key)
        if (item := _called(session, home, callee.key, origin))
    ]


def _asked(
    session: Session, item: types.CallHierarchyItem
) -> tuple[str | None, _File | None, _File | None]:
    """The name of an item that was sent, the file that defines it, and the file of the first
    request, if known.
    """
    match item.data:
        case {"key": str(key), "from": str(origin)}:
            return key, session.file_at(item.uri), session.file_at(origin)
    return None, None, None


def _called(
    session: Session, file: _File, key: str, origin: _File | None = None
) -> types.CallHierarchyItem | None:
    """The piece with a name in a file or its library; None if neither defines it."""
    home = file if file.document.scope.defines(key) else session.library(file.document.notation)
    symbol = structure.definition(home.document, key) if home else None
    return _item(session, home, key, symbol, origin or file) if home and symbol else None


def _item(
    session: Session, file: _File, key: str | None, symbol: structure.Symbol, origin: _File
) -> types.CallHierarchyItem:
    whole, name = map(session.columns(file.document).range, (symbol.span, symbol.selection))
    return types.CallHierarchyItem(
        symbol.name or "?",
        types.SymbolKind.Class,
        file.uri,
        whole,
        name,
        detail=symbol.detail or None,
        data={"key": key, "from": origin.uri},
    )
