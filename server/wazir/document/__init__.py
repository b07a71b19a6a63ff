"""The text of a file as an immutable value, cut into chunks, so that an edit costs only what it
touches.
"""

from __future__ import annotations

from wazir.document.chunks import Chunk, Placed
from wazir.document.document import Document

__all__ = ["Chunk", "Document", "Placed"]
