"""The notation of a text that has no name."""

from __future__ import annotations

from collections.abc import Sequence

from wazir.notations import SAMPLE
from wazir.notations.base import Notation


def recognized(text: str, among: Sequence[Notation]) -> Notation | None:
    """The notation for which there is most evidence in a text, the first if there is as much; None without any."""
    counts = [notation.analyser.evidence(text[:SAMPLE]) for notation in among]
    most = max(counts)
    return among[counts.index(most)] if most else None
