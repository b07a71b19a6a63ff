"""Completion with the effect of each item on the piece, and signature help."""

from __future__ import annotations

import re
from dataclasses import dataclass

from wazir.budget import affordable
from wazir.document import Document
from wazir.features.hover import HoverOptions, drawing
from wazir.features.markup import Block, Paragraph
from wazir.features.subject import HEIGHT_OF_PART, PieceSubject
from wazir.notations.notation import MAX_LETTERS_OF_CHUNK, Analysis
from wazir.notations.results import CompletionItem, Signature
from wazir.piece.model import Piece
from wazir.text import Span, line_end, line_start

_WORDS = re.compile(r"[^\W\d_]+(?:[ '-]\w*)*")


@dataclass(frozen=True, slots=True)
class Completion:
    """A completion at an offset. Its label begins with the text of the span."""

    label: str
    insert: str
    span: Span
    """The span that it replaces, which is the same for all completions at an offset."""
    filter: str
    """The label with the beginning exactly as it is typed."""
    preselect: bool
    """It is likely enough to be selected when the list opens."""
    item: CompletionItem


def complete(document: Document, offset: int, snippets: bool = False) -> tuple[Completion, ...]:
    """The completions at an offset, the likeliest first; with tab stops only if the client supports
    *snippets*.
    """
    placed = document.chunk_at(offset)
    local = offset - placed.start
    if local > MAX_LETTERS_OF_CHUNK:
        return ()
    analysis = document.analysis(placed)
    span, every = analysis.complete(local)
    items = list(affordable(every))
    text, replaced = placed.chunk.text, span.moved(placed.start)
    typed = text[span.start : span.end]
    is_alone = not text[span.end : line_end(text, span.end)].strip()
    is_alone &= line_start(text, span.start) == span.start
    # what is before the offset may be all: valid moves, or at the start of a line a new name
    may_be_all = _ends_piece(analysis, local) or _is_name(text, local)
    completions = list[Completion]()
    for item in sorted(items, key=lambda item: item.rank):
        if item.snippet and not snippets:
            continue
        if item.is_template and not is_alone:
            continue
        if not _begins(item.label, typed):
            continue
        insert = item.snippet or item.text or item.label
        preselect = not completions and (typed != "" or not may_be_all)
        filtered = typed + item.label[len(typed) :]
        completions.append(
            Completion(
                label=item.label,
                insert=insert,
                span=replaced,
                filter=filtered,
                preselect=preselect,
                item=item,
            ),
        )
    return tuple(completions)


def helps_unasked(document: Document, offset: int) -> bool:
    """Whether completions at an offset help an author who types on.

    They do not after a finished piece, and not in a name that is typed at the start of a line.
    """
    placed = document.chunk_at(offset)
    local = offset - placed.start
    if local > MAX_LETTERS_OF_CHUNK:
        return False
    if document.notation.names_start_lines and _is_name(placed.chunk.text, local):
        return False
    return not _ends_piece(document.analysis(placed), local)


def _ends_piece(analysis: Analysis, offset: int) -> bool:
    """Whether a finished piece, which is no game, ends before an offset, apart from blanks."""
    end = len(analysis.text[:offset].rstrip(" \t"))
    return any(
        not definition.broken and definition.game is None and definition.moves.end == end
        for definition in analysis.definitions
    )


def _is_name(text: str, offset: int) -> bool:
    """Whether nothing but words, which may become a name, precede an offset on its line."""
    return _WORDS.fullmatch(text, line_start(text, offset), offset) is not None


def _begins(label: str, typed: str) -> bool:
    """Whether a label begins with what is typed; in a single word, upper and lower case are the
    same.
    """
    if typed.isalnum():
        return label.lower().startswith(typed.lower())
    return label.startswith(typed)


def resolve(
    document: Document, completion: Completion, options: HoverOptions | None = None
) -> tuple[Block, ...]:
    """The documentation of a completion: its meaning, and the moves of the piece with it."""
    documentation = completion.item.documentation
    blocks: list[Block] = [Paragraph(documentation)] if documentation else []
    shown, piece = _with_it(document, completion)
    if piece and piece.moves:
        letters = document.context.letters
        subject = PieceSubject(piece, height=HEIGHT_OF_PART, letters=letters)
        blocks.append(Paragraph(f"`{shown}`: {subject.sentence}"))
        blocks += drawing(subject, shown, options or HoverOptions())
    return tuple(blocks)


def _with_it(document: Document, completion: Completion) -> tuple[str, Piece | None]:
    """The piece that the item names, the definition with the item inserted, or an example, with its
    text.
    """
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
    return document.analysis(placed).signature(local) if local <= MAX_LETTERS_OF_CHUNK else None
