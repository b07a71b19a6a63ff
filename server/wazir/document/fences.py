"""Finds the fenced blocks of a Markdown text by the rules of CommonMark, including those of blocks of HTML.

A text is cut into stretches that can be read independently: no paragraph or list item is open at the start of one.
An edit affects only the stretches that it touches.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from wazir.notations.base import LONGEST_SCANNED
from wazir.steps import Steps
from wazir.text import line_end, without_end

_TAB = 4
_CODE = 4
"""The minimum indentation of a line of code, in columns."""
_BLANKS = re.compile(r"[ \t]*+")
_DEEPEST = 100
"""The maximum depth of nested block quotes and list items; further marks are text."""
_QUOTE = 0
"""The width of a block quote among those of list items."""

_OPENER = re.compile(r"(`{3,}+)(?!.*`)(.*)|(~{3,})(.*)")
_PLAIN_OPENER = re.compile(r"(`{3,}+)(?![^\r\n]*`)([^\r\n]*)|(~{3,})([^\r\n]*)")
_HEADING = re.compile(r"#{1,6}(?:[ \t]|$)")
_UNDERLINE = re.compile(r"(?:=+|-+)[ \t]*$")
_BREAK = re.compile(r"(?:(?:-[ \t]*){3,}|(?:_[ \t]*){3,}|(?:\*[ \t]*){3,})$")
_ITEM = re.compile(r"(?:[-+*]|(\d{1,9})[.)])(?=[ \t]|$)")

_BLANK = re.compile(r"[ \t]*$")
_TAGS = (
    "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|"
    "fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|"
    "menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|"
    "track|ul"
)
_VALUE = r"""\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*")"""
_HTML = (
    (
        re.compile(r"<(?:pre|script|style|textarea)(?:[\s>]|$)", re.I),
        re.compile(r"</(?:pre|script|style|textarea)>", re.I),
    ),
    (re.compile(r"<!--"), re.compile(r"-->")),
    (re.compile(r"<\?"), re.compile(r"\?>")),
    (re.compile(r"<![A-Za-z]"), re.compile(r">")),
    (re.compile(r"<!\[CDATA\["), re.compile(r"\]\]>")),
    (re.compile(rf"</?(?:{_TAGS})(?:\s|/?>|$)", re.I), _BLANK),
)
"""Patterns of the start and of the last line of a block of HTML."""
_ANY_TAG = re.compile(
    rf"(?:<[a-z][a-z0-9-]*(?:\s+[a-z_:][\w.:-]*(?:{_VALUE})?)*\s*/?>|</[a-z][a-z0-9-]*\s*>)\s*$", re.I
)
"""A tag alone on its line begins a block that ends with a blank line, but not in a paragraph."""


class Fence(NamedTuple):
    """A fenced block, or a block of HTML."""

    info: str
    """The info string; empty for HTML."""
    line: int
    """The number of its first line of content, from the start of the stretch."""
    margins: tuple[str, ...]
    """The text before each line of its content, such as `> `; may be empty."""
    text: str
    """Its content without these, with the line end of its last line."""
    is_html: bool = False


def opener(text: str, at: int) -> tuple[str, str] | None:
    """The characters of the opening fence at an offset and its info string; None if there is no fence."""
    found = _PLAIN_OPENER.match(text, at)
    return (found[1] or found[3], found[2] or found[4] or "") if found else None


class _Cursor:
    """The consumed part of a line, in characters and in columns; a tab may be consumed in part."""

    def __init__(self, line: str) -> None:
        self.line = without_end(line)
        self.end = line[len(self.line) :]
        self.at = self.column = 0

    def blanks(self) -> tuple[int, int]:
        """The offset of the next character that is not blank, and its distance in columns."""
        at = _BLANKS.match(self.line, self.at).end()  # type: ignore[union-attr]
        before = self.column % _TAB
        return at, len((" " * before + self.line[self.at : at]).expandtabs(_TAB)) - before

    def skip(self, columns: int) -> None:
        """Consume blanks, up to a number of columns."""
        while columns > 0 and self.line[self.at : self.at + 1] in (" ", "\t"):
            width = 1 if self.line[self.at] == " " else _TAB - self.column % _TAB
            self.column += min(width, columns)
            self.at += width <= columns
            columns -= width

    def take(self, count: int) -> None:
        """Consume blanks and a number of other characters."""
        self.at, columns = self.blanks()
        self.column += columns + count
        self.at += count


class _Open:
    """A fence or a block of HTML that is being read."""

    def __init__(self, closing: re.Pattern[str], line: int, info: str = "", indent: int | None = None) -> None:
        self.closing, self.line, self.info = closing, line, info
        self.indent = indent
        """How far it is indented; None for HTML."""
        self.margins: list[str] = []
        self.texts: list[str] = []

    def add(self, cursor: _Cursor) -> None:
        """Add the rest of a line."""
        self.margins.append(cursor.line[: cursor.at])
        self.texts.append(cursor.line[cursor.at :] + cursor.end)

    def fence(self) -> Fence:
        """The block, if it ends here."""
        margins = tuple(self.margins) if any(self.margins) else ()
        return Fence(self.info, self.line, margins, "".join(self.texts), self.indent is None)


