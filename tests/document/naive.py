"""What documents must answer, found out the long way: from the whole text, one character after the other."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import reduce
from operator import or_
from typing import NamedTuple

from wazir.diagnostics import Diagnostic, Severity, merged
from wazir.notations.base import Context, Notation, Source
from wazir.text import Span


class Piece(NamedTuple):
    """A chunk, and where it stands."""

    text: str
    start: int
    line: int
    context: Context


class Finding(NamedTuple):
    """A diagnostic, absolute, of the chunk with a number."""

    chunk: int
    is_duplicate: bool
    diagnostic: Diagnostic


def lines(text: str) -> list[str]:
    """The lines of a text with their ends."""
    found = [""]
    for at, letter in enumerate(text):
        found[-1] += letter
        if letter == "\n" or (letter == "\r" and text[at + 1 : at + 2] != "\n"):
            found.append("")
    return found


def pieces(notation: Notation, text: str, context: Context, has_settings: bool = True) -> list[Piece]:
    """The chunks of a text."""
    found: list[Piece] = []
    at = 0
    if has_settings:
        texts = [piece.text for piece in pieces(notation, text, context, has_settings=False)]
        context = notation.analyser.infer_settings(
            context, texts[0], reduce(or_, map(notation.analyser.summarize, texts))
        )
    for number, line in enumerate(lines(text)):
        bare = line.rstrip("\r\n")
        if not found or (line and notation.analyser.starts_chunk(bare)):
            if found:
                context = notation.analyser.context_after(found[-1].text, found[-1].context)
            found.append(Piece(line, at, number, context))
        else:
            found[-1] = found[-1]._replace(text=found[-1].text + line)
        at += len(line)
    return found


class Names:
    """What the definitions of a text are to each other, each found out from nothing."""

    def __init__(self, notation: Notation, chunks: list[Piece]) -> None:
        self.notation = notation
        self.first: dict[str, Piece] = {}
        self.used: set[str] = set()
        self._known: dict[str, Hashable] = {}
        for piece in chunks:
            for name, _ in notation.analyser.names(piece.text):
                self.first.setdefault(name, piece)
            if notation.resolver:
                self.used.update(name for name, _ in notation.resolver.references(piece.text))

    def _needs(self, name: str) -> tuple[str, ...]:
        piece = self.first.get(name)
        return self.notation.resolver.needs(piece.text, piece.context, name) if piece and self.notation.resolver else ()

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
        if name not in self.first or self.notation.resolver is None:
            return None
        if name not in self._known:
            piece = self.first[name]
            circle = {other for other in self._reached(name) if name in self._reached(other)}
            scope = Outside(self, circle)
            facts = self.notation.resolver.facts
            self._known[name] = facts(piece.text, piece.context, name, scope, name in circle)
        return self._known[name]

    def source(self, name: str) -> Source | None:
        piece = self.first.get(name)
        return Source(piece.text, piece.context) if piece else None

    def is_used(self, name: str) -> bool:
        return name in self.used

    def defined_names(self) -> Iterator[str]:
        return iter(self.first)

    def precedes(self, name: str, other: str) -> bool:
        first = self.first
        return name in first and other in first and first[name].start < first[other].start


class Outside(Names):
    """The same without some names."""

    def __init__(self, names: Names, without: set[str]) -> None:
        self._names, self._without = names, without

    def facts(self, name: str) -> Hashable | None:
        return None if name in self._without else self._names.facts(name)


def findings(notation: Notation, text: str, context: Context) -> list[Finding]:
    """All there is to say, in the order of chunks; of a chunk first that its names are taken, the rest by places."""
    found: list[Finding] = []
    defined: dict[str, Span] = {}
    chunks = pieces(notation, text, context)
    taken = {name for piece in chunks for name, _ in notation.analyser.names(piece.text)}
    scope = Names(notation, chunks)
    for number, piece in enumerate(chunks):
        for name, span in notation.analyser.names(piece.text):
            span = Span(span.start + piece.start, span.end + piece.start)
            if name in defined:
                another = _another_name(notation, name, piece.context, taken)
                found.append(
                    Finding(number, True, notation.analyser.duplicate_name(name, span, defined[name], another))
                )
            defined.setdefault(name, span)
        for diagnostic in merged(notation.analyser.diagnose(piece.text, piece.context, scope)):
            found.append(Finding(number, False, diagnostic.moved(piece.start)))
    return found


def _another_name(notation: Notation, name: str, context: Context, taken: set[str]) -> str:
    """The first numbered name that neither the text nor the library has."""
    for number in range(2, 100):
        known, written = notation.analyser.another_name(name, number, context)
        if known not in taken and (notation.resolver is None or notation.resolver.library(known) is None):
            return written
    return ""


def problems(found: list[Finding], limit: int) -> list[Diagnostic]:
    """The worst."""
    worst = sorted(found, key=lambda one: Severity.ERROR if one.is_duplicate else one.diagnostic.code.severity)[:limit]
    return [one.diagnostic for one in worst]


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
        "utf-8": lambda code: 1 if code < 0x80 else 2 if code < 0x800 else 3 if code < 0x10000 else 4,
        "utf-16": lambda code: 2 if code >= 0x10000 else 1,
        "utf-32": lambda code: 1,
    }
    return sum(sizes[encoding](ord(letter)) for letter in text)
