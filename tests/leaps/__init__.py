"""A notation of leaps only, as small as a notation can be: `camel 1,3` is a name and a leap. A line is a definition."""

from __future__ import annotations

import re
from dataclasses import dataclass

from wazir.diagnostics import Code, Diagnostic, Severity
from wazir.lazy import lazy
from wazir.notations.base import NO_NAMES, Analyser, Context, Editor, Notation, Scope
from wazir.notations.kit import duplicate, shortened, write
from wazir.notations.results import CompletionItem, Definition, HoverText, OutlineEntry, TokenType
from wazir.piece.lookup import turned
from wazir.piece.model import Leg, Move, Piece
from wazir.syntax import Node, Token, Tree
from wazir.text import Span

BAD_LEAP = Code("bad-leap", Severity.ERROR, "A leap that is not two numbers.")
DUPLICATE_NAME = Code("duplicate-name", Severity.ERROR, "A name that is already defined.")

LEAPS = {"1,2": "knight", "1,3": "camel", "2,3": "zebra"}
COLOURS = {"COMMENT": TokenType.COMMENT, "NAME": TokenType.NAME, "LEAP": TokenType.ATOM}
_TOKEN = re.compile(r"(?P<COMMENT>#[^\r\n]*)|(?P<NAME>[^\W\d]\w*)|(?P<LEAP>[^\s#]+)")


@dataclass(frozen=True, eq=False)
class Chunk:
    """An analysed line with the comments below it."""

    text: str
    context: Context
    scope: Scope = NO_NAMES

    @lazy
    def tree(self) -> Tree:
        """The tokens, without nodes."""
        found = tuple(Token(str(one.lastgroup), one[0], one.start()) for one in _TOKEN.finditer(self.text))
        return Tree(self.text, Node("start", (), 0, len(self.text)), found, ())

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
        bad = [one.moves for one in self.definitions if one.broken]
        return tuple(Diagnostic(BAD_LEAP, span, message, (write(span, "1,2"),)) for span in bad)


def piece_of(leap: str) -> Piece | None:
    """The piece of a leap; None if it is not two numbers."""
    numbers = re.fullmatch(r"(\d),(\d)", leap)
    if numbers is None or leap == "0,0":
        return None
    steps = turned((int(numbers[1]), int(numbers[2])))
    return Piece((Move((Leg(((None, tuple((step,) for step in steps)),)),)),))


def names(text: str) -> tuple[tuple[str, Span], ...]:
    """The name of a chunk."""
    return tuple((one.name, one.name_span) for one in Chunk(text, Context()).definitions if one.name and one.name_span)


def outline(text: str) -> tuple[OutlineEntry, ...]:
    """The definition of a chunk."""
    found = Chunk(text, Context()).definitions
    return tuple(OutlineEntry(one.name or shortened(text), "", one.span, one.name_span or one.span) for one in found)


def hover(chunk: Chunk, offset: int) -> HoverText | None:
    """The leap at an offset."""
    for one in chunk.definitions:
        if one.moves.contains(offset) and one.piece:
            text = chunk.text[one.moves.start : one.moves.end]
            return HoverText(one.moves, text, f"The leap of a {LEAPS.get(text, 'leaper')}.", one.piece, text)
    return None


def complete(_chunk: Chunk, offset: int) -> tuple[Span, tuple[CompletionItem, ...]]:
    """The well-known leaps."""
    items = (CompletionItem(leap, name, TokenType.ATOM, piece=piece_of(leap)) for leap, name in LEAPS.items())
    return Span(offset, offset), tuple(items)


LEAPS_NOTATION = Notation(
    name="leaps",
    title="Leaps",
    extensions=(".leaps",),
    line_comments=("#",),
    codes=(BAD_LEAP, DUPLICATE_NAME),
    package=__name__,
    load_analyser=lambda: Analyser(
        starts_chunk=lambda line: re.match(r"[^\s#]", line) is not None,
        names=names,
        outline=outline,
        tokens=lambda text, context: Chunk(text, context).tree.tokens,
        token_type=lambda token: COLOURS.get(token.kind),
        analyse=Chunk,
        diagnose=lambda text, context, scope: Chunk(text, context, scope).diagnostics,
        duplicate_name=lambda name, span, first, another: duplicate(DUPLICATE_NAME, name, span, first, another),
        evidence=lambda text: len(re.findall(r"^\w+ \d,\d$", text, re.MULTILINE)),
    ),
    load_editor=lambda: Editor(hover, complete),
)
