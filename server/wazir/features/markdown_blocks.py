"""The blocks of a Markdown text, formatted and converted. Nothing around them changes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from wazir.document import Document
from wazir.document.markdown import Markdown
from wazir.features import formatting
from wazir.features.conversion import ConversionTarget, converted
from wazir.features.definitions import every
from wazir.features.written import CannotConvert
from wazir.text import Edit, Span, apply

_FENCE = re.compile(r"(?P<sign>`{3,}|~{3,})\s*(?:\{[^}]*?\.)?\{?\s*(?P<language>[\w-]+)")
"""A line that opens a block, up to its language."""


@dataclass(frozen=True, slots=True)
class BlockProblem:
    """A piece or a block that is not converted."""

    line: int
    """From 0, in the Markdown text."""
    message: str


@dataclass(frozen=True, slots=True)
class ConvertedBlocks:
    """A Markdown text whose blocks were converted."""

    text: str
    problems: tuple[BlockProblem, ...]
    count: int
    """The number of blocks that the target applies to."""


def formatted_blocks(markdown: Markdown) -> str:
    """A Markdown text with its blocks formatted."""
    edits = [
        document.region.edit(edit)
        for document in markdown.documents()
        for edit in formatting.format(document)
    ]
    return apply(markdown.text, edits)


def converted_blocks(markdown: Markdown, target: ConversionTarget) -> ConvertedBlocks:
    """A Markdown text with its blocks in another dialect, another notation, or the form of an
    engine; their fences name it. Games and pieces are not converted to each other.
    """
    edits, problems, count = list[Edit](), list[BlockProblem](), 0
    for document in markdown.documents():
        is_of_other_kind = bool(document.notation.games) != bool(target.notation.games)
        if is_of_other_kind or next(every(document), None) is None:
            continue
        count += 1
        first = document.region.first_line
        language = _language(markdown, document, target)
        if language is None:
            problems.append(BlockProblem(first, "A block of HTML is not converted."))
            continue
        try:
            conversion = converted(document, target)
        except CannotConvert as refusal:
            problems.append(BlockProblem(first, str(refusal)))
            continue
        problems += [
            BlockProblem(first + piece.line, f"{piece.name} is left out. {piece.reason}")
            for piece in conversion.left
        ]
        edits += [*language, *_replacing(document, conversion.text)]
    return ConvertedBlocks(apply(markdown.text, edits), tuple(problems), count)


def _language(
    markdown: Markdown, document: Document, target: ConversionTarget
) -> tuple[Edit, ...] | None:
    """The edit of the fence of a block, which names its notation; None for a block without a
    fence.
    """
    if document.notation is target.notation and not target.file:
        return ()
    line = document.region.first_line - 1
    match = _FENCE.search(markdown.line_text(line)) if line >= 0 else None
    if match is None:
        return None
    span = Span(*match.span("language")).moved(markdown.line_starts[line])
    return (Edit(span, target.language),)


def _replacing(document: Document, text: str) -> Iterator[Edit]:
    """The edit that replaces the text of a block, but for the line end before its last fence."""
    old, new = (each.rstrip("\r\n") for each in (document.text, text))
    if old != new:
        yield document.region.edit(Edit(Span(0, len(old)), new))
