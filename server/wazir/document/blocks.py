"""Blocks of chunks, to find and replace a chunk in the square root of their number; and the names in them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import accumulate, count, islice, repeat
from operator import itemgetter, or_
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from wazir.diagnostics import Diagnostic, Rules, Severity
from wazir.document.chunks import Chunk, Names, below
from wazir.document.suppressions import judged
from wazir.notations.base import Context, Notation
from wazir.steps import Steps
from wazir.text import Span

BUCKETS = 256

Blocks: TypeAlias = Mapping[int, int]
"""The number of occurrences of a name by the key of the block."""
Defined: TypeAlias = tuple[str, int]
"""A name and the key of its block, once for each occurrence."""

_NOWHERE: Blocks = MappingProxyType({})
_NONE: Mapping[str, Blocks] = MappingProxyType({})


class NameIndex:
    """The blocks of each name. Immutable.

    Names are in buckets, so that a change copies only a few small dictionaries.
    """

    __slots__ = ("_buckets",)

    def __init__(self, buckets: Mapping[int, Mapping[str, Blocks]]) -> None:
        self._buckets = buckets

    @staticmethod
    def building(found: Iterable[Defined | None]) -> Steps[tuple[NameIndex, Mapping[str, Blocks]]]:
        """The index of names with the keys of their blocks, and the names that occur several times. None is a pause."""
        buckets: dict[int, dict[str, Blocks]] = {}
        several: dict[str, dict[int, int]] = {}
        once: dict[int, Blocks] = {}
        for one in found:
            if one is None:
                yield
                continue
            name, key = one
            bucket = buckets.setdefault(hash(name) % BUCKETS, {})
            if name not in bucket:
                bucket[name] = once.setdefault(key, {key: 1})
                continue
            if name not in several:
                bucket[name] = several[name] = dict(bucket[name])
            several[name][key] = several[name].get(key, 0) + 1
        return NameIndex(buckets), several or _NONE

    def blocks(self, name: str) -> Blocks:
        """The keys of the blocks with a name, in no order."""
        return self._buckets.get(hash(name) % BUCKETS, _NONE).get(name, _NOWHERE)

    def names(self) -> Iterator[tuple[str, Blocks]]:
        """All names with their blocks."""
        return (item for bucket in self._buckets.values() for item in bucket.items())

    def changed(self, removed: Iterable[Defined], added: Iterable[Defined]) -> tuple[NameIndex, Mapping[str, Blocks]]:
        """The index after removing and adding names, and the changed names. Removed names must be present."""
        after: dict[str, dict[int, int]] = {}
        for found, by in (removed, -1), (added, 1):
            for name, key in found:
                if name not in after:
                    after[name] = dict(self.blocks(name))
                after[name][key] = after[name].get(key, 0) + by
        own: dict[int, dict[str, Blocks]] = {}
        for name, counts in after.items():
            number = hash(name) % BUCKETS
            if number not in own:
                own[number] = dict(self._buckets.get(number, _NONE))
            after[name] = {key: count for key, count in counts.items() if count}
            own[number][name] = after[name]
            if not after[name]:
                del own[number][name]
        return NameIndex({**self._buckets, **own}), after


class NameTable:
    """The blocks that define each name, and the names with several definitions. Immutable."""

    __slots__ = ("index", "repeated")

    def __init__(self, index: NameIndex, repeated: Mapping[str, Blocks]) -> None:
        self.index = index
        self.repeated = repeated
        """The names with several definitions; the same object as long as it does not change."""

    def changed(self, removed: Iterable[Defined], added: Iterable[Defined]) -> NameTable:
        """The table after removing and adding definitions. Removed definitions must be present."""
        index, after = self.index.changed(removed, added)
        repeated = {name: blocks if _times(blocks) > 1 else _NOWHERE for name, blocks in after.items()}
        if all(self.repeated.get(name, _NOWHERE) == blocks for name, blocks in repeated.items()):
            return NameTable(index, self.repeated)
        together = {**self.repeated, **repeated}
        return NameTable(index, {name: blocks for name, blocks in together.items() if blocks} or _NONE)


class Repetitions:
    """The first definition of each name with several definitions."""

    __slots__ = ("_firsts", "_keys", "_numbers", "count", "repeated")

    def __init__(self, repeated: Mapping[str, Blocks], keys: Sequence[int]) -> None:
        self.repeated = repeated
        self.count = sum(_times(blocks) - 1 for blocks in repeated.values())
        """The number of definitions that are not the first."""
        self._keys = keys
        self._numbers: dict[int, int] = {}
        self._firsts: dict[int, dict[str, int]] | None = None

    def number(self, key: int) -> int:
        """The index of the block with a key."""
        if not self._numbers:
            self._numbers = {key: number for number, key in enumerate(self._keys)}
        return self._numbers[key]

    def firsts(self, key: int) -> Mapping[str, int]:
        """The key of the block with the first definition, for each repeated name of a block."""
        if self._firsts is None:
            self._firsts = self._grouped()
        return self._firsts.get(key, {})

    def _grouped(self) -> dict[int, dict[str, int]]:
        grouped: dict[int, dict[str, int]] = {}
        for name, blocks in self.repeated.items():
            first = min(blocks, key=self.number)
            for key in blocks:
                grouped.setdefault(key, {})[name] = first
        return grouped


def _times(blocks: Blocks) -> int:
    return sum(blocks.values())


def running(sizes: Iterable[int]) -> list[int]:
    """The start of each item, and the end of the last, from the sizes of items."""
    return list(accumulate(sizes, initial=0))


def spliced(totals: list[int], start: int, stop: int, sizes: Iterable[int]) -> list[int]:
    """The prefix sums after replacing the items from *start* to *stop*."""
    after = totals[: start + 1]
    for size in sizes:
        after.append(after[-1] + size)
    if by := after[-1] - totals[stop]:
        after += [total + by for total in totals[stop + 1 :]]
    else:
        after += totals[stop + 1 :]
    return after


LARGEST = 512
SMALLEST = 64
USUAL = 256
"""The maximum, minimum (except for a single block) and initial number of chunks of a block."""

_keys = count()


Numbered: TypeAlias = tuple[tuple[int, Diagnostic], ...]
"""Diagnostics with offsets from the start of their chunks, each with the index of its chunk."""


class BlockDiagnostics(NamedTuple):
    """The diagnostics of the chunks of a block."""

    by_severity: tuple[Numbered, ...]
    """For each severity, in order."""
    total: int


class Kept(NamedTuple):
    """The diagnostics that a block keeps when some of its chunks are replaced."""

    context: Context | None
    revision: int
    """Of the block before."""
    found: tuple[Numbered, ...]
    """As in *BlockDiagnostics*, without those of the new chunks."""
    start: int
    stop: int
    """The new chunks."""


class Listed(NamedTuple):
    """A diagnostic with its origin."""

    diagnostic: Diagnostic
    """The chunk's own diagnostic, or that of a duplicate name."""
    start: int
    """The offset from which its offsets count."""
    line: int
    """The number of the line at that offset."""


