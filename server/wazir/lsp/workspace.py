"""The files of a client's workspace that it has not opened."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from wazir import notations
from wazir.document import Document
from wazir.encoding import NotUtf8, decode
from wazir.lsp.opened import OpenFile
from wazir.lsp.slices import Slices
from wazir.lsp.uris import file_path
from wazir.notations.base import Context, Notation

MOST_FILES = 2_000
MOST_FOLDERS = 20_000
LARGEST = 4_000_000
"""Bytes of a file; a larger one is looked at only when it is opened."""
_NOT_OURS = frozenset({"node_modules", "__pycache__", "venv"})


class _Known(NamedTuple):
    changed: int
    size: int
    document: Document


class Disk:
    """Documents read from folders, each read anew only when its file has changed."""

    def __init__(self) -> None:
        self._known: dict[str, _Known] = {}

    async def documents(
        self, folders: Iterable[str], opened: Iterable[str], context: Callable[[str, Notation], Context]
    ) -> dict[str, Document]:
        """The documents in some folders by URI, without the open ones; files that cannot be read are left out."""
        taken, found, slices = {file_path(uri) for uri in opened}, dict[str, _Known](), Slices()
        for path in _paths(folders):
            if slices.is_over():
                await slices.others()
            uri = path.as_uri() if path and path not in taken else ""
            if path and uri and uri not in found and (known := self._read(path, uri, context)):
                found[uri] = known
                if len(found) == MOST_FILES:
                    break
        self._known = found
        return {uri: known.document for uri, known in found.items()}

    def _read(self, path: Path, uri: str, context_of: Callable[[str, Notation], Context]) -> _Known | None:
        notation, known = notations.for_file(path), self._known.get(uri)
        try:
            state = path.stat()
            if notation is None or state.st_size > LARGEST:
                return None
            context = context_of(uri, notation)
            same = known and (known.changed, known.size) == (state.st_mtime_ns, state.st_size)
            if known and same and known.document.context == context:
                return known
            text = decode(path.read_bytes(), "replace")
        except (OSError, NotUtf8):
            return None
        return _Known(state.st_mtime_ns, state.st_size, Document.open(notation, text, context))


def library(notation: Notation, home: str) -> OpenFile | None:
    """The file of what every file of a notation knows, if any, for a client that finds the package at *home*."""
    file = notation.linked.library_file if notation.linked else None
    if file is None or not file.is_file():
        return None
    uri = file.resolve().as_uri() if isinstance(file, Path) else f"{home}/notations/{notation.name}/{file.name}"
    return OpenFile(uri, None, Document.open(notation, file.read_text("utf-8")))


def _paths(folders: Iterable[str]) -> Iterator[Path | None]:
    """The files in some folders that are of a notation, and now and then None, to give others their turn."""
    seen = 0
    for folder in folders:
        root = file_path(folder)
        if root is None or not root.is_absolute():
            continue
        for place, inner, files in os.walk(root):
            inner[:] = sorted(name for name in inner if not name.startswith(".") and name not in _NOT_OURS)
            yield None
            yield from (Path(place, name) for name in sorted(files) if notations.for_file(Path(name)))
            seen += 1
            if seen == MOST_FOLDERS:
                return
