"""Programs that tests start, and a virtual screen for those that need one."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


def command(name: str) -> str:
    """The program of a name; games are not on every path. Without it, the test is skipped by its
    name.
    """
    path = shutil.which(name, path=os.pathsep.join([os.environ["PATH"], "/usr/games"]))
    if path is None:
        pytest.skip(f"{name} is not installed; `make editors` says how to install it")
    return path


@contextmanager
def screen(depth: int = 8) -> Iterator[str]:
    """The name of a virtual screen. *depth* is its colour depth in bits per pixel."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        [command("Xvfb"), "-displayfd", str(writing), "-screen", "0", f"800x600x{depth}"],
        pass_fds=(writing,),
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as pipe:
            yield f":{pipe.readline().strip()}"
    finally:
        server.terminate()
        server.wait()
