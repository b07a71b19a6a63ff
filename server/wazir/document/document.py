"""Documents as immutable values. An edit makes a new one that shares all unchanged chunks."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from itertools import accumulate, chain
from operator import attrgetter

from wazir.diagnostics import Diagnostic, merged
from wazir.document.chunks import Chunk, Placed, cut
from wazir.document.names import DocumentScope
from wazir.document.suppressions import MARK, Suppressions, reported_by_others, useless
from wazir.lazy import lazy
from wazir.notations.notation import Analysis, Context, Notation
from wazir.text import Edit, Region, Span, Text, line_at


class Document(Text):
    """A text in a notation, cut into chunks. Immutable; offsets count characters from its start.

    Everything else is computed on first use and cached, in the document or in the chunks that
    documents share. Several threads may ask at once; at worst they compute the same value twice.

    A chunk's *own* diagnostics are those of its analysis. Its *shared* ones depend on several
    chunks: names that are defined again, and comments that ignore nothing.
    """

    def __init__(
        self,
        notation: Notation,
        context: Context,
        text: str,
        chunks: tuple[Chunk, ...],
        *,
        starts: tuple[int, ...] | None = None,
        scope: DocumentScope | None = None,
        ignored_in_file: frozenset[str] | None = None,
        reported: list[tuple[Diagnostic, ...] | None] | None = None,
    ) -> None:
        """For *open* and *apply* only. The keywords are what is known of the chunks."""
        super().__init__(text)
        self.notation = notation
        self.context = context
        """The given settings. The text may determine further ones."""
        self._chunks = chunks
        self._region: Region | None = None
        self._analyses: dict[Chunk, Analysis] = {}
        self._known_starts = starts
        self._known_scope = scope
        self._known_ignored_in_file = ignored_in_file
        if reported is None:
            reported = [None for _ in chunks]
        self._reported = reported
        """The own diagnostics of each chunk, with offsets from its start; None if they are not
        known.
        """

    @staticmethod
    def open(notation: Notation, text: str, context: Context | None = None) -> Document:
        """The document of a text with an initial context."""
        initial = context or Context()
        chunks = _read(notation, cut(notation, text), notation.file_context(initial, text))
        return Document(notation, initial, text, chunks=tuple(chunks))

    def with_text(self, text: str) -> Document:
        """The document of another text with the same settings."""
        return Document.open(self.notation, text, self.context)

    def with_settings(self, context: Context) -> Document:
        """The document with other settings; itself if they are the same."""
        return self if context == self.context else Document.open(self.notation, self.text, context)

    def at(self, region: Region) -> Document:
        """The same document in a host."""
        document = copy(self)
        document._region = region
        return document

    @property
    def region(self) -> Region:
        """The place of its text in the file."""
        return self._region or Region(self, self, self.line_starts)

    # Edits

    def apply(self, edit: Edit) -> Document:
        """The document after an edit, whose span is clamped to the text."""
        start, end = self.clamped(edit.span.start), self.clamped(max(edit.span))
        text = self.text[:start] + edit.text + self.text[end:]
        if text == self.text:
            return self
        context = self.notation.file_context(self.context, text)
        if context != self._chunks[0].context:
            return self.with_text(text)
        first, stop, texts = self._recut(text, start, end)
        added, stop = self._reread(texts, first, stop)
        return self._with_chunks(text, first, stop, added=added)

    def _recut(self, text: str, start: int, end: int) -> tuple[int, int, list[str]]:
        """The first chunk and the chunk after the last one that an edit from *start* to *end*
        changes, and the texts of the chunks that replace them in the new text.
        """
        # One chunk more: its line end may join with the edit, and the first line after it may no
        # longer start a chunk.
        first, stop = max(self._number(start) - 1, 0), self._number(end) + 1
        end_in_new_text = self._starts[stop] + len(text) - len(self.text)
        texts = cut(self.notation, text[self._starts[first] : end_in_new_text])
        while texts and first < stop and texts[0] == self._chunks[first].text:
            del texts[0]
            first += 1
        while texts and first < stop and texts[-1] == self._chunks[stop - 1].text:
            texts.pop()
            stop -= 1
        return first, stop, texts

    def _reread(self, texts: Sequence[str], first: int, stop: int) -> tuple[list[Chunk], int]:
        """The chunks of texts that replace those from *first* on, with those after *stop* whose
        context changes by that; and the chunk after the last one.
        """
        if first:
            context = self._chunks[first - 1].analysis.next_context
        else:
            context = self._chunks[0].context
        added = _read(self.notation, texts, context)
        if added:
            context = added[-1].analysis.next_context
        while stop < len(self._chunks) and self._chunks[stop].context != context:
            added.append(Chunk(self.notation, self._chunks[stop].text, context))
            context = added[-1].analysis.next_context
            stop += 1
        return added, stop

    def _with_chunks(self, text: str, first: int, stop: int, added: Sequence[Chunk]) -> Document:
        """The document with the chunks from *first* to *stop* replaced. It keeps what does not
        change.
        """
        removed = self._chunks[first:stop]
        chunks = (*self._chunks[:first], *added, *self._chunks[stop:])
        scope, changed = self.scope.after(chunks, removed, added)
        has_ignores = any(chunk.ignored_codes for chunk in chain(removed, added))
        ignored_in_file = _ignored_in_file(chunks) if has_ignores else self._ignored_in_file
        reported = None
        if ignored_in_file == self._ignored_in_file:
            reported = self._kept_diagnostics(
                chunks, scope, first=first, stop=stop, changed=changed
            )
        return Document(
            self.notation,
            self.context,
            text,
            chunks=chunks,
            starts=self._starts_after(len(text) - len(self.text), first, stop, added=added),
            scope=scope,
            ignored_in_file=ignored_in_file,
            reported=reported,
        )

    def _starts_after(
        self, growth: int, first: int, stop: int, added: Sequence[Chunk]
    ) -> tuple[int, ...]:
        """The offsets of the chunks after some are replaced, which makes the text longer by
        *growth*.
        """
        above, starts_below = self._starts[:first], self._starts[stop + 1 :]
        new = accumulate([len(chunk.text) for chunk in added], initial=self._starts[first])
        if growth:
            starts_below = tuple(map(growth.__add__, starts_below))
        return (*above, *new, *starts_below)

    def _kept_diagnostics(
        self,
        chunks: Sequence[Chunk],
        scope: DocumentScope,
        first: int,
        stop: int,
        changed: set[str],
    ) -> list[tuple[Diagnostic, ...] | None]:
        """The diagnostics that are still known after the chunks from *first* to *stop* are
        replaced.

        Args:
            chunks: All chunks after that.
            scope: Their names.
            first: The first chunk that is replaced.
            stop: The chunk after the last one.
            changed: The names whose facts or uses may differ.
        """
        stop_after = stop + len(chunks) - len(self._chunks)
        added: list[tuple[Diagnostic, ...] | None] = [None] * (stop_after - first)
        reported = [*self._reported[:first], *added, *self._reported[stop:]]
        is_last = stop_after == len(chunks)
        if not is_last and _ignored_above(chunks, stop_after) != _ignored_above(self._chunks, stop):
            reported[stop_after] = None
        for name in changed:
            for number in scope.definitions.chunks(name):
                reported[number] = None
        if not changed.isdisjoint(scope.used):
            for number, chunk in enumerate(chunks):
                if not changed.isdisjoint(chunk.uses):
                    reported[number] = None
        if changed and scope.defined_names() != self.scope.defined_names():
            # Messages may suggest other names.
            reported = [None if diagnostics else diagnostics for diagnostics in reported]
        return reported

    @lazy
    def scope(self) -> DocumentScope:
        """The names that its chunks see."""
        return self._known_scope or DocumentScope(self.notation, self._chunks)

    # Chunks

    @lazy
    def _starts(self) -> tuple[int, ...]:
        """The offset of each chunk, and of the end."""
        if self._known_starts is not None:
            return self._known_starts
        return tuple(accumulate([len(chunk.text) for chunk in self._chunks], initial=0))

    def chunks(self, span: Span | None = None) -> Iterator[Placed]:
        """All chunks, or those that a span touches: at least the one at its start."""
        return (self._placed(number) for number in self._numbers(span))

    def chunk_at(self, offset: int) -> Placed:
        """The chunk at an offset; at the end of the text the last one."""
        return self._placed(self._number(offset))

    def analysis(self, placed: Placed) -> Analysis:
        """The analysis of a chunk of the document; its offsets count from the start of the
        chunk.
        """
        if placed.chunk not in self._analyses:
            self._analyses[placed.chunk] = placed.chunk.in_scope(self.scope)
        return self._analyses[placed.chunk]

    def _number(self, offset: int) -> int:
        """The number of the chunk at an offset, which is clamped to the text."""
        return bisect_right(self._starts, offset, lo=1, hi=len(self._chunks)) - 1

    def _numbers(self, span: Span | None) -> range:
        """The numbers of the chunks that a span touches, or of all."""
        if span is None:
            return range(len(self._chunks))
        first = self._number(span.start)
        return range(first, max(self._number(span.end - 1), first) + 1)

    def _placed(self, number: int) -> Placed:
        return Placed(self._chunks[number], self._starts[number])

    # Names

    def names(self) -> Iterator[str]:
        """All defined names in the order of the text, with repetitions."""
        return (name for chunk in self._chunks for name in chunk.names)

    def definitions_named(self, name: str) -> Iterator[Span]:
        """The locations of the definitions of a name, in the order of the text."""
        for number in self.scope.definitions.chunks(name):
            for other, span in self._chunks[number].analysis.names:
                if other == name:
                    yield span.moved(self._starts[number])

    def chunks_using(self, name: str) -> Iterator[Placed]:
        """The chunks that may use a name, in the order of the text."""
        return (
            self._placed(number) for number, chunk in enumerate(self._chunks) if name in chunk.uses
        )

    # Diagnostics

    def diagnostics(self, span: Span | None = None) -> Iterator[Diagnostic]:
        """The diagnostics, sorted: all, or those that touch a span."""
        for number in self._numbers(span):
            for own in self._diagnostics_of(number):
                diagnostic = own.moved(self._starts[number])
                if span is None or diagnostic.span.touches(span):
                    yield diagnostic

    def diagnostics_by_chunk(self) -> Iterator[tuple[int, tuple[Diagnostic, ...]]]:
        """The starts of the chunks that may have diagnostics, each with the diagnostics, whose
        offsets count from it.

        Large files have more diagnostics than are shown, and moving all takes longer than finding
        them after an edit.
        """
        for number, start in enumerate(self._starts[:-1]):
            if self._reported[number] != () or number in self._with_shared:
                yield start, self._diagnostics_of(number)

    def own_diagnostics_by_chunk(self) -> Iterator[tuple[int, tuple[Diagnostic, ...]]]:
        """The same for the own diagnostics of chunks. The first ones are known at once."""
        for number, known in enumerate(self._reported):
            if known != ():
                yield self._starts[number], self._own_diagnostics(number)

    def own_diagnostics(self, placed: Placed) -> tuple[Diagnostic, ...]:
        """The own diagnostics of a chunk, sorted, with offsets from its start."""
        return self._own_diagnostics(self._number(placed.start))

    def with_severity(self, diagnostic: Diagnostic) -> Diagnostic | None:
        """A diagnostic with its severity; None if it is not reported."""
        number = self._number(diagnostic.span.start)
        line = line_at(self._chunks[number].text, diagnostic.span.start - self._starts[number])[0]
        return self._suppressions(number).apply(diagnostic, line)

    def _diagnostics_of(self, number: int) -> tuple[Diagnostic, ...]:
        """The diagnostics of the chunk with a number, sorted, with offsets from its start."""
        own = self._own_diagnostics(number)
        if number not in self._with_shared:
            return own
        start = self._starts[number]
        shared = [
            diagnostic.moved(-start)
            for diagnostic in chain(self._repeated(number), self._useless(number))
        ]
        return tuple(sorted([*own, *shared], key=attrgetter("span")))

    @lazy
    def _with_shared(self) -> frozenset[int]:
        """The numbers of the chunks that may have shared diagnostics."""
        if MARK in self.text:
            ignoring = [number for number, chunk in enumerate(self._chunks) if chunk.ignored_codes]
        else:
            ignoring = []
        return frozenset(chain(ignoring, *self.scope.definitions.again.values()))

    def _own_diagnostics(self, number: int) -> tuple[Diagnostic, ...]:
        """The own diagnostics of the chunk with a number, sorted, with offsets from its start."""
        known = self._reported[number]
        if known is not None:
            return known
        text = self._chunks[number].text
        suppressions = self._suppressions(number)
        judged = [
            suppressions.apply(diagnostic, line_at(text, diagnostic.span.start)[0])
            for diagnostic in self._chunks[number].diagnostics(self.scope)
        ]
        reported = merged(filter(None, judged))
        self._reported[number] = reported
        return reported

    def _repeated(self, number: int) -> Iterator[Diagnostic]:
        """The diagnostics of the names of a chunk that are defined before."""
        spans = [span for _, span in self._chunks[number].analysis.names]
        for ordinal, name in self.scope.repeated(number):
            span = spans[ordinal].moved(self._starts[number])
            first = next(self.definitions_named(name))
            another = self.scope.another_name(name, self._chunks[number].context)
            if diagnostic := self.with_severity(
                self.notation.duplicate_name(name, span, first, another)
            ):
                yield diagnostic

    # Comments that ignore diagnostics

    def _suppressions(self, number: int) -> Suppressions:
        """What is not reported of a chunk."""
        ignores = self._chunks[number].ignored_codes
        lines = frozenset(
            [(ignore.code, ignore.line) for ignore in ignores if ignore.line is not None]
        )
        above = frozenset([(code, 0) for code in _ignored_above(self._chunks, number)])
        return Suppressions(
            lines | above, self._ignored_in_file, self._chunks[number].context.reported
        )

    @lazy
    def _ignored_in_file(self) -> frozenset[str]:
        """The codes that comments ignore in the whole text."""
        if self._known_ignored_in_file is not None:
            return self._known_ignored_in_file
        return _ignored_in_file(self._chunks)

    def _useless(self, number: int) -> Iterator[Diagnostic]:
        """Hints about the comments of a chunk that ignore nothing."""
        chunk = self._chunks[number]
        suppressions = Suppressions(codes=self._ignored_in_file, reported=chunk.context.reported)
        always_used = reported_by_others(self.notation)
        for ignored in chunk.ignored_codes:
            if ignored.line is None:
                is_used, where = ignored.code in self._all_codes, "in this file"
            elif not chunk.ignores_below(ignored):
                is_used = (ignored.code, ignored.line) in self._codes(number)
                where = "here"
            else:
                is_last = number + 1 == len(self._chunks)
                is_used = is_last or (ignored.code, 0) in self._codes(number + 1)
                where = "here"
            if not is_used and ignored.code not in always_used:
                hint = useless(
                    self.notation,
                    ignored.code,
                    ignored.span.moved(self._starts[number]),
                    where=where,
                )
                if reported := suppressions.apply(hint, 0):
                    yield reported

    def _codes(self, number: int) -> set[tuple[str, int]]:
        """The codes of the diagnostics of a chunk, reported or not, each with a line of the
        chunk.
        """
        chunk = self._chunks[number]
        return {
            (each.code.id, line_at(chunk.text, each.span.start)[0])
            for each in chunk.diagnostics(self.scope)
        }

    @lazy
    def _all_codes(self) -> frozenset[str]:
        """The codes of the diagnostics of all chunks, reported or not."""
        return frozenset(
            [each.code.id for chunk in self._chunks for each in chunk.diagnostics(self.scope)]
        )


def _read(notation: Notation, texts: Iterable[str], context: Context) -> list[Chunk]:
    """The chunks with some texts, the first of which has a context."""
    chunks = []
    for text in texts:
        chunks.append(Chunk(notation, text, context))
        context = chunks[-1].analysis.next_context
    return chunks


def _ignored_above(chunks: Sequence[Chunk], number: int) -> frozenset[str]:
    """The codes that the chunk above a chunk ignores in its first line."""
    if number == 0:
        return frozenset()
    above = chunks[number - 1]
    return frozenset(
        [ignored.code for ignored in above.ignored_codes if above.ignores_below(ignored)]
    )


def _ignored_in_file(chunks: Iterable[Chunk]) -> frozenset[str]:
    """The codes that comments in chunks ignore in the whole text."""
    return frozenset(
        [ignore.code for chunk in chunks for ignore in chunk.ignored_codes if ignore.line is None]
    )
