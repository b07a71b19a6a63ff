"""What documents must answer, found out the long way: from the whole text, one character after the
other.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple

from wazir.diagnostics import Diagnostic, merged
from wazir.document import suppressions
from wazir.document.suppressions import IgnoredCode, useless
from wazir.notations.notation import Analysis, Context, Notation
from wazir.text import Span


class Piece(NamedTuple):
    """A chunk, and where it stands."""

    text: str
    start: int
    line: int
    context: Context


def lines(text: str) -> list[str]:
    """The lines of a text with their ends."""
    rows = [""]
    for offset, character in enumerate(text):
        rows[-1] += character
        if character == "\n" or (character == "\r" and text[offset + 1 : offset + 2] != "\n"):
            rows.append("")
    return rows


def pieces(notation: Notation, text: str, context: Context) -> list[Piece]:
    """The chunks of a text."""
    context = notation.file_context(context, text)
    placed = []
    for piece in _cut(notation, text):
        placed.append(piece._replace(context=context))
        context = notation.read(piece.text, context).next_context
    return placed


def _cut(notation: Notation, text: str) -> list[Piece]:
    """The chunks of a text without their settings."""
    chunks: list[Piece] = []
    start = 0
    for number, line in enumerate(lines(text)):
        if not chunks or (line and notation.starts_chunk(line.rstrip("\r\n"))):
            chunks.append(Piece(line, start, number, Context()))
        else:
            chunks[-1] = chunks[-1]._replace(text=chunks[-1].text + line)
        start += len(line)
    return chunks


def ignored(notation: Notation, chunks: Sequence[Piece]) -> Iterator[IgnoredCode]:
    """The codes that comments ignore, with spans and lines of the text."""
    for piece in chunks:
        for each in suppressions.ignored_codes(notation, piece.text):
            line = None if each.line is None else piece.line + each.line
            yield IgnoredCode(each.code, each.span.moved(piece.start), line)


class Names:
    """What the definitions of a text are to each other, each found out from nothing."""

    def __init__(self, notation: Notation, chunks: list[Piece]) -> None:
        self.notation = notation
        self.first: dict[str, Piece] = {}
        self.used: set[str] = set()
        self._facts: dict[str, Hashable] = {}
        for piece in chunks:
            for name, _ in notation.read(piece.text, piece.context).names:
                self.first.setdefault(name, piece)
            self.used.update(name for name, _ in notation.read(piece.text, piece.context).uses)

    def _needs(self, name: str) -> tuple[str, ...]:
        piece = self.first.get(name)
        return self.notation.read(piece.text, piece.context).needs(name) if piece else ()

    def _reached(self, name: str) -> set[str]:
        """All that a name needs, itself only if it is one of them."""
        reached: set[str] = set()
        waiting = [name]
        while waiting:
            for need in self._needs(waiting.pop()):
                if need not in reached:
                    reached.add(need)
                    waiting.append(need)
        return reached

    def facts(self, name: str) -> Hashable | None:
        if name not in self.first or not self.notation.is_linked:
            return None
        if name not in self._facts:
            piece = self.first[name]
            circle = {other for other in self._reached(name) if name in self._reached(other)}
            scope = Required(self, set(self._needs(name)) - circle)
            self._facts[name] = self.notation.read(piece.text, piece.context, scope).facts(
                name, name in circle
            )
        return self._facts[name]

    def analysis(self, name: str) -> Analysis | None:
        piece = self.first.get(name)
        return self.notation.read(piece.text, piece.context) if piece else None

    def is_used(self, name: str) -> bool:
        return name in self.used

    def defined_names(self) -> Iterator[str]:
        return iter(self.first)

    def precedes(self, name: str, other: str) -> bool:
        first = self.first
        return name in first and other in first and first[name].start < first[other].start


class Required(Names):
    """The same with the facts of some names only."""

    def __init__(self, names: Names, required: set[str]) -> None:
        self._names, self._required = names, required

    def facts(self, name: str) -> Hashable | None:
        return self._names.facts(name) if name in self._required else None


class Suppressions:
    """What comments ignore."""

    def __init__(self, notation: Notation, text: str, chunks: Sequence[Piece]) -> None:
        self.notation = notation
        self.ignores = list(ignored(notation, chunks))
        self._rows = lines(text)
        self._hidden: set[tuple[str, int]] = set()

    def report(self, diagnostic: Diagnostic) -> bool:
        """Whether a diagnostic is reported."""
        code, (line, _) = diagnostic.code.id, position(self._rows, diagnostic.span.start)
        is_hidden = any(each.code == code and each.line in (None, line) for each in self.ignores)
        if is_hidden:
            self._hidden.add((code, line))
        return not is_hidden

    def hints(self, start: int, end: int) -> Iterator[Diagnostic]:
        """The comments in a part of the text that ignore nothing, if all diagnostics were asked
        about.
        """
        by_name = self.notation.duplicate_name("", Span(0, 0), Span(0, 0), "").code.id
        last = len(self._rows) - (self._rows[-1] == "")
        for each in self.ignores:
            is_used = any(
                code == each.code and each.line in (None, line) for code, line in self._hidden
            )
            is_below_text = each.line == last and last < len(self._rows)
            if (
                start <= each.span.start < end
                and not is_used
                and not is_below_text
                and each.code != by_name
            ):
                yield useless(
                    self.notation,
                    each.code,
                    each.span,
                    "in this file" if each.line is None else "here",
                )


def diagnostics(notation: Notation, text: str, context: Context) -> list[Diagnostic]:
    """All diagnostics, chunk by chunk, sorted in each."""
    chunks = pieces(notation, text, context)
    scope, reported = Names(notation, chunks), Suppressions(notation, text, chunks)
    defined: dict[str, Span] = {}
    by_chunk: list[list[Diagnostic]] = []
    for piece in chunks:
        every = notation.read(piece.text, piece.context, scope).diagnostics
        own = merged([each for each in every if reported.report(each.moved(piece.start))])
        by_chunk.append([each.moved(piece.start) for each in own])
        for name, span in notation.read(piece.text, piece.context).names:
            span = span.moved(piece.start)
            if name in defined:
                another = _another_name(notation, name, piece.context, scope)
                diagnostic = notation.duplicate_name(name, span, defined[name], another)
                by_chunk[-1] += [diagnostic] * reported.report(diagnostic)
            defined.setdefault(name, span)
    for number, piece in enumerate(chunks):
        by_chunk[number] += reported.hints(piece.start, piece.start + len(piece.text))
    return [each for some in by_chunk for each in sorted(some, key=lambda each: each.span)]


def _another_name(notation: Notation, name: str, context: Context, scope: Names) -> str:
    """The first numbered name that neither the text nor the library has."""
    for number in range(2, 100):
        key, spelling = notation.another_name(name, number, context)
        if key not in scope.first and notation.library(key) is None:
            return spelling
    return ""


def position(lines: list[str], offset: int) -> tuple[int, int]:
    """The line and the column of an offset, in the lines of a text."""
    for number, line in enumerate(lines):
        if offset < len(line) or (offset == len(line) and not line.endswith(("\r", "\n"))):
            return number, offset
        offset -= len(line)
    raise AssertionError("an offset beyond the text")


def units(text: str, encoding: str) -> int:
    """The length of a text in units of an encoding."""
    sizes = {
        "utf-8": lambda code: (
            1 if code < 0x80 else 2 if code < 0x800 else 3 if code < 0x10000 else 4
        ),
        "utf-16": lambda code: 2 if code >= 0x10000 else 1,
        "utf-32": lambda code: 1,
    }
    return sum(sizes[encoding](ord(letter)) for letter in text)
