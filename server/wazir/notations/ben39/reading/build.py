"""From the tree of a text to its records (G22)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby

from wazir.notations.ben39.reading.grammar import KEY_KINDS, KEYS, key_of, nearest_key, parse
from wazir.notations.ben39.records import Entry, Record, Said
from wazir.syntax import Node, Token
from wazir.text import Span, line_end

MANY_LINES = frozenset({"board", "moves", "expect"})
"""The keys that say more than one line holds."""


@lru_cache(maxsize=64)
def read(text: str) -> Said:
    """What a text says; never raises. Nothing where it is too long to be read."""
    tree = parse(text)
    records = [child for child in tree.root.children if isinstance(child, Node) and child.kind == "record"]
    before = [child for child in tree.root.children if not (isinstance(child, Node) and child.kind == "record")]
    found = [_record(record.children, text) for record in records]
    if any(isinstance(child, Node) for child in before):
        return Said(tree, (_record(before, text), *found))
    return Said(tree, tuple(found), tuple(child.span for child in before))


def _record(parts: Iterable[Node | Token], text: str) -> Record:
    parts = tuple(parts)
    entries = tuple(_entry(part, text) for part in parts if isinstance(part, Node) and part.kind != "header")
    header = next((part for part in parts if isinstance(part, Node) and part.kind == "header"), None)
    name, place = None, None
    if header:
        name = next((word for word in header.children if isinstance(word, Token) and word.kind == "NAME"), None)
        place = Span(_skipped(text, header.start), header.end)
    start = place.start if place else _skipped(text, parts[0].start)
    stray = tuple(part.span for part in parts if isinstance(part, Token))
    return Record(name, place, Span(start, parts[-1].end), entries, stray)


def _skipped(text: str, start: int) -> int:
    """Behind the blanks that are read with the first word of a line."""
    while text[start] in " \t\ufeff":
        start += 1
    return start


def _entry(node: Node, text: str) -> Entry:
    word, *words = [child for child in node.children if isinstance(child, Token)]
    written = key_of(word.text)
    key = (nearest_key(written) or written) if word.kind in KEY_KINDS else written
    start = _skipped(text, word.start)
    stray: tuple[Span, ...] = ()
    if key in KEYS and key not in MANY_LINES:
        stop = line_end(text, word.end)
        inside = [one for one in words if one.start < stop]
        stray = tuple(_lines(words[len(inside) :], text))
        words = inside
    return Entry(key, written, Span(start, _key_end(word)), word.end, Span(start, node.end), tuple(words), stray)


def _key_end(word: Token) -> int:
    return word.start + len(word.text.rstrip(":").rstrip())


def _lines(words: Iterable[Token], text: str) -> Iterable[Span]:
    """The lines on which some words stand, from their first to their last."""
    for _, some in groupby(words, key=lambda word: line_end(text, word.start)):
        inside = tuple(some)
        yield Span(inside[0].start, inside[-1].end)
