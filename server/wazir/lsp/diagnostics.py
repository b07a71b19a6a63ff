"""Diagnostics as JSON, and their publication. Both happen at every keystroke, so only changes are written."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Sequence
from json.encoder import encode_basestring_ascii as quoted
from typing import TYPE_CHECKING, Any

from wazir.diagnostics import Code, Diagnostic, Severity, Tag
from wazir.document import Document
from wazir.document.beginning import Beginning
from wazir.lsp.documents import OpenFile, Published
from wazir.lsp.endpoint import Endpoint
from wazir.lsp.positions import Columns
from wazir.lsp.scheduling import is_quick, sliced
from wazir.lsp.schema import Client
from wazir.lsp.workspace import page_uri

if TYPE_CHECKING:
    from wazir.document.markdown import Group

LIMIT = 100
"""The number of diagnostics that are sent for a file."""
_TAGS = {Tag.UNNECESSARY: 1, Tag.DEPRECATED: 2}
_TOP = '{"start":{"line":0,"character":0},"end":{"line":0,"character":0}}'


class DiagnosticWriter:
    """Writes diagnostics as JSON that a client understands."""

    def __init__(self, client: Client, home: str | None) -> None:
        """*home* is the URI at which the client can open the files of this package, if it can."""
        self._client = client
        self._home = home
        self._code_members: dict[tuple[str, Code], str] = {}

    def array(self, file: OpenFile[Any]) -> str:
        """The most severe diagnostics of a file as an array. The last one tells how many are omitted."""
        groups, total = file.worst(LIMIT)
        listed = [(document.origin, some) for document, some in groups]
        if listed != file.published.listed:
            file.published = self._published(file, groups, listed)
        omitted = total - sum(len(some) for _, some in listed)
        parts = (_omitted(omitted) if omitted else "", file.published.text, *self._hints(file))
        return f"[{','.join(filter(None, parts))}]"

    def _published(self, file: OpenFile[Any], groups: Sequence[Group], listed: Sequence[object]) -> Published:
        """Diagnostics as JSON. Known ones are reused."""
        before, members = file.published.members, dict[tuple[int, int], tuple[Diagnostic, str]]()
        for document, some in groups:
            columns, first = Columns(document, self._client.encoding), document.origin.line
            for one in some:
                key = id(one.diagnostic), first + one.line
                known = before.get(key)
                if known is None:
                    known = one.diagnostic, self._diagnostic(one.diagnostic, one.start, columns, document, file.uri)
                members[key] = known
        return Published(listed, members, ",".join([text for _, text in members.values()]))

    def first(self, uri: str, lines: Beginning) -> str:
        """Diagnostics of the first lines of a file as an array."""
        document, found = lines
        columns = Columns(document, self._client.encoding)
        return f"[{','.join([self._diagnostic(one, 0, columns, document, uri) for one in found[:LIMIT]])}]"

    def _hints(self, file: OpenFile[Document]) -> Iterator[str]:
        """The hints about pieces that are defined twice."""
        if not file.duplicates:
            return
        from wazir.features.duplicates import hints  # loaded where duplicates were found

        columns = Columns(file.document, self._client.encoding)
        for one in hints(file.document, file.duplicates):
            yield self._diagnostic(one, 0, columns, file.document, file.uri)

    def _diagnostic(self, found: Diagnostic, start: int, columns: Columns, document: Document, uri: str) -> str:
        """A diagnostic whose offsets count from *start*."""
        members = self._code_members.get((document.notation.name, found.code)) or self._code(document, found)
        place = columns.range_json(found.span.start + start, found.span.end + start)
        related = self._related(found, start, columns, uri) if found.related else ""
        return f'{{"range":{place},{members},"message":{quoted(found.message)}{related}}}'

    def _code(self, document: Document, found: Diagnostic) -> str:
        """The members that all diagnostics of a code share."""
        code = found.code
        members = f'"severity":{int(code.severity)},"code":{quoted(code.id)},"source":"wazir"'
        if tags := [str(_TAGS[tag]) for tag in code.tags if _TAGS[tag] in self._client.diagnostic_tags]:
            members += f',"tags":[{",".join(tags)}]'
        if self._client.diagnostic_pages:
            page = page_uri(self._home, document.notation.name, code.id)
            members += f',"codeDescription":{{"href":{quoted(page)}}}'
        self._code_members[document.notation.name, code] = members
        return members

    def _related(self, found: Diagnostic, start: int, columns: Columns, uri: str) -> str:
        if not self._client.diagnostic_related:
            return ""
        related = []
        for one in found.related:
            place = columns.range_json(one.span.start + start, one.span.end + start)
            location = f'{{"uri":{quoted(uri)},"range":{place}}}'
            related.append(f'{{"location":{location},"message":{quoted(one.message)}}}')
        return f',"relatedInformation":[{",".join(related)}]'


def _omitted(count: int) -> str:
    many = f"{count:,} more diagnostics are" if count > 1 else "One more diagnostic is"
    message = f"{many} not shown here. `wazir check` lists all of them."
    return f'{{"range":{_TOP},"severity":{int(Severity.INFORMATION)},"source":"wazir","message":{quoted(message)}}}'


QUIET = 0.5
"""Seconds without a change after which the pieces of a file are compared."""


class Comparisons:
    """Finds pieces with equal moves in files that have not changed for a while."""

    def __init__(self, endpoint: Endpoint, tell: Callable[[OpenFile[Any]], None], is_busy: Callable[[], bool]) -> None:
        """*tell* is called with a file whose duplicates have changed; *is_busy* says whether diagnostics come first."""
        self._endpoint = endpoint
        self._tell = tell
        self._is_busy = is_busy
        self._due: dict[str, OpenFile[Any]] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def schedule(self, file: OpenFile[Any]) -> None:
        """Marks a file whose pieces have changed. A Markdown file may repeat pieces."""
        self.cancel(file)
        if not file.is_markdown:
            self._due[file.uri] = file

    def cancel(self, file: OpenFile[Any]) -> None:
        """Stops the comparison of a file."""
        self._due.pop(file.uri, None)
        if timer := self._timers.pop(file.uri, None):
            timer.cancel()
        if task := self._tasks.pop(file.uri, None):
            task.cancel()

    def wait(self) -> None:
        """Compares the pieces of files that have not changed for some time."""
        due, self._due = self._due, {}
        for file in due.values():
            self._wait(file)

    def _wait(self, file: OpenFile[Document]) -> None:
        self._timers[file.uri] = asyncio.get_running_loop().call_later(QUIET, self._begin, file)

    def _begin(self, file: OpenFile[Document]) -> None:
        if self._is_busy():
            self._wait(file)
            return
        self._tasks[file.uri] = asyncio.get_running_loop().create_task(self._compare(file))

    async def _compare(self, file: OpenFile[Document]) -> None:
        from wazir.features.duplicates import duplicates  # late, because the start does not need it

        found = await self._endpoint.idle.finished(duplicates.steps(file.document, file.forms))
        del self._tasks[file.uri]
        if found != file.duplicates:
            file.duplicates = found
            self._tell(file)


class Publisher:
    """Publishes diagnostics when no message is waiting, for clients that do not request them."""

    def __init__(self, endpoint: Endpoint, refresh: Callable[[], None]) -> None:
        """*refresh* tells a client that requests diagnostics to do so again."""
        self._refresh = refresh
        self.writer = DiagnosticWriter(Client(), None)
        self.is_enabled = True
        """The client does not request diagnostics."""
        self._endpoint = endpoint
        self._first: dict[str, str] = {}
        """The diagnostics of the first lines of files that have not been sent yet."""
        self._partly = set[str]()
        """The files for which a client has received the first lines and waits for a refresh."""
        self._due: dict[str, OpenFile[Any]] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    @property
    def is_busy(self) -> bool:
        """Whether diagnostics are being computed in slices."""
        return bool(self._tasks)

    def begin(self, uri: str, lines: Beginning | None) -> None:
        """Takes the diagnostics of the first lines of a file that is being opened, if there are any."""
        self._first.pop(uri, None)
        if lines:
            self._first[uri] = self.writer.first(uri, lines)

    def first(self, uri: str, file: OpenFile[Any] | None) -> str | None:
        """The diagnostics of the first lines of a file for a client that is told to request all when they are known.

        None if they were requested before. *file* is None while the file is being opened.
        """
        found = self._first.pop(uri, None)
        if found is not None:
            self._partly.add(uri)
            if file:
                self._finish(file)
        return found

    def schedule(self, file: OpenFile[Any], *, is_new: bool = False) -> None:
        """Marks a file whose diagnostics are outdated."""
        if not is_new:
            self._first.pop(file.uri, None)
        if self.is_enabled:
            self._due[file.uri] = file
        else:
            self._finish(file)

    def clear(self, uri: str) -> None:
        """Removes the published diagnostics of a closed file."""
        self._due.pop(uri, None)
        self._first.pop(uri, None)
        self._partly.discard(uri)
        self._cancel(uri)
        if self.is_enabled:
            self._send(uri, None, "[]")

    def publish(self) -> None:
        """Publishes the diagnostics that are due, in slices if they take long. Those of first lines have no version."""
        if self.is_enabled:
            first, self._first = self._first, {}
            for uri, found in first.items():
                self._send(uri, None, found)
        due, self._due = self._due, {}
        for file in due.values():
            self._cancel(file.uri)
            if is_quick(file.document.work()):
                self._publish(file)
            else:
                self._tasks[file.uri] = asyncio.get_running_loop().create_task(self._publish_later(file))

    async def _publish_later(self, file: OpenFile[Any]) -> None:
        document = file.document
        await sliced(document.work())
        if file.document is document:  # else this task is about to be cancelled
            del self._tasks[file.uri]
            self._publish(file)

    def _finish(self, file: OpenFile[Any]) -> None:
        self._cancel(file.uri)
        if file.uri in self._partly:
            self._tasks[file.uri] = asyncio.get_running_loop().create_task(self._refresh_later(file))

    async def _refresh_later(self, file: OpenFile[Any]) -> None:
        await sliced(file.document.work())
        del self._tasks[file.uri]
        self._partly.discard(file.uri)
        self._refresh()

    def _cancel(self, uri: str) -> None:
        if task := self._tasks.pop(uri, None):
            task.cancel()

    def _publish(self, file: OpenFile[Any]) -> None:
        self._send(file.uri, file.version, self.writer.array(file))

    def _send(self, uri: str, version: int | None, diagnostics: str) -> None:
        versioned = "" if version is None else f'"version":{json.dumps(version)},'
        self._endpoint.send_json(
            '{"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":'
            f'{{"uri":{json.dumps(uri)},{versioned}"diagnostics":{diagnostics}}}}}'
        )
