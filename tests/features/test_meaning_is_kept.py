"""Formatting and safe fixes keep what every piece can do: `same` says so, for all corpora (Q1)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from harness import none_wrong
from long import some
from piece.corpora import Exhibit, exhibits
from wazir.document import Document
from wazir.features import definitions
from wazir.features.actions import fix_all
from wazir.features.edits import apply
from wazir.features.formatting import format as formatted
from wazir.notations import by_name
from wazir.notations.base import Context
from wazir.piece.equivalence.same import CHESSBOARD, compared
from wazir.piece.model import Piece
from wazir.text import Edit

PARTS = 8


def pieces(document: Document) -> list[Piece | None]:
    """The pieces of a document; None for those with an error."""
    return [None if found.broken else found.piece for _, found in definitions.every(document)]


def broken_by(document: Document, edits: tuple[Edit, ...]) -> Iterator[str]:
    """The texts in which a piece can do other things than before."""
    after = Document.open(document.notation, apply(document.text, edits), document.context)
    had, has = pieces(document), pieces(after)
    if len(had) != len(has):
        yield after.text
        return
    for one, other in zip(had, has, strict=True):
        if one is None or one == other:
            continue
        if other is None or compared(one, other, CHESSBOARD).same is False:
            yield after.text


def opened(exhibit: Exhibit) -> Document:
    return Document.open(by_name(exhibit.notation), exhibit.text, Context(dialect=exhibit.style or None))


@pytest.mark.parametrize("part", range(PARTS))
def test_q1_formatting_keeps_every_piece(part: int) -> None:
    """The texts of the corpora."""
    wrong = []
    for exhibit in some(exhibits()[part::PARTS], 8):
        document = opened(exhibit)
        wrong += [(exhibit.text, after) for after in broken_by(document, formatted(document))]

    none_wrong(wrong)


@pytest.mark.parametrize("part", range(PARTS))
def test_q1_safe_fixes_keep_every_piece(part: int) -> None:
    """The texts of the corpora with an error or a warning that can be mended; valid pieces stay what they are."""
    wrong = []
    for exhibit in some(exhibits()[part::PARTS], 4):
        document = opened(exhibit)
        if any(fix.safe for found in document.diagnostics() for fix in found.fixes):
            wrong += [(exhibit.text, after) for after in broken_by(document, fix_all(document))]

    none_wrong(wrong)
