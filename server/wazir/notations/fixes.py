"""Fixes: edits with a title."""

from __future__ import annotations

from wazir.diagnostics import Fix
from wazir.text import Edit, Span


def fix(title: str, *edits: Edit, safe: bool = False) -> Fix:
    """A fix that makes some edits."""
    return Fix(title, edits, safe)


def write(span: Span, text: str, *, safe: bool = False) -> Fix:
    """A fix that replaces a span by a text."""
    return Fix(f"Write `{text}`", (Edit(span, text),), safe)


def remove(span: Span, what: str, *, safe: bool = False) -> Fix:
    """A fix that deletes a span; *what* names it in the title."""
    return Fix(f"Remove {what}", (Edit(span, ""),), safe)


def insertion(offset: int, text: str) -> Edit:
    """An edit that inserts a text at an offset."""
    return Edit(Span(offset, offset), text)
