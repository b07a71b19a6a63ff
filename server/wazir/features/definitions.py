"""The definitions of a document, by name or in order, and diagnostics as plain data."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate

from wazir.budget import check
from wazir.diagnostics import Code, Diagnostic
from wazir.document import Document, Placed
from wazir.notations import REGISTRY
from wazir.notations.notation import Context, Notation
from wazir.notations.results import Definition, TokenType
from wazir.piece.board import DEFAULT, PlayingBoard, parse_board
from wazir.piece.model import Piece
from wazir.text import Edit, Span, apply, line_start, whole


def named(document: Document, name: str) -> Iterator[tuple[Placed, Definition]]:
    """The definitions of a name in any spelling, in order.

    A name that is qualified by its game matches without the game too, unless another one matches
    exactly.
    """
    key = document.notation.key(name)
    if not (chunks := [document.chunk_at(span.start) for span in document.definitions_named(key)]):
        yield from [pair for pair in every(document) if pair[1].name == name and pair[1].key != key]
    for placed in {placed.start: placed for placed in chunks}.values():
        for definition in document.analysis(placed).definitions:
            if (definition.key or definition.name) == key:
                yield placed, definition


def every(document: Document, span: Span | None = None) -> Iterator[tuple[Placed, Definition]]:
    """The definitions in order: all, or those that a span touches."""
    for placed in document.chunks(span):
        check()
        for definition in document.analysis(placed).definitions:
            if span is None or touches(span, definition.span.moved(placed.start)):
                yield placed, definition


def touches(span: Span, other: Span) -> bool:
    """Whether a span touches another one. With text in it, it does not touch what only borders on
    it.
    """
    edge = span.start == span.end
    return other.start < span.end + edge and span.start < other.end + edge


class SpanSet:
    """Spans, which may overlap, that are searched in logarithmic time."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._spans = sorted(spans)
        self._starts = [span.start for span in self._spans]
        self._ends = list(accumulate((span.end for span in self._spans), max))
        """The greatest end of the spans up to each."""

    def contain(self, span: Span) -> bool:
        """Whether one of them contains a span."""
        return self._reach(before=span.start + 1, after=span.end - 1)

    def touch(self, span: Span) -> bool:
        """Whether a span `touches` one of them."""
        edge = span.start == span.end
        return self._reach(before=span.end + edge, after=span.start - edge)

    def first_around(self, offset: int) -> Span | None:
        """The first one that starts before an offset and ends after it, or None."""
        place = bisect_right(self._ends, offset)
        is_around = place < len(self._spans) and self._starts[place] < offset
        return self._spans[place] if is_around else None

    def _reach(self, *, before: int, after: int) -> bool:
        """Whether one of them starts before an offset and ends after another one."""
        count = bisect_left(self._starts, before)
        return count > 0 and self._ends[count - 1] > after


def last(document: Document) -> tuple[Placed, Definition] | None:
    """The last definition with its chunk, or None."""
    for placed in reversed(list(document.chunks())):
        if definitions := document.analysis(placed).definitions:
            return placed, definitions[-1]
    return None


def spans_with_errors(document: Document, placed: Placed) -> Mapping[Span, Span]:
    """The spans of the definitions of a chunk, each with the same one that includes the error
    tokens before the definition on its line and after it.
    """
    analysis = document.analysis(placed)
    token_type = document.notation.token_type
    tokens = [token for token in analysis.tree.tokens if token_type(token) is not TokenType.COMMENT]
    token_starts = [token.start for token in tokens]
    token_ends = [token.end for token in tokens]
    parts = [definition.span for definition in analysis.definitions]
    parts += [node.span for node in analysis.tree.root.inner()]
    starts = sorted(span.start for span in parts)
    ends = sorted(span.end for span in parts)
    wholes = dict[Span, Span]()
    for definition in analysis.definitions:
        start, end = definition.span
        ended, follow = bisect_right(ends, start), bisect_left(starts, end)
        lower = max([line_start(analysis.text, start), *ends[max(ended - 1, 0) : ended]])
        upper = min([len(analysis.text), *starts[follow : follow + 1]])
        inside = tokens[bisect_left(token_starts, lower) : bisect_right(token_ends, upper)]
        if inside:
            start, end = min(start, inside[0].start), max(end, inside[-1].end)
        wholes[definition.span] = Span(start, end)
    return wholes


