"""Spellings from other notations and their counterparts here, as one diagnostic for each mistake."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import get_close_matches
from itertools import islice
from typing import NamedTuple

from wazir.diagnostics import Code, Diagnostic, Fix, Severity
from wazir.text import Edit, Span

SAME = 0.8
"""The minimum similarity of a word and its misspelling."""
SHORTEST = 4
"""The minimum length of a misspelled word; shorter words are different words."""
MOST = 50
"""The maximum number of spellings that are examined in a text."""


class Spelling(NamedTuple):
    """A spelling from another notation."""

    pattern: re.Pattern[str]
    """Matches the whole mistake. The optional group `at` is the part to replace; the optional group `place` is the span
    of the diagnostic.
    """
    code: Code
    message: str
    written: Callable[[re.Match[str]], str | None]
    """Returns the replacement: empty to remove the match, None if it is no mistake."""


class Found(NamedTuple):
    """A foreign spelling in a text."""

    span: Span
    """The whole mistake."""
    diagnostic: Diagnostic


def spelling(pattern: str, code: Code, message: str, written: str) -> Spelling:
    """A spelling whose replacement is a template."""
    return Spelling(re.compile(pattern, re.MULTILINE), code, message, lambda match: match.expand(written))


def foreign(text: str, spellings: Iterable[Spelling]) -> Iterator[Found]:
    """The foreign spellings in a text, without overlaps."""
    found = [(match, one) for one in spellings for match in islice(one.pattern.finditer(text), MOST)]
    taken = 0
    for match, one in islice(sorted(found, key=lambda each: each[0].start()), MOST):
        if match.start() < taken or (instead := one.written(match)) is None:
            continue
        taken = match.end()
        changed = _group(match, "at") or Span(*match.span())
        way = f" Write `{instead}`." if instead else ""
        title = f"Write `{instead}`" if instead else f"Remove `{text[changed.start : changed.end]}`"
        fix = Fix(title, (Edit(changed, instead),), safe=False)
        place = _group(match, "place") or changed
        yield Found(Span(*match.span()), Diagnostic(one.code, place, f"{one.message}{way}", (fix,)))


def _group(match: re.Match[str], name: str) -> Span | None:
    """The span of a group; None if the pattern has no such group or it does not match."""
    return Span(*match.span(name)) if match.groupdict().get(name) is not None else None


def instead_of(found: Sequence[Diagnostic], spellings: Iterable[Found]) -> tuple[Diagnostic, ...]:
    """The diagnostics of a text, where each foreign spelling with an error replaces the errors that it overlaps."""
    errors = [one for one in found if one.code.severity is Severity.ERROR]
    instead = [one for one in spellings if any(one.span.overlaps(error.span) for error in errors)]
    kept = [one for one in found if not any(other.span.overlaps(one.span) for other in instead)]
    return tuple(sorted((*kept, *(one.diagnostic for one in instead)), key=lambda one: one.span))


def alike(word: str, known: Iterable[str]) -> str:
    """The word of the notation that is most similar to a word; empty if none is similar."""
    words = sorted(known)
    begun = [one for one in words if len(word) > 3 and (one.startswith(word) or sorted(one) == sorted(word))]
    return "".join(begun[:1] or get_close_matches(word, words, n=1, cutoff=SAME))


def is_slip(word: str, known: str) -> bool:
    """Whether a word differs from another by one letter added, removed, replaced or swapped. A plural is a different
    word.
    """
    if len(known) < SHORTEST or word in (known, f"{known}s"):
        return False
    start = next((at for at, (a, b) in enumerate(zip(word, known, strict=False)) if a != b), min(len(word), len(known)))
    rest, other = word[start:], known[start:]
    swapped = rest[1:2] + rest[:1] + rest[2:]
    return other in (rest[1:], swapped) or rest == other[1:] or rest[1:] == other[1:]
