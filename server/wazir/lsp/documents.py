"""Open documents, changes that are being applied to them, and completion lists that were sent."""

from __future__ import annotations

import asyncio
from array import array
from collections import deque
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from wazir.diagnostics import Diagnostic
from wazir.document import Document
from wazir.lsp.endpoint import Endpoint
from wazir.lsp.scheduling import Slices, Work
from wazir.notations.notation import Source
from wazir.steps import Steps

if TYPE_CHECKING:
    from wazir.document.markdown import Group, Markdown
    from wazir.features.completion import Completion
    from wazir.features.duplicates import Duplicate, Forms

_Text = TypeVar("_Text", bound="Document | Markdown", covariant=True)


class OutdatedError(Exception):
    """A document has changed while a request about it was handled."""


class Published(NamedTuple):
    """The diagnostics of a file as JSON, without how many are omitted."""

    listed: Sequence[object]
    """The diagnostics, by document."""
    members: Mapping[tuple[int, int], tuple[Diagnostic, str]]
    """The JSON of each by line and identity. The diagnostic is kept, so its id is unique."""
    text: str
    """The JSON of all diagnostics."""


_NOTHING = Published((), {}, "")


@dataclass(slots=True)
class OpenFile(Generic[_Text]):
    """An open file, or a block of one. Documents are immutable: a change replaces the document."""

    uri: str
    version: int | None
    document: _Text
    semantic_tokens: tuple[str, array[int]] | None = None
    """The semantic tokens that were sent last, and the id of that result."""
    tokens_by_chunk: dict[str, dict[Source, bytes]] = field(default_factory=dict)
    """The encoded semantic tokens of chunks, by notation, then by text and context."""
    outline: dict[Hashable, str] = field(default_factory=dict)
    """The outline that was sent last: JSON of the definitions of each block, by block and location."""
    duplicates: tuple[Duplicate, ...] = ()
    """The pieces that it defines twice, as far as known; their hints follow its names."""
    forms: Forms = field(default_factory=dict)
    """The forms of its pieces when they were compared last."""
    published: Published = _NOTHING
    """The diagnostics that were published last."""

    @property
    def is_markdown(self) -> bool:
        """Whether the documents are the blocks of a Markdown file."""
        return not isinstance(self.document, Document)

    def documents(self, first: int = 0, last: int | None = None) -> Iterator[Document]:
        """The document; of a Markdown file all blocks, or those that touch some lines."""
        return iter([self.document]) if isinstance(self.document, Document) else self.document.documents(first, last)

    def block(self, line: int) -> OpenFile[Document] | None:
        """The file; of a Markdown file the block at a line, if any."""
        if isinstance(self.document, Document):
            return self  # type: ignore[return-value]
        document = self.document.document_at(line)
        return OpenFile(self.uri, self.version, document) if document else None

    def worst(self, limit: int) -> tuple[Sequence[Group], int]:
        """The most severe diagnostics, at most *limit*, by document; and the number of all."""
        if not isinstance(self.document, Document):
            return self.document.listed(limit)
        found, total = self.document.listed(limit)
        return [(self.document, found)], total


_FIRST_SLICE = 0.03
"""Seconds for which a change is applied at once. After that, messages about the document wait until it is done."""


class Changes:
    """Documents that are being opened or changed. Messages about them wait, so that the order is kept."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._waiting: dict[str, list[Callable[[], None]]] = {}

    def begin(self, uri: str, steps: Steps[Any], take: Callable[[Any], None]) -> None:
        """Opens or changes a document and passes it to *take*; in slices if that takes long."""
        work = Work(steps)
        if work.is_done(Slices(_FIRST_SLICE)):
            take(work.result)
        else:
            self._tasks[uri] = asyncio.get_running_loop().create_task(self._finish(uri, work, take))

    async def _finish(self, uri: str, work: Work[Any], take: Callable[[Any], None]) -> None:
        try:
            take(await work.finished())
        except Exception as problem:
            self._endpoint.report("A change", problem)
        del self._tasks[uri]
        self.retry(uri)
        self._endpoint.idle.after_message()

    def must_wait(self, uri: str | None, run: Callable[[], None]) -> bool:
        """Whether a document is being changed. If so, *run* is called afterwards, in order."""
        if uri is None or uri not in self._tasks:
            return False
        self._waiting.setdefault(uri, []).append(run)
        return True

    def cancel(self, uri: str) -> bool:
        """Stops the work on a document. Returns whether there was any."""
        task = self._tasks.pop(uri, None)
        if task:
            task.cancel()
            self.retry(uri)
        return task is not None

    def retry(self, uri: str) -> None:
        """Runs again what waits for a document."""
        for run in self._waiting.pop(uri, ()):
            self._endpoint.protect("A change", run)


class SentCompletions:
    """The last few completion lists, for `completionItem/resolve`."""

    def __init__(self) -> None:
        self._lists: deque[tuple[int, OpenFile[Document], Sequence[Completion]]] = deque(maxlen=4)
        self._last = 0

    def keep(self, file: OpenFile[Document], found: Sequence[Completion]) -> int:
        """Keeps a list for the current version of a file, and returns the number of the list."""
        self._last += 1
        self._lists.append((self._last, replace(file), found))
        return self._last

    def find(self, data: object) -> tuple[OpenFile[Document], Completion] | None:
        """A completion and its file, by the number of the list and the index in it."""
        match data:
            case [int(number), int(index)]:
                lists = {kept: (file, found) for kept, file, found in self._lists}
                file, found = lists.get(number, (None, ()))
                return (file, found[index]) if file and 0 <= index < len(found) else None
        return None
