"""Shares, means and differences with their intervals of 95 %.

Wilson's interval: E. B. Wilson, *Probable Inference* (1927). Holm's correction: S. Holm, *A Simple
Sequentially Rejective Multiple Test Procedure* (1979).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import erfc, inf, sqrt
from statistics import fmean, quantiles, variance
from typing import NamedTuple

Z = 1.959963984540054
"""The quantile of the normal distribution at 97.5 %."""


MIN_GAMES = 20
"""Fewer games give no verdict, and no mark to a difference."""


class Estimate(NamedTuple):
    """A figure with its interval of 95 %."""

    value: float
    low: float
    high: float
    size: int
    """The number of games, or of what else was counted."""
    error: float
    """The standard error."""


class Quartiles(NamedTuple):
    """How a figure is spread."""

    least: float
    lower: float
    median: float
    upper: float
    most: float


def share(hits: float, count: int) -> Estimate | None:
    """A share with Wilson's interval; None of nothing."""
    if not count:
        return None
    part = hits / count
    middle = part + Z * Z / (2 * count)
    half = Z * sqrt(part * (1 - part) / count + Z * Z / (4 * count * count))
    scale = 1 + Z * Z / count
    low, high = max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale)
    return Estimate(part, low, high, size=count, error=sqrt(part * (1 - part) / count))


def mean(values: Sequence[float], most: float = inf) -> Estimate | None:
    """A mean with the interval by the variance of single values; None of nothing.

    Of one value, and of equal ones, the interval is only that value.

    Args:
        values: The values, none of which is negative.
        most: The largest possible one. The interval lies within these bounds.
    """
    if not values:
        return None
    middle = fmean(values)
    error = sqrt(variance(values) / len(values)) if len(values) > 1 else 0.0
    low, high = max(0.0, middle - Z * error), min(most, middle + Z * error)
    return Estimate(middle, low, high, size=len(values), error=error)


def mean_points(points: Sequence[float]) -> Estimate | None:
    """The mean of the results of games, from nought to one; None of nothing.

    Equal results have no variance, and get Wilson's interval.
    """
    found = mean(points, most=1)
    return found if found is None or found.error else share(sum(points), len(points))


def quartiles(values: Sequence[float]) -> Quartiles | None:
    """The quartiles of values; None of nothing."""
    if not values:
        return None
    if len(values) == 1:
        return Quartiles(*[values[0]] * 5)
    lower, median, upper = quantiles(values, method="inclusive")
    return Quartiles(min(values), lower, median, upper=upper, most=max(values))


class Contrast(NamedTuple):
    """The difference of a figure between two variants."""

    difference: float
    low: float
    high: float
    probability: float
    """That of a difference as large by chance alone; 1 if a figure has fewer than *MIN_GAMES*."""
    is_marked: bool
    """It excludes zero after Holm's correction over all figures shown (T10)."""


def contrasts(pairs: Mapping[str, tuple[Estimate, Estimate]]) -> dict[str, Contrast]:
    """The differences between figures, by their names (T10)."""
    found = dict[str, Contrast]()
    for name, (a, b) in pairs.items():
        difference, error = b.value - a.value, sqrt(_pooled(a, b))
        if min(a.size, b.size) < MIN_GAMES:
            probability = 1.0
        elif error:
            probability = erfc(abs(difference) / error / sqrt(2))
        else:
            probability = 0.0 if difference else 1.0
        low, high = difference - Z * error, difference + Z * error
        found[name] = Contrast(difference, low, high, probability=probability, is_marked=False)
    marked = holm({name: contrast.probability for name, contrast in found.items()})
    return {name: contrast._replace(is_marked=name in marked) for name, contrast in found.items()}


def _pooled(a: Estimate, b: Estimate) -> float:
    """The variance of a difference. A share of nought or one has no variance of its own, so that
    half a hit is added.
    """
    return sum(max(each.error**2, _least_variance(each)) for each in (a, b))


def _least_variance(each: Estimate) -> float:
    if each.error or not 0 <= each.low <= each.high <= 1 or each.low == each.high:
        return 0.0
    part = 0.5 / (each.size + 1)
    return part * (1 - part) / each.size


def holm(probabilities: Mapping[str, float], level: float = 0.05) -> frozenset[str]:
    """The names whose probability is significant after Holm's correction."""
    found = set[str]()
    ordered = sorted(probabilities.items(), key=lambda item: item[1])
    for number, (name, probability) in enumerate(ordered):
        if probability > level / (len(ordered) - number):
            break
        found.add(name)
    return frozenset(found)