def moves_of(document: Document, placed: Placed, definition: Definition) -> str:
    """The text of the moves without comments, on one line."""
    text, token_type = placed.chunk.text, document.notation.token_type
    tokens = (
        token for token in placed.chunk.analysis.tokens if definition.moves.contains(token.start)
    )
    comments = [Edit(token.span, " ") for token in tokens if token_type(token) is TokenType.COMMENT]
    return " ".join(apply(text[: definition.moves.end], comments)[definition.moves.start :].split())


def board_of(definition: Definition) -> PlayingBoard:
    """The board of a definition; the default board if it names none, or one that does not exist."""
    try:
        return parse_board(definition.board or DEFAULT)
    except ValueError:
        return parse_board(DEFAULT)


def piece_in(notation: Notation, text: str, dialect: str | None) -> Piece | None:
    """The piece that a text defines; None if it has an error, or does not define exactly one
    piece.
    """
    context = Context(dialect or None, fixed=frozenset({"dialect"} if dialect else ()))
    definitions = [definition for _, definition in every(Document.open(notation, text, context))]
    return definitions[0].piece if len(definitions) == 1 and not definitions[0].broken else None


# As plain data for scripts


Json = dict[str, object]


def diagnostic_as_json(
    document: Document, diagnostic: Diagnostic, file: Mapping[str, object] | None = None
) -> Json:
    """A diagnostic as plain data, with the fields of *file*. Lines and columns count from 0,
    columns in characters.
    """
    where, fixes = dict(file or {}), list[Json]()
    for fix in diagnostic.fixes:
        edits = [
            {
                "range": _range(document, edit.span),
                "newText": whole(document.region.written(edit.text)),
            }
            for edit in fix.edits
        ]
        fixes.append({"title": whole(fix.title), "safe": fix.safe, "edits": edits})
    return where | {
        "code": diagnostic.code.id,
        "severity": diagnostic.code.severity.name.lower(),
        "message": whole(diagnostic.message),
        "range": _range(document, diagnostic.span),
        "related": [
            where | {"message": whole(related.message), "range": _range(document, related.span)}
            for related in diagnostic.related
        ],
        "fixes": fixes,
    }


def _range(document: Document, span: Span) -> Json:
    places = map(document.region.position, span)
    start, end = ({"line": place.line, "character": place.column} for place in places)
    return {"start": start, "end": end}


def codes(notations: Sequence[Notation] = REGISTRY) -> tuple[Code, ...]:
    """The codes of notations in the order of their tables; of codes with the same id the first."""
    first = dict[str, Code]()
    for notation in notations:
        for code in notation.codes:
            first.setdefault(code.id, code)
    return tuple(first.values())


def pages(code: str, notations: Sequence[Notation] = REGISTRY) -> tuple[tuple[Notation, str], ...]:
    """The pages of the codes with an id, as Markdown, each with its notation."""
    texts = ((notation, notation.page(code)) for notation in notations)
    return tuple((notation, text) for notation, text in texts if text is not None)


def page(code: str, notations: Sequence[Notation] = REGISTRY) -> str | None:
    """The pages of the codes with an id as one Markdown text; None if there is no such code."""
    if len(texts := pages(code, notations)) < 2:
        return texts[0][1] if texts else None
    headed = ((notation.title, *text.partition("\n")) for notation, text in texts)
    return "\n".join(f"{heading} ({title})\n{rest}" for title, heading, _, rest in headed)
