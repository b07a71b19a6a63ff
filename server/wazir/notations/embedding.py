"""Texts of one notation inside the chunks of another: its tokens, diagnostics and answers, at their places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from wazir.diagnostics import Diagnostic
from wazir.notations.base import (
    NO_NAMES,
    Analyser,
    Analysis,
    CompletionItem,
    Context,
    Definition,
    Editor,
    HoverText,
    InlayHint,
    Notation,
    Refactoring,
)
from wazir.syntax import Node, Token
from wazir.text import Edit, Span

KEPT = 4096
"""Analyses of embedded texts that are kept; large files repeat their texts."""


class Part(NamedTuple):
    """An embedded text in a chunk."""

    span: Span
    """Where it stands in the chunk. It is no longer than a line."""
    context: Context


@dataclass(frozen=True)
class Guest:
    """A notation whose texts are embedded. All offsets count from the start of the chunk that holds them."""

    notation: Notation

    @cached_property
    def _analyser(self) -> Analyser:
        return self.notation.analyser

    @cached_property
    def _editor(self) -> Editor:
        return self.notation.editor

    def tokens(self, text: str, part: Part) -> Iterator[Token]:
        """The tokens of a part."""
        for token in self._analyser.tokens(text[slice(*part.span)], part.context):
            yield token._replace(start=token.start + part.span.start)

    def node(self, text: str, part: Part) -> Node:
        """The tree of a part."""
        return _moved(self._analysis(text, part).tree.root, part.span.start)

    def diagnostics(self, text: str, part: Part) -> tuple[Diagnostic, ...]:
        """The diagnostics of a part, with the fixes that change nothing else."""
        found = self._analysis(text, part).diagnostics
        return tuple(_within(one.moved(part.span.start), part.span) for one in found)

    def definition(self, text: str, part: Part) -> Definition | None:
        """The piece that a part defines."""
        by = part.span.start
        for found in self._analysis(text, part).definitions:
            return replace(found, span=found.span.moved(by), moves=found.moves.moved(by), name=None, name_span=None)
        return None

    def hover(self, text: str, part: Part, offset: int) -> HoverText | None:
        """What stands at an offset in a part."""
        by = part.span.start
        found = self._editor.hover(text[slice(*part.span)], part.context, offset - by, NO_NAMES)
        if found is None:
            return None
        place, legs = found.piece_span and found.piece_span.moved(by), tuple(leg.moved(by) for leg in found.leg_spans)
        return replace(found, span=found.span.moved(by), piece_span=place, leg_spans=legs)

    def complete(self, text: str, part: Part, offset: int) -> tuple[Span, tuple[CompletionItem, ...]]:
        """What may be written at an offset in a part."""
        by = part.span.start
        span, found = self._editor.complete(text[slice(*part.span)], part.context, offset - by, NO_NAMES)
        return span.moved(by), tuple(one for one in found if not one.is_template)

    def inlay_hints(self, text: str, part: Part) -> Iterator[InlayHint]:
        """The remarks that are shown in a part."""
        for found in self._editor.inlay_hints(text[slice(*part.span)], part.context, NO_NAMES):
            yield replace(found, offset=found.offset + part.span.start)

    def refactorings(self, text: str, part: Part, span: Span) -> Iterator[Refactoring]:
        """The refactorings of a part that change nothing else."""
        by = part.span.start
        for found in self._editor.refactorings(text[slice(*part.span)], part.context, span.moved(-by), NO_NAMES):
            edits = tuple(edit.moved(by) for edit in found.edits)
            if _are_within(edits, part.span):
                yield replace(found, edits=edits)

    @cached_property
    def _analyse(self) -> Callable[[str, Context], Analysis]:
        return lru_cache(KEPT)(lambda text, context: self._analyser.analyse(text, context, NO_NAMES))

    def _analysis(self, text: str, part: Part) -> Analysis:
        return self._analyse(text[slice(*part.span)], part.context)


def _within(found: Diagnostic, span: Span) -> Diagnostic:
    return replace(found, fixes=tuple(fix for fix in found.fixes if _are_within(fix.edits, span)))


def _are_within(edits: Iterable[Edit], span: Span) -> bool:
    """Whether edits keep a text on its line."""
    return all(
        span.start <= edit.span.start and edit.span.end <= span.end and not {"\n", "\r"} & set(edit.text)
        for edit in edits
    )


def _moved(node: Node, by: int) -> Node:
    """A tree in a text that has more characters before it; as deep as its grammar lets it be."""
    children = tuple(
        _moved(child, by) if isinstance(child, Node) else child._replace(start=child.start + by)
        for child in node.children
    )
    return Node(node.kind, children, node.start + by, node.end + by)
