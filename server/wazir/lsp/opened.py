"""A document that a client has open."""

from __future__ import annotations

from array import array
from dataclasses import dataclass

from wazir.document import Document


@dataclass(slots=True)
class OpenFile:
    """What a client has open at an address. The document never changes; a change puts another one here."""

    uri: str
    version: int | None
    document: Document
    near: int | None = None
    """Where it was changed last."""
    colours: tuple[str, array[int]] | None = None
    """The semantic tokens that the client was given last, and the name of that answer."""
