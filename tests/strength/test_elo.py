"""The statistics of matches."""

from __future__ import annotations

from random import Random

import pytest

from strength.elo import BOUND, difference, elo, log_likelihood, share


@pytest.mark.parametrize(
    ("points", "difference_"), [(0.5, 0), (0.64, 100), (0.75, 191), (0.91, 402), (0.36, -100)]
)
def test_the_difference_of_a_share_of_points(points: float, difference_: int) -> None:
    """As tables of the Elo system give it."""
    assert difference(points) == pytest.approx(difference_, abs=1)
    assert share(difference(points)) == pytest.approx(points)


def test_bounds_of_a_difference() -> None:
    """A mean of 0.6 and a deviation of 0.3 over a thousand pairs: the share lies between 0.581 and
    0.619.
    """
    least, value, most = elo([1.0] * 300 + [0.5] * 600 + [0.0] * 100)

    assert (least, value, most) == pytest.approx((57.1, 70.4, 83.9), abs=0.5)


@pytest.mark.parametrize(("true", "first_is_better"), [(40, True), (-10, False)])
def test_the_sequential_test_ends_with_what_is_true(true: int, first_is_better: bool) -> None:
    """In nine of ten simulated matches at least; one of twenty may end wrongly."""
    rng = Random(4)
    right = 0
    for _ in range(20):
        pairs: list[float] = []
        while abs(ratio := log_likelihood(pairs, 0, 30)) < BOUND:
            pairs.append(sum(rng.random() < share(true) for _ in range(2)) / 2)
        right += (ratio > 0) is first_is_better

    assert right >= 18


def test_the_probabilities_of_the_test() -> None:
    """The bounds of Wald for errors of 5 %."""
    assert pytest.approx(2.944, abs=0.001) == BOUND
