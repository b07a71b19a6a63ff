"""Documents as immutable values. An edit makes a new one that shares all unchanged parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from operator import itemgetter

from wazir.diagnostics import Diagnostic, Severity
from wazir.document.blocks import Block, Listed, NameIndex, NamePlace, NameTable, Redefinition
from wazir.document.chunks import TOP, Chunk, Origin, Placed, cutting
from wazir.document.rope import Change, Place, Rope, Swap, blocks_of, change_of
from wazir.document.scope import FileScope, PendingEdits, versions
from wazir.notations.base import Analysis, Context, Notation
from wazir.steps import Steps, collected, done
from wazir.text import Edit, Encoding, Position, Span, line_at, line_end, line_span, without_end

MOST_ANALYSES = 256
"""The number of cached analyses."""
MOST_NUMBERS = 100
"""The limit of numbers tried for an unused name."""
MOST_MADE, MOST_TOUCHED = 1_000, 4
"""The limits of new chunks and touched blocks up to which an edit is incremental."""


class Document:
    """A text in a notation, cut into chunks. Immutable; offsets count characters from its start.

    Diagnostics are computed on demand and cached in chunks, so documents that share a chunk share them.
    """

    __slots__ = (
        *("_analyses", "_contexts", "_names", "_repetitions", "_rope"),
        *("context", "notation", "origin", "scope"),
    )

    def __init__(
        self,
        notation: Notation,
        context: Context,
        rope: Rope,
        contexts: Sequence[Context],
        scope: FileScope,
        origin: Origin = TOP,
    ) -> None:
        """For *open*, *apply* and *at* only."""
        self.notation = notation
        self.context = context
        """The given settings. The text may determine further ones."""
        self._rope = rope
        self._contexts = contexts
        """The context before each block."""
        self.scope = scope
        """The names that its chunks see."""
        self._names = scope.names
        self._repetitions = scope.repetitions
        self._analyses: dict[tuple[str, Context], Analysis] = {}
        self.origin = origin
        """The location of its text in a file. Positions count from the start of the text unless they name the file."""

    @staticmethod
    def open(notation: Notation, text: str, context: Context | None = None) -> Document:
        """The document of a text with an initial context."""
        return done(Document.opening(notation, text, context))

    @staticmethod
    def opening(notation: Notation, text: str, context: Context | None = None) -> Steps[Document]:
        """The same, in steps."""
        chunks = yield from collected(cutting(notation, text))
        return (yield from _built(notation, context or Context(), chunks))

    def at(self, origin: Origin) -> Document:
        """The same document at a location in a file. Caches are shared."""
        one = Document(self.notation, self.context, self._rope, self._contexts, self.scope, origin)
        one._analyses = self._analyses
        return one

    def opened(self, text: str) -> Steps[Document]:
        """The document of another text with the same settings, in steps."""
        document = yield from Document.opening(self.notation, text, self.context)
        return document.at(self.origin)

    @property
    def length(self) -> int:
        """The number of characters."""
        return self._rope.length

    @property
    def line_count(self) -> int:
        """The number of lines: one more than line ends."""
        return self._rope.breaks + 1

    @property
    def text(self) -> str:
        """The whole text, joined on each call."""
        return "".join([chunk.text for block in self._rope.blocks for chunk in block.chunks])

    # Lines and columns

    def position(self, offset: int) -> Position:
        """The line and column of an offset, which is clamped to the text."""
        place, number, start = self._line_of(offset)
        return Position(place.line + number, self._within(offset) - place.start - start)

    def offset(self, position: Position) -> int:
        """The offset of a position, which is clamped to its line and the text."""
        if position.line >= self.line_count:
            return self.length
        start, text = self._line(max(position.line, 0))
        return start + (min(max(position.column, 0), len(without_end(text))) if position.line >= 0 else 0)

    def line_text(self, line: int) -> str:
        """A line with its line end; empty after the text."""
        return self._line(line)[1] if 0 <= line < self.line_count else ""

    # Lines and columns of the file

    def place(self, offset: int) -> Position:
        """The line and column of an offset in the file."""
        line, column = self.position(offset)
        return Position(self.origin.line + line, len(self.origin.margin(line)) + column)

    def line_at(self, offset: int) -> tuple[int, int, str]:
        """The line of an offset in the file: its number, the offset of its start with the margin, and its text."""
        place, number, start = self._line_of(offset)
        text, margin = self._rope.chunk(place).text, self.origin.margin(place.line + number)
        line = text[start : line_end(text, start)]
        return self.origin.line + place.line + number, place.start + start - len(margin), margin + line

    def file_line(self, line: int) -> str:
        """A line of the file with its line end; empty after the text."""
        text = self.line_text(line - self.origin.line)
        return self.origin.margin(line - self.origin.line) + text if text else ""

    def offset_in(self, line: int, units: int, encoding: Encoding) -> int:
        """The offset of a number of code units in a line of the file, clamped to the text."""
        own = line - self.origin.line
        if not 0 <= own < self.line_count:
            return self.offset(Position(own, 0))
        margin, (start, text) = self.origin.margin(own), self._line(own)
        return start + max(encoding.index(margin + without_end(text), units) - len(margin), 0)

    def units_at(self, offset: int, encoding: Encoding) -> tuple[int, int]:
        """The line of an offset in the file, and its column in code units."""
        place, number, start = self._line_of(offset)
        before = self._rope.chunk(place).text[start : self._within(offset) - place.start]
        line = place.line + number
        return self.origin.line + line, encoding.units(self.origin.margin(line) + before)

    def slice(self, span: Span) -> str:
        """The text of a span."""
        start, end = self._within(span.start), self._within(span.end)
        parts = [
            placed.chunk.text[max(start - placed.start, 0) : max(end - placed.start, 0)]
            for placed in self.chunks(Span(start, end))
        ]
        return "".join(parts)

    def _within(self, offset: int) -> int:
        return min(max(offset, 0), self.length)

    def _line_of(self, offset: int) -> tuple[Place, int, int]:
        """The chunk of an offset, the number of its line in the chunk, and the start of the line in the chunk."""
        place = self._rope.at_offset(self._within(offset))
        return place, *line_at(self._rope.chunk(place).text, self._within(offset) - place.start)

    def _line(self, line: int) -> tuple[int, str]:
        place = self._rope.at_line(line)
        text = self._rope.chunk(place).text
        start, end = line_span(text, line - place.line)
        return place.start + start, text[start:end]

    # Chunks

    def chunks(self, span: Span | None = None) -> Iterator[Placed]:
        """All chunks, or those that a span touches: at least the one at its start."""
        return (placed for _, _, placed in self._walk(span))

    def blocks(self) -> Iterator[tuple[Block, Span, int]]:
        """All blocks of chunks with their spans and first lines. Documents share blocks that an edit does not touch."""
        for block, start, line in zip(self._rope.blocks, self._rope.offsets, self._rope.lines, strict=False):
            yield block, Span(start, start + block.length), line

    def _walk(self, span: Span | None) -> Iterator[tuple[int, int, Placed]]:
        """The same, each with the index of its block and its index there."""
        rope = self._rope
        first = rope.at_offset(self._within(span.start) if span else 0)
        end = span.end if span else self.length
        for number in range(first.block, len(rope.blocks)):
            block, start, line = rope.blocks[number], rope.offsets[number], rope.lines[number]
            held = block.contexts(self.notation, self._contexts[number], first.chunk)
            for chunk, context in enumerate(held, first.chunk):
                offset = start + block.offsets[chunk]
                if first.start < offset >= end:
                    return
                yield number, chunk, Placed(block.chunks[chunk], offset, line + block.lines[chunk], context)
            first = first._replace(chunk=0)

    def chunk_at(self, offset: int) -> Placed:
        """The chunk at an offset; at the end of the text the last one."""
        place = self._rope.at_offset(self._within(offset))
        block = self._rope.blocks[place.block]
        context = block.context_at(self.notation, self._contexts[place.block], place.chunk)
        return Placed(block.chunks[place.chunk], place.start, place.line, context)

    def analysis(self, placed: Placed) -> Analysis:
        """The analysis of a chunk of the document; its offsets count from the start of the chunk."""
        key = placed.chunk.text, placed.context
        if key not in self._analyses:
            if len(self._analyses) >= MOST_ANALYSES:
                self._analyses.clear()
            self._analyses[key] = self.notation.analyser.analyse(*key, self.scope)
        return self._analyses[key]

    # Edits

    def apply(self, edit: Edit) -> Document:
        """The document after an edit, whose span is clamped to the text."""
        return done(self.applying(edit))

    def applying(self, edit: Edit) -> Steps[Document]:
        """The same, in steps."""
        start, end = self._within(edit.span.start), self._within(max(edit.span))
        if start == end and not edit.text:
            return self
        first, last, chunks = yield from self._rope.recut(self.notation, Edit(Span(start, end), edit.text))
        if len(chunks) > MOST_MADE or last.block > first.block + MOST_TOUCHED:
            return (yield from self._rebuilt(first, last, chunks))
        rope, swap = self._rope.swapped(first, last, chunks)
        change = change_of(swap, first, last, chunks)
        names, uses = self._names, self.scope.uses
        if change.defines_others:
            names = names.changed(change.defined_before, change.defined_after)
        if change.used_before != change.used_after:
            uses, _ = uses.changed(change.used_before, change.used_after)
        repetitions = self._repetitions
        if names.repeated is not repetitions.repeated or not swap.keeps_keys:
            repetitions = rope.repetitions(names)
        contexts = yield from self._contexts_after(rope, swap)
        self.scope.is_superseded = True
        version = next(versions) if change.defines_others else self.scope.version
        scope = FileScope(self.notation, rope, contexts, names, uses, repetitions, version)
        if contexts[0] != self._contexts[0] or change.changes_context:
            scope.inherit(PendingEdits.of(block.key for block in rope.blocks))
        else:
            matters = self.notation.resolver.ordered if self.notation.resolver else None
            touched = set(filter(matters, change.touched)) if matters else change.touched
            scope.inherit(self.scope.pending(touched, self._stale(scope, swap, change)))
        return Document(self.notation, self.context, rope, contexts, scope, self.origin)

    def _stale(self, scope: FileScope, swap: Swap, change: Change) -> set[int]:
        """The keys of the blocks whose diagnostics a change may affect other than by facts."""
        stale = set[int]()
        if self.notation.resolver is None:
            return stale
        for name in change.other_uses:
            if scope.is_used(name) != self.scope.is_used(name):
                stale.update(scope.names.index.blocks(name))
        if not swap.keeps_keys:
            stale.update(block.key for block in swap.come)
        if change.defines_others:
            stale.update(block.key for block in scope.blocks if block.suggests)
            if self.notation.resolver.ordered:
                stale.update(key for name in change.touched for key in scope.uses.blocks(name))
        return stale

    def _rebuilt(self, first: Place, last: Place, chunks: Sequence[Chunk]) -> Steps[Document]:
        """The document with the chunks from *first* to *last* replaced, if there are many."""
        self.scope.is_superseded = True
        before, following = self._rope.around(first, last)
        document = yield from _built(self.notation, self.context, [*before, *chunks, *following])
        document.scope.inherit(PendingEdits.of(block.key for block in document.scope.blocks))
        return document.at(self.origin)

    def _contexts_after(self, rope: Rope, swap: Swap) -> Steps[Sequence[Context]]:
        """The context before each block. Contexts are reused as far as they are still valid."""
        if swap.keeps_contexts:
            return self._contexts
        top = rope.top_context(self.notation, self.context)
        if top != self._contexts[0]:
            return (yield from rope.contexts(self.notation, top))
        stop, held = swap.number + len(swap.gone), self._contexts[swap.number]
        contexts = [*self._contexts[: swap.number]]
        for block in rope.blocks[swap.number :]:
            at = len(contexts) - len(swap.come) + len(swap.gone)
            if at >= stop and held == self._contexts[at]:
                return [*contexts, *self._contexts[at:]]
            contexts.append(held)
            held = block.context_after(self.notation, held)
            yield
        return contexts

    # Names

    def names(self) -> Iterator[str]:
        """All defined names in the order of the text, with repetitions."""
        return (name for block in self._rope.blocks for chunk in block.chunks for name in chunk.names)

    def definitions_named(self, name: str) -> Iterator[Span]:
        """The locations of the definitions of a name, in the order of the text."""
        for number in sorted(map(self._repetitions.number, self._names.index.blocks(name))):
            for chunk, ordinal in self._rope.blocks[number].places(name):
                yield self._name_place(number, chunk, ordinal).span

    def chunks_using(self, name: str) -> Iterator[Placed]:
        """The chunks that may use a name, in the order of the text."""
        for number in sorted(map(self._repetitions.number, self.scope.uses.blocks(name))):
            block, start, line = self._rope.blocks[number], self._rope.offsets[number], self._rope.lines[number]
            held = block.contexts(self.notation, self._contexts[number])
            for found, offset, breaks, context in zip(block.chunks, block.offsets, block.lines, held, strict=False):
                if name in found.uses:
                    yield Placed(found, start + offset, line + breaks, context)

    def _name_place(self, number: int, chunk: int, ordinal: int) -> NamePlace:
        """The location of a name of a chunk, by the indexes of its block, chunk and name."""
        rope, block = self._rope, self._rope.blocks[number]
        span = block.chunks[chunk].name_span(self.notation, ordinal)
        start, line = rope.offsets[number] + block.offsets[chunk], rope.lines[number] + block.lines[chunk]
        return NamePlace(span.moved(start), line)

    # Diagnostics

    def preparing(self, span: Span) -> Steps[None]:
        """Compute the facts that the definitions at a span need, in steps."""
        for placed in self.chunks(span):
            yield from self.preparing_chunk(placed)

    def preparing_chunk(self, placed: Placed) -> Steps[None]:
        """Compute the facts that the definitions of a chunk need, at least in one step."""
        yield from self.scope.updating()
        yield from self.scope.finding(placed.chunk.required)
        yield

    def work(self, span: Span | None = None) -> Steps[None]:
        """Compute unknown diagnostics in steps: all, or those of the chunks that a span touches.

        Documents derived from this one meanwhile share the results.
        """
        yield from self.scope.updating()
        if span:
            yield from self._steps((placed.chunk, placed.context) for placed in self.chunks(span))
            return
        for block, context, revision in self._due():
            yield from self._steps(block.unsettled(self.notation, context, revision), revision)
            block.diagnose(self.notation, context, self.scope, self.scope.revision(block.key))

    def _diagnose(self) -> None:
        for block, context, revision in self._due():
            block.diagnose(self.notation, context, self.scope, revision)

    def _due(self) -> list[tuple[Block, Context, int]]:
        """The blocks whose diagnostics are not known, with the context before each and its revision."""
        return [
            (block, context, revision)
            for block, context, revision in zip(self._rope.blocks, self._contexts, self.scope.revisions(), strict=False)
            if block.revision != revision or (block.context is not context and block.context != context)
        ]

    def _steps(self, chunks: Iterable[tuple[Chunk, Context]], revision: int | None = None) -> Steps[None]:
        for chunk, context in chunks:
            if self.scope.is_superseded:
                revision = None  # the document after the edit has the same one, but may have other findings
            yield from self.scope.finding(chunk.required)
            if not chunk.is_diagnosed(context, self.scope, revision):
                yield from self.notation.analyser.prepare(chunk.text, context, self.scope)
                chunk.diagnostics(self.notation, context, self.scope, None if self.scope.is_superseded else revision)
            yield

    def diagnostics(self, span: Span | None = None) -> Iterator[Diagnostic]:
        """The diagnostics, sorted: all, or those that touch a span."""
        return (found for found in self.diagnosing(span) if found)

    def diagnosing(self, span: Span | None = None) -> Iterator[Diagnostic | None]:
        """The same. None is a pause."""
        for number, chunk, placed in self._walk(span):
            yield None
            findings = placed.chunk.diagnostics(self.notation, placed.context, self.scope)
            found = [found.moved(placed.start) for found in findings if found.span.start >= 0]
            if not self._repetitions.repeated.keys().isdisjoint(placed.chunk.names):
                found += [self._repeated(one) for at, one in self._later(number) if at == chunk]
                found.sort(key=lambda diagnostic: diagnostic.span)
            if placed.chunk.ignores:
                found = sorted([*found, *self._useless(placed)], key=lambda diagnostic: diagnostic.span)
            for diagnostic in found:
                if span is None or diagnostic.span.touches(span):
                    yield diagnostic

    def problems(self, limit: int) -> tuple[tuple[Diagnostic, ...], int]:
        """The most severe diagnostics, sorted within each severity, and the number of all.

        Duplicate names count as errors.
        """
        listed, total = self.listed(limit)
        return tuple([one.diagnostic.moved(one.start) for one in listed]), total

    def listed(self, limit: int) -> tuple[tuple[Listed, ...], int]:
        """The same as *problems*, without moved copies of the diagnostics."""
        self._diagnose()
        listed: list[Listed] = []
        for found in self._worst():
            listed += islice(found, limit - len(listed))
            if len(listed) >= limit:
                break
        hints = [Listed(one, 0, 0) for one in self._rope.useless_ignores(self.notation, self._contexts[0])]
        later = self._repetitions.count
        if later and (self._contexts[0].rules or any(block.ignoring for block in self._rope.blocks)):
            later = sum([len(self._later(number)) for number in range(len(self._rope.blocks))])
        total = sum([block.found.total for block in self._rope.blocks]) + later + len(hints)
        return (*listed, *hints[: max(limit - len(listed), 0)]), total

    def _worst(self) -> Iterator[Iterable[Listed]]:
        """The diagnostics of each block, the most severe ones of all blocks first."""
        rope = self._rope
        for severity in range(len(Severity)):
            for number, block in enumerate(rope.blocks):
                found = block.found.by_severity[severity]
                later = self._later(number) if self._repetitions.count and not severity else ()
                listed = block.listed(severity, rope.offsets[number], rope.lines[number]) if found else ()
                if later:
                    placed = zip([chunk for chunk, _ in found], listed, strict=True)
                    every: Iterable[tuple[int, Redefinition | Listed]] = [*later, *placed]
                    yield map(self._as_listed, sorted(every, key=itemgetter(0)))
                elif listed:
                    yield listed

    def _as_listed(self, found: tuple[int, Redefinition | Listed]) -> Listed:
        one = found[1]
        return Listed(self._repeated(one), 0, 0) if isinstance(one, Redefinition) else one

    def _later(self, number: int) -> Sequence[tuple[int, Redefinition]]:
        """The duplicate definitions of a block that are reported, by chunk."""
        block, context = self._rope.blocks[number], self._contexts[number]
        return block.reported_redefinitions(self.notation, self._repetitions, context)

    def _repeated(self, later: Redefinition) -> Diagnostic:
        number = self._repetitions.number(later.first)
        first = self._name_place(number, *self._rope.blocks[number].places(later.name)[0])
        here = self._name_place(self._repetitions.number(later.block), later.chunk, later.ordinal)
        return later.diagnostic(self.notation, here, first, self._another_name(later), self._contexts[0].rules)

    def _useless(self, placed: Placed) -> Iterator[Diagnostic]:
        """Hints about comments of a chunk that ignore nothing in the file or in the line below the chunk."""
        end, rules = placed.start + len(placed.chunk.text), placed.context.rules
        if rules and rules.ignored_in_file:
            self._diagnose()
            found = self._rope.useless_ignores(self.notation, self._contexts[0])
            yield from [one for one in found if placed.start <= one.span.start < end]
        if placed.chunk.above_next and end < self.length:
            below = self.chunk_at(end)
            findings = below.chunk.diagnostics(self.notation, below.context, self.scope)
            yield from [one.moved(end) for one in findings if one.span.start < 0]

    def _another_name(self, later: Redefinition) -> str:
        """The spelling of an unused name; empty if many numbers are taken."""
        number = self._repetitions.number(later.block)
        context = self._rope.blocks[number].context_at(self.notation, self._contexts[number], later.chunk)
        others = (self.notation.analyser.another_name(later.name, number, context) for number in range(2, MOST_NUMBERS))
        return next((written for name, written in others if not self.scope.is_defined(name)), "")


def _built(notation: Notation, context: Context, chunks: Sequence[Chunk]) -> Steps[Document]:
    """The document of some chunks with its settings."""
    blocks = []
    for block in blocks_of(chunks):
        blocks.append(block)
        yield
    rope = Rope.of(blocks)
    contexts = yield from rope.contexts(notation, rope.top_context(notation, context))
    index, repeated = yield from NameIndex.building(one for block in blocks for one in (*block.defined(), None))
    uses, _ = yield from NameIndex.building(one for block in blocks for one in (*block.used(), None))
    names = NameTable(index, repeated)
    scope = FileScope(notation, rope, contexts, names, uses, rope.repetitions(names), next(versions))
    return Document(notation, context, rope, contexts, scope)
