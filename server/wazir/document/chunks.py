"""The pieces of a file, one definition or directive each: where they start, and what is kept of each."""

from __future__ import annotations

from itertools import pairwise

from wazir.diagnostics import Diagnostic
from wazir.notations.base import Context, Notation
from wazir.text import Span, line_breaks, line_starts, without_end

_ANY = Context(dialect="?", board="?", profile="?")
"""A context that no directive leaves as it is."""


class Chunk:
    """A definition or a directive, with the lines that belong to it. Only what it remembers ever changes."""

    __slots__ = ("_after", "_before", "_context", "_spans", "breaks", "found", "names", "text", "turns")

    def __init__(self, notation: Notation, text: str) -> None:
        self.text = text
        self.breaks = line_breaks(text)
        """How many line ends it has."""
        self.names = tuple(name for name, _ in notation.names(text))
        """The names that it defines, in order."""
        self.turns = notation.context_after(text, _ANY) != _ANY
        """Whether the context behind it may differ from the one before it."""
        self._spans: tuple[Span, ...] | None = None
        self._before: Context | None = None
        self._after = _ANY
        self._context: Context | None = None
        self.found: tuple[Diagnostic, ...] = ()
        """What there was to say about it when it was last asked; by places, with offsets from its start."""

    def name_span(self, notation: Notation, ordinal: int) -> Span:
        """Where one of its names stands, from its start."""
        if self._spans is None:
            self._spans = tuple(span for _, span in notation.names(self.text))
        return self._spans[ordinal]

    def context_after(self, notation: Notation, context: Context) -> Context:
        """What holds behind it, if a context holds before it."""
        if not self.turns:
            return context
        if self._before is not context and self._before != context:
            self._before, self._after = context, notation.context_after(self.text, context)
        return self._after

    def is_diagnosed(self, context: Context) -> bool:
        """Whether it remembers what there is to say about it in a context."""
        return self._context is context or self._context == context

    def diagnostics(self, notation: Notation, context: Context) -> tuple[Diagnostic, ...]:
        """What there is to say about it in a context, in the order of places, with offsets from its start."""
        if not self.is_diagnosed(context):
            self.found = tuple(sorted(notation.diagnose(self.text, context), key=_place))
        self._context = context
        return self.found


def _place(diagnostic: Diagnostic) -> tuple[int, int]:
    return diagnostic.span


def starts(notation: Notation, text: str) -> list[int]:
    """The offsets of the lines that start a chunk, in a text that begins with the start of a line."""
    bounds = (*line_starts(text), len(text))
    return [a for a, b in pairwise(bounds) if a < b and notation.starts_chunk(without_end(text[a:b]))]


def cut(notation: Notation, text: str) -> list[Chunk]:
    """The chunks of a text. What stands before the first start belongs to the first chunk that there is."""
    inner = [start for start in starts(notation, text) if start > 0]
    return [Chunk(notation, text[a:b]) for a, b in pairwise((0, *inner, len(text)))]
