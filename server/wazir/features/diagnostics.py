"""Diagnostics as plain data for scripts, and the pages of their codes."""

from __future__ import annotations

from collections.abc import Mapping

from wazir.diagnostics import Code, Diagnostic
from wazir.document import Document
from wazir.notations import REGISTRY
from wazir.notations.base import Notation
from wazir.text import Span, whole

Json = dict[str, object]


def diagnostic_as_json(document: Document, diagnostic: Diagnostic, file: Mapping[str, object] | None = None) -> Json:
    """A diagnostic as plain data, with the fields of *file*. Lines and columns count from 0, columns in characters."""
    where = dict(file or {})
    return where | {
        "code": diagnostic.code.id,
        "severity": diagnostic.code.severity.name.lower(),
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


def codes() -> tuple[Code, ...]:
    """The codes of all notations in the order of their tables; of codes with the same id the first."""
    return tuple({code.id: code for notation in reversed(REGISTRY) for code in reversed(notation.codes)}.values())[::-1]


def pages(code: str) -> tuple[tuple[Notation, str], ...]:
    """The pages of the codes with an id, as Markdown, each with its notation."""
    found = ((notation, notation.page(code)) for notation in REGISTRY)
    return tuple((notation, text) for notation, text in found if text is not None)


def page(code: str) -> str | None:
    """The pages of the codes with an id as one Markdown text; None if there is no such code."""
    found = pages(code)
    if len(found) < 2:
        return found[0][1] if found else None
    return "\n".join(_under(notation.title, text) for notation, text in found)


def _under(title: str, text: str) -> str:
    """A page with the title of its notation in the heading."""
    heading, _, rest = text.partition("\n")
    return f"{heading} ({title})\n{rest}"
