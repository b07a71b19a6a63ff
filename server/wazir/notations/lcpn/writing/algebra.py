"""Documents whose lines are broken where they get too long: Wadler's algebra, with Lindig's way of reading it strictly.

Written here because what comments and Lisp need is what the packages lack: `wadler-lindig` has neither alignment nor
breaks that must be taken, and `prettyprinter` is no longer kept up.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

WIDTH = 80
"""Lines are no longer where that is possible."""


class Measure(NamedTuple):
    """How wide a document is if every line that can be broken is."""

    first: int
    widest: int
    last: int
    breaks: bool


_BREAKS = Measure(0, 0, 0, True)


@dataclass(frozen=True, slots=True)
class Text:
    """Letters as they stand. Line ends among them are kept, and what follows those is not indented."""

    text: str
    measure: Measure


@dataclass(frozen=True, slots=True)
class Break:
    """A place where a line may end; if it does not, this is *flat*. None must be taken."""

    flat: str | None
    measure: Measure = _BREAKS


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment that ends a line: it waits for the next break, which must be taken."""

    text: str
    alone: bool
    """It has a line of its own, below what it follows."""
    measure: Measure = _BREAKS


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
    lengths = [len(line) for line in letters.splitlines()] or [0]
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
    )


def nest(by: int, *parts: Doc | str) -> Nest:
    """A document whose further lines are indented by so many more."""
    inner = cat(*parts)
    first, widest, last, breaks = inner.measure
    return Nest(by, inner, Measure(first, widest + by, last + by, True) if breaks else inner.measure)


def align(*parts: Doc | str) -> Align:
    """A document whose further lines begin where the first does."""
    inner = cat(*parts)
    widest = inner.measure.widest
    return Align(inner, Measure(widest, widest, widest, inner.measure.breaks))


def group(*parts: Doc | str) -> Group:
    """A document on one line if there is room for that."""
    inner = cat(*parts)
    return Group(inner, inner.measure)


def hang(head: Doc, body: Doc, by: int, below: bool = False) -> Hang:
    """A head with a body aligned behind it, or below it."""
    first, widest, last, _ = head.measure
    widest = max(widest, by + body.measure.widest)
    return Hang(head, body, by, below, Measure(first, widest, max(last, by + body.measure.last), True))


def joined(parts: Iterable[Doc], between: Doc) -> Cat:
    """Documents with another between them."""
    found: list[Doc] = []
    for part in parts:
        found += (between, part) if found else (part,)
    return cat(*found)


SPACE = Break(" ")
NOTHING = Break("")
HARD = Break(None)

_Item = tuple[int, bool, Doc]
"""The indentation, whether all is on one line, and the document."""


def render(doc: Doc, newline: str = "\n", width: int = WIDTH) -> str:
    """A document as a text."""
    out: list[str] = []
    waiting: list[tuple[int, Remark]] = []
    column = 0
    items: list[_Item] = [(0, False, doc)]
    while items:
        indent, flat, one = items.pop()
        if isinstance(one, Text):
            out.append(one.text)
            column = one.measure.last if one.measure.breaks else column + one.measure.last
        elif isinstance(one, Remark):
            waiting.append((indent, one))
        elif isinstance(one, Break):
            if flat and one.flat is not None:
                out.append(one.flat)
                column += len(one.flat)
            else:
                _say(waiting, out, newline)
                out.append(newline + " " * indent)
                column = indent
        else:
            items += reversed(_opened(one, indent, flat, column, width, items))
    _say(waiting, out, newline)
    return "".join(out)


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
        return [(indent, flat or _fits((indent, True, doc.inner), width - column, rest), doc.inner)]
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
            if not flat or doc.flat is None:
                return not flat
            room -= len(doc.flat)
        elif isinstance(doc, Remark):
            if flat:
                return False
        elif isinstance(doc, Cat):
            items += [(indent, flat, part) for part in reversed(doc.parts)]
        elif isinstance(doc, Hang):
            between: Doc = HARD if doc.below else SPACE
            items += [(indent, flat, doc.body), (indent, flat, between), (indent, flat, doc.head)]
        else:
            items.append((indent, flat, doc.inner))


def _say(waiting: list[tuple[int, Remark]], out: list[str], newline: str) -> None:
    """Writes the comments that wait for the end of the line: the first on it, if it may."""
    for place, (indent, remark) in enumerate(waiting):
        out.append(newline + " " * indent if place or remark.alone else " ")
        out.append(remark.text)
    waiting.clear()
