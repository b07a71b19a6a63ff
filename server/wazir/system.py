"""Files as the operating system reports them, and their encodings; streams and processes."""

from __future__ import annotations

import codecs
import errno
import json
import os
import re
import signal
import stat
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path, PurePath, PureWindowsPath
from typing import IO, BinaryIO, TypeVar
from urllib.parse import unquote, urlsplit

HAS_PROCESSES = sys.platform != "emscripten"
"""Whether processes and threads can be started."""
_NO_WAITING: int = (
    getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
)
_STEP = 1 << 20
"""The number of bytes of a read."""

# Paths

AnyPath = TypeVar("AnyPath", bound=PurePath)
_LOCAL_HOSTS = ("", "localhost")
_DRIVE = re.compile(r"/[A-Za-z]:(?=/|\Z)")


def path_of(uri: str, system: type[AnyPath]) -> AnyPath | None:
    """The path of a file that a URI names on a system; None for other URIs, for files of other
    machines, and for names with half a character, which no file has.

    The letter of a drive is in lower case, as editors write it. Escaped bytes that are not UTF-8
    are kept.

    Args:
        uri: The URI.
        system: The class of the paths of the system.
    """
    try:
        parts = urlsplit(uri)
    except ValueError:
        return None
    if parts.scheme != "file":
        return None
    host = unquote(parts.netloc)
    path = unquote(parts.path, errors="surrogateescape")
    if not _can_be_encoded(path):
        return None
    if not issubclass(system, PureWindowsPath):
        return system(path) if path and host.lower() in _LOCAL_HOSTS else None
    if host.lower() not in _LOCAL_HOSTS:
        return system(f"//{host}{path}")
    if _DRIVE.match(path):
        return system(path[1].lower() + path[2:])
    return system(path) if path else None


def _can_be_encoded(path: str) -> bool:
    """Whether a file can have a name. A lone surrogate is only that of a byte that is not UTF-8."""
    try:
        path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return False
    return True


# Files


def is_special(path: Path) -> bool:
    """Whether a path is a folder, a pipe, a socket or a device."""
    try:
        return not stat.S_ISREG(path.stat().st_mode)
    except OSError:
        return False


def read_regular(path: Path, limit: int) -> bytes:
    """The content of a regular file. Never blocks, and opens nothing but a regular file.

    Raises:
        OSError: The file cannot be read, is not a regular one, or has more than *limit* bytes.
    """
    with _regular(path) as file:
        return read_stream(file, limit)


def read_start(path: Path, most: int) -> bytes:
    """The first bytes of a regular file, at most *most*. Never blocks, and opens nothing but a
    regular file.

    Raises:
        OSError: The file cannot be read, or is not a regular one.
    """
    with _regular(path) as file:
        return file.read(most)


@contextmanager
def _regular(path: Path) -> Iterator[BinaryIO]:
    _expect_regular(path.stat())  # opening alone can block, or have an effect
    with os.fdopen(os.open(path, os.O_RDONLY | _NO_WAITING), "rb") as file:
        _expect_regular(os.fstat(file.fileno()))  # it may have been replaced
        yield file


def read_named(path: Path, limit: int) -> bytes:
    """The content of a file that the user named. It may be a pipe, so reading may block.

    Raises:
        OSError: It cannot be read, or has more than *limit* bytes.
    """
    with path.open("rb", buffering=0) as file:
        return read_stream(file, limit)


def read_stream(stream: IO[bytes], limit: int) -> bytes:
    """The content of a stream. A file may grow while it is read.

    Raises:
        OSError: The stream cannot be read, or holds more than *limit* bytes.
    """
    parts, left = [], limit + 1
    while part := stream.read(min(left, _STEP)):
        parts.append(part)
        left -= len(part)
    if not left:
        raise OSError(errno.EFBIG, f"larger than {limit:,} bytes")
    return b"".join(parts)


def _expect_regular(about: os.stat_result) -> None:
    if not stat.S_ISREG(about.st_mode):
        raise OSError(errno.EINVAL, "not a regular file")


def copy_owner(old: Path, new: Path) -> None:
    """Copies the owner of a file to another one, if the system supports and permits it."""
    if sys.platform != "win32":
        with suppress(OSError):
            os.chown(new, old.stat().st_uid, old.stat().st_gid)


