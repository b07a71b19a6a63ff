"""Words: how each style writes them, equal names, and the functions that gerunds mean (L3, L5, L14, L17)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

from wazir.notations.lcpn.styles import STYLES
from wazir.notations.lcpn.tree import Array, Name, Number, Property, Text, Word

_ROMAN = {1000: "m", 900: "cm", 500: "d", 400: "cd", 100: "c", 90: "xc", 50: "l", 40: "xl", 10: "x", 9: "ix", 5: "v"}
_ROMAN |= {4: "iv", 1: "i"}
_GREATEST = 3999
_LEADING = re.compile(r"\A-+")
_RANGE = re.compile(r"-?\d+|\*")
_ESCAPED = re.compile(r'[\\"]')


@dataclass(frozen=True, slots=True)
class NameKinds:
    """The names of pieces and of functions in a text. The tree of the SQL style depends on them (L14)."""

    pieces: frozenset[str] = frozenset()
    functions: frozenset[str] = frozenset()

    def is_piece(self, key: str) -> bool:
        """Whether a piece has the name."""
        return key in self.pieces

    def is_function(self, key: str) -> bool:
        """Whether a function has the name."""
        return key in self.functions


NO_KINDS = NameKinds()


def canonical(written: str) -> str:
    """The key of a name: lower case, with hyphens, without the `$`."""
    plain = written.removeprefix("$")
    if not plain.isascii():
        plain = unicodedata.normalize("NFC", plain)
    return plain.lower().replace("_", "-")


def spelled(key: str, style: str) -> str:
    """A key with the word separator of a style. A leading `_` is kept in all styles."""
    if not STYLES[style].is_lispy:
        return key.replace("-", "_")
    return _LEADING.sub(lambda hyphens: "_" * len(hyphens[0]), key)


def spaced(key: str) -> str:
    """A name as a label: with spaces for hyphens (L11)."""
    return key.replace("-", " ")


def hyphened(name: str) -> str:
    """A name with spaces as a key."""
    return name.replace(" ", "-")


def written(of: Name | Array | Text | Number | Property | Word, style: str, guarded: bool = False) -> str:
    """A leaf of the tree in a style.

    A name gets a `$` where it would clash with a word of the style, or to be *guarded* from being taken for a gerund.
    """
    match of:
        case Name(key):
            return "$" * (guarded or key in STYLES[style].reserved) + spelled(key, style)
        case Array(numbers):
            inside = (" " if STYLES[style].is_lispy else ", ").join(map(str, numbers))
            return STYLES[style].array.format(inside)
        case Text(words):
            return '"' + _ESCAPED.sub(lambda sign: "\\" + sign[0], words) + '"'
        case Number(value):
            return str(value)
        case Property(key):
            return f"::{spelled(key, style)}"
        case Word(key):
            return f":{key if _RANGE.fullmatch(key) else spelled(key, style)}"


def operand(text: str, style: str) -> str:
    """The text of an expression as an operand, with brackets if needed."""
    return text if STYLES[style].is_lispy or " " not in text else f"({text})"


def roman(digits: str) -> str:
    """A number in Roman numerals; 0 and large numbers in digits."""
    number = int(digits) if len(digits) <= len(str(_GREATEST)) else 0
    if not 0 < number <= _GREATEST:
        return digits
    numeral = ""
    for value, letters in _ROMAN.items():
        numeral += letters * (number // value)
        number %= value
    return numeral


# Gerunds


def is_like_gerund(key: str) -> bool:
    """Whether a name could be read as a gerund before an operand (L14)."""
    return key.endswith("ing")


def candidates(key: str) -> tuple[str, ...]:
    """The functions that a gerund may mean, the likeliest first; empty for other keys."""
    stem = key.removesuffix("ing")
    if stem in ("", key):
        return ()
    doubled = len(stem) > 1 and stem[-1] == stem[-2] and stem[-1] not in "aeiou"
    return (stem, f"{stem}e", stem[:-1]) if doubled else (stem, f"{stem}e")


def resolved(key: str, is_function: Callable[[str], bool]) -> str:
    """The function that a gerund means; other keys are unchanged."""
    stems = candidates(key)
    if not stems or is_function(key):
        return key
    return next(filter(is_function, stems), stems[0])


def gerund(function: str) -> str:
    """A gerund that means the function."""
    key = canonical(function)
    stem = function[:-1] if key.endswith("e") and key in candidates(f"{key[:-1]}ing") else function
    return f"{stem}ing"


def forms(function: str) -> tuple[str, ...]:
    """The name of a function, its gerund, and all names that the gerund may mean."""
    ending = gerund(function)
    return function, ending, *candidates(ending)


def respelled(new: str, old: str, key: str) -> str:
    """A new name in the spelling of the old one: with its `-` or `_`, its `$`, and as a gerund if that is one.

    Args:
        new: The new name, written in any way.
        old: What stands at the place.
        key: The old name.
    """
    name = new.removeprefix("$")
    if canonical(old) != key:
        name = gerund(name)
    sign = "_" if "_" in old else "-" if "-" in old else ""
    if sign:
        name = name.replace("-", sign).replace("_", sign)
    return f"{'$' * old.startswith('$')}{name}"
