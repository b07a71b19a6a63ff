"""Links from names that every file knows to where they are defined."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wazir.document import Document
from wazir.features.names import in_chunk, is_defined
from wazir.text import Span


@dataclass(frozen=True, slots=True)
class Link:
    """A place where a name of the library stands."""

    span: Span
    name: str
    """What it is known by."""


def links(document: Document) -> Iterator[tuple[Link, ...]]:
    """The names of the library in a document, in order: those of one chunk after the other."""
    if document.notation.linked is None or document.notation.linked.library_file is None:
        return
    for placed in document.chunks():
        used = in_chunk(document, placed) if placed.chunk.uses else ()
        yield tuple(
            Link(one.span, one.name) for one in used if not one.is_defined and not is_defined(document, one.name)
        )
