"""Code actions: fixes and refactorings at a position, and all safe fixes of a document."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from wazir.document import Document
from wazir.features import actions, conversion, definitions, dialects
from wazir.features.actions import Action, ActionKind
from wazir.features.ignoring import ignoring
from wazir.features.views.piece import piece_at
from wazir.features.views.readings import language_of
from wazir.features.written import CannotConvert
from wazir.lsp import convert
from wazir.lsp.dispatch import APPLY, READINGS, loading_notations
from wazir.lsp.documents import OpenFile
from wazir.lsp.positions import offset_of, span_of
from wazir.lsp.server import WazirServer
from wazir.steps import Steps, collected
from wazir.text import Span

_READINGS = "Show all readings"
_FIX_ALL = "Apply all safe fixes"
_LONGEST_AT_ONCE = 20_000
"""Characters of a file up to which its conversion is computed before it is chosen."""


def code_actions(server: WazirServer, params: types.CodeActionParams) -> Steps[list[types.CodeAction] | None]:
    """The code actions for a range."""
    file, only = server.file(params.text_document, params.range.start), params.context.only
    if not file:
        return None
    span = span_of(file.document, params.range, server.client.encoding)
    here = only is None or any(_wanted(kind, only) for kind in (ActionKind.FIX, ActionKind.REWRITE))
    found = (yield from actions.fixes.steps(file.document, span)) if here else []
    found += (yield from ignoring.steps(file.document, span)) if here else ()
    found = [one for one in found if _wanted(one.kind, only)]
    refactorings = _wanted(ActionKind.REWRITE, only)
    found += (yield from dialects.actions.steps(file.document, span)) if refactorings else ()
    found, offered = actions.unrepeated(found), list[types.CodeAction]()
    for one in found:
        offered.append((yield from _code_action(server, file, one, params.context.diagnostics)))
    offered += (yield from _conversions(server, file, span)) if refactorings else ()
    offered += _readings(server, file, params) if only is None else ()
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
    return [one.command or types.Command(one.title, APPLY, arguments=[one.title, one.edit]) for one in offered]


def resolve(server: WazirServer, action: types.CodeAction) -> Steps[types.CodeAction]:
    """A code action with its edit."""
    data = action.data if isinstance(action.data, dict) else {}
    file = server.file(types.TextDocumentIdentifier(str(data.get("uri"))), types.Position(int(data.get("line", 0)), 0))
    if action.edit is not None or file is None:
        return action
    yield from loading_notations()
    try:
        if data.get("dialect") in dialects.dialects(file.document):
            action.edit = yield from _file_converted(server, file, data["dialect"], action.title)
            return action
        if target := conversion.new_files(file.document).get(str(data.get("form"))):
            action.edit = yield from _new_file(server, file, target, action.title, _span(data))
            return action
    except CannotConvert as refusal:
        if server.client.confirms_edits:  # VS Code does not show this error itself
            server.endpoint.warn(str(refusal))
        raise JsonRpcException(str(refusal), types.LSPErrorCodes.RequestFailed) from None
    for complete in (yield from _fix_all(server, file)):
        action.edit = complete.edit
    return action


def _readings(
    server: WazirServer, file: OpenFile[Document], params: types.CodeActionParams
) -> Iterator[types.CodeAction]:
    """The action that shows all readings of a piece, for clients that have a command for it."""
    offset = offset_of(file.document, params.range.start, server.client.encoding)
    if server.client.shows_readings and language_of(file.document) and piece_at(file.document, offset):
        arguments = [file.uri, params.range.start]
        yield types.CodeAction(_READINGS, command=types.Command(_READINGS, READINGS, arguments=arguments))


def _place(file: OpenFile[Document]) -> dict[str, Any]:
    """Data to resolve a code action."""
    return {"uri": file.uri, "line": file.document.origin.line}


def _span(data: Mapping[str, Any]) -> Span | None:
    """The part of a document to which the data of an action is limited, or None."""
    start, end = data.get("start"), data.get("end")
    return Span(start, end) if isinstance(start, int) and isinstance(end, int) else None


def _conversions(server: WazirServer, file: OpenFile[Document], span: Span) -> Steps[list[types.CodeAction]]:
    """Conversions of the definitions in a span, and of the whole file unless text is selected.

    The edits are computed when one is chosen, if the client supports that.
    """
    chosen, offered = 0, list[types.CodeAction]()
    for touched in definitions.each(file.document, span):
        chosen += touched is not None
        if chosen > 1:
            break
        yield
    is_file = span.start == span.end or not chosen
    for dialect, title in (yield from dialects.file_titles.steps(file.document)).items() if is_file else ():
        action = types.CodeAction(title, kind=ActionKind.REWRITE.value)
        if server.client.resolves_edits:
            action.data = {**_place(file), "dialect": dialect}
        elif file.document.length > _LONGEST_AT_ONCE:
            continue
        else:
            try:
                action.edit = yield from _file_converted(server, file, dialect, title)
            except CannotConvert:
                continue
        offered.append(action)
    if not _can_create(server, file):
        return offered
    yield from loading_notations()
    every = conversion.new_files(file.document)
    if chosen:
        what = "these definitions" if chosen > 1 else "this definition"
        part = {"start": span.start, "end": span.end}
        offered += _new_files(file, conversion.usual(file.document) if is_file else every, f" {what}", part)
    return offered + (_new_files(file, every, "", {}) if is_file else [])


def _can_create(server: WazirServer, file: OpenFile[Document]) -> bool:
    """Whether the client creates files, with edits that are computed when chosen, and there is a place for them."""
    client, opened = server.client, server.files.get(file.uri)
    is_able = client.resolves_edits and client.creates_files and client.document_changes
    return is_able and opened is not None and not opened.is_markdown and bool(_extension(file))


def _new_files(
    file: OpenFile[Document], targets: Mapping[str, conversion.Target], what: str, part: Mapping[str, int]
) -> list[types.CodeAction]:
    """Conversions into a new file."""
    return [
        types.CodeAction(
            f"Convert{what} to {target.title} in a new file",
            kind=ActionKind.REWRITE.value,
            data={**_place(file), "form": name, **part},
        )
        for name, target in targets.items()
    ]


def _extension(file: OpenFile[Document]) -> str:
    """The extension of a file; empty if it has none of its notation."""
    return next((one for one in file.document.notation.extensions if file.uri.lower().endswith(one)), "")


def _new_file(
    server: WazirServer, file: OpenFile[Document], target: conversion.Target, title: str, span: Span | None
) -> Steps[types.WorkspaceEdit]:
    """The edit that creates a file with the converted text, beside the file and named like it."""
    made = yield from conversion.converted.steps(file.document, target, span)
    note = f"Left out as comments: {conversion.reasons(made)}" if made.left else None
    is_own = target.notation is file.document.notation
    form = f".{target.dialect}{target.notation.extensions[0]}" if is_own else target.notation.extensions[0]
    base = file.uri[: -len(_extension(file))]
    part = yield from _part(file.document, span)
    return convert.new_file(f"{base}{part}{form}", made.text, title, note, server.client)


def _part(document: Document, span: Span | None) -> Steps[str]:
    """What the definitions in a span add to the name of a file."""
    if span is None:
        return ""
    names = [one.name or "" for _, one in (yield from collected(definitions.each(document, span)))]
    name = "-".join(re.findall(r"[a-z0-9]+", names[0].lower())) if len(names) == 1 else "selection"
    return f".{name or 'piece'}"


def _file_converted(
    server: WazirServer, file: OpenFile[Document], dialect: str, title: str
) -> Steps[types.WorkspaceEdit]:
    edits = yield from dialects.convert.steps(file.document, dialect)
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