class NamePlace(NamedTuple):
    """The location of a name in a document."""

    span: Span
    line: int
    """The first line of its chunk."""


class Redefinition:
    """A duplicate definition. Immutable except for its cache."""

    __slots__ = ("_diagnostic", "_shown", "block", "chunk", "first", "name", "ordinal")

    def __init__(self, block: int, chunk: int, ordinal: int, name: str, first: int) -> None:
        self.block = block
        """The key of its block."""
        self.chunk = chunk
        """The index of its chunk in the block."""
        self.ordinal = ordinal
        """The index of the name in the chunk."""
        self.name = name
        self.first = first
        """The key of the block with the first definition."""
        self._shown: tuple[NamePlace, NamePlace, str, Rules | None] | None = None
        self._diagnostic: Diagnostic | None = None

    def diagnostic(
        self, notation: Notation, here: NamePlace, first: NamePlace, another: str, rules: Rules | None
    ) -> Diagnostic:
        """Its diagnostic with an unused name; the same object as long as it does not change."""
        if self._diagnostic is None or self._shown != (here, first, another, rules):
            self._shown = here, first, another, rules
            found = notation.analyser.duplicate_name(self.name, here.span, first.span, another)
            self._diagnostic = (rules and rules(found)) or found
        return self._diagnostic


