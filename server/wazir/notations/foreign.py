"""What authors who know another notation write, and how it is written here: one diagnostic for each such spelling."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import get_close_matches
from itertools import islice
from typing import NamedTuple

from wazir.diagnostics import Code, Diagnostic, Fix, Severity
from wazir.text import Edit, Span

SAME = 0.8
"""How like a word of the notation another must be to be that word misspelled."""
SHORTEST = 4
"""A shorter word is not misspelled, but another."""
MOST = 50
"""As many spellings of a text are looked at."""


class Spelling(NamedTuple):
    """A way to write something elsewhere."""

    pattern: re.Pattern[str]
    """Matches all that is one mistake. Its group `at`, if there is one, is what is written in another way here; its
    group `place` is where that is said.
    """
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
        changed = _group(match, "at") or Span(*match.span())
        instead = one.written(match)
        way = f" Write `{instead}`." if instead else ""
        title = f"Write `{instead}`" if instead else f"Remove `{text[changed.start : changed.end]}`"
        fix = Fix(title, (Edit(changed, instead),), safe=False)
        place = _group(match, "place") or changed
        yield Found(Span(*match.span()), Diagnostic(one.code, place, f"{one.message}{way}", (fix,)))


def _group(match: re.Match[str], name: str) -> Span | None:
    """Where a group stands, if the pattern has it and it matches."""
    return Span(*match.span(name)) if match.groupdict().get(name) is not None else None


def instead_of(found: Sequence[Diagnostic], spellings: Iterable[Found]) -> tuple[Diagnostic, ...]:
    """The diagnostics of a text, with one for each foreign spelling that has an error instead of those errors."""
    errors = [one for one in found if one.code.severity is Severity.ERROR]
    instead = [one for one in spellings if any(one.span.overlaps(error.span) for error in errors)]
    kept = [one for one in found if not any(other.span.overlaps(one.span) for other in instead)]
    return tuple(sorted((*kept, *(one.diagnostic for one in instead)), key=lambda one: one.span))


def alike(word: str, known: Iterable[str]) -> str:
    """The word of a notation that a word is nearly the same as; empty if there is none."""
    words = sorted(known)
    begun = [one for one in words if len(word) > 3 and (one.startswith(word) or sorted(one) == sorted(word))]
    return "".join(begun[:1] or get_close_matches(word, words, n=1, cutoff=SAME))


def is_slip(word: str, known: str) -> bool:
    """Whether a word is another but for one letter more, less or other, or two swapped. A plural is another word."""
    if len(known) < SHORTEST or word in (known, f"{known}s"):
        return False
    start = next((at for at, (a, b) in enumerate(zip(word, known, strict=False)) if a != b), min(len(word), len(known)))
    rest, other = word[start:], known[start:]
    swapped = rest[1:2] + rest[:1] + rest[2:]
    return other in (rest[1:], swapped) or rest == other[1:] or rest[1:] == other[1:]
