"""Diagnostics as values of the protocol."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lsprotocol import types

from wazir.diagnostics import Diagnostic, Tag
from wazir.document import Document
from wazir.lsp.documents import Group
from wazir.lsp.positions import Columns
from wazir.lsp.schema import Client
from wazir.lsp.workspace import page_uri

LIMIT = 100
"""The number of diagnostics that are sent for a file."""
_TAGS = {Tag.UNNECESSARY: types.DiagnosticTag.Unnecessary, Tag.DEPRECATED: types.DiagnosticTag.Deprecated}
_TOP = types.Range(types.Position(0, 0), types.Position(0, 0))


def listed(
    uri: str, groups: Sequence[Group], more: Iterable[Group], client: Client, home: str | None
) -> list[types.Diagnostic]:
    """The most severe diagnostics of a file, after one that tells how many are omitted.

    Args:
        uri: The URI of the file.
        groups: Its diagnostics.
        more: Further ones, which are not counted.
        client: The capabilities of the client.
        home: The URI at which the client can open the files of this package, if it can.
    """
    placed = [(document, start, each) for document, start, diagnostics in groups for each in diagnostics]
    worst = sorted(placed, key=lambda item: item[2].code.severity)[:LIMIT]
    further = [(document, start, each) for document, start, diagnostics in more for each in diagnostics]
    writer = _Writer(uri, client, home)
    omitted = [_omitted(len(placed) - LIMIT)] if len(placed) > LIMIT else []
    return omitted + [writer.diagnostic(*item) for item in (*worst, *further)]


class _Writer:
    """Converts the diagnostics of a file. The columns of a document are found from those of the one before."""

    def __init__(self, uri: str, client: Client, home: str | None) -> None:
        self._uri, self._client, self._home = uri, client, home
        self._document: Document | None = None

    def diagnostic(self, document: Document, start: int, diagnostic: Diagnostic) -> types.Diagnostic:
        """A diagnostic of a document, whose offsets count from *start*."""
        if document is not self._document:
            self._document, self._columns = document, Columns(document, self._client.encoding)
        code = diagnostic.code
        tags = [_TAGS[tag] for tag in code.tags if _TAGS[tag] in self._client.diagnostic_tags]
        page = page_uri(self._home, document.notation.name, code.id)
        related = [
            types.DiagnosticRelatedInformation(
                types.Location(self._uri, self._columns.range(related.span.moved(start))), related.message
            )
            for related in diagnostic.related
        ]
        return types.Diagnostic(
            self._columns.range(diagnostic.span.moved(start)),
            diagnostic.message,
            types.DiagnosticSeverity(code.severity),
            code.id,
            types.CodeDescription(page) if self._client.diagnostic_pages else None,
            "wazir",
            tags or None,
            related or None if self._client.diagnostic_related else None,
        )


def _omitted(count: int) -> types.Diagnostic:
    number = f"{count:,} more diagnostics are" if count > 1 else "One more diagnostic is"
    message = f"{number} not shown here. `wazir check` lists all of them."
    return types.Diagnostic(_TOP, message, types.DiagnosticSeverity.Information, source="wazir")
