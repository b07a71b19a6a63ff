"""A document that a client has open."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field

from wazir.diagnostics import Diagnostic
from wazir.document import Document
from wazir.notations.base import Source


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
    chunk_colours: dict[Source, bytes] = field(default_factory=dict)
    """The semantic tokens of chunks by their texts, and by what holds for them."""
    written: dict[tuple[int, int], tuple[Diagnostic, str]] = field(default_factory=dict)
    """The findings that were sent last as JSON, by line and identity; that of a finding is its own while it is kept."""
