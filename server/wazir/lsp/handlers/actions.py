"""Code actions: fixes and refactorings at a position, and all safe fixes of a document."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from lsprotocol import types

from wazir.budget import STEPS_OF_EXTRA, if_affordable
from wazir.document import Document
from wazir.features import actions, conversion, definitions, written
from wazir.features.actions import Action, ActionKind, ignoring
from wazir.features.views.piece import piece_at
from wazir.features.views.readings import language_of
from wazir.features.written import CannotConvert
from wazir.lsp import convert
from wazir.lsp.documents import OpenFile
from wazir.lsp.handlers import games
from wazir.lsp.snapshot import Snapshot
from wazir.text import Span

APPLY = "wazir.apply"
"""The command of code actions for clients that support only commands. Its arguments are a title and
an edit.
"""
READINGS = "wazir.showReadings"
"""The command of clients that show readings. Its arguments are the URI of a document and a position
in it.
"""
_READINGS = "Show all readings"
_CHECK = "Check with Fairy-Stockfish"
_FIX_ALL = "Apply all safe fixes"
_MAX_LETTERS_AT_ONCE = 20_000
"""Characters of a file up to which its conversion is computed before it is chosen."""


def code_actions(snapshot: Snapshot, params: types.CodeActionParams) -> list[types.CodeAction]:
    """The code actions for a range."""
    file = snapshot.file(params.text_document, params.range.start)
    only = params.context.only
    document, span = file.document, snapshot.span(file.document, params.range)
    possible = list[Action]()
    if any(_wanted(kind, only) for kind in (ActionKind.FIX, ActionKind.IGNORE, ActionKind.REWRITE)):
        every = actions.fixes(document, span)
        with if_affordable(STEPS_OF_EXTRA):
            every += ignoring(document, span)
        possible += [action for action in every if _wanted(action.kind, only)]
    converts = _wanted(ActionKind.CONVERT, only)
    if converts:
        with if_affordable():
            possible += actions.in_dialects(document, span)
    possible = actions.unrepeated(possible)
    offered = [
        _code_action(snapshot, file, action, shown=params.context.diagnostics)
        for action in possible
    ]
    if converts:
        offered += _conversions(snapshot, file, span)
    if only is None:
        if (
            snapshot.client.shows_readings
            and language_of(document)
            and piece_at(document, span.start)
        ):
            command = types.Command(_READINGS, READINGS, arguments=[file.uri, params.range.start])
            offered.append(types.CodeAction(_READINGS, command=command))
        offered += _engine_check(snapshot, file, span)
    if only and _wanted(ActionKind.FIX_ALL, only):
        offered += _fix_all(snapshot, file)
    elif snapshot.client.resolves_edits and any(
        action.kind is ActionKind.FIX for action in possible
    ):
        offered.append(types.CodeAction(_FIX_ALL, kind=ActionKind.FIX_ALL.value, data=_place(file)))
    return offered


def code_commands(snapshot: Snapshot, params: types.CodeActionParams) -> list[types.Command]:
    """The code actions for a range, for clients that support only commands."""
    return [
        action.command or types.Command(action.title, APPLY, arguments=[action.title, action.edit])
        for action in code_actions(snapshot, params)
    ]


def resolve(snapshot: Snapshot, action: types.CodeAction) -> types.CodeAction:
    """A code action with its edit."""
    data = action.data if isinstance(action.data, dict) else {}
    opened = snapshot.files.get(str(data.get("uri")))
    line = data.get("line")
    if action.edit is not None or opened is None:
        return action
    file = opened.block(line if isinstance(line, int) else 0)
    if file is None:
        return action
    try:
        if data.get("dialect") in written.dialects(file.document):
            action.edit = _file_converted(snapshot, file, data["dialect"], title=action.title)
        elif target := conversion.new_files(file.document).get(str(data.get("form"))):
            start, end = data.get("start"), data.get("end")
            span = Span(start, end) if isinstance(start, int) and isinstance(end, int) else None
            action.edit = _new_file(snapshot, file, target, title=action.title, span=span)
        else:
            for complete in _fix_all(snapshot, file):
                action.edit = complete.edit
    except CannotConvert as refusal:
        if snapshot.client.confirms_edits:  # VS Code does not show this error itself
            snapshot.session.server.warn(str(refusal))
        raise
    return action


def _engine_check(
    snapshot: Snapshot, file: OpenFile[Document], span: Span
) -> Iterator[types.CodeAction]:
    """The action that checks a file by the engine, on the first line of a section."""
    document = file.document
    first, line = (
        document.position(at).line for at in (document.chunk_at(span.start).start, span.start)
    )
    if document.notation.variants and snapshot.session.engine and first == line:
        yield types.CodeAction(
            _CHECK, command=types.Command(_CHECK, games.CHECK, arguments=[file.uri])
        )


def _place(file: OpenFile[Document]) -> dict[str, Any]:
    """Data to resolve a code action."""
    return {"uri": file.uri, "line": file.document.region.first_line}


def _conversions(
    snapshot: Snapshot, file: OpenFile[Document], span: Span
) -> list[types.CodeAction]:
    """Conversions of the definitions in a span, and of the whole file unless text is selected.

    The edits are computed when one is chosen, if the client supports that.
    """
    offered = list[types.CodeAction]()
    chosen = len([*islice(definitions.every(file.document, span), 2)])
    is_file = span.start == span.end or not chosen
    titles = written.file_titles(file.document) if is_file else {}
    for dialect, title in titles.items():
        action = types.CodeAction(title, kind=ActionKind.CONVERT.value)
        if snapshot.client.resolves_edits:
            action.data = {**_place(file), "dialect": dialect}
        elif file.document.length > _MAX_LETTERS_AT_ONCE:
            continue
        else:
            try:
                action.edit = _file_converted(snapshot, file, dialect, title=title)
            except CannotConvert:
                continue
        offered.append(action)
    # A new file needs edits that are computed when they are chosen, and a file beside which it is
    # created.
    client, opened = snapshot.client, snapshot.files.get(file.uri)
    can_create = client.resolves_edits and client.creates_files and client.document_changes
    if not (can_create and opened and not opened.is_markdown and _extension(file)):
        return offered
    every = conversion.new_files(file.document)
    usual = conversion.usual(file.document) if is_file else every
    chosen_words = " these definitions" if chosen > 1 else " this definition"
    chosen_part = {"start": span.start, "end": span.end}
    new_files = [(chosen_words, chosen_part, target) for target in usual.items()] if chosen else []
    new_files += [("", {}, target) for target in every.items()] if is_file else []
    return offered + [
        types.CodeAction(
            f"Convert{words} to {target.title} in a new file",
            kind=ActionKind.CONVERT.value,
            data={**_place(file), "form": name, **part},
        )
        for words, part, (name, target) in new_files
    ]


def _extension(file: OpenFile[Document]) -> str:
    """The extension of a file; empty if it has none of its notation."""
    return next(
        (
            extension
            for extension in file.document.notation.extensions
            if file.uri.lower().endswith(extension)
        ),
        "",
    )


def _new_file(
    snapshot: Snapshot,
    file: OpenFile[Document],
    target: conversion.ConversionTarget,
    title: str,
    span: Span | None,
) -> types.WorkspaceEdit:
    """The edit that creates a file with the converted text, beside the file and named like it."""
    made = conversion.converted(file.document, target, span)
    note = f"Left out as comments: {conversion.reasons(made)}" if made.left else None
    is_own = target.notation is file.document.notation
    if is_own:
        form = f".{target.dialect}{target.notation.extensions[0]}"
    else:
        form = target.notation.extensions[0]
    base = file.uri[: -len(_extension(file))]
    if span is not None:
        names = [definition.name or "" for _, definition in definitions.every(file.document, span)]
        name = (
            "-".join(re.findall(r"[a-z0-9]+", names[0].lower())) if len(names) == 1 else "selection"
        )
        base += f".{name or 'piece'}"
    return convert.new_file(f"{base}{form}", made.text, title, note=note, client=snapshot.client)


def _file_converted(
    snapshot: Snapshot, file: OpenFile[Document], dialect: str, title: str
) -> types.WorkspaceEdit:
    return convert.workspace_edit(
        file, written.convert(file.document, dialect), snapshot.client, label=title
    )


def _wanted(kind: ActionKind, only: Sequence[str] | None) -> bool:
    return only is None or any(kind == wanted or kind.startswith(f"{wanted}.") for wanted in only)


def _fix_all(snapshot: Snapshot, file: OpenFile[Document]) -> list[types.CodeAction]:
    if not (edits := actions.fix_all(file.document)):
        return []
    change = convert.workspace_edit(file, edits, snapshot.client)
    return [types.CodeAction(_FIX_ALL, kind=ActionKind.FIX_ALL.value, edit=change)]


def _code_action(
    snapshot: Snapshot, file: OpenFile[Document], action: Action, shown: Sequence[types.Diagnostic]
) -> types.CodeAction:
    fixed = []
    if action.diagnostic:
        place = snapshot.columns(file.document).range(action.diagnostic.span)
        fixed = [
            known
            for known in shown
            if known.code == action.diagnostic.code.id and known.range == place
        ]
    return types.CodeAction(
        action.title,
        kind=action.kind.value,
        diagnostics=fixed or None,
        is_preferred=action.preferred or None,
        edit=convert.workspace_edit(file, action.edits, snapshot.client),
    )
