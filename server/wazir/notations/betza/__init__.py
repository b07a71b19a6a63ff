"""Betza's notation, in Betza's own form, as Extended Betza and as XBetza (spec/betza.md)."""

from __future__ import annotations

from functools import partial

from wazir.diagnostics import Diagnostic
from wazir.notations.base import NO_NAMES, Context, Notation, Reader, Scope
from wazir.notations.betza.checks import PROFILES
from wazir.notations.betza.definition import analyse, context_after, starts_chunk
from wazir.notations.betza.dialects import DIALECTS
from wazir.notations.betza.rules import CODES, DUPLICATE_NAME
from wazir.notations.betza.syntax import GRAMMAR, is_clean, outline, words
from wazir.notations.betza.vocabulary import token_type
from wazir.notations.kit import duplicate, later, page
from wazir.text import Span

READERS = {
    "fairy-stockfish": Reader("Fairy-Stockfish", later(__name__, "engines.fairy_stockfish", "read"), largest=(12, 10)),
    "xboard": Reader("XBoard", later(__name__, "engines.xboard", "read")),
}


def _names(text: str) -> tuple[tuple[str, Span], ...]:
    return tuple((entry.name, entry.selection) for entry in outline(text) if entry.span != entry.selection)


def _diagnose(text: str, context: Context, _scope: Scope = NO_NAMES) -> tuple[Diagnostic, ...]:
    return () if is_clean(text, context) else analyse(text, context).diagnostics


BETZA = Notation(
    name="betza",
    title="Betza notation",
    extensions=(".betza",),
    line_comments=("#", ";"),
    dialects=DIALECTS,
    profiles=PROFILES,
    codes=CODES,
    starts_chunk=starts_chunk,
    context_after=context_after,
    names=_names,
    parse=lambda text, _context: GRAMMAR.parse(text),
    diagnose=_diagnose,
    analyse=analyse,
    duplicate_name=partial(duplicate, DUPLICATE_NAME),
    token_type=token_type,
    lookup=later(__name__, "lookup", "lookup"),
    explain=later(__name__, "hover", "explain"),
    propose=later(__name__, "complete", "propose"),
    hints=later(__name__, "hover", "hints"),
    rewrites=later(__name__, "refactor", "rewrites"),
    format_lines=later(__name__, "layout", "format_lines"),
    evidence=later(__name__, "syntax", "evidence"),
    page=partial(page, __name__, CODES),
    outline=outline,
    words=lambda text, _context: words(text),
    dialect_code="other-dialect",
    readers=READERS,
)
