"""The two forms in which a position can be written (G23, G24)."""

from __future__ import annotations

from types import MappingProxyType

FORMS = MappingProxyType({"board": "A drawing of the board.", "fen": "The position in one line."})
FORM_TITLES = MappingProxyType({"board": "a drawing", "fen": "the one-line form"})
"""What they are called in titles."""
