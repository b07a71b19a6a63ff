"""What a selection grows to."""

from __future__ import annotations

from collections.abc import Iterator

from wazir.document import Document
from wazir.steps import Steps, stepwise
from wazir.syntax import Node, Token
from wazir.text import BLANKS, Position, Span, without_end


@stepwise
def selection(document: Document, offset: int) -> Steps[tuple[Span, ...]]:
    """What a selection at an offset grows to, innermost first: word, leg, chain, definition, line, block, all."""
    placed = document.chunk_at(offset)
    analysis = document.analysis(placed)
    local = offset - placed.start
    spans = [*_path(analysis.tree.root, local)]
    spans += [token.span for token in analysis.tree.tokens if token.start <= local <= token.end]
    for definition in analysis.definitions:
        spans += [span for span in (definition.name_span, definition.moves, definition.span) if span]
    absolute = [span.moved(placed.start) for span in spans]
    absolute += [_line(document, offset), (yield from _block(document, offset)), Span(0, document.length)]
    return _nested(offset, absolute)


def _path(root: Node, offset: int) -> Iterator[Span]:
    """The spans of the nodes and words around an offset, a node before what is in it."""
    waiting: list[Node | Token] = [root]
    while waiting:
        node = waiting.pop()
        yield node.span
        if isinstance(node, Node):
            waiting += [child for child in node.children if child.start <= offset <= child.end]


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


def _block(document: Document, offset: int) -> Steps[Span]:
    """The lines around an offset up to the blank lines on both sides."""
    first = last = document.position(offset).line
    if not _is_blank(document, first):
        while first > 0 and not _is_blank(document, first - 1):
            first -= 1
            yield
        while last + 1 < document.line_count and not _is_blank(document, last + 1):
            last += 1
            yield
    start, end = document.offset(Position(first, 0)), document.offset(Position(last, 0))
    return Span(start, end + len(without_end(document.line_text(last))))


def _is_blank(document: Document, line: int) -> bool:
    return not document.line_text(line).strip(BLANKS + "\r\n")
