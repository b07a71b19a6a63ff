"""Texts of one notation inside the chunks of another: their tokens, diagnostics and answers, at
their places.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from wazir.diagnostics import Code, Diagnostic
from wazir.lazy import lazy
from wazir.notations.notation import NO_NAMES, Analysis, Context, Notation, Scope
from wazir.notations.reports import has_error
from wazir.notations.results import (
    CompletionItem,
    Definition,
    HoverText,
    InlayHint,
    Refactoring,
    TokenType,
)
from wazir.piece.model import Piece
from wazir.syntax import Node, Token, Tree
from wazir.text import Edit, Span

DIFFERS = "engine-differs"
"""The code of texts that the engine of their context plays otherwise."""
NO_EFFECT = "no-effect"
"""The code of parts that never move in any reading of their notation."""
_FIXED = frozenset({"dialect", "board", "profile"})
"""The settings of embedded texts, which they cannot change."""
KEPT = 4096
"""Analyses of embedded texts that are kept, because large files repeat their texts."""


@dataclass(frozen=True)
class EmbeddedLanguage:
    """A notation whose texts are embedded in those of another."""

    notation: Notation
    dialect: str

    def tokens(self, text: str, span: Span) -> Iterator[Token]:
        """The tokens of a span of a chunk."""
        for token in self.notation.read(
            text[slice(*span)], Context(self.dialect, fixed=_FIXED)
        ).tokens:
            yield token._replace(start=token.start + span.start)

    def embedded(
        self, text: str, span: Span, board: str | None, engine: str | None
    ) -> EmbeddedText:
        """The text of a span of a chunk, which is not longer than a line, on a board and for an
        engine.
        """
        context = Context(self.dialect, board, profile=engine, fixed=_FIXED)
        return EmbeddedText(self.notation, self._analysed(text[slice(*span)], context), span)

    def detached(
        self, text: str, board: str | None = None, engine: str | None = None
    ) -> EmbeddedText:
        """A text that is written nowhere."""
        return self.embedded(text, Span(0, len(text)), board, engine=engine)

    def piece(self, text: str, board: str | None = None) -> Piece | None:
        """The piece of a text that is written nowhere; None if it is empty, or has an error."""
        definition = self.detached(text, board).definition() if text else None
        return definition.piece if definition else None

    @lazy
    def _analysed(self) -> Callable[[str, Context], Analysis]:
        return lru_cache(KEPT)(lambda text, context: self.notation.read(text, context))


@dataclass(frozen=True)
class EmbeddedText:
    """A text in a chunk of another notation. All offsets count from the start of that chunk."""

    notation: Notation
    chunk: Analysis
    span: Span

    @property
    def text(self) -> str:
        """The text."""
        return self.chunk.text

    def node(self) -> Node:
        """Its tree."""
        return _moved(self.chunk.tree.root, self.span.start)

    @lazy
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Its diagnostics, with the fixes that change nothing else."""
        moved = (diagnostic.moved(self.span.start) for diagnostic in self.chunk.diagnostics)
        return tuple(
            replace(each, fixes=tuple(fix for fix in each.fixes if self._holds(fix.edits)))
            for each in moved
        )

    def diagnostics_in(self, engine: str, letter: str, no_moves: Code) -> tuple[Diagnostic, ...]:
        """The same, with one of its own where the engine of its context finds no moves at all."""
        diagnostics, reader = self.diagnostics, self.notation.readers[engine]
        causes = [
            diagnostic for diagnostic in diagnostics if diagnostic.code.id in (DIFFERS, NO_EFFECT)
        ]
        if not causes or _may_move(reader.read, self.text):
            return diagnostics
        message = f"`{letter}` cannot move: {reader.title} finds no moves in `{self.text}`."
        fixes = tuple(fix for diagnostic in causes for fix in diagnostic.fixes)
        others = (diagnostic for diagnostic in diagnostics if diagnostic not in causes)
        return (Diagnostic(no_moves, self.span, message, fixes=fixes), *others)

    def differences(self, code: Code) -> Iterator[Diagnostic]:
        """What the engine of its context plays otherwise, with another code."""
        return (
            Diagnostic(code, diagnostic.span, diagnostic.message)
            for diagnostic in self.diagnostics
            if diagnostic.code.id == DIFFERS
        )

    def definition(self) -> Definition | None:
        """The piece that it defines, without a name; None without one."""
        by = self.span.start
        for definition in self.chunk.definitions:
            span, moves = definition.span.moved(by), definition.moves.moved(by)
            return replace(definition, span=span, moves=moves, name=None, name_span=None)
        return None

    def hover(self, offset: int) -> HoverText | None:
        """The hover at an offset."""
        by = self.span.start
        text = self.chunk.hover(offset - by)
        if text is None:
            return None
        piece = text.piece_span and text.piece_span.moved(by)
        legs = tuple(leg.moved(by) for leg in text.leg_spans)
        return replace(text, span=text.span.moved(by), piece_span=piece, leg_spans=legs)

    def complete(self, offset: int) -> tuple[Span, Iterable[CompletionItem]]:
        """The completions at an offset, but for whole definitions and directives."""
        # An indented line goes on with a definition: no name of a new one is typed at its start.
        indented = self.notation.read(f" {self.chunk.text}", self.chunk.context)
        span, items = indented.complete(offset - self.span.start + 1)
        return span.moved(self.span.start - 1), (
            item
            for item in items
            if not item.is_template and item.token_type is not TokenType.DIRECTIVE
        )

    def inlay_hints(self) -> Iterator[InlayHint]:
        """Its inlay hints."""
        for hint in self.chunk.inlay_hints():
            yield replace(hint, offset=hint.offset + self.span.start)

    def refactorings(self, span: Span) -> Iterator[Refactoring]:
        """Its refactorings for a selection that change nothing else."""
        for refactoring in self.chunk.refactorings(span.moved(-self.span.start)):
            edits = tuple(edit.moved(self.span.start) for edit in refactoring.edits)
            if self._holds(edits):
                yield replace(refactoring, edits=edits)

    def _holds(self, edits: Iterable[Edit]) -> bool:
        """Whether edits keep the text on its line."""
        return all(
            self.span.contains_range(span) and not {"\n", "\r"} & set(text) for span, text in edits
        )


