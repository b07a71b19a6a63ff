"""Links from names that every file knows to where they are defined."""

from __future__ import annotations

from dataclasses import dataclass

from wazir.document import Document
from wazir.features.names import in_chunk, is_defined
from wazir.steps import Steps, stepwise
from wazir.text import Span


@dataclass(frozen=True, slots=True)
class Link:
    """A place where a name of the library stands."""

    span: Span
    name: str
    """What it is known by."""


@stepwise
def links(document: Document) -> Steps[tuple[Link, ...]]:
    """The names of the library in a document, in order."""
    found = list[Link]()
    if document.notation.resolver is None or document.notation.resolver.library_file is None:
        return ()
    for placed in document.chunks():
        used = in_chunk(document, placed) if placed.chunk.uses else ()
        found += [Link(one.span, one.name) for one in used if not one.is_defined and not is_defined(document, one.name)]
        yield
    return tuple(found)
