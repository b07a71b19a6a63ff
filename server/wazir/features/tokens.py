"""The colour of every word (semantic tokens)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from wazir.document import Document
from wazir.notations.base import TokenType
from wazir.text import Span, line_starts


class Colour(NamedTuple):
    """A coloured piece of a line."""

    start: int
    length: int
    type: TokenType


def tokens(document: Document, span: Span | None = None) -> Iterator[Colour]:
    """The coloured words of a document, or of the chunks that a span touches, in order; none goes over a line end."""
    token_type, parse = document.notation.token_type, document.notation.parse
    for placed in document.chunks(span):
        for token in parse(placed.chunk.text).tokens:
            colour = token_type(token)
            if colour is None:
                continue
            for start, length in _on_lines(token.text):
                yield Colour(placed.start + token.start + start, length, colour)


def _on_lines(text: str) -> Iterator[tuple[int, int]]:
    """The parts of a word on each of its lines, without the blanks around them: (start, length)."""
    starts = line_starts(text)
    for start, end in zip(starts, (*starts[1:], len(text)), strict=True):
        part = text[start:end]
        words = part.strip()
        if words:
            yield start + len(part) - len(part.lstrip()), len(words)
