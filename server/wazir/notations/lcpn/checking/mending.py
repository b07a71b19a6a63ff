"""Which fixes mend what they are offered for: only those are made without being looked at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from wazir.diagnostics import Diagnostic, Fix
from wazir.notations.lcpn import rules
from wazir.notations.lcpn.names import Names, reading_of

MOST_READ = 4_000
"""So many characters are read again to find that out."""
DOUBTFUL = frozenset({rules.UNCLOSED_BRACKET, rules.MISSING_BRACE, rules.MISSING_END, rules.UNEXPECTED_TOKEN})
"""Where a text is badly mixed up, what is put in for these may help nothing."""


def mended(text: str, names: Names, found: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The findings of a reader; a fix that leaves its finding, or for which another comes, is no longer safe."""
    left = MOST_READ
    shown = []
    for one in found:
        if one.code in DOUBTFUL and _is_safe(one):
            left -= len(text)
            if left < 0 or not all(_helps(fix, one, text, names, found) for fix in one.fixes if fix.safe):
                one = replace(one, fixes=tuple(replace(fix, safe=False) for fix in one.fixes))
        shown.append(one)
    return tuple(shown)


def _helps(fix: Fix, of: Diagnostic, text: str, names: Names, found: Sequence[Diagnostic]) -> bool:
    """Whether there are fewer findings of its kind behind a fix, and fewer that have fixes."""
    for edit in sorted(fix.edits, reverse=True):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    after = reading_of(text, names.style, names).diagnostics
    same = [sum(one.code == of.code for one in every) for every in (after, found)]
    safe = [sum(map(_is_safe, every)) for every in (after, found)]
    return same[0] < same[1] and safe[0] < safe[1]


def _is_safe(one: Diagnostic) -> bool:
    return any(fix.safe for fix in one.fixes)
