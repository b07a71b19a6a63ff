"""Diagnostics as JSON: written for every keystroke, so as text, and as little of it anew as can be."""

from __future__ import annotations

import asyncio
import json
from time import perf_counter
from typing import Any

from wazir.diagnostics import Diagnostic, Severity, Tag
from wazir.document import Document
from wazir.lsp.client import Client
from wazir.lsp.conversation import SLICE
from wazir.lsp.uris import page_uri
from wazir.text import Span

SOURCE = "wazir"
LIMIT = 200
"""How many findings of a file are sent, besides those around the last change."""
_TAGS = {Tag.UNNECESSARY: 1, Tag.DEPRECATED: 2}


def diagnostics_json(document: Document, near: int | None, client: Client, uri: str, *, local: bool) -> str:
    """The findings of a document as a JSON array; one more at the top says how many were left out."""
    found, total = document.problems(limit=LIMIT, near=near)
    written = [json.dumps(as_lsp(one, document, client, uri, local=local), separators=(",", ":")) for one in found]
    if total > len(found):
        written.insert(0, _left_out(total - len(found)))
    return f"[{','.join(written)}]"


def is_quick(document: Document) -> bool:
    """Whether the findings of a document can be had at once; some of them are found while that is tried."""
    until = perf_counter() + SLICE
    return all(perf_counter() < until for _ in document.work())


async def prepared(document: Document) -> None:
    """Lets a document find out all that is wrong with it, between other messages."""
    until = perf_counter() + SLICE
    for _ in document.work():
        if perf_counter() > until:
            await asyncio.sleep(0)
            until = perf_counter() + SLICE


def as_lsp(one: Diagnostic, document: Document, client: Client, uri: str, *, local: bool) -> dict[str, Any]:
    """A finding as the client can show it."""
    written: dict[str, Any] = {
        "range": _range(document, one.span, client),
        "severity": int(one.code.severity),
        "code": one.code.id,
        "source": SOURCE,
        "message": one.message,
    }
    if tags := [_TAGS[tag] for tag in one.code.tags if _TAGS[tag] in client.diagnostic_tags]:
        written["tags"] = tags
    if one.related and client.diagnostic_related:
        written["relatedInformation"] = [
            {"location": {"uri": uri, "range": _range(document, r.span, client)}, "message": r.message}
            for r in one.related
        ]
    if local and client.diagnostic_pages and (page := page_uri(document.notation.name, one.code.id)):
        written["codeDescription"] = {"href": page}
    return written


def _range(document: Document, span: Span, client: Client) -> dict[str, dict[str, int]]:
    (line, start), (last, end) = (document.units_at(offset, client.encoding) for offset in span)
    return {"start": {"line": line, "character": start}, "end": {"line": last, "character": end}}


def _left_out(count: int) -> str:
    many = f"{count:,} more findings are" if count > 1 else "One more finding is"
    nowhere = {"line": 0, "character": 0}
    return json.dumps(
        {
            "range": {"start": nowhere, "end": nowhere},
            "severity": int(Severity.INFORMATION),
            "source": SOURCE,
            "message": f"{many} not shown here. `wazir check` lists all of them.",
        }
    )
