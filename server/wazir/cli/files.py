"""Finds, reads and writes texts. Bytes that did not change are written as they were read."""

from __future__ import annotations

import os
import re
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from wazir.cli import writing
from wazir.cli.command import OutputName, UsageError, cut
from wazir.cli.console import complain, say, shown
from wazir.document import Document
from wazir.document.markdown import Markdown
from wazir.gitignore import walk
from wazir.notations import REGISTRY, SEARCHED, by_name, for_file, guessed, is_markdown
from wazir.notations.notation import Context, Notation
from wazir.settings.files import nearest
from wazir.system import (
    MARK,
    NotUtf8,
    decode,
    encode,
    is_special,
    read_named,
    read_regular,
    read_start,
    read_stream,
)

STDIN = "-"
MAX_BYTES = 200_000_000
"""The maximum size of a text, in bytes."""
_START = 4_000_000
"""The most bytes that are read of a file in a folder whose name does not determine its notation."""
_ENDINGS = ", ".join(ending for entry in REGISTRY.entries for ending in entry.files.extensions)
_SHARED = tuple(ending for entry in REGISTRY.entries for ending in entry.files.shared_extensions)
_FENCE = re.compile(r"```|~~~|\A\s*+[^\s<].*?<[a-zA-Z]", re.DOTALL)
"""A fence or a tag, as in Markdown with blocks. A text that begins with a tag is a page of HTML."""

_NAME_OF_FILE = re.compile(r"[\w./\\-]+\.[a-z]{2,}")
"""A text that is meant as the name of a file, not as a piece."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourcePlace:
    """The source of a text."""

    name: str
    """The name for messages."""
    path: Path | None
    """None for standard input."""
    data: bytes | None = None
    """The bytes of standard input, if they were read to recognize its notation."""
    is_named: bool = True
    """True if the user named the file, False if it was found in a folder."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin(SourcePlace):
    """The source of a text in a notation."""

    notation: Notation


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkdownOrigin(SourcePlace):
    """The source of a Markdown text."""


@dataclass(frozen=True, slots=True)
class SourceText:
    """A text as it was read. Bytes that are not UTF-8 are lone surrogates in it."""

    origin: SourcePlace
    text: str
    marked: bool
    """The data starts with a byte order mark, which is not part of the text."""
    data: bytes
    """The bytes of the text."""

    @property
    def name(self) -> str:
        """The name for messages."""
        return self.origin.name


def find(
    arguments: Sequence[str],
    among: Sequence[Notation],
    notation: str | None = None,
    stdin_name: str | None = None,
) -> tuple[Origin, ...]:
    """The sources named by files, folders and `-`; folders are searched for files of known
    notations.

    Args:
        arguments: The arguments of the user.
        among: The candidate notations of standard input without a name.
        notation: The notation of files and of standard input; limits folders to its files.
        stdin_name: The file name of standard input, which determines its notation.

    Raises:
        UsageError: A file does not exist, is Markdown, or has an unknown notation.
    """
    origins = []
    for origin in find_with_pages(arguments, among, notation, stdin_name=stdin_name):
        if isinstance(origin, MarkdownOrigin):
            name = "Standard input" if origin.data else f"`{origin.name}`"
            raise UsageError(f"{name} is Markdown, whose fenced blocks this command does not read.")
        origins.append(origin)
    return tuple(origins)


def find_with_pages(
    arguments: Sequence[str],
    among: Sequence[Notation],
    notation: str | None = None,
    stdin_name: str | None = None,
) -> tuple[Origin | MarkdownOrigin, ...]:
    """Like *find*, but includes named Markdown files. Folders are not searched for them.

    Raises:
        UsageError: A file does not exist or has an unknown notation.
    """
    origins: dict[str, Origin | MarkdownOrigin] = {}
    for argument in arguments:
        if argument == STDIN:
            name = stdin_name or STDIN
            if name not in origins:
                origins[name] = _of_stdin(name, among, notation)
            continue
        path = Path(argument)
        if not argument:
            raise UsageError("A file name is empty.")
        if path.is_dir():
            files = list(_inside(path, notation))
            if not files:
                say(f"No files of a known notation ({_ENDINGS}) in `{argument}`.")
            for origin in files:
                origins.setdefault(origin.name, origin)
        elif os.path.lexists(path):
            origins.setdefault(argument, _named(argument, path, notation))
        else:
            raise not_found(argument)
    return tuple(origins.values())


