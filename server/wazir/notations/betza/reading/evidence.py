"""What only texts in Betza's notation have."""

from __future__ import annotations

import re

_TYPICAL = re.compile(
    r"(?<![^\r\n])[ \t\ufeff]*+(?:%(?:dialect|board)\b|[^\s=:#;%(@{][^=:#;(@{\r\n]*+=[ \t]*+[a-z]*+[A-Z(\[])"
)
"""A directive, or a name with `=` and an atom behind it."""


def evidence(text: str) -> int:
    """How many lines of a text are typical."""
    return sum(1 for _ in _TYPICAL.finditer(text))
