"""The colour of every word (semantic tokens)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from wazir.document import Document
from wazir.notations.base import Context, Notation, TokenType
from wazir.text import Span, line_starts


class Colour(NamedTuple):
    """A coloured piece of a line."""

    start: int
    length: int
    type: TokenType


def tokens(document: Document, span: Span | None = None) -> Iterator[Colour]:
    """The coloured words of a document, or of the chunks that a span touches, in order; none goes over a line end."""
    for placed in document.chunks(span):
        for colour in of_chunk(document.notation, placed.chunk.text, placed.context):
            yield Colour(placed.start + colour.start, colour.length, colour.type)


def of_chunk(notation: Notation, text: str, context: Context) -> Iterator[Colour]:
    """The coloured words of a chunk; the same wherever the chunk stands."""
    token_type = notation.analyser.token_type
    for token in notation.analyser.tokens(text, context):
        colour = token_type(token)
        if colour is None:
            continue
        if token.text.isprintable() and not (token.text[0].isspace() or token.text[-1].isspace()):
            yield Colour(token.start, len(token.text), colour)
            continue
        for start, length in _on_lines(token.text):
            yield Colour(token.start + start, length, colour)


def _on_lines(text: str) -> Iterator[tuple[int, int]]:
    """The parts of a word on each of its lines, without the blanks around them: (start, length)."""
    starts = line_starts(text)
    for start, end in pairwise((*starts, len(text))):
        part = text[start:end]
        words = part.strip()
        if words:
            yield start + len(part) - len(part.lstrip()), len(words)
