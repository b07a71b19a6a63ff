"""Running totals: where things stand that stand one behind the other."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate


def running(sizes: Iterable[int]) -> list[int]:
    """Where each of some things starts, if they have these sizes, and where the last one ends."""
    return list(accumulate(sizes, initial=0))


def spliced(totals: list[int], start: int, stop: int, sizes: Iterable[int]) -> list[int]:
    """The running totals when things of other sizes take the place of those from *start* to *stop*."""
    after = totals[: start + 1]
    for size in sizes:
        after.append(after[-1] + size)
    if by := after[-1] - totals[stop]:
        after += [total + by for total in totals[stop + 1 :]]
    else:
        after += totals[stop + 1 :]
    return after
