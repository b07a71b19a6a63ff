"""Words and names that a misspelled one may be meant for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from difflib import get_close_matches
from itertools import islice

MIN_SLIP_SIMILARITY = 0.8
"""The minimum similarity of a word and its misspelling."""

MIN_LETTERS_OF_SLIP = 4
"""The minimum length of a misspelled word; shorter words are different words."""

MIN_SIMILARITY = 0.7
"""The minimum similarity of two names, from 0 to 1."""

MAX_NAMES_COMPARED = 300
"""In a file with more names, only those that differ from the misspelled one by one letter are
looked up.
"""

MAX_LETTERS_OF_SLIP = 40
"""The length from which a name has no suggestions."""

MAX_COMPARISONS = 2_500
"""The number of comparisons in a chunk after which no names are suggested."""

_LETTERS = "abcdefghijklmnopqrstuvwxyz-"


def alike(word: str, known: Iterable[str]) -> str:
    """The word of the notation that is most similar to a word; empty if none is similar."""
    words = sorted(known)
    begun = [
        known
        for known in words
        if len(word) > 3 and (known.startswith(word) or sorted(known) == sorted(word))
    ]
    return "".join(begun[:1] or get_close_matches(word, words, n=1, cutoff=MIN_SLIP_SIMILARITY))


def is_slip(word: str, known: str) -> bool:
    """Whether a word differs from another by one added, removed, replaced or swapped letter, and is
    not its plural.
    """
    if len(known) < MIN_LETTERS_OF_SLIP or word in (known, f"{known}s"):
        return False
    start = next(
        (at for at, (a, b) in enumerate(zip(word, known, strict=False)) if a != b),
        min(len(word), len(known)),
    )
    rest, other = word[start:], known[start:]
    swapped = rest[1:2] + rest[:1] + rest[2:]
    return other in (rest[1:], swapped) or rest == other[1:] or rest[1:] == other[1:]


def suggestions(
    word: str,
    defined: Iterable[str],
    is_defined: Callable[[str], object],
    others: Collection[str] = (),
    *,
    count: int = 2,
    diagnosed: int = 0,
) -> list[str]:
    """The names most similar to an unknown one, the most similar first.

    Args:
        word: The unknown name.
        defined: The names that the file defines, in no order.
        is_defined: Whether the file defines a name.
        others: More names that may be meant.
        count: The maximum number of names.
        diagnosed: The number of diagnostics that the chunk already has.
    """
    own = list(islice(defined, MAX_NAMES_COMPARED + 1))
    if len(word) > MAX_LETTERS_OF_SLIP or diagnosed * (len(own) + len(others)) > MAX_COMPARISONS:
        return []
    if len(own) > MAX_NAMES_COMPARED:
        own = [name for name in _one_slip_away(word) if is_defined(name)]
    return get_close_matches(word, {*own, *others} - {word}, count, cutoff=MIN_SIMILARITY)


def _one_slip_away(word: str) -> Iterator[str]:
    """The names with one letter less, more or other, or with two letters swapped."""
    letters = dict.fromkeys(_LETTERS + word)
    for at in range(len(word) + 1):
        before, rest = word[:at], word[at:]
        yield from (before + letter + rest for letter in letters)
        yield from (before + letter + rest[1:] for letter in letters)
        yield before + rest[1:]
        yield before + rest[1:2] + rest[:1] + rest[2:]
