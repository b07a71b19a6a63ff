"""Lispy Chess Piece Notation in its four styles (docs/notations/lcpn.md)."""

from __future__ import annotations

from wazir.diagnostics import Diagnostic
from wazir.notations.files import LCPN_FILES
from wazir.notations.lcpn import (
    complete,
    definition,
    hover,
    layout,
    names,
    refactor,
    syntax,
    tree,
    vocabulary,
    writer,
)
from wazir.notations.lcpn.codes import CODES, DUPLICATE_DEFINITION
from wazir.notations.lcpn.definition import LcpnDefinition
from wazir.notations.lcpn.tree import STYLES
from wazir.notations.notation import NO_NAMES, Context, Notation, Scope, Source
from wazir.notations.reports import duplicate
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


class LcpnAnalysis(LcpnDefinition):
    """An analysed chunk, with what editors ask of it."""

    def hover(self, offset: int, /) -> HoverText | None:
        """The hover at an offset."""
        return hover.hover(self, offset)

    def complete(self, offset: int, /) -> Completions:
        """The completion items at an offset, and the span that they replace."""
        return complete.complete(self, offset)

    def signature(self, offset: int, /) -> Signature | None:
        """The signature of the function around an offset."""
        return refactor.signature(self, offset)

    def inlay_hints(self) -> tuple[InlayHint, ...]:
        """The inlay hints, in order."""
        return refactor.inlay_hints(self)

    def refactorings(self, span: Span, /) -> tuple[Refactoring, ...]:
        """The refactorings for a selection."""
        return refactor.refactorings(self, span)

    def formatted(self) -> str:
        """The formatted text."""
        return layout.format_chunk(self.text, self.context)

    def indent_after(self, offset: int, /) -> str | None:
        """The indentation of a new line at an offset; None if the definition is complete there."""
        return layout.indent_after(self.text, self.context, offset)


class LcpnConverter:
    """Writes texts in other styles."""

    def convert(self, text: str, style: str, other: str, /) -> str:
        """A text in another style, with its comments.

        Raises:
            ValueError: It cannot be converted; the message is the reason.
        """
        return layout.convert(text, style, other)


class Lcpn(Notation):
    """Lispy Chess Piece Notation."""

    files = LCPN_FILES
    title = "Lispy Chess Piece Notation"
    line_comments = (";", "#", "//", "--")
    codes = CODES
    package = __name__
    dialects = {name: style.summary for name, style in STYLES.items()}
    sections = {
        TokenType.ATOM: "files-styles-and-names",
        TokenType.DIRECTIVE: "four-styles",
        **dict.fromkeys((TokenType.RANGE, TokenType.DIRECTION), "steps"),
        TokenType.OPERATOR: "several-parts",
        TokenType.MODE: "functions",
        **dict.fromkeys((TokenType.MODIFIER, TokenType.STRING), "properties-conditions-and-words"),
    }
    dialect_word = "style"
    dialect_titles = {name: style.title for name, style in STYLES.items()}
    dialect_code = "other-style"
    is_linked = True
    names_start_lines = True
    writer = writer.LcpnWriter()
    converter = LcpnConverter()
    library_file = names.PRELUDE_FILE

    def read(self, text: str, context: Context, scope: Scope = NO_NAMES, /) -> LcpnAnalysis:
        """The analysis of a chunk."""
        return LcpnAnalysis(text, context, scope)

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
        return duplicate(DUPLICATE_DEFINITION, name, span, first=first, another=another)

    def another_name(self, name: str, number: int, context: Context, /) -> tuple[str, str]:
        """A numbered variant of a name: its key and its spelling."""
        return definition.another_name(name, number, context)

    def key(self, name: str, /) -> str:
        """The key of a name, which does not depend on its spelling."""
        return tree.canonical(name)

    def respelled(self, new: str, old: str, key: str, /) -> str:
        """A new name spelled as an old one was, given the key of the old name."""
        return tree.respelled(new, old, key)

    def library(self, name: str, /) -> Source | None:
        """The prelude, if it defines the name."""
        if name not in names.library().definitions:
            return None
        return Source(names.PRELUDE, Context(dialect="lisp"))


LCPN = Lcpn()
