"""Changes that an author may want where the cursor is. Conversions to other styles are offered besides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from wazir.notations.base import NO_NAMES, Context, Rewrite, Scope
from wazir.notations.lcpn.analysis import Chunk
from wazir.notations.lcpn.names import jumps_into_ride, reading_of
from wazir.notations.lcpn.outward import implied
from wazir.notations.lcpn.tree import (
    Array,
    Call,
    Chain,
    Defined,
    Either,
    Expression,
    Name,
    Property,
    Restricted,
    Word,
    every,
    has_gap,
    size,
)
from wazir.piece.model import Piece
from wazir.text import Edit, Span

LARGEST = 300
"""A larger definition is left alone."""
LONGEST_TITLE = 60
FRESH = "new-piece"
"""What a piece is called that gets a name."""


def rewrites(text: str, context: Context, span: Span, scope: Scope = NO_NAMES) -> tuple[Rewrite, ...]:
    """What may be rewritten where a span lies. Each change keeps the piece, but for one that says otherwise."""
    page = Chunk.of(text, context, scope)
    here = [one for one in page.reading.defined if one.span.start <= span.end and span.start <= one.span.end]
    found: list[Rewrite] = []
    for defined in here[:1]:
        if not defined.broken and size(defined) <= LARGEST and not has_gap(defined.body):
            found += _of(defined, page, span)
    return tuple(found)


def _of(defined: Defined, page: Chunk, span: Span) -> Iterator[Rewrite]:
    kept = (*_expanded(defined, page, span), *_outward(defined, page, span))
    before = page.lowered(defined)
    for rewrite in kept:
        if before[0] and not before[1] and _same(_after(rewrite, defined, page), before):
            yield rewrite
    yield from _stopped(defined, page, span)
    yield from _with_name(defined, page)


def _touches(part: Expression, span: Span) -> bool:
    return part.span.start <= span.end and span.start <= part.span.end


# Names


def _expanded(defined: Defined, page: Chunk, span: Span) -> Iterator[Rewrite]:
    """What a name stands for, in its place."""
    for part in every(defined.body):
        if not isinstance(part, Name) or not _touches(part, span) or not page.names.is_piece(part.key):
            continue
        found = page.names.defined(part.key)
        if found is None or has_gap(found[0].body):
            continue
        body = _plain(found[0].body)
        new = page.spelled(body)
        if not page.is_lispy and not isinstance(body, Name | Array | Call):
            new = f"({new})"
        if page.style == "lisp" and isinstance(body, Array) and _is_restricted(part, defined):
            new = new[1:-1]
        if new and new != "…":
            yield Rewrite(f"Expand to `{_short(new)}`", (Edit(part.span, new),))


def _plain(body: Expression) -> Expression:
    """An expression without its properties, which a part of a piece does not have."""
    if not isinstance(body, Either):
        return body
    parts = tuple(part for part in body.parts if not isinstance(part, Property))
    return parts[0] if len(parts) == 1 else replace(body, parts=parts)


def _is_restricted(name: Name, defined: Defined) -> bool:
    """Whether a name alone stands before restrictions."""
    return any(isinstance(one, Restricted) and one.inner is name for one in every(defined.body))


# Chains


def _outward(defined: Defined, page: Chunk, span: Span) -> Iterator[Rewrite]:
    """`:outward` where it goes without saying, in the chain at a place."""
    parts = [part for part in implied(defined.body, page.names) if _in_chain_at(part, defined, span)]
    edits = tuple(Edit(part.span, page.spelled(_restricted(part))) for part in parts)
    if edits:
        yield Rewrite("Say `:outward`, which goes without saying here", edits)


def _in_chain_at(part: Expression, defined: Defined, span: Span) -> bool:
    chains = [one for one in every(defined.body) if isinstance(one, Chain) and _touches(one, span)]
    return any(one is part for chain in chains for one in every(chain))


def _restricted(part: Expression) -> Restricted:
    word = Word("outward", part.span)
    if isinstance(part, Restricted):
        return replace(part, words=(*part.words, word))
    return Restricted(part, (word,), part.span)


def _stopped(defined: Defined, page: Chunk, span: Span) -> Iterator[Rewrite]:
    """A chain that jumps before a ride, made one that others can stop: another piece, and mostly what is meant."""
    for part in every(defined.body):
        if not isinstance(part, Chain) or not _touches(part, span) or not jumps_into_ride(part, page.names):
            continue
        ways = (Chain(False, part.parts[:end], part.span, part.operator) for end in range(2, len(part.parts) + 1))
        new = page.spelled(Either((part.parts[0], *ways), part.span, part.operator))
        if not page.is_lispy and part is not defined.body:
            new = f"({new})"
        yield Rewrite(f"Let other pieces stop it: `{_short(new)}`", (Edit(part.span, new),))


# Names for nameless pieces


def _with_name(defined: Defined, page: Chunk) -> Iterator[Rewrite]:
    """A definition out of a bare expression."""
    if defined.name is not None:
        return
    key, number = FRESH, 0
    while page.names.facts(key) is not None and number < 25:
        number += 1
        key = f"{FRESH}-{chr(ord('a') + number)}"
    start, end = defined.span
    if page.is_lispy:
        edits: tuple[Edit, ...] = (Edit(Span(start, start), f"(def {key} "), Edit(Span(end, end), ")"))
    else:
        sign = ":=" if page.style == "c" else "IS"
        edits = (Edit(Span(start, start), f"{page.name(key)} {sign} "),)
    yield Rewrite("Give it a name", edits)


# What is kept


def _after(rewrite: Rewrite, defined: Defined, page: Chunk) -> tuple[Piece | None, bool]:
    """What the definition is after a change."""
    text = page.text
    for edit in sorted(rewrite.edits, reverse=True):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    place = page.reading.defined.index(defined)
    again = reading_of(text, page.style, page.names).defined
    return page.lowered(again[place]) if place < len(again) else (None, True)


def _same(a: tuple[Piece | None, bool], b: tuple[Piece | None, bool]) -> bool:
    """Whether two readings are of the same moves and properties, without errors."""
    one, other = a[0], b[0]
    if one is None or other is None or a[1] or b[1]:
        return False
    return set(one.moves) == set(other.moves) and one.properties == other.properties


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_TITLE else f"{text[: LONGEST_TITLE - 1]}…"
