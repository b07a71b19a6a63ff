"""Diagnostics for clients that request them: of a document, and of the whole workspace."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

from lsprotocol import types

from wazir.lsp.documents import Group, OpenFile
from wazir.lsp.session import Session


def of_document(session: Session, params: types.DocumentDiagnosticParams) -> types.DocumentDiagnosticReport:
    """The diagnostics of a document, or a report that they are unchanged.

    If they take long, and the client can be told to request them again, a report of those that are known so far.
    """
    if not (file := session.files.get(params.text_document.uri)):
        return types.RelatedFullDocumentDiagnosticReport([])
    can_wait = not session.client.diagnostic_refresh or session.publisher.is_complete(file)
    if not can_wait:
        first, is_all = file.first_diagnostics()
        if not is_all:
            session.publisher.finish(file)
            return types.RelatedFullDocumentDiagnosticReport(session.diagnostics(file, first))
    items, result = _result(session, file, list(file.diagnostics()))
    if result == params.previous_result_id:
        return types.RelatedUnchangedDocumentDiagnosticReport(result)
    return types.RelatedFullDocumentDiagnosticReport(items, result_id=result)


async def of_workspace(session: Session, params: types.WorkspaceDiagnosticParams) -> types.WorkspaceDiagnosticReport:
    """The diagnostics of every file of the workspace, open or not."""
    files: dict[str, OpenFile[Any]] = {**await session.documents(), **session.files}
    before = {known.uri: known.value for known in params.previous_result_ids}
    # A client may have requested the diagnostics of a Markdown file just before it was closed.
    closed = dict.fromkeys(uri for uri in (*before, *session.closed_markdown) if uri not in files)

    def report(uri: str, file: OpenFile[Any]) -> types.WorkspaceDocumentDiagnosticReport:
        items, result = _result(session, file, list(file.diagnostics()))
        if result == before.get(uri):
            return types.WorkspaceUnchangedDocumentDiagnosticReport(uri, result, file.version)
        return types.WorkspaceFullDocumentDiagnosticReport(uri, items, file.version, result_id=result)

    reports = await session.server.in_thread(lambda: [report(uri, file) for uri, file in files.items()])
    gone = [types.WorkspaceFullDocumentDiagnosticReport(uri, []) for uri in closed]
    return types.WorkspaceDiagnosticReport([*reports, *gone])


def _result(session: Session, file: OpenFile[Any], known: Sequence[Group]) -> tuple[list[types.Diagnostic], str]:
    """The diagnostics of a file, and the id of this result."""
    items = session.diagnostics(file, known)
    return items, blake2b(repr(items).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
