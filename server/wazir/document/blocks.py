"""Runs of chunks, so that finding and replacing one takes about the square root of their number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count, islice, repeat
from typing import NamedTuple

from wazir.diagnostics import Diagnostic, Severity
from wazir.document.chunks import Chunk, Names
from wazir.document.names import Defined, Repetitions
from wazir.document.sums import running, spliced
from wazir.notations.base import Context, Notation
from wazir.text import Span

LARGEST = 512
SMALLEST = 64
USUAL = 256
"""How many chunks a block has at most, at least (but for an only one), and when it is new."""

_keys = count()


class Findings(NamedTuple):
    """What there is to say about the chunks of a block."""

    by_severity: tuple[tuple[tuple[int, Diagnostic], ...], ...]
    """For each severity, in the order of places: the number of a chunk, and a finding with offsets from its start."""
    total: int


class Listed(NamedTuple):
    """A finding, and from where it counts."""

    diagnostic: Diagnostic
    """The very one that a chunk remembers, except for a name that is defined again."""
    start: int
    """The offset from which its offsets count."""
    line: int
    """The number of the line that starts there."""


class NamePlace(NamedTuple):
    """Where a name stands in a document."""

    span: Span
    line: int
    """The line at which its chunk starts."""


_NOTHING = Findings((), 0)


class Later:
    """A definition of a name that is defined before. Only what it remembers ever changes."""

    __slots__ = ("_diagnostic", "_shown", "block", "chunk", "first", "name", "ordinal")

    def __init__(self, block: int, chunk: int, ordinal: int, name: str, first: int) -> None:
        self.block = block
        """The key of its block."""
        self.chunk = chunk
        """The number of its chunk in that."""
        self.ordinal = ordinal
        """Which of the names of the chunk it is."""
        self.name = name
        self.first = first
        """The key of the block that defines it first."""
        self._shown: tuple[NamePlace, NamePlace, str] | None = None
        self._diagnostic: Diagnostic | None = None

    def diagnostic(self, notation: Notation, here: NamePlace, first: NamePlace, another: str) -> Diagnostic:
        """What to say about it, with another name that it may have; the same object while nothing of that changes."""
        if self._diagnostic is None or self._shown != (here, first, another):
            self._shown = here, first, another
            self._diagnostic = notation.analyser.duplicate_name(self.name, here.span, first.span, another)
        return self._diagnostic


class Block:
    """Some chunks in a row. Only what it remembers ever changes."""

    __slots__ = (
        *("breaks", "chunks", "context", "key", "length"),
        *("_clues", "_findings", "_later", "_lines", "_named", "_offsets", "_repetitions", "_turning"),
        "stamp",
    )

    def __init__(self, chunks: tuple[Chunk, ...], key: int, length: int, breaks: int) -> None:
        self.chunks = chunks
        self.key = key
        """What the table of names knows it by; kept when an edit replaces it."""
        self.length = length
        self.breaks = breaks
        """How many line ends it has."""
        self._offsets: list[int] | None = None
        self._lines: list[int] | None = None
        self._turning: list[int] | None = None
        self.context: Context | None = None
        """What held before it when its findings were last asked for."""
        self.stamp = 0
        """The state of the definitions that it uses, at that time."""
        self._clues: int | None = None
        self._findings = _NOTHING
        self._named: dict[str, list[tuple[int, int]]] | None = None
        self._repetitions: Repetitions | None = None
        self._later: tuple[tuple[int, Later], ...] = ()

    @staticmethod
    def of(chunks: Iterable[Chunk], key: int | None = None) -> Block:
        """A block of some chunks, with a key of its own if none is given."""
        chunks = tuple(chunks)
        length, breaks = sum([len(chunk.text) for chunk in chunks]), sum([chunk.breaks for chunk in chunks])
        return Block(chunks, next(_keys) if key is None else key, length, breaks)

    def replaced(self, start: int, stop: int, chunks: Sequence[Chunk]) -> Block:
        """The block with other chunks in the place of those from *start* to *stop*."""
        sizes, breaks = [len(chunk.text) for chunk in chunks], [chunk.breaks for chunk in chunks]
        offsets, lines = spliced(self.offsets, start, stop, sizes), spliced(self.lines, start, stop, breaks)
        together = self.chunks[:start] + tuple(chunks) + self.chunks[stop:]
        after = Block(together, self.key, offsets[-1], lines[-1])
        after._offsets, after._lines = offsets, lines
        if not self.turning and not any(chunk.turns for chunk in chunks):
            after._turning = self.turning
        return after

    @property
    def offsets(self) -> list[int]:
        """The offset of each chunk from the start of the block, and of its end."""
        if self._offsets is None:
            self._offsets = running(len(chunk.text) for chunk in self.chunks)
        return self._offsets

    @property
    def lines(self) -> list[int]:
        """How many line ends stand before each chunk in the block, and how many in all."""
        if self._lines is None:
            self._lines = running(chunk.breaks for chunk in self.chunks)
        return self._lines

    @property
    def turning(self) -> list[int]:
        """The numbers of the chunks that may change the context."""
        if self._turning is None:
            self._turning = [number for number, chunk in enumerate(self.chunks) if chunk.turns]
        return self._turning

    def defined(self) -> Iterator[Defined]:
        """The names that it defines."""
        return ((name, self.key) for chunk in self.chunks for name in chunk.names)

    def used(self) -> Iterator[Defined]:
        """The names that it may use, for each chunk once."""
        return ((name, self.key) for chunk in self.chunks for name in chunk.uses)

    @property
    def clues(self) -> int:
        """What its chunks tell of their file."""
        if self._clues is None:
            self._clues = 0
            for chunk in self.chunks:
                self._clues |= chunk.summary
        return self._clues

    @property
    def suggests(self) -> bool:
        """Whether some of its findings depended on all names of the file, when they were last asked for."""
        return any(chunk.suggests for chunk in self.chunks)

    def is_known(self, context: Context, stamp: int) -> bool:
        """Whether its findings are those for a context, and for a state of the definitions that it uses."""
        return (self.context is context or self.context == context) and self.stamp == stamp

    def context_after(self, notation: Notation, context: Context) -> Context:
        """What holds behind it, if a context holds before it."""
        return self.context_at(notation, context, len(self.chunks))

    def context_at(self, notation: Notation, context: Context, number: int) -> Context:
        """What holds for the chunk with a number, if a context holds before the block."""
        for turning in self.turning:
            if turning >= number:
                break
            context = self.chunks[turning].context_after(notation, context)
        return context

    def contexts(self, notation: Notation, context: Context, first: int = 0) -> Iterator[Context]:
        """What holds for each chunk from one on, if a context holds before the block."""
        context = self.context_at(notation, context, first)
        for chunk in islice(self.chunks, first, None):
            yield context
            context = chunk.context_after(notation, context)

    def held(self, notation: Notation, context: Context) -> Iterable[tuple[Chunk, Context]]:
        """Its chunks, each with what holds for it, if a context holds before the block."""
        return zip(self.chunks, self.contexts(notation, context) if self.turning else repeat(context), strict=False)

    def findings(self, notation: Notation, context: Context, scope: Names, stamp: int) -> Findings:
        """What there is to say about its chunks, if a context holds before it."""
        if not self.is_known(context, stamp):
            for chunk, held in self.held(notation, context):
                if not chunk.is_settled(held, stamp):
                    chunk.diagnostics(notation, held, scope, stamp)
            by_severity: tuple[list[tuple[int, Diagnostic]], ...] = tuple([] for _ in Severity)
            for number, found in [(number, chunk.found) for number, chunk in enumerate(self.chunks) if chunk.found]:
                for diagnostic in found:
                    by_severity[diagnostic.code.severity - 1].append((number, diagnostic))
            self._findings = Findings(tuple(map(tuple, by_severity)), sum(map(len, by_severity)))
        self.context, self.stamp = context, stamp
        return self._findings

    def later(self, repetitions: Repetitions) -> tuple[tuple[int, Later], ...]:
        """Its definitions of names that are defined before, in the block or in one before it, with their chunks."""
        if self._repetitions is not repetitions:
            self._repetitions = repetitions
            self._later = tuple([(later.chunk, later) for later in self._repeated(repetitions.firsts(self.key))])
        return self._later

    def _repeated(self, firsts: Mapping[str, int]) -> Iterator[Later]:
        if not firsts:
            return
        seen: set[str] = set()
        for number, chunk in enumerate(self.chunks):
            for ordinal, name in enumerate(chunk.names):
                first = firsts.get(name)
                if first is not None and (first != self.key or name in seen):
                    yield Later(self.key, number, ordinal, name, first)
                seen.add(name)

    def places(self, name: str) -> Sequence[tuple[int, int]]:
        """Where it defines a name: the numbers of chunks, and which of the names of the chunk it is."""
        if self._named is None:
            self._named = {}
            for number, chunk in enumerate(self.chunks):
                for ordinal, other in enumerate(chunk.names):
                    self._named.setdefault(other, []).append((number, ordinal))
        return self._named.get(name, ())
