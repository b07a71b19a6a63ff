"""Names: how they are written, which of them are the same, and what functions gerunds mean (L3, L14)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Protocol

from wazir.diagnostics import Fix
from wazir.notations.lcpn import rules
from wazir.notations.lcpn.expressions import Name
from wazir.notations.report import Report
from wazir.syntax import Token
from wazir.text import Edit

_DIGITS = re.compile(r"\d+")
_ROMAN = {1000: "m", 900: "cm", 500: "d", 400: "cd", 100: "c", 90: "xc", 50: "l", 40: "xl", 10: "x", 9: "ix", 5: "v"}
_ROMAN |= {4: "iv", 1: "i"}
_GREATEST = 3999


class Known(Protocol):
    """What names mean in a file; names are canonical."""

    def is_piece(self, key: str) -> bool:
        """Whether a piece has the name."""

    def is_function(self, key: str) -> bool:
        """Whether a function has the name, one of the notation or of the file."""


def canonical(written: str) -> str:
    """The key of a name: lower case, with hyphens, without the `$`."""
    plain = written.removeprefix("$")
    if not plain.isascii():
        plain = unicodedata.normalize("NFC", plain)
    return plain.lower().replace("_", "-")


def candidates(key: str) -> tuple[str, ...]:
    """The functions that a gerund may mean, the likeliest first; none if the key is no gerund."""
    if len(key) <= len("ing") or not key.endswith("ing"):
        return ()
    stem = key[:-3]
    doubled = len(stem) > 1 and stem[-1] == stem[-2] and stem[-1] not in "aeiou"
    return (stem, f"{stem}e", stem[:-1]) if doubled else (stem, f"{stem}e")


def resolved(key: str, known: Known) -> str:
    """The function that a gerund means; any other key is what it is."""
    stems = candidates(key)
    if not stems or known.is_function(key):
        return key
    return next((stem for stem in stems if known.is_function(stem)), stems[0])


def name(token: Token, style: str, report: Report) -> Name:
    """The name that a word is, with what is wrong with how it is written."""
    plain = token.text
    if _DIGITS.search(plain):
        _report_digits(token, report)
    if style in ("c", "sql") and "-" in plain:
        better = plain.replace("-", "_")
        report(
            rules.HYPHEN_IN_NAME,
            token.span,
            f"Names are written with `_` in this style: `{better}`.",
            fixes=(Fix(f"Write `{better}`", (Edit(token.span, better),)),),
        )
    return Name(canonical(plain), token.span)


def _report_digits(token: Token, report: Report) -> None:
    better = _DIGITS.sub(lambda digits: roman(digits[0]), token.text)
    fixes = () if _DIGITS.search(better) else (Fix(f"Write `{better}`", (Edit(token.span, better),), safe=False),)
    way = f" Write Roman numerals: `{better}`." if fixes else " Write it in letters."
    report(rules.DIGIT_IN_NAME, token.span, f"Names have no digits.{way}", fixes=fixes)


def roman(digits: str) -> str:
    """A number in Roman numerals; too large a one, and 0, in digits."""
    number = int(digits) if len(digits) <= len(str(_GREATEST)) else 0
    if not 0 < number <= _GREATEST:
        return digits
    return "".join(_numerals(number))


def _numerals(number: int) -> Iterator[str]:
    for value, letters in _ROMAN.items():
        yield letters * (number // value)
        number %= value
