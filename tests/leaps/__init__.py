"""A notation of leaps only, as small as a notation can be: `camel 1,3` is a name and a leap. A line
is a definition.
"""

from __future__ import annotations

import re

from wazir.diagnostics import Code, Diagnostic, Severity
from wazir.lazy import lazy
from wazir.notations.files import NotationFiles
from wazir.notations.fixes import write
from wazir.notations.notation import NO_NAMES, Analysis, Context, Notation, Scope
from wazir.notations.reports import duplicate
from wazir.notations.results import (
    CompletionItem,
    Completions,
    Definition,
    HoverText,
    OutlineEntry,
    TokenType,
)
from wazir.notations.wording import shortened
from wazir.piece.lookup import turned
from wazir.piece.model import Leg, Move, Piece
from wazir.syntax import Node, Token, Tree
from wazir.text import Span

BAD_LEAP = Code("bad-leap", Severity.ERROR, "A leap that is not two numbers.")
DUPLICATE_NAME = Code("duplicate-name", Severity.ERROR, "A name that is already defined.")

LEAPS = {"1,2": "knight", "1,3": "camel", "2,3": "zebra"}
COLOURS = {"COMMENT": TokenType.COMMENT, "NAME": TokenType.NAME, "LEAP": TokenType.ATOM}
_TOKEN = re.compile(r"(?P<COMMENT>#[^\r\n]*)|(?P<NAME>[^\W\d]\w*)|(?P<LEAP>[^\s#]+)")


class LeapAnalysis(Analysis):
    """An analysed line with the comments below it."""

    @lazy
    def tree(self) -> Tree:
        """The tokens, without nodes."""
        tokens = tuple(
            Token(str(match.lastgroup), match[0], match.start())
            for match in _TOKEN.finditer(self.text)
        )
        return Tree(self.text, Node("start", (), 0, len(self.text)), tokens, ())

    def first(self, kind: str) -> Token | None:
        """The first token of a kind."""
        return next((token for token in self.tree.tokens if token.kind == kind), None)

    @lazy
    def definitions(self) -> tuple[Definition, ...]:
        """The piece of the line, if it has a leap."""
        name, leap = self.first("NAME"), self.first("LEAP")
        if leap is None:
            return ()
        piece = piece_of(leap.text)
        span = Span(name.start if name else leap.start, leap.end)
        spelled, place = (name.text, name.span) if name else (None, None)
        return (Definition(spelled, place, span, leap.span, "", "", piece, piece is None, None),)

    @lazy
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """A diagnostic for a leap that is not two numbers."""
        message = "A leap is two numbers, such as `1,2`."
        bad = [definition.moves for definition in self.definitions if definition.broken]
        return tuple(Diagnostic(BAD_LEAP, span, message, (write(span, "1,2"),)) for span in bad)

    @lazy
    def names(self) -> tuple[tuple[str, Span], ...]:
        """The name of the leap."""
        return tuple(
            (leap.name, leap.name_span) for leap in self.definitions if leap.name and leap.name_span
        )

    @lazy
    def outline(self) -> tuple[OutlineEntry, ...]:
        """The leap."""
        return tuple(
            OutlineEntry(
                leap.name or shortened(self.text), "", leap.span, leap.name_span or leap.span
            )
            for leap in self.definitions
        )

    def hover(self, offset: int, /) -> HoverText | None:
        """The leap at an offset."""
        for definition in self.definitions:
            if definition.moves.contains(offset) and definition.piece:
                text = self.text[definition.moves.start : definition.moves.end]
                sentence = f"The leap of a {LEAPS.get(text, 'leaper')}."
                return HoverText(definition.moves, text, sentence, definition.piece, text)
        return None

    def complete(self, offset: int, /) -> Completions:
        """The well-known leaps."""
        items = [
            CompletionItem(leap, name, TokenType.ATOM, piece=piece_of(leap))
            for leap, name in LEAPS.items()
        ]
        return Span(offset, offset), items


def piece_of(leap: str) -> Piece | None:
    """The piece of a leap; None if it is not two numbers."""
    numbers = re.fullmatch(r"(\d),(\d)", leap)
    if numbers is None or leap == "0,0":
        return None
    steps = turned((int(numbers[1]), int(numbers[2])))
    return Piece((Move((Leg(((None, tuple((step,) for step in steps)),)),)),))


class Leaps(Notation):
    """A notation of leaps."""

    files = NotationFiles(name="leaps", extensions=(".leaps",))
    title = "Leaps"
    line_comments = ("#",)
    codes = (BAD_LEAP, DUPLICATE_NAME)
    package = __name__

    def read(self, text: str, context: Context, scope: Scope = NO_NAMES, /) -> LeapAnalysis:
        """The analysis of a line."""
        return LeapAnalysis(text, context, scope)

    def duplicate_name(self, name: str, span: Span, first: Span, another: str, /) -> Diagnostic:
        """The diagnostic of a name that is defined above."""
        return duplicate(DUPLICATE_NAME, name, span, first, another)

    def starts_chunk(self, line: str, /) -> bool:
        """Whether a line has a definition."""
        return re.match(r"[^\s#]", line) is not None

    def token_type(self, token: Token, /) -> TokenType | None:
        """The type of a token."""
        return COLOURS.get(token.kind)

    def evidence(self, text: str, /) -> int:
        """The number of lines with a name and a leap."""
        return len(re.findall(r"^\w+ \d,\d$", text, re.MULTILINE))


LEAPS_NOTATION = Leaps()
