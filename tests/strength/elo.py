"""Elo differences with their bounds, and the sequential probability ratio test (SPRT), from pairs
of games.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import NamedTuple

CERTAIN = 0.05
"""The probability of each error of the test, and of a difference outside of its bounds."""
_DEVIATIONS = statistics.NormalDist().inv_cdf(1 - CERTAIN / 2)
BOUND = math.log((1 - CERTAIN) / CERTAIN)
"""The log-likelihood ratio at which a test ends, with its sign."""
_MARGIN = 1e-6
_PRIOR = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Shares that count together as one pair, so that a few equal results are not certain."""


class Elo(NamedTuple):
    """A difference with the bounds between which it lies with a probability of 95 %."""

    least: float
    value: float
    most: float


def share(elo: float) -> float:
    """The expected share of points at an Elo difference."""
    return 1 / (1 + 10 ** (-elo / 400))


def difference(points: float) -> float:
    """The Elo difference at which a share of points is expected, finite for 0 and 1 too."""
    inside = min(max(points, _MARGIN), 1 - _MARGIN)
    return -400 * math.log10(1 / inside - 1)


def moments(pairs: Sequence[float]) -> tuple[int, float, float]:
    """The number, the mean and the variance of shares of points, one for each pair of games with
    one opening.
    """
    count, weight = len(pairs) + 1, 1 / len(_PRIOR)
    mean = (sum(pairs) + weight * sum(_PRIOR)) / count
    spread = sum((pair - mean) ** 2 for pair in pairs) + weight * sum(
        (pair - mean) ** 2 for pair in _PRIOR
    )
    return count, mean, spread / count


def elo(pairs: Sequence[float]) -> Elo:
    """The Elo difference of the first engine."""
    count, mean, variance = moments(pairs)
    error = _DEVIATIONS * math.sqrt(variance / count)
    return Elo(difference(mean - error), difference(mean), difference(mean + error))


def log_likelihood(pairs: Sequence[float], worse: float, better: float) -> float:
    """The log-likelihood ratio of the difference *better* to the difference *worse*, for shares
    that are normal.

    At `BOUND` the first engine is better, at its negative it is not.
    """
    count, mean, variance = moments(pairs)
    low, high = share(worse), share(better)
    return count * (high - low) * (2 * mean - low - high) / (2 * variance)
