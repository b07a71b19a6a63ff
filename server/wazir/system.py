"""What is asked of the operating system: files that others wrote, processes, and all in which systems differ."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

HAS_PROCESSES = sys.platform != "emscripten"
"""Processes and threads can be started."""
_NO_WAITING: int = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
_STEP = 1 << 20
"""Bytes that are read at once."""

# Files


def is_special(path: Path) -> bool:
    """Whether a path leads to something that is no regular file: a folder, a pipe, a socket or a device."""
    try:
        return not stat.S_ISREG(path.stat().st_mode)
    except OSError:
        return False


def read_regular(path: Path, limit: int) -> bytes:
    """The content of a regular file. It never waits, and nothing but a regular file is opened.

    Raises:
        OSError: The file cannot be read, is not a regular one, or has more than *limit* bytes.
    """
    _expect_regular(path.stat())  # opening alone can wait for ever, or do something
    with os.fdopen(os.open(path, os.O_RDONLY | _NO_WAITING), "rb", buffering=0) as file:
        _expect_regular(os.fstat(file.fileno()))  # it may be another one by now
        return read_stream(file, limit)


def read_named(path: Path, limit: int) -> bytes:
    """The content of what the user named, be it a pipe; it may have to be waited for.

    Raises:
        OSError: It cannot be read, or has more than *limit* bytes.
    """
    with path.open("rb", buffering=0) as file:
        return read_stream(file, limit)


def read_stream(stream: IO[bytes], limit: int) -> bytes:
    """All that a stream holds. A file may grow meanwhile.

    Raises:
        OSError: The stream cannot be read, or holds more than *limit* bytes.
    """
    parts, left = [], limit + 1
    while left and (part := stream.read(min(left, _STEP))):
        parts.append(part)
        left -= len(part)
    if not left:
        raise OSError(errno.EFBIG, f"larger than {limit:,} bytes")
    return b"".join(parts)


def _expect_regular(about: os.stat_result) -> None:
    if not stat.S_ISREG(about.st_mode):
        raise OSError(errno.EINVAL, "not a regular file")


def copy_owner(old: Path, new: Path) -> None:
    """Gives a file the owner of another one, where there are owners and that is allowed."""
    if sys.platform != "win32":
        with suppress(OSError):
            os.chown(new, old.stat().st_uid, old.stat().st_gid)


def attributes(path: Path) -> dict[str, bytes]:
    """The extended attributes of a file, access lists among them, where Python can tell."""
    found: dict[str, bytes] = {}
    if sys.platform == "linux":
        with suppress(OSError):  # of a file system that has none
            found = {name: os.getxattr(path, name) for name in os.listxattr(path)}
    return found


# Streams and processes


def complete(words: Sequence[str]) -> None:
    """Lets the tabulator key complete words at a terminal, where Python comes with that."""
    if sys.platform != "win32":
        with suppress(ImportError):
            import readline  # its import alone writes to terminals

            readline.set_completer(lambda start, number: [*(w for w in words if w.startswith(start)), None][number])
            readline.set_completer_delims(" ")
            is_libedit = "libedit" in (readline.__doc__ or "")
            readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")


def let_wait(stream: int) -> None:
    """Makes reading and writing wait, for a descriptor that somebody else may have set otherwise."""
    if sys.platform != "win32":  # where descriptors always wait, and Python before 3.12 cannot be asked
        with suppress(OSError):
            os.set_blocking(stream, True)


def is_alive(process: int) -> bool:
    """Whether a process can be seen to run; on Windows, where a signal would end it, that is not tried."""
    if sys.platform == "win32" or process <= 0:
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def step_back(process: int, niceness: int) -> None:
    """Lets others have the processor before a process, where that can be said."""
    if sys.platform != "win32":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, process, niceness)
