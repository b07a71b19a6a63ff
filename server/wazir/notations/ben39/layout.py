"""Formatting, line by line with comments.

Invalid lines stay as they are, and so does a diagram with an unreadable character.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise

from wazir.ben39 import fen
from wazir.ben39.actions import number
from wazir.ben39.fen import draw
from wazir.ben39.position import Position, Side, turn
from wazir.notations.ben39.drawing import Drawing, read_drawing
from wazir.notations.ben39.meaning import Ben39Reading, Record, read
from wazir.notations.ben39.syntax import KEYS, LETTERS, Entry
from wazir.notations.notation import Context
from wazir.syntax import Token
from wazir.text import BLANKS, SEPARATORS, line_starts, newline, without_end

BEFORE_COMMENT = "  "

_BLANKS = re.compile(r"[ \t]+")
"""Spaces and tabs. Other blanks stay, because removing them could turn a line into a key."""
_EQUALS = re.compile(r"(perft) ([0-9]+) ?= ?([0-9]+)")


def format_chunk(text: str, _context: Context) -> str:
    """The canonical layout of a chunk. Its position, actions and expectations do not change."""
    reading = read(text)
    if reading.tree.problems:
        return text
    page = Page(text, reading)
    for record in reading.records:
        page.add(record)
    return page.text()


@dataclass
class Page:
    """The lines of a formatted text."""

    source: str
    reading: Ben39Reading
    bodies: dict[int, str | None] = field(default_factory=dict)
    """The content of lines without their comments, by the offset of the line; None removes the
    line.
    """
    inserted: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """Lines to insert after a line."""
    before: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """Lines to insert before a line."""

    def __post_init__(self) -> None:
        self.starts = line_starts(self.source)
        self.comments = {
            self.line(token.start): token
            for token in self.reading.tree.tokens
            if token.kind == "COMMENT"
        }
        """The comments, by the offset of their line."""
        self.separators: dict[int, list[str]] = {}
        """The separators outside comments, by the offset of their line."""
        for separator in SEPARATORS.finditer(self.source):
            line = self.line(separator.start())
            comment = self.comments.get(line)
            if comment is None or not comment.span.contains(separator.start()):
                self.separators.setdefault(line, []).append(separator[0])

    def remove(self, entry: Entry) -> None:
        """Remove the lines of a key."""
        starts = (entry.key_span.start, *(word.start for word in entry.words))
        self.bodies |= dict.fromkeys(map(self.line, starts))

    def line(self, offset: int) -> int:
        """The start of the line at an offset."""
        return self.starts[bisect_right(self.starts, offset) - 1]

    def add(self, record: Record) -> None:
        """Format a record, except headers and keys that would lose separators."""
        if record.header:
            self._put(
                {
                    self.line(
                        record.header.start
                    ): f"position {record.name.text if record.name else ''}"
                }
            )
        for entry in record.entries:
            if entry.written == entry.key and entry.key in KEYS:
                first = self.line(entry.key_span.start)
                if entry.key == "board":
                    values = self._drawn(record, entry)
                else:
                    values = self._written(entry, record)
                if not entry.words or self.line(entry.words[0].start) != first:
                    self._put({first: f"{entry.key}:", **values})
                elif first in values:
                    self._put({**values, first: f"{entry.key}: {values[first]}"})

    def _put(self, bodies: Mapping[int, str | None]) -> None:
        """Replace lines, unless one of them would lose separators."""
        separated = [
            (bodies[line] or "", signs) for line, signs in self.separators.items() if line in bodies
        ]
        if all(SEPARATORS.findall(body) == signs for body, signs in separated):
            self.bodies |= bodies

    def _written(self, entry: Entry, record: Record) -> Mapping[int, str | None]:
        """The content of each line of a value."""
        lines = [
            (line, list(words))
            for line, words in groupby(entry.words, lambda word: self.line(word.start))
        ]
        if entry.key == "moves":
            return dict(_moves(lines, record))
        if entry.key == "expect":
            return {line: _expected(words) for line, words in lines}
        if entry.key == "fen":
            form = self.source[slice(*entry.value_span)]
            state = fen.read(form).state
            return {line: form if state is None else fen.write(state) for line, _ in lines}
        written = [word.text for word in entry.words]
        letters = LETTERS.get(entry.key, "")
        if all(text in letters for text in written):
            written.sort(key=letters.index)
        return {line: " ".join(written) for line, _ in lines}

    def _drawn(self, record: Record, entry: Entry) -> Mapping[int, str | None]:
        """The lines of the diagram of the position; empty if a line is invalid or has
        separators.
        """
        drawing = record.setup.drawing
        if drawing is None or entry is not drawing.entry or not drawing.rows:
            return {}
        if drawing.diagnostics or not record.is_shown:
            return {}
        starts = {row.start for row in drawing.rows} | (
            {self.line(drawing.files.start)} if drawing.files else set()
        )
        if starts.isdisjoint(self.separators):
            return self.redrawn(drawing, record.setup.position, drawing.ranks)
        return {}

    def redrawn(
        self, drawing: Drawing, position: Position, ranks: Iterable[int]
    ) -> dict[int, str | None]:
        """The lines of a diagram with the canonical ones of a position and some ranks. Further ones
        are inserted.
        """
        *lines, files = draw(position, ranks)
        rows = [row.start for row in drawing.rows]
        line = drawing.files and self.line(drawing.files.start)
        is_below = line is not None and line > rows[-1]
        inserted = lines[len(rows) :]
        if not is_below:
            inserted.append(files)
        self.inserted[rows[-1]] = tuple(inserted)
        redrawn: dict[int, str | None] = dict.fromkeys(rows)
        redrawn.update(zip(rows, lines, strict=False))
        if line is not None:
            redrawn[line] = files if is_below else None
        return redrawn

    def text(self) -> str:
        """The formatted text."""
        end = newline(self.source)
        parts: list[str] = []
        for start, stop in pairwise((*self.starts, len(self.source))):
            line = self.source[start:stop]
            whole = without_end(line)
            parts += [part for more in self.before.get(start, ()) for part in (more, end)]
            after = self._line(start, whole)
            if after is not None:
                parts += [after, line[len(whole) :]]
            for more in self.inserted.get(start, ()):
                parts += [more, end] if line.endswith(("\r", "\n")) else [end, more]
        return "".join(parts)

    def _line(self, start: int, line: str) -> str | None:
        """A formatted line; None if it is removed."""
        comment = self.comments.get(start)
        before = line[: comment.start - start] if comment else line
        body = before if "\ufeff" in line else self.bodies.get(start, before)
        if comment is None or body is None:
            shown = comment.text if comment else body
            return shown and shown.rstrip(BLANKS)
        content = body.rstrip(BLANKS) + BEFORE_COMMENT if body.strip(BLANKS) else before
        return content + comment.text.rstrip(BLANKS)


# Values


def _expected(words: Iterable[Token]) -> str:
    """Expectations separated by commas."""
    texts = [_EQUALS.sub(r"\1 \2 = \3", _BLANKS.sub(" ", word.text)) for word in words]
    return "".join(", " if text == "," else text for text in texts).rstrip()


def _moves(lines: Sequence[tuple[int, list[Token]]], record: Record) -> Iterator[tuple[int, str]]:
    """The actions of each line in their canonical spelling, with correct numbers if there are any.

    Then White's actions and the first one have numbers; Black's keep theirs at the start of a line.
    """
    spelled = {play.span.start: play.reading.spelling for play in record.plays}
    numbered = any(word.kind == "NUMBER" for _, words in lines for word in words)
    first = ply = int(turn(record.start) is Side.BLACK)
    has_number = False
    for line, words in lines:
        texts: list[str] = []
        for word in words:
            if word.kind == "RESULT":
                texts.append(word.text)
                continue
            is_action = word.kind == "ACTION"
            needs_number = ply == first or ply % 2 == 0 or (not is_action and not texts)
            if numbered and needs_number and not has_number:
                texts.append(number(ply))
                has_number = True
            if is_action:
                texts.append(spelled.get(word.start) or word.text)
                ply, has_number = ply + 1, False
        yield line, " ".join(texts)


# Indentation


def indent_after(text: str, _context: Context, offset: int) -> str | None:
    """Empty before a line of an incomplete diagram; else None."""
    entries = [
        entry
        for record in read(text).records
        for entry in record.entries
        if entry.span.start < offset
    ]
    if not entries or entries[-1].key != "board":
        return None
    files = read_drawing(entries[-1], text).files
    return "" if files is None or files.start >= offset else None
