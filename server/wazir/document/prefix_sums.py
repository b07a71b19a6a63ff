"""Prefix sums."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate


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
