"""A Markdown text whose fenced blocks are documents, and blocks of HTML that a notation has."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import compress, count, groupby
from operator import itemgetter
from typing import TypeAlias

from wazir.diagnostics import Severity
from wazir.document.blocks import Listed, running, spliced
from wazir.document.chunks import Origin
from wazir.document.document import Document
from wazir.document.fences import Stretch, cutting, parts
from wazir.notations.base import Context, Notation
from wazir.steps import Steps, collected, done
from wazir.text import Edit, Encoding, Span, line_breaks, line_end, line_span, without_end

Languages: TypeAlias = Mapping[str, tuple[Notation, Context]]
"""The notations by their names, with what is set for each."""
Group: TypeAlias = tuple[Document, Sequence[Listed]]
"""The document of a block, and the diagnostics that are listed of it."""

MOST_LISTED = 100
"""The number of diagnostics of a block that are listed."""
_LANGUAGE = re.compile(r"\s*+(?:\{[^}]*?\.([\w-]+)|\{?\s*([^\s,{}]+))")


def language(info: str) -> str:
    """The language that a fence names: `Betza`, `betza title="x"`, `{.betza}` and `{betza}` all name `betza`."""
    found = _LANGUAGE.match(info)
    return (found[1] or found[2]).lower() if found else ""


_UNKNOWN = -1
"""The number of diagnostics that were not computed yet."""


class Block:
    """A block in a notation. Immutable except for its cache."""

    __slots__ = ("_placed", "document", "line", "lines", "listed", "margins", "total")

    def __init__(self, line: int, lines: int, margins: tuple[str, ...], document: Document) -> None:
        self.line = line
        """The number of its first line, from the start of its piece."""
        self.lines = lines
        self.margins = margins
        self.document = document
        self.listed: Sequence[Listed] = ()
        """The most severe of its diagnostics, if they were computed."""
        self.total = 0
        """The number of all."""
        self._placed = document

    def at(self, line: int) -> Document:
        """The document at its place, if its piece begins with a line of the file."""
        if self._placed is self.document or self._placed.origin.line != line + self.line:
            self._placed = self.document.at(Origin(line + self.line, self.margins))
        return self._placed


class Piece:
    """A part of the text: one fenced block with the lines that open and close it, or anything else."""

    __slots__ = ("blocks", "breaks", "head", "is_open", "length", "tail", "whole")

    def __init__(self, head: str, blocks: tuple[Block, ...], whole: Block | None, tail: str, is_open: bool) -> None:
        self.head = head
        """The text of the piece; of a single block only the text before it."""
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

    @property
    def worst(self) -> int:
        """The most severe severity of its diagnostics."""
        found = [int(block.listed[0].diagnostic.code.severity) for block in self.blocks if block.listed]
        return min(found, default=len(Severity) + 1)

    def offset_in(self, line: int, units: int, encoding: Encoding) -> int:
        """The offset of a column, in code units, clamped to the line."""
        if self.whole is None or line == 0:
            return _offset_in(self.head, line, units, encoding)
        inner = self.whole.document
        if line < inner.line_count or self.is_open:
            return len(self.head) + inner.offset_in(line - 1, units, encoding)
        return len(self.head) + inner.length + _offset_in(self.tail, line - inner.line_count, units, encoding)

    def typing(self, edit: Edit) -> Steps[Piece | None]:
        """The piece after an edit within its only block; None if the edit may change more."""
        if self.whole is None or not self.head.endswith("\n"):
            return None
        before, edit = self.whole.document, edit.moved(-len(self.head))
        if edit.span.start < 0 or edit.span.end > before.length - (not self.is_open):
            return None
        after = yield from before.applying(edit)
        first, last = (after.position(edit.span.start + further).line for further in (0, len(edit.text)))
        if any(sign in after.line_text(line) for line in range(first, last + 1) for sign in ("```", "~~~")):
            return None
        block = Block(1, after.line_count - (not self.is_open), (), after)
        return Piece(self.head, (block,), block, self.tail, self.is_open)


class Markdown:
    """A Markdown text as a value. Offsets count characters from its start. Immutable except for its cache."""

    __slots__ = ("_lines", "_offsets", "_pieces", "_totals", "_worst", "languages")

    def __init__(
        self,
        languages: Languages,
        pieces: tuple[Piece, ...],
        offsets: list[int],
        lines: list[int],
        totals: list[int],
        worst: list[int],
    ) -> None:
        """For *open* and *apply* only."""
        self.languages = languages
        self._pieces = pieces
        self._offsets = offsets
        """The offset of each piece, and of the end."""
        self._lines = lines
        """The number of line ends before each piece, and in total."""
        self._totals = totals
        """The number of diagnostics of each piece."""
        self._worst = worst
        """The most severe severity of each piece."""

    @staticmethod
    def open(languages: Languages, text: str) -> Markdown:
        """The Markdown text with blocks in these languages."""
        return done(Markdown.opening(languages, text))

    @staticmethod
    def opening(languages: Languages, text: str) -> Steps[Markdown]:
        """The same, in small steps."""
        pieces = yield from _pieces(languages, cutting(text), {})
        offsets = running(piece.length for piece in pieces)
        yield
        lines = running(piece.breaks for piece in pieces)
        yield
        return Markdown(languages, tuple(pieces), offsets, lines, [*map(_total, pieces)], [0] * len(pieces))

    def opened(self, text: str) -> Steps[Markdown]:
        """Another text, with blocks in the same languages, in small steps."""
        return Markdown.opening(self.languages, text)

    def reopened(self, languages: Languages) -> Steps[Markdown]:
        """The same text, with blocks in other languages, in small steps."""
        return (yield from Markdown.opening(languages, (yield from _text(self._pieces))))

    @property
    def length(self) -> int:
        """The number of characters."""
        return self._offsets[-1]

    @property
    def text(self) -> str:
        """The whole text, joined on each call."""
        return done(_text(self._pieces))

    def offset_in(self, line: int, units: int, encoding: Encoding) -> int:
        """The offset of a number of code units in a line, clamped to the line."""
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

    def work(self) -> Steps[None]:
        """Compute unknown diagnostics, in small steps."""
        for number in self._unknown():
            yield from self._finding(number)

    def _unknown(self) -> Iterator[int]:
        """The indexes of the pieces with unknown diagnostics."""
        number = -1
        with suppress(ValueError):
            while True:
                number = self._totals.index(_UNKNOWN, number + 1)
                yield number

    def _finding(self, number: int) -> Steps[None]:
        piece = self._pieces[number]
        for block in piece.blocks:
            yield from block.document.work()
            block.listed, block.total = block.document.listed(MOST_LISTED)
            yield
        self._totals[number], self._worst[number] = sum([block.total for block in piece.blocks]), piece.worst

    def listed(self, limit: int) -> tuple[list[Group], int]:
        """The most severe diagnostics of all blocks, and the number of all."""
        for number in self._unknown():
            done(self._finding(number))
        pieces = compress(zip(self._worst, count(), strict=False), self._totals)
        worst = sorted(pieces)[:limit]
        found = [
            (one.diagnostic.code.severity, number, block.line, place, block, one)
            for _, number in worst
            for block in self._pieces[number].blocks
            for place, one in enumerate(block.listed[:limit])
        ]
        kept = sorted(sorted(found, key=itemgetter(0, 1, 2, 3))[:limit], key=itemgetter(1, 2, 3))
        groups: list[Group] = [
            (block.at(self._lines[number]), [one[-1] for one in some])
            for (number, _, block), some in groupby(kept, key=itemgetter(1, 2, 4))
        ]
        return groups, sum(self._totals)

    # Edits

    def apply(self, edit: Edit) -> Markdown:
        """The text after an edit, whose span is clamped to the text."""
        return done(self.applying(edit))

    def applying(self, edit: Edit) -> Steps[Markdown]:
        """The same, in small steps."""
        start, end = (min(max(offset, 0), self.length) for offset in (edit.span.start, max(edit.span)))
        first, last = self._number(self._offsets, start), self._number(self._offsets, end)
        if not self._pieces:
            return (yield from self.opened(edit.text))
        at = self._offsets[first]
        local = Edit(Span(start - at, end - at), edit.text)
        if first == last and (typed := (yield from self._pieces[first].typing(local))):
            return self._swapped(first, last + 1, [typed])
        if first > 0 and start < at + line_end(self._pieces[first].head, 0):
            first -= 1  # for what the first line of a piece says of the piece depends on the one before
        text = yield from _text(self._pieces[first : last + 1])
        at = self._offsets[first]
        text = text[: start - at] + edit.text + text[end - at :]
        if not text and first > 0:
            first -= 1
            text = self._pieces[first].text
        return (yield from self._recut(first, last + 1, text))

    def _recut(self, first: int, stop: int, text: str) -> Steps[Markdown]:
        """The text with some pieces replaced, and with those after them that thereby change."""
        more = 1
        while True:
            found = yield from collected(cutting(text))
            if stop == len(self._pieces) or not found or parts(found[-1], self._pieces[stop].head):
                break
            text += yield from _text(self._pieces[stop : stop + more])
            stop = min(stop + more, len(self._pieces))
            more *= 2
        known = dict[tuple[str, str], Document]()
        for piece in self._pieces[first:stop]:
            for block in piece.blocks:
                known[block.document.notation.name, block.document.text] = block.document
                yield
        return self._swapped(first, stop, (yield from _pieces(self.languages, found, known)))

    def _swapped(self, first: int, stop: int, pieces: list[Piece]) -> Markdown:
        return Markdown(
            self.languages,
            (*self._pieces[:first], *pieces, *self._pieces[stop:]),
            spliced(self._offsets, first, stop, [piece.length for piece in pieces]),
            spliced(self._lines, first, stop, [piece.breaks for piece in pieces]),
            [*self._totals[:first], *map(_total, pieces), *self._totals[stop:]],
            [*self._worst[:first], *[0] * len(pieces), *self._worst[stop:]],
        )


def _text(pieces: Iterable[Piece]) -> Steps[str]:
    """The text of some pieces."""
    texts = []
    for piece in pieces:
        texts.append(piece.text)
        yield
    return "".join(texts)


def _total(piece: Piece) -> int:
    """The number of diagnostics of a piece before they are requested."""
    return _UNKNOWN if piece.blocks else 0


def _pieces(
    languages: Languages, found: Iterable[Stretch | None], known: dict[tuple[str, str], Document]
) -> Steps[list[Piece]]:
    """The pieces of stretches for some languages; known documents are reused, once each."""
    pieces = []
    for stretch in found:
        if stretch:
            pieces.append((yield from _piece(languages, stretch, known)))
        yield
    return pieces


def _piece(languages: Languages, stretch: Stretch, known: dict[tuple[str, str], Document]) -> Steps[Piece]:
    blocks = []
    for number, fence in enumerate(stretch.fences, 1):
        if found := _of_html(languages, fence.text) if fence.is_html else languages.get(language(fence.info)):
            notation, context = found
            document = known.pop((notation.name, fence.text), None)
            if document is None:
                document = yield from Document.opening(notation, fence.text, context)
            goes_on = stretch.is_open and number == len(stretch.fences)
            is_cut = goes_on or (fence.is_html and fence.text[-1:] not in ("\n", "\r"))
            lines = document.line_count - (not is_cut)
            blocks.append(Block(fence.line, lines, fence.margins, document))
    if stretch.is_whole and blocks:
        head = line_end(stretch.text, 0)
        tail = stretch.text[head + len(stretch.fences[0].text) :]
        return Piece(stretch.text[:head], tuple(blocks), blocks[0], tail, stretch.is_open)
    return Piece(stretch.text, tuple(blocks), None, "", stretch.is_open)


def _of_html(languages: Languages, text: str) -> tuple[Notation, Context] | None:
    """The notation of a block of HTML, if one begins in a line of it."""
    possible = (one for one in languages.values() if ".html" in one[0].shared_extensions)
    return next((one for one in possible if any(map(one[0].analyser.starts_chunk, text.splitlines()))), None)


def _offset_in(text: str, line: int, units: int, encoding: Encoding) -> int:
    start, end = line_span(text, line)
    return start + encoding.index(without_end(text[start:end]), units)
