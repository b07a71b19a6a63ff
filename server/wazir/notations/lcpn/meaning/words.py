"""The restrictions that have a meaning (L6, L7, L10); all others are labels (L11)."""

from __future__ import annotations

from wazir.notations.lcpn.expressions import Word
from wazir.notations.lcpn.meaning.directions import choice
from wazir.notations.lcpn.meaning.ranges import is_range
from wazir.piece.model import Lattice, Towards

ONLY = "only"

RADIAL = {
    "outward": Towards.OUTWARD,
    "inward": Towards.INWARD,
    "any": Towards.OUTWARD | Towards.INWARD | Towards.ASIDE,
}
"""Which way a step may lead, by restriction; where no way is made yet, each of them takes every step (L9)."""


def is_label(word: Word, lattice: Lattice) -> bool:
    """Whether a restriction is nothing but a label (L11)."""
    return not (is_range(word) or word.key in RADIAL or word.key == ONLY or choice(word.key, lattice))


def spelled(key: str, style: str) -> str:
    """A name or a restriction as a style spells it (L3)."""
    return key if style in ("lisp", "elisp") else key.replace("-", "_")
