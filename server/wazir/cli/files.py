"""Texts to work on: found, read, and written back with every byte that nobody changed."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from wazir.cli import writing
from wazir.cli.command import UsageError
from wazir.cli.console import say
from wazir.cli.ignored import walk
from wazir.document import Document
from wazir.document.markdown import Markdown
from wazir.encoding import MARK, NotUtf8, decode, encode
from wazir.features.recognition import recognized
from wazir.notations import REGISTRY, by_name, for_file, is_markdown
from wazir.notations.base import Context, Notation
from wazir.system import is_special, read_named, read_regular, read_stream

STDIN = "-"
LARGEST = 200_000_000
"""The maximum size of a text, in bytes."""
_FENCE = re.compile(r"```|~~~")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a text is to be read from."""

    name: str
    """What the user calls it."""
    path: Path | None
    """None for standard input."""
    data: bytes | None = None
    """The bytes of standard input, if its notation was recognized by them."""
    is_named: bool = True
    """The user named it; otherwise it was found in a folder."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin(Place):
    """Where a text in a notation is to be read from."""

    notation: Notation


@dataclass(frozen=True, slots=True, kw_only=True)
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


def find(
    arguments: Sequence[str], among: Sequence[Notation], notation: str | None = None, stdin_name: str | None = None
) -> tuple[Origin, ...]:
    """Where to read, for files, folders and `-`; folders are searched for files of known notations.

    Args:
        arguments: What the user names.
        among: The notations that a standard input without a name may be in.
        notation: The notation of files and of standard input; of folders only its files are read.
        stdin_name: The name of standard input, which tells its notation.

    Raises:
        UsageError: Something is not there, or is Markdown, or nothing tells its notation.
    """
    found = find_with_pages(arguments, among, notation, stdin_name)
    for one in found:
        if isinstance(one, Page):
            what = "Standard input is Markdown" if one.data else f"The name of `{one.name}` does not tell its notation"
            raise UsageError(f"{what}: of Markdown only `wazir check` reads the fenced blocks.")
    return tuple(one for one in found if isinstance(one, Origin))


def find_with_pages(
    arguments: Sequence[str], among: Sequence[Notation], notation: str | None = None, stdin_name: str | None = None
) -> tuple[Origin | Page, ...]:
    """The same with Markdown, where that is named; folders are not searched for it.

    Raises:
        UsageError: Something is not there, or nothing tells its notation.
    """
    found: dict[str, Origin | Page] = {}
    for argument in arguments:
        if argument == STDIN:
            name = stdin_name or STDIN
            if name not in found:
                found[name] = _of_stdin(name, among, notation)
            continue
        path = Path(argument)
        if not argument:
            raise UsageError("The name of a file is empty.")
        if path.is_dir():
            origins = list(_inside(path, notation))
            if not origins:
                say(f"In `{argument}` there is no file of a known notation ({_endings()}).")
            for origin in origins:
                found.setdefault(origin.name, origin)
        elif os.path.lexists(path):
            found.setdefault(argument, _named(argument, path, notation))
        else:
            raise UsageError(f"There is no file or folder `{argument}`.")
    return tuple(found.values())


def _inside(folder: Path, notation: str | None) -> Iterator[Origin]:
    for file in sorted(walk(folder)):
        known = for_file(file)
        if not known or notation not in (None, known.name):
            continue
        if is_special(Path(file)):
            _skip(file)
        else:
            yield Origin(name=file, path=Path(file), notation=known, is_named=False)


@cache
def _skip(name: str) -> None:
    """Tells the user, once, that something in a folder is not read."""
    say(f"Skipped `{name}`: not a regular file.")


def _named(name: str, path: Path | None, notation: str | None) -> Origin | Page:
    """What has a name that tells what it is."""
    known = by_name(notation) if notation else for_file(name)
    if known:
        return Origin(name=name, path=path, notation=known)
    if is_markdown(name):
        return Page(name=name, path=path)
    raise UsageError(
        f"The name of `{name}` does not tell its notation (known endings: {_endings()}). Say it with --notation."
    )


def _endings() -> str:
    return ", ".join(ending for notation in REGISTRY for ending in notation.extensions)


def _of_stdin(name: str, among: Sequence[Notation], notation: str | None) -> Origin | Page:
    """Standard input, by its name if it has one, else by what is in it."""
    if notation or name != STDIN:
        return _named(name, None, notation)
    if len(among) == 1:
        return Origin(name=name, path=None, notation=among[0])
    try:
        data = read_stream(sys.stdin.buffer, LARGEST)
    except OSError as error:
        raise UsageError(f"{name}: {error.strerror or error}") from None
    text = data.decode("utf-8", "surrogateescape")
    if _FENCE.search(text) and any(blocks(text)):
        return Page(name=name, path=None, data=data)
    return Origin(name=name, path=None, notation=chosen(text, among, "Standard input"), data=data)


def blocks(text: str, context: Callable[[Notation], Context] = lambda _: Context()) -> Iterator[Document]:
    """The fenced blocks of a Markdown text that are in a notation, with what holds for each."""
    languages = {notation.name: (notation, context(notation)) for notation in REGISTRY}
    yield from Markdown.open(languages, text).documents()


def chosen(text: str, among: Sequence[Notation], what: str) -> Notation:
    """The notation of a text without a name, by what is in it; if that is not the usual one, the user is told."""
    found = recognized(text, among)
    if found and found is not REGISTRY[0]:
        say(f"{what} is read as {found.title}; --notation NAME reads it in another notation.")
    return found or among[0]


def read(origin: Place) -> Source:
    """The text of a file or of standard input.

    Raises:
        OSError: It cannot be read, or is not UTF-8; the message says why.
    """
    data = origin.data
    if data is None and origin.path is None:
        data = read_stream(sys.stdin.buffer, LARGEST)
    elif data is None and origin.path:
        data = (read_named if origin.is_named else read_regular)(origin.path, LARGEST)
    assert data is not None
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