def attributes(path: Path) -> dict[str, bytes]:
    """The extended attributes of a file, including access lists, if Python supports them."""
    if sys.platform == "linux":
        with suppress(OSError):  # file systems may not support them
            return {name: os.getxattr(path, name) for name in os.listxattr(path)}
    return {}


# Streams and processes


def complete(words: Sequence[str]) -> None:
    """Completes words with the Tab key at a terminal, if Python has `readline`."""
    if sys.platform != "win32":
        with suppress(ImportError):
            import readline  # importing it writes to the terminal

            readline.set_completer(
                lambda start, number: [*(w for w in words if w.startswith(start)), None][number]
            )
            readline.set_completer_delims(" ")
            is_libedit = "libedit" in (readline.__doc__ or "")
            readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")


@contextmanager
def interrupted(seconds: float) -> Iterator[None]:
    """Raises TimeoutError in the body after some seconds, if the system has timers that interrupt
    waiting for input.
    """
    if sys.platform == "win32" or sys.platform == "emscripten":
        yield
        return

    def stop(_signal: int, _frame: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def let_wait(stream: int) -> None:
    """Makes a descriptor blocking, in case another process changed it."""
    # Windows descriptors always block, and Python before 3.12 cannot ask.
    if sys.platform != "win32":
        with suppress(OSError):
            os.set_blocking(stream, True)


def is_alive(process: int) -> bool:
    """Whether a process is running. False on Windows, where a signal would end the process."""
    if sys.platform == "win32" or process <= 0:
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def limit_memory(most: int) -> None:
    """Limits the memory of this process to a number of bytes, if the system supports it."""
    if sys.platform != "win32":
        import resource

        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_AS, (most, most))


_PREPARE = "import json, sys; sys.path[:0] = json.loads(sys.argv.pop(1)); "


def python(code: str, packages: Sequence[str]) -> list[str]:
    """A command that runs Python code with some packages, isolated from the working directory and
    the environment.
    """
    specs = filter(None, map(find_spec, packages))
    folders = [
        str(Path(place).parent) for spec in specs for place in spec.submodule_search_locations or ()
    ]
    return [sys.executable, "-I", "-c", _PREPARE + code, json.dumps(folders)]


# Encodings


MARK = "\ufeff"
"""The byte order mark."""

_MARKS = (
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)
_SAMPLE = 8_192
"""The number of bytes that are examined; a multiple of four."""
_NULS = 1 / 8
"""In UTF-16 the share of NUL bytes is larger than this, and all of them are at even or all at odd
offsets.
"""
_ODD = 0.3
"""In binary data the share of control characters and invalid UTF-8 is larger than this."""
_CONTROL = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f\udc80-\udcff]")
_INVALID = re.compile("[\udc80-\udcff]")


class NotUtf8(ValueError):  # noqa: N818
    """The bytes are not UTF-8 text. The message names what they are."""


def decode(data: bytes, errors: str = "surrogateescape") -> str:
    """The text of UTF-8 bytes, including the byte order mark.

    Invalid bytes become lone surrogates, from which `encode` restores them, or are handled as
    *errors* says.

    Raises:
        NotUtf8: The bytes are UTF-16, UTF-32 or binary data.
    """
    if kind := _other(data):
        raise NotUtf8(f"This is {kind}; only UTF-8 is read.")
    return data.decode("utf-8", errors)


def encode(text: str) -> bytes:
    """The bytes of a decoded text."""
    return text.encode("utf-8", "surrogateescape")


def _other(data: bytes) -> str | None:
    """The detected encoding of the bytes; None if they may be UTF-8."""
    if marked := next((name for mark, name in _MARKS if data.startswith(mark)), None):
        return marked
    if b"\0" not in (sample := data[:_SAMPLE]):
        return None
    first, second, third, fourth = (sample[place::4].count(0) for place in range(4))
    nuls = first + second + third + fourth
    if len(data) % 4 == 0 and nuls > len(sample) / 2 and not (first and fourth):
        return "UTF-32"
    if nuls > max(1, _NULS * len(sample)) and nuls in (first + third, second + fourth):
        return "UTF-16"
    text = sample.decode("utf-8", "surrogateescape")
    is_binary = _INVALID.search(text) and len(_CONTROL.findall(text)) > _ODD * len(text)
    return "binary data" if is_binary else None
