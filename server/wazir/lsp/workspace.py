"""The files of a client's workspace that it has not opened."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import NamedTuple, TypeVar

from wazir import notations
from wazir.document import Document
from wazir.encoding import NotUtf8, decode
from wazir.lsp.opened import OpenFile
from wazir.lsp.slices import sliced
from wazir.lsp.uris import file_path
from wazir.notations.base import Context, Notation
from wazir.steps import Steps
from wazir.system import read_regular

log = logging.getLogger(__name__)

MOST_FILES = 2_000
MOST_FOLDERS = 20_000
LARGEST = 4_000_000
"""Bytes of a file; a larger one is looked at only when it is opened."""
_NOT_OURS = frozenset({"node_modules", "__pycache__", "venv"})
_BATCH = 50
"""Files that are read at once."""

State = tuple[int, int]
"""When a file was changed, and its size: what tells whether it is the same as before."""
_Value = TypeVar("_Value")


class _Known(NamedTuple):
    state: State
    document: Document


class _Found(NamedTuple):
    path: Path
    uri: str
    state: State
    text: str | None
    """None if the file is the same as before."""


class Disk:
    """Documents read from folders, each read anew only when its file has changed."""

    def __init__(self) -> None:
        self._known: dict[str, _Known] = {}
        self._skipped: dict[Path, str] = {}

    async def documents(
        self, folders: Collection[str], opened: Iterable[str], context: Callable[[str, Notation], Context]
    ) -> dict[str, Document]:
        """The documents in some folders by URI, without the open ones; files that cannot be read are left out."""
        if not folders:
            return {}
        taken = {file_path(uri) for uri in opened}
        states = {uri: known.state for uri, known in self._known.items()}
        skipped: dict[Path, str] = {}
        files = islice(_files(_paths(folders), taken, states, skipped), MOST_FILES)
        found = dict[str, _Known]()
        while batch := await _aside(lambda: list(islice(files, _BATCH))):
            for one in batch:
                found[one.uri] = await sliced(self._document(one, context))
        for path, reason in skipped.items():
            if self._skipped.get(path) != reason:
                log.warning("Skipped %s: %s.", path, reason)
        self._known, self._skipped = found, skipped
        return {uri: known.document for uri, known in found.items()}

    def _document(self, file: _Found, context_of: Callable[[str, Notation], Context]) -> Steps[_Known]:
        known, notation = self._known.get(file.uri), notations.for_file(file.path)
        assert notation
        context = context_of(file.uri, notation)
        if known and file.text is None and known.document.context == context:
            return known
        text = known.document.text if known and file.text is None else file.text or ""
        return _Known(file.state, (yield from Document.opening(notation, text, context)))


def library(notation: Notation, home: str) -> OpenFile | None:
    """The file of what every file of a notation knows, if any, for a client that finds the package at *home*."""
    file = notation.resolver.library_file if notation.resolver else None
    if file is None or not file.is_file():
        return None
    uri = file.resolve().as_uri() if isinstance(file, Path) else f"{home}/notations/{notation.name}/{file.name}"
    return OpenFile(uri, None, Document.open(notation, file.read_text("utf-8")))


async def _aside(run: Callable[[], _Value]) -> _Value:
    """Runs in a thread what may wait for a disk. Whether it ever comes back matters to nobody who ends the server."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[_Value] = loop.create_future()

    def tell(tell_how: Callable[[], None]) -> None:
        with suppress(RuntimeError):  # the server has ended
            loop.call_soon_threadsafe(lambda: None if done.done() else tell_how())

    def work() -> None:
        try:
            value = run()
        except BaseException as problem:
            failure = problem
            tell(lambda: done.set_exception(failure))
        else:
            tell(lambda: done.set_result(value))

    threading.Thread(target=work, daemon=True).start()
    return await done


def _files(
    paths: Iterable[Path], taken: Container[Path | None], states: Mapping[str, State], skipped: dict[Path, str]
) -> Iterator[_Found]:
    """Reads files, each once, without those that are *taken*; says in *skipped* which it did not, and why."""
    seen = set[Path]()
    for path in paths:
        if path in taken or path in seen:
            continue
        seen.add(path)
        try:
            about, uri = path.stat(), path.as_uri()
            state = about.st_mtime_ns, about.st_size
            is_known = states.get(uri) == state
            text = None if is_known else decode(read_regular(path, LARGEST), "replace")
        except FileNotFoundError:
            continue
        except (OSError, NotUtf8) as problem:
            skipped[path] = getattr(problem, "strerror", None) or str(problem).rstrip(".")
        else:
            yield _Found(path, uri, state, text)


def _paths(folders: Iterable[str]) -> Iterator[Path]:
    """The files in some folders whose names are of a notation, without those that git ignores."""
    from wazir.ignored import walk  # late, since it takes as long as a tenth of the start

    for folder in folders:
        root = file_path(folder)
        if root is not None and root.is_absolute():
            files = walk(root, most=MOST_FOLDERS)
            yield from (
                Path(name) for name in files if notations.for_file(name) and _NOT_OURS.isdisjoint(Path(name).parts)
            )
