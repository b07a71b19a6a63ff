"""The analysed chunk."""

from __future__ import annotations

from dataclasses import dataclass, replace

from wazir.diagnostics import Diagnostic
from wazir.lazy import lazy
from wazir.notations.bensahas import rules
from wazir.notations.bensahas.checks import (
    SPELLINGS,
    code_of,
    report_misspelled,
    report_mistakes,
    report_names,
    report_twins,
)
from wazir.notations.bensahas.meaning import lower
from wazir.notations.bensahas.reading import Reading, read
from wazir.notations.bensahas.statements import Body
from wazir.notations.bensahas.syntax import has_header, names, outline, references
from wazir.notations.kit import Report, duplicate, foreign, has_error, instead_of
from wazir.notations.notation import LONGEST_READ, Analysis, Context
from wazir.notations.results import Definition, OutlineEntry
from wazir.syntax import Tree
from wazir.text import Span


@dataclass(frozen=True, eq=False)
class BensahasAnalysis(Analysis):
    """An analysed chunk. Invalid parts are reported and left out."""

    @lazy
    def names(self) -> tuple[tuple[str, Span], ...]:
        """The keys of the pieces that it defines."""
        return names(self.text)

    @lazy
    def uses(self) -> tuple[tuple[str, Span], ...]:
        """The keys of the pieces that it may refer to."""
        return references(self.text)

    @lazy
    def outline(self) -> tuple[OutlineEntry, ...]:
        """Its pieces."""
        return outline(self.text)

    @property
    def tree(self) -> Tree:
        """The parsed text."""
        return self.reading.tree

    @lazy
    def reading(self) -> Reading:
        """The statements of the text."""
        return read(self.text)

    @property
    def definitions(self) -> tuple[Definition, ...]:
        """The pieces that it defines."""
        return self._judged[0]

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Its diagnostics, by place."""
        return self._judged[1]

    @lazy
    def _judged(self) -> tuple[tuple[Definition, ...], tuple[Diagnostic, ...]]:
        found, report = self.reading, Report(by_message=True)
        if self.context.has_headers and not any(body.header for body in found.bodies):
            found = Reading(found.tree, (), tuple(body.span for body in found.bodies))
        report_mistakes(found, report)
        definitions = tuple(_definition(found, body, self.context, report) for body in found.bodies)
        for body in found.bodies:
            report_names(body, self.scope, report)
            report_misspelled(body, report)
        diagnostics = report.diagnostics()
        if has_error(diagnostics) and len(self.text) <= LONGEST_READ:
            diagnostics = instead_of(diagnostics, foreign(code_of(found.tree), SPELLINGS))
        return definitions, diagnostics


def _definition(found: Reading, body: Body, context: Context, report: Report) -> Definition:
    piece = lower(body, report)
    for statement in body.statements:
        report_twins(statement, report)
    header = body.header
    name = header.piece if header else None
    return Definition(
        name=name.text if name else None,
        name_span=name.span if name else None,
        span=body.span,
        moves=_moves(found, body),
        dialect="",
        dialect_reason="",
        piece=piece,
        broken=report.is_broken_in(body.span),
        board=context.board,
        key=header.key if header and header.piece else None,
    )


def _moves(found: Reading, body: Body) -> Span:
    """The span between the braces of a piece."""
    start = body.span.start
    if body.header:
        start = found.tree.text.find("{", body.header.span.end) + 1 or body.span.end
    inner = [token for token in found.tree.tokens if start <= token.start < body.span.end and token.kind != "COMMENT"]
    if body.header and inner and inner[-1].kind == "RBRACE":
        inner.pop()
    return Span(inner[0].start, inner[-1].end) if inner else Span(min(start, body.span.end), min(start, body.span.end))


def duplicate_name(name: str, here: Span, first: Span, another: str) -> Diagnostic:
    """The diagnostic for a name that an earlier piece of the same game has."""
    game, _, piece = name.partition(":")
    whole = f"`{piece}` of the game `{game}`" if game else f"`{piece}` of no game"
    return duplicate(rules.DUPLICATE_NAME, piece, here, first, another, whole=whole)


def another_name(name: str, number: int, _context: Context) -> tuple[str, str]:
    """A name like another one of the same game, with a number."""
    numbered = f"{name} {number}"
    return numbered, numbered.partition(":")[2]


def file_context(context: Context, text: str) -> Context:
    """The context at the top of a file: with headers, no text is allowed outside of pieces (S1)."""
    return replace(context, has_headers=bool(has_header(text)))