def not_found(name: str) -> UsageError:
    """The error for a name of no file and no folder."""
    file = part_of_file(name)
    advice = f" Name the whole file: {file}" if file else ""
    return UsageError(f"No such file or folder: `{cut(name)}`.{advice}")


def part_of_file(name: str) -> str | None:
    """The file of a name that is a file, a colon and the name of something in it; None for any
    other name.
    """
    file, colon, part = name.rpartition(":")
    with suppress(OSError, ValueError):  # of a text that cannot be a path
        return file if colon and part and Path(file).is_file() else None
    return None


def check_exists(name: str) -> None:
    """Check that a text is not meant as a file that does not exist.

    Raises:
        UsageError: It looks like the name of one, perhaps with a colon and the name of something in
            it.
    """
    for file in (name, name.rpartition(":")[0]):
        if _NAME_OF_FILE.fullmatch(file) and not os.path.lexists(file):
            raise not_found(file)


def is_folder(name: str) -> bool:
    """Whether a text is the name of a folder. A text that cannot be a path is none."""
    with suppress(OSError, ValueError):
        return Path(name).is_dir()
    return False


def _inside(folder: Path, notation: str | None) -> Iterator[Origin]:
    """The sources in a folder, without excluded files."""
    for file in sorted(walk(folder, complain)):
        known = for_file(file) or _searched(file)
        if not known or notation not in (None, known.name):
            continue
        if (project := nearest(Path(file))) and project.excludes(Path(file)):
            continue
        if is_special(Path(file)):
            _skip(file)
        else:
            yield Origin(name=file, path=Path(file), notation=known, is_named=False)


@cache
def _skip(name: str) -> None:
    """Report, once, that a file in a folder is not read."""
    say(f"Skipped `{name}`: not a regular file.")


def _searched(name: str) -> Notation | None:
    """The notation of a file in a folder whose extension other programs share, by the start of its
    text; or None.
    """
    with suppress(OSError):
        if name.lower().endswith(SEARCHED):
            notation = for_file(name, read_start(Path(name), _START).decode("utf-8", "replace"))
            return notation if notation and notation.files.is_searched else None
    return None


def _named(name: str, path: Path | None, notation: str | None) -> Origin | MarkdownOrigin:
    """The source of a file with a name."""
    known: Notation | None
    if is_markdown(name):
        return MarkdownOrigin(name=name, path=path)
    if notation:
        known = by_name(notation)
    elif path:
        known = notation_of(name)
    else:
        known = for_file(name)
    if known:
        return Origin(name=name, path=path, notation=known)
    raise UsageError(
        f"Unknown notation of `{name}`: known extensions are {_ENDINGS}. Use --notation NAME."
    )


def notation_of(name: str) -> Notation | None:
    """The notation of a file by its name, or by its text if other programs share the extension;
    None if unknown.
    """
    known, path = for_file(name), Path(name)
    if known or not path.name.lower().endswith(_SHARED) or is_special(path):
        return known
    with suppress(OSError):
        return for_file(path, read_named(path, MAX_BYTES).decode("utf-8", "replace"))
    return None


def _of_stdin(
    name: str, among: Sequence[Notation], notation: str | None
) -> Origin | MarkdownOrigin:
    """The source of standard input: its notation is known by its file name, or recognized by its
    content.
    """
    if notation or name != STDIN:
        return _named(name, None, notation)
    if len(among) == 1:
        return Origin(name=name, path=None, notation=among[0])
    with named_errors(name):
        data = read_stream(sys.stdin.buffer, MAX_BYTES)
    text = data.decode("utf-8", "surrogateescape")
    if _FENCE.search(text) and any(blocks(text)):
        return MarkdownOrigin(name=name, path=None, data=data)
    return Origin(name=name, path=None, notation=chosen(text, among, "standard input"), data=data)


def blocks(
    text: str,
    context: Callable[[Notation], Context] = lambda _: Context(),
    notation: str | None = None,
) -> Iterator[Document]:
    """The documents in the fenced blocks of a Markdown text: all, or those of a notation."""
    yield from markdown(text, context, notation).documents()


