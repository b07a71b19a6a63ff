"""Hover and completion in a diagram."""

from __future__ import annotations

import re

from wazir.notations import embedding
from wazir.notations.base import CompletionItem, HoverText, TokenType
from wazir.notations.interactive_diagram.definition import Chunk
from wazir.notations.interactive_diagram.syntax import opening
from wazir.notations.interactive_diagram.vocabulary import KEYS, TEXTS
from wazir.text import Span

_WORD = re.compile(r"(?:^|(?<=[\s>]))[A-Za-z]*$")


def hover(chunk: Chunk, offset: int) -> HoverText | None:
    """The hover at an offset; None on the name of a piece, which has the hover of the piece."""
    for setting in chunk.block.settings:
        if setting.key.contains(offset):
            key = chunk.text[slice(*setting.key)]
            return HoverText(setting.key, f"`{key}`", TEXTS.get(key, "A setting of the Interactive Diagram."))
    return embedding.hover(chunk, offset)


def complete(chunk: Chunk, offset: int) -> tuple[Span, tuple[CompletionItem, ...]]:
    """Betza's notation in the moves of a piece, keys where a word begins."""
    for piece in chunk.block.pieces:
        if piece.id.end < piece.moves.start <= offset <= piece.moves.end:
            return chunk.moves(piece.moves).complete(offset)
    begin = opening(chunk.text)
    word = _WORD.search(chunk.text[max(offset - 40, 0) : offset])
    if begin is None or word is None or offset < begin.end() or "<" in chunk.text[begin.end() : offset]:
        return Span(offset, offset), ()
    free = (key for key in KEYS if key not in chunk.block.values)
    items = (CompletionItem(key + "=", TEXTS.get(key, "a setting"), TokenType.DIRECTIVE) for key in free)
    return Span(offset - len(word[0]), offset), tuple(items)
