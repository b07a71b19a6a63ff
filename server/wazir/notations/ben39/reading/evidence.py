"""What only texts with records of Ben39 have."""

from __future__ import annotations

import re

from wazir.notations.ben39.reading.grammar import KEYS

_TYPICAL = re.compile(
    r"(?<![^\r\n])[ \t\ufeff]*+(?i:position(?:[ \t]++[^\s;:=][^;:=\r\n]*+)?[ \t]*+(?=[;\r\n]|\Z)"
    rf"|(?:{'|'.join(KEYS)})[ \t]*+:)"
    r"|\+---[+A-Z*]|\|:::\||\|###\|"
    r"|\b[A-Z][+x?]?(?:@|[a-o]\d{1,2}[-x])[a-o]\d{1,2}\b|\b[A-Z][a-o]\d{1,2}[<>]"
)
"""A header, a key, a part of a drawing, an action."""


def evidence(text: str) -> int:
    """How often a text has what is typical."""
    return sum(1 for _ in _TYPICAL.finditer(text))
