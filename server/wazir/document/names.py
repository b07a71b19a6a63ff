"""Which names a file defines, and where: a table that an edit changes by what it touches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

from wazir.steps import Steps

BUCKETS = 256

Blocks: TypeAlias = Mapping[int, int]
"""For the keys of blocks how often a name stands in each."""
Defined: TypeAlias = tuple[str, int]
"""A name, and the key of a block where it stands; once for each place."""

_NOWHERE: Blocks = MappingProxyType({})
_NONE: Mapping[str, Blocks] = MappingProxyType({})


class NameIndex:
    """For each name the blocks where it stands. A value: a change makes another.

    The names lie in buckets, so that a change copies a few small dictionaries.
    """

    __slots__ = ("_buckets",)

    def __init__(self, buckets: Mapping[int, Mapping[str, Blocks]]) -> None:
        self._buckets = buckets

    @staticmethod
    def building(found: Iterable[Defined | None]) -> Steps[tuple[NameIndex, Mapping[str, Blocks]]]:
        """The index of some names, each with the key of its block, as often as it stands there, and the names among
        them that stand at several places. None among them is a pause.
        """
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
        """The keys of the blocks where a name stands, in no order."""
        return self._buckets.get(hash(name) % BUCKETS, _NONE).get(name, _NOWHERE)

    def names(self) -> Iterator[tuple[str, Blocks]]:
        """All names, with their blocks."""
        return (item for bucket in self._buckets.values() for item in bucket.items())

    def changed(self, removed: Iterable[Defined], added: Iterable[Defined]) -> tuple[NameIndex, Mapping[str, Blocks]]:
        """The index without some names, which must be there, and with some others; and what that changes."""
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
    """For each name the blocks that define it, and which are defined more than once. A value."""

    __slots__ = ("index", "repeated")

    def __init__(self, index: NameIndex, repeated: Mapping[str, Blocks]) -> None:
        self.index = index
        self.repeated = repeated
        """The names that are defined more than once. The same object as long as nothing of it changes."""

    def changed(self, removed: Iterable[Defined], added: Iterable[Defined]) -> NameTable:
        """The table without some definitions, which must be there, and with some others."""
        index, after = self.index.changed(removed, added)
        repeated = {name: blocks if _times(blocks) > 1 else _NOWHERE for name, blocks in after.items()}
        if all(self.repeated.get(name, _NOWHERE) == blocks for name, blocks in repeated.items()):
            return NameTable(index, self.repeated)
        together = {**self.repeated, **repeated}
        return NameTable(index, {name: blocks for name, blocks in together.items() if blocks} or _NONE)


class Repetitions:
    """Of the names that are defined more than once, which block defines each first."""

    __slots__ = ("_firsts", "_keys", "_numbers", "count", "repeated")

    def __init__(self, repeated: Mapping[str, Blocks], keys: Sequence[int]) -> None:
        self.repeated = repeated
        self.count = sum(_times(blocks) - 1 for blocks in repeated.values())
        """How many definitions are not the first of their name."""
        self._keys = keys
        self._numbers: dict[int, int] = {}
        self._firsts: dict[int, dict[str, int]] | None = None

    def number(self, key: int) -> int:
        """The number of the block with a key."""
        if not self._numbers:
            self._numbers = {key: number for number, key in enumerate(self._keys)}
        return self._numbers[key]

    def firsts(self, key: int) -> Mapping[str, int]:
        """For each repeated name that a block defines, the key of the block that defines it first."""
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
