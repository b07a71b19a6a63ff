"""What the command line shares about terminals: colours, safe text, complaints, progress."""

from __future__ import annotations

import io
import os
import re
import shutil
import sys
import time
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TextIO

_COLOURS = {
    "error": "1;31",
    "warning": "1;33",
    "information": "1;34",
    "hint": "1;36",
    "place": "1",
    "code": "2",
    "margin": "34",
    "heading": "1",
    "added": "32",
    "removed": "31",
    "hunk": "36",
}


Paint = Callable[[str, str], str]
"""Gives a text, the second argument, the colour of a kind of text, the first."""


def plain(_kind: str, text: str) -> str:
    """No colours."""
    return text


def colourful(kind: str, text: str) -> str:
    """Colours by escape sequences."""
    return f"\x1b[{_COLOURS[kind]}m{text}\x1b[0m" if kind in _COLOURS and text else text


def paint_for(stream: TextIO) -> Paint:
    """How to paint what is written to *stream*: in colours on a terminal, unless the environment says otherwise.

    `NO_COLOR` takes them away, `FORCE_COLOR` gives them to files and pipes too; the first wins.
    """
    if os.environ.get("NO_COLOR"):
        return plain
    if os.environ.get("FORCE_COLOR"):
        return colourful
    return colourful if stream.isatty() and os.environ.get("TERM") != "dumb" else plain


def prepare_streams() -> None:
    """Makes sure that no text is refused by the encoding of the terminal, and that each stream is there."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # whoever started the program has closed it
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


_UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def safe(text: str) -> str:
    """The text with a visible sign for every character that could move the cursor or turn the line round.

    Each character stays one character, so that places in the text stay where they are.
    """
    return _UNSAFE.sub(lambda found: _sign(found[0]), text)


def _sign(character: str) -> str:
    if character < " ":
        return chr(0x2400 + ord(character))
    return "\u2421" if character == "\x7f" else "\ufffd"


def width(text: str) -> int:
    """How many columns of a terminal the text takes."""
    if text.isascii():
        return len(text)
    return sum(_columns(character) for character in text)


def _columns(character: str) -> int:
    if unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def columns(stream: TextIO, most: int) -> int:
    """How wide the lines written to *stream* should be: as wide as a terminal is, but not wider than *most*."""
    return min(max(shutil.get_terminal_size((most, 24)).columns, 40), most) if stream.isatty() else most


def complain(text: str) -> None:
    """Tells the user what is wrong with what was asked, on standard error."""
    print(f"wazir: {safe(text)}", file=sys.stderr)


def say(text: str) -> None:
    """Tells the user something on standard error, which is not part of the answer."""
    print(safe(text), file=sys.stderr)


PATIENCE = 1.0
"""For how many seconds a run may be silent before it shows how far it is."""


class Progress:
    """A line on the terminal that says how far a long run is; nothing at all elsewhere."""

    def __init__(self) -> None:
        self._stream = sys.stderr
        self.on = self._stream.isatty()
        """Whether anybody is looking."""
        self._next = time.monotonic() + PATIENCE
        self._shown = False

    def step(self, done: int, what: str) -> None:
        """So many are done, in all."""
        if self.on and time.monotonic() > self._next:
            self._next = time.monotonic() + PATIENCE / 10
            self._shown = True
            self._write(f"\r{done:,} {safe(what)} ...\x1b[K")

    def hide(self) -> None:
        """Takes the line away, so that something else can be written."""
        if self._shown:
            self._shown = False
            self._write("\r\x1b[K")

    def _write(self, text: str) -> None:
        with suppress(OSError):
            self._stream.write(text)
            self._stream.flush()
