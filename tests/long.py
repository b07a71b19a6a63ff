"""How much is tried: `make test` takes a part of what `make test-long` tries, where a law is
checked on many examples.

Only what is made by chance or taken from a corpus is cut. Vectors and cases with an expected answer
are never cut.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

from hypothesis import Phase, settings

LONG = os.environ.get("WAZIR_TESTS") == "long"
"""Whether everything is tried, and Hypothesis looks for examples of its own."""
PART, FEWEST = 6, 20
"""Otherwise one in six examples of Hypothesis is tried, but twenty of them."""

FOUND = (Phase.explicit, Phase.reuse, Phase.generate)
"""For texts: one that fails is short enough; making it shorter takes long."""

T = TypeVar("T")


def examples(count: int, phases: Sequence[Phase] = tuple(Phase)) -> settings:
    """The settings of a property: so many examples in a long run, without a limit of time for
    one.
    """
    return settings(
        max_examples=count if LONG else max(count // PART, FEWEST), deadline=None, phases=phases
    )


def some(everything: Sequence[T], step: int, first: int = 0) -> Sequence[T]:
    """One in so many, from a first one on; everything in a long run."""
    return everything if LONG else everything[first::step]
