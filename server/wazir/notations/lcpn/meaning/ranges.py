"""How far a restriction lets a piece go (L7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wazir.notations.lcpn.expressions import Word

RIDER = "rider"
UNLIMITED = "*"


@dataclass(frozen=True, slots=True)
class Range:
    """From the least to the most steps; None is any number."""

    least: int = 1
    most: int | None = None
    is_counted: bool = True
    """It was given by numbers, which beat `:rider`."""


def is_range(word: Word) -> bool:
    """Whether a restriction is one of distance."""
    return word.key in (RIDER, UNLIMITED) or word.key.isdecimal()


def numbers(words: Sequence[Word]) -> tuple[Word, ...]:
    """The words that give a number of steps, `*` too."""
    return tuple(word for word in words if word.key == UNLIMITED or word.key.isdecimal())


def refused(words: Sequence[Word]) -> bool:
    """Whether numbers of steps make no sense: three, zero, a larger before a smaller, a first `*` of two."""
    counted = [word.key for word in numbers(words)]
    if len(counted) > 2 or any(key != UNLIMITED and int(key) == 0 for key in counted):
        return True
    if len(counted) < 2:
        return False
    return counted[0] == UNLIMITED or (counted[1] != UNLIMITED and int(counted[0]) > int(counted[1]))


def steps_of(words: Sequence[Word], held: Range | None = None) -> Range | None:
    """The range that holds inside some restrictions, where another holds around them: the outermost wins."""
    if held is not None and held.is_counted:
        return held
    counted = [word.key for word in numbers(words)]
    if counted and not refused(words):
        least = int(counted[0]) if len(counted) == 2 else 1
        return Range(least, None if counted[-1] == UNLIMITED else int(counted[-1]))
    if any(word.key == RIDER for word in words):
        return Range(is_counted=False)
    return held