class Block:
    """A sequence of chunks. Immutable except for its cache."""

    __slots__ = (
        *("breaks", "chunks", "context", "found", "hidden", "key", "length", "revision"),
        *("_ignoring", "_kept", "_later", "_lines", "_listed", "_named", "_offsets", "_repetitions"),
        *("_suggests", "_summaries", "_turning"),
    )

    def __init__(self, chunks: tuple[Chunk, ...], key: int, length: int, breaks: int) -> None:
        self.chunks = chunks
        self.key = key
        """Its key in the name table, which stays the same when an edit replaces the block."""
        self.length = length
        self.breaks = breaks
        """The number of line ends."""
        self._summaries: int | None = None
        self._ignoring: list[int] | None = None
        self._offsets: list[int] | None = None
        self._lines: list[int] | None = None
        self._turning: list[int] | None = None
        self.context: Context | None = None
        """The context before it when its diagnostics were computed."""
        self.revision = 0
        """The revision of the definitions that it used then."""
        self.found = BlockDiagnostics(((),) * len(Severity), 0)
        """The diagnostics for that context and revision."""
        self._listed: dict[int, tuple[int, int, Sequence[Listed]]] = {}
        self._suggests: bool | None = None
        self.hidden: frozenset[str] = frozenset()
        """The codes of the others, which are not reported."""
        self._kept: Kept | None = None
        self._named: dict[str, list[tuple[int, int]]] | None = None
        self._repetitions: Repetitions | None = None
        self._later: tuple[tuple[int, Redefinition], ...] = ()

    @staticmethod
    def of(chunks: Iterable[Chunk], key: int | None = None) -> Block:
        """A block of chunks, with a new key by default."""
        chunks = tuple(chunks)
        length, breaks = sum([len(chunk.text) for chunk in chunks]), sum([chunk.breaks for chunk in chunks])
        return Block(chunks, next(_keys) if key is None else key, length, breaks)

    def replaced(self, start: int, stop: int, chunks: Sequence[Chunk]) -> Block:
        """The block with the chunks from *start* to *stop* replaced."""
        sizes, breaks = [len(chunk.text) for chunk in chunks], [chunk.breaks for chunk in chunks]
        offsets, lines = spliced(self.offsets, start, stop, sizes), spliced(self.lines, start, stop, breaks)
        together = self.chunks[:start] + tuple(chunks) + self.chunks[stop:]
        after = Block(together, self.key, offsets[-1], lines[-1])
        after._offsets, after._lines = offsets, lines
        gone = self.chunks[start:stop]
        if [chunk.summary for chunk in chunks] == [chunk.summary for chunk in gone]:
            after._summaries = self.summaries
        if not self.ignoring and not any(chunk.ignores for chunk in chunks):
            after._ignoring = self.ignoring
        if not self.context_changers and not any(chunk.changes_context for chunk in chunks):
            after._turning = self.context_changers
            after._kept = self._without(start, stop, len(chunks))
        if [chunk.names for chunk in chunks] == [chunk.names for chunk in gone]:
            after._named = self._named
        return after

    def _without(self, start: int, stop: int, count: int) -> Kept | None:
        """The diagnostics of all but some chunks, in the place of which come *count* others."""
        if self.context is None or self.context.ignored_above or self.context.rules:
            return None
        by, at = count - (stop - start), itemgetter(0)
        found = []
        for every in self.found.by_severity:
            earlier, later = every[: bisect_left(every, start, key=at)], every[bisect_left(every, stop, key=at) :]
            found.append((*earlier, *([(n + by, one) for n, one in later] if by else later)))
        return Kept(self.context, self.revision, tuple(found), start, start + count)

    @property
    def summaries(self) -> int:
        """The combined summary of its chunks."""
        if self._summaries is None:
            self._summaries = reduce(or_, [chunk.summary for chunk in self.chunks], 0)
        return self._summaries

    @property
    def ignoring(self) -> list[int]:
        """The indexes of the chunks with comments that ignore codes."""
        if self._ignoring is None:
            self._ignoring = [number for number, chunk in enumerate(self.chunks) if chunk.ignores]
        return self._ignoring

    @property
    def offsets(self) -> list[int]:
        """The offset of each chunk from the start of the block, and of its end."""
        if self._offsets is None:
            self._offsets = running([len(chunk.text) for chunk in self.chunks])
        return self._offsets

    @property
    def lines(self) -> list[int]:
        """The number of line ends before each chunk, and in all."""
        if self._lines is None:
            self._lines = running([chunk.breaks for chunk in self.chunks])
        return self._lines

    @property
    def context_changers(self) -> list[int]:
        """The indexes of the chunks that may change the context."""
        if self._turning is None:
            self._turning = [number for number, chunk in enumerate(self.chunks) if chunk.changes_context]
        return self._turning

    def defined(self) -> Iterator[Defined]:
        """The names that it defines."""
        return ((name, self.key) for chunk in self.chunks for name in chunk.names)

    def used(self) -> Iterator[Defined]:
        """The names that each chunk may use, without repetitions in a chunk."""
        return ((name, self.key) for chunk in self.chunks for name in chunk.uses)

    @property
    def suggests(self) -> bool:
        """Whether some of its diagnostics depended on all names of the file."""
        if self._suggests is None:
            self._suggests = any(chunk.suggests for chunk in self.chunks)
        return self._suggests

    def context_after(self, notation: Notation, context: Context) -> Context:
        """The context after it, given the context before it."""
        return self.context_at(notation, context, len(self.chunks))

    def context_at(self, notation: Notation, context: Context, number: int) -> Context:
        """The context of a chunk, given the context before the block."""
        after = 0
        for changer in self.context_changers:
            if changer >= number:
                break
            context, after = self.chunks[changer].context_after(notation, context), changer + 1
        return context if after == number else below(context)

    def contexts(self, notation: Notation, context: Context, first: int = 0) -> Iterator[Context]:
        """The context of each chunk from an index on, given the context before the block."""
        context = self.context_at(notation, context, first)
        for chunk in islice(self.chunks, first, None):
            yield context
            context = chunk.context_after(notation, context)

    def with_contexts(self, notation: Notation, context: Context) -> Iterable[tuple[Chunk, Context]]:
        """Its chunks with their contexts, given the context before the block."""
        is_one = not (self.context_changers or context.ignored_above)
        return zip(self.chunks, repeat(context) if is_one else self.contexts(notation, context), strict=False)

    def unsettled(self, notation: Notation, context: Context, revision: int) -> list[tuple[Chunk, Context]]:
        """The chunks with unknown diagnostics and their contexts, given the context before the block and a revision."""
        if kept := self._still_kept(context, revision):
            return [(chunk, context) for chunk in self.chunks[kept.start : kept.stop]]
        return [
            (chunk, held)
            for chunk, held in self.with_contexts(notation, context)
            if (chunk.context is not held and chunk.context != held)
            or (chunk.depends_on_names and chunk.revision != revision)
        ]

    def _still_kept(self, context: Context, revision: int) -> Kept | None:
        """What it keeps of the block before, if that was diagnosed in the same context with the same definitions."""
        kept = self._kept
        return kept if kept and kept.revision == revision and kept.context == context else None

    def diagnose(self, notation: Notation, context: Context, scope: Names, revision: int) -> None:
        """Collect the diagnostics of its chunks, given the context before it."""
        for chunk, held in self.unsettled(notation, context, revision):
            chunk.diagnostics(notation, held, scope, revision)
        kept = self._still_kept(context, revision)
        first, chunks = (kept.start, self.chunks[kept.start : kept.stop]) if kept else (0, self.chunks)
        by_severity: tuple[list[tuple[int, Diagnostic]], ...] = tuple([] for _ in Severity)
        for number, found in [(number, chunk.found) for number, chunk in enumerate(chunks, first) if chunk.found]:
            for diagnostic in found:
                by_severity[diagnostic.code.severity - 1].append((number, diagnostic))
        every = tuple(map(tuple, by_severity))
        if kept:
            every = tuple([_put(old, new, kept.start) for old, new in zip(kept.found, every, strict=True)])
        self.found = BlockDiagnostics(every, sum(map(len, every)))
        self._kept, self._listed, self._suggests = None, {}, None
        if context.rules:
            self.hidden = frozenset[str]().union(*[chunk.hidden for chunk in self.chunks])
        self.context, self.revision = context, revision

    def listed(self, severity: int, start: int, line: int) -> Sequence[Listed]:
        """Its diagnostics of a severity, in a document where it begins at an offset and a line."""
        known = self._listed.get(severity)
        if known is None or known[:2] != (start, line):
            offsets, lines = self.offsets, self.lines
            found = self.found.by_severity[severity]
            listed = [Listed(one, start + offsets[chunk], line + lines[chunk]) for chunk, one in found]
            known = self._listed[severity] = start, line, listed
        return known[2]

    def redefinitions(self, repetitions: Repetitions) -> tuple[tuple[int, Redefinition], ...]:
        """Its definitions of names that are defined before them, by chunk."""
        if self._repetitions is not repetitions:
            self._repetitions = repetitions
            self._later = tuple([(later.chunk, later) for later in self._repeated(repetitions.firsts(self.key))])
        return self._later

    def reported_redefinitions(
        self, notation: Notation, repetitions: Repetitions, context: Context
    ) -> Sequence[tuple[int, Redefinition]]:
        """The same, without those that are ignored; given the context before the block."""
        later = self.redefinitions(repetitions)
        if not later or not (self.ignoring or context.rules or context.ignored_above):
            return later
        held = list(self.contexts(notation, context))
        return [
            (number, one) for number, one in later if _is_reported(notation, one, self.chunks[number], held[number])
        ]

    def _repeated(self, firsts: Mapping[str, int]) -> Iterator[Redefinition]:
        if not firsts:
            return
        seen: set[str] = set()
        for number, chunk in enumerate(self.chunks):
            for ordinal, name in enumerate(chunk.names):
                first = firsts.get(name)
                if first is not None and (first != self.key or name in seen):
                    yield Redefinition(self.key, number, ordinal, name, first)
                seen.add(name)

    def places(self, name: str) -> Sequence[tuple[int, int]]:
        """The locations of a defined name: the index of the chunk, and of the name in the chunk."""
        if self._named is None:
            self._named = {}
            for number, chunk in enumerate(self.chunks):
                for ordinal, other in enumerate(chunk.names):
                    self._named.setdefault(other, []).append((number, ordinal))
        return self._named.get(name, ())


def _put(old: Numbered, new: Numbered, start: int) -> Numbered:
    """Diagnostics with those of the chunks from an index on."""
    at = bisect_left(old, start, key=itemgetter(0))
    return (*old[:at], *new, *old[at:]) if new else old


def _is_reported(notation: Notation, later: Redefinition, chunk: Chunk, context: Context) -> bool:
    span = chunk.name_span(notation, later.ordinal)
    found = notation.analyser.duplicate_name(later.name, span, span, "")
    return judged(found, chunk.text, chunk.ignores, context) is not None
