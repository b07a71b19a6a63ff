"""The diagnostics of the first lines of a long text, before the rest of it is read."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import islice
from operator import or_
from typing import NamedTuple

from wazir.diagnostics import Diagnostic, Severity, Tag
from wazir.document.chunks import Placed, starts
from wazir.document.document import Document
from wazir.document.suppressions import ignores_some
from wazir.notations.base import LONGEST_SCANNED, Context, Notation
from wazir.steps import Steps
from wazir.text import line_bounds

LINES = 70
"""The least number of first lines: as many as a tall window shows."""
LONG = 300
"""The number of lines from which a text is long."""


class Beginning(NamedTuple):
    """The first lines of a text."""

    document: Document
    """The document of these lines alone."""
    diagnostics: Sequence[Diagnostic]
    """The diagnostics that the other lines cannot change, unless they give predefined names another meaning."""


def beginning(notation: Notation, text: str, context: Context) -> Steps[Beginning | None]:
    """The first lines of a long text; None if it is short, or if the other lines may change how they are read."""
    end = _end(notation, text)
    if end == len(text) or ignores_some(text, end):
        return None
    document = yield from Document.opening(notation, text[:end], context)
    chunks = [*document.chunks()]
    first, summary = chunks[0].chunk.text[:LONGEST_SCANNED], reduce(or_, [one.chunk.summary for one in chunks])
    infer, possible = notation.analyser.infer_settings, notation.analyser.possible(text)
    if infer(context, first, summary) != infer(context, first, summary | possible):
        return None
    yield from document.work()
    unsure = yield from _unsure(document, chunks)
    found = [
        one.moved(placed.start)
        for placed in chunks
        if unsure.isdisjoint(placed.chunk.required)
        for one in placed.chunk.found
        if one.span.start >= 0 and not _depends_on_uses(one)
    ]
    return Beginning(document, found)


def _end(notation: Notation, text: str) -> int:
    """The end of the first lines, which is that of a chunk; the end of the text if it is not long."""
    lines = [start for start, _ in islice(line_bounds(text), LONG + 1)]
    if len(lines) <= LONG:
        return len(text)
    found = starts(notation, text[lines[LINES] : lines[LONG]])
    return next((lines[LINES] + start for start in found if start is not None), len(text))


def _unsure(document: Document, chunks: Sequence[Placed]) -> Steps[set[str]]:
    """The names used in a document that it does not define, or that need such a name."""
    resolver = document.notation.resolver
    if resolver is None:
        return set()
    used = {name for placed in chunks for name in placed.chunk.required}
    unsure = {name for name in used if not document.scope.is_defined(name)} - resolver.words
    new = unsure
    while new:
        new = {name for one in chunks if not new.isdisjoint(one.chunk.required) for name in one.chunk.names} - unsure
        unsure = unsure | new
        yield
    return unsure


def _depends_on_uses(found: Diagnostic) -> bool:
    """Whether a diagnostic may say that nothing uses a name."""
    return found.code.severity is Severity.HINT and Tag.UNNECESSARY in found.code.tags
