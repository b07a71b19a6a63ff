"""The text of a file as a value, cut into definitions, so that an edit costs no more than what it touches."""

from __future__ import annotations

from wazir.document.chunks import Chunk
from wazir.document.document import Document, Placed

__all__ = ["Chunk", "Document", "Placed"]
