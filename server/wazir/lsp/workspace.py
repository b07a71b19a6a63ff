"""The files of a workspace: their URIs, and the documents in files that are not open, from disk or
from the client.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Container, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

from pygls.exceptions import JsonRpcException

from wazir import notations
from wazir.budget import check
from wazir.diagnostics import public_page
from wazir.document import Document
from wazir.gitignore import walk
from wazir.lsp.documents import OpenFile
from wazir.notations.notation import Context, Notation
from wazir.settings.files import OWN, nearest
from wazir.settings.notation import SETTINGS
from wazir.system import NotUtf8, decode, path_of, read_regular, read_start

log = logging.getLogger(__name__)

MAX_FILES = 2_000
MAX_FOLDERS = 20_000
MAX_BYTES_OF_FILE = 4_000_000
"""Bytes of a file. A larger one is ignored until it is opened."""
ENDINGS = (
    *(ending for entry in notations.REGISTRY.entries for ending in entry.files.extensions),
    *notations.SEARCHED,
)
"""The endings of the names of files that may be in a notation. For some it depends on the text."""
_IGNORED = frozenset({"node_modules", "__pycache__", "venv"})
_BATCH = 50
"""Files that are read at once."""

State = tuple[object, object]
"""The time of the last change of a file, and its size. If both are the same, so is the file."""
ContextOf = Callable[[str, Notation], Context]
"""The settings that hold for the file with a URI."""


# URIs


def notation_of(uri: str, language: object = None, text: str | None = None) -> Notation | None:
    """The notation of a document, by its language id, else by its file name, else by its text."""
    if path_in(uri).endswith(f"/{OWN}"):
        return SETTINGS
    for entry in notations.REGISTRY.entries:
        if entry.files.name == language:
            return entry.load()
    return notations.for_file(path_in(uri), text)


def is_markdown(uri: str, language: object = None) -> bool:
    """Whether a document is Markdown."""
    return language == "markdown" or notations.is_markdown(path_in(uri))


def file_path(uri: str) -> Path | None:
    """The path of a file on this machine; None for other URIs."""
    return path_of(uri, type(Path()))


@lru_cache(maxsize=4096)
def normal_uri(uri: str) -> str:
    """The URI of a file in the form that Python writes. Clients escape other characters, such as
    `:` and `+`.
    """
    path = file_path(uri)
    return path.as_uri() if path and path.is_absolute() else uri


def path_in(uri: str) -> str:
    """The path of any URI."""
    try:
        return unquote(urlsplit(uri).path)
    except ValueError:
        return uri


HOME = Path(__file__).parents[1].as_uri()
"""The URI of the package, for clients that can open files of this machine."""


@lru_cache(maxsize=256)
def page_uri(home: str | None, notation: str, code: str) -> str:
    """The URI of the page about a code: a file of the package, or for a client that cannot open
    these the public page.

    Args:
        home: The URI at which the client finds the package, if it does.
        notation: The notation of the text. A code that it does not have is of a notation whose
            texts are embedded.
        code: The code.
    """
    first_own = sorted(notations.REGISTRY, key=lambda documented: documented.name != notation)
    for documented in (*first_own, SETTINGS):
        if home and any(code == known.id for known in documented.codes):
            return f"{home}/{documented.package.partition('.')[2].replace('.', '/')}/docs/{code}.md"
    return public_page(code)


# Files on disk


class _Known(NamedTuple):
    state: State
    document: Document | None
    """None if the text is in no notation."""


class Disk:
    """Documents in the files of folders. A file is read again only when it has changed."""

    def __init__(self) -> None:
        self._known: dict[str, _Known] = {}
        self._skipped: dict[Path, str] = {}
        self.is_complete = True
        """The documents that were found last are all of the folders."""

    def documents(
        self, folders: Iterable[str], opened: Iterable[str], context_of: ContextOf
    ) -> dict[str, Document]:
        """The documents in folders by URI, without open ones and files that cannot be read."""
        taken = {file_path(uri) for uri in opened}
        found = dict[str, _Known]()
        skipped = dict[Path, str]()
        is_complete = True
        for path in _paths(folders):
            check()
            if path in taken or (uri := path.as_uri()) in found:
                continue
            if len(found) == MAX_FILES:
                is_complete = False
                break
            try:
                about = path.stat()
                state, known = (about.st_mtime_ns, about.st_size), self._known.get(uri)
                if known and known.state == state:
                    found[uri] = _in_context(known, uri, context_of)
                else:
                    found[uri] = _Known(
                        state, _opened(uri, path, _text(path), context_of=context_of)
                    )
            except FileNotFoundError:
                continue
            except (OSError, NotUtf8) as problem:
                skipped[path] = getattr(problem, "strerror", None) or str(problem).rstrip(".")
        for path, reason in skipped.items():
            if self._skipped.get(path) != reason:
                log.warning("Skipped %s: %s.", path, reason)
        self._known = found
        self._skipped = skipped
        self.is_complete = is_complete
        return _documents(found)


def _documents(files: Mapping[str, _Known]) -> dict[str, Document]:
    return {uri: file.document for uri, file in files.items() if file.document}


def _opened(uri: str, path: str | Path, text: str, context_of: ContextOf) -> Document | None:
    """The document of a file in its notation, if it has one."""
    notation = notations.for_file(path, text)
    return Document.open(notation, text, context_of(uri, notation)) if notation else None


@cache
def library(notation: Notation, home: str) -> OpenFile[Document] | None:
    """The library of a notation, if any, for a client that finds the package at *home*."""
    if (file := notation.library_file) is None:
        return None
    if isinstance(file, Path):
        uri = file.resolve().as_uri()
    else:
        uri = f"{home}/notations/{notation.name}/{file.name}"
    return OpenFile(uri, None, Document.open(notation, file.read_text("utf-8")))


def _text(path: Path) -> str:
    """The text of a file; only its start if that shows that it is in no notation."""
    if notations.for_file(path) is None:
        start = read_start(path, MAX_BYTES_OF_FILE).decode("utf-8", "replace")
        if notations.for_file(path, start) is None:
            return start
    return decode(read_regular(path, MAX_BYTES_OF_FILE), "replace")


def _paths(folders: Iterable[str]) -> Iterator[Path]:
    """The files in folders that may be in a notation, without those that git ignores."""
    for folder in folders:
        root = file_path(folder)
        if root is None or not root.is_absolute():
            continue
        for name in walk(root, most=MAX_FOLDERS):
            path = Path(name)
            if not name.lower().endswith(ENDINGS) or not _IGNORED.isdisjoint(path.parts):
                continue
            project = nearest(path)
            if project is None or not project.excludes(path):
                yield path


# Files that only the client can read: those of a server in a browser, or of a remote folder

FILES = "wazir/files"
"""Request for the files whose names end in one of `endings`, at most `most`: a list of `uri`,
`changed`, `size`.
"""
TEXTS = "wazir/texts"
"""Request for the texts of `uris`: a list, with null for each file that cannot be read."""


class ClientFiles:
    """Documents in files that the client reads. A text is requested again only when its file has
    changed.
    """

    def __init__(self, ask: Callable[[str, object], Awaitable[Any]]) -> None:
        """*ask* sends a request to the client, by method and parameters."""
        self._ask = ask
        self._known: dict[str, _Known] = {}
        self._listing: list[tuple[str, State]] | None = None
        self._changes = 0
        self.is_complete = True
        """The documents that were found last are all of the workspace."""
        self.is_watched = False
        """The client reports changed files, because to list them each time would be slow for remote
        folders.
        """

    def changed(self) -> None:
        """Is called when files have changed."""
        self._listing = None
        self._changes += 1

    async def documents(self, opened: Container[str], context_of: ContextOf) -> dict[str, Document]:
        """The documents of the workspace by URI, without open ones and files that cannot be
        read.
        """
        read: dict[str, _Known] = {}
        asked: list[tuple[str, State]] = []
        for uri, state in await self._listed():
            known = self._known.get(uri)
            if known and known.state == state:
                read[uri] = known
            elif uri not in opened:
                asked.append((uri, state))
        for start in range(0, len(asked), _BATCH):
            batch = asked[start : start + _BATCH]
            texts = await self._answer(TEXTS, {"uris": [uri for uri, _ in batch]}) or ()
            for (uri, state), text in zip(batch, texts, strict=False):
                if isinstance(text, str) and len(text) <= MAX_BYTES_OF_FILE:
                    read[uri] = _Known(
                        state, _opened(uri, path_in(uri), text, context_of=context_of)
                    )
        self._known = {uri: _in_context(read[uri], uri, context_of) for uri in sorted(read)}
        return {
            uri: document for uri, document in _documents(self._known).items() if uri not in opened
        }

    async def _listed(self) -> list[tuple[str, State]]:
        """The files of the workspace."""
        if self.is_watched and self._listing is not None:
            return self._listing
        changes = self._changes
        answer = await self._answer(FILES, {"endings": ENDINGS, "most": MAX_FILES})
        listing = list(islice(_valid(answer or []), MAX_FILES))
        self.is_complete = len(listing) < MAX_FILES
        if answer is not None and changes == self._changes:  # else the list is outdated
            self._listing = listing
        return listing

    async def _answer(self, method: str, params: object) -> list[Any] | None:
        """The result of a request; None for errors and invalid results."""
        try:
            answer = await self._ask(method, params)
        except JsonRpcException as refused:
            log.info("The client refuses `%s`: %s", method, refused)
            return None
        return answer if isinstance(answer, list) else None


def _valid(answer: list[Any]) -> Iterator[tuple[str, State]]:
    """The valid entries of a list of files that are not too large."""
    for entry in answer:
        if isinstance(entry, Mapping) and isinstance(uri := entry.get("uri"), str):
            size = entry.get("size")
            if path_in(uri).lower().endswith(ENDINGS) and (
                not isinstance(size, int) or size <= MAX_BYTES_OF_FILE
            ):
                yield uri, (entry.get("changed"), size)


def _in_context(known: _Known, uri: str, context_of: ContextOf) -> _Known:
    """The same text in the current context."""
    if (document := known.document) is None:
        return known
    return known._replace(document=document.with_settings(context_of(uri, document.notation)))
