"""Which fixes are worth offering."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from wazir.diagnostics import Diagnostic, Fix

MOST_READ = 4_000
"""As many characters are read again to find out; no fix is offered beyond that."""


def helpful(
    text: str, found: Sequence[Diagnostic], diagnose: Callable[[str], Iterable[Diagnostic]]
) -> tuple[Diagnostic, ...]:
    """The diagnostics of a text, each with only those fixes that remove a diagnostic and add none."""
    before = Counter(one.code.id for one in found)
    left = MOST_READ
    shown = []
    for one in found:
        fixes: list[Fix] = []
        for fix in one.fixes:
            left -= len(text)
            if left > 0:
                after = Counter(other.code.id for other in diagnose(_fixed(text, fix)))
                if after < before and after[one.code.id] < before[one.code.id]:
                    fixes.append(fix)
        shown.append(one if len(fixes) == len(one.fixes) else replace(one, fixes=tuple(fixes)))
    return tuple(shown)


def _fixed(text: str, fix: Fix) -> str:
    """A text after a fix."""
    for edit in sorted(fix.edits, reverse=True):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text
