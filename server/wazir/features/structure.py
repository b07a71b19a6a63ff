"""The structure of a file: what can be folded away, and what a selection grows to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

from wazir.document import Document
from wazir.syntax import Node, Token
from wazir.text import Position, Span, line_starts, without_end


class FoldKind(Enum):
    """What a fold holds; the values are those of the Language Server Protocol where it has one."""

    COMMENT = "comment"
    BLOCK = "region"
    DEFINITION = ""


@dataclass(frozen=True, slots=True)
class Fold:
    """Lines that can be folded into the first of them; both ends are included."""

    start_line: int
    end_line: int
    kind: FoldKind


class _Line(Enum):
    BLANK = " "
    COMMENT = "#"
    REMARK = ">#"
    """A comment that is indented."""
    GOES_ON = ">"
    STARTS = "+"


def folds(document: Document) -> tuple[Fold, ...]:
    """The runs of comments, the definitions over several lines, and the blocks between blank lines, in order.

    A run of comments that opens a block is folded by itself.
    """
    found: list[Fold] = []
    block: list[_Line] = []
    for number, line in enumerate((*_lines(document), _Line.BLANK)):
        if line is _Line.BLANK:
            found += _folds_of(block, number - len(block))
            block.clear()
        else:
            block.append(line)
    return tuple(sorted(found, key=lambda fold: (fold.start_line, -fold.end_line)))


def _lines(document: Document) -> Iterator[_Line]:
    text, notation = document.text, document.notation
    starts = line_starts(text)
    for start, end in pairwise((*starts, len(text))):
        line = without_end(text[start:end])
        if not line.strip():
            yield _Line.BLANK
        elif line.lstrip().startswith(notation.line_comments):
            yield _Line.REMARK if line[0].isspace() else _Line.COMMENT
        else:
            yield _Line.STARTS if notation.starts_chunk(line) else _Line.GOES_ON


def _folds_of(block: list[_Line], first: int) -> Iterator[Fold]:
    """The folds of a block whose first line has that number."""
    heading = next((i for i, line in enumerate(block) if line is not _Line.COMMENT), len(block))
    opening = 0 if heading < 2 else heading
    if sum(line is _Line.STARTS for line in block[opening:]) > 1:
        yield Fold(first + opening, first + len(block) - 1, FoldKind.BLOCK)
    start = 0
    for end in range(1, len(block) + 1):
        if end < len(block) and _belongs(block[start], block[end]):
            continue
        if end - start > 1:
            kind = FoldKind.COMMENT if block[start] is _Line.COMMENT else FoldKind.DEFINITION
            yield Fold(first + start, first + end - 1, kind)
        start = end


def _belongs(opening: _Line, line: _Line) -> bool:
    """Whether a line is folded into the run that another one opened."""
    return line is _Line.REMARK or line is (_Line.COMMENT if opening is _Line.COMMENT else _Line.GOES_ON)


def selection(document: Document, offset: int) -> tuple[Span, ...]:
    """What a selection at an offset grows to, innermost first: word, leg, chain, definition, line, block, all."""
    placed = document.chunk_at(offset)
    analysis = document.analysis(placed)
    local = offset - placed.start
    spans = [*_path(analysis.tree.root, local)]
    spans += [token.span for token in analysis.tree.tokens if token.start <= local <= token.end]
    for definition in analysis.definitions:
        spans += [span for span in (definition.name_span, definition.moves, definition.span) if span]
    absolute = [span.moved(placed.start) for span in spans]
    absolute += [_line(document, offset), _block(document, offset), Span(0, document.length)]
    return _nested(offset, absolute)


def _path(node: Node | Token, offset: int) -> Iterator[Span]:
    """The spans of the nodes around an offset, outermost first."""
    yield node.span
    children = node.children if isinstance(node, Node) else ()
    for child in children:
        if child.start <= offset <= child.end:
            yield from _path(child, offset)


def _nested(offset: int, spans: list[Span]) -> tuple[Span, ...]:
    """Those of some spans that hold the offset and lie one within the next."""
    chosen: list[Span] = []
    for span in sorted(
        {span for span in spans if span.start <= offset <= span.end}, key=lambda s: (s.end - s.start, -s.start)
    ):
        inner = chosen[-1] if chosen else span
        if span.start <= inner.start and inner.end <= span.end and span.start < span.end:
            chosen.append(span)
    return tuple(chosen)


def _line(document: Document, offset: int) -> Span:
    number = document.position(offset).line
    start = document.offset(Position(number, 0))
    return Span(start, start + len(without_end(document.line_text(number))))


def _block(document: Document, offset: int) -> Span:
    """The lines around an offset up to the blank lines on both sides."""
    first = last = document.position(offset).line
    if document.line_text(first).strip():
        while first > 0 and document.line_text(first - 1).strip():
            first -= 1
        while last + 1 < document.line_count and document.line_text(last + 1).strip():
            last += 1
    start, end = document.offset(Position(first, 0)), document.offset(Position(last, 0))
    return Span(start, end + len(without_end(document.line_text(last))))
