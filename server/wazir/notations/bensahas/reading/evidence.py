"""What only texts in Bensaħas have."""

from __future__ import annotations

import re

_TYPICAL = re.compile(
    r"(?<![^\r\n])[ \t\ufeff]*+[^\s{}()=][^\r\n{}()=]*+\{"
    r"|\)[ \t]*+!"
    r"|\([ \t]*+(?:n|\d++)[ \t]*+,[ \t]*+(?:n|\d++)[ \t]*+[;:]"
    r"|\([ \t]*+n[ \t]*+,"
    r"|@[A-Z][ \t]*+[=:]"
)
"""A header with its brace, the end of a statement, the first values of a leg, and a parameter."""


def evidence(text: str) -> int:
    """How often a text has what is typical."""
    return sum(1 for _ in _TYPICAL.finditer(text))
