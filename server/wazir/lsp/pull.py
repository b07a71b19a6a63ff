"""Diagnostics for clients that ask for them: of a document, and of the whole workspace."""

from __future__ import annotations

import json
from collections.abc import Coroutine
from dataclasses import replace
from hashlib import blake2b
from typing import Any

from lsprotocol import types

from wazir.lsp.opened import Opened
from wazir.lsp.ready import Json
from wazir.lsp.server import WazirServer
from wazir.lsp.slices import LENGTH, is_quick, sliced

_AT_FIRST = 0.5
"""
Seconds that the findings of a document may take before the features are loaded: grammars are read in that time, and
other requests, which would have their turn between two slices, load the features.
"""


def of_document(server: WazirServer, params: types.DocumentDiagnosticParams) -> Json | Coroutine[Any, Any, Json]:
    """The findings of a document, or word that they are what the client knows already."""
    if not (file := server.opened(params.text_document)):
        return Json.of('{"kind":"full","items":[]}')
    asked, known = replace(file), params.previous_result_id
    if is_quick(asked.document.work(), LENGTH if server.is_loaded else _AT_FIRST):
        return _document_report(server, file, asked, known)

    async def later() -> Json:
        await sliced(asked.document.work())
        return _document_report(server, file, asked, known)

    return later()


def _document_report(server: WazirServer, file: Opened, asked: Opened, known: str | None) -> Json:
    report = _report(server, asked, known)
    file.written = asked.written
    return Json.of("{", report, "}")


async def of_workspace(server: WazirServer, params: types.WorkspaceDiagnosticParams) -> Json:
    """The findings of every file of the workspace, open or not."""
    known = {one.uri: one.value for one in params.previous_result_ids}
    reports = []
    opened: dict[str, Opened] = {**await server.documents(), **server.pages}
    for uri, file in opened.items():
        asked = replace(file)
        await sliced(asked.document.work())
        report = _report(server, asked, known.pop(uri, None))
        reports.append(f'{{"uri":{json.dumps(uri)},"version":{json.dumps(asked.version)},{report}}}')
    # A client may have asked for the findings of a Markdown file just before that was closed.
    closed = dict.fromkeys((*known, *server.closed_pages - opened.keys()))
    gone = [f'{{"uri":{json.dumps(uri)},"version":null,"kind":"full","items":[]}}' for uri in closed]
    return Json.of('{"items":[', ",".join(reports + gone), "]}")


def _report(server: WazirServer, file: Opened, known: str | None) -> str:
    """The members of a report."""
    items = server.writer.findings(file)
    result = blake2b(items.encode("ascii"), digest_size=8).hexdigest()
    if result == known:
        return f'"kind":"unchanged","resultId":"{result}"'
    return f'"kind":"full","resultId":"{result}","items":{items}'
