"""Texts to work on: found, read, and written back with every byte that nobody changed."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from wazir.cli import writing
from wazir.cli.command import UsageError
from wazir.encoding import MARK, NotUtf8, decode, encode
from wazir.notations import REGISTRY, by_name, for_file, is_markdown
from wazir.notations.base import Notation

STDIN = "-"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a text is to be read from."""

    name: str
    """What the user calls it."""
    path: Path | None
    """None for standard input."""


@dataclass(frozen=True, slots=True)
class Origin(Place):
    """Where a text in a notation is to be read from."""

    notation: Notation


@dataclass(frozen=True, slots=True)
class Page(Place):
    """Where a Markdown text is to be read from."""


@dataclass(frozen=True, slots=True)
class Source:
    """A text as it was read. Bytes that are not UTF-8 stand in it as lone surrogates."""

    origin: Place
    text: str
    marked: bool
    """It began with a byte order mark, which is no part of the text."""
    data: bytes
    """What it was read from."""

    @property
    def name(self) -> str:
        """What the user calls it."""
        return self.origin.name


def find(arguments: Sequence[str], notation: str | None = None, stdin_name: str | None = None) -> tuple[Origin, ...]:
    """Where to read, for files, folders and `-`; folders are searched for files of known notations.

    Raises:
        UsageError: if something is not there, or nothing tells its notation.
    """
    found: dict[str, Origin] = {}
    for argument in arguments:
        for origin in _origins(argument, notation, stdin_name):
            found.setdefault(origin.name, origin)
    return tuple(found.values())


def find_with_pages(
    arguments: Sequence[str], notation: str | None = None, stdin_name: str | None = None
) -> tuple[Origin | Page, ...]:
    """The same with Markdown, where that is named; folders are not searched for it.

    Raises:
        UsageError: if something is not there, or nothing tells its notation.
    """
    found: dict[str, Origin | Page] = {}
    for argument in arguments:
        name = stdin_name if argument == STDIN else argument
        path = None if argument == STDIN else Path(argument)
        if name and not notation and is_markdown(name) and (path is None or path.is_file()):
            found.setdefault(name, Page(name, path))
        else:
            found |= {
                origin.name: origin for origin in find([argument], notation, stdin_name) if origin.name not in found
            }
    return tuple(found.values())


def _origins(argument: str, notation: str | None, stdin_name: str | None) -> Iterator[Origin]:
    path = Path(argument)
    if argument == STDIN:
        yield Origin(stdin_name or STDIN, None, _notation(stdin_name, notation))
    elif path.is_dir():
        for file in sorted(_walk(path)):
            known = for_file(file)
            if known:
                yield Origin(file, Path(file), by_name(notation) if notation else known)
    elif path.exists():
        yield Origin(argument, path, _notation(argument, notation))
    else:
        raise UsageError(f"There is no file or folder `{argument}`.")


def _walk(folder: Path) -> Iterator[str]:
    for place, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in files:
            yield os.path.normpath(Path(place, name))


def _notation(name: str | None, chosen: str | None) -> Notation:
    if chosen:
        return by_name(chosen)
    if name is None:
        return REGISTRY[0]
    known = for_file(name)
    if known is None:
        endings = ", ".join(ending for notation in REGISTRY for ending in notation.extensions)
        raise UsageError(
            f"The name of `{name}` does not tell its notation (known endings: {endings}). Say it with --notation."
        )
    return known


def read(origin: Place) -> Source:
    """The text of a file or of standard input.

    Raises:
        OSError: It cannot be read, or is not UTF-8; the message says why.
    """
    data = sys.stdin.buffer.read() if origin.path is None else origin.path.read_bytes()
    try:
        text = decode(data)
    except NotUtf8 as other:
        raise OSError(f"{other} Save it as UTF-8 first.") from None
    return Source(origin, text.removeprefix(MARK), text.startswith(MARK), data)


def encoded(source: Source, text: str) -> bytes:
    """The bytes of a new text for a source, with its byte order mark if it had one."""
    return encode((MARK if source.marked else "") + text)


def write(source: Source, text: str) -> None:
    """Puts a new text where the source came from. Raises OSError."""
    data = encoded(source, text)
    if source.origin.path is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:
        writing.write(source.origin.path, data, source.data)
