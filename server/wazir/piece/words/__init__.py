"""Describes pieces in sentences; here, numbers, lists and quotations in plain words."""

from __future__ import annotations

import re
from collections.abc import Iterable

_NUMBERS = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
_ORDINALS = (
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
)


def number_word(number: int) -> str:
    """A number, in words if it is small."""
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


def ordinal(number: int) -> str:
    """An ordinal, in words if it is small: "first" for 1."""
    if 0 < number <= len(_ORDINALS):
        return _ORDINALS[number - 1]
    is_teen = number // 10 % 10 == 1
    ending = "th" if is_teen else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def join_phrases(words: Iterable[str], last: str = " or ") -> str:
    """Words as one phrase: "a, b or c".

    If they have lists in them, commas keep these apart: "a or b, or c", "a, b or c, or d".
    """
    *firsts, end = list(words) or ["nowhere"]
    if not firsts:
        return end
    plain = [_ONE_THING.sub("", text) for text in (*firsts, end)]
    if any(", " in text for text in plain):
        return f",{last}".join((*firsts, end))
    has_choices = any(" or " in text for text in plain)
    return f"{', '.join(firsts)}{',' * has_choices}{last}{end}"


_ONE_THING = re.compile("“[^”]*”|friend or enemy")
"""A quotation or phrase that is not read as a list."""


def quoted(texts: Iterable[str], last: str = " or ", most: int = 3, longest: int = 240) -> str:
    """Texts of a document as one phrase: quoted, shortened, and only the first ones."""
    all_texts = list(texts)
    longest //= max(1, min(len(all_texts), most))
    phrases = []
    for text in all_texts[:most]:
        line = " ".join(text.split())
        if len(line) > longest:
            line = f"{line[: longest - 1]}…"
        phrases.append(f"“{line}”")
    if left := len(all_texts) - len(phrases):
        phrases.append(f"{left} more")
    return join_phrases(phrases, last)


def named(names: Iterable[str], last: str = " or ") -> str:
    """Names of a document as one phrase. Names of several words are quoted."""
    return re.sub(r"“([\w-]+)”", r"\1", quoted(names, last, most=8, longest=320))
