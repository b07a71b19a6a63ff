"""Where an offset is in the tree of expressions, and what a part of that tree does by itself."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from wazir.notations.base import Context, Scope
from wazir.notations.lcpn.definition import lattice, lowered, properties_of, style
from wazir.notations.lcpn.expressions import (
    Defined,
    Expression,
    Name,
)
from wazir.notations.lcpn.names import Names, reading_of
from wazir.notations.lcpn.reading import Reading
from wazir.notations.lcpn.trees import Part, has_gap, parts, size
from wazir.notations.lcpn.writing.layout import spelled
from wazir.piece.model import Lattice, Piece, Vector
from wazir.syntax import Token
from wazir.text import Span

LARGEST = 2_000
"""Longer expressions are not written anew."""


@dataclass(frozen=True)
class Page:
    """A chunk as it was read, and where its names are looked up."""

    text: str
    names: Names
    lattice: Lattice

    @classmethod
    def of(cls, text: str, context: Context, scope: Scope) -> Page:
        """A chunk in its context."""
        return cls(text, Names(scope, style(context)), lattice(context))

    @property
    def style(self) -> str:
        """The style it is written in."""
        return self.names.style

    @property
    def is_lispy(self) -> bool:
        """Whether that is one of lists."""
        return self.style in ("lisp", "elisp")

    @cached_property
    def reading(self) -> Reading:
        """What was read."""
        return reading_of(self.text, self.style, self.names)

    def token_at(self, offset: int) -> Token | None:
        """The word at an offset; else the one that ends there."""
        before = None
        for token in self.reading.tree.tokens:
            if token.start <= offset < token.end:
                return token
            if token.end == offset:
                before = token
        return before

    def path(self, span: Span) -> tuple[Part, ...]:
        """The parts around a place, the definition first and the smallest last."""
        found: list[Part] = []
        inside: Iterable[Part] = self.reading.defined
        while inside:
            here = next((part for part in inside if _covers(part.span, span)), None)
            if here is None:
                break
            found.append(here)
            inside = parts(here)
        return tuple(found)

    def piece(self, part: Expression) -> Piece | None:
        """What an expression does by itself; None where that cannot be said."""
        if has_gap(part):
            return None
        if isinstance(part, Name) and (found := self.names.defined(part.key)):
            defined, home = found
            return lowered(Defined(None, defined.body, defined.span), home, self.lattice)[0]
        piece, _ = lowered(Defined(None, part, part.span), self.names, self.lattice)
        return piece if piece and (piece.moves or properties_of(part)) else None

    def written(self, part: Part) -> str:
        """A part of the text on one line, without comments."""
        inside = [token for token in self.reading.tree.tokens if part.span.start <= token.start < part.span.end]
        pieces, at = [], part.span.start
        for token in inside:
            if token.kind == "COMMENT":
                pieces.append(self.text[at : token.start])
                at = token.end
        return " ".join("".join((*pieces, self.text[at : part.span.end])).split())

    def spelled(self, part: Expression) -> str:
        """An expression as it is written in this style, on one line."""
        if has_gap(part):
            return ""
        return " ".join(spelled(part, self.style).split()) if size(part) <= LARGEST else "…"

    def name(self, key: str) -> str:
        """A name as this style writes it."""
        return key if self.is_lispy else key.replace("-", "_")


def _covers(outer: Span, inner: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def steps_in(piece: Piece | None) -> frozenset[Vector]:
    """All steps that a piece can make in its legs."""
    return frozenset(
        step
        for move in (piece.moves if piece else ())
        for leg in move.legs
        if not leg.back
        for _, ways in leg.ways
        for way in ways
        for step in way
    )
