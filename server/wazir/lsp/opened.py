"""What a client has open: documents, and Markdown files with documents in them."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from wazir.diagnostics import Diagnostic
from wazir.document import Document
from wazir.notations.base import Source

if TYPE_CHECKING:
    from wazir.document.markdown import Group, Markdown


@dataclass(slots=True)
class OpenFile:
    """What a client has open at an address. The document never changes; a change puts another one here.

    Or a block of a Markdown file that is open there.
    """

    uri: str
    version: int | None
    document: Document
    colours: tuple[str, array[int]] | None = None
    """The semantic tokens that the client was given last, and the name of that answer."""
    chunk_colours: dict[str, dict[Source, bytes]] = field(default_factory=dict)
    """The semantic tokens of chunks by their notations, their texts, and what holds for them."""
    written: dict[tuple[int, int], tuple[Diagnostic, str]] = field(default_factory=dict)
    """The findings that were sent last as JSON, by line and identity; that of a finding is its own while it is kept."""

    def listed(self, limit: int) -> tuple[Sequence[Group], int]:
        """The worst findings, and how many there are."""
        found, total = self.document.listed(limit)
        return [(self.document, found)], total

    def documents(self, _first: int = 0, _last: int | None = None) -> Iterator[Document]:
        """The document."""
        yield self.document


@dataclass(slots=True)
class OpenMarkdown:
    """A Markdown file that a client has open. The fields are like those of a document."""

    uri: str
    version: int | None
    document: Markdown
    colours: tuple[str, array[int]] | None = None
    chunk_colours: dict[str, dict[Source, bytes]] = field(default_factory=dict)
    written: dict[tuple[int, int], tuple[Diagnostic, str]] = field(default_factory=dict)

    def listed(self, limit: int) -> tuple[Sequence[Group], int]:
        """The worst findings, and how many there are."""
        return self.document.listed(limit)

    def documents(self, first: int = 0, last: int | None = None) -> Iterator[Document]:
        """The documents in it, or those that some lines touch."""
        return self.document.documents(first, last)

    def block(self, line: int) -> OpenFile | None:
        """The block that a line is in."""
        document = self.document.document_at(line)
        return OpenFile(self.uri, self.version, document) if document else None


Opened = OpenFile | OpenMarkdown
