"""Wadler's pretty printer in Lindig's strict variant: documents with line breaks where lines get too long.

The package `wadler-lindig` has neither the alignment that lists need nor the mandatory breaks that comments need.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple, TypeAlias

WIDTH = 80
"""The maximum width of lines, if possible."""


class Measure(NamedTuple):
    """The widths of a document with all optional breaks taken."""

    first: int
    widest: int
    last: int
    breaks: bool
    forced: bool = False
    """It has mandatory breaks."""


_EMPTY = Measure(0, 0, 0, False)
_BREAKS = Measure(0, 0, 0, True)
_FORCED = Measure(0, 0, 0, True, True)


@dataclass(frozen=True, slots=True)
class Text:
    """A literal text. Its own line ends are kept, and lines after them are not indented."""

    text: str
    measure: Measure


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
    measure: Measure = _BREAKS


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment at the end of a line. It waits for the next break, which becomes mandatory."""

    text: str
    alone: bool
    """It has its own line, below."""
    measure: Measure = _FORCED


@dataclass(frozen=True, slots=True)
class Block:
    """Documents in a row."""

    parts: tuple[Doc, ...]
    measure: Measure
    by: int | None = 0
    """The indentation of further lines; None aligns them with the first."""
    grouped: bool = False
    """It is on one line if it fits; otherwise all its own breaks are taken."""


@dataclass(frozen=True, slots=True)
class Hang:
    """A head with a body aligned after it, or below it if the body is too wide."""

    head: Doc
    body: Doc
    by: int
    """The indentation of the body below the head."""
    below: bool
    """The body is always below."""
    measure: Measure


Doc: TypeAlias = Text | Break | Remark | Block | Hang

SPACE = Break(" ")
NOTHING = Break("")
HARD = Break(None, When.ALWAYS, _FORCED)
FRESH = Break(None, When.FRESH, _FORCED)
SETTLED = Break("", When.SETTLED, _EMPTY)
SETTLED_SPACE = Break(" ", When.SETTLED, Measure(1, 1, 1, False))


def text(letters: str) -> Text:
    """A literal text."""
    if "\n" not in letters and "\r" not in letters:
        return Text(letters, Measure(len(letters), len(letters), len(letters), False))
    lengths = [*map(len, letters.replace("\r\n", "\n").replace("\r", "\n").split("\n"))]
    return Text(letters, Measure(lengths[0], max(lengths), lengths[-1], True))


def cat(*parts: Doc | str) -> Block:
    """Documents in a row; a string is a literal text."""
    docs = tuple(text(part) if isinstance(part, str) else part for part in parts)
    left = _EMPTY
    for doc in docs:
        right, joint = doc.measure, left.last + doc.measure.first
        left = Measure(
            left.first if left.breaks else joint,
            max(left.widest, right.widest, joint),
            right.last if right.breaks else joint,
            left.breaks or right.breaks,
            left.forced or right.forced,
        )
    return Block(docs, left)


def nest(by: int, *parts: Doc | str) -> Block:
    """A document whose further lines are indented."""
    inner = cat(*parts)
    widest, last = inner.measure.widest + by, inner.measure.last + by
    return Block(
        inner.parts, inner.measure._replace(widest=widest, last=last) if inner.measure.breaks else inner.measure, by
    )


def align(*parts: Doc | str) -> Block:
    """A document whose further lines are aligned with the first."""
    inner = cat(*parts)
    widest = inner.measure.widest
    return Block(inner.parts, inner.measure._replace(first=widest, last=widest), by=None)


def group(*parts: Doc | str) -> Block:
    """A document on one line if it fits."""
    inner = cat(*parts)
    return Block(inner.parts, inner.measure, grouped=True)


def hang(head: Doc, body: Doc, by: int, below: bool = False) -> Hang:
    """A head with a body aligned after it, or below it."""
    first, widest, last, _, forced = head.measure
    widest = max(widest, by + body.measure.widest)
    is_forced = below or forced or body.measure.forced
    return Hang(head, body, by, below, Measure(first, widest, max(last, by + body.measure.last), True, is_forced))


def joined(parts: Iterable[Doc], between: Doc) -> Block:
    """Documents with another between them."""
    docs: list[Doc] = []
    for part in parts:
        docs += (between, part) if docs else (part,)
    return cat(*docs)


_Item = tuple[int, bool, Doc]
"""The indentation, whether it is on one line, and the document."""


def render(doc: Doc, newline: str = "\n", width: int = WIDTH) -> str:
    """The text of a document."""
    out = _Lines(newline)
    items: list[_Item] = [(0, False, doc)]
    while items:
        indent, flat, doc = items.pop()
        if isinstance(doc, Text):
            out.write(doc.text, doc.measure)
        elif isinstance(doc, Remark):
            out.waiting.append((indent, doc))
        elif isinstance(doc, Hang):
            items += reversed(_hung(doc, indent, flat, out.column, width))
        elif isinstance(doc, Block):
            is_flat = flat or (
                doc.grouped and not doc.measure.forced and _fits((indent, True, doc), width - out.column, items)
            )
            inside = out.column if doc.by is None else indent + doc.by
            items += ((inside, is_flat, part) for part in reversed(doc.parts))
        elif out.must_end(doc, flat):
            out.end_line(indent)
        else:
            out.write(doc.flat or "", Measure(0, 0, len(doc.flat or ""), False))
    return out.text()


class _Lines:
    """The lines written so far."""

    def __init__(self, newline: str) -> None:
        self.newline = newline
        self.parts: list[str] = []
        self.column = 0
        self.is_fresh = True
        """The last line is empty."""
        self.waiting: list[tuple[int, Remark]] = []

    def write(self, letters: str, measure: Measure) -> None:
        """Add text to the line."""
        if letters:
            self.parts.append(letters)
            self.column = measure.last if measure.breaks else self.column + measure.last
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
        if self.parts and not self.is_fresh:
            self.parts[-1] = self.parts[-1].rstrip(" \t")
        for place, (indent, remark) in enumerate(self.waiting):
            self.parts.append(self.newline + " " * indent if place or remark.alone else " ")
            self.parts.append(remark.text.rstrip(" \t"))
        self.waiting.clear()


def _hung(doc: Hang, indent: int, flat: bool, column: int, width: int) -> list[_Item]:
    """The items of a head and its body from a column."""
    place = column + doc.head.measure.last + 1
    if flat:
        return [(indent, True, doc.head), (indent, True, SPACE), (indent, True, doc.body)]
    if doc.below or doc.head.measure.breaks or place + doc.body.measure.widest > width:
        return [(indent, False, doc.head), (column + doc.by, False, HARD), (column + doc.by, False, doc.body)]
    return [(indent, False, doc.head), (indent, True, SPACE), (place, False, doc.body)]


def _fits(item: _Item, room: int, rest: list[_Item]) -> bool:
    """Whether a document fits on one line, with the rest up to the next possible break."""
    items, after = [item], len(rest)
    while items or after:
        if not items:
            after -= 1
            items.append(rest[after])
        indent, flat, doc = items.pop()
        if isinstance(doc, Text):
            room -= doc.measure.first
            if room < 0 or doc.measure.breaks:
                return room >= 0
        elif isinstance(doc, Break):
            if doc.when is not When.SETTLED and (not flat or doc.flat is None):
                return True
            room -= len(doc.flat or "")
        elif isinstance(doc, Block):
            items += ((indent, flat, part) for part in reversed(doc.parts))
        elif isinstance(doc, Hang):
            items += ((indent, flat, part) for part in (doc.body, HARD if doc.below else SPACE, doc.head))
    return True
