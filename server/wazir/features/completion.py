"""Completion with the effect of each item on the piece, and signature help."""

from __future__ import annotations

import re
from dataclasses import dataclass

from wazir.budget import affordable
from wazir.document import Document
from wazir.features.hover import HoverOptions, drawing
from wazir.features.markup import Block, Paragraph
from wazir.features.subject import HEIGHT_OF_PART, PieceSubject
from wazir.notations.notation import LONGEST_READ
from wazir.notations.results import CompletionItem, Signature
from wazir.piece.model import Piece
from wazir.text import Span, line_end, line_start

_WORDS = re.compile(r"[^\W\d_]+(?: [^\W\d_]+)*")
_BEFORE_BRACKET = re.compile(r".[^(\[{=…]*")


@dataclass(frozen=True, slots=True)
class Completion:
    """A completion at an offset."""

    label: str
    insert: str
    span: Span
    """The span that it replaces."""
    filter: str
    """The text to match with the typed word."""
    preselect: bool
    """It is likely enough to be selected when the list opens."""
    item: CompletionItem


def complete(document: Document, offset: int, snippets: bool = False) -> tuple[Completion, ...]:
    """The completions at an offset, the likeliest first; with tab stops only if the client supports *snippets*."""
    placed = document.chunk_at(offset)
    local = offset - placed.start
    if local > LONGEST_READ:
        return ()
    analysis = document.analysis(placed)
    span, every = analysis.complete(local)
    items = list(affordable(every))
    text, completions, has_preselected = placed.chunk.text, list[Completion](), False
    rest = text[span.end : line_end(text, span.end)].strip()
    # what is before the offset may be all: valid moves, or at the start of a line a new name
    end = len(text[:local].rstrip(" \t"))
    is_complete = any(
        not definition.broken and definition.moves.end == end for definition in analysis.definitions
    )
    is_complete |= _WORDS.fullmatch(text, line_start(text, local), local) is not None
    for item in sorted(items, key=lambda item: item.rank):
        if item.snippet and not snippets:
            continue
        start = span.start - item.overlap
        if item.is_template and (rest or line_start(text, start) != start):
            continue  # it would not be alone on its line
        # typed brackets do not match those of a snippet, so that only the words before the first one are compared
        words = _BEFORE_BRACKET.match(item.label) if item.snippet else None
        filtered = item.filter_text or (words[0].rstrip() if words else item.label)
        typed = text[start : span.end].lower()
        is_likely = filtered.lower().startswith(typed) and not (is_complete and not typed)
        replaced, preselect = (
            Span(start, span.end).moved(placed.start),
            is_likely and not has_preselected,
        )
        insert = item.snippet or item.label
        completions.append(Completion(item.label, insert, replaced, filtered, preselect, item))
        has_preselected |= is_likely
    return tuple(completions)


def resolve(
    document: Document, completion: Completion, options: HoverOptions | None = None
) -> tuple[Block, ...]:
    """The documentation of a completion: its meaning, and the moves of the piece with it."""
    documentation = completion.item.documentation
    blocks: list[Block] = [Paragraph(documentation)] if documentation else []
    shown, piece = _with_it(document, completion)
    if piece and piece.moves:
        subject = PieceSubject(piece, height=HEIGHT_OF_PART)
        blocks.append(Paragraph(f"`{shown}`: {subject.sentence}"))
        blocks += drawing(subject, shown, options or HoverOptions())
    return tuple(blocks)


def _with_it(document: Document, completion: Completion) -> tuple[str, Piece | None]:
    """The piece that the item names, the definition with the item inserted, or an example, with its text."""
    if completion.item.piece:
        return completion.label, completion.item.piece
    placed = document.chunk_at(completion.span.start)
    text, span = placed.chunk.text, completion.span.moved(-placed.start)
    if not completion.item.snippet:
        after = text[: span.start] + completion.insert + text[span.end :]
        for definition in document.notation.read(after, placed.context, document.scope).definitions:
            if (
                not definition.broken
                and definition.moves.start <= span.start <= definition.moves.end
            ):
                return " ".join(
                    after[definition.moves.start : definition.moves.end].split()
                ), definition.piece
    if example := completion.item.example:
        for definition in document.notation.read(
            example, placed.context, document.scope
        ).definitions:
            if not definition.broken:
                return example, definition.piece
    return "", None


def signature(document: Document, offset: int) -> Signature | None:
    """The function around an offset with its arguments, or None."""
    placed = document.chunk_at(offset)
    local = offset - placed.start
    return document.analysis(placed).signature(local) if local <= LONGEST_READ else None
