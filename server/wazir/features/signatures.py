"""Signature help: what a function is given, while its arguments are written."""

from __future__ import annotations

from wazir.document import Document
from wazir.notations.base import Signature


def signature(document: Document, offset: int) -> Signature | None:
    """The function around an offset with its arguments; None where there is none."""
    asked = document.notation.editor.signature
    if asked is None:
        return None
    placed = document.chunk_at(offset)
    return asked(placed.chunk.text, placed.context, offset - placed.start, document.scope)
