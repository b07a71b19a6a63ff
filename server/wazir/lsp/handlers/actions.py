"""Code actions: fixes and refactorings at a position, and all safe fixes of a document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from wazir.document import Document
from wazir.features import actions, conversion, dialects
from wazir.features.actions import Action, ActionKind
from wazir.features.written import CannotConvert
from wazir.lsp import convert
from wazir.lsp.dispatch import APPLY
from wazir.lsp.documents import OpenFile
from wazir.lsp.server import WazirServer
from wazir.steps import Steps

_FIX_ALL = "Apply all safe fixes"
_MOST_TOLD = 3
"""The number of definitions that are left out of a conversion of which the reason is told before it."""
_LONGEST_AT_ONCE = 20_000
"""Characters of a file up to which its conversion is computed before it is chosen."""


def code_actions(server: WazirServer, params: types.CodeActionParams) -> Steps[list[types.CodeAction] | None]:
    """The code actions for a range."""
    file, only = server.file(params.text_document, params.range.start), params.context.only
    if not file:
        return None
    span = convert.span_of(file.document, params.range, server.client.encoding)
    here = only is None or any(_wanted(kind, only) for kind in (ActionKind.FIX, ActionKind.REWRITE))
    found = (yield from actions.fixes.steps(file.document, span)) if here else []
    found = [one for one in found if _wanted(one.kind, only)]
    refactorings = _wanted(ActionKind.REWRITE, only)
    found += (yield from dialects.actions.steps(file.document, span)) if refactorings else ()
    found, offered = actions.unrepeated(found), list[types.CodeAction]()
    for one in found:
        offered.append((yield from _code_action(server, file, one, params.context.diagnostics)))
    offered += (yield from _file_conversions(server, file)) if refactorings else ()
    if only and _wanted(ActionKind.FIX_ALL, only):
        offered += yield from _fix_all(server, file)
    elif server.client.resolves_edits and any(one.kind is ActionKind.FIX for one in found):
        offered.append(types.CodeAction(_FIX_ALL, kind=ActionKind.FIX_ALL.value, data=_place(file)))
    return offered


def code_commands(server: WazirServer, params: types.CodeActionParams) -> Steps[list[types.Command] | None]:
    """The code actions for a range, for clients that support only commands."""
    offered = yield from code_actions(server, params)
    if offered is None:
        return None
    return [types.Command(one.title, APPLY, arguments=[one.title, one.edit]) for one in offered]


def resolve(server: WazirServer, action: types.CodeAction) -> Steps[types.CodeAction]:
    """A code action with its edit."""
    data = action.data if isinstance(action.data, dict) else {}
    file = server.file(types.TextDocumentIdentifier(str(data.get("uri"))), types.Position(int(data.get("line", 0)), 0))
    if action.edit is not None or file is None:
        return action
    if data.get("dialect") in dialects.dialects(file.document):
        action.edit = yield from _file_converted(server, file, data["dialect"], action.title)
        return action
    if target := conversion.new_files(file.document).get(str(data.get("form"))):
        action.edit = yield from _new_file(server, file, target, action.title)
        return action
    for complete in (yield from _fix_all(server, file)):
        action.edit = complete.edit
    return action


def _place(file: OpenFile[Document]) -> dict[str, Any]:
    """Data to resolve a code action."""
    return {"uri": file.uri, "line": file.document.origin.line}


def _file_conversions(server: WazirServer, file: OpenFile[Document]) -> Steps[list[types.CodeAction]]:
    """Conversions of the whole file. The edits are computed when one is chosen, if the client supports that."""
    offered = []
    for dialect, title in (yield from dialects.file_titles.steps(file.document)).items():
        action = types.CodeAction(title, kind=ActionKind.REWRITE.value)
        if server.client.resolves_edits:
            action.data = {**_place(file), "dialect": dialect}
        elif file.document.length > _LONGEST_AT_ONCE:
            continue
        else:
            try:
                action.edit = yield from _file_converted(server, file, dialect, title)
            except JsonRpcException:
                continue
        offered.append(action)
    return offered + _new_files(server, file)


def _new_files(server: WazirServer, file: OpenFile[Document]) -> list[types.CodeAction]:
    """Conversions of the whole file into a new one, for clients that create files and compute edits when chosen."""
    client, opened = server.client, server.files.get(file.uri)
    can_create = client.resolves_edits and client.creates_files and client.document_changes
    if not can_create or opened is None or opened.is_markdown or not _renamed(file, file.document.notation.name):
        return []
    return [
        types.CodeAction(
            f"Convert to {target.title} in a new file",
            kind=ActionKind.REWRITE.value,
            data={**_place(file), "form": name},
        )
        for name, target in conversion.new_files(file.document).items()
    ]


def _renamed(file: OpenFile[Document], form: str) -> str:
    """The URI of a file in another form, beside it; empty if it has none of the extensions of its notation."""
    extension = next((one for one in file.document.notation.extensions if file.uri.lower().endswith(one)), "")
    return f"{file.uri.removesuffix(file.uri[-len(extension) :])}.{form}" if extension else ""


def _new_file(
    server: WazirServer, file: OpenFile[Document], target: conversion.Target, title: str
) -> Steps[types.WorkspaceEdit]:
    """The edit that creates a file with the converted text."""
    try:
        made = yield from conversion.converted.steps(file.document, target)
    except CannotConvert as refusal:
        raise JsonRpcException(str(refusal), types.LSPErrorCodes.RequestFailed) from None
    left = "; ".join(f"{one.name}: {one.reason}" for one in made.left[:_MOST_TOLD])
    note = f"Left out as comments: {left}" if left else None
    is_own = target.notation is file.document.notation
    form = f"{target.dialect}{target.notation.extensions[0]}" if is_own else target.notation.extensions[0][1:]
    return convert.new_file(_renamed(file, form), made.text, title, note, server.client)


def _file_converted(
    server: WazirServer, file: OpenFile[Document], dialect: str, title: str
) -> Steps[types.WorkspaceEdit]:
    try:
        edits = yield from dialects.convert.steps(file.document, dialect)
    except CannotConvert as refusal:
        raise JsonRpcException(str(refusal), types.LSPErrorCodes.RequestFailed) from None
    return (yield from convert.workspace_edit(file.uri, file.version, file.document, edits, server.client, title))


def _wanted(kind: ActionKind, only: Sequence[str] | None) -> bool:
    return only is None or any(kind == one or kind.startswith(f"{one}.") for one in only)


def _fix_all(server: WazirServer, file: OpenFile[Document]) -> Steps[list[types.CodeAction]]:
    edits = yield from actions.fix_all.steps(file.document)
    if not edits:
        return []
    change = yield from convert.workspace_edit(file.uri, file.version, file.document, edits, server.client)
    return [types.CodeAction(_FIX_ALL, kind=ActionKind.FIX_ALL.value, edit=change)]


def _code_action(
    server: WazirServer, file: OpenFile[Document], one: Action, shown: Sequence[types.Diagnostic]
) -> Steps[types.CodeAction]:
    encoding = server.client.encoding
    fixed = []
    if one.diagnostic:
        place = convert.range_(file.document, one.diagnostic.span, encoding)
        fixed = [each for each in shown if each.code == one.diagnostic.code.id and each.range == place]
    return types.CodeAction(
        one.title,
        kind=one.kind.value,
        diagnostics=fixed or None,
        is_preferred=one.preferred or None,
        edit=(yield from convert.workspace_edit(file.uri, file.version, file.document, one.edits, server.client)),
    )
