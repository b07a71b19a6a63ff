"""Diagnostics as JSON: written for every keystroke, so by hand, and as little of it anew as can be."""

from __future__ import annotations

from json.encoder import encode_basestring_ascii as quoted

from wazir.diagnostics import Diagnostic, Severity, Tag
from wazir.document import Document
from wazir.lsp.client import Client
from wazir.lsp.columns import Columns
from wazir.lsp.opened import Opened
from wazir.lsp.uris import page_uri

LIMIT = 100
"""How many findings of a file are sent, besides those around the last change."""
_TAGS = {Tag.UNNECESSARY: 1, Tag.DEPRECATED: 2}
_TOP = '{"start":{"line":0,"character":0},"end":{"line":0,"character":0}}'


class Writer:
    """Writes diagnostics as a client can show them."""

    def __init__(self, client: Client, home: str | None) -> None:
        """*home* is where the client finds the files of this package, if it can open them."""
        self._client = client
        self._home = home if client.diagnostic_pages else None
        self._kinds: dict[tuple[str, str], str] = {}

    def findings(self, file: Opened) -> str:
        """The findings of a file as a JSON array; one more at the top says how many were left out."""
        groups, total = file.listed(LIMIT)
        before, file.written = file.written, {}
        left_out = total - sum(len(listed) for _, listed in groups)
        parts = [_left_out(left_out)] if left_out else []
        for document, listed in groups:
            columns, first = Columns(document, self._client.encoding), document.origin.line
            for one in listed:
                key = id(one.diagnostic), first + one.line
                known = before.get(key)
                if known is None:
                    known = one.diagnostic, self._finding(one.diagnostic, one.start, columns, document, file.uri)
                file.written[key] = known
                parts.append(known[1])
        return f"[{','.join(parts)}]"

    def _finding(self, found: Diagnostic, start: int, columns: Columns, document: Document, uri: str) -> str:
        """A finding whose offsets count from *start*."""
        kind = self._kinds.get((document.notation.name, found.code.id)) or self._kind(document, found)
        place = columns.range_json(found.span.start + start, found.span.end + start)
        related = self._related(found, start, columns, uri) if found.related else ""
        return f'{{"range":{place},{kind},"message":{quoted(found.message)}{related}}}'

    def _kind(self, document: Document, found: Diagnostic) -> str:
        """The members that are the same for all findings of a code."""
        code = found.code
        written = f'"severity":{int(code.severity)},"code":{quoted(code.id)},"source":"wazir"'
        if tags := [str(_TAGS[tag]) for tag in code.tags if _TAGS[tag] in self._client.diagnostic_tags]:
            written += f',"tags":[{",".join(tags)}]'
        if self._home and (page := page_uri(self._home, document.notation.name, code.id)):
            written += f',"codeDescription":{{"href":{quoted(page)}}}'
        self._kinds[document.notation.name, code.id] = written
        return written

    def _related(self, found: Diagnostic, start: int, columns: Columns, uri: str) -> str:
        if not self._client.diagnostic_related:
            return ""
        written = []
        for one in found.related:
            place = columns.range_json(one.span.start + start, one.span.end + start)
            location = f'{{"uri":{quoted(uri)},"range":{place}}}'
            written.append(f'{{"location":{location},"message":{quoted(one.message)}}}')
        return f',"relatedInformation":[{",".join(written)}]'


def _left_out(count: int) -> str:
    """A remark at the top of the file."""
    many = f"{count:,} more findings are" if count > 1 else "One more finding is"
    message = f"{many} not shown here. `wazir check` lists all of them."
    return f'{{"range":{_TOP},"severity":{int(Severity.INFORMATION)},"source":"wazir","message":{quoted(message)}}}'
