"""The effect of an edit on the names of a document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from wazir.document.chunks import Chunk
from wazir.document.names import Defined
from wazir.document.rope import Place, Swap


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
