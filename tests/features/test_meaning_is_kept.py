"""Formatting and safe fixes keep what every piece can do: `same` says so, for all corpora (Q1)."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import replace

import pytest

from harness import none_wrong
from long import some
from piece.corpora import Exhibit, exhibits
from wazir.document import Document
from wazir.features import definitions
from wazir.features.actions import ActionKind, fix_all, fixes
from wazir.features.actions import in_dialects as dialects
from wazir.features.formatting import format as formatted
from wazir.notations import by_name
from wazir.notations.betza import BetzaAnalysis
from wazir.notations.lcpn import LcpnAnalysis
from wazir.notations.notation import Context
from wazir.notations.results import Refactoring
from wazir.piece.equivalence import CHESSBOARD, compared
from wazir.piece.model import Piece
from wazir.text import Edit, Span, apply

PARTS = 8


def pieces(document: Document) -> list[Piece | None]:
    """The pieces of a document; None for those with an error."""
    return [
        None if definition.broken else definition.piece
        for _, definition in definitions.every(document)
    ]


def broken_by(document: Document, edits: tuple[Edit, ...]) -> Iterator[str]:
    """The texts in which a piece can do other things than before."""
    if not edits:
        return
    after = Document.open(document.notation, apply(document.text, edits), document.context)
    had, has = pieces(document), pieces(after)
    if len(had) != len(has):
        yield after.text
        return
    for piece, other in zip(had, has, strict=True):
        if piece is None or piece == other:
            continue
        if other is None or compared(piece, other, CHESSBOARD).same is False:
            yield after.text


def opened(exhibit: Exhibit) -> Document:
    return Document.open(
        by_name(exhibit.notation), exhibit.text, Context(dialect=exhibit.style or None)
    )


@pytest.mark.parametrize("part", range(PARTS))
def test_q1_formatting_keeps_every_piece(part: int) -> None:
    """The texts of the corpora."""
    wrong = []
    for exhibit in some(exhibits()[part::PARTS], 8):
        document = opened(exhibit)
        wrong += [(exhibit.text, after) for after in broken_by(document, formatted(document))]

    none_wrong(wrong)


@pytest.mark.parametrize("part", range(PARTS))
def test_q1_refactorings_and_dialects_keep_every_piece(part: int) -> None:
    """Whatever is offered at some place of the texts of the corpora, but for what says that it
    makes another piece.
    """
    wrong, tried = [], 0
    for exhibit in some(exhibits()[part::PARTS], 4):
        document = opened(exhibit)
        for offset in {0, len(exhibit.text) // 2, len(exhibit.text)}:
            cursor = Span(offset, offset)
            for action in (*fixes(document, cursor), *dialects(document, cursor)):
                if action.kind is ActionKind.REWRITE and not action.title.startswith(OTHERS):
                    tried += 1
                    wrong += [
                        (exhibit.text, action.title, after)
                        for after in broken_by(document, action.edits)
                    ]

    none_wrong(wrong)
    assert tried > 20


def test_q1_a_layout_that_does_not_keep_the_piece_is_not_made() -> None:
    """The definition stays as it is."""
    lcpn, text = by_name("lcpn"), "(def a  wazir)\n(def b  ferz)\n"

    class CarelessAnalysis(LcpnAnalysis):
        def formatted(self) -> str:
            return self.text.replace("  wazir", " ferz").replace("  ", " ")

    careless = copy(lcpn)
    careless.read = CarelessAnalysis
    document = Document.open(careless, text)

    assert apply(text, formatted(document)) == "(def a  wazir)\n(def b ferz)\n"


OTHERS = ("Let other pieces stop it", "Add its mirror image")
"""Refactorings that make another piece."""


def test_q1_a_refactoring_that_does_not_keep_the_piece_is_not_offered() -> None:
    """Unless it says so."""
    proposed = (
        Refactoring("another", (Edit(Span(0, 1), "B"),)),
        Refactoring("same", (Edit(Span(0, 1), "WW"),)),
    )
    declared = replace(proposed[0], title="declared", changes_meaning=True)

    class CarelessAnalysis(BetzaAnalysis):
        def refactorings(self, _span: Span, /) -> tuple[Refactoring, ...]:
            return (*proposed, declared)

    careless = copy(by_name("betza"))
    careless.read = CarelessAnalysis

    offered = fixes(Document.open(careless, "R\n"), Span(0, 0))

    assert [action.title for action in offered] == ["same", "declared"]


@pytest.mark.parametrize("part", range(PARTS))
def test_q1_safe_fixes_keep_every_piece(part: int) -> None:
    """The texts of the corpora with an error or a warning that can be fixed; valid pieces stay what
    they are.
    """
    wrong = []
    for exhibit in some(exhibits()[part::PARTS], 4):
        document = opened(exhibit)
        if any(fix.safe for diagnostic in document.diagnostics() for fix in diagnostic.fixes):
            wrong += [(exhibit.text, after) for after in broken_by(document, fix_all(document))]

    none_wrong(wrong)
