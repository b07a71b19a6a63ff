"""A document that a client has open."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from typing import NamedTuple

from wazir.diagnostics import Diagnostic
from wazir.document import Document


class Coloured(NamedTuple):
    """The semantic tokens of a chunk, wherever it stands: five numbers a word, its place told from the word before."""

    data: bytes
    first: int
    """The line of the first word, counted from the start of the chunk."""
    last: int
    """The line of the last word."""


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
    chunk_colours: dict[str, Coloured] = field(default_factory=dict)
    """The semantic tokens of chunks by their texts."""
    written: dict[tuple[int, int], tuple[Diagnostic, str]] = field(default_factory=dict)
    """The findings that were sent last as JSON, by line and identity; that of a finding is its own while it is kept."""
