"""Which parts of the text of a definition make which of its moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from wazir.document import Document, Placed
from wazir.notations.base import Analysis, Definition, HoverText
from wazir.piece.model import Move, Piece
from wazir.text import Span

MOST_WORDS = 200
"""The words of a longer definition are not asked what they do: it counts as a whole."""
MOST_MOVES = 500
"""Of a piece with more moves, the others are made by the whole definition."""

Explain = Callable[[Analysis, int], HoverText | None]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a definition that does something by itself. Spans count from the start of the chunk."""

    span: Span
    legs: tuple[Span, ...]
    """Where its legs stand, in the order in which they are walked; one may stand for several."""

    def leg(self, number: int, count: int) -> Span | None:
        """Where a leg of a move of so many legs stands; None where that is not clear."""
        if len(self.legs) == 1:
            return self.legs[0]
        return self.legs[number] if count <= len(self.legs) else None


def makers(document: Document, placed: Placed, definition: Definition) -> tuple[tuple[Part, ...], ...]:
    """For each of the first moves of a piece, the smallest parts that make it; the whole where no part does."""
    if definition.piece is None:
        return ()
    return _makers(document.notation.editor.hover, document.analysis(placed), definition.moves, definition.piece)


@lru_cache(maxsize=16)
def _makers(explain: Explain, analysis: Analysis, moves: Span, piece: Piece) -> tuple[tuple[Part, ...], ...]:
    known: dict[Part, frozenset[Move]] = {}
    starts = [token.start for token in analysis.tree.tokens if moves.start <= token.start < moves.end]
    for start in starts if len(starts) <= MOST_WORDS else ():
        found = explain(analysis, start)
        if found and found.piece and found.piece_span:
            known.setdefault(Part(found.piece_span, found.leg_spans), frozenset(found.piece.moves))
    whole = (Part(moves, ()),)
    return tuple(_of_move(known, move) or whole for move in piece.moves[:MOST_MOVES])


def _of_move(known: dict[Part, frozenset[Move]], move: Move) -> tuple[Part, ...]:
    """The smallest parts that make a move. What only helps to make it does not, so all around a part must make it."""
    making = [part for part, moves in known.items() if move in moves]
    others = [part for part, moves in known.items() if move not in moves]
    found = [part for part in making if not any(_holds(other, part) for other in others)]
    return tuple(part for part in found if not any(_holds(part, other) for other in found if other is not part))


def _holds(outer: Part, inner: Part) -> bool:
    return outer.span != inner.span and outer.span.start <= inner.span.start and inner.span.end <= outer.span.end
