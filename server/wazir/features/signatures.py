"""Signature help: what a function is given, while its arguments are written."""

from __future__ import annotations

from wazir.document import Document
from wazir.notations.base import LONGEST_SCANNED, Signature


def signature(document: Document, offset: int) -> Signature | None:
    """The function around an offset with its arguments; None where there is none."""
    asked = document.notation.editor.signature
    if asked is None:
        return None
    placed = document.chunk_at(offset)
    local = offset - placed.start
    return asked(document.analysis(placed), local) if local <= LONGEST_SCANNED else None
