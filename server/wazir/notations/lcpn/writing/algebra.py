"""Documents whose lines are broken where they get too long: Wadler's algebra, with Lindig's way of reading it strictly.

Written here because what comments and Lisp need is what the packages lack: `wadler-lindig` has neither alignment nor
breaks that must be taken, and `prettyprinter` is no longer kept up.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple, TypeAlias

from wazir.text import lines, without_end

WIDTH = 80
"""Lines are no longer where that is possible."""


class Measure(NamedTuple):
    """How wide a document is if every line that can be broken is."""

    first: int
    widest: int
    last: int
    breaks: bool
    forced: bool = False
    """Some breaks in it must be taken."""


_BREAKS = Measure(0, 0, 0, True)
_FORCED = Measure(0, 0, 0, True, True)


@dataclass(frozen=True, slots=True)
class Text:
    """Letters as they stand. Line ends among them are kept, and what follows those is not indented."""

    text: str
    measure: Measure


class When(Enum):
    """When a break that must be taken is taken."""

    ALWAYS = auto()
    FRESH = auto()
    """Where something stands on the line."""
    SETTLED = auto()
    """Where comments wait for it."""


@dataclass(frozen=True, slots=True)
class Break:
    """A place where a line may end; if it does not, this is *flat*. None must be taken."""

    flat: str | None
    when: When = When.ALWAYS
    measure: Measure = _BREAKS


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment that ends a line: it waits for the next break, which must be taken."""

    text: str
    alone: bool
    """It has a line of its own, below what it follows."""
    measure: Measure = _FORCED


@dataclass(frozen=True, slots=True)
class Cat:
    """One document behind the other."""

    parts: tuple[Doc, ...]
    measure: Measure


@dataclass(frozen=True, slots=True)
class Nest:
    """A document whose further lines are indented by so many more."""

    by: int
    inner: Doc
    measure: Measure


@dataclass(frozen=True, slots=True)
class Align:
    """A document whose further lines begin where the first does."""

    inner: Doc
    measure: Measure


@dataclass(frozen=True, slots=True)
class Group:
    """A document on one line if there is room for that; else all its own breaks are taken."""

    inner: Doc
    measure: Measure


@dataclass(frozen=True, slots=True)
class Hang:
    """A head with a body aligned behind it; where the body is too wide for that, it stands below the head."""

    head: Doc
    body: Doc
    by: int
    """So far the body is indented below the head."""
    below: bool
    """It stands there in any case."""
    measure: Measure


Doc: TypeAlias = Text | Break | Remark | Cat | Nest | Align | Group | Hang


def text(letters: str) -> Text:
    """Letters as they stand."""
    if "\n" not in letters and "\r" not in letters:
        return Text(letters, Measure(len(letters), len(letters), len(letters), False))
    lengths = [len(without_end(line)) for line in lines(letters)]
    return Text(letters, Measure(lengths[0], max(lengths), lengths[-1], True))


def cat(*parts: Doc | str) -> Cat:
    """One document behind the other; a string stands for its letters."""
    docs = tuple(text(part) if isinstance(part, str) else part for part in parts)
    measure = Measure(0, 0, 0, False)
    for doc in docs:
        measure = _added(measure, doc.measure)
    return Cat(docs, measure)


def _added(left: Measure, right: Measure) -> Measure:
    joined = left.last + right.first
    return Measure(
        left.first if left.breaks else joined,
        max(left.widest, right.widest, joined),
        right.last if right.breaks else joined,
        left.breaks or right.breaks,
        left.forced or right.forced,
    )


def nest(by: int, *parts: Doc | str) -> Nest:
    """A document whose further lines are indented by so many more."""
    inner = cat(*parts)
    first, widest, last, breaks, forced = inner.measure
    return Nest(by, inner, Measure(first, widest + by, last + by, True, forced) if breaks else inner.measure)


def align(*parts: Doc | str) -> Align:
    """A document whose further lines begin where the first does."""
    inner = cat(*parts)
    widest = inner.measure.widest
    return Align(inner, inner.measure._replace(first=widest, last=widest))


def group(*parts: Doc | str) -> Group:
    """A document on one line if there is room for that."""
    inner = cat(*parts)
    return Group(inner, inner.measure)


def hang(head: Doc, body: Doc, by: int, below: bool = False) -> Hang:
    """A head with a body aligned behind it, or below it."""
    first, widest, last, _, forced = head.measure
    widest = max(widest, by + body.measure.widest)
    is_forced = below or forced or body.measure.forced
    return Hang(head, body, by, below, Measure(first, widest, max(last, by + body.measure.last), True, is_forced))


