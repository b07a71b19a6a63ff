"""Diagnostics for clients that request them: of a document, and of the whole workspace."""

from __future__ import annotations

import json
from collections.abc import Coroutine
from dataclasses import replace
from hashlib import blake2b
from typing import Any

from lsprotocol import types

from wazir.lsp.documents import OpenFile
from wazir.lsp.raw_json import Json
from wazir.lsp.scheduling import SLICE, is_quick, sliced
from wazir.lsp.server import WazirServer

_AT_START = 0.5
"""
Seconds of the first slice before the features are imported. Grammars are read in that time; other requests, which would
run between two slices, import the features.
"""


def of_document(server: WazirServer, params: types.DocumentDiagnosticParams) -> Json | Coroutine[Any, Any, Json]:
    """The diagnostics of a document, or a report that they are unchanged."""
    if not (file := server.opened(params.text_document)):
        return Json.of('{"kind":"full","items":[]}')
    asked, known = replace(file), params.previous_result_id

    def report() -> Json:
        members = _report(server, asked, known)
        file.published = asked.published
        return Json.of("{", members, "}")

    async def later() -> Json:
        await sliced(asked.document.work())
        return report()

    return report() if is_quick(asked.document.work(), SLICE if server.is_loaded else _AT_START) else later()


async def of_workspace(server: WazirServer, params: types.WorkspaceDiagnosticParams) -> Json:
    """The diagnostics of every file of the workspace, open or not."""
    known = {one.uri: one.value for one in params.previous_result_ids}
    reports = []
    every: dict[str, OpenFile[Any]] = {**await server.documents(), **server.files}
    for uri, file in every.items():
        asked = replace(file)
        await sliced(asked.document.work())
        report = _report(server, asked, known.pop(uri, None))
        reports.append(f'{{"uri":{json.dumps(uri)},"version":{json.dumps(asked.version)},{report}}}')
    # A client may have requested the diagnostics of a Markdown file just before it was closed.
    closed = dict.fromkeys((*known, *server.closed_markdown - every.keys()))
    gone = [f'{{"uri":{json.dumps(uri)},"version":null,"kind":"full","items":[]}}' for uri in closed]
    return Json.of('{"items":[', ",".join(reports + gone), "]}")


def _report(server: WazirServer, file: OpenFile[Any], known: str | None) -> str:
    """The members of a report."""
    items = server.writer.array(file)
    result = blake2b(items.encode("ascii"), digest_size=8).hexdigest()
    if result == known:
        return f'"kind":"unchanged","resultId":"{result}"'
    return f'"kind":"full","resultId":"{result}","items":{items}'
