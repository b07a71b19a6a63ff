"""Numbers and lists in plain words."""

from __future__ import annotations

from collections.abc import Iterable

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def counted(number: int) -> str:
    """A number in words, if it is small."""
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


def listed(words: Iterable[str], last: str = " or ") -> str:
    """Some words as one phrase: "a, b or c"."""
    *firsts, end = list(words) or ["nowhere"]
    return f"{', '.join(firsts)}{last}{end}" if firsts else end