def joined(parts: Iterable[Doc], between: Doc) -> Cat:
    """Documents with another between them."""
    found: list[Doc] = []
    for part in parts:
        found += (between, part) if found else (part,)
    return cat(*found)


SPACE = Break(" ")
NOTHING = Break("")
HARD = Break(None, When.ALWAYS, _FORCED)
FRESH = Break(None, When.FRESH, _FORCED)
SETTLED = Break("", When.SETTLED, Measure(0, 0, 0, False))
SETTLED_SPACE = Break(" ", When.SETTLED, Measure(1, 1, 1, False))

_Item = tuple[int, bool, Doc]
"""The indentation, whether all is on one line, and the document."""


def render(doc: Doc, newline: str = "\n", width: int = WIDTH) -> str:
    """A document as a text."""
    out = _Lines(newline)
    items: list[_Item] = [(0, False, doc)]
    while items:
        indent, flat, one = items.pop()
        if isinstance(one, Text):
            out.write(one.text, one.measure)
        elif isinstance(one, Remark):
            out.waiting.append((indent, one))
        elif not isinstance(one, Break):
            items += reversed(_opened(one, indent, flat, out.column, width, items))
        elif out.must_end(one, flat):
            out.end_line(indent)
        else:
            out.write(one.flat or "", Measure(0, 0, len(one.flat or ""), False))
    return out.text()


class _Lines:
    """The lines written so far."""

    def __init__(self, newline: str) -> None:
        self.newline = newline
        self.parts: list[str] = []
        self.column = 0
        self.is_fresh = True
        """Nothing stands on the last line."""
        self.waiting: list[tuple[int, Remark]] = []

    def write(self, letters: str, measure: Measure) -> None:
        """Adds letters to the line."""
        if letters:
            self.parts.append(letters)
            self.column = measure.last if measure.breaks else self.column + measure.last
            self.is_fresh = False

    def must_end(self, here: Break, flat: bool) -> bool:
        """Whether a break is taken here."""
        if here.when is When.SETTLED:
            return bool(self.waiting)
        if flat and here.flat is not None:
            return False
        return here.when is When.ALWAYS or not self.is_fresh or bool(self.waiting)

    def end_line(self, indent: int) -> None:
        """Ends the line with the comments that wait for that, and begins a new one."""
        self._say()
        self.parts.append(self.newline + " " * indent)
        self.column, self.is_fresh = indent, True

    def text(self) -> str:
        """All of it."""
        self._say()
        return "".join(self.parts)

    def _say(self) -> None:
        """Writes the comments that wait for the end of the line: the first on it, if it may."""
        if self.parts and not self.is_fresh:
            self.parts[-1] = self.parts[-1].rstrip(" \t")
        for place, (indent, remark) in enumerate(self.waiting):
            self.parts.append(self.newline + " " * indent if place or remark.alone else " ")
            self.parts.append(remark.text.rstrip(" \t"))
        self.waiting.clear()


def _opened(
    doc: Cat | Nest | Align | Group | Hang, indent: int, flat: bool, column: int, width: int, rest: list[_Item]
) -> list[_Item]:
    """What a document is made of, given where it begins."""
    if isinstance(doc, Cat):
        return [(indent, flat, part) for part in doc.parts]
    if isinstance(doc, Nest):
        return [(indent + doc.by, flat, doc.inner)]
    if isinstance(doc, Align):
        return [(column, flat, doc.inner)]
    if isinstance(doc, Group):
        fits = not doc.measure.forced and _fits((indent, True, doc.inner), width - column, rest)
        return [(indent, flat or fits, doc.inner)]
    if flat:
        return [(indent, True, doc.head), (indent, True, SPACE), (indent, True, doc.body)]
    place = column + doc.head.measure.last + 1
    if doc.below or doc.head.measure.breaks or place + doc.body.measure.widest > width:
        return [(indent, False, doc.head), (column + doc.by, False, HARD), (column + doc.by, False, doc.body)]
    return [(indent, False, doc.head), (indent, True, SPACE), (place, False, doc.body)]


def _fits(item: _Item, room: int, rest: list[_Item]) -> bool:
    """Whether a document fits on one line, with what follows it up to the next place where the line can end."""
    items, after = [item], len(rest)
    while True:
        if not items:
            if not after:
                return True
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
        elif isinstance(doc, Remark):
            continue
        elif isinstance(doc, Cat):
            items += [(indent, flat, part) for part in reversed(doc.parts)]
        elif isinstance(doc, Hang):
            between: Doc = HARD if doc.below else SPACE
            items += [(indent, flat, doc.body), (indent, flat, between), (indent, flat, doc.head)]
        else:
            items.append((indent, flat, doc.inner))
