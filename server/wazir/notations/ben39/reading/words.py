"""The words of a text: those of its tree, and for a drawing or a one-line form the signs of either side in it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from wazir.ben39.board import RING_NAMES
from wazir.ben39.position import Side
from wazir.notations.base import Context
from wazir.notations.ben39.reading.build import read
from wazir.notations.ben39.reading.drawing import drawing
from wazir.notations.ben39.reading.values import form_span
from wazir.notations.ben39.records import Drawing, Record
from wazir.syntax import Token, Tree
from wazir.text import Span

_WORD = re.compile(r"[^\s;]+")
_LETTERS = re.compile(r"(?P<WHITE>(?:[A-Z][+x?]?)+)|(?P<BLACK>(?:[a-z][+x?]?)+)")
_IN_FORM = (_LETTERS, _LETTERS, re.compile(r"(?P<MOVABLE>[^,-]+)"), re.compile(r"(?P<WHITE>w)|(?P<BLACK>b)"), _LETTERS)
"""What is told apart in the words of a one-line form; the last goes for the rest too."""


def parse(text: str, _context: Context) -> Tree:
    """The tree of a text, whatever holds for it."""
    return tree(text)


@lru_cache(maxsize=16)
def tree(text: str) -> Tree:
    """The tree of a text, with the words of its drawings in place of their lines."""
    said = read(text)
    lines, words = [], []
    for record in said.records:
        lines += [line.start for key in ("board", "fen") if (entry := record.entry(key)) for line in entry.words]
        words += list(_parts(record, text))
    lines.sort()
    inside: dict[int, list[Token]] = {}
    for word in words:
        inside.setdefault(lines[bisect_right(lines, word.start) - 1], []).append(word)
    tokens = [part for token in said.tree.tokens for part in inside.get(token.start) or [token]]
    return replace(said.tree, tokens=tuple(tokens))


def _parts(record: Record, text: str) -> Iterator[Token]:
    """The words within the lines of a record that are no words themselves, in the order of the text."""
    board, form = record.entry("board"), record.entry("fen")
    if board:
        for kind, span in _drawn(drawing(board, text)[0]):
            yield Token(kind, text[span.start : span.end], span.start)
    if form:
        span = form_span(form)
        for number, word in enumerate(_WORD.finditer(text, span.start, span.end)):
            for match in _IN_FORM[min(number, len(_IN_FORM) - 1)].finditer(text, *word.span()):
                yield Token(match.lastgroup or "", match[0], match.start())


def _drawn(drawn: Drawing) -> Iterator[tuple[str, Span]]:
    """The words of a drawing, in the order of the text, with their kinds."""
    found: list[tuple[str, Span]] = []
    for row in drawn.rows:
        if row.rank_span:
            found.append(("RANK", row.rank_span))
        for sign in row.signs:
            if sign.side is not None:
                found.append(("WHITE" if sign.side is Side.WHITE else "BLACK", sign.piece or sign.span))
            elif sign.place in RING_NAMES:
                found.append(("MOVABLE", sign.span))
    if drawn.files:
        found.append(("FILES", drawn.files))
    yield from sorted(found, key=lambda one: one[1])
