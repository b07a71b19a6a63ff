"""What leapers and riders are called."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from wazir.notations.betza.vocabulary import WORDS
from wazir.piece.model import Vector

_LEAPERS: Mapping[Vector, str] = MappingProxyType(
    {
        **{word.leap: word.title for word in WORDS if word.leap},
        (0, 4): "Fourleaper",
        (1, 4): "Giraffe",
        (3, 4): "Antelope",
        (4, 4): "Commuter",
        (1, 6): "Flamingo",
    }
)

_RIDERS: Mapping[str, str] = MappingProxyType(
    {"W": "Rook", "F": "Bishop", "K": "Queen", "R": "Rook", "B": "Bishop", "Q": "Queen", "N": "Nightrider"}
)


def leaper(leap: Vector) -> str:
    """The name of a leaper; Leaper, if it has none."""
    return _LEAPERS.get(leap, "Leaper")


def rider(letter: str) -> str:
    """The name of the piece that makes any number of steps of an atom."""
    named = next((word.title for word in WORDS if word.spelling == letter), "")
    return _RIDERS.get(letter) or f"{named}-rider"
