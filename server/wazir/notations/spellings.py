"""Spellings of other notations, each with what is written here instead."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from operator import attrgetter
from typing import Any, NamedTuple

from wazir.diagnostics import Code, Diagnostic, Fix, Severity
from wazir.text import Edit, Span

MAX_SPELLINGS = 50
"""The maximum number of spellings that are examined in a text."""


class Spelling(NamedTuple):
    """A spelling from another notation."""

    pattern: re.Pattern[str]
    """Matches the whole mistake. The optional group `at` is the part to replace; the optional group
    `place` is the span of the diagnostic.
    """
    code: Code
    message: str
    written: Callable[[re.Match[str]], str | None]
    """Returns the replacement: empty to remove the match, None if it is no mistake."""


class Misspelling(NamedTuple):
    """A mistake in a text, whose diagnostic replaces all that it overlaps."""

    span: Span
    """The whole mistake."""
    diagnostic: Diagnostic
    is_certain: bool = False
    """It is a mistake even if nothing else is wrong there."""


def spelling(pattern: str, code: Code, message: str, written: str) -> Spelling:
    """A spelling whose replacement is a template."""
    return Spelling(
        re.compile(pattern, re.MULTILINE),
        code,
        message,
        written=lambda match: match.expand(written),
    )


def spellings(
    rows: Iterable[Mapping[str, Any]],
    fragments: Mapping[str, str],
    codes: Iterable[Code],
    writers: Mapping[str, Callable[[re.Match[str]], str | None]],
) -> tuple[Spelling, ...]:
    """The spellings of `mistakes.toml`.

    Args:
        rows: The rows of the table.
        fragments: The fragments that its texts name in braces.
        codes: The codes of the notation.
        writers: The functions that give a replacement, by their names.
    """
    by_id = {code.id: code for code in codes}

    def whole(text: str) -> str:
        expanded = _FRAGMENT.sub(lambda name: fragments[name[1]], text)
        return expanded if expanded == text else whole(expanded)

    def read(row: Mapping[str, Any]) -> Spelling:
        code, message = by_id[row["code"]], whole(row["message"])
        if "by" in row:
            return Spelling(
                re.compile(whole(row["pattern"]), re.MULTILINE),
                code,
                message,
                written=writers[row["by"]],
            )
        return spelling(whole(row["pattern"]), code, message, written=whole(row["write"]))

    return tuple(map(read, rows))


_FRAGMENT = re.compile(r"\{([A-Z]+)\}")


def foreign(text: str, spellings: Iterable[Spelling]) -> Iterator[Misspelling]:
    """The foreign spellings in a text, without overlaps."""
    matches = [
        (match, known)
        for known in spellings
        for match in islice(known.pattern.finditer(text), MAX_SPELLINGS)
    ]
    taken = 0
    for match, known in islice(sorted(matches, key=lambda pair: pair[0].start()), MAX_SPELLINGS):
        if match.start() < taken or (instead := known.written(match)) is None:
            continue
        taken = match.end()
        changed = _group(match, "at") or Span(*match.span())
        way = f" Write `{instead}`." if instead else ""
        title = f"Write `{instead}`" if instead else f"Remove `{text[changed.start : changed.end]}`"
        fix = Fix(title, (Edit(changed, instead),))
        place = _group(match, "place") or changed
        yield Misspelling(
            Span(*match.span()),
            Diagnostic(known.code, place, f"{known.message}{way}", fixes=(fix,)),
        )


def _group(match: re.Match[str], name: str) -> Span | None:
    """The span of a group; None if the pattern has no such group or it does not match."""
    return Span(*match.span(name)) if match.groupdict().get(name) is not None else None


def instead_of(
    diagnostics: Sequence[Diagnostic], spellings: Iterable[Misspelling]
) -> tuple[Diagnostic, ...]:
    """The diagnostics of a text, where each foreign spelling with an error replaces what it
    overlaps.
    """
    errors = [error.span for error in diagnostics if error.code.severity is Severity.ERROR]
    instead = [
        each for each in spellings if each.is_certain or any(map(each.span.overlaps, errors))
    ]
    kept = [
        each
        for each in diagnostics
        if not any(spelling.span.overlaps(each.span) for spelling in instead)
    ]
    return tuple(
        sorted((*kept, *(spelling.diagnostic for spelling in instead)), key=attrgetter("span"))
    )
