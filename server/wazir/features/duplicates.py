"""Pieces that a file defines twice, under different names (Q7)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from operator import attrgetter
from typing import NamedTuple

from wazir.cancelling import check
from wazir.diagnostics import Code, Diagnostic, Related
from wazir.document import Document, Placed
from wazir.features.definitions import board_of
from wazir.notations.notation import Notation, Source
from wazir.piece.equivalence.normal import normal_form, rest

MOST_CHUNKS = 2_000
"""The number of chunks of a file up to which its pieces are compared."""
MOST_SOURCES = 500
"""The number of definitions up to which a piece is compared that depends on them."""
MOST_HINTS = 20
MOST_MOVES = 200
"""The number of moves of a piece up to which it is compared."""

Forms = dict[Hashable, tuple[tuple[str, Hashable], ...]]
"""The pieces of chunks: the key of each name, and what equivalent pieces share."""


class Duplicate(NamedTuple):
    """Two names of one piece."""

    name: str
    first: str


def duplicates(document: Document, known: Forms | None = None) -> tuple[Duplicate, ...]:
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
    repeated: list[Duplicate] = []
    for number, placed in enumerate(document.chunks()):
        if number == MOST_CHUNKS:
            return ()
        chunk = placed.chunk
        if not chunk.names:
            continue
        check()
        sources = _sources(document, chunk.uses)
        if len(sources) > MOST_SOURCES:
            continue
        key = chunk.text, placed.context, sources
        kept[key] = (known or {}).get(key) or _forms(document, placed)
        for name, form in kept[key]:
            first, where = firsts.setdefault(form, (name, placed))
            is_used = first in chunk.uses or name in where.chunk.uses
            if name != first and not is_used and len(repeated) < MOST_HINTS:
                repeated.append(Duplicate(name, first))
    if known is not None:
        known.clear()
        known.update(kept)
    return tuple(repeated)


def _sources(document: Document, uses: Iterable[str]) -> frozenset[Source]:
    """The definitions of the file that names depend on, directly or not; of too many the first."""
    waiting, seen, sources = list(uses), set[str](), set[Source]()
    while waiting and len(sources) <= MOST_SOURCES:
        name = waiting.pop()
        if name not in seen and (chunk := document.scope.defining(name)):
            sources.add(Source(chunk.text, chunk.context))
            waiting += chunk.uses
        seen.add(name)
    return frozenset(sources)


def _forms(document: Document, placed: Placed) -> tuple[tuple[str, Hashable], ...]:
    """The names that a chunk defines, with what equal pieces have in common."""
    forms = list[tuple[str, Hashable]]()
    keys = {span: key for key, span in placed.chunk.reading.names}
    for definition in document.analysis(placed).definitions:
        key, piece = keys.get(definition.name_span) if definition.name_span else None, definition.piece
        is_written = definition.moves.start < definition.moves.end and not definition.broken
        if key is not None and piece is not None and 0 < len(piece.moves) <= MOST_MOVES and is_written:
            form = normal_form(piece, board_of(definition))
            forms.append((key, (form, *rest(piece), definition.board)))
    return tuple(forms)


def hints(document: Document, repeated: Iterable[Duplicate]) -> list[Diagnostic]:
    """The diagnostics of duplicates whose names are still defined, by place."""
    code, hints_found = _code(document.notation), []
    if code is None:
        return []
    for duplicate in repeated:
        span, first = (next(document.definitions_named(name), None) for name in duplicate)
        if span and first:
            shown, other = document.slice(span), document.slice(first)
            related = Related(first, f"`{other}` is defined here.")
            hint = Diagnostic(code, span, f"`{shown}` moves exactly as `{other}` does.", related=(related,))
            reported = document.judged(hint)
            hints_found += [reported] if reported else []
    return sorted(hints_found, key=attrgetter("span"))


def _code(notation: Notation) -> Code | None:
    """The code of the hints; None if the notation has none."""
    return next((code for code in notation.codes if code.id == "duplicate-piece"), None)