class Containers:
    """The open blocks after the lines that were read."""

    def __init__(self) -> None:
        self._widths: list[int] = []
        """For each container, outermost first, how far a line must be indented to be in it; or that it is a quote."""
        self._is_bare = False
        """The last line opened a list item and held nothing else."""
        self._in_paragraph = False
        self._open: _Open | None = None
        self._lines = 0
        self._found: list[Fence] = []

    @property
    def is_open(self) -> bool:
        """A block is open that only its own last line ends."""
        return self._open is not None

    @property
    def is_left(self) -> bool:
        """Whether a line is outside of everything that is open, if it begins neither with a blank nor with `>`."""
        return bool(self._widths) or not self.is_open

    def found(self) -> tuple[Fence, ...]:
        """The blocks that have been read; where the last one is open, it ends here."""
        return (*self._found, self._open.fence()) if self._open else tuple(self._found)

    def read(self, line: str) -> None:
        """Reads a line with its line end."""
        cursor = _Cursor(line)
        matched = self._matched(cursor)
        if self._open and matched == len(self._widths):
            self._go_on(cursor, self._open)
        else:
            self._end()
            self._begin(cursor, matched)
        self._lines += 1

    def _matched(self, cursor: _Cursor) -> int:
        """The number of containers that a line is in; the cursor moves after their marks."""
        is_bare, self._is_bare = self._is_bare, False
        for number, width in enumerate(self._widths):
            at, indent = cursor.blanks()
            is_blank = at == len(cursor.line)
            if width == _QUOTE:
                if indent >= _CODE or is_blank or cursor.line[at] != ">":
                    return number
                cursor.take(1)
                cursor.skip(1)
            elif is_blank and is_bare and number + 1 == len(self._widths):
                return number
            elif indent >= width or is_blank:
                cursor.skip(width)
            else:
                return number
        return len(self._widths)

    def _go_on(self, cursor: _Cursor, block: _Open) -> None:
        """A line in a fence or in a block of HTML, or one that ends it."""
        at, indent = cursor.blanks()
        if block.indent is None:
            self._go_on_in_html(cursor, block)
        elif indent < _CODE and block.closing.match(cursor.line, at):
            self._end()
        else:
            cursor.skip(block.indent)
            block.add(cursor)

    def _go_on_in_html(self, cursor: _Cursor, block: _Open) -> None:
        if block.closing is _BLANK and _BLANK.match(cursor.line, cursor.at):
            self._end()
            return
        block.add(cursor)
        if block.closing is not _BLANK and block.closing.search(cursor.line, cursor.at):
            self._end()

    def _end(self) -> None:
        if self._open:
            self._found.append(self._open.fence())
            self._open = None

    def _begin(self, cursor: _Cursor, matched: int) -> None:
        """A line that may begin something: first containers, and then what is in them."""
        while True:
            at, indent = cursor.blanks()
            rest = cursor.line[at:]
            if indent >= _CODE or not rest or matched == _DEEPEST:
                break
            in_its_paragraph = self._in_paragraph and matched == len(self._widths)
            if rest[0] != ">" and self._begins_leaf(cursor, rest, indent, matched, in_its_paragraph):
                return
            width = self._container(cursor, rest, in_its_paragraph)
            if width is None:
                break
            self._leave(matched)
            self._widths.append(width)
            matched += 1
        if not rest:
            self._leave(matched)
        elif not self._in_paragraph:
            self._leave(matched)
            self._in_paragraph = indent < _CODE

    def _leave(self, matched: int) -> None:
        """Begin another block within a number of the containers."""
        del self._widths[matched:]
        self._in_paragraph = False

    def _begins_leaf(self, cursor: _Cursor, rest: str, indent: int, matched: int, in_its_paragraph: bool) -> bool:
        """Whether the rest of a line is no list item and no part of a paragraph; what it opens is open then."""
        if _HEADING.match(rest):
            self._leave(matched)
        elif found := _OPENER.match(rest):
            self._leave(matched)
            sign = found[1] or found[3]
            closing = re.compile(rf"{sign[0]}{{{len(sign)},}}[ \t]*$")
            self._open = _Open(closing, self._lines + 1, found[2] or found[4] or "", indent)
        elif end := self._html(rest):
            self._leave(matched)
            self._open = _Open(end, self._lines)
            self._go_on_in_html(cursor, self._open)
        elif in_its_paragraph and _UNDERLINE.match(rest):
            self._in_paragraph = False
        elif _BREAK.match(rest):
            self._leave(matched)
        else:
            return False
        return True

    def _html(self, rest: str) -> re.Pattern[str] | None:
        """The pattern of the end of the block of HTML that begins here, or None."""
        if rest[0] != "<":
            return None
        known = next((end for start, end in _HTML if start.match(rest)), None)
        is_tag = not self._in_paragraph and len(rest) <= LONGEST_SCANNED and _ANY_TAG.match(rest)
        return known or (_BLANK if is_tag else None)

    def _container(self, cursor: _Cursor, rest: str, in_its_paragraph: bool) -> int | None:
        """The width of the container that begins here, whose mark the cursor takes; None if none does."""
        if rest[0] == ">":
            cursor.take(1)
            cursor.skip(1)
            return _QUOTE
        found = _ITEM.match(rest)
        is_empty = found is not None and not rest[found.end() :].strip(" \t")
        if found is None or (in_its_paragraph and (is_empty or int(found[1] or 1) != 1)):
            return None
        start = cursor.column
        cursor.take(found.end())
        mark = cursor.column
        _, blanks = cursor.blanks()
        cursor.skip(1 if is_empty or blanks > _CODE else blanks)
        self._is_bare = is_empty
        return mark - start + 1 if is_empty else cursor.column - start


