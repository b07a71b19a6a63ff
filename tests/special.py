"""A folder of special files: what a search meets that is no file to be read, and what is sound
beside it.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

SKIPPED = ("pipe", "endless", "through", "round", "large", "socket")
"""Those that are there and are not read."""


@contextmanager
def special(folder: Path) -> Iterator[None]:
    """Puts special files into a folder, and the sound definitions `Sound` and `Inner`."""
    (folder / "sound.betza").write_text("Sound = W\n")
    os.mkfifo(folder / "pipe.betza")
    (folder / "endless.betza").symlink_to("/dev/zero")
    (folder / "through.betza").symlink_to("pipe.betza")
    (folder / "round.betza").symlink_to("round.betza")
    (folder / "gone.betza").symlink_to("nowhere")
    (folder / "again").symlink_to(folder)
    (folder / "folder.betza").mkdir()
    (folder / "folder.betza" / "inner.betza").write_text("Inner = F\n")
    with (folder / "large.betza").open("wb") as large:
        large.truncate(10**12)
    with closing(socket.socket(socket.AF_UNIX)) as bound:
        # The whole path may be too long for a socket.
        bound.bind(os.path.relpath(folder / "socket.betza"))
        yield
