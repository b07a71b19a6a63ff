"""From a chunk to all that is known of it."""

from __future__ import annotations

from wazir.diagnostics import Diagnostic, Related
from wazir.notations.base import NO_NAMES, Analysis, Context, Definition, Scope
from wazir.notations.betza import rules
from wazir.notations.betza.checking.engine import FAIRY_STOCKFISH, report_engine
from wazir.notations.betza.checking.remarks import report_remarks
from wazir.notations.betza.dialects import EXTENDED, XBETZA
from wazir.notations.betza.meaning.lower import lower
from wazir.notations.betza.reading.directives import check_directive, context_after
from wazir.notations.betza.reading.grammar import GRAMMAR
from wazir.notations.betza.reading.mistakes import report_mistakes
from wazir.notations.report import Report
from wazir.piece.model import Piece
from wazir.syntax import Node, Token, Tree
from wazir.text import Span


def analyse(text: str, context: Context, _scope: Scope = NO_NAMES) -> Analysis:
    """Tree, piece and diagnostics of a chunk. Never raises: what makes no sense is left out and reported."""
    tree = GRAMMAR.parse(text)
    report = Report()
    inner = context_after(text, context)
    dialect, why = judged(tree, inner)
    report_mistakes(tree, dialect, report)
    parts = {child.kind: child for child in tree.root.children if isinstance(child, Node)}
    if "directive" in parts:
        check_directive(parts["directive"], report)
    definitions: tuple[Definition, ...] = ()
    if "definition" in parts:
        definitions = (_definition(tree, parts["definition"], dialect, why, inner, report),)
    return Analysis(tree, definitions, report.diagnostics())


def _definition(tree: Tree, node: Node, dialect: str, why: str, context: Context, report: Report) -> Definition:
    name = next((child for child in node.children if isinstance(child, Token) and child.kind == "NAME"), None)
    moves = next((child for child in node.children if isinstance(child, Node) and child.kind == "moves"), None)
    piece: Piece | None = None
    if moves is not None:
        pinned = context.dialect is not None
        piece = lower(moves, dialect, pinned, report)
        report_remarks(tree, dialect, pinned, report)
        if context.profile == FAIRY_STOCKFISH:
            report_engine(tree, report)
    trimmed = name.text.rstrip() if name else None
    return Definition(
        name=trimmed,
        name_span=Span(name.start, name.start + len(trimmed)) if name and trimmed else None,
        span=node.span,
        moves=moves.span if moves else Span(node.end, node.end),
        dialect=dialect,
        why=why,
        piece=piece,
        broken=report.broken or moves is None,
        board=context.board,
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


def duplicate_name(name: str, here: Span, first: Span) -> Diagnostic:
    """The diagnostic for a name that an earlier definition has."""
    return Diagnostic(
        rules.DUPLICATE_NAME,
        here,
        f"There is a definition named `{name}` already. Give this one another name, or remove one of them.",
        related=(Related(first, f"`{name}` is first defined here."),),
    )
