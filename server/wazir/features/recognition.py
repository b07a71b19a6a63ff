"""The notation of a text that has no name."""

from __future__ import annotations

from collections.abc import Sequence

from wazir.notations.base import Notation

_SAMPLE = 20_000
"""Characters at the start of a text that tell its notation."""


def recognized(text: str, among: Sequence[Notation]) -> Notation | None:
    """The notation for which there is most evidence in a text, the first if there is as much; None without any."""
    counts = [notation.analyser.evidence(text[:_SAMPLE]) for notation in among]
    most = max(counts)
    return among[counts.index(most)] if most else None
