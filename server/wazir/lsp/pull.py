"""Diagnostics for clients that ask for them: of a document, and of the whole workspace."""

from __future__ import annotations

import json
from collections.abc import Coroutine
from hashlib import blake2b
from typing import Any

from lsprotocol import types

from wazir.document import Document
from wazir.lsp.conversation import Json
from wazir.lsp.problems import diagnostics_json, is_quick, prepared
from wazir.lsp.session import Session


def of_document(session: Session, params: types.DocumentDiagnosticParams) -> Json | Coroutine[Any, Any, Json]:
    """The findings of a document, or word that they are what the client knows already."""
    if not (file := session.file(params.text_document)):
        return Json('{"kind":"full","items":[]}')
    uri, document, near, known = file.uri, file.document, file.near, params.previous_result_id
    if is_quick(document):
        return Json(f"{{{_report(session, uri, document, near, known)}}}")

    async def later() -> Json:
        await prepared(document)
        return Json(f"{{{_report(session, uri, document, near, known)}}}")

    return later()


async def of_workspace(session: Session, params: types.WorkspaceDiagnosticParams) -> Json:
    """The findings of every file of the workspace, open or not."""
    known = {one.uri: one.value for one in params.previous_result_ids}
    reports = []
    for uri, file in (await session.documents()).items():
        document, version = file.document, file.version
        await prepared(document)
        report = _report(session, uri, document, file.near, known.pop(uri, None))
        reports.append(f'{{"uri":{json.dumps(uri)},"version":{json.dumps(version)},{report}}}')
    gone = [f'{{"uri":{json.dumps(uri)},"version":null,"kind":"full","items":[]}}' for uri in known]
    return Json(f'{{"items":[{",".join(reports + gone)}]}}')


def _report(session: Session, uri: str, document: Document, near: int | None, known: str | None) -> str:
    """The members of a report."""
    items = diagnostics_json(document, near, session.client, uri, local=session.conversation.local)
    result = blake2b(items.encode("ascii"), digest_size=8).hexdigest()
    if result == known:
        return f'"kind":"unchanged","resultId":"{result}"'
    return f'"kind":"full","resultId":"{result}","items":{items}'
