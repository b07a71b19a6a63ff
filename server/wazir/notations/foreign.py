"""What authors who know another notation write, and how it is written here: one diagnostic for each such spelling."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from wazir.diagnostics import Code, Diagnostic, Fix, Severity
from wazir.text import Edit, Span

MOST = 50
"""As many spellings of a text are looked at."""


class Spelling(NamedTuple):
    """A way to write something elsewhere."""

    pattern: re.Pattern[str]
    """Matches all that is one mistake. Its group `at`, if there is one, is what is written in another way here."""
    code: Code
    message: str
    written: Callable[[re.Match[str]], str]
    """What is written here instead; nothing if it is left out."""


class Found(NamedTuple):
    """A foreign spelling in a text."""

    span: Span
    """All that is one mistake."""
    diagnostic: Diagnostic


def spelling(pattern: str, code: Code, message: str, written: str) -> Spelling:
    """A spelling with a template of what is written here instead."""
    return Spelling(re.compile(pattern, re.MULTILINE), code, message, lambda match: match.expand(written))


def foreign(text: str, spellings: Iterable[Spelling]) -> Iterator[Found]:
    """The foreign spellings in a text; none overlaps another."""
    found = [(match, one) for one in spellings for match in islice(one.pattern.finditer(text), MOST)]
    taken = 0
    for match, one in islice(sorted(found, key=lambda each: each[0].start()), MOST):
        if match.start() < taken:
            continue
        taken = match.end()
        span = Span(*match.span("at" if "at" in one.pattern.groupindex else 0))
        instead = one.written(match)
        way = f" Write `{instead}`." if instead else ""
        title = f"Write `{instead}`" if instead else f"Remove `{text[span.start : span.end]}`"
        fix = Fix(title, (Edit(span, instead),), safe=False)
        yield Found(Span(*match.span()), Diagnostic(one.code, span, f"{one.message}{way}", (fix,)))


def instead_of(found: Sequence[Diagnostic], spellings: Iterable[Found]) -> tuple[Diagnostic, ...]:
    """The diagnostics of a text, with one for each foreign spelling that has an error instead of those errors."""
    errors = [one for one in found if one.code.severity is Severity.ERROR]
    instead = [one for one in spellings if any(touch(one.span, error.span) for error in errors)]
    kept = [one for one in found if not any(touch(other.span, one.span) for other in instead)]
    return tuple(sorted((*kept, *(one.diagnostic for one in instead)), key=lambda one: one.span))


def touch(span: Span, other: Span) -> bool:
    """Whether two spans have a character in common."""
    return span.start < other.end and other.start < span.end
