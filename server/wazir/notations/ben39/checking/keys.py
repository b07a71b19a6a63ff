"""What is wrong with the lines and keys of a text (G22)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches

from wazir.ben39.position import HAND, RESERVE
from wazir.diagnostics import Diagnostic, Fix, Related
from wazir.notations.ben39 import rules
from wazir.notations.ben39.reading.grammar import KEYS, NEAR, nearest_key
from wazir.notations.ben39.reading.values import castles, held, turn
from wazir.notations.ben39.records import Entry, Record, Said
from wazir.syntax import Trouble
from wazir.text import Edit, Span

REPLACED = ("board", "turn", "white hand", "black hand", "white reserve", "black reserve", "castles")
"""The keys that the one-line form replaces."""
MOST_LINES = 20
"""So many lines that belong to no key are named one by one."""

_KEY = re.compile(rf"({'|'.join(KEYS).replace(' ', '[ ]+')})(?=[ ]|\Z)", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{4,12}(?=[ \t]|\Z)")


def text_findings(said: Said, has_headers: bool) -> Iterator[Diagnostic]:
    """What is wrong with a text but for its records; whether the file has a line with `position` is known besides."""
    for problem in said.tree.problems:
        if problem.trouble is Trouble.TOO_LONG:
            span = Span(problem.span.start, min(problem.span.end, problem.span.start + 80))
            message = "This record is too long to be read. Split it, or leave out what is not needed."
            yield Diagnostic(rules.TOO_LONG, span, message)
    yield from _unreadable(said.outside, said.tree.text)
    first = next(iter(said.records), None)
    if first and first.header is None and (has_headers or len(said.records) > 1):
        message = (
            "In a file of several positions each begins with a line `position NAME`; before this one it is missing."
        )
        span = first.entries[0].key_span
        fix = Fix(
            "Put `position first` before it", (Edit(Span(span.start, span.start), "position first\n"),), safe=False
        )
        yield Diagnostic(rules.NAME_MISSING, span, message, (fix,))


def key_findings(record: Record, text: str) -> Iterator[Diagnostic]:
    """What is wrong with the keys of a record, and with what stands behind those of one line."""
    yield from _unreadable(record.stray, text)
    if record.header and record.name is None:
        message = "The name of the position is missing: `position NAME`."
        fix = Fix("Write a name", (Edit(Span(record.header.end, record.header.end), " first"),), safe=False)
        yield Diagnostic(rules.NAME_MISSING, record.header, message, (fix,))
    form = record.entry("fen")
    first: dict[str, Entry] = {}
    for entry in record.entries:
        yield from _unreadable(entry.stray, text)
        if entry.written != entry.key or entry.key not in KEYS:
            yield _unknown(entry, record)
            continue
        if entry.key in first:
            yield _again(entry, first[entry.key])
        elif form and entry.key in REPLACED:
            message = f"`{entry.key}:` and `fen:` cannot both be given: the one-line form says it all, and counts."
            related = (Related(form.key_span, "The one-line form stands here."),)
            yield Diagnostic(rules.KEY_BESIDE_FEN, entry.key_span, message, _without(entry), related)
        else:
            yield from _value(entry)
        first.setdefault(entry.key, entry)


def _unreadable(lines: tuple[Span, ...], text: str) -> Iterator[Diagnostic]:
    for number, span in enumerate(lines):
        if number == MOST_LINES:
            rest = Span(span.start, lines[-1].end)
            message = "All these lines belong to no key. Put `board:` before a drawing, or `;` before a comment."
            yield Diagnostic(rules.UNREADABLE_LINE, rest, message)
            return
        message = "This line belongs to no key. Put `board:` before a drawing, or `;` before a comment."
        fixes: tuple[Fix, ...] = (Fix("Make it a comment", (Edit(Span(span.start, span.start), "; "),), safe=False),)
        if edit := _begun_right(text[span.start : span.end], span.start):
            message = f"This line belongs to no key. Should it begin with `{edit.text}`?"
            fixes = (Fix(f"Write `{edit.text}`", (edit,), safe=False), *fixes)
        yield Diagnostic(rules.UNREADABLE_LINE, span, message, fixes)


def _begun_right(line: str, start: int) -> Edit | None:
    """What makes a line begin with a key, or with `position`, if it nearly does."""
    if match := _KEY.match(line):
        return Edit(Span(*match.span()).moved(start), f"{' '.join(match[0].lower().split())}:")
    word = _WORD.match(line)
    if word and get_close_matches(word[0].lower(), ["position"], cutoff=NEAR):
        return Edit(Span(*word.span()).moved(start), "position")
    return None


def _unknown(entry: Entry, record: Record) -> Diagnostic:
    if entry.written == "position":
        edit = Edit(Span(entry.key_span.start, entry.value_start), "position")
        message = "Behind `position` stands no colon, but the name: `position NAME`."
        return Diagnostic(
            rules.UNKNOWN_KEY, entry.key_span, message, (Fix("Leave out the colon", (edit,), safe=False),)
        )
    known = ", ".join(f"`{key}`" for key in KEYS)
    nearest = nearest_key(entry.written)
    if nearest is None or record.entry(nearest) is not entry:
        return Diagnostic(rules.UNKNOWN_KEY, entry.key_span, f"Unknown key `{entry.written}`. The keys are {known}.")
    fixes = (Fix(f"Write `{nearest}`", (Edit(entry.key_span, nearest),)),)
    message = f"Unknown key `{entry.written}`. Did you mean `{nearest}`? It is read as that."
    return Diagnostic(rules.UNKNOWN_KEY, entry.key_span, message, fixes)


def _again(entry: Entry, first: Entry) -> Diagnostic:
    message = f"`{entry.key}:` is given already, and the first counts. Remove one of them."
    related = (Related(first.key_span, "It is first given here."),)
    return Diagnostic(rules.DUPLICATE_KEY, entry.key_span, message, _without(entry), related)


def _without(entry: Entry) -> tuple[Fix, ...]:
    return (Fix(f"Remove `{entry.key}:`", (Edit(entry.span, ""),), safe=False),)


def _value(entry: Entry) -> list[Diagnostic]:
    """What is wrong with what a key of one line says."""
    if entry.key == "turn":
        return turn(entry)[1]
    if entry.key == "castles":
        return castles(entry)[1]
    if entry.key.endswith("hand"):
        return held(entry, HAND)[1]
    return held(entry, RESERVE)[1] if entry.key.endswith("reserve") else []
