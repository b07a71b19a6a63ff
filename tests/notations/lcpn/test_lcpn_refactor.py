"""Refactorings: what they offer can be read, and keeps the piece, unless it says that it does
not.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lcpn_texts import ROWS, STYLES, texts

from long import examples
from wazir.document import Document
from wazir.features import actions
from wazir.notations.lcpn import LCPN
from wazir.notations.lcpn.definition import LcpnDefinition
from wazir.notations.lcpn.refactor import refactorings
from wazir.notations.notation import Context
from wazir.piece.equivalence import same
from wazir.piece.equivalence.normal import equal_normal_forms
from wazir.piece.model import Piece
from wazir.text import Span

CHANGES = "Let other pieces stop it"
PIECES = [
    ("lisp", "(def g (/ ferz (=> ferz rook)))"),
    ("lisp", "(def g (=> wazir (/ ferz (wazir :any))))"),
    ("lisp", "(def g (/ king (queen :forward) (=> lion lion)))"),
    ("elisp", "(def g (-> (move knight) (igui (queen :3))))"),
    ("elisp", "(def g (cond ((moved) (=> wazir ferz)) (t (capture camel))))"),
    ("c", "g := king / queen:forward => knight -> (wazir / ferz:any)"),
    ("c", "g := (wazir => knight => rook):forward / archbishop:2"),
    ("c", "g := cannon(rook => ferz) / (gryphon):vertical"),
    ("sql", "g IS moving king OR capturing (queen AND_THEN wazir):forward"),
    ("sql", "g IS IF moved() THEN wazir THEN ferz ELSE moving AND no_jumping alfil END"),
]


def meant(text: str, style: str) -> tuple[Piece | None, bool]:
    document = Document.open(LCPN, text, Context(dialect=style))
    definitions = document.analysis(next(iter(document.chunks()))).definitions
    return (definitions[0].piece, definitions[0].broken) if definitions else (None, True)


@pytest.mark.parametrize(("style", "text"), PIECES)
def test_a_rewrite_keeps_the_piece(style: str, text: str) -> None:
    """At every place what is offered does the same on every position, and is another text."""
    before, broken = meant(text, style)
    assert before
    assert not broken
    document = Document.open(LCPN, text, Context(dialect=style))
    offered = {
        action.title: actions.apply(text, action.edits)
        for offset in range(len(text) + 1)
        for action in actions.fixes(document, Span(offset, offset))
        if action.kind is actions.ActionKind.REWRITE
    }

    assert offered
    for title, after in offered.items():
        piece, broken = meant(after, style)
        assert piece
        assert not broken
        assert after != text
        is_kept = (
            equal_normal_forms(before, piece)
            or title.startswith(CHANGES)
            or same(before, piece).same
        )
        assert is_kept, f"{title}: {after}"


def test_l8_a_ride_that_others_may_stop() -> None:
    """The one refactoring that changes the piece makes the gryphon of the prelude out of the one of
    the seed.
    """
    (action,) = [
        offered
        for offered in refactorings(
            LcpnDefinition("g := ferz -> rook", Context(dialect="c")), Span(11, 11)
        )
        if offered.title.startswith(CHANGES)
    ]

    piece, _ = meant(actions.apply("g := ferz -> rook", action.edits), "c")
    gryphon, _ = meant("g := gryphon", "c")
    assert piece
    assert gryphon
    assert same(piece, gryphon).same


def test_l8_a_whole_move_is_not_jumped() -> None:
    """Behind `move` a chain goes on from an empty square, so that there is nothing to stop."""
    text = "(def archer (-> (move knight) (igui (queen :3))))"

    assert not [
        action
        for action in refactorings(LcpnDefinition(text, Context(dialect="lisp")), Span(14, 14))
        if action.title.startswith(CHANGES)
    ]
    assert (
        LCPN.read(text, Context(dialect="lisp"), Document.open(LCPN, text).scope).diagnostics == ()
    )


@examples(150)
@given(texts, st.sampled_from(STYLES), st.integers(0, 120))
def test_any_text_can_be_rewritten(text: str, style: str, place: int) -> None:
    """Whatever the text, what is offered lies within it and changes it."""
    offset = min(place, len(text))
    for refactoring in refactorings(
        LcpnDefinition(text, Context(dialect=style)), Span(offset, offset)
    ):
        assert all(0 <= edit.span.start <= edit.span.end <= len(text) for edit in refactoring.edits)
        assert actions.apply(text, refactoring.edits) != text


@pytest.mark.parametrize("row", ROWS[::3], ids=lambda row: row["lisp"])
def test_styles_offer_the_same(row: dict[str, str]) -> None:
    """A definition has the same number of changes in every style."""
    counts = {
        len(
            refactorings(
                LcpnDefinition(row[style], Context(dialect=style)), Span(0, len(row[style]))
            )
        )
        for style in STYLES
        if style in row
    }

    assert len(counts) == 1
