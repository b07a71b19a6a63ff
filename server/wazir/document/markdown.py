"""A Markdown text whose fenced blocks are documents, each by itself."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from wazir.document.document import Document, Listed
from wazir.document.fences import Stretch, parts, stretches
from wazir.document.origin import Origin
from wazir.document.sums import running, spliced
from wazir.notations.base import Context, Notation
from wazir.text import Edit, Encoding, Span, line_breaks, line_end, line_starts, without_end

Languages: TypeAlias = Mapping[str, tuple[Notation, Context]]
"""The notations by their names, with what is set for each."""
Group: TypeAlias = tuple[Document, Sequence[Listed]]
"""A block at its place, and findings in it."""

_LANGUAGE = re.compile(r"\s*(?:\{[^}]*?\.([\w-]+)|\{?\s*([^\s,{}]+))")


def language(info: str) -> str:
    """The language that a fence names: `Betza`, `betza title="x"`, `{.betza}` and `{betza}` all name `betza`."""
    found = _LANGUAGE.match(info)
    return (found[1] or found[2]).lower() if found else ""


class Block:
    """A fenced block in a notation. Only what it remembers ever changes."""

    __slots__ = ("document", "found", "line", "lines", "margins", "worst")

    def __init__(self, line: int, lines: int, margins: tuple[str, ...], document: Document) -> None:
        self.line = line
        """The number of its first line, from the start of its piece."""
        self.lines = lines
        self.margins = margins
        self.document = document
        self.found: Sequence[Listed] = ()
        """The worst findings, where they were asked for."""
        self.worst = 0
        """The severity of the first of them."""

    def at(self, line: int) -> Document:
        """The document at its place, if its piece begins with a line of the file."""
        return self.document.at(Origin(line + self.line, self.margins))

    def find(self, limit: int) -> int:
        """Remembers the worst findings, and gives how many there are."""
        self.found, total = self.document.listed(limit)
        self.worst = int(self.found[0].diagnostic.code.severity) if total else 0
        return total


class Piece:
    """A part of the text: one fenced block with the lines that open and close it, or anything else."""

    __slots__ = ("blocks", "breaks", "head", "is_open", "length", "tail", "whole")

    def __init__(self, head: str, blocks: tuple[Block, ...], whole: Block | None, tail: str, is_open: bool) -> None:
        self.head = head
        """All of its text; where it is one block, what stands before that."""
        self.blocks = blocks
        self.whole = whole
        """The block, if it is one."""
        self.tail = tail
        self.is_open = is_open
        """Its last block is not closed."""
        inner = whole.document if whole else None
        self.length = len(head) + len(tail) + (inner.length if inner else 0)
        self.breaks = line_breaks(head) + line_breaks(tail) + (inner.line_count - 1 if inner else 0)

    @property
    def text(self) -> str:
        """All of it."""
        return self.head + self.whole.document.text + self.tail if self.whole else self.head

    def offset_in(self, line: int, units: int, encoding: Encoding) -> int:
        """The offset of so many units of an encoding into a line; what lies beyond is moved to the end."""
        if self.whole is None or line == 0:
            return _offset_in(self.head, line, units, encoding)
        inner = self.whole.document
        if line < inner.line_count or self.is_open:
            return len(self.head) + inner.offset_in(line - 1, units, encoding)
        return len(self.head) + inner.length + _offset_in(self.tail, line - inner.line_count, units, encoding)

    def typed(self, edit: Edit) -> Piece | None:
        """The piece after an edit within its only block, if it is nothing but that; None if there may be more to it."""
        if self.whole is None or not self.head.endswith("\n"):
            return None
        before, edit = self.whole.document, edit.moved(-len(self.head))
        if edit.span.start < 0 or edit.span.end > before.length - (not self.is_open):
            return None
        after = before.apply(edit)
        first, last = (after.position(edit.span.start + further).line for further in (0, len(edit.text)))
        if any(sign in after.line_text(line) for line in range(first, last + 1) for sign in ("```", "~~~")):
            return None
        block = Block(1, after.line_count - (not self.is_open), (), after)
        return Piece(self.head, (block,), block, self.tail, self.is_open)


_UNKNOWN = -1

_Noted: TypeAlias = tuple[int, Block, Sequence[Listed]]
"""A block with findings, and the number of its piece."""


class Markdown:
    """A Markdown text as a value. Offsets count characters from its start. Only what it remembers ever changes."""

    __slots__ = ("_counts", "_lines", "_offsets", "_pieces", "languages")

    def __init__(
        self, languages: Languages, pieces: tuple[Piece, ...], offsets: list[int], lines: list[int], counts: list[int]
    ) -> None:
        """For *open* and *apply* only."""
        self.languages = languages
        self._pieces = pieces
        self._offsets = offsets
        """The offset of each piece, and of the end."""
        self._lines = lines
        """How many line ends stand before each piece, and how many in all."""
        self._counts = counts
        """How many findings each piece has; less than none if that is not known."""

    @staticmethod
    def open(languages: Languages, text: str) -> Markdown:
        """The Markdown text with blocks in these languages."""
        pieces = tuple(_piece(languages, stretch, {}) for stretch in stretches(text))
        offsets, lines = running(piece.length for piece in pieces), running(piece.breaks for piece in pieces)
        return Markdown(languages, pieces, offsets, lines, [_UNKNOWN if piece.blocks else 0 for piece in pieces])

    def opened(self, text: str, languages: Languages | None = None) -> Markdown:
        """Another text, with blocks in the same languages or in others."""
        return Markdown.open(languages or self.languages, text)

    @property
    def length(self) -> int:
        """How many characters the text has."""
        return self._offsets[-1]

    @property
    def text(self) -> str:
        """All of it, put together anew each time."""
        return "".join([piece.text for piece in self._pieces])

    def offset_in(self, line: int, units: int, encoding: Encoding) -> int:
        """The offset of so many units of an encoding into a line; what lies beyond is moved to the end."""
        if line > self._lines[-1]:
            return self.length
        if line < 0 or not self._pieces:
            return 0
        number = self._number(self._lines, line)
        return self._offsets[number] + self._pieces[number].offset_in(line - self._lines[number], units, encoding)

    def _number(self, totals: list[int], at: int) -> int:
        return max(bisect_right(totals, at, 1, max(len(self._pieces), 1)) - 1, 0)

    # Blocks

    def documents(self, first: int = 0, last: int | None = None) -> Iterator[Document]:
        """The blocks, each at its place: all of them, or those with one of some lines."""
        for number in range(self._number(self._lines, first), len(self._pieces)):
            line = self._lines[number]
            if last is not None and line > last:
                return
            for block in self._pieces[number].blocks:
                start = line + block.line
                if first < start + block.lines and (last is None or start <= last):
                    yield block.at(line)

    def document_at(self, line: int) -> Document | None:
        """The block that a line is in, without the lines that open and close it."""
        if self._pieces:
            number = self._number(self._lines, line)
            for block in self._pieces[number].blocks:
                if 0 <= line - self._lines[number] - block.line < block.lines:
                    return block.at(self._lines[number])
        return None

    # Findings

    def work(self) -> Iterator[None]:
        """Finds out what there is to say, in small steps, where that is not known."""
        for number in self._unknown():
            for block in self._pieces[number].blocks:
                yield from block.document.work()

    def _unknown(self) -> list[int]:
        return [number for number, count in enumerate(self._counts) if count == _UNKNOWN]

    def listed(self, limit: int, near: int | None = None) -> tuple[list[Group], int]:
        """The worst findings of all blocks, and all of the piece where an offset lies; and how many there are."""
        for number in self._unknown():
            self._counts[number] = sum(block.find(limit) for block in self._pieces[number].blocks)
        here = -1 if near is None else self._number(self._offsets, near)
        noted = [
            (number, block, block.found)
            for number in [number for number, count in enumerate(self._counts) if count]
            for block in self._pieces[number].blocks
            if block.found
        ]
        total = sum(self._counts)
        if total > limit:
            noted = _worst(noted, limit, here)
        groups: list[Group] = [(block.at(self._lines[number]), found) for number, block, found in noted]
        if near is not None and self._counts and self._counts[here] > limit and (whole := self._pieces[here].whole):
            inner = near - self._offsets[here] - len(self._pieces[here].head)
            around = whole.document.listed(limit, inner)[0]
            groups = [(one, around if noted[at][0] == here else found) for at, (one, found) in enumerate(groups)]
        return groups, total

    # Edits

    def apply(self, edit: Edit) -> Markdown:
        """The text after an edit; a span beyond the text is moved to the end of that."""
        start, end = (min(max(offset, 0), self.length) for offset in (edit.span.start, max(edit.span)))
        first, last = self._number(self._offsets, start), self._number(self._offsets, end)
        if not self._pieces:
            return self.opened(edit.text)
        at = self._offsets[first]
        local = Edit(Span(start - at, end - at), edit.text)
        if first == last and (typed := self._pieces[first].typed(local)):
            return self._swapped(first, last + 1, [typed])
        if first > 0 and start < at + line_end(self._pieces[first].head, 0):
            first -= 1  # for what the first line of a piece says of the piece depends on the one before
        text = "".join([piece.text for piece in self._pieces[first : last + 1]])
        at = self._offsets[first]
        text = text[: start - at] + edit.text + text[end - at :]
        if not text and first > 0:
            first -= 1
            text = self._pieces[first].text
        return self._recut(first, last + 1, text)

    def _recut(self, first: int, stop: int, text: str) -> Markdown:
        """The text with another one in the place of some pieces, and of those behind that this makes others."""
        more = 1
        while True:
            found = list(stretches(text))
            if stop == len(self._pieces) or not found or parts(found[-1], self._pieces[stop].head):
                break
            text += "".join([piece.text for piece in self._pieces[stop : stop + more]])
            stop = min(stop + more, len(self._pieces))
            more *= 2
        known = {
            (block.document.notation.name, block.document.text): block.document
            for piece in self._pieces[first:stop]
            for block in piece.blocks
        }
        return self._swapped(first, stop, [_piece(self.languages, stretch, known) for stretch in found])

    def _swapped(self, first: int, stop: int, pieces: list[Piece]) -> Markdown:
        return Markdown(
            self.languages,
            (*self._pieces[:first], *pieces, *self._pieces[stop:]),
            spliced(self._offsets, first, stop, [piece.length for piece in pieces]),
            spliced(self._lines, first, stop, [piece.breaks for piece in pieces]),
            [*self._counts[:first], *[_UNKNOWN if piece.blocks else 0 for piece in pieces], *self._counts[stop:]],
        )


def _worst(noted: Sequence[_Noted], limit: int, here: int) -> list[_Noted]:
    """The worst of some findings, but all of those of one piece."""
    kept = [one for one in noted if one[0] == here]
    room = max(limit - sum(len(found) for _, _, found in kept), 0)
    others = sorted([one for one in noted if one[0] != here], key=lambda one: one[1].worst)[:room]
    ranked = sorted(
        (
            (one.diagnostic.code.severity, number, block.line, place)
            for number, block, found in others
            for place, one in enumerate(found[:room])
        )
    )[:room]
    counts = Counter((number, line) for _, number, line, _ in ranked)
    kept += [(number, block, found[: counts[number, block.line]]) for number, block, found in others]
    return sorted([one for one in kept if one[2]], key=lambda one: (one[0], one[1].line))


def _piece(languages: Languages, stretch: Stretch, known: dict[tuple[str, str], Document]) -> Piece:
    """What a stretch is where some languages are known; documents that were known before are taken again, once each."""
    blocks = []
    for number, fence in enumerate(stretch.fences, 1):
        if found := languages.get(language(fence.info)):
            document = known.pop((found[0].name, fence.text), None) or Document.open(found[0], fence.text, found[1])
            goes_on = stretch.is_open and number == len(stretch.fences)
            lines = document.line_count - (not goes_on)
            blocks.append(Block(fence.line, lines, fence.margins, document))
    if stretch.is_whole and blocks:
        head = line_end(stretch.text, 0)
        tail = stretch.text[head + len(stretch.fences[0].text) :]
        return Piece(stretch.text[:head], tuple(blocks), blocks[0], tail, stretch.is_open)
    return Piece(stretch.text, tuple(blocks), None, "", stretch.is_open)


def _offset_in(text: str, line: int, units: int, encoding: Encoding) -> int:
    bounds = (*line_starts(text), len(text))
    start, end = bounds[line : line + 2]
    return start + encoding.index(without_end(text[start:end]), units)
