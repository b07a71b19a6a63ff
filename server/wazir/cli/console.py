"""Terminal output: colours, safe text, tables, error messages, progress."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import sys
import time
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from wazir.cli.command import wrapped

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


WIDEST = 100
"""The maximum width of a sentence, in columns."""

Paint = Callable[[str, str], str]
"""Colours a text, the second argument, as a kind of text, the first."""


def plain(_kind: str, text: str) -> str:
    """No colours."""
    return text


def colourful(kind: str, text: str) -> str:
    """Colours by escape sequences."""
    return f"\x1b[{_COLOURS[kind]}m{text}\x1b[0m" if kind in _COLOURS and text else text


def paint_for(stream: TextIO) -> Paint:
    """The painter for *stream*: coloured on a terminal.

    `NO_COLOR` disables colours, `FORCE_COLOR` enables them for files and pipes; the former has
    precedence.
    """
    wants_colours = os.environ.get("FORCE_COLOR") or (
        stream.isatty() and os.environ.get("TERM") != "dumb"
    )
    return colourful if wants_colours and not os.environ.get("NO_COLOR") else plain


def prepare_streams() -> None:
    """Open missing standard streams, and escape characters that the encoding of the terminal lacks.

    What is written to a file or a pipe is UTF-8, whatever the system or the environment says:
    reports in XML and JSON have no other encoding.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by the parent process
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    if isinstance(sys.stdout, io.TextIOWrapper) and not sys.stdout.isatty():
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")


_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
_SYMBOLS = {chr(number): chr(0x2400 + number) for number in range(0x20)} | {"\x7f": "\u2421"}
"""The visible symbols of control characters; others have a replacement character."""


def safe(text: str) -> str:
    """The text with a visible symbol for each control character, so that it cannot move the cursor
    or reverse a line.

    The length of the text, and so each offset in it, stays the same.
    """
    return _UNSAFE.sub(lambda match: _SYMBOLS.get(match[0], "\ufffd"), text)


def shown(text: str) -> str:
    """The lines of a file as standard output shows them: to a terminal `safe`, else as they are."""
    if not sys.stdout.isatty():
        return text
    return re.sub(r"[^\t\n]+", lambda part: safe(part[0]), text.replace("\r\n", "\n"))


def json_text(value: object, indent: int | None = None) -> str:
    """A value as JSON, with escapes for characters that a terminal obeys."""
    text = json.dumps(value, indent=indent, ensure_ascii=False)
    return _UNSAFE.sub(
        lambda match: match[0] if match[0] == "\n" else f"\\u{ord(match[0]):04x}", text
    )


def width(text: str) -> int:
    """The width of a text on a terminal, in columns."""
    shown = [
        character for character in text if unicodedata.category(character) not in {"Mn", "Me", "Cf"}
    ]
    return len(shown) + sum(unicodedata.east_asian_width(character) in "WF" for character in shown)


def columns(stream: TextIO, most: int = WIDEST) -> int:
    """The width of lines written to *stream*: that of the terminal, at most *most* columns."""
    if stream.isatty():
        return min(max(shutil.get_terminal_size((most, 24)).columns, 40), most)
    return most


def plural(count: int, noun: str) -> str:
    """`1 file`, `2 files`, `2 information`."""
    return f"{count:,} {noun}{'' if count == 1 or noun == 'information' else 's'}"


def complain(text: str) -> None:
    """Print an error message to standard error."""
    say(f"wazir: {text}")


def say(text: str) -> None:
    """Print a message to standard error."""
    print("\n".join(fitted(safe(text), sys.stderr)), file=sys.stderr)


def fitted(text: str, stream: TextIO) -> list[str]:
    """The lines of a text: on a terminal at most as wide, else one."""
    return wrapped(text, columns(stream, WIDEST)) if stream.isatty() else [text]


SECONDS_UNSEEN = 1.0
"""The delay before the first progress message, in seconds."""


class Progress:
    """A progress line on the terminal. Prints nothing if standard error is not a terminal."""

    def __init__(self) -> None:
        self._stream = sys.stderr
        self.on = self._stream.isatty()
        """Whether standard error is a terminal."""
        self._next = time.monotonic() + SECONDS_UNSEEN
        self._shown = False

    def step(self, done: int, what: str) -> None:
        """Report the number of items done so far."""
        if self.on and time.monotonic() > self._next:
            self._next = time.monotonic() + SECONDS_UNSEEN / 10
            self._shown = True
            room = columns(self._stream) - len(" ...") - 1  # a line of the full width would wrap
            self._write(f"\r{f'{done:,} {safe(what)}'[:room]} ...\x1b[K")

    def hide(self) -> None:
        """Erase the progress line before other output."""
        if self._shown:
            self._shown = False
            self._write("\r\x1b[K")

    def _write(self, text: str) -> None:
        with suppress(OSError):
            self._stream.write(text)
            self._stream.flush()


def _as_list(heads: Sequence[str], row: Sequence[str], most: int, paint: Paint) -> Iterator[str]:
    """The headings and the cells of a row, below each other, in at most some columns."""
    indent = " " * (max(map(width, heads)) + 2)
    for head, cell in zip(heads, row, strict=True):
        for at, text in enumerate(wrapped(cell, most, indent, others=indent)):
            yield text if at else paint("heading", head) + text[len(head) :]


def aligned(lines: Sequence[Sequence[str]], paint: Paint) -> Iterator[str]:
    """Rows of cells with their columns aligned; the first row holds the headings.

    Where a terminal is too narrow, each row is a list of its headings and cells.
    """
    widths = [max(map(width, column)) for column in zip(*lines, strict=True)]
    heads, *rows = lines
    most = columns(sys.stdout, sum(widths) * 2)
    if sys.stdout.isatty() and sum(widths) + 2 * len(widths) > most:
        for number, row in enumerate(rows):
            if number:
                yield ""
            yield from _as_list(heads, row, most, paint=paint)
        return
    for number, line in enumerate(lines):
        cells = (cell + " " * (room - width(cell)) for cell, room in zip(line, widths, strict=True))
        text = "  ".join(cells).rstrip()
        yield paint("heading", text) if number == 0 else text
