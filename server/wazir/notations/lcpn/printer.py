"""Wadler's pretty printer in Lindig's strict variant: documents with line breaks where lines get
too long.

The package `wadler-lindig` has neither the alignment that lists need nor the mandatory breaks that
comments need.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto
from sys import maxsize
from typing import TypeAlias

from wazir.text import LINE_END

WIDTH = 80
"""The maximum width of lines, if possible."""


class When(Enum):
    """The condition of a mandatory break."""

    ALWAYS = auto()
    FRESH = auto()
    """If the line is not empty."""
    SETTLED = auto()
    """If comments wait for it."""


@dataclass(frozen=True, slots=True)
class Break:
    """A possible line break; otherwise it is *flat*. Without *flat* it is mandatory."""

    flat: str | None
    when: When = When.ALWAYS


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment at the end of a line. It waits for the next break, which becomes mandatory."""

    text: str
    alone: bool
    """It has its own line, below."""


@dataclass(frozen=True, slots=True)
class Block:
    """Documents in a row."""

    parts: tuple[Doc, ...]
    by: int | None = 0
    """The indentation of further lines; None aligns them with the first."""
    grouped: bool = False
    """It is on one line if it fits; otherwise all its own breaks are taken."""


@dataclass(frozen=True, slots=True)
class Hung:
    """A document that is aligned after a blank, or below if it is too wide there with all its
    breaks taken.
    """

    body: Doc
    by: int
    """The indentation below."""


Doc: TypeAlias = str | Break | Remark | Block | Hung
"""A string is a literal text. Its own line ends are kept, and lines after them are not indented."""

SPACE = Break(" ")
NOTHING = Break("")
HARD = Break(None)
FRESH = Break(None, When.FRESH)
SETTLED = Break("", When.SETTLED)
SETTLED_SPACE = Break(" ", When.SETTLED)


def cat(*parts: Doc) -> Block:
    """Documents in a row."""
    return Block(parts)


def nest(by: int, *parts: Doc) -> Block:
    """A document whose further lines are indented."""
    return Block(parts, by)


def align(*parts: Doc) -> Block:
    """A document whose further lines are aligned with the first."""
    return Block(parts, by=None)


def group(*parts: Doc) -> Block:
    """A document on one line if it fits."""
    return Block(parts, grouped=True)


def joined(parts: Iterable[Doc], between: Doc) -> Block:
    """Documents with another between them."""
    docs = [doc for part in parts for doc in (between, part)]
    return cat(*docs[1:])


_Item = tuple[int, bool, Doc]
"""The indentation, whether it is on one line, and the document."""


def render(doc: Doc, newline: str = "\n", width: int = WIDTH) -> str:
    """The text of a document."""
    return _laid_out(doc, newline, width).text()


def _laid_out(doc: Doc, newline: str, width: int) -> _Lines:
    """The lines of a document."""
    out = _Lines(newline)
    items: list[_Item] = [(0, False, doc)]
    while items:
        indent, flat, doc = items.pop()
        if isinstance(doc, str):
            out.write(doc)
        elif isinstance(doc, Remark):
            out.waiting.append((indent, doc))
        elif isinstance(doc, Hung):
            place = out.column + 1
            # Its width with all optional breaks taken, without comments at the ends of lines.
            if flat or (
                place <= width and place + _laid_out(doc.body, newline, width=0).widest <= width
            ):
                items += (place, flat, doc.body), (indent, True, SPACE)
            else:
                items += (indent + doc.by, False, doc.body), (indent + doc.by, False, HARD)
        elif isinstance(doc, Block):
            is_flat = flat or (
                doc.grouped and _fits((indent, True, doc), width - out.column, items)
            )
            inside = out.column if doc.by is None else indent + doc.by
            items += ((inside, is_flat, part) for part in reversed(doc.parts))
        elif out.must_end(doc, flat):
            out.end_line(indent)
        else:
            out.write(doc.flat or "")
    return out


class _Lines:
    """The lines written so far."""

    def __init__(self, newline: str) -> None:
        self.newline = newline
        self.parts: list[str] = []
        self.column = 0
        self.widest = 0
        """The largest column."""
        self.is_fresh = True
        """The last line is empty."""
        self.waiting: list[tuple[int, Remark]] = []

    def write(self, letters: str) -> None:
        """Add text to the line."""
        if letters:
            self.parts.append(letters)
            for number, line in enumerate(LINE_END.split(letters)):
                self.column = len(line) if number else self.column + len(line)
                self.widest = max(self.widest, self.column)
            self.is_fresh = False

    def must_end(self, line_break: Break, flat: bool) -> bool:
        """Whether a break is taken."""
        if line_break.when is When.SETTLED:
            return bool(self.waiting)
        if flat and line_break.flat is not None:
            return False
        return line_break.when is When.ALWAYS or not self.is_fresh or bool(self.waiting)

    def end_line(self, indent: int) -> None:
        """End the line with the waiting comments, and begin a new one."""
        self._write_remarks()
        self.parts.append(self.newline + " " * indent)
        self.column, self.is_fresh = indent, True

    def text(self) -> str:
        """The whole text."""
        self._write_remarks()
        return "".join(self.parts)

    def _write_remarks(self) -> None:
        """Write the waiting comments, the first on the current line if possible."""
        if not self.is_fresh:
            self.parts[-1] = self.parts[-1].rstrip(" \t")
        for place, (indent, remark) in enumerate(self.waiting):
            self.parts.append(self.newline + " " * indent if place or remark.alone else " ")
            self.parts.append(remark.text.rstrip(" \t"))
        self.waiting.clear()


def _fits(item: _Item, room: int, rest: list[_Item]) -> bool:
    """Whether a document without mandatory breaks fits on one line, with the rest up to the next
    possible break.
    """
    items, after = [item], len(rest)
    while items or after:
        if not items:
            after -= 1
            items.append(rest[after])
        indent, flat, doc = items.pop()
        if isinstance(doc, str):
            first, *others = LINE_END.split(doc)
            room -= len(first)
            if room < 0 or (others and not flat):
                return room >= 0
            room = maxsize if others else room
        elif isinstance(doc, Break):
            if (flat and doc.flat is None) or (not flat and doc.when is not When.SETTLED):
                return not flat
            room -= len(doc.flat or "")
        elif isinstance(doc, Block):
            items += ((indent, flat, part) for part in reversed(doc.parts))
        elif isinstance(doc, Hung):
            items += ((indent, flat, doc.body), (indent, flat, SPACE))
        elif flat:
            return False
    return True
