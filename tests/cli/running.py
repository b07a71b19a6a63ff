"""The command line, run inside the test's own process."""

from __future__ import annotations

import io
import os
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from importlib import invalidate_caches
from pathlib import Path
from typing import TYPE_CHECKING

from wazir.cli import main

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Ran:
    """What a command did."""

    status: int
    raw: bytes
    err: str

    @property
    def out(self) -> str:
        return self.raw.decode("utf-8", "surrogateescape")


class _Stream(io.TextIOWrapper):
    """A stream in memory that may claim to be a terminal."""

    def __init__(
        self, data: bytes = b"", *, terminal: bool = False, encoding: str = "utf-8"
    ) -> None:
        super().__init__(io.BytesIO(data), encoding=encoding, newline="\n", write_through=True)
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal


@contextmanager
def _streams(stdin: bytes, *, terminal: bool, encoding: str) -> Iterator[tuple[_Stream, _Stream]]:
    before = sys.stdin, sys.stdout, sys.stderr
    out, err = (_Stream(terminal=terminal, encoding=encoding) for _ in range(2))
    sys.stdin, sys.stdout, sys.stderr = _Stream(stdin), out, err
    try:
        yield out, err
    finally:
        sys.stdin, sys.stdout, sys.stderr = before


def wazir(
    *arguments: str | Path,
    stdin: str | bytes = b"",
    terminal: bool = False,
    encoding: str = "utf-8",
) -> Ran:
    """Runs `wazir` with arguments and standard input."""
    data = stdin.encode("utf-8", "surrogateescape") if isinstance(stdin, str) else stdin
    with _streams(data, terminal=terminal, encoding=encoding) as (out, err):
        status = main([os.fspath(argument) for argument in arguments])
        out.flush()
        return Ran(status, out.buffer.getvalue(), err.buffer.getvalue().decode(encoding, "replace"))  # type: ignore[attr-defined]


ben39 = partial(wazir, "ben39")
"""Runs `wazir ben39`."""


@contextmanager
def play_package(folder: Path) -> Iterator[None]:
    """A package wazir-play with a board and an engine that are empty. The browser tests build the
    real one.
    """
    package = folder / "wazir_play"
    package.mkdir(parents=True)
    for name in ("__init__.py", "board.html", "engine.js", "wazir-play.js"):
        (package / name).write_text("", "utf-8")
    sys.path.insert(0, str(folder))
    invalidate_caches()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        sys.modules.pop("wazir_play", None)
