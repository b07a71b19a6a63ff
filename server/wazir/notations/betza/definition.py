"""From a chunk to all that is known of it."""

from __future__ import annotations

from typing import NamedTuple

from wazir.diagnostics import Diagnostic, Fix, Related, Severity
from wazir.notations.base import NO_NAMES, Analysis, Context, Definition, Scope
from wazir.notations.betza import rules
from wazir.notations.betza.checking.engine import FAIRY_STOCKFISH, report_engine
from wazir.notations.betza.checking.remarks import report_remarks
from wazir.notations.betza.dialects import EXTENDED, XBETZA
from wazir.notations.betza.meaning.lower import lower
from wazir.notations.betza.reading.directives import check_directive, context_after
from wazir.notations.betza.reading.foreign import SPELLINGS
from wazir.notations.betza.reading.grammar import GRAMMAR
from wazir.notations.betza.reading.in_words import instead_of_letters, missing_equals, moves_alone, words_in
from wazir.notations.betza.reading.mistakes import report_missing_moves, report_mistakes
from wazir.notations.foreign import foreign, instead_of
from wazir.notations.report import Report
from wazir.piece.model import Piece
from wazir.syntax import Node, Token, Tree, Trouble
from wazir.text import Edit, Span


def analyse(text: str, context: Context, _scope: Scope = NO_NAMES) -> Analysis:
    """Tree, piece and diagnostics of a chunk. Never raises: what makes no sense is left out and reported."""
    read = _read(text, context)
    found = _reworded(read, context)
    definition = _definition(read, found)
    return Analysis(read.tree, (definition,) if definition else (), found)


class _Read(NamedTuple):
    """What a chunk says by its signs."""

    tree: Tree
    definition: Node | None
    dialect: str
    why: str
    context: Context
    piece: Piece | None
    found: tuple[Diagnostic, ...]

    @property
    def is_broken(self) -> bool:
        """Whether it has an error."""
        return any(one.code.severity is Severity.ERROR for one in self.found)

    @property
    def name(self) -> Token | None:
        """The name of the definition."""
        return next((child for child in self._parts if isinstance(child, Token) and child.kind == "NAME"), None)

    @property
    def moves(self) -> Node | None:
        """The moves of the definition."""
        return next((child for child in self._parts if isinstance(child, Node) and child.kind == "moves"), None)

    @property
    def _parts(self) -> tuple[Node | Token, ...]:
        return self.definition.children if self.definition else ()


def _read(text: str, context: Context) -> _Read:
    """Tree, piece and diagnostics of a chunk, sign by sign."""
    tree = GRAMMAR.parse(text)
    report = Report()
    inner = context_after(text, context)
    dialect, why = judged(tree, inner)
    report_mistakes(tree, dialect, report)
    parts = {child.kind: child for child in tree.root.children if isinstance(child, Node)}
    if "directive" in parts:
        check_directive(parts["directive"], report)
    read = _Read(tree, parts.get("definition"), dialect, why, inner, None, ())
    if read.moves is not None:
        pinned = inner.dialect is not None
        read = read._replace(piece=lower(read.moves, dialect, pinned, report))
        report_remarks(tree, dialect, pinned, report)
        if inner.profile == FAIRY_STOCKFISH:
            report_engine(tree, report)
    elif read.definition and read.name and not report.broken:
        report_missing_moves(read.name, read.definition, report)
    return read._replace(found=report.diagnostics())


def _reworded(read: _Read, context: Context) -> tuple[Diagnostic, ...]:
    """The diagnostics of a chunk; what is written in words or as elsewhere has one, and not one for each sign."""
    if any(problem.trouble not in (Trouble.FOUND, Trouble.MISSING) for problem in read.tree.problems):
        return read.found  # what is not read to its end
    words = words_in(read.tree, read.is_broken)
    if read.is_broken or words:
        missing = missing_equals(read.tree, lambda moves: not _read(moves, context).is_broken)
        if missing:
            return (missing,)
        found = instead_of(read.found, foreign(moves_alone(read.tree), SPELLINGS))
        return instead_of_letters(found, words)
    return read.found


def _definition(read: _Read, found: tuple[Diagnostic, ...]) -> Definition | None:
    if read.definition is None:
        return None
    name, moves = read.name, read.moves
    trimmed = name.text.rstrip() if name else None
    return Definition(
        name=trimmed,
        name_span=Span(name.start, name.start + len(trimmed)) if name and trimmed else None,
        span=read.definition.span,
        moves=moves.span if moves else Span(read.definition.end, read.definition.end),
        dialect=read.dialect,
        why=read.why,
        piece=read.piece,
        broken=moves is None or any(one.code.severity is Severity.ERROR for one in found),
        board=read.context.board,
    )


def judged(tree: Tree, context: Context) -> tuple[str, str]:
    """The dialect of a definition, and why, as the end of a sentence (B1)."""
    if context.dialect is not None:
        return context.dialect, "because that dialect is set"
    depth = 0
    for token in tree.tokens:
        depth += (token.kind == "LSQB") - (token.kind == "RSQB")
        if token.kind == "HYPHEN" and depth <= 0:
            return EXTENDED, "because it has a `-` outside `[ ]`"
        if token.kind == "LPAR":
            return EXTENDED, "because it has a group `( )`"
    return XBETZA, "because it has no chain with `-` and no group, and that is what engines read"


def duplicate_name(name: str, here: Span, first: Span, another: str) -> Diagnostic:
    """The diagnostic for a name that an earlier definition has."""
    return Diagnostic(
        rules.DUPLICATE_NAME,
        here,
        f"`{name}` is defined twice. Rename or remove one of the two.",
        fixes=(Fix(f"Write `{another}`", (Edit(here, another),), safe=False),) if another else (),
        related=(Related(first, f"`{name}` is first defined here."),),
    )
