"""Files written so that nothing of the user is lost: the only code that writes them."""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from io import FileIO
from pathlib import Path

from wazir.system import attributes, copy_owner

_WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH
"""Root may write to a file without any of these permissions, but its owner did not mean that."""


class NotWritten(OSError):  # noqa: N818
    """A file is left as it was; the message is a sentence that says why."""


def write(path: Path, data: bytes, before: bytes | None = None) -> None:
    """Gives a file a new content: all of it, or none if anything fails.

    Links, permissions, owner and extended attributes stay. A file is replaced in one step; one with several hard links,
    or in a folder where no file can be made, is written in place. A device or a pipe is only written to.

    Args:
        path: The file, which need not exist.
        data: The new content.
        before: The content that the new one was made from; if the file has another by now, it is not written.

    Raises:
        NotWritten: The file is read-only, or has changed.
        OSError: The file cannot be written.
    """
    target = path.resolve()
    try:
        state = path.stat()
    except FileNotFoundError:
        if before is not None:
            raise NotWritten("The file is gone since it was read.") from None
        _create(target, data)
        return
    if not stat.S_ISREG(state.st_mode):
        with path.open("wb") as stream:
            stream.write(data)
        return
    if not (state.st_mode & _WRITABLE and os.access(target, os.W_OK)):
        raise NotWritten("The file is read-only; it was not changed.")
    if state.st_nlink > 1 or not _replaced(target, data, before):
        _check(target, before)
        _overwrite(target, data)


def _check(target: Path, before: bytes | None) -> None:
    if before is not None and target.read_bytes() != before:
        raise NotWritten("Another program has changed the file since it was read; it was not changed here.")


def _create(target: Path, data: bytes) -> None:
    with target.open("xb") as file:
        try:
            file.write(data)
            file.flush()
        except BaseException:
            target.unlink()
            raise


def _replaced(target: Path, data: bytes, before: bytes | None) -> bool:
    """Puts a new file in the place of a file; False if that cannot be done, or would change more than the content."""
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name[:100]}.", dir=target.parent)
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


def _about(path: Path) -> tuple[object, ...]:
    """What a file has besides its content: mode, owner, group, and extended attributes, access lists among them."""
    state = path.stat()
    return state.st_mode, state.st_uid, state.st_gid, attributes(path)


def _overwrite(target: Path, data: bytes) -> None:
    """Writes over the content of a file, and puts the old content back if that fails."""
    with target.open("r+b", buffering=0) as file:
        old = file.read()
        try:
            _put(file, data)
        except BaseException:
            _put(file, old)
            raise


def _put(file: FileIO, data: bytes) -> None:
    file.seek(0)
    left = memoryview(data)
    while left:
        left = left[file.write(left) :]
    file.truncate()
    os.fsync(file.fileno())
