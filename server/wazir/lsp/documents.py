"""The open files, and the worker that diagnoses them and publishes what it finds."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import count
from time import perf_counter
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias, TypeVar

from wazir import system
from wazir.budget import Budget, Cancelled, check, spending
from wazir.diagnostics import Diagnostic
from wazir.document import Document
from wazir.document.markdown import Markdown
from wazir.features.completion import Completion
from wazir.features.known import Duplicate, Forms, duplicates, hints

if TYPE_CHECKING:
    from wazir.lsp.session import Session

log = logging.getLogger(__name__)

_Text = TypeVar("_Text", bound="Document | Markdown", covariant=True)


class ChunkDiagnostics(NamedTuple):
    """Diagnostics of a chunk."""

    document: Document
    start: int
    """The offset of the chunk in the document, from which the spans of the diagnostics count."""
    diagnostics: Sequence[Diagnostic]


UNKNOWN_VERSION = -1
"""The version of a document whose client sends none that is valid."""
SECONDS_OF_SLICE = 0.1
"""Seconds after which the diagnostics that are known are published, and the others when all are
known.
"""


@dataclass(frozen=True, slots=True, eq=False)
class OpenFile(Generic[_Text]):
    """A version of an open file, or of a block of one."""

    uri: str
    version: int | None
    document: _Text

    @property
    def is_markdown(self) -> bool:
        """Whether the documents are the blocks of a Markdown file."""
        return isinstance(self.document, Markdown)

    def in_notation(self) -> OpenFile[Document] | None:
        """The file, if it is in a notation; None for Markdown."""
        return None if self.is_markdown else self  # type: ignore[return-value]

    def documents(self, first: int = 0, last: int | None = None) -> Iterator[Document]:
        """The document; of a Markdown file all blocks, or those that touch some lines."""
        if isinstance(self.document, Document):
            return iter([self.document])
        return self.document.documents(first, last)

    def block(self, line: int) -> OpenFile[Document] | None:
        """The file; of a Markdown file the block at a line, if any."""
        if isinstance(self.document, Document):
            return self.in_notation()
        document = self.document.document_at(line)
        return OpenFile(self.uri, self.version, document) if document else None

    def first_diagnostics(self) -> tuple[list[ChunkDiagnostics], bool]:
        """The diagnostics that chunks report themselves, as far as they are known within the
        patience of users.

        The second result is whether all chunks have reported theirs.
        """
        until = perf_counter() + SECONDS_OF_SLICE
        groups = list[ChunkDiagnostics]()
        for document in self.documents():
            for start, diagnostics in document.own_diagnostics_by_chunk():
                check()
                groups.append(ChunkDiagnostics(document, start, diagnostics))
                if perf_counter() > until:
                    return groups, False
        return groups, True

    def diagnostics(self) -> Iterator[ChunkDiagnostics]:
        """The diagnostics of each chunk in turn, in the order of the text; empty ones between
        them.
        """
        for document in self.documents():
            for start, diagnostics in document.diagnostics_by_chunk():
                check()
                yield ChunkDiagnostics(document, start, diagnostics)


AnyFile: TypeAlias = OpenFile["Document | Markdown"]
"""A file in a notation, or Markdown."""


class SentCompletions:
    """The last few completion lists, for `completionItem/resolve`."""

    def __init__(self) -> None:
        self._lists: deque[tuple[int, OpenFile[Document], Sequence[Completion]]] = deque(maxlen=4)
        self._numbers = count(1)

    def keep(self, file: OpenFile[Document], completions: Sequence[Completion]) -> int:
        """Keeps a list for a version of a file, and returns the number of the list."""
        number = next(self._numbers)
        self._lists.append((number, file, completions))
        return number

    def find(self, data: object) -> tuple[OpenFile[Document], Completion] | None:
        """A completion and its file, by the number of the list and the index in it; None if the
        list is not kept.
        """
        for kept, file, completions in self._lists.copy():
            match data:
                case [int(number), int(index)] if number == kept and 0 <= index < len(completions):
                    return file, completions[index]
        return None


QUIET = 0.25
"""Seconds without a change after which the pieces of a file are compared."""


class Publisher:
    """Diagnoses the newest version of each file in one worker thread. It stops when a newer version
    exists.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._complete = dict[str, AnyFile]()
        """The version of each file whose diagnostics are all known."""
        self._duplicates: dict[str, tuple[Duplicate, ...]] = {}
        self._forms: dict[str, Forms] = {}
        self._worker = ThreadPoolExecutor(1)
        self._lock = threading.Lock()

    def schedule(self, file: AnyFile) -> None:
        """Diagnoses a file that has changed, and compares its pieces later. A Markdown file may
        repeat pieces.
        """
        if not self._session.client.pull:
            self._submit(self._diagnose, file)
        if not file.is_markdown:
            self._wait_to_compare(file)

    def _wait_to_compare(self, file: AnyFile) -> None:
        """Compares the pieces of a file when it has not changed for a while and its diagnostics are
        published.
        """

        def compare() -> None:
            if self._session.client.pull or self.is_complete(file):
                self._submit(self._compare, file)
            elif self._is_open(file):
                self._wait_to_compare(file)

        asyncio.get_running_loop().call_later(QUIET, compare)

    def finish(self, file: AnyFile) -> None:
        """Computes the diagnostics of a file, and then tells the client to request them again."""
        self._submit(self._diagnose, file)

    def is_complete(self, file: AnyFile) -> bool:
        """Whether all diagnostics of a file are known."""
        return self._complete.get(file.uri) is file

    def duplicates(self, file: AnyFile) -> Iterator[ChunkDiagnostics]:
        """The hints about pieces that are defined twice, as far as they are known."""
        if (known := self._duplicates.get(file.uri)) and isinstance(file.document, Document):
            yield ChunkDiagnostics(file.document, 0, hints(file.document, known))

    def forget(self, uri: str) -> None:
        """Forgets a closed file, and clears its diagnostics after the last publication."""
        for by_uri in (self._complete, self._duplicates, self._forms):
            by_uri.pop(uri, None)
        with self._lock:
            self._session.clear(uri)

    def _is_open(self, file: AnyFile) -> bool:
        """Whether there is no newer version of a file."""
        return self._session.files.get(file.uri) is file

    def _submit(self, job: Callable[[Any], None], file: AnyFile) -> None:
        """Runs a job in the worker, or where there are no threads in an idle moment."""

        def run() -> None:
            try:
                with spending(Budget(lambda: not self._is_open(file))):
                    check()
                    job(file)
            except Cancelled:
                log.debug("A newer version of a file exists.")
            except Exception as problem:
                self._session.server.protocol.report("The diagnosis of a file", problem)

        if system.HAS_PROCESSES:
            self._worker.submit(run)
        else:
            asyncio.get_running_loop().call_soon(run)

    def _diagnose(self, file: AnyFile) -> None:
        if not self._session.client.pull and file.uri not in self._complete:
            first, is_all = file.first_diagnostics()
            if not is_all:
                self._send(file, first, is_all=False)
        self._diagnose_rest(file, file.diagnostics(), [])

    def _diagnose_rest(
        self,
        file: AnyFile,
        rest: Iterator[ChunkDiagnostics],
        known: list[ChunkDiagnostics],
    ) -> None:
        """Diagnoses the rest of a file. Other files have their turn when that takes long."""
        until = perf_counter() + SECONDS_OF_SLICE
        for found in rest:
            known.append(found)
            if perf_counter() > until:
                self._submit(partial(self._diagnose_rest, rest=rest, known=known), file)
                return
        self._complete[file.uri] = file
        self._send(file, known, is_all=True)

    def _send(self, file: AnyFile, known: Sequence[ChunkDiagnostics], *, is_all: bool) -> None:
        with self._lock:
            if not self._is_open(file):
                return
            if self._session.client.pull:
                self._session.refresh_diagnostics()
            else:
                self._session.publish(file, known, is_all=is_all)

    def _compare(self, file: OpenFile[Document]) -> None:
        known = duplicates(file.document, self._forms.setdefault(file.uri, {}))
        if known != self._duplicates.get(file.uri, ()):
            self._duplicates[file.uri] = known
            self._diagnose(file)
