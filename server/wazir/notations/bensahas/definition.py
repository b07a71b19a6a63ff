"""The analysis of a chunk: its names, definitions and diagnostics."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

from wazir.diagnostics import Diagnostic
from wazir.lazy import lazy, of_text
from wazir.notations.bensahas import checks, codes
from wazir.notations.bensahas.meaning import lower
from wazir.notations.bensahas.reading import BensahasReading, read
from wazir.notations.bensahas.syntax import Body, Name, keys, nested
from wazir.notations.bensahas.vocabulary import NO_NAMES
from wazir.notations.notation import MAX_LETTERS_OF_CHUNK, Analysis
from wazir.notations.reports import Report, duplicate, has_error
from wazir.notations.results import Definition, OutlineEntry
from wazir.notations.spellings import foreign, instead_of
from wazir.notations.wording import blanked, shortened
from wazir.syntax import Tree
from wazir.text import Span


@dataclass(frozen=True)
class _Meaning:
    """The pieces of a text, and its diagnostics by place."""

    definitions: tuple[Definition, ...]
    diagnostics: tuple[Diagnostic, ...]


@dataclass(frozen=True, eq=False)
class BensahasDefinition(Analysis):
    """The analysis of a chunk. Invalid parts are reported and left out."""

    @of_text
    def reading(self) -> BensahasReading:
        """The pieces of the text."""
        return read(self.text)

    @property
    def tree(self) -> Tree:
        """The parsed text."""
        return self.reading.tree

    @property
    def names(self) -> tuple[tuple[str, Span], ...]:
        """The keys of the pieces that it defines."""
        headers = [body.header for body in self.reading.bodies if body.header]
        return tuple((header.key, header.piece.span) for header in headers if header.piece)

    @lazy
    def uses(self) -> tuple[tuple[str, Span], ...]:
        """The keys of the pieces that it may refer to."""
        uses = []
        for body in self.reading.bodies:
            parts = chain.from_iterable(map(nested, body.values))
            for name in parts:
                if isinstance(name, Name) and name.text not in NO_NAMES:
                    uses += [(key, name.span) for key in keys(body.game, name.text)]
        return tuple(sorted(uses, key=lambda use: use[1]))

    @lazy
    def outline(self) -> tuple[OutlineEntry, ...]:
        """Its pieces, or the text of a piece without a name."""
        return tuple(self._outline_entry(body) for body in self.reading.bodies)

    @property
    def definitions(self) -> tuple[Definition, ...]:
        """The pieces that it defines."""
        return self._meaning.definitions

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Its diagnostics, by place."""
        return self._meaning.diagnostics

    @lazy
    def _meaning(self) -> _Meaning:
        reading = self.reading
        report = Report(by_message=True)
        if self.context.has_headers and not any(body.header for body in reading.bodies):
            reading = BensahasReading(reading.tree, (), tuple(body.span for body in reading.bodies))
        checks.report_mistakes(reading, report)
        definitions = tuple(self._definition(body, report) for body in reading.bodies)
        for body in reading.bodies:
            checks.report_names(body, self.scope, report)
        diagnostics = report.diagnostics()
        if has_error(diagnostics) and len(self.text) <= MAX_LETTERS_OF_CHUNK:
            diagnostics = instead_of(diagnostics, foreign(self._code, checks.SPELLINGS))
        return _Meaning(definitions, diagnostics)

    @lazy
    def _code(self) -> str:
        """The text with blanks for its comments."""
        return blanked(self.text, (token.span for token in self.tokens if token.kind == "COMMENT"))

    def _outline_entry(self, body: Body) -> OutlineEntry:
        """A piece in the outline: its name, or its moves without one."""
        moves = self._code[slice(*self._moves(body))]
        header = body.header
        if header is None:
            return OutlineEntry(shortened(moves), "", body.span, selection=body.span)
        name, selection = (
            (header.piece.text, header.piece.span) if header.piece else (header.key, header.span)
        )
        detail = f"{body.game}: {moves}" if body.game else moves
        return OutlineEntry(name, shortened(detail), body.span, selection=selection)

    def _definition(self, body: Body, report: Report) -> Definition:
        """The definition of a piece; its diagnostics go to the report."""
        piece = lower(body, report)
        for statement in body.statements:
            checks.report_mirrored_conditions(statement, report)
        name = body.header.piece if body.header else None
        return Definition(
            name=name.text if name else None,
            name_span=name.span if name else None,
            span=body.span,
            moves=self._moves(body),
            dialect="",
            dialect_reason="",
            piece=piece,
            broken=report.is_broken_in(body.span),
            board=self.context.board,
            key=body.header.key if body.header and name else None,
        )

    def _moves(self, body: Body) -> Span:
        """The span between the braces of a piece."""
        if body.header is None:
            return body.span
        start, end = self.text.index("{", body.header.span.end) + 1, body.span.end
        inner = [
            token for token in self.tokens if start <= token.start < end and token.kind != "COMMENT"
        ]
        if inner and inner[-1].kind == "RBRACE":
            inner.pop()
        return Span(inner[0].start, inner[-1].end) if inner else Span(start, start)


def duplicate_name(name: str, span: Span, first: Span, another: str) -> Diagnostic:
    """The diagnostic of a name that an earlier piece of the same game has."""
    game, _, piece = name.partition(":")
    whole = f"`{piece}` of the game `{game}`" if game else f"`{piece}` of no game"
    return duplicate(codes.DUPLICATE_NAME, piece, span, first=first, another=another, whole=whole)