@lru_cache(KEPT)
def _may_move(read: Callable[[str], Any], text: str) -> bool:
    """Whether an engine that reads in this way finds moves in a text, or does not finish
    reading.
    """
    try:
        return bool(read(text).moves)
    except ValueError:
        return True


@dataclass(frozen=True, eq=False)
class HostAnalysis(Analysis):
    """An analysed chunk with embedded texts."""

    language: EmbeddedLanguage = field(kw_only=True)

    @property
    def embedded(self) -> Iterable[EmbeddedText]:
        """Its embedded texts, in order."""
        raise NotImplementedError

    def moves_hover(self, offset: int) -> HoverText | None:
        """The hover of the moves at an offset; None outside of moves."""
        touched = (moves for moves in self.embedded if moves.span.contains(offset))
        return next((moves.hover(offset) for moves in touched), None)

    def inlay_hints(self) -> tuple[InlayHint, ...]:
        """The inlay hints of the moves of pieces."""
        return tuple(hint for moves in self.embedded for hint in moves.inlay_hints())

    def refactorings(self, span: Span, /) -> tuple[Refactoring, ...]:
        """The refactorings of the moves that a span touches."""
        touched = [moves for moves in self.embedded if moves.span.touches(span)]
        return tuple(refactoring for moves in touched for refactoring in moves.refactorings(span))


class HostNotation(Notation):
    """A notation of files with embedded texts."""

    colours: Mapping[str, TokenType]
    """The types of the tokens that are not in embedded texts, by their kinds."""
    own_section: str
    """The section of the site about the files."""
    analysis: Callable[..., Analysis]
    """The class of its analyses."""
    has_lines = True

    def __init__(self, language: EmbeddedLanguage) -> None:
        self.language = language
        self.embedded = language.notation

    def read(self, text: str, context: Context, scope: Scope = NO_NAMES, /) -> Analysis:
        """The analysis of a chunk."""
        return self.analysis(text, context, scope, language=self.language)

    def token_type(self, token: Token, /) -> TokenType | None:
        """The type of a token; None for plain text."""
        return self.colours.get(token.kind) or self.language.notation.token_type(token)

    def section(self, token: Token, /) -> str:
        """The section of the site that explains a token."""
        if token.kind in self.colours:
            return self.own_section
        return self.language.notation.section(token)


def definition(
    chunk: Analysis,
    *,
    moves: EmbeddedText,
    name: str,
    name_span: Span,
    start: int,
    key: str | None = None,
) -> Definition | None:
    """The definition of a piece, from its start to its moves; None if they are not moves."""
    piece, span = moves.definition(), Span(start, moves.span.end)
    if piece is None:
        return None
    broken = piece.broken or has_error(
        each for each in chunk.diagnostics if span.contains_range(each.span)
    )
    piece = replace(piece, dialect="", dialect_reason="", broken=broken, key=key)
    return replace(piece, name=name, name_span=name_span, span=span)


def token_in(text: str, kind: str, span: Span) -> Iterator[Token]:
    """A span of a chunk as a token, unless it is empty."""
    if span.start < span.end:
        yield Token(kind, text[slice(*span)], span.start)


def stripped(text: str, span: Span, blanks: str | None = None) -> Span:
    """A span of a chunk without the blanks at its ends."""
    part = text[slice(*span)]
    start = span.start + len(part) - len(part.lstrip(blanks))
    return Span(start, max(span.start + len(part.rstrip(blanks)), start))


def host_tree(
    kind: str, text: str, tokens: tuple[Token, ...], embedded: Iterable[EmbeddedText]
) -> Tree:
    """The tree of a chunk of tokens in one node, in which each embedded text has its own."""
    children = with_trees(tokens, {inner.span.start: inner.node() for inner in embedded})
    start, end = (children[0].start, children[-1].end) if children else (0, 0)
    return Tree(text, Node(kind, children, start=start, end=end), tokens, problems=())


def with_trees(tokens: Iterable[Token], trees: Mapping[int, Node]) -> tuple[Node | Token, ...]:
    """Tokens in order, with embedded trees, given by their starts, in the places of theirs."""
    children = list[Node | Token]()
    for token in tokens:
        if not children or token.start >= children[-1].end:
            children.append(trees.get(token.start, token))
    return tuple(children)


def _moved(node: Node, by: int) -> Node:
    """A tree in a text that has more characters before it; as deep as its grammar lets it be."""
    children = tuple(
        _moved(child, by) if isinstance(child, Node) else child._replace(start=child.start + by)
        for child in node.children
    )
    return Node(node.kind, children, start=node.start + by, end=node.end + by)