def markdown(
    text: str,
    context: Callable[[Notation], Context] = lambda _: Context(),
    notation: str | None = None,
) -> Markdown:
    """A Markdown text with its fenced blocks: all, or those of a notation."""
    languages = {
        each.name: (each, context(each)) for each in REGISTRY if notation in (None, each.name)
    }
    return Markdown.open(languages, text)


def chosen(text: str, among: Sequence[Notation], what: str) -> Notation:
    """The notation of a text, recognized by its content. Prints a message unless it is the first of
    the registry.
    """
    notation = guessed(text, among)
    if len(among) > 1 and notation is not REGISTRY[0]:
        say(f"Reading {what} as {notation.title}. Use --notation NAME for another notation.")
    return notation


def read(origin: SourcePlace) -> SourceText:
    """Read a file or standard input.

    Raises:
        OSError: It cannot be read, or is not UTF-8. The error has the name for messages.
    """
    with named_errors(origin.name):
        if origin.data is not None:
            data = origin.data
        elif origin.path is None:
            data = read_stream(sys.stdin.buffer, MAX_BYTES)
        else:
            data = (read_named if origin.is_named else read_regular)(origin.path, MAX_BYTES)
        try:
            text = decode(data)
        except NotUtf8 as other:
            raise OSError(f"{other} Save it as UTF-8 first.") from None
    return SourceText(origin, text.removeprefix(MARK), text.startswith(MARK), data=data)


def encoded(source: SourceText, text: str) -> bytes:
    """Encode a new text for a source, with a byte order mark if the source has one."""
    return encode((MARK if source.marked else "") + text)


def write(source: SourceText, text: str) -> None:
    """Write a new text back to its source. Raises OSError."""
    if source.origin.path is None:
        print_text(source, text)
    else:
        with named_errors(source.name):
            writing.write(source.origin.path, encoded(source, text), source.data)


def print_text(source: SourceText, text: str) -> None:
    """Print a new text of a source. Raises OSError."""
    put(encoded(source, shown(text)), None)


def keep_inputs(options: Namespace) -> None:
    """Check that no file for output is an input of the same command.

    Raises:
        UsageError: It is; its text would be lost.
    """
    values = list(vars(options).values())
    arguments = [
        item for value in values for item in (value if isinstance(value, list) else [value])
    ]
    names = [argument for argument in arguments if isinstance(argument, str)]
    for output in names:
        if isinstance(output, OutputName) and any(_is_read(output, name) for name in names):
            raise UsageError(
                f"`{output}` is the input, which would be lost. Name another file for the output."
            )


def _is_read(output: str, name: str) -> bool:
    """Whether a file for output is read by a command with an argument, which need not be a name of
    a file.
    """
    if isinstance(name, OutputName):
        return False
    path, target = Path(output), Path(name)
    with suppress(OSError, ValueError):  # of a text that cannot be a path
        state = path.stat()
        if name == STDIN:
            return os.path.samestat(os.fstat(sys.stdin.fileno()), state)
        if target.is_dir():
            return target.resolve() in path.resolve().parents and notation_of(output) is not None
        if target.exists():
            return os.path.samestat(target.stat(), state)
        file, _, section = name.rpartition(":")
        return bool(file and section) and os.path.samestat(Path(file).stat(), state)
    return False


def put(data: bytes, name: str | None) -> None:
    """Write data to a file, or to standard output if *name* is None. Raises OSError."""
    if name is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:
        with named_errors(name):
            writing.write(Path(name), data)


def put_form(content: str | bytes, name: str | None, form: str) -> None:
    """Write a text or a picture in a form to a file, or to standard output if *name* is None.

    Raises:
        UsageError: It is a page or a picture, which a terminal cannot show.
        OSError: It cannot be written.
    """
    if form in ("html", "svg", "png", "gif") and name is None and sys.stdout.isatty():
        raise UsageError(
            f"A terminal cannot show {form.upper()}. Name a file: --output FILE.{form}"
        )
    if isinstance(content, str):
        content = encode(content if content.endswith("\n") else content + "\n")
    put(content, name)


@contextmanager
def named_errors(name: str) -> Iterator[None]:
    """Give errors the name for messages."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), name) from None
