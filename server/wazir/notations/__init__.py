"""The notations: one line for each."""

from __future__ import annotations

from pathlib import PurePath

from wazir.notations.base import Notation
from wazir.notations.bensahas import BENSAHAS
from wazir.notations.betza import BETZA
from wazir.notations.lcpn import LCPN

REGISTRY: tuple[Notation, ...] = (BETZA, LCPN, BENSAHAS)
"""All notations; the first is the one that is meant where nothing says which."""


def by_name(name: str) -> Notation:
    """The notation of that name.

    Raises:
        KeyError: There is none.
    """
    return {notation.name: notation for notation in REGISTRY}[name]


def for_file(path: str | PurePath) -> Notation | None:
    """The notation of files with such a name; None if it is of no notation."""
    ending = PurePath(path).suffix.lower()
    return next((notation for notation in REGISTRY if ending in notation.extensions), None)
