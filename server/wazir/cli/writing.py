"""Writes files atomically: no data of the user is lost. The only module that writes files."""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from contextlib import suppress
from functools import cache
from io import FileIO
from pathlib import Path

from wazir.system import attributes, copy_owner, is_alive

_NEW, _BACKUP = ".wazir-new", ".wazir-backup"
"""The ends of the names of a new file that is not complete yet, and of a copy of a file that is
being overwritten.
"""
_WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH
"""The permissions to write. Root can write without them, but a file without any is meant to be
read-only.
"""


class NotWritten(OSError):  # noqa: N818
    """A file was not changed; the message is a sentence with the reason."""


def write(path: Path, data: bytes, before: bytes | None = None) -> None:
    """Replace the content of a file: completely, or not at all if an error occurs.

    Links, permissions, owner and extended attributes stay. A file is replaced in one step; a file
    with several hard links, or in a folder where no file can be created, is written in place, and a
    backup exists until all is written. A device or a pipe is only written to.

    Args:
        path: The file, which need not exist.
        data: The new content.
        before: The content that the new one is based on; if the file has changed since, it is not
            written.

    Raises:
        NotWritten: The file is read-only, or has changed.
        OSError: The file cannot be written.
    """
    target = path.resolve()
    try:
        state = path.stat()
    except FileNotFoundError:
        if before is not None:
            raise NotWritten("The file no longer exists.") from None
        _create(target, data)
        return
    if not stat.S_ISREG(state.st_mode):
        with path.open("wb") as stream:
            stream.write(data)
        return
    if not (state.st_mode & _WRITABLE and os.access(target, os.W_OK)):
        raise NotWritten("The file is read-only and was not changed.")
    if state.st_nlink > 1 or not _replaced(target, data, before):
        _check(target, before)
        _overwrite(target, data)


def append(path: Path, line: bytes) -> None:
    """Add a line to a file, which is created if it does not exist. Raises OSError."""
    with path.open("ab") as file:
        file.write(line + b"\n")


def _check(target: Path, before: bytes | None) -> None:
    if before is not None and target.read_bytes() != before:
        raise NotWritten(
            "Another program has changed the file since it was read. It was not overwritten."
        )


def _create(target: Path, data: bytes) -> None:
    with target.open("xb") as file:
        try:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        except BaseException:
            target.unlink()
            raise


def _replaced(target: Path, data: bytes, before: bytes | None) -> bool:
    """Replace a file by a new one; False if that is impossible, or would change more than the
    content.
    """
    _remove_abandoned(target.parent)
    try:
        handle, name = tempfile.mkstemp(
            f".{os.getpid()}{_NEW}", f".{target.name[:100]}.", target.parent
        )
    except PermissionError:
        return False
    new = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            copy_owner(target, new)
            shutil.copystat(target, new)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if _about(new) != _about(target):
            return False
        _check(target, before)
        new.replace(target)
    finally:
        new.unlink(missing_ok=True)
    return True


@cache
def _remove_abandoned(folder: Path) -> None:
    """Removes the temporary files of processes that were killed."""
    with suppress(OSError):
        for path in folder.glob(f".*{_NEW}"):
            process = path.name.removesuffix(_NEW).rpartition(".")[2]
            if process.isdecimal() and not is_alive(int(process)):
                path.unlink()


def _about(path: Path) -> tuple[object, ...]:
    """The metadata of a file: mode, owner, group, and extended attributes such as access control
    lists.
    """
    state = path.stat()
    return state.st_mode, state.st_uid, state.st_gid, attributes(path)


def _overwrite(target: Path, data: bytes) -> None:
    """Overwrite the content of a file. Restores the old content on failure."""
    with target.open("r+b", buffering=0) as file:
        old = file.read()
        backup = _back_up(target, old)
        try:
            _put(file, data)
        except BaseException:
            _put(file, old)
            backup.unlink()
            raise
    backup.unlink()


def _back_up(target: Path, data: bytes) -> Path:
    """A new file with the content, beside the file or, if that is impossible, in the folder of
    temporary files.
    """
    backup = target.with_name(f"{target.name}{_BACKUP}")
    try:
        try:
            _create(backup, data)
        except PermissionError:
            backup = Path(tempfile.gettempdir(), backup.name)
            _create(backup, data)
    except FileExistsError:
        raise NotWritten(
            f"`{backup}` has the text from before a run that was killed. Restore or remove it."
        ) from None
    return backup


def _put(file: FileIO, data: bytes) -> None:
    file.seek(0)
    left = memoryview(data)
    while left:
        left = left[file.write(left) :]
    file.truncate()
    os.fsync(file.fileno())
