"""The structure of a text: symbols, calls, selection ranges, folding, semantic tokens and inlay
hints.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from heapq import nsmallest
from itertools import groupby, pairwise
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from wazir.budget import check, in_time
from wazir.document import Document, Placed
from wazir.features.names import in_chunk, name_at
from wazir.notations.results import HintKind, InlayHint, OutlineEntry, TokenType
from wazir.syntax import Node, Token
from wazir.text import BLANKS, Span, line_bounds, line_starts, without_end


def selection(document: Document, offset: int) -> tuple[Span, ...]:
    """The selection ranges at an offset, innermost first: word, leg, chain, definition, line,
    block, document.

    There is at least one, which is empty in an empty document.
    """
    placed = document.chunk_at(offset)
    analysis = document.analysis(placed)
    local = offset - placed.start
    spans = [*_path(analysis.tree.root, local)]
    spans += [token.span for token in analysis.tree.tokens if token.start <= local <= token.end]
    for definition in analysis.definitions:
        spans += [
            span for span in (definition.name_span, definition.moves, definition.span) if span
        ]
    line = document.line_of(offset)
    blank = (-1, *document.blank_lines, document.line_count)
    after = bisect_left(blank, line)
    first, last = (line, line) if blank[after] == line else (blank[after - 1] + 1, blank[after] - 1)
    around = {span.moved(placed.start) for span in spans} | {Span(0, document.length)}
    around |= {_lines(document, line, line), _lines(document, first, last)}
    chosen: list[Span] = []
    inside = [span for span in around if span.contains_inclusive(offset)]
    for span in sorted(inside, key=lambda span: (span.end - span.start, -span.start)):
        if span.contains_range(chosen[-1] if chosen else span) and span.start < span.end:
            chosen.append(span)
    return tuple(chosen) or (Span(offset, offset),)


def _path(root: Node, offset: int) -> Iterator[Span]:
    """The spans of the nodes and tokens around an offset, a node before its children."""
    waiting: list[Node | Token] = [root]
    while waiting:
        node = waiting.pop()
        yield node.span
        if isinstance(node, Node):
            waiting += [child for child in node.children if child.start <= offset <= child.end]


def _lines(document: Document, first: int, last: int) -> Span:
    """The span of some lines without the end of the last one."""
    end = document.line_span(last).start + len(without_end(document.line_text(last)))
    return Span(document.line_span(first).start, end)


_PARTNERS = {")": "(", "]": "[", "}": "{"}


class FoldKind(Enum):
    """The kinds of folds; the values are those of the Language Server Protocol, if it has one."""

    COMMENT = "comment"
    BLOCK = "region"
    DEFINITION = ""


@dataclass(frozen=True, slots=True)
class Fold:
    """Lines that can be folded into the first one; both ends are included."""

    start_line: int
    end_line: int
    kind: FoldKind


_BLANK, _COMMENT, _REMARK, _GOES_ON, _STARTS = " #r>+"
"""The kinds of lines; a remark is a comment that is indented."""
_RUN, _BLOCK = re.compile("#[#r]+|[+>r][>r]+"), re.compile("(?:##+)?([^ ]*)")
"""Lines that belong together, and the lines between blank ones without the comments at their
start.
"""


def folds(document: Document) -> tuple[Fold, ...]:
    """The runs of comments, the definitions over several lines, and the blocks between blank lines,
    in order.

    A run of comments at the start of a block is folded by itself. In notations whose definitions
    are the unit of layout, brackets over several lines are folded instead of blocks.
    """
    folds_of = _of_lines if document.notation.has_lines else _of_expressions
    return tuple(sorted(folds_of(document), key=lambda fold: (fold.start_line, -fold.end_line)))


def _of_lines(document: Document) -> Iterator[Fold]:
    """The folds of a notation in which a line is the unit of layout."""
    text, notation, kinds = document.text, document.notation, ""
    for start, end in line_bounds(text):
        if not (line := without_end(text[start:end])).strip(BLANKS):
            kinds += _BLANK
        elif line.lstrip().startswith(notation.line_comments):
            kinds += _REMARK if line[0].isspace() else _COMMENT
        else:
            kinds += _STARTS if notation.starts_chunk(line) else _GOES_ON
    for block in _BLOCK.finditer(kinds):
        if block[1].count(_STARTS) > 1:
            yield Fold(block.start(1), block.end() - 1, FoldKind.BLOCK)
    for run in _RUN.finditer(kinds):
        kind = FoldKind.COMMENT if run[0].startswith(_COMMENT) else FoldKind.DEFINITION
        yield Fold(run.start(), run.end() - 1, kind)


def _of_expressions(document: Document) -> Iterator[Fold]:
    """The definitions, brackets and comments over several lines, and runs of comments."""
    lines = list[tuple[int, bool]]()
    for placed in document.chunks():
        check()
        starts = line_starts(placed.chunk.text)
        line = document.line_of(placed.start)
        if len(line_starts(placed.chunk.text.rstrip())) > 1:
            yield from _of_chunk(document, placed, starts)
        for number, (start, end) in enumerate(pairwise((*starts, len(placed.chunk.text)))):
            text = placed.chunk.text[start:end].lstrip()
            lines.append((line + number, text.startswith(document.notation.line_comments)))
    for is_comment, run in groupby(lines, itemgetter(1)):
        numbers = [number for number, _ in run]
        if is_comment and len(numbers) > 1:
            yield Fold(numbers[0], numbers[-1], FoldKind.COMMENT)


def _of_chunk(document: Document, placed: Placed, starts: Sequence[int]) -> Iterator[Fold]:
    notation = document.notation
    folds: dict[tuple[int, int], FoldKind] = {}

    def fold(start: int, end: int, kind: FoldKind) -> None:
        first, last = bisect_right(starts, start) - 1, bisect_right(starts, max(end - 1, start)) - 1
        if first < last:
            folds.setdefault((first, last), kind)

    for entry in placed.chunk.analysis.outline:
        fold(entry.span.start, entry.span.end, FoldKind.DEFINITION)
    opened: list[Token] = []
    for token in placed.chunk.analysis.tokens:
        if notation.token_type(token) is TokenType.COMMENT:
            fold(token.start, token.start + len(token.text.rstrip()), FoldKind.COMMENT)
        elif token.text in _PARTNERS.values():
            opened.append(token)
        elif token.text in _PARTNERS and any(
            bracket.text == _PARTNERS[token.text] for bracket in opened
        ):
            while (opening := opened.pop()).text != _PARTNERS[token.text]:
                continue
            fold(opening.start, token.end, FoldKind.DEFINITION)
    line = document.line_of(placed.start)
    for (first, last), kind in folds.items():
        yield Fold(line + first, line + last, kind)


# Symbols


MAX_MATCHES = 500


Symbol: TypeAlias = OutlineEntry
"""A piece in an outline or a call hierarchy. Its spans count from the start of the document."""


def symbols(document: Document, span: Span | None = None) -> tuple[Symbol, ...]:
    """The pieces of a document, or of the chunks that a span touches, in order."""
    return tuple(
        _symbol(placed, entry)
        for placed in document.chunks(span)
        for entry in placed.chunk.analysis.outline
    )


def _symbol(placed: Placed, entry: OutlineEntry) -> Symbol:
    return replace(
        entry, span=entry.span.moved(placed.start), selection=entry.selection.moved(placed.start)
    )


def matching(documents: Iterable[Document], query: str) -> tuple[tuple[Document, Symbol], ...]:
    """The pieces of some documents whose names have the letters of a query in order; the closest
    come first.
    """
    wanted = query.casefold().strip()
    matches = list[tuple[int, int, Document, Symbol]]()
    for document in documents:
        check()
        for number, symbol in enumerate(symbols(document)):
            if (rank := _rank(symbol.name.casefold(), wanted)) is not None:
                matches.append((rank, number, document, symbol))
    closest = nsmallest(MAX_MATCHES, matches, key=itemgetter(0, 1))
    return tuple((document, symbol) for _, _, document, symbol in closest)


def _rank(name: str, query: str) -> int | None:
    """The distance of a name from a query, 0 being the closest; None if it lacks letters of the
    query.
    """
    if name == query:
        return 0
    if name.startswith(query):
        return 1
    if query in name:
        return 2
    letters = iter(name)
    return 3 if all(letter in letters for letter in query) else None


# The call hierarchy: the names that a definition uses, and the definitions that use a name


@dataclass(frozen=True, slots=True)
class Callee:
    """A name that a definition uses."""

    key: str
    places: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Caller:
    """A definition that uses a name."""

    key: str | None
    """The key of its own name; None if it has no name."""
    symbol: Symbol
    places: tuple[Span, ...]
    """The spans of its uses of the name."""


def prepare(document: Document, offset: int) -> str | None:
    """The key of the name at an offset, in a notation whose definitions use each other; None
    without one.
    """
    occurrence = name_at(document, offset) if document.notation.is_linked else None
    return occurrence.name if occurrence else None


def definition(document: Document, key: str) -> Symbol | None:
    """The first definition of a name; None if the document does not define it."""
    if (span := next(document.definitions_named(key), None)) is None:
        return None
    placed = document.chunk_at(span.start)
    whole = Span(0, len(placed.chunk.text.rstrip()))
    local = span.moved(-placed.start)
    alone = OutlineEntry(document.slice(span), "", whole, selection=local)
    entries = (entry for entry in placed.chunk.analysis.outline if entry.selection == local)
    return _symbol(placed, next(entries, alone))


def callees(document: Document, key: str) -> tuple[Callee, ...]:
    """The names that the definition of a name uses, in order of first use."""
    if (symbol := definition(document, key)) is None:
        return ()
    places: dict[str, list[Span]] = {}
    for use in in_chunk(document, document.chunk_at(symbol.selection.start)):
        if not use.is_defined and symbol.span.contains(use.span.start):
            places.setdefault(use.name, []).append(use.span)
    return tuple(Callee(name, tuple(spans)) for name, spans in places.items())


def callers(document: Document, key: str) -> tuple[Caller, ...]:
    """The definitions that use a name, in order."""
    callers = list[Caller]()
    for placed in document.chunks_using(key):
        used = [
            use.span for use in in_chunk(document, placed) if use.name == key and not use.is_defined
        ]
        keys = {span: name for name, span in placed.chunk.analysis.names}
        for entry in placed.chunk.analysis.outline:
            symbol = _symbol(placed, entry)
            if places := tuple(span for span in used if symbol.span.contains(span.start)):
                callers.append(Caller(keys.get(entry.selection), symbol, places))
    return tuple(callers)


# Colours and hints


class Colour(NamedTuple):
    """A coloured part of a line."""

    start: int
    length: int
    type: TokenType


_PART = re.compile(r"\S(?:[^\r\n]*\S)?")
"""The part of a token on a line, without the blanks around it."""


def tokens(document: Document, span: Span | None = None) -> Iterator[Colour]:
    """The coloured words of a document, or of the chunks that a span touches, in order; none
    contains a line end.
    """
    for placed in document.chunks(span):
        check()
        for token in placed.chunk.analysis.tokens:
            colour = document.notation.token_type(token)
            if colour is None:
                continue
            start = placed.start + token.start
            for part in _PART.finditer(token.text):
                yield Colour(start + part.start(), len(part[0]), colour)


ALL_KINDS = frozenset(HintKind)


def inlay(
    document: Document, span: Span, kinds: Collection[HintKind] = ALL_KINDS
) -> tuple[InlayHint, ...]:
    """The hints of some kinds within a span, in order; offsets count from the start of the
    document.
    """
    hints = (
        replace(hint, offset=placed.start + hint.offset)
        for placed in in_time(document.chunks(span))
        for hint in document.analysis(placed).inlay_hints()
        if hint.kind in kinds
    )
    return tuple(hint for hint in hints if span.contains_inclusive(hint.offset))
