"""Semantic tokens and inlay hints: the colour of every word, and remarks in the text."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from wazir.cancelling import check
from wazir.document import Document
from wazir.notations.notation import Analysis, Notation
from wazir.notations.results import HintKind, InlayHint, TokenType
from wazir.text import Span, line_bounds


class Colour(NamedTuple):
    """A coloured part of a line."""

    start: int
    length: int
    type: TokenType


def tokens(document: Document, span: Span | None = None) -> Iterator[Colour]:
    """The coloured words of a document, or of the chunks that a span touches, in order; none contains a line end."""
    for placed in document.chunks(span):
        check()
        for colour in of_chunk(document.notation, placed.chunk.reading):
            yield Colour(placed.start + colour.start, colour.length, colour.type)


def of_chunk(notation: Notation, chunk: Analysis) -> Iterator[Colour]:
    """The coloured words of a chunk, with offsets from its start."""
    for token in chunk.tokens:
        colour = notation.token_type(token)
        if colour is None:
            continue
        if token.text.isprintable() and not (token.text[0].isspace() or token.text[-1].isspace()):
            yield Colour(token.start, len(token.text), colour)
            continue
        for start, length in _on_lines(token.text):
            yield Colour(token.start + start, length, colour)


def _on_lines(text: str) -> Iterator[tuple[int, int]]:
    """The start and the length of the part of a token on each of its lines, without surrounding blanks."""
    for start, end in line_bounds(text):
        part = text[start:end]
        words = part.strip()
        if words:
            yield start + len(part) - len(part.lstrip()), len(words)


ALL_KINDS = frozenset(HintKind)


def inlay(document: Document, span: Span, kinds: Collection[HintKind] = ALL_KINDS) -> tuple[InlayHint, ...]:
    """The hints of some kinds within a span, in order; offsets count from the start of the document."""
    hints = []
    for placed in document.chunks(span):
        check()
        for hint in document.notation.inlay_hints(document.analysis(placed)):
            offset = placed.start + hint.offset
            if hint.kind in kinds and span.contains_inclusive(offset):
                hints.append(InlayHint(offset, hint.label, hint.tooltip, hint.kind))
    return tuple(hints)
