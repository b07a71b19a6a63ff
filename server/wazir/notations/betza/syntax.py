"""The grammar, where chunks start, and the evidence for the notation in a text."""

from __future__ import annotations

import re

from wazir.parsing import END, Grammar, Repair

GRAMMAR = Grammar(
    "betza",
    repairs=(
        Repair("RPAR"),
        Repair("RSQB"),
        # A range or a suffix does not wait for an atom: it stands on nothing.
        Repair("ATOM", frozenset({"HYPHEN", "QUESTION", "LPAR", "LSQB", "RPAR", "RSQB", END})),
    ),
    brackets={"LPAR": "RPAR", "LSQB": "RSQB", "OPEN_VECTOR": "RPAR"},
    length=800,
)

NOT_A_START = " \t\r\n\f\v\u00a0\ufeff#;"
"""A line that begins with one of these continues the line before it, or is a comment."""


def starts_chunk(line: str) -> bool:
    """Whether a line begins a definition or is a directive, by its first sign."""
    return line[:1] not in NOT_A_START


_TYPICAL = re.compile(
    r"(?<![^\r\n])[ \t\ufeff]*+(?:%(?:dialect|board)\b|[^\s=:#;%(@{][^=:#;(@{\r\n]*+=[ \t]*+[a-z]*+[A-Z(\[])"
)
"""A directive, or a name with `=` and an atom after it."""


def evidence(text: str) -> int:
    """The number of typical lines in a text."""
    return sum(1 for _ in _TYPICAL.finditer(text))
