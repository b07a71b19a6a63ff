"""A rope: the chunks of a document in blocks, and the names that an edit of it affects."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import reduce
from itertools import pairwise
from operator import or_
from typing import NamedTuple

from wazir.diagnostics import Diagnostic, Rules
from wazir.document.blocks import LARGEST, SMALLEST, USUAL, Block, Defined, NameTable, Repetitions, running, spliced
from wazir.document.chunks import Chunk, starts
from wazir.document.suppressions import unused_in_file
from wazir.notations.base import LONGEST_SCANNED, Context, Notation
from wazir.steps import Steps, collected
from wazir.text import Edit, Span, line_end, line_start


class Place(NamedTuple):
    """The location of a chunk."""

    block: int
    """The index of its block."""
    chunk: int
    """Its index in the block."""
    start: int
    """The offset of its first character."""
    line: int
    """The number of its first line."""


class Swap(NamedTuple):
    """The blocks that a replacement removed and added at an index."""

    number: int
    gone: tuple[Block, ...]
    come: tuple[Block, ...]

    @property
    def keeps_keys(self) -> bool:
        """Whether the new blocks have the keys of the old ones."""
        return [block.key for block in self.gone] == [block.key for block in self.come]

    @property
    def keeps_contexts(self) -> bool:
        """Whether the contexts before all blocks are certain to stay the same."""
        if len(self.gone) != 1 or len(self.come) != 1:
            return False
        (gone,), (come,) = self.gone, self.come
        settles = gone.ignoring or come.ignoring or gone.context_changers or come.context_changers
        return not settles and gone.summaries == come.summaries and gone.chunks[0] is come.chunks[0]


class Rope:
    """A sequence of chunks. Immutable."""

    __slots__ = ("blocks", "lines", "offsets")

    def __init__(self, blocks: tuple[Block, ...], offsets: list[int], lines: list[int]) -> None:
        self.blocks = blocks
        self.offsets = offsets
        """The offset of each block, and of the end."""
        self.lines = lines
        """The number of line ends before each block, and in all."""

    @staticmethod
    def of(blocks: Sequence[Block]) -> Rope:
        """The rope of some blocks."""
        offsets = running(block.length for block in blocks)
        return Rope(tuple(blocks), offsets, running(block.breaks for block in blocks))

    @property
    def length(self) -> int:
        """The number of characters."""
        return self.offsets[-1]

    @property
    def breaks(self) -> int:
        """The number of line ends."""
        return self.lines[-1]

    def chunk(self, place: Place) -> Chunk:
        """The chunk at a location."""
        return self.blocks[place.block].chunks[place.chunk]

    def at_offset(self, offset: int) -> Place:
        """The chunk at an offset; at the end of the text the last one."""
        number = bisect_right(self.offsets, offset, 1, len(self.blocks)) - 1
        block = self.blocks[number]
        return self.place(number, bisect_right(block.offsets, offset - self.offsets[number], 1, len(block.chunks)) - 1)

    def at_line(self, line: int) -> Place:
        """The chunk of a line; after the end the last one."""
        number = bisect_right(self.lines, line, 1, len(self.blocks)) - 1
        block = self.blocks[number]
        return self.place(number, bisect_right(block.lines, line - self.lines[number], 1, len(block.chunks)) - 1)

    def place(self, block: int, chunk: int) -> Place:
        """The location of a chunk by the indexes of its block and in it."""
        found = self.blocks[block]
        return Place(block, chunk, self.offsets[block] + found.offsets[chunk], self.lines[block] + found.lines[chunk])

    def before(self, place: Place) -> Place | None:
        """The previous location; None before the first."""
        if place.chunk > 0:
            return self.place(place.block, place.chunk - 1)
        if place.block > 0:
            return self.place(place.block - 1, len(self.blocks[place.block - 1].chunks) - 1)
        return None

    def around(self, first: Place, last: Place) -> tuple[list[Chunk], list[Chunk]]:
        """The chunks before a location, and those after another."""
        blocks = self.blocks
        before = [chunk for block in blocks[: first.block] for chunk in block.chunks]
        following = [chunk for block in blocks[last.block + 1 :] for chunk in block.chunks]
        return (
            [*before, *blocks[first.block].chunks[: first.chunk]],
            [*blocks[last.block].chunks[last.chunk + 1 :], *following],
        )

    def recut(self, notation: Notation, edit: Edit) -> Steps[tuple[Place, Place, list[Chunk]]]:
        """The new chunks of an edit, and the first and last chunk that they replace.

        Only the touched lines are scanned.
        """
        first, last = self.at_offset(edit.span.start), self.at_offset(edit.span.end)
        old = [self.chunk(first), self.chunk(last)]
        left, right = old[0].text[: edit.span.start - first.start], old[1].text[edit.span.end - last.start :]
        text = left + edit.text + right
        judged = Span(line_start(text, len(left)), line_end(text, len(left) + len(edit.text)))
        inner = yield from collected(starts(notation, text[judged.start : judged.end]))
        inner = [judged.start + start for start in inner]
        if (judged.start == 0 and 0 not in inner) and (before := self.before(first)):
            if not text:
                return first, last, []
            # A new first line belongs to the previous chunk, even if it is only the second half of a CRLF.
            first = before
            old.append(self.chunk(first))
            text = old[-1].text + text
            inner = [len(old[-1].text) + start for start in inner]
        bounds = (0, *[start for start in inner if start > 0], len(text))
        # A chunk can be reused only once: its cache is for one location.
        known: dict[str, Chunk | None] = {chunk.text: chunk for chunk in old}
        chunks = []
        for a, b in pairwise(bounds):
            chunks.append(known.pop(text[a:b], None) or Chunk(notation, text[a:b]))
            yield
        return first, last, chunks

    def swapped(self, first: Place, last: Place, chunks: Sequence[Chunk]) -> tuple[Rope, Swap]:
        """The rope with the chunks from *first* to *last* replaced. Some chunk must remain."""
        block = self.blocks[first.block]
        if first.block == last.block and self._fits(len(block.chunks) + len(chunks) - (last.chunk + 1 - first.chunk)):
            return self._with(Swap(first.block, (block,), (block.replaced(first.chunk, last.chunk + 1, chunks),)))
        start, stop = first.block, last.block + 1
        kept = [*block.chunks[: first.chunk], *chunks, *self.blocks[last.block].chunks[last.chunk + 1 :]]
        if len(kept) < SMALLEST and stop < len(self.blocks):
            kept += self.blocks[stop].chunks
            stop += 1
        elif len(kept) < SMALLEST and start > 0:
            start -= 1
            kept = [*self.blocks[start].chunks, *kept]
        return self._with(Swap(start, self.blocks[start:stop], tuple(blocks_of(kept))))

    def _fits(self, size: int) -> bool:
        return SMALLEST <= size <= LARGEST or (len(self.blocks) == 1 and 0 < size <= LARGEST)

    def _with(self, swap: Swap) -> tuple[Rope, Swap]:
        start, stop = swap.number, swap.number + len(swap.gone)
        blocks = self.blocks[:start] + swap.come + self.blocks[stop:]
        offsets = spliced(self.offsets, start, stop, [block.length for block in swap.come])
        lines = spliced(self.lines, start, stop, [block.breaks for block in swap.come])
        return Rope(blocks, offsets, lines), swap

    # The context and the names of its text

    def top_context(self, notation: Notation, context: Context) -> Context:
        """The initial context of its text, given the one of the file."""
        summaries = reduce(or_, [block.summaries for block in self.blocks], 0)
        first = self.blocks[0].chunks[0].text[:LONGEST_SCANNED]
        inferred = notation.analyser.infer_settings(context, first, summaries)
        ignores = [one for block in self.blocks for number in block.ignoring for one in block.chunks[number].ignores]
        if not (codes := frozenset([one.code for one in ignores if one.line is None])):
            return inferred
        return replace(inferred, rules=replace(inferred.rules or Rules(), ignored_in_file=codes))

    def contexts(self, notation: Notation, context: Context) -> Steps[list[Context]]:
        """The context before each block, given the initial one."""
        contexts = []
        for block in self.blocks:
            contexts.append(context)
            context = block.context_after(notation, context)
            yield
        return contexts

    def repetitions(self, names: NameTable) -> Repetitions:
        """The names with several definitions."""
        return Repetitions(names.repeated, [block.key for block in self.blocks])

    def useless_ignores(self, notation: Notation, context: Context) -> list[Diagnostic]:
        """Hints about comments that ignore nothing in the diagnosed text, given its initial context."""
        if context.rules is None or not context.rules.ignored_in_file:
            return []
        hidden, found = frozenset[str]().union(*[block.hidden for block in self.blocks]), list[Diagnostic]()
        for block, start in zip(self.blocks, self.offsets, strict=False):
            for number in block.ignoring:
                hints = unused_in_file(notation, block.chunks[number].ignores, hidden, context)
                found += [one.moved(start + block.offsets[number]) for one in hints]
        return found


def blocks_of(chunks: Sequence[Chunk]) -> Iterator[Block]:
    """Blocks of about the usual size."""
    count = max(1, round(len(chunks) / USUAL))
    bounds = [len(chunks) * number // count for number in range(count + 1)]
    return (Block.of(chunks[a:b]) for a, b in pairwise(bounds))


# Changes of names


class Change(NamedTuple):
    """The names that an edit affects, each with the key of its block."""

    defined_before: list[Defined]
    defined_after: list[Defined]
    used_before: list[Defined]
    used_after: list[Defined]
    changes_context: bool
    """Whether the context of later chunks may change."""

    @property
    def defines_others(self) -> bool:
        """Whether the set of names or their blocks change."""
        return self.defined_before != self.defined_after

    @property
    def touched(self) -> set[str]:
        """The names of changed, added and removed definitions."""
        return {name for name, _ in (*self.defined_before, *self.defined_after)}

    @property
    def other_uses(self) -> set[str]:
        """The names whose uses change."""
        return {name for name, _ in set(self.used_before) ^ set(self.used_after)}


def change_of(swap: Swap, first: Place, last: Place, chunks: Sequence[Chunk]) -> Change:
    """The change by replaced blocks, or by replaced chunks of one block."""
    if swap.keeps_keys and len(swap.gone) == 1:
        key = swap.gone[0].key
        before = [(chunk, key) for chunk in swap.gone[0].chunks[first.chunk : last.chunk + 1]]
        after = [(chunk, key) for chunk in chunks]
    else:
        before = [(chunk, block.key) for block in swap.gone for chunk in block.chunks]
        after = [(chunk, block.key) for block in swap.come for chunk in block.chunks]
    return Change(
        [(name, key) for chunk, key in before for name in chunk.names],
        [(name, key) for chunk, key in after for name in chunk.names],
        [(name, key) for chunk, key in before for name in chunk.uses],
        [(name, key) for chunk, key in after for name in chunk.uses],
        any(chunk.changes_context for chunk, _ in (*before, *after)),
    )
