"""Completion of the names of well-known pieces to their moves (Q5), in all notations of pieces."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice

from wazir.notations.base import CompletionItem, TokenType
from wazir.piece.known import Known

MOST_KNOWN = 20
"""The maximum number of pieces that are offered."""
BEGUN_NAME = re.compile(r"(?<![^\W_])[A-Za-z][a-z']{2,}(?:[ _-][A-Za-z][a-z']*)*$")
"""The beginning of a name: three letters, or words."""


def known_pieces(named: Mapping[str, Known], begun: str) -> Iterator[CompletionItem]:
    """The texts of well-known pieces whose names begin with what is typed, which they replace."""
    key = re.sub("[_-]", " ", begun.lower())
    by_text = {known.text: (name, known) for name, known in reversed([*named.items()]) if name.startswith(key)}
    for name, known in islice(reversed(by_text.values()), MOST_KNOWN):
        line, shown = f"{known.name} ({known.known_from})", begun + name[len(begun) :]
        yield CompletionItem(known.text, line, TokenType.ATOM, filter_text=shown, overlap=len(begun))
