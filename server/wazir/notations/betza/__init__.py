"""Betza's notation, in Betza's own form, as Extended Betza and as XBetza (spec/betza.md)."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.resources import files
from typing import Any

from wazir.diagnostics import Diagnostic
from wazir.notations.base import NO_NAMES, Context, Notation, Scope
from wazir.notations.betza.checking.engine import PROFILES
from wazir.notations.betza.checking.quick import is_clean
from wazir.notations.betza.definition import analyse, duplicate_name
from wazir.notations.betza.dialects import DIALECTS
from wazir.notations.betza.explaining.colours import token_type
from wazir.notations.betza.reading.directives import context_after, starts_chunk
from wazir.notations.betza.reading.grammar import GRAMMAR
from wazir.notations.betza.reading.outline import outline
from wazir.notations.betza.reading.words import words
from wazir.notations.betza.rules import CODES
from wazir.text import Span


def _later(module: str, name: str) -> Callable[..., Any]:
    """A function whose module is imported when it is first called: the first diagnostics need not wait for it."""

    def run(*given: Any) -> Any:
        return getattr(import_module(f"{__name__}.{module}"), name)(*given)

    return run


def _names(text: str) -> tuple[tuple[str, Span], ...]:
    return tuple((entry.name, entry.selection) for entry in outline(text) if entry.span != entry.selection)


def _diagnose(text: str, context: Context, _scope: Scope = NO_NAMES) -> tuple[Diagnostic, ...]:
    return () if is_clean(text, context) else analyse(text, context).diagnostics


def _page(code: str) -> str | None:
    if code not in {known.id for known in CODES}:
        return None
    return (files(__name__) / "docs" / f"{code}.md").read_text("utf-8")


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
    duplicate_name=duplicate_name,
    token_type=token_type,
    explain=_later("explaining.explain", "explain"),
    propose=_later("explaining.propose", "propose"),
    hints=_later("explaining.hints", "hints"),
    rewrites=_later("writing.rewrites", "rewrites"),
    format_lines=_later("writing.printer", "format_lines"),
    page=_page,
    outline=outline,
    words=lambda text, _context: words(text),
)
