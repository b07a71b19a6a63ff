"""Records of the game Ben39 (docs/notations/ben39.md)."""

from __future__ import annotations

from collections.abc import Sequence

from wazir.ben39.position import State
from wazir.diagnostics import Diagnostic
from wazir.notations.ben39 import complete, definition, hover, layout, refactor, syntax
from wazir.notations.ben39.codes import CODES, RULINGS
from wazir.notations.ben39.definition import Ben39Definition
from wazir.notations.files import BEN39_FILES
from wazir.notations.notation import NO_NAMES, Analysis, Context, Notation, Scope
from wazir.notations.results import (
    Completions,
    HoverText,
    InlayHint,
    Refactoring,
    TokenType,
)
from wazir.syntax import Token
from wazir.text import Edit, Span


class Ben39Analysis(Ben39Definition):
    """An analysed chunk, with what editors ask of it."""

    def hover(self, offset: int, /) -> HoverText | None:
        """The hover at an offset."""
        return hover.hover(self, offset)

    def complete(self, offset: int, /) -> Completions:
        """The completion items at an offset, and the span that they replace."""
        return complete.complete(self, offset)

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


class Ben39Converter:
    """Writes positions as drawings or in one line."""

    def convert(self, text: str, form: str, other: str, /) -> str:
        """A text with all its positions in another form.

        Raises:
            ValueError: A position is invalid, or cannot be written in that form.
        """
        return refactor.convert(text, form, other)


class Ben39Games:
    """Writes moves and positions into records."""

    def write_moves(
        self, records: Analysis, number: int, at: int, actions: Sequence[str], /
    ) -> Edit:
        """The edit that writes actions into a record; see *Games*."""
        return refactor.write_moves(_records(records), number, at, actions=actions)

    def write_position(self, records: Analysis, number: int, state: State, /) -> str:
        """The text of a chunk in which a record starts from another position, without moves."""
        return refactor.write_position(_records(records), number, state)


def _records(analysis: Analysis) -> Ben39Definition:
    """An analysis of this notation as what it is."""
    if not isinstance(analysis, Ben39Definition):
        raise TypeError(f"These are not records of Ben39: {analysis!r}")
    return analysis


class Ben39(Notation):
    """Records of the game Ben39."""

    files = BEN39_FILES
    title = "Ben39"
    line_comments = (";",)
    codes = CODES
    package = __name__
    rulings = RULINGS
    sections = {
        TokenType.MODE: "records",
        **dict.fromkeys((TokenType.RANGE, TokenType.DIRECTION), "the-drawing"),
        TokenType.ATOM: "actions",
        TokenType.ARGUMENT: "keys",
        **dict.fromkeys((TokenType.WHITE, TokenType.BLACK), "pieces"),
        TokenType.MOVABLE: "the-movable-squares",
    }
    dialects = {"board": "A drawing of the board.", "fen": "The position in one line."}
    dialect_word = "form"
    dialect_titles = {"board": "a drawing", "fen": "the one-line form"}
    pins_dialect = False
    converter = Ben39Converter()
    games = Ben39Games()
    is_linked = True

    def read(self, text: str, context: Context, scope: Scope = NO_NAMES, /) -> Ben39Analysis:
        """The analysis of a chunk."""
        return Ben39Analysis(text, context, scope)

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
        return syntax.token_type(token)

    def duplicate_name(self, name: str, span: Span, first: Span, another: str, /) -> Diagnostic:
        """The diagnostic of a name that is defined above."""
        return definition.duplicate_name(name, span, first, another=another)

    def key(self, name: str, /) -> str:
        """The key of a name, which does not depend on its spelling."""
        return syntax.name_key(name)

    def respelled(self, new: str, _old: str, _key: str, /) -> str:
        """A new name without extra blanks."""
        return syntax.name_key(new)


BEN39 = Ben39()