SMALLEST = 2_000
"""The minimum number of characters of a stretch without a fence; at most twice as many if paragraphs are short."""

_MANY = 1_000
"""The number of boundaries that are found in a step."""
_END = r"(?:\r\n?+|\n)"
_FRESH = re.compile(rf"{_END}[ \t]*{_END}(?=[^ \t\r\n])")
"""After a blank line, a line without indentation continues nothing but blocks with an explicit end."""
_BLANK_AT_END = re.compile(rf"(?<![^\r\n])[ \t]*{_END}\Z")
_SIGN = re.compile(r"```|~~~|<[a-zA-Z/!?]")
"""Whatever can open a block that contains or hides fences."""


class Stretch(NamedTuple):
    """A part of a text, of whole lines."""

    text: str
    fences: tuple[Fence, ...]
    is_whole: bool
    """It is a single fence without indentation that is in no list or quote."""
    is_open: bool
    """A block that is open at its end continues after it."""


def stretches(text: str) -> Iterator[Stretch]:
    """The stretches of a text at whose start no block is open."""
    return (stretch for stretch in cutting(text) if stretch)


def cutting(text: str) -> Iterator[Stretch | None]:
    """The same; None comes between as a pause."""
    bounds = []
    for found in _FRESH.finditer(text):
        bounds.append(found.end())
        if not len(bounds) % _MANY:
            yield None
    bounds.append(len(text))
    at = 0
    while at < len(text):
        if fence := opener(text, at):
            stretch = _whole(text, at, *fence)
        else:
            bound = min(bisect_left(bounds, at + SMALLEST), len(bounds) - 1)
            if _SIGN.search(text, at, bounds[bound]):
                stretch = yield from _reading(text, at, bounds, bound)
            else:
                stretch = Stretch(text[at : bounds[bound]], (), False, False)
        yield stretch
        yield None
        at += len(stretch.text)


def parts(before: Stretch, after: str) -> bool:
    """Whether no block is open at the end of a stretch, so that the text after it is independent."""
    if not after:
        return True
    if before.is_open or before.text[-1:] not in "\r\n" or (before.text[-1:] == "\r" and after[0] == "\n"):
        return False
    is_fresh = after[0] not in " \t\r\n" and _BLANK_AT_END.search(before.text[-200:])
    return before.is_whole or bool(is_fresh or opener(after, 0))


def _whole(text: str, at: int, sign: str, info: str) -> Stretch:
    """The fence that an unindented line opens."""
    start = line_end(text, at)
    closing = re.compile(rf"(?<![^\r\n]) {{0,3}}{sign[0]}{{{len(sign)},}}[ \t]*(?![^\r\n])").search(text, start)
    end = closing.start() if closing else len(text)
    stop = line_end(text, closing.end()) if closing else len(text)
    fence = Fence(info, 1, (), text[start:end])
    return Stretch(text[at:stop], (fence,), is_whole=True, is_open=closing is None)


def _reading(text: str, at: int, bounds: list[int], bound: int) -> Steps[Stretch]:
    """A stretch that is read line by line, up to a bound where no block is open or to a fence of its own."""
    containers, here = Containers(), at
    while here < len(text) and not (here > at and containers.is_left and opener(text, here)):
        while bounds[bound] < here:
            bound += 1
        if here == bounds[bound] and not containers.is_open:
            break
        stop = line_end(text, here)
        containers.read(text[here:stop])
        here = stop
        yield
    is_open = containers.is_open and here == len(text)
    return Stretch(text[at:here], containers.found(), is_whole=False, is_open=is_open)
