"""Bensahas notation (docs/notations/bensahas.md)."""

from __future__ import annotations

from wazir.diagnostics import Diagnostic
from wazir.notations.bensahas import (
    complete,
    definition,
    hover,
    layout,
    refactor,
    syntax,
    vocabulary,
    writer,
)
from wazir.notations.bensahas.codes import CODES
from wazir.notations.bensahas.definition import BensahasDefinition
from wazir.notations.files import BENSAHAS_FILES
from wazir.notations.notation import NO_NAMES, Context, Notation, Scope
from wazir.notations.results import (
    Completions,
    HoverText,
    InlayHint,
    Refactoring,
    Signature,
    TokenType,
)
from wazir.syntax import Token
from wazir.text import Span


class BensahasAnalysis(BensahasDefinition):
    """An analysed chunk, with what editors ask of it."""

    def hover(self, offset: int, /) -> HoverText | None:
        """The hover at an offset."""
        return hover.hover(self, offset)

    def complete(self, offset: int, /) -> Completions:
        """The completion items at an offset, and the span that they replace."""
        return complete.complete(self, offset)

    def signature(self, offset: int, /) -> Signature | None:
        """The signature of the function around an offset."""
        return complete.signature(self, offset)

    def inlay_hints(self) -> tuple[InlayHint, ...]:
        """The inlay hints, in order."""
        return hover.inlay_hints(self)

    def refactorings(self, span: Span, /) -> tuple[Refactoring, ...]:
        """The refactorings for a selection."""
        return refactor.refactorings(self, span)

    def formatted(self) -> str:
        """The formatted text."""
        return layout.format_chunk(self.text, self.context)

    def indent_after(self, offset: int, /) -> str | None:
        """The indentation of a new line at an offset; None if the definition is complete there."""
        return layout.indent_after(self.text, self.context, offset)


class Bensahas(Notation):
    """Bensahas notation."""

    files = BENSAHAS_FILES
    title = "Bensaħas notation"
    line_comments = ("#", "//")
    codes = CODES
    package = __name__
    sections = {
        TokenType.OPERATOR: "files-pieces-and-statements",
        TokenType.MODE: "actions",
        **dict.fromkeys((TokenType.RANGE, TokenType.DIRECTION), "distances-and-directions"),
        **dict.fromkeys((TokenType.MODIFIER, TokenType.ARGUMENT), "parameters-and-conditions"),
        TokenType.ATOM: "named-actions",
    }
    is_linked = True
    names_start_lines = True
    writer = writer.BensahasWriter()

    def read(self, text: str, context: Context, scope: Scope = NO_NAMES, /) -> BensahasAnalysis:
        """The analysis of a chunk."""
        return BensahasAnalysis(text, context, scope)

    def starts_chunk(self, line: str, /) -> bool:
        """Whether a line starts a chunk."""
        return syntax.starts_chunk(line)

    def file_context(self, context: Context, text: str, /) -> Context:
        """The context of the first chunk of a file, from its settings and its text."""
        return syntax.file_context(context, text)

    def evidence(self, text: str, /) -> int:
        """The number of features of a text that only this notation has."""
        return syntax.evidence(text)

    def token_type(self, token: Token, /) -> TokenType | None:
        """The type of a token; None for plain text."""
        return vocabulary.token_type(token)

    def duplicate_name(self, name: str, span: Span, first: Span, another: str, /) -> Diagnostic:
        """The diagnostic of a name that is defined above."""
        return definition.duplicate_name(name, span, first, another=another)

    def another_name(self, name: str, number: int, context: Context, /) -> tuple[str, str]:
        """A numbered variant of a name: its key and its spelling."""
        return syntax.another_name(name, number, context)

    def key(self, name: str, /) -> str:
        """The key of a name, which does not depend on its spelling."""
        return syntax.key(name)

    def renamed(self, key: str, old: str, new: str, /) -> str:
        """A key after the name with the key *old*, perhaps itself, is respelled."""
        return syntax.renamed(key, old, new)

    def respelled(self, new: str, old: str, key: str, /) -> str:
        """A new name spelled as an old one was, given the key of the old name."""
        return syntax.respelled(new, old, key)


BENSAHAS = Bensahas()
