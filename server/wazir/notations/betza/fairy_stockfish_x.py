"""The notation of pieces of Fairy-Stockfish-X, a fork of Fairy-Stockfish (V14).

It begins as Betza's, but has other atoms and modifiers, and parameters in braces. What the engine
skips without a message is an error here, as is a text that it rejects.
"""

from __future__ import annotations

from collections.abc import Mapping

from wazir.diagnostics import Diagnostic
from wazir.lazy import lazy
from wazir.notations.betza import codes
from wazir.notations.betza.fairy_stockfish_x_moves import (
    ATOM_LETTERS,
    BENT,
    TABLES,
    MoveReader,
    tokens_of,
)
from wazir.notations.betza.vocabulary import WORD_OF, XBETZA, token_type
from wazir.notations.files import NotationFiles
from wazir.notations.notation import NO_NAMES, Analysis, Context, Notation, Scope
from wazir.notations.reports import Report
from wazir.notations.results import (
    CompletionItem,
    Completions,
    Definition,
    HoverText,
    Reader,
    TokenType,
)
from wazir.piece.model import Piece
from wazir.syntax import Node, Token, Tree
from wazir.text import Span

WORDS: Mapping[str, tuple[str, str]] = {
    spelling: (title, text) for spelling, (title, text) in TABLES["words"].items()
}
"""The words that Betza's notation lacks or means otherwise, each with a title and a text."""
MAX_LETTERS_READ = 800
"""The number of characters that are read, as of Betza's notation."""
_KINDS = {"BLOCK": TokenType.ARGUMENT, "LEAP": TokenType.ATOM, "GROUP": TokenType.ATOM}


class ForkAnalysis(Analysis):
    """The moves of a piece."""

    @lazy
    def tree(self) -> Tree:
        """The tokens, without nodes."""
        root = Node("start", children=(), start=0, end=len(self.text))
        return Tree(self.text, root, tuple(tokens_of(self.text)), problems=())

    @lazy
    def _read(self) -> tuple[Piece, tuple[Diagnostic, ...]]:
        report = Report()
        tokens = self.tree.tokens
        if len(self.text) > MAX_LETTERS_READ:
            tokens = ()
            message = f"At most {MAX_LETTERS_READ} characters are read."
            report(codes.TOO_LONG, self.tree.root.span, message)
        piece = Piece(tuple(MoveReader(tokens, report).moves()))
        return piece, report.diagnostics()

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What the engine rejects, or skips."""
        return self._read[1]

    @lazy
    def definitions(self) -> tuple[Definition, ...]:
        """The piece."""
        piece, diagnostics = self._read
        span, broken = self.tree.root.span, bool(diagnostics)
        return (
            Definition(
                name=None,
                name_span=None,
                span=span,
                moves=span,
                dialect="",
                dialect_reason="",
                piece=None if broken else piece,
                broken=broken,
                board=self.context.board,
            ),
        )

    def hover(self, offset: int, /) -> HoverText | None:
        """The hover of the word at an offset."""
        token = next((token for token in self.tokens if token.span.contains(offset)), None)
        if token is None:
            return None
        title, text = TABLES["block"] if token.kind == "BLOCK" else _explained(token.text)
        if not text:
            return None
        piece = self.definitions[0].piece
        return HoverText(
            token.span, f"`{token.text}`: {title}", text, piece=piece, piece_text=self.text
        )

    def complete(self, offset: int, /) -> Completions:
        """All atoms and modifiers."""
        words = (*ATOM_LETTERS, *WORDS, *"mcpgnefbrlvsh")
        explained = {word: _explained(word) for word in words}
        items = [
            CompletionItem(word, title, _type(word), documentation=text)
            for word, (title, text) in explained.items()
        ]
        return Span(offset, offset), items


def read(text: str) -> Piece:
    """The piece of a text.

    Raises:
        ValueError: The engine rejects it.
    """
    analysis = FORK_BETZA.read(text, Context())
    piece = analysis.definitions[0].piece
    if piece is None:
        raise ValueError(analysis.diagnostics[0].message)
    return piece


# The notation


def _explained(spelling: str) -> tuple[str, str]:
    """The title of a word and a text about it; empty for other signs."""
    known = WORD_OF.get("(a,b)" if spelling.startswith("(") and "," in spelling else spelling)
    return WORDS.get(spelling) or (
        (known.title_in(XBETZA), known.text(XBETZA)) if known else ("", "")
    )


def _type(spelling: str) -> TokenType:
    kind = "ATOM" if spelling.isupper() or spelling in BENT else "MODIFIER"
    return token_type(Token(kind, spelling, 0)) or TokenType.MODIFIER


class ForkBetza(Notation):
    """The moves of pieces in files of Fairy-Stockfish-X. It has no files of its own."""

    files = NotationFiles(name="fairy-stockfish-x")
    title = "Betza notation of Fairy-Stockfish-X"
    line_comments = ()
    codes = ()
    package = __name__
    readers = {"fairy-stockfish": Reader("Fairy-Stockfish-X", read)}

    def read(self, text: str, context: Context, scope: Scope = NO_NAMES, /) -> ForkAnalysis:
        """The analysis of the moves of a piece."""
        return ForkAnalysis(text, context, scope)

    def token_type(self, token: Token, /) -> TokenType | None:
        """The type of a token."""
        return _KINDS.get(token.kind) or token_type(token)


FORK_BETZA = ForkBetza()
