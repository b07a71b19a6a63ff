"""What only texts in Lispy Chess Piece Notation have."""

from __future__ import annotations

import re
from collections.abc import Iterable

from wazir.notations.lcpn.dialects import STYLES
from wazir.notations.lcpn.reading.styles import plain, setting, starts
from wazir.notations.lcpn.vocabulary import DIRECTIONS, FUNCTIONS, LOGIC, RADIALS, RANGES


def _one_of(*tables: Iterable[str]) -> str:
    words = sorted((word for table in tables for word in table), key=len, reverse=True)
    return "|".join(re.escape(word).replace(r"\-", "[-_]") for word in words)


_TYPICAL = re.compile(
    rf"\((?:{_one_of(FUNCTIONS, LOGIC)})[ \t\r\n]"
    rf"|(?<![\w-])(?:{_one_of(FUNCTIONS)})\("
    rf"|(?<=[\w)\]\s]):(?:{_one_of(DIRECTIONS, RADIALS, RANGES)})(?![\w-])"
    r"|(?<![\w-])else[ \t]*+\{"
    r"|(?<=[a-z)\]])[ \t]*+(?:/|=>|->)[ \t]*+(?=[a-z(\[])"
)
"""Calls, restrictions, other cases, and operators between words."""


def evidence(text: str) -> int:
    """How often a text has what is typical."""
    is_set = setting(text, "style") in STYLES
    return is_set + len(starts(text)) + sum(1 for _ in _TYPICAL.finditer(plain(text, "")))
