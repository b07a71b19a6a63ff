"""Code actions: what may be changed at a place, and all safe fixes of a document at once."""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from dataclasses import replace
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from wazir.features import actions, conversion
from wazir.features.actions import Action, ActionKind
from wazir.lsp import from_lsp, to_lsp
from wazir.lsp.opened import OpenFile
from wazir.lsp.requests import APPLY
from wazir.lsp.server import WazirServer
from wazir.lsp.slices import Slices

_FIX_ALL = "Apply all safe fixes"
_LONGEST_AT_ONCE = 20_000
"""Characters of a file that is converted before anybody wants it."""


def code_actions(
    server: WazirServer, params: types.CodeActionParams
) -> Coroutine[Any, Any, list[types.CodeAction]] | None:
    """What may be changed where a range lies."""
    file = server.file(params.text_document, params.range.start)
    return _code_actions(server, replace(file), params) if file else None


async def _code_actions(server: WazirServer, file: OpenFile, params: types.CodeActionParams) -> list[types.CodeAction]:
    only = params.context.only
    span = from_lsp.span(file.document, params.range, server.client.encoding)
    here = only is None or any(_wanted(kind, only) for kind in (ActionKind.FIX, ActionKind.REWRITE))
    found, slices = list[Action](), Slices()
    for one in actions.fixes(file.document, span) if here else ():
        if _wanted(one.kind, only):
            found.append(one)
        if slices.is_over():
            await slices.others()
    rewrites = _wanted(ActionKind.REWRITE, only)
    found += conversion.actions(file.document, span) if rewrites else ()
    found = actions.unrepeated(found)
    offered = [_converted(server, file, one, params.context.diagnostics) for one in found]
    offered += _file_conversions(server, file) if rewrites else []
    if only and _wanted(ActionKind.FIX_ALL, only):
        offered += _fix_all(server, file)
    elif server.client.resolves_edits and any(one.kind is ActionKind.FIX for one in found):
        offered.append(types.CodeAction(_FIX_ALL, kind=ActionKind.FIX_ALL.value, data=_place(file)))
    return offered


def code_commands(
    server: WazirServer, params: types.CodeActionParams
) -> Coroutine[Any, Any, list[types.Command]] | None:
    """The same for clients that know only commands."""
    file = server.file(params.text_document, params.range.start)
    return _code_commands(server, replace(file), params) if file else None


async def _code_commands(server: WazirServer, file: OpenFile, params: types.CodeActionParams) -> list[types.Command]:
    offered = await _code_actions(server, file, params)
    return [types.Command(one.title, APPLY, arguments=[one.title, one.edit]) for one in offered]


def resolve(server: WazirServer, action: types.CodeAction) -> types.CodeAction:
    """An action with its edit, which takes a while to find."""
    data = action.data if isinstance(action.data, dict) else {}
    file = server.file(types.TextDocumentIdentifier(str(data.get("uri"))), types.Position(int(data.get("line", 0)), 0))
    if action.edit is not None or file is None:
        return action
    if data.get("dialect") in conversion.targets(file.document):
        action.edit = _file_converted(server, file, data["dialect"])
        return action
    for complete in _fix_all(server, file):
        action.edit = complete.edit
    return action


def _place(file: OpenFile) -> dict[str, Any]:
    """Where an action is to be found again."""
    return {"uri": file.uri, "line": file.document.origin.line}


def _file_conversions(server: WazirServer, file: OpenFile) -> list[types.CodeAction]:
    """The whole file in other dialects: made when one is chosen, or at once for a client that cannot ask then."""
    offered = []
    for dialect, title in conversion.file_titles(file.document).items():
        action = types.CodeAction(title, kind=ActionKind.REWRITE.value)
        if server.client.resolves_edits:
            action.data = {**_place(file), "dialect": dialect}
        elif file.document.length > _LONGEST_AT_ONCE:
            continue
        else:
            try:
                action.edit = _file_converted(server, file, dialect)
            except JsonRpcException:
                continue
        offered.append(action)
    return offered


def _file_converted(server: WazirServer, file: OpenFile, dialect: str) -> types.WorkspaceEdit:
    try:
        edits = conversion.convert(file.document, dialect)
    except conversion.CannotConvert as refusal:
        raise JsonRpcException(str(refusal), types.LSPErrorCodes.RequestFailed) from None
    return to_lsp.workspace_edit(file.uri, file.version, file.document, edits, server.client)


def _wanted(kind: ActionKind, only: Sequence[str] | None) -> bool:
    return only is None or any(kind == one or kind.startswith(f"{one}.") for one in only)


def _fix_all(server: WazirServer, file: OpenFile) -> list[types.CodeAction]:
    edits = actions.fix_all(file.document)
    if not edits:
        return []
    change = to_lsp.workspace_edit(file.uri, file.version, file.document, edits, server.client)
    return [types.CodeAction(_FIX_ALL, kind=ActionKind.FIX_ALL.value, edit=change)]


def _converted(server: WazirServer, file: OpenFile, one: Action, shown: Sequence[types.Diagnostic]) -> types.CodeAction:
    encoding = server.client.encoding
    mends = []
    if one.diagnostic:
        place = to_lsp.range_(file.document, one.diagnostic.span, encoding)
        mends = [each for each in shown if each.code == one.diagnostic.code.id and each.range == place]
    return types.CodeAction(
        one.title,
        kind=one.kind.value,
        diagnostics=mends or None,
        is_preferred=one.preferred or None,
        edit=to_lsp.workspace_edit(file.uri, file.version, file.document, one.edits, server.client),
    )
