"""Betza's notation, in Betza's own form, as Extended Betza and as XBetza
(docs/notations/betza.md).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from wazir.diagnostics import Diagnostic
from wazir.notations.betza import complete, from_piece, hover, layout, refactor, syntax, vocabulary
from wazir.notations.betza.codes import CODES, DUPLICATE_NAME
from wazir.notations.betza.definition import BetzaDefinition
from wazir.notations.betza.engines import PROFILES, READERS
from wazir.notations.files import BETZA_FILES
from wazir.notations.notation import NO_NAMES, Context, Notation, Scope
from wazir.notations.reports import duplicate
from wazir.notations.results import (
    Completions,
    HoverText,
    InlayHint,
    Refactoring,
    TokenType,
)
from wazir.syntax import Token
from wazir.text import Span


class BetzaAnalysis(BetzaDefinition):
    """An analysed chunk, with what editors ask of it."""

    def hover(self, offset: int, /) -> HoverText | None:
        """The hover at an offset."""
        return hover.hover(self, offset)

    def complete(self, offset: int, /) -> Completions:
        """The completion items at an offset, and the span that they replace."""
        return complete.complete(self, offset)

    def inlay_hints(self) -> tuple[InlayHint, ...]:
        """The inlay hints, in order."""
        return refactor.inlay_hints(self)

    def refactorings(self, span: Span, /) -> tuple[Refactoring, ...]:
        """The refactorings for a selection."""
        return refactor.refactorings(self, span)


class Betza(Notation):
    """Betza's notation."""

    files = BETZA_FILES
    title = "Betza notation"
    line_comments = ("#", ";")
    codes = CODES
    package = __name__
    dialects = vocabulary.DIALECTS
    sections = {
        TokenType.ATOM: "atoms",
        TokenType.RANGE: "ranges",
        TokenType.DIRECTION: "directions",
        TokenType.MODE: "modes-and-first-moves",
        TokenType.MODIFIER: "all-modifiers",
        TokenType.OPERATOR: "all-operators",
        TokenType.DIRECTIVE: "dialects",
    }
    dialect_code = "ambiguous-dialect"
    profiles = PROFILES
    readers = READERS
    has_lines = True
    names_start_lines = True
    writer = from_piece.BetzaWriter()

    def read(self, text: str, context: Context, scope: Scope = NO_NAMES, /) -> BetzaAnalysis:
        """The analysis of a chunk."""
        return BetzaAnalysis(text, context, scope)

    def file_context(self, context: Context, text: str, /) -> Context:
        """The context of the first chunk, which says whether the file names its pieces."""
        is_named = syntax.has_names(text)
        return (
            context if is_named == context.has_headers else replace(context, has_headers=is_named)
        )

    def starts_chunk(self, line: str, /) -> bool:
        """Whether a line starts a chunk."""
        return syntax.starts_chunk(line)

    def evidence(self, text: str, /) -> int:
        """The number of features of a text that only this notation has."""
        return syntax.evidence(text)

    def token_type(self, token: Token, /) -> TokenType | None:
        """The type of a token; None for plain text."""
        return vocabulary.token_type(token)

    def duplicate_name(self, name: str, span: Span, first: Span, another: str, /) -> Diagnostic:
        """The diagnostic of a name that is defined above."""
        return duplicate(DUPLICATE_NAME, name, span, first=first, another=another)

    def format_lines(self, lines: Iterable[str], /) -> Iterable[str]:
        """Format the lines of a paragraph, given without line ends."""
        return layout.format_lines(lines)


BETZA = Betza()
