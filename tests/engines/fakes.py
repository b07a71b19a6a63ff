"""Programs that misbehave, for tests: each process of them holds a pipe open, so that the end of
all is seen.
"""

from __future__ import annotations

import os
import stat
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

_HEAD = """#!{python}
import os, signal, subprocess, sys, time
alive = os.open({alive!r}, os.O_WRONLY)
os.set_inheritable(alive, True)
os.write(alive, b".")
"""
_SHELL = """#!/bin/sh
exec 9>{alive!r}
printf . >&9
{body}
"""

_HANG = "time.sleep(600)"
_DEAF = f"""
for name in ("SIGTERM", "SIGHUP", "SIGINT", "SIGPIPE"):
    signal.signal(getattr(signal, name), signal.SIG_IGN)
for line in sys.stdin:
    pass
{_HANG}
"""
PYTHON: Mapping[str, str] = {
    "hangs": _HANG,
    "ignores quit and signals": _DEAF,
    "writes lines without end": 'while True: os.write(1, b"info depth 1\\n" * 1000)',
    "writes a line without end": 'while True: os.write(1, b"x" * 10_000)',
    "writes errors without end": 'while True: os.write(2, b"info depth 1\\n" * 1000)',
    "closes its streams and stays": f"for stream in (0, 1, 2): os.close(stream)\n{_HANG}",
    "starts another and ends": (
        'subprocess.Popen(["sleep", "600"], pass_fds=[alive], start_new_session=False)'
    ),
    "ends at once": "pass",
}
MURDER = "ends its leader"
"""A program that ends the process that would end it. Only while the server lives, nothing of it
stays.
"""
SHELL: Mapping[str, str] = {
    "is behind a shell": "'{inner}'\ntrue",
    "is behind a shell and deaf": "trap '' TERM HUP INT\n'{deaf}' <&0 &\nwait",
    "is behind two shells": "sh -c \"'{inner}'; true\"\ntrue",
}
FAKES = (*PYTHON, *SHELL)
_EVERY = {**PYTHON, MURDER: f"os.kill(os.getppid(), signal.SIGKILL)\n{_HANG}"}


class Fake:
    """A program that misbehaves."""

    def __init__(self, folder: Path, name: str) -> None:
        """Writes the program into a folder."""
        self._fifo = folder / "alive"
        os.mkfifo(self._fifo)
        self._alive = os.open(self._fifo, os.O_RDONLY | os.O_NONBLOCK)
        self.path = folder / "engine"
        inner, deaf = folder / "inner", folder / "deaf"
        head = _HEAD.format(python=sys.executable, alive=str(self._fifo))
        _write(inner, head + _HANG)
        _write(deaf, head + _DEAF)
        if name in _EVERY:
            _write(self.path, head + _EVERY[name])
        else:
            body = SHELL[name].format(inner=inner, deaf=deaf)
            _write(self.path, _SHELL.format(alive=str(self._fifo), body=body))

    def wait_for_start(self, patience: float = 60.0) -> None:
        """Waits until a process of the program runs, or has run."""
        late = time.monotonic() + patience
        while not self._read():
            assert time.monotonic() < late, "the program did not start"
            time.sleep(0.01)

    def is_gone(self, patience: float = 60.0) -> bool:
        """Whether all processes of the program end within a time."""
        late = time.monotonic() + patience
        while time.monotonic() < late:
            if self._read() == b"":  # nobody has the pipe open
                return True
            time.sleep(0.01)
        return False

    def _read(self) -> bytes | None:
        """What the processes have written; None for nothing yet, and no bytes if none of them has
        the pipe open.
        """
        try:
            return os.read(self._alive, 100)
        except BlockingIOError:
            return None

    def close(self) -> None:
        """Closes the pipe."""
        os.close(self._alive)


@contextmanager
def fake(folder: Path, name: str) -> Iterator[Fake]:
    """A program that misbehaves."""
    made = Fake(folder, name)
    try:
        yield made
    finally:
        made.close()


def _write(path: Path, text: str) -> None:
    path.write_text(text, "utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
