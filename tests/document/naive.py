"""What documents must answer, found out the long way: from the whole text, one character after the other."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from functools import reduce
from operator import or_
from typing import NamedTuple

from wazir.diagnostics import Diagnostic, Rules, Severity, merged
from wazir.document import suppressions
from wazir.document.suppressions import Ignored, useless
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
    if not has_settings:
        return found
    ignores = list(ignored(notation, found))
    codes = frozenset(one.code for one in ignores if one.line is None)
    rules = Rules(ignored_in_file=codes) if codes else None
    return [
        piece._replace(context=replace(piece.context, rules=rules, ignored_above=_above(piece, ignores)))
        for piece in found
    ]


def _above(piece: Piece, ignores: Sequence[Ignored]) -> tuple[tuple[str, Span], ...]:
    here = (one for one in ignores if one.line == piece.line and one.span.start < piece.start)
    return tuple((one.code, one.span.moved(-piece.start)) for one in here)


def ignored(notation: Notation, chunks: Sequence[Piece]) -> Iterator[Ignored]:
    """The codes that comments ignore, with spans and lines of the text."""
    for piece in chunks:
        for one in suppressions.ignored(notation, piece.text):
            line = None if one.line is None else piece.line + one.line
            yield Ignored(one.code, one.span.moved(piece.start), line)


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


class Judge:
    """What comments ignore."""

    def __init__(self, notation: Notation, text: str, chunks: Sequence[Piece]) -> None:
        self.notation = notation
        self.ignores = list(ignored(notation, chunks))
        self._rows = lines(text)
        self._hidden: set[tuple[str, int]] = set()

    def reports(self, one: Diagnostic, at: int) -> bool:
        line, _ = position(self._rows, one.span.start + at)
        if any(ignore.code == one.code.id and ignore.line in (None, line) for ignore in self.ignores):
            self._hidden.add((one.code.id, line))
            return False
        return True

    def hints(self, held: range | None) -> Iterator[Diagnostic]:
        """The comments that hold for some lines, or for the file, and ignore nothing."""
        by_name = self.notation.analyser.duplicate_name("", Span(0, 0), Span(0, 0), "").code.id
        for ignore in self.ignores:
            is_used = any(code == ignore.code and ignore.line in (None, line) for code, line in self._hidden)
            is_here = ignore.line is None if held is None else ignore.line in held
            if is_here and not is_used and ignore.code != by_name:
                yield useless(self.notation, ignore.code, ignore.span, "in this file" if held is None else "here")


def findings(notation: Notation, text: str, context: Context) -> list[Finding]:
    """All there is to say, in the order of chunks; of a chunk first that its names are taken, the rest by places."""
    found: list[Finding] = []
    defined: dict[str, Span] = {}
    chunks = pieces(notation, text, context)
    taken = {name for piece in chunks for name, _ in notation.analyser.names(piece.text)}
    scope = Names(notation, chunks)
    judge, last = Judge(notation, text, chunks), len(lines(text)) - 1
    for number, piece in enumerate(chunks):
        for name, span in notation.analyser.names(piece.text):
            span = Span(span.start + piece.start, span.end + piece.start)
            if name in defined:
                another = _another_name(notation, name, piece.context, taken)
                again = notation.analyser.duplicate_name(name, span, defined[name], another)
                found += [Finding(number, True, again)] * judge.reports(again, 0)
            defined.setdefault(name, span)
        kept = [
            one
            for one in notation.analyser.diagnose(piece.text, piece.context, scope)
            if judge.reports(one, piece.start)
        ]
        end = chunks[number + 1].line if number + 1 < len(chunks) else last + 2 * (lines(text)[last] != "")
        kept += [one.moved(-piece.start) for one in judge.hints(range(piece.line, end))]
        for diagnostic in merged(kept):
            found.append(Finding(number, False, diagnostic.moved(piece.start)))
    found += [Finding(0, False, one) for one in judge.hints(None)]
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
