"""The variants of a document, with all that they inherit (V1 to V5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from functools import partial

from wazir.diagnostics import Diagnostic
from wazir.document import Document, Placed
from wazir.features.definitions import Json
from wazir.notations import REGISTRY
from wazir.notations.results import ResolvedPiece, ResolvedRule, ResolvedVariant
from wazir.text import Span

_FIELDS = {"promotes_to": "promotesTo"}
SCHEMA = 1
"""The version of the JSON form."""


def variants(document: Document) -> Iterator[tuple[Placed, ResolvedVariant]]:
    """The variants of a document in order, each with its chunk."""
    for placed in document.chunks():
        variant = document.notation.variant(document.analysis(placed), partial(_line, document, placed))
        if variant:
            yield placed, variant


def _line(document: Document, placed: Placed, name: str, offset: int) -> int:
    start = placed.start
    if name:
        start = document.chunk_at(next(document.definitions_named(name)).start).start
    return document.region.position(start + offset).line + 1


def built_in(name: str) -> tuple[Document, Placed, ResolvedVariant] | None:
    """A built-in variant with its document, or None."""
    for notation in REGISTRY:
        if notation.has_variants and (source := notation.library(name)):
            document = Document.open(notation, source.text, source.context)
            return next((document, placed, variant) for placed, variant in variants(document))
    return None


def built_in_names() -> tuple[str, ...]:
    """The names of all built-in variants."""
    return tuple(name for notation in REGISTRY if notation.has_variants for name in notation.library_names())


def diagnostics_of(document: Document, placed: Placed) -> tuple[Diagnostic, ...]:
    """The diagnostics of a section."""
    end = placed.start + max(len(placed.chunk.text) - 1, 0)
    return tuple(document.diagnostics(Span(placed.start, end)))


def as_json(variant: ResolvedVariant, diagnostics: list[Json]) -> Json:
    """A variant as plain data, with the diagnostics of its section."""
    return {
        "schema": SCHEMA,
        "name": variant.name,
        "parent": variant.parent,
        "lineage": list(variant.lineage),
        "engine": {"name": variant.engine, "version": variant.engine_version},
        "board": {"files": variant.files, "ranks": variant.ranks},
        "startFen": variant.start_fen,
        "pieces": list(map(_piece, variant.pieces)),
        "rules": {key: _rule(rule) for key, rule in variant.rules.items()},
        "diagnostics": diagnostics,
    }


def _piece(piece: ResolvedPiece) -> Json:
    fields = asdict(piece)
    plain = {name: list(value) if isinstance(value, tuple) else value for name, value in fields.items()}
    return {_FIELDS.get(name, name): value for name, value in plain.items()}


def _rule(rule: ResolvedRule) -> Json:
    value = list(rule.value) if isinstance(rule.value, tuple) else rule.value
    return {"value": value, "origin": rule.origin and asdict(rule.origin), "inherited": rule.inherited}
