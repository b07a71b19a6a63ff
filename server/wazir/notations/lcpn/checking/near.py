"""The names that an unknown one may be meant for."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from itertools import islice

from wazir.notations.base import Scope
from wazir.notations.lcpn.names import library

ALIKE = 0.7
"""How like another a name must be to be meant by it, from 0 to 1."""
FEW = 300
"""A file with more names is not gone through: of those only what one slip of the hand makes is looked for."""
_SIGNS = "abcdefghijklmnopqrstuvwxyz-"


def near(key: str, scope: Scope) -> list[str]:
    """The names of the file and of the prelude that may be meant, at most three, the likeliest first."""
    own = list(islice(scope.defined_names(), FEW + 1))
    if len(own) > FEW:
        own = [name for name in one_slip_away(key) if scope.source(name)]
    every = sorted({*own, *library().defined_names()} - {key})
    return get_close_matches(key, every, n=3, cutoff=ALIKE)


def one_slip_away(key: str) -> Iterator[str]:
    """The names with one letter less, more or other, or with two letters swapped."""
    signs = dict.fromkeys(_SIGNS + key)
    for at in range(len(key) + 1):
        before, behind = key[:at], key[at:]
        yield from (before + sign + behind for sign in signs)
        yield from (before + sign + behind[1:] for sign in signs if behind)
        yield before + behind[1:]
        yield before + behind[1:2] + behind[:1] + behind[2:]
