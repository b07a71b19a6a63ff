"""Names: definitions, references, renaming, links to the library, and the call hierarchy."""

from __future__ import annotations

from typing import TypeAlias

from lsprotocol import types

from wazir.document import Document
from wazir.features import names, structure
from wazir.lsp import convert
from wazir.lsp.documents import OpenFile
from wazir.lsp.snapshot import Snapshot

_File: TypeAlias = OpenFile[Document]


def definition(
    snapshot: Snapshot, params: types.DefinitionParams
) -> list[types.LocationLink] | types.Location | None:
    """The definition of the name at a position, in the file or in the library of the notation."""
    file, offset = snapshot.place(params)
    if (target := names.definition(file.document, offset)) is None:
        return None
    home = file if target.span else snapshot.library(file.document.notation)
    span = target.span or (home and next(home.document.definitions_named(target.name), None))
    if not home or not span:
        return None
    columns = snapshot.columns(home.document)
    place = columns.range(span)
    if not snapshot.client.definition_links:
        return types.Location(home.uri, place)
    item = structure.definition(home.document, target.name)
    whole = columns.range(item.span) if item else place
    origin = snapshot.columns(file.document).range(target.origin)
    return [types.LocationLink(home.uri, whole, place, origin_selection_range=origin)]


def references(snapshot: Snapshot, params: types.ReferenceParams) -> list[types.Location] | None:
    """The references to the name at a position."""
    file, offset = snapshot.place(params)
    spans = names.references(file.document, offset, params.context.include_declaration)
    return [
        types.Location(file.uri, place)
        for place in map(snapshot.columns(file.document).range, spans)
    ]


def highlights(
    snapshot: Snapshot, params: types.DocumentHighlightParams
) -> list[types.DocumentHighlight] | None:
    """The places to highlight for a position."""
    file, offset = snapshot.place(params)
    columns = snapshot.columns(file.document)
    return [
        types.DocumentHighlight(
            columns.range(highlight.span), types.DocumentHighlightKind(highlight.kind)
        )
        for highlight in names.highlights(file.document, offset)
    ]


# Renaming


def prepare_rename(
    snapshot: Snapshot, params: types.PrepareRenameParams
) -> types.PrepareRenamePlaceholder | None:
    """The name at a position that can be renamed."""
    file, offset = snapshot.place(params)
    if names.name_at(file.document, offset) is None:
        return None
    name = names.renamable(file.document, offset)
    return types.PrepareRenamePlaceholder(
        snapshot.columns(file.document).range(name.span), name.written
    )


def rename(snapshot: Snapshot, params: types.RenameParams) -> types.WorkspaceEdit | None:
    """The edits that rename a piece."""
    file, offset = snapshot.place(params)
    return convert.workspace_edit(
        file, names.rename(file.document, offset, params.new_name), snapshot.client
    )


# Links


def document_links(
    snapshot: Snapshot, params: types.DocumentLinkParams
) -> list[types.DocumentLink]:
    """Links from names to their definitions in the library."""
    links = list[types.DocumentLink]()
    for document in snapshot.opened(params.text_document).documents():
        if not (library := snapshot.library(document.notation)):
            continue
        columns = snapshot.columns(document)
        for reference in names.links(document):
            if span := next(library.document.definitions_named(reference.name), None):
                target = f"{library.uri}#L{library.document.position(span.start).line + 1}"
                links.append(
                    types.DocumentLink(columns.range(reference.span), target, "Open the definition")
                )
    return links


# Call hierarchy


def prepare_calls(
    snapshot: Snapshot, params: types.CallHierarchyPrepareParams
) -> list[types.CallHierarchyItem] | None:
    """The piece with the name at a position; null without one."""
    file = snapshot.file(params.text_document)
    offset = snapshot.offset(file.document, params.position)
    key = structure.prepare(file.document, offset)
    item = _called(snapshot, file, key) if key else None
    return [item] if item else None


def incoming_calls(
    snapshot: Snapshot, params: types.CallHierarchyIncomingCallsParams
) -> list[types.CallHierarchyIncomingCall] | None:
    """The pieces that use a piece; those that use one of the library also in the file of the
    request.
    """
    key, home, origin = _asked(snapshot, params.item)
    if not key or not home:
        return None
    calls = _users(snapshot, home, key, origin=origin or home)
    if origin and origin.uri != home.uri and not origin.document.scope.defines(key):
        calls = [*(_users(snapshot, origin, key, origin=origin)), *calls]
    return calls


def _users(
    snapshot: Snapshot, file: _File, key: str, origin: _File
) -> list[types.CallHierarchyIncomingCall]:
    columns = snapshot.columns(file.document)
    return [
        types.CallHierarchyIncomingCall(
            _item(snapshot, file, caller.key, symbol=caller.symbol, origin=origin),
            list(map(columns.range, caller.places)),
        )
        for caller in structure.callers(file.document, key)
    ]


def outgoing_calls(
    snapshot: Snapshot, params: types.CallHierarchyOutgoingCallsParams
) -> list[types.CallHierarchyOutgoingCall] | None:
    """The pieces that a piece uses."""
    key, home, origin = _asked(snapshot, params.item)
    if not key or not home:
        return None
    columns = snapshot.columns(home.document)
    calls = list[types.CallHierarchyOutgoingCall]()
    for callee in structure.callees(home.document, key):
        item = _called(snapshot, home, callee.key, origin=origin)
        if item is not None:
            places = [columns.range(span) for span in callee.places]
            calls.append(types.CallHierarchyOutgoingCall(item, places))
    return calls


def _asked(
    snapshot: Snapshot, item: types.CallHierarchyItem
) -> tuple[str | None, _File | None, _File | None]:
    """The name of an item that was sent, the file that defines it, and the file of the first
    request, if known.
    """
    match item.data:
        case {"key": str(key), "from": str(origin)}:
            return key, snapshot.file_at(item.uri), snapshot.file_at(origin)
    return None, None, None


def _called(
    snapshot: Snapshot, file: _File, key: str, origin: _File | None = None
) -> types.CallHierarchyItem | None:
    """The piece with a name in a file or its library; None if neither defines it."""
    home = file if file.document.scope.defines(key) else snapshot.library(file.document.notation)
    symbol = structure.definition(home.document, key) if home else None
    return (
        _item(snapshot, home, key, symbol=symbol, origin=origin or file)
        if home and symbol
        else None
    )


def _item(
    snapshot: Snapshot, file: _File, key: str | None, symbol: structure.Symbol, origin: _File
) -> types.CallHierarchyItem:
    whole, name = map(snapshot.columns(file.document).range, (symbol.span, symbol.selection))
    return types.CallHierarchyItem(
        symbol.name or "?",
        types.SymbolKind.Class,
        file.uri,
        range=whole,
        selection_range=name,
        detail=symbol.detail or None,
        data={"key": key, "from": origin.uri},
    )
