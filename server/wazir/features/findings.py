"""Findings as plain data: for scripts, as `wazir check --output json` and `wazir moves --json-lines` write them."""

from __future__ import annotations

from collections.abc import Mapping

from wazir.diagnostics import Diagnostic, Severity
from wazir.document import Document
from wazir.text import Span, whole

Json = dict[str, object]

WORDS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFORMATION: "information",
    Severity.HINT: "hint",
}


def as_json(document: Document, diagnostic: Diagnostic, file: Mapping[str, object] | None = None) -> Json:
    """A finding as plain data, with what names its file. Lines and columns count from 0, columns in characters."""
    where = dict(file or {})
    return where | {
        "code": diagnostic.code.id,
        "severity": WORDS[diagnostic.code.severity],
        "message": whole(diagnostic.message),
        "range": _range(document, diagnostic.span),
        "related": [
            where | {"message": whole(related.message), "range": _range(document, related.span)}
            for related in diagnostic.related
        ],
        "fixes": [
            {
                "title": whole(fix.title),
                "safe": fix.safe,
                "edits": [
                    {"range": _range(document, edit.span), "newText": whole(document.origin.written(edit.text))}
                    for edit in fix.edits
                ],
            }
            for fix in diagnostic.fixes
        ],
    }


def _range(document: Document, span: Span) -> Json:
    start, end = document.place(span.start), document.place(span.end)
    return {
        "start": {"line": start.line, "character": start.column},
        "end": {"line": end.line, "character": end.column},
    }
