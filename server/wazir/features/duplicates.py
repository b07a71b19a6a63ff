"""Hints about pieces that a file defines twice, under two names (Q7)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from operator import attrgetter
from typing import NamedTuple

from wazir.diagnostics import Code, Diagnostic, Related
from wazir.document import Document, Placed
from wazir.notations.base import Notation, Source
from wazir.piece.equivalence.normal import normal_form
from wazir.steps import Steps, stepwise

MOST_CHUNKS = 2_000
"""The number of chunks of a file up to which its pieces are compared."""
MOST_HINTS = 20

Forms = dict[Hashable, tuple[tuple[str, Hashable], ...]]
"""The pieces of chunks: the key of each name, and what equivalent pieces share."""


class Duplicate(NamedTuple):
    """Two names of one piece."""

    name: str
    first: str


@stepwise
def duplicates(document: Document, known: Forms | None = None) -> Steps[tuple[Duplicate, ...]]:
    """The names of pieces that are defined before under another name, at most *MOST_HINTS*.

    A definition that uses the other name does not repeat it. Equivalent are pieces with equal normal forms (Q2).

    Args:
        document: The document.
        known: The forms of unchanged chunks, which is updated.
    """
    if _code(document.notation) is None:
        return ()
    kept: Forms = {}
    firsts: dict[Hashable, tuple[str, Placed]] = {}
    found: list[Duplicate] = []
    for number, placed in enumerate(document.chunks()):
        if number == MOST_CHUNKS:
            return ()
        chunk = placed.chunk
        if not chunk.names:
            continue
        yield
        key = chunk.text, placed.context, _sources(document, chunk.uses)
        kept[key] = (known or {}).get(key) or tuple(_forms(document, placed))
        for name, form in kept[key]:
            first, where = firsts.setdefault(form, (name, placed))
            if name != first and first not in chunk.uses and name not in where.chunk.uses and len(found) < MOST_HINTS:
                found.append(Duplicate(name, first))
    if known is not None:
        known.clear()
        known.update(kept)
    return tuple(found)


def _sources(document: Document, uses: Iterable[str]) -> frozenset[Source]:
    """The definitions of the file that names depend on, directly or not."""
    resolver, waiting, found = document.notation.resolver, list(uses), dict[str, Source | None]()
    while waiting:
        name = waiting.pop()
        if name not in found:
            source = found[name] = document.scope.source(name)
            waiting += [other for other, _ in resolver.references(source.text)] if resolver and source else ()
    return frozenset(source for source in found.values() if source)


def _forms(document: Document, placed: Placed) -> Iterator[tuple[str, Hashable]]:
    analyser = document.notation.analyser
    keys = {span: key for key, span in analyser.names(placed.chunk.text)}
    for one in analyser.analyse(placed.chunk.text, placed.context, document.scope).definitions:
        key, piece = keys.get(one.name_span) if one.name_span else None, one.piece
        if key is not None and piece is not None and piece.moves and not one.broken:
            yield key, (normal_form(piece), piece.properties, frozenset(piece.freezes), piece.lattice, one.board)


def hints(document: Document, found: Iterable[Duplicate]) -> list[Diagnostic]:
    """The diagnostics of duplicates whose names are still defined, by place."""
    code, told = _code(document.notation), []
    for one in found if code else ():
        here, first = (next(document.definitions_named(name), None) for name in one)
        if code and here and first:
            shown, other = document.slice(here), document.slice(first)
            related = Related(first, f"`{other}` is defined here.")
            told.append(Diagnostic(code, here, f"`{shown}` moves exactly as `{other}` does.", related=(related,)))
    return sorted(told, key=attrgetter("span"))


def _code(notation: Notation) -> Code | None:
    """The code of the hints; None if the notation has none."""
    return next((code for code in notation.codes if code.id == "duplicate-piece"), None)
