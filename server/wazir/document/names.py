"""Tables of the names that a file defines or uses, updated incrementally."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

from wazir.steps import Steps

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
